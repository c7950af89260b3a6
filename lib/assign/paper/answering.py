"""Room to answer: a box for what is computed, boxes to tick, a grid to fill, lines for an argument."""

from __future__ import annotations

from itertools import groupby

from lib.answers.table import Table
from lib.assign.paper.typst import Content, array, call, contents, said, string
from lib.assign.questions import options, unit
from lib.bank import Exercise
from lib.bank.explorations import EXPLORATIONS

LINES_PER_POINT = 3
WORKED = {"number", "count"}
"""Kinds of fields for which one works something out."""


def answering(exercise: Exercise, table: Table) -> Content:
    """Return the room for all fields of an exercise, in their order."""
    fields = table["fields"]
    has_argument = any(field["kind"] == "argument" for field in fields)
    groups = [(kind, list(group)) for kind, group in groupby(fields, key=_kind)]
    return "".join(_group(kind, group, exercise, has_argument=has_argument) for kind, group in groups)


def _kind(field: Table) -> str:
    return field["kind"] if field["kind"] in ("mask", "argument") else "place"


def _group(kind: str, fields: list[Table], exercise: Exercise, *, has_argument: bool) -> Content:
    if kind == "argument":
        return "".join(map(_argument, fields))
    if kind == "mask":
        return "".join(_mask(field, exercise) for field in fields)
    kinds = {field["kind"] for field in fields}
    # Alone on its page, the work with a real number may have all of it.
    height = "1fr" if "number" in kinds and not has_argument else "42mm"
    work = call("work", height) if kinds & WORKED else ""
    by_part = groupby(fields, key=lambda field: str(field["label"])[:3])
    return work + "".join(call("places", array(map(_row, part))) for _, part in by_part)


def _row(field: Table) -> str:
    return f"([{said(_label(field))}], [{_place(field)}])"


def _label(field: Table) -> str:
    return f"{field['label']}{unit(field)}"


def _place(field: Table) -> Content:
    if field["kind"] == "choice":
        return call("options", contents(said(each.text) for each in options(field)))
    return call("blank", {"number": "38mm", "count": "38mm", "shape": "46mm"}.get(field["kind"], "60mm"))


def _argument(field: Table) -> Content:
    points = f"{field['points']} point{'' if field['points'] == 1 else 's'}"
    return call("lines", f"[{said(field['label'])}]", string(points), str(max(2, LINES_PER_POINT * field["points"])))


def _mask(field: Table, exercise: Exercise) -> Content:
    tokens = tokens_of(exercise, field)
    empty = array(contents([""] * len(tokens)) for _ in tokens)
    grid = call("mask", contents(map(said, tokens)), empty, "11mm", string("row looks at column"))
    return call("places", array([f"([{said(field['label'])}], [{grid}])"]))


def tokens_of(exercise: Exercise, field: Table) -> list[str]:
    """Return the tokens of a grid to fill: those that the exercise's widget starts with, else "token 1" and so on."""
    count = len(field["answer"].split("/"))
    for each in EXPLORATIONS.get(exercise.id, ()):
        tokens = each.settings(exercise.defaults).get("tokens", ())
        if len(tokens) == count:
            return [str(token) for token in tokens]
    return [f"token {place}" for place in range(1, count + 1)]
