"""The report on a class: how far each exercise got, and which mistakes to talk about. Nobody is named in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from lib.grade.charts import Chart
from lib.grade.report_page import PAGE, styles
from lib.grade.tally import ExerciseTally, FieldTally, Tally, in_common
from lib.plots.outcomes import ALL, LEFT_OUT, NONE, SOME, Series

TOP = 10
"""So many mistakes are what a lecture has time for."""
MISTAKES = Series("students", "notyet_bg", "notyet", "notyet")
OUTCOMES = ("right", "carried", "mistake", "wrong", "not read", "left out")
HEADS = ("right", "right step from a wrong number", "known mistake", "other wrong", "not read", "left out")


class Slip(NamedTuple):
    """A mistake with how many made it."""

    exercise: ExerciseTally
    field: FieldTally
    name: str
    students: int

    @property
    def where(self) -> str:
        """Exercise, part and mistake."""
        return f"{self.exercise.number} {self.field.label}: {self.name}"

    @property
    def told(self) -> str:
        """What those were told who made it, as far as it was the same for all."""
        return in_common(self.field.told[self.name])


def write_report(path: Path, tally: Tally) -> None:
    """Write the report as one file that needs no other."""
    path.write_text(report(tally), encoding="utf-8", newline="\n")


def report(tally: Tally) -> str:
    """Return the report as HTML."""
    exercises = list(tally.exercises.values())
    handed_in, everybody = tally.students, len(tally.manifest.students)
    parts = [_overview(tally), _slips(tally), *map(_exercise, exercises)] if handed_in else []
    return PAGE.format(
        title=escape(tally.manifest.title),
        styles=styles(),
        lead=f"{handed_in} of {everybody} students handed in something that could be graded."
        + (" Counts and shares are of these." if handed_in else ""),
        body="\n".join(parts),
    )


def slips(tally: Tally) -> list[Slip]:
    """Return all mistakes that were made, the most frequent first."""
    found = [
        Slip(exercise, each, name, count)
        for exercise in tally.exercises.values()
        for each in exercise.fields.values()
        for name, count in each.mistakes.items()
    ]
    return sorted(found, key=attrgetter("students"), reverse=True)


def _overview(tally: Tally) -> str:
    """Return how many got all, some or none of each exercise's computed answers right."""
    rows = [each for each in tally.exercises.values() if each.is_computed]
    if not rows:
        return ""
    labels = [f"{each.number} {_plain(each.title)}" for each in rows]
    counts = [(each.all_right, each.partly, each.none_right, each.left_out) for each in rows]
    worst = min(rows, key=attrgetter("all_right"))
    alt = (
        f"Bars of {len(rows)} exercises: how many of {tally.students} students got all, some or none of the computed "
        f"answers right, or left them out. Fewest got {worst.number} all right: {worst.all_right}. All numbers stand "
        "in the table below."
    )
    series = (ALL, SOME, NONE, LEFT_OUT)
    heads = ("exercise", *(each.name for each in series))
    table = _table(heads, [(label, *parts) for label, parts in zip(labels, counts, strict=True)])
    chart = Chart(labels, counts, series, of=tally.students, alt=alt)
    return f"<section><h2>How far each exercise got</h2>\n{chart.html()}\n{table}</section>"


def _slips(tally: Tally) -> str:
    """Return the most frequent mistakes, with what was said of them."""
    found = slips(tally)
    heading = "<h2>Before the next lecture</h2>"
    if not found:
        return f"<section>{heading}<p>Nobody made a mistake that has a name.</p></section>"
    top = found[:TOP]
    told = [
        f"<li><b>{escape(each.where)}</b>, {_of(each.students, tally.students)}. <q>{escape(each.told)}</q></li>"
        for each in top
    ]
    more = f"<p>{len(found) - TOP} more are rarer: see each exercise.</p>" if len(found) > TOP else ""
    alt = f"Bars of the most frequent mistakes, which the list below has with the same numbers; first {top[0].where}."
    chart = Chart(
        [each.where for each in top], [(each.students,) for each in top], (MISTAKES,), of=tally.students, alt=alt
    )
    lead = "<p>The most frequent mistakes, and what those who made them were told.</p>"
    return f"<section>{heading}{lead}\n{chart.html()}\n<ol>{''.join(told)}</ol>{more}</section>"


def _exercise(exercise: ExerciseTally) -> str:
    """Return one exercise, part by part."""
    fields = list(exercise.fields.values())
    computed = [each for each in fields if not each.is_argument]
    parts = [f"<h2>{escape(exercise.number)} {escape(_plain(exercise.title))}</h2>"]
    if computed:
        rows = [(each.label, *(each.outcomes[outcome] for outcome in OUTCOMES)) for each in computed]  # type: ignore[index]
        parts.append(_table(("part", *HEADS), rows))
        parts.append(_mistakes(computed))
    parts += [_argument(each) for each in fields if each.is_argument]
    return f"<section>{''.join(parts)}</section>"


def _mistakes(fields: Sequence[FieldTally]) -> str:
    rows = [
        (each.label, name, count, in_common(each.told[name]))
        for each in fields
        for name, count in each.mistakes.most_common()
    ]
    return _table(("part", "mistake", "students", "what they were told"), rows) if rows else ""


def _argument(field: FieldTally) -> str:
    """Return how an argument fared, as far as it has been read."""
    given = field.outcomes["given"]
    possible = f"{field.possible} point{'' if field.possible == 1 else 's'}"
    mean = f", {field.points / field.read:.1f} of {possible} on average" if field.read else ""
    return f"<p>{escape(field.label)}: {given} answer{'' if given == 1 else 's'}, {field.read} of them read{mean}.</p>"


def _of(count: int, students: int) -> str:
    return f"{count} of {students} students ({100 * count / students:.0f}\u00a0%)"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table whose first column names its rows; numbers stand at the right."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(_cell, rest))}</tr>' for first, *rest in rows
    )
    return f'<div class="table" tabindex="0" role="group"><table><tr>{head}</tr>{body}</table></div>'


def _cell(value: object) -> str:
    if isinstance(value, int):
        return f'<td class="number">{value}</td>'
    text = escape(str(value))
    return f"<td>{text}</td>" if " " in text else f'<td class="name">{text}</td>'


def _plain(title: str) -> str:
    return re.sub("`", "", title)
