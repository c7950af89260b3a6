"""Run All, from a fresh kernel: what a reader's first click on a chapter gives."""

import time

import jupytext
import pytest
from nbclient import NotebookClient

from lib.site.execute import settings
from tests.conftest import ROOT

pytestmark = pytest.mark.long
CHAPTERS = ROOT / "chapters"
WITH_CODE = sorted(path for path in CHAPTERS.glob("*.md") if "{code-cell}" in path.read_text(encoding="utf-8"))
MOST = 5  # seconds, on two cores with nothing else to do


@pytest.fixture(autouse=True, scope="module")
def own_settings(tmp_path_factory):
    """Nobody's configuration has a say, and Matplotlib's list of fonts is there, as after an installation."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings(tmp_path_factory.mktemp("run"), ROOT).items():
            patch.setenv(name, value)
        run("import matplotlib.pyplot")
        yield


def run(*cells):
    """Run cells in a fresh kernel; return them with their outputs, and the seconds from the first to the last."""
    notebook = jupytext.reads("", fmt="py:percent")
    notebook.cells = [jupytext.reads(cell, fmt="py:percent").cells[0] for cell in cells]
    return run_notebook(notebook)


def run_notebook(notebook):
    client = NotebookClient(notebook, timeout=120, startup_timeout=120, allow_errors=True, kernel_name="python3")
    client.resources = {"metadata": {"path": str(CHAPTERS)}}
    with client.setup_kernel():
        started = time.monotonic()
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        seconds = time.monotonic() - started
    return [cell for cell in notebook.cells if cell.cell_type == "code"], seconds


def complaints(cells):
    """What stands in the outputs that a reader should not see: errors, and warnings on stderr."""
    outputs = [output for cell in cells for output in cell.outputs]
    errors = [f"{each.ename}: {each.evalue}" for each in outputs if each.output_type == "error"]
    return errors + [each.text for each in outputs if each.output_type == "stream" and each.name == "stderr"]


@pytest.mark.parametrize("path", WITH_CODE, ids=lambda path: path.stem)
def test_run_all_gives_no_error_and_no_warning_within_seconds(path, record_property):
    cells, seconds = run_notebook(jupytext.read(path))
    if seconds > MOST:  # once more: another program may have had the processor
        cells, again = run_notebook(jupytext.read(path))
        seconds = min(seconds, again)
    record_property("seconds", round(seconds, 2))
    print(f"\n{path.stem}: {seconds:.1f} s")
    assert complaints(cells) == []
    assert all(cell.execution_count for cell in cells)
    assert any(cell.outputs for cell in cells)
    assert seconds <= MOST


def test_a_warning_and_an_error_are_seen():
    cells, _ = run("import warnings; warnings.warn('look here')", "1 / 0")
    warned, failed = sorted(complaints(cells), key=lambda text: "look here" not in text)
    assert "look here" in warned
    assert failed == "ZeroDivisionError: division by zero"
