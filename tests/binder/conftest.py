"""JupyterLab as Binder starts it, and a real browser in it."""

import json
import re

import pytest

from tests.binder.image import KEPT, RUNTIME, find_python, make_image, recipe
from tests.conftest import ROOT
from tests.lab.server import serving


@pytest.fixture(scope="session")
def dockerfile():
    """What repo2docker makes of the repository."""
    ran = recipe(ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture(scope="session")
def image(dockerfile):
    python = find_python()
    if python is None:
        pytest.skip(f"no python{RUNTIME} here, which is what Binder is to have (binder/runtime.txt)")
    return make_image(python, dockerfile)


@pytest.fixture(scope="session")
def binder(image, dockerfile):
    """The image's server, started by the command that the image starts; yields its address and token."""
    command = json.loads(re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)[-1])
    program = image.environment / "bin" / command[0]
    with serving([str(program), *command[1:-2]], image.home, image.settings(), image.home.parent / "server.log") as it:
        yield it


@pytest.fixture(scope="session")
def timings():
    """Seconds by page, kept in `_build/binder/timings.json` for who wants to know."""
    found = {}
    yield found
    (KEPT / "timings.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
