"""What students typed, from a CSV file; what is wrong with it is told by name and stops nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath

from lib.files import Row, read_csv, read_text
from lib.grade.manifest import Manifest, meant

NEEDED = ("student", "exercise", "field", "answer")


@dataclass(frozen=True)
class Problem:
    """Something that an instructor should know of."""

    kind: str
    what: str
    line: int | str = ""
    student: str = ""
    exercise: str = ""
    field: str = ""
    file: str = ""


@dataclass
class Collected:
    """What came back.

    Attributes
    ----------
    answers
        By student, exercise and field.
    problems
        What was met on the way.
    times
        When students handed in, as far as that is known.
    files
        Which notebook of each student counts, by its path below what was given.
    """

    answers: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    times: dict[str, datetime] = field(default_factory=dict)
    files: dict[str, PurePosixPath] = field(default_factory=dict)


def collect(path: Path, manifest: Manifest) -> Collected:
    """Read the answers that belong to what was issued.

    Raises
    ------
    PlainError
        If the file can't be opened, or has not the columns student, exercise, field and answer.
    """
    collected = Collected()
    for row in read_csv(read_text(path, "the answers"), NEEDED, str(path)):
        problem = take(row, manifest, collected)
        if problem:
            collected.problems.append(problem)
    collected.problems += missing(manifest, collected)
    return collected


def take(row: Row, manifest: Manifest, collected: Collected) -> Problem | None:
    """Take one row's answer, and return what is wrong with it."""
    if row.trouble:
        kind = "empty line" if row.trouble == "is empty" else "unreadable"
        return Problem(kind, f"line {row.line} {row.trouble}", row.line)
    typed, exercise, name, answer = (row.cells[each] for each in NEEDED)
    student = manifest.student(typed)
    where = (row.line, student or typed, exercise, name)
    if not student:
        return Problem("unknown student", f"the roster has no {typed}{meant(typed, manifest.students)}", *where)
    key = manifest.ids.get(exercise)
    if key is None:
        return Problem("unknown exercise", f"no {exercise} was issued{meant(exercise, manifest.ids)}", *where)
    fields = manifest.fields(key)
    if name not in fields:
        what = f"{exercise} has no field {name}{meant(name, fields)}; it has {', '.join(fields)}"
        return Problem("unknown field", what, *where)
    if not answer:
        return Problem("empty answer", "nothing was typed", *where)
    given = collected.answers.setdefault(student, {}).setdefault(key, {})
    before = given.get(name)
    given[name] = answer
    if before is None:
        return None
    return Problem("duplicate", "given again, alike" if before == answer else "given again: this one counts", *where)


def missing(manifest: Manifest, collected: Collected) -> Iterator[Problem]:
    """Say who handed in nothing, and which exercises others left out."""
    for student in manifest.students:
        given = collected.answers.get(student)
        if given is None:
            yield Problem("missing", "handed in nothing that can be graded", student=student)
        for key, exercise in manifest.exercises.items() if given else ():
            if key not in (given or ()):
                yield Problem("missing", "no answer", student=student, exercise=exercise["number"])
