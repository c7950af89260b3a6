"""A worksheet: the chosen exercises with somebody's numbers, and room to write. It holds no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lib.answers.packing import as_table
from lib.answers.table import Table
from lib.assign.issue import Issued, table_of
from lib.assign.paper.answering import answering
from lib.assign.paper.figures import given_figure
from lib.assign.paper.text import to_typst
from lib.assign.paper.typst import Content, array, call, contents, said, string
from lib.bank import Exercise, render

NOTE = (
    "Write your answers into the boxes and on the lines; the dotted fields are for your work. What stands in a box "
    "counts, with as many decimals as are asked for. A slip costs only itself if the steps after it can be followed."
)
PageSize = Literal["a4", "us-letter"]


@dataclass(frozen=True)
class Sheet:
    """What one student gets, or one variant.

    Attributes
    ----------
    name
        Empty where it is to be written by hand.
    mark
        The code on every page, by which the key finds the numbers.
    issued
        By exercise.
    """

    name: str
    mark: str
    issued: Mapping[str, Issued]


def worksheets(title: str, page: PageSize, exercises: Sequence[Exercise], sheets: Sequence[Sheet]) -> Content:
    """Return a document with these worksheets, each beginning on an odd page."""
    made = [_worksheet(title, exercises, sheet) for sheet in sheets]
    break_to_odd = call("pagebreak", to='"odd"', weak="true")
    return call("document-of", string(title), string(page), body=break_to_odd.join(made))


def _worksheet(title: str, exercises: Sequence[Exercise], sheet: Sheet) -> Content:
    name = string(sheet.name) if sheet.name else "none"
    bodies = contents(_exercise(each, sheet.issued[each.id]) for each in exercises)
    summary = f"[{_summary(title, sheet.mark, exercises)}]"
    return call("worksheet", string(title), name, string(sheet.mark), summary, bodies)


def _summary(title: str, mark: str, exercises: Sequence[Exercise]) -> Content:
    rows = array(array([string(each.number), string(str(each.points))]) for each in exercises)
    total = str(sum(each.points for each in exercises))
    return call("summary", string(title), string(mark), string(NOTE), rows, string(total))


def _exercise(exercise: Exercise, issued: Issued) -> Content:
    table: Table = as_table(table_of(exercise.id, issued))
    figure = given_figure(exercise, issued.numbers)
    prompt = to_typst(render(exercise.prompt, exercise, issued.numbers), beside=figure)
    return call(
        "exercise-of",
        string(exercise.number),
        f"[{said(exercise.title)}]",
        f"[{said(f'{_points(exercise.points)} · about {exercise.minutes} minutes')}]",
        f"[{prompt}]",
        f"[{answering(exercise, table)}]",
    )


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"
