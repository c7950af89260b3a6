"""What keeps JupyterLab from starting is said in one line."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from lib.site import lab
from lib.site.lab import command, has_browser, trouble
from tests.conftest import ROOT

FREE = "0"


def test_nothing_is_in_the_way_here():
    assert trouble(FREE) == ""


@pytest.mark.parametrize("port", ["x", "-1", "65536", "", "8.8"])
def test_a_port_is_a_number(port):
    assert trouble(port) == f"a port is a whole number from 0 to 65535, got {port}"


def test_an_occupied_port_is_named_with_a_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = trouble(str(port))
    assert said.startswith(f"port {port} can't be used (Address already in use)")
    assert said.endswith("make lab PORT=0")


def test_a_missing_jupyterlab_is_named(monkeypatch):
    monkeypatch.setattr(lab, "find_spec", lambda _name: None)
    assert "run `make lab`" in trouble(FREE)


def test_a_folder_that_is_read_only_is_named(monkeypatch, tmp_path):
    (tmp_path / "chapters").mkdir()
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path / "chapters")
    assert trouble(FREE, tmp_path).startswith(f"this folder can't be written to: {tmp_path}.")


@pytest.mark.parametrize("found", [True, False])
def test_without_a_browser_jupyterlab_opens_none(found):
    assert ("--no-browser" in command(8888, found)) != found


def test_a_browser_that_does_not_exist_is_no_browser(monkeypatch):
    monkeypatch.setattr("webbrowser._tryorder", [])
    monkeypatch.setattr("webbrowser._browsers", {})
    assert not has_browser()


def start(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BROWSER": "true"}
    start = [sys.executable, "-m", "lib.site.lab", *arguments]
    return subprocess.Popen(start, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_an_error_is_one_line_and_a_failed_command():
    with start("--port", "x") as running:
        out, error = running.communicate(timeout=60)
    assert (running.returncode, out) == (1, "")
    assert error == "lab: a port is a whole number from 0 to 65535, got x\n"


@pytest.mark.long
def test_it_says_where_the_chapters_are_and_ends_on_ctrl_c():
    with start("--port", "0") as running:
        said = running.stdout.readline()
        assert said.startswith("The chapters are at http://127.0.0.1:")
        assert "/lab/tree/chapters/index.md?token=" in said
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 0
