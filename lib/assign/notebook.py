"""Notebooks for a class: nbgrader's source, its release, and from this a notebook for each student."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lib.answers.table import Table
from lib.assign.cells import STUB, cells_of, mark, opening, texts
from lib.assign.issue import Issued
from lib.assign.roster import Student
from lib.bank import Exercise
from lib.files import PlainError, write_csv

Notebook = dict[str, Any]
Own = tuple[Exercise, Issued]
"""An exercise with the numbers that somebody gets."""
_HEAD = "head"
_NO_NAME = re.compile(r'[/\\:*?"<>|%\x00-\x1f]')
"""What no file may be called, on one system or another."""
_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_HOW = """\
Where an answer is computed, write it in place of `None`: a plain number, or text in quotation marks. Compute in
cells of your own as much as you like, but what an answer cell holds is read and never run, so a formula or a
variable there can't be graded. Where your own words are asked for, write them in the cell below the question.
Leave the other cells as they are, and hand in this file."""
_SAMPLE = "**Not for handing out:** these numbers are a sample. Each student's own notebook is in `students/`."
_REASON = re.compile(r"^[\w.]*(?:Error|Exception|Entry): ")
_CONFIG = '''\
"""Settings of nbgrader for this assignment: answers are read as data, and no student's code is run."""

from pathlib import Path

from lib.grade.autograder import GRADING, SANITIZING

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(Path(__file__).parent)
c.ClearSolutions.code_stub = {"python": ""}
c.ClearSolutions.text_stub = STUB
c.OfOurs.manifest_file = str(Path(__file__).parent / "manifest.json")
c.Autograde.sanitize_preprocessors = SANITIZING
c.Autograde.autograde_preprocessors = GRADING
'''


def check_nbgrader() -> None:
    """Make sure that nbgrader is there.

    Raises
    ------
    PlainError
        If it is not; with the command that installs it.
    """
    if find_spec("nbgrader") is None:
        mend = f"{sys.executable} -m pip install -c constraints.txt nbgrader"
        raise PlainError(f"the target notebook needs nbgrader: {mend}")


def write_release(
    course: Path, name: str, title: str, release: str, issued: Sequence[Own], students: Sequence[Student]
) -> tuple[Notebook, Table]:
    """Write a source and have nbgrader make its release; return that, and what a manifest keeps of it.

    Parameters
    ----------
    course
        The directory that becomes nbgrader's course directory.
    issued
        The numbers that the sample shows.

    Raises
    ------
    PlainError
        If nbgrader fails.
    """
    cells = [_head(title, _SAMPLE), *(cell for found, made in issued for cell in cells_of(found, made))]
    source = {"cells": cells, "metadata": _metadata(release, ""), "nbformat": 4, "nbformat_minor": 5}
    path = course / "source" / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(as_text(source), encoding="utf-8", newline="\n")
    (course / "nbgrader_config.py").write_text(_CONFIG.replace("STUB", repr(STUB)), encoding="utf-8", newline="\n")
    with TemporaryDirectory() as aside:
        _nbgrader(course, aside, "generate_assignment", name)
        if students:
            who = Path(aside) / "students.csv"
            rows = ((each.id, each.first_name, each.last_name, each.email) for each in students)
            write_csv(who, ("id", "first_name", "last_name", "email"), rows)
            _nbgrader(course, aside, "db", "student", "import", str(who))
    made: Notebook = json.loads((course / "release" / name / f"{name}.ipynb").read_text("utf-8"))
    return made, {"release": release, **_kept(name, made, [found for found, _ in issued])}


def _nbgrader(course: Path, aside: str, *arguments: str) -> None:
    # The instructor's own settings stay out of it: the release must be the same everywhere. nbgrader looks for
    # a script of its own on the path, where nothing is if the environment was not activated.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    settings = {**os.environ, "JUPYTER_CONFIG_DIR": aside, "PATH": path}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()] or ["it says nothing"]
        said = next((line for line in reversed(lines) if _REASON.match(line)), lines[-1])
        raise PlainError(f"`nbgrader {arguments[0]}` failed: {said}")


def _kept(name: str, release: Notebook, exercises: Sequence[Exercise]) -> Table:
    """Return what grading must know of the cells: which is for what, and what it said."""
    found: Table = {}
    by_id = {each.id: each for each in exercises}
    for cell in release["cells"]:
        role = cell["metadata"].get("nbgrader")
        if role is None:
            continue
        exercise, _, field = role["grade_id"].partition("_")
        keeps: Table = {"exercise": exercise, "role": {k: v for k, v in role.items() if k != "checksum"}}
        if role["locked"]:
            keeps["hash"] = sha256(_source(cell).encode()).hexdigest()[:16]
        elif role["grade"]:
            keeps |= {"field": field, "below": mark(by_id[exercise], field)}
        else:
            keeps["opening"] = opening(by_id[exercise])
        found[role["grade_id"]] = keeps
    return {"name": name, "stub": STUB, "cells": found}


def write_personal(
    directory: Path, name: str, title: str, release: Notebook, student: Student, issued: Sequence[Own]
) -> None:
    """Write one student's notebook: the release with their numbers, each cell else as it is there."""
    called = " ".join(part for part in (student.first_name, student.last_name) if part)
    whose = f"For **{called or student.id}**{f' ({student.id})' if called else ''}. The numbers are yours alone."
    head = _head(title, whose)
    own = {head["id"]: head["source"]}
    for found, made in issued:
        own |= texts(found, made)
    cells = [{**cell, "source": own.get(cell["id"], _source(cell))} for cell in release["cells"]]
    about = _metadata(release["metadata"]["bert_exercises"]["release"], student.id)
    path = directory / folder_of(student.id) / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(as_text({**release, "cells": cells, "metadata": about}), encoding="utf-8", newline="\n")


def folder_of(student: str) -> str:
    """Return a student's id as the name of a folder.

    Examples
    --------
    >>> folder_of("ada"), folder_of("a/b"), folder_of("..")
    ('ada', 'a%2Fb', '%2E%2E')
    """
    name = _NO_NAME.sub(lambda sign: f"%{ord(sign[0]):02X}", student)
    return name if name.strip(".") else name.replace(".", "%2E")


def as_text(notebook: Notebook) -> str:
    """Return a notebook as a file: the same bytes each time."""
    cells = [{**cell, "source": _source(cell).splitlines(keepends=True)} for cell in notebook["cells"]]
    return json.dumps({**notebook, "cells": cells}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _source(cell: Table) -> str:
    return "".join(cell["source"])


def _head(title: str, whose: str) -> Table:
    kept = {"deletable": False, "editable": False}
    return {
        "cell_type": "markdown",
        "id": _HEAD,
        "metadata": kept,
        "source": f"# {title}\n\n{whose}\n\n{_HOW}",
    }


def _metadata(release: str, student: str) -> Table:
    return {**_KERNEL, "bert_exercises": {"release": release, "student": student}}
