"""Every notebook runs to its end where there is nothing of this repository but its wheel."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from lib.site.notebooks.names import FOLDER, archive
from lib.site.project import read_project
from tests.conftest import ROOT

pytestmark = [pytest.mark.book, pytest.mark.long]
RUNNER = ["ipykernel", "nbclient"]
RUN = """
import sys, pathlib, nbformat
from nbclient import NotebookClient
for path in map(pathlib.Path, sys.argv[1:]):
    notebook = nbformat.read(path, 4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "error" or output.get("name") == "stderr":
                sys.exit(f"{path.name}, {cell.id}: {output}")
    print(path.stem)
"""


def run(*command, cwd):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def new_environment(folder, *packages):
    """An environment with these packages, of the pinned versions; return its Python."""
    run(sys.executable, "-m", "venv", str(folder / "env"), cwd=folder)
    python = str(folder / "env" / "bin" / "python")
    pins = str(ROOT / "constraints.txt")
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", pins, *packages, cwd=folder)
    return python


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """What the repository's address gives for a tag: its files in one folder, zipped."""
    path = tmp_path_factory.mktemp("sources") / "v1.zip"
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    with zipfile.ZipFile(path, "w") as packed:
        for name in tracked:
            if name.startswith(("lib/", "pyproject", "README", "LICENSE")) and (ROOT / name).is_file():
                packed.write(ROOT / name, f"book-1/{name}")
    return path


@pytest.fixture(scope="module")
def python(sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(sources), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return new_environment(folder, str(wheel), *RUNNER)


def test_the_wheel_brings_everything_that_lib_reads(python, tmp_path):
    names = "variants.json host.js base.css layout.html loss_curve.js parts.js CourseSans-Regular.ttf"
    code = f"""
import lib, pathlib
files = [path.as_posix() for path in pathlib.Path(lib.__file__).parent.rglob("*")]
print([name for name in {names.split()} if not any(file.endswith(name) for file in files)])"""
    assert run(python, "-c", code, cwd=tmp_path).strip() == "[]"


def test_every_notebook_runs_to_its_end_without_error_or_warning(site, python, tmp_path):
    notebooks = sorted((site / FOLDER).glob("*.ipynb"))
    assert run(python, "-c", RUN, *map(str, notebooks), cwd=tmp_path).split() == [path.stem for path in notebooks]


def test_the_first_cell_installs_what_is_missing_and_leaves_numpy_alone(site, sources, tmp_path):
    """As on Colab: a kernel, NumPy and Matplotlib of an older version, and no `lib`."""
    python = new_environment(tmp_path, *RUNNER)
    run(python, "-m", "pip", "install", "-q", "numpy==2.0.2", "matplotlib==3.10.0", cwd=tmp_path)
    notebook = json.loads((site / FOLDER / "level-2-application.ipynb").read_text(encoding="utf-8"))
    first = notebook["cells"][0]
    first["source"] = "".join(first["source"]).replace(archive(read_project()), sources.as_uri())
    assert sources.as_uri() in first["source"]
    (tmp_path / "level.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    assert run(python, "-c", RUN, "level.ipynb", cwd=tmp_path).split() == ["level"]
    assert run(python, "-c", "import numpy; print(numpy.__version__)", cwd=tmp_path).strip() == "2.0.2"
