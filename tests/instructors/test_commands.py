"""Every command on the instructors' page works: they are read from it and run, one after another."""

import re
import shlex
import subprocess

import pytest

from lib.assign.command import main as assign
from lib.grade.command import main as grade
from lib.site.class_book.command import main as class_book
from lib.site.class_book.command import parser as class_book_parser
from tests.conftest import ROOT

PAGE = (ROOT / "chapters/instructors.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
COMMANDS = [line for block in BLOCKS for line in re.sub(r" *\\\n *", " ", block).splitlines() if line]
ROSTER = re.search(r"^```text\n(student,.*?)^```", PAGE, re.M | re.S)[1]
RUN = {"python -m lib.assign": assign, "python -m lib.grade": grade}
ELSEWHERE = ("repo2docker",)
"""What can't run here: it needs Docker."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder as an instructor has it after the steps before: with a class list, and answers that came back."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    (tmp_path / "answers.csv").write_text("student,exercise,field,answer\nada,2.1,p_dog,0.9\nada,2.2,meaning,Little.\n")
    return tmp_path


def test_every_command_is_known_here():
    known = (*RUN, "make ", *ELSEWHERE)
    assert [line for line in COMMANDS if not line.startswith(known)] == []
    assert len(COMMANDS) >= 9


def test_every_python_command_runs_in_the_order_of_the_page(desk, monkeypatch, capsys):
    made = {}
    monkeypatch.setattr("lib.site.class_book.make.build", lambda _, work: made.setdefault("book", empty_site(work)))
    for line in COMMANDS:
        if line.startswith("make class-book"):
            assert class_book(make_arguments(line)) == 0, capsys.readouterr().err
        for start, main in RUN.items():
            if line.startswith(start):
                assert main(shlex.split(line.removeprefix(start))) == 0, (line, capsys.readouterr().err)
    assert made
    named = set(re.findall(r"`(assigned/[\w./-]+)`", PAGE))
    assert named
    assert [path for path in named if not (desk / path).exists()] == []
    for name in re.findall(r"^- `([\w-]+\.csv)`|^- `([\w-]+\.csv)`, `", PAGE, re.M):
        assert (desk / "graded" / next(filter(None, name))).exists()


def empty_site(work):
    """Stand in for the minute of building: `tests/class_book/test_built.py` builds."""
    site = work / "site"
    site.mkdir()
    (site / "index.html").touch()
    return site


def make_arguments(line):
    """Return what `make` hands to the module."""
    done = subprocess.run(shlex.split(line.replace("make", "make -n", 1)), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = [each for each in done.stdout.splitlines() if "lib.site.class_book" in each]
    return shlex.split(found.partition("lib.site.class_book")[2])


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_every_verb_of_make_is_there(line):
    done = subprocess.run(["make", "-n", *shlex.split(line)[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_options_that_the_page_names_are_those_of_the_command():
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    known = {option for action in class_book_parser()._actions for option in action.option_strings}
    from lib.assign.command import parser as assign_parser
    from lib.grade.command import parser as grade_parser

    known |= {o for each in (assign_parser(), grade_parser()) for a in each._actions for o in a.option_strings}
    assert named
    assert named <= known
