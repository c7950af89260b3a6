"""What Binder's image holds, made without Docker.

repo2docker says what it would do; its own frozen packages go into an environment, the repository is cloned as
the home folder, and the remaining steps run there. The environment is kept in `_build/binder`, by everything
that it is made from.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import yaml

from tests.conftest import ROOT

BINDER = ROOT / "binder"
KEPT = ROOT / "_build" / "binder"
RUNTIME = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
# Conda's name for a package, where PyPI has another.
ON_PYPI = {"jupyterhub-base": "jupyterhub", "jupyterhub-singleuser": "jupyterhub", "nbconvert-core": "nbconvert"}
NOT_ON_PYPI = {"python", "nodejs", "pip"}


@dataclass
class Image:
    """An environment and a home folder, as in Binder's image.

    Attributes
    ----------
    environment, home
        Their folders.
    measured
        Megabytes of Binder's own packages and of ours, and the seconds that installing ours took.
    """

    environment: Path
    home: Path
    measured: dict[str, float]

    def settings(self) -> dict[str, str]:
        """Return the environment variables that a step or a server of the image sees."""
        theirs = {"VIRTUAL_ENV", "PYTHONPATH", "JUPYTER_PATH", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR"}
        prefix = str(self.environment)
        ours = {"HOME": str(self.home), "REPO_DIR": str(self.home), "PATH": f"{prefix}/bin:{os.environ['PATH']}"}
        prefixes = {"KERNEL_PYTHON_PREFIX": prefix, "NB_PYTHON_PREFIX": prefix}
        return {name: value for name, value in os.environ.items() if name not in theirs} | ours | prefixes

    def run(self, step: str) -> None:
        """Run a step of the image's recipe in the home folder."""
        _run(["sh", "-ec", step], cwd=self.home, env=self.settings())


def recipe(folder: Path) -> subprocess.CompletedProcess[str]:
    """Let repo2docker write the Dockerfile of a repository, without building it."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def own_steps(dockerfile: str) -> list[str]:
    """Return the steps that follow the copying of the repository: requirements and postBuild."""
    after = dockerfile[dockerfile.index("# Run assemble scripts!") :]
    return re.findall(r"^RUN (.*)$", after.replace("\\\n", ""), re.MULTILINE)


def frozen() -> tuple[list[str], list[str]]:
    """Return the packages that repo2docker asks for, and the versions of all that it has frozen, as pip writes them."""
    folder = Path(find_spec("repo2docker").origin).parent / "buildpacks" / "conda"
    asked = yaml.safe_load((folder / f"environment.py-{RUNTIME}.yml").read_text(encoding="utf-8"))["dependencies"]
    names = [re.match(r"[\w.-]+", each)[0] for each in asked]
    lock = (folder / f"environment.py-{RUNTIME}-linux-64.lock").read_text(encoding="utf-8")
    pins = re.findall(r"/([^/]+)-([^-/]+)-[^-/]+\.(?:conda|tar\.bz2)", lock)
    wanted = [ON_PYPI.get(name, name) for name in names if name not in NOT_ON_PYPI]
    return wanted, [f"{ON_PYPI.get(name, name)}=={version}" for name, version in pins if not name.startswith("_")]


def find_python() -> str | None:
    """Return a Python of the version that Binder is to have, if this machine has one."""
    if f"{sys.version_info.major}.{sys.version_info.minor}" == RUNTIME:
        return sys.executable
    return shutil.which(f"python{RUNTIME}")


def make_image(python: str, dockerfile: str) -> Image:
    """Make the image, or take the one that was made from the same."""
    wanted, pins = frozen()
    steps = own_steps(dockerfile)
    made_from = [
        python,
        RUNTIME,
        *wanted,
        *pins,
        *steps,
        *map(_text, (BINDER / "requirements.txt", ROOT / "pyproject.toml")),
    ]
    folder = KEPT / hashlib.sha256("\n".join(made_from).encode()).hexdigest()[:16]
    done = folder / "measured.json"
    if not done.exists():
        shutil.rmtree(KEPT, ignore_errors=True)  # one is enough
        _make_environment(folder / "environment", python, wanted, pins)
    image = Image(folder / "environment", folder / "home", json.loads(_text(done)) if done.exists() else {})
    clone(image.home)
    if not done.exists():
        image.measured["MB of Binder's own"] = before = megabytes(image.environment)
        started = time.monotonic()
        image.run(steps[0])
        image.measured["seconds to install ours"] = round(time.monotonic() - started, 1)
        image.measured["MB of ours"] = round(megabytes(image.environment) - before, 1)
        done.write_text(json.dumps(image.measured), encoding="utf-8")
    for step in steps[1:]:
        image.run(step)
    return image


def _make_environment(folder: Path, python: str, wanted: list[str], pins: list[str]) -> None:
    _run([python, "-m", "venv", "--clear", str(folder)])
    (folder / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
    _run([str(folder / "bin" / "pip"), "install", "--no-input", "-c", str(folder / "pins.txt"), *wanted])


def clone(home: Path) -> None:
    """Clone the repository, and bring what is changed here but not committed."""
    shutil.rmtree(home, ignore_errors=True)
    _run(["git", "clone", "-q", str(ROOT), str(home)])
    changed = _git("diff", "-z", "--name-only", "HEAD") + _git("ls-files", "-z", "--others", "--exclude-standard")
    for name in filter(None, changed.split("\0")):
        if (ROOT / name).exists():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, home / name)
        else:
            (home / name).unlink(missing_ok=True)


def megabytes(folder: Path) -> float:
    """Return what the files below a folder take."""
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _run(command: list[str], **options: object) -> None:
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if ran.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {ran.returncode}:\n{ran.stdout[-3000:]}")
