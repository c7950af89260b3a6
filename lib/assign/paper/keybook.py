"""The key on paper: for each exercise everybody's answers, what the usual mistakes mean, and the rubric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from lib.answers.packing import as_table
from lib.answers.shapes import show_shape
from lib.answers.table import Table
from lib.assign import key
from lib.assign.issue import Issued, table_of
from lib.assign.paper.answering import tokens_of
from lib.assign.paper.figures import answer_figure
from lib.assign.paper.typst import Content, array, call, contents, said, string
from lib.assign.paper.worksheet import PageSize, Sheet
from lib.assign.questions import unit
from lib.bank import Exercise, MaskField

NOTE = (
    "Look up the code of a worksheet in the exercise's table. An answer is right within the tolerance that stands "
    "behind it; an answer that follows by the right step from an earlier wrong one keeps its points. The last column "
    "has what the usual mistakes give; what each means stands below the table. Half credit is half of a row's points."
)
MORE_DECIMALS = 2
"""How many more than asked for the key prints, so that a reader sees which way to round."""


def key_of(title: str, page: PageSize, exercises: Sequence[Exercise], sheets: Sequence[Sheet]) -> Content:
    """Return the key of some worksheets as a document."""
    who = [string(part) for each in sheets for part in (each.mark, each.name or "name on the sheet")]
    names = _table(("34mm", "1fr"), ("code", "student"), map(_text, who)) if any(s.name for s in sheets) else ""
    bodies = contents(_exercise(each, sheets) for each in exercises)
    whole = call("key", string(f"Key: {title}"), string(NOTE), f"[{_overview(exercises)}]", f"[{names}]", bodies)
    return call("document-of", string(f"Key: {title}"), string(page), body=whole)


def _overview(exercises: Sequence[Exercise]) -> Content:
    heads = ("exercise", "title", "points", "computed", "to be read")
    rows = [
        (each.number, each.title, each.points, each.points - read, read)
        for each in exercises
        for read in [sum(point.points for point in each.rubric)]
    ]
    totals = [sum(row[place] for row in rows) for place in (2, 3, 4)]  # type: ignore[misc]
    cells = [str(cell) for row in [*rows, ("", "all", *totals)] for cell in row]
    return _table(("18mm", "1fr", "18mm", "20mm", "22mm"), heads, map(_text, map(string, cells)))


def _exercise(exercise: Exercise, sheets: Sequence[Sheet]) -> Content:
    parts = [
        call("heading", level="1", body=said(f"{exercise.number} {exercise.title}")),
        answer_figure(exercise),
        _answers(exercise, sheets) if exercise.keyed else "",
        _mistakes(exercise) if exercise.keyed else "",
        _rubric(exercise),
    ]
    return "".join(parts)


def _answers(exercise: Exercise, sheets: Sequence[Sheet]) -> Content:
    """Return everybody's answers: a row for each field, or the same for all where nothing is drawn."""
    if exercise.draw is None:
        cells = _issued(exercise, sheets[0].issued[exercise.id], key.EVERYBODY, "")
    else:
        cells = [cell for each in sheets for cell in _issued(exercise, each.issued[exercise.id], each.mark, each.name)]
    has_grid = any(isinstance(field, MaskField) for field in exercise.fields)
    heads = ("worksheet", "part", "answer", "points", "mistakes that have a name")
    return _titled("Answers", _table(("27mm", "27mm", "45mm" if has_grid else "34mm", "12mm", "1fr"), heads, cells))


def _issued(exercise: Exercise, issued: Issued, mark: str, name: str) -> list[str]:
    fields = [each for each in as_table(table_of(exercise.id, issued))["fields"] if each["kind"] != "argument"]
    cells = [call("whose", string(mark), string(name), str(len(fields)))[1:-1]]
    for field in fields:
        mistakes = call("wrong", contents(said(_mistake(field, each)) for each in field["mistakes"]))
        answer = _mask(field, exercise) if field["kind"] == "mask" else said(_answer(field))
        texts = (said(f"{field['label']}{unit(field)}"), answer, said(str(field["points"])), mistakes)
        cells += [f"[{text}]" for text in texts]
    return cells


def _mistake(field: Table, mistake: Table) -> str:
    """Return a wrong answer with the mistake's name, which an option of a choice has already."""
    value = _shown(field, mistake["value"])
    if mistake.get("excused"):
        return f"{mistake['name']}, counts as right: {value}"
    return value if field["kind"] == "choice" else f"{mistake['name']}: {value}"


def _answer(field: Table) -> str:
    if field["kind"] != "number":
        return _shown(field, field["answer"])
    return f"{field['answer']:.{field['decimals'] + MORE_DECIMALS}f} ± {field['tolerance']:g}"


def _shown(field: Table, value: object) -> str:
    if isinstance(value, list):
        return show_shape(value)
    if isinstance(value, float | int):
        text = f"{value:.{field['decimals'] or 3}f}" if field["kind"] == "number" else f"{value:.6g}"
        return text.replace("-", "−")
    return str(value)


def _mask(field: Table, exercise: Exercise) -> Content:
    tokens = tokens_of(exercise, field)
    rows = [["✓" if cell == "1" else "" for cell in row] for row in field["answer"].split("/")]
    return call("mask", contents(map(said, tokens)), array(contents(map(said, row)) for row in rows), "8mm", '""')


def _mistakes(exercise: Exercise) -> Content:
    labels = {field.name: key.for_all(field.label) for field in exercise.fields}
    rows = [(labels[row[2]], *row[3:]) for row in key.mistake_rows([exercise])]
    heads = ("part", "mistake", "counts as", "what a learner is told")
    return _titled("What the mistakes mean", _rows(("31mm", "34mm", "16mm", "1fr"), heads, rows))


def _rubric(exercise: Exercise) -> Content:
    rows = [(row[3], *(cell or "–" for cell in row[4:])) for row in key.rubric_rows([exercise])]
    heads = ("part", "points", "full credit", "half of it", "none")
    return _titled("Rubric", _rows(("31mm", "12mm", "1.3fr", "1fr", "0.7fr"), heads, rows))


def _titled(title: str, table: Content) -> Content:
    return call("heading", level="2", body=said(title)) + table


def _rows(widths: Sequence[str], heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Content:
    """Return a table in which rows of the same part have it once, beside them all."""
    cells: list[str] = []
    for part, group in groupby(rows, key=lambda row: row[0]):
        rest = [_text(string(str(cell))) for row in group for cell in row[1:]]
        cells += [f"part({len(rest) // (len(heads) - 1)}, {string(str(part))})", *rest]
    return _table(widths, heads, cells)


def _table(widths: Sequence[str], heads: Sequence[str], cells: Iterable[str]) -> Content:
    return call("long-table", array(widths), array(map(string, heads)), array(cells))


def _text(quoted: str) -> str:
    return f"[#{quoted}]"
