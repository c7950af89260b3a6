"""Grade every student: computed answers by the bank's rules, arguments as far as they have been read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from lib.answers.verdict import Verdict
from lib.files import read_csv, read_text
from lib.grade.collect import Collected, Problem
from lib.grade.judging import judge_handed_in
from lib.grade.manifest import Manifest

Read = Mapping[tuple[str, str, str], Mapping[int, float]]
"""Points for arguments by student, exercise and field, and there by the place of the criterion, from 1."""
READ = ("student", "exercise", "field", "criterion", "points")


@dataclass(frozen=True)
class Mark:
    """What one student gets for one exercise.

    Attributes
    ----------
    verdict
        On what was given.
    answers
        What was given, by field.
    points
        For computed answers and for arguments that have been read.
    unread
        What arguments that were given and not read could add.
    """

    student: str
    exercise: str
    verdict: Verdict
    answers: Mapping[str, str]
    points: float
    unread: float


def mark_all(manifest: Manifest, collected: Collected, read: Read) -> Iterator[Mark]:
    """Yield a mark for each student and exercise of the manifest, in its order; what can't be read is a problem."""
    for student in manifest.students:
        given = collected.answers.get(student, {})
        for exercise in manifest.exercises:
            mark = _mark(manifest, student, exercise, given.get(exercise, {}), read)
            collected.problems += _unreadable(mark, manifest.exercises[exercise]["number"])
            yield mark


def _unreadable(mark: Mark, number: str) -> Iterator[Problem]:
    """Yield the answers that an instructor should look at: they got no points, and need not be wrong."""
    for each in mark.verdict.fields:
        if each.status == "not read":
            typed = shorten(mark.answers[each.name], 60, placeholder=" …")
            what = f"“{typed}” can't be read as an answer, and got no points"
            yield Problem("unreadable answer", what, student=mark.student, exercise=number, field=each.name)


def _mark(manifest: Manifest, student: str, exercise: str, answers: Mapping[str, str], read: Read) -> Mark:
    if not answers:
        return Mark(student, exercise, Verdict("wrong", ""), answers, 0, 0)
    verdict = judge_handed_in(manifest.table(student, exercise), answers)
    points, unread = float(verdict.points), 0.0
    for each in verdict.fields:
        if each.status == "yours":
            given = read.get((student, exercise, each.name), {})
            criteria = manifest.fields(exercise)[each.name]["criteria"]
            points += sum(given.values())
            unread += sum(c["points"] for place, c in enumerate(criteria, start=1) if place not in given)
    return Mark(student, exercise, verdict, answers, points, unread)


def to_read(mark: Mark, manifest: Manifest, read: Read) -> Iterator[tuple[object, ...]]:
    """Yield a row for each criterion of each argument that was given, with its points or a place for them."""
    for verdict in mark.verdict.fields:
        if verdict.status != "yours":
            continue
        number = manifest.exercises[mark.exercise]["number"]
        given = read.get((mark.student, mark.exercise, verdict.name), {})
        for place, each in enumerate(manifest.fields(mark.exercise)[verdict.name]["criteria"], start=1):
            answer = mark.answers[verdict.name] if place == 1 else ""
            points = f"{given[place]:g}" if place in given else ""
            yield (
                mark.student,
                number,
                verdict.name,
                place,
                answer,
                each["points"],
                each["full"],
                each["half"],
                points,
            )


def read_points(path: Path | None, manifest: Manifest) -> tuple[Read, list[Problem]]:
    """Read the points that an instructor gave to arguments; a row without points is not read yet.

    Raises
    ------
    PlainError
        If the file can't be opened, or lacks a column.
    """
    given: dict[tuple[str, str, str], dict[int, float]] = {}
    problems = []
    for row in read_csv(read_text(path, "the points"), READ, str(path)) if path else ():
        if row.trouble == "is empty" or (not row.trouble and not row.cells["points"]):
            continue
        try:
            student, exercise, field, place, points = _checked(row.cells, manifest)
            given.setdefault((student, exercise, field), {})[place] = points
        except (KeyError, ValueError, IndexError, TypeError):
            what = f"line {row.line} of {path.name if path else ''} gives no points that can be counted"
            problems.append(Problem("unreadable points", what, row.line, *map(row.cells.get, READ[:3])))  # type: ignore[arg-type]
    return given, problems


def _checked(cells: Mapping[str, str], manifest: Manifest) -> tuple[str, str, str, int, float]:
    """Return a row's student, exercise, field, criterion and points; raises if one of them can't be."""
    exercise, place = manifest.ids[cells["exercise"]], int(cells["criterion"])
    criteria = manifest.fields(exercise)[cells["field"]]["criteria"]
    points = float(cells["points"].replace(",", "."))
    if cells["student"] not in manifest.students or place < 1 or not 0 <= points <= criteria[place - 1]["points"]:
        raise ValueError(cells)
    return cells["student"], exercise, cells["field"], place, points
