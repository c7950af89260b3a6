"""What the pages of a class book know of an exercise: how it is asked for, and nothing that judges an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lib.answers import answer_table
from lib.bank import Exercise
from lib.bank.definition import Numbers

FILE = "assigned.json"
TOLD = ("name", "kind", "label", "unit", "options")
"""What a box needs of a field. An allow-list: what the bank adds to its tables one day stays out."""


@dataclass(frozen=True)
class AssignedExercise:
    """One exercise as a student sees it.

    Attributes
    ----------
    fields
        Of each field what `TOLD` names.
    has_figure
        Whether a figure stands at it that moves.
    """

    id: str
    number: str
    title: str
    points: int
    minutes: int
    fields: tuple[Mapping[str, Any], ...]
    has_figure: bool


@dataclass(frozen=True)
class Assigned:
    """What a class book holds.

    Attributes
    ----------
    release
        Keeps what is typed here apart from what is typed into another class book on the same host.
    title
        What the assignment is called.
    exercises
        In the order of the book.
    """

    release: str
    title: str
    exercises: tuple[AssignedExercise, ...]

    def write(self, folder: Path) -> None:
        """Write it into the folder of the stripped source."""
        (folder / FILE).write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1), encoding="utf-8")


def assigned_exercise(exercise: Exercise, numbers: Numbers, *, has_figure: bool) -> AssignedExercise:
    """Return an exercise with these numbers, without everything that tells an answer."""
    table = answer_table(exercise, numbers)
    fields = tuple({name: field[name] for name in TOLD if name in field} for field in table["fields"])
    facts = (exercise.id, exercise.number, exercise.title, exercise.points, exercise.minutes)
    return AssignedExercise(*facts, fields, has_figure)


def read_assigned(folder: Path) -> Assigned:
    """Read what `Assigned.write` wrote."""
    found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    exercises: Sequence[dict[str, Any]] = found.pop("exercises")
    made = tuple(AssignedExercise(**{**each, "fields": tuple(each["fields"])}) for each in exercises)
    return Assigned(**found, exercises=made)
