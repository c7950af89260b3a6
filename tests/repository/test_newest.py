"""`make newest` asks for newer versions of everything, apart from the environment that is there."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT

PYTHON = f"""#!/bin/sh
case "$*" in
  "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip install"*) echo "$PIP_SAYS"; exit "$PIP_ENDS" ;;
  *) exec "{sys.executable}" "$@" ;;
esac
"""


@pytest.fixture
def install(tmp_path):
    for name in ("install.sh", "requirements.txt", "binder/requirements.txt", "tests/requirements.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "constraints.txt").write_text("pytest==0.1\nno-such-package==1.0\n", encoding="utf-8")
    (tmp_path / "python").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "python").chmod(0o755)

    def run(says="", ends=0):
        environment = {**os.environ, "PYTHON": str(tmp_path / "python"), "PIP_SAYS": says, "PIP_ENDS": str(ends)}
        environment["GITHUB_STEP_SUMMARY"] = str(tmp_path / "summary.md")
        command = [str(tmp_path / "install.sh"), "newest"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    return run


def test_every_pin_is_a_lower_bound_and_jupyter_book_stays_below_2(install, tmp_path):
    done = install()
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "_build" / "newest.txt").read_text(encoding="utf-8")
    assert "==" not in asked
    assert "\njupyter-book<2,>=1" in asked
    assert "\nnumpy>=" in asked
    assert "\npytest>=" in asked
    assert not (tmp_path / ".venv").exists()


def test_what_differs_from_its_pin_is_told_in_the_summary_too(install, tmp_path):
    told = install().stdout
    assert f"- pytest 0.1 → {pytest.__version__}\n" in told
    assert "- no-such-package 1.0 → gone\n" in told
    assert (tmp_path / "summary.md").read_text(encoding="utf-8") in told


def test_what_keeps_them_from_being_installed_is_told_in_one_line(install):
    done = install("ERROR: Failed building wheel for numpy", 1)
    assert done.returncode == 1
    assert done.stderr == "newest: ERROR: Failed building wheel for numpy. Log: _build/install.log\n"
