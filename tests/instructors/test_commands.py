"""Every command on the instructors' page works: they are read from it and run, one after another."""

import re
import shlex
import shutil
import subprocess

import pytest

from lib.assign.command import main as assign
from lib.assign.command import parser as assign_parser
from lib.grade.command import main as grade
from lib.grade.command import parser as grade_parser
from lib.site.class_book.command import main as class_book
from lib.site.class_book.command import parser as class_book_parser
from tests.conftest import ROOT

PAGE = (ROOT / "chapters/instructors.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
COMMANDS = [line for block in BLOCKS for line in re.sub(r" *\\\n *", " ", block).splitlines() if line]
ROSTER = re.search(r"^```text\n(student,.*?)^```", PAGE, re.M | re.S)[1]
RUN = {"python -m lib.assign": assign, "python -m lib.grade": grade}
INSTALL = "python -m pip install -c constraints.txt "
ELSEWHERE = ("repo2docker",)
"""What can't run here: it needs Docker. `tests/binder` makes the same image without it."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder as an instructor has it, with a class list, and what students downloaded from a class book."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    (tmp_path / "downloads").mkdir()
    typed = "student,exercise,field,answer\nada,2.1,p_dog,0.9\nada,2.2,meaning,Little.\n"
    (tmp_path / "downloads" / "level-2-application-ada.csv").write_text(typed, "utf-8")
    return tmp_path


def hand_in(desk):
    """Let Ada fill in something of her notebook, and collect all notebooks."""
    shutil.copytree(desk / "assigned/notebook/students", desk / "submitted", dirs_exist_ok=True)
    mine = desk / "submitted/ada/level-2.ipynb"
    text = mine.read_text("utf-8")
    filled = text.replace("p_dog = None", "p_dog = 0.9").replace("*Double-click here and write.*", "It gave it little.")
    assert filled != text
    mine.write_text(filled, "utf-8")


def empty_site(_, work):
    """Stand in for the minute of building: `tests/class_book/test_built.py` builds."""
    site = work / "site"
    site.mkdir()
    (site / "index.html").touch()
    return site


def test_every_command_is_known_here():
    known = (*RUN, INSTALL, "make ", *ELSEWHERE)
    assert [line for line in COMMANDS if not line.startswith(known)] == []
    assert len(COMMANDS) >= 12


@pytest.mark.long
def test_every_python_command_runs_in_the_order_of_the_page(desk, monkeypatch, capsys):
    monkeypatch.setattr("lib.site.class_book.make.build", empty_site)
    for line in COMMANDS:
        if line.startswith("make class-book"):
            assert class_book(make_arguments(line)) == 0, capsys.readouterr().err
        for start, main in RUN.items():
            if line.startswith(start):
                if main is grade and not (desk / "submitted").exists():
                    hand_in(desk)
                assert main(shlex.split(line.removeprefix(start))) == 0, (line, capsys.readouterr().err)
    named = set(re.findall(r"`((?:assigned|graded)/[\w./-]+)`", PAGE))
    assert len(named) >= 8
    assert [path for path in named if not (desk / path).exists()] == []


def test_everything_that_grading_is_said_to_write_is_written(desk):
    found = [name for line in re.findall(r"^- (`.*?): ", PAGE, re.M) for name in re.findall(r"`([\w.-]+)`", line)]
    assert len(found) >= 8
    assert assign(["--new-salt", "salt.txt"]) == 0
    wanted = ["level-2", "--salt", "salt.txt", "--roster", "roster.csv", "--targets", "key", "--to", "assigned"]
    assert assign(wanted) == 0
    assert grade(["assigned/manifest.json", "downloads", "--to", "graded"]) == 0
    assert [name for name in found if not (desk / "graded" / name).exists()] == []


def make_arguments(line):
    """Return what `make` hands to the module."""
    done = subprocess.run(["make", "-n", *shlex.split(line)[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = [each for each in done.stdout.splitlines() if "lib.site.class_book" in each]
    return shlex.split(found.partition("lib.site.class_book")[2])


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_every_verb_of_make_is_there(line):
    done = subprocess.run(["make", "-n", *shlex.split(line)[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith(INSTALL)])
def test_what_is_to_be_installed_is_pinned(line):
    assert re.search(rf"^{line.removeprefix(INSTALL)}==", (ROOT / "constraints.txt").read_text("utf-8"), re.M)


def test_options_that_the_page_names_are_those_of_the_commands():
    parsers = (assign_parser(), grade_parser(), class_book_parser())
    known = {option for each in parsers for action in each._actions for option in action.option_strings}
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    assert len(named) >= 5
    assert named <= known


def test_every_picture_is_light_and_told_in_words():
    pictures = re.findall(r"!\[(.*?)\]\((pictures/.*?)\)", PAGE, re.S)
    assert len(pictures) >= 5
    for told, name in pictures:
        assert len(told) > 40, name
        assert (ROOT / "chapters" / name).stat().st_size < 60_000, name
