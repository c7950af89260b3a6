"""Read a notebook that came back: its cells are data, and nothing of them is run.

An answer cell assigns plain values. They are taken from its text: a literal as what it says, anything else
as the words it is written in, which the bank's rules then find unreadable unless they are a number or a word.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from lib.answers.names import show_shape
from lib.grade.manifest import Manifest

MOST_BYTES = 50_000_000
"""A notebook with more is not opened."""
MOST_CHARACTERS = 20_000
"""An answer cell with more is not read."""

Cell = dict[str, Any]
_LINE = re.compile(r"^(\w+)[ \t]*=[ \t]*(.*?)[ \t]*(?:#.*)?$", re.MULTILINE)


class UnreadableError(Exception):
    """What a file is instead of a notebook: the kind of problem, and what to say of it."""


@dataclass
class Sheet:
    """What a notebook holds.

    Attributes
    ----------
    answers
        By exercise and field, as text; what is left out is not there.
    whose
        The student whom the notebook was made for, as it says itself.
    problems
        Each with its kind, what to say, and the exercise.
    found
        How many of the notebook's cells are there.
    """

    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    whose: str = ""
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    found: int = 0


def read_cells(data: bytes) -> tuple[list[Cell], Cell]:
    """Return the cells of a notebook, and its metadata.

    Raises
    ------
    UnreadableError
        If it is none.
    """
    if not data.strip():
        raise UnreadableError("empty file", "has nothing in it")
    if len(data) > MOST_BYTES:
        raise UnreadableError("too large", f"has {len(data) // 10**6} MB, and is not opened")
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        text = error.doc.strip()
        if text.startswith("{") and (not text.endswith("}") or error.pos >= len(error.doc.rstrip()) - 1):
            raise UnreadableError("truncated", "breaks off in the middle: ask for the whole file") from None
        raise UnreadableError("unreadable", "is no notebook: its text is not JSON") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise UnreadableError("unreadable", "is no notebook: its text can't be decoded") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list):
        raise UnreadableError("unreadable", "is no notebook: it has no cells")
    return [cell for cell in cells if isinstance(cell, dict)], _table(found.get("metadata"))


def read_sheet(cells: Sequence[Cell], about: Cell, manifest: Manifest) -> Sheet:
    """Read the answers out of a notebook's cells."""
    sheet = Sheet(whose=str(_table(about.get("bert_exercises")).get("student", "")))
    stub, kept = manifest.notebook["stub"], manifest.notebook["cells"]
    located = locate(cells, kept, sheet)
    for name, about_cell in kept.items():
        exercise, cell = about_cell["exercise"], located.get(name)
        if cell is None:
            number = manifest.exercises[exercise]["number"]
            sheet.problems.append(("missing cell", f"the cell {name} is gone", number))
            continue
        sheet.found += 1
        text = source_of(cell)
        given: Mapping[str, str] = {}
        if "hash" in about_cell:
            _check(name, cell, about_cell, manifest, sheet)
        elif "field" in about_cell:
            given = {} if text.strip() in ("", stub.strip()) else {about_cell["field"]: text.strip()}
        else:
            given = read_answers(text, manifest.fields(exercise))
        if given:
            sheet.answers.setdefault(exercise, {}).update(given)
    return sheet


def locate(cells: Sequence[Cell], kept: Mapping[str, Cell], sheet: Sheet) -> dict[str, Cell]:
    """Return the cells that count by their name; the last of several, as nbgrader does."""
    named: dict[str, list[Cell]] = {}
    for cell in cells:
        named.setdefault(str(role_of(cell).get("grade_id", "")), []).append(cell)
    located, is_stripped = {}, False
    for name, about in kept.items():
        same = named.get(name) or []
        if not same:
            same = [cell for cell in cells if cell.get("id") == name] or _by_text(cells, about)
            is_stripped = is_stripped or bool(same)
        if len(same) > 1:
            sheet.problems.append(
                ("duplicate cell", f"the cell {name} is there {len(same)} times: the last counts", "")
            )
        if same:
            located[name] = same[-1]
    if is_stripped:
        sheet.problems.append(
            ("metadata stripped", "cells have lost nbgrader's metadata, and were found by their texts", "")
        )
    return located


def _by_text(cells: Sequence[Cell], about: Cell) -> list[Cell]:
    """Find a cell by how it begins, or by what stands in the one before it."""
    if "opening" in about:
        return [cell for cell in cells if source_of(cell).lstrip().startswith(about["opening"])]
    if "below" in about:
        return [cells[i + 1] for i in range(len(cells) - 1) if about["below"] in source_of(cells[i])]
    return [cell for cell in cells if sha256(source_of(cell).encode()).hexdigest()[:16] == about["hash"]]


def _check(name: str, cell: Cell, about: Cell, manifest: Manifest, sheet: Sheet) -> None:
    """Report a check that was changed; nothing hangs on it, since points come from the manifest."""
    role = role_of(cell)
    is_other = sha256(source_of(cell).encode()).hexdigest()[:16] != about["hash"]
    if is_other or (role and role.get("points") != about["role"]["points"]):
        number = manifest.exercises[about["exercise"]]["number"]
        sheet.problems.append(("tampered", f"the check {name} was changed; it is graded as issued", number))


def read_answers(text: str, fields: Mapping[str, Cell]) -> dict[str, str]:
    r"""Return what an answer cell assigns to each field, as text.

    Examples
    --------
    >>> read_answers("p = 0,844  # a\nw = '[CLS]'\nx = f(2)", {"p": {"kind": "number"}, "w": {}, "x": {}})
    {'p': '0,844', 'w': '[CLS]', 'x': 'f(2)'}
    """
    text = text[:MOST_CHARACTERS]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what students write
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        found = {name: _unquoted(value) for name, value in _LINE.findall(text)}
    else:
        found = {}
        for each in body:
            for target in each.targets if isinstance(each, ast.Assign) else ():
                if isinstance(target, ast.Name) and isinstance(each, ast.Assign):
                    found[target.id] = _value(each.value, text, fields.get(target.id, {}).get("kind", ""))
    return {name: found[name] for name in fields if found.get(name, "").strip() not in ("", "None", "...")}


def _value(node: ast.expr, text: str, kind: str) -> str:
    """Return a value as it would be typed."""
    written = ast.get_source_segment(text, node) or ""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return written
    if isinstance(value, str):
        return value
    if kind == "shape" and isinstance(value, tuple | list) and all(isinstance(each, int | str) for each in value):
        return show_shape(value) if value else written
    return written


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def source_of(cell: Cell) -> str:
    """Return a cell's text, whatever form it has; letters that are none are replaced."""
    found = cell.get("source", "")
    text = "".join(map(str, found)) if isinstance(found, list) else str(found)
    return text.encode("utf-8", "replace").decode("utf-8").replace("\r\n", "\n")


def role_of(cell: Cell) -> Cell:
    """Return nbgrader's metadata of a cell, empty if there is none."""
    return _table(_table(cell.get("metadata")).get("nbgrader"))


def _table(found: object) -> Cell:
    return found if isinstance(found, dict) else {}
