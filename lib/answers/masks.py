"""Read a grid of "can attend", as text or as Python's own values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lib.answers.reading import NotRead, Word, kind_of, quote, tidy
from lib.bank.grids import FEWEST, MOST

LONGEST_MASK = 1000
"""How many characters a grid may have; eight rows of eight times "False, " have fewer."""

ROWS = re.compile(r"[/|;\]\r\n]+")
"""What stands between two rows; where there is none of these a space does, else a comma."""
AROUND = re.compile(r"[ ,\[(){}]+")
"""What a row's cells may have around them."""
CAN = re.compile(r"t(?:rue)?|yes|[✓✔☑]")
CANNOT = re.compile(r"f(?:alse)?|no|[·.☐-]")
FLOATS = re.compile(r"\.0*(?=[ ,\]\r\n])")
"""What a printed array of real numbers has behind each."""
CELLS = re.compile(r"^[01]+$")
EXAMPLE = "a row for each token, 1 where it can attend and 0 where not, as in 01/10 for two tokens"


def read_mask(given: object) -> Word | NotRead:
    """Read who can attend to whom: a row is the token that looks, a column the token looked at.

    Parameters
    ----------
    given
        ``"100/110/111"``, ``"✓·/✓✓"``, a printed array; lists or an array of True and False, or of 1 and 0.

    Examples
    --------
    >>> read_mask([[True, False], [True, True]]).value, read_mask("✓· ✓✓").value
    ('10/11', '10/11')
    """
    if isinstance(given, str):
        return _from_text(str.__str__(given))
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if not isinstance(given, list | tuple) or not all(isinstance(row, list | tuple | np.ndarray) for row in given):
        return NotRead(f"{kind_of(given)} {'without rows ' * isinstance(given, list | tuple)}is not a grid")
    rows = ["".join(map(_cell, row)) for row in given[: MOST + 1]]
    trouble = _trouble(rows)
    return NotRead(f"What was given {trouble}") if trouble else Word("/".join(rows))


def _from_text(text: str) -> Word | NotRead:
    if len(text) > LONGEST_MASK:
        return NotRead(f"{quote(text)} is too long for a grid")
    plain = FLOATS.sub("", text) if "[" in text else text
    lines = [tidy(line).lower() for line in ROWS.split(plain)]
    parts = [part for line in lines for part in ROWS.split(line)]  # tidying may have made one, of a look-alike
    filled = [part for part in parts if AROUND.sub("", part)]
    rows = filled if len(filled) != 1 else filled[0].split(" " if " " in filled[0] else ",")
    cells = [AROUND.sub("", CANNOT.sub("0", CAN.sub("1", row))) for row in rows]
    if trouble := _trouble(cells):
        return NotRead(f"{quote(text)} {trouble}")
    value = "/".join(cells)
    return Word(value, "" if text == value else value)


def _cell(cell: Any) -> str:
    """Return 1 or 0; for anything else what no grid has."""
    is_plain = isinstance(cell, bool | np.bool | int | float | np.integer | np.floating)
    return str(int(cell)) if is_plain and cell in (0, 1) else "?"


def _trouble(rows: Sequence[str]) -> str:
    """Say why these rows are no grid; nothing if they are one."""
    if not rows or not all(CELLS.match(row) for row in rows):
        return "is not a grid that can be read"
    if any(len(row) != len(rows[0]) for row in rows):
        return "has rows of different lengths"
    if len(rows) != len(rows[0]):
        return "does not have as many rows as columns"
    return "" if FEWEST <= len(rows) <= MOST else f"is not of {FEWEST} to {MOST} tokens"
