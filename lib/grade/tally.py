"""What a class got right, and which mistakes it made: counts alone, nobody by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

from lib.answers.verdict import FieldVerdict
from lib.grade.manifest import Manifest
from lib.grade.marks import Mark, Read

Outcome = Literal["right", "carried", "mistake", "wrong", "not read", "left out", "given"]
"""What became of an answer: `carried` keeps its points after an earlier error, `given` is an argument."""
MOST_TEXTS = 20
"""Forms of a text that are looked at to see what is common to all."""
GENERAL = {
    "few-digits": "Right as far as it goes, with too few decimals to tell.",
    "outside": "A number that no probability can be.",
}
"""Mistakes that belong to no single exercise."""


@dataclass
class FieldTally:
    """One thing to fill in, over all students who handed in.

    Attributes
    ----------
    first
        What it is called with the book's numbers.
    labels
        What students saw it called; their own numbers may be in it.
    outcomes
        How many answers met each `Outcome`; they sum to the number of students.
    mistakes
        How many made each mistake that has a name.
    told
        By mistake, what they were told.
    read, points
        How many arguments have been read to the end, and the points that these got.
    """

    first: str
    possible: int
    is_argument: bool
    labels: set[str] = field(default_factory=set)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)
    told: dict[str, set[str]] = field(default_factory=dict)
    read: int = 0
    points: float = 0.0

    @property
    def label(self) -> str:
        """What all its labels have in common."""
        return in_common(self.labels or {self.first})


@dataclass
class ExerciseTally:
    """One exercise: how many students got all, some or none of its computed answers right, or left them out."""

    number: str
    title: str
    fields: dict[str, FieldTally]
    all_right: int = 0
    partly: int = 0
    none_right: int = 0
    left_out: int = 0

    @property
    def is_computed(self) -> bool:
        """Whether it has any answer that is not an argument."""
        return any(not each.is_argument for each in self.fields.values())


class Tally:
    """Counts over the marks of those who handed in; add each of their marks once."""

    def __init__(self, manifest: Manifest, students: int) -> None:
        self.manifest = manifest
        self.students = students
        self.exercises = {
            key: ExerciseTally(
                each["number"],
                each["title"],
                {
                    name: FieldTally(of["label"], of["points"], of["kind"] == "argument")
                    for name, of in manifest.fields(key).items()
                },
            )
            for key, each in manifest.exercises.items()
        }

    def add(self, mark: Mark, read: Read) -> None:
        """Count one student's exercise, with the points of its arguments that have been read."""
        exercise = self.exercises[mark.exercise]
        verdicts = {each.name: each for each in mark.verdict.fields}
        for name, tally in exercise.fields.items():
            verdict = verdicts.get(name)
            tally.outcomes[_outcome(verdict)] += 1
            if verdict is None:
                continue
            tally.labels.add(verdict.label)
            if verdict.status == "mistake" and not verdict.points:
                self._mistake(mark, tally, verdict)
            given = read.get((mark.student, mark.exercise, name), {})
            if given and len(given) == len(self.manifest.fields(mark.exercise)[name]["criteria"]):
                tally.read += 1
                tally.points += sum(given.values())
        _count(exercise, verdicts)

    def _mistake(self, mark: Mark, tally: FieldTally, verdict: FieldVerdict) -> None:
        name = verdict.name_of_mistake
        tally.mistakes[name] += 1
        texts = tally.told.setdefault(name, set())
        if tally.mistakes[name] <= MOST_TEXTS:
            table = self.manifest.table(mark.student, mark.exercise)
            texts.add(GENERAL.get(name) or _feedback(table["fields"], verdict))


def _outcome(verdict: FieldVerdict | None) -> Outcome:
    if verdict is None:
        return "left out"
    match verdict.status:
        case "yours":
            return "given"
        case "mistake":
            return "carried" if verdict.points else "mistake"
        case "right" | "wrong" | "not read":
            return verdict.status


def _count(exercise: ExerciseTally, verdicts: Mapping[str, FieldVerdict]) -> None:
    """Count how many of an exercise's computed answers are worth their points."""
    computed = [name for name, tally in exercise.fields.items() if not tally.is_argument]
    given = [verdicts[name] for name in computed if name in verdicts]
    good = sum(bool(each.points) for each in given)
    if not given:
        exercise.left_out += 1
    elif good == len(computed):
        exercise.all_right += 1
    elif good:
        exercise.partly += 1
    else:
        exercise.none_right += 1


def _feedback(fields: list[dict[str, Any]], verdict: FieldVerdict) -> str:
    mistakes = next(each["mistakes"] for each in fields if each["name"] == verdict.name)
    return next((str(each["feedback"]) for each in mistakes if each["name"] == verdict.name_of_mistake), "")


def in_common(texts: set[str]) -> str:
    """Return what texts have in common, with … for what differs.

    Examples
    --------
    >>> in_common({"(a) p(dog)", "(a) p(fog)"}), in_common({"loss"}), in_common(set())
    ('(a) p(…)', 'loss', '')
    """
    if len(texts) < 2:
        return next(iter(texts), "")
    words = [re.findall(r"\w+|\W", text) for text in sorted(texts)]
    start = _same(words)
    end = _same([row[len(start) :][::-1] for row in words])[::-1]
    return f"{''.join(start)}…{''.join(end)}"


def _same(rows: list[list[str]]) -> list[str]:
    """Return what all rows begin with."""
    return [column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False))]
