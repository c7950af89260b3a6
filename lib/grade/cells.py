"""Read a notebook that came back: its cells are data, and nothing of them is run.

What stands in an answer cell is read by `lib.grade.answer_cells`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from lib.grade.answer_cells import read_answers
from lib.grade.manifest import Manifest

MOST_BYTES = 50_000_000
"""A notebook with more is not opened."""
MOST_CELLS = 5000
"""One with more is not read: it was made to be in the way."""

Cell = dict[str, Any]


class UnreadableError(Exception):
    """What a file is instead of a notebook: the kind of problem, and what to say of it."""


@dataclass
class Sheet:
    """What a notebook holds.

    Attributes
    ----------
    answers
        By exercise and field, as text; what is left out is not there.
    whose, release
        The student and the class whom the notebook was made for, as it says itself.
    problems
        Each with its kind, what to say, and the exercise.
    found
        How many of the notebook's cells are there.
    """

    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    whose: str = ""
    release: str = ""
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
    if len(cells) > MOST_CELLS:
        raise UnreadableError("too large", f"has {len(cells)} cells, and is not read")
    return [cell for cell in cells if isinstance(cell, dict)], _table(found.get("metadata"))


def read_sheet(cells: Sequence[Cell], about: Cell, manifest: Manifest) -> Sheet:
    """Read the answers out of a notebook's cells."""
    made_for = _table(about.get("bert_exercises"))
    sheet = Sheet(whose=str(made_for.get("student", "")), release=str(made_for.get("release", "")))
    stub, kept = manifest.notebook["stub"].strip(), manifest.notebook["cells"]
    located = locate(cells, kept, sheet)
    for name, about_cell in kept.items():
        exercise, cell = about_cell["exercise"], located.get(name)
        if cell is None:
            number = manifest.exercises[exercise]["number"]
            sheet.problems.append(("missing cell", f"the cell {name} is gone", number))
            continue
        sheet.found += 1
        text = source_of(cell)
        given = {}
        if "hash" in about_cell:
            _check(name, cell, about_cell, manifest, sheet)
        elif "field" in about_cell:
            given = {} if text.strip() in ("", stub) else {about_cell["field"]: text.strip()}
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
        what = "cells have lost nbgrader's metadata, and were found by their ids or texts"
        sheet.problems.append(("metadata stripped", what, ""))
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
