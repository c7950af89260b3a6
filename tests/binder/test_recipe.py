"""What repo2docker makes of binder/, and what of it is ours."""

import re
import shutil
import subprocess

import pytest

from tests.binder.image import BINDER, RUNTIME, clone, own_steps, recipe

pytestmark = pytest.mark.long


def test_repo2docker_takes_the_files_and_runs_requirements_and_postbuild(dockerfile):
    steps = own_steps(dockerfile)
    assert re.search(r'pip install .*-r "binder/requirements.txt"$', steps[0])
    assert steps[-1] == "./binder/postBuild"
    assert f"python={RUNTIME}" in dockerfile


def test_repo2docker_refuses_a_version_of_python_that_it_does_not_have(tmp_path):
    clone(tmp_path / "home")
    (tmp_path / "home" / "binder" / "runtime.txt").write_text("python-3.11.7\n", encoding="utf-8")
    assert recipe(tmp_path / "home").returncode != 0


def test_postbuild_says_what_it_lacks():
    shell = shutil.which("sh")
    ran = subprocess.run(
        [shell, "binder/postBuild"], cwd=BINDER.parent, env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert "NB_PYTHON_PREFIX" in ran.stderr
