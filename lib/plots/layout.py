"""Sizes of the attention grids, in pixels: cells that line up, and labels that fit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lib.palette import SIZES
from lib.plots.style import SLACK, text_width, widest

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

CELL = 28  # a cell with its gap
LABELS = 64  # the widest a token may be
ROOM = 232  # tokens wider than a cell widen it up to this total, and are turned beyond it
TURN = 45  # degrees
KEY, TITLE = 21, 40  # from the column labels up to "key (column)" and to the title
EDGE = 4


class Grid(NamedTuple):
    """One grid as it will be drawn; `can_attend` is True where the query (row) can attend to the key (column)."""

    title: str
    can_attend: NDArray[np.bool]
    queries: list[str]
    keys: list[str]


@dataclass(frozen=True)
class Layout:
    """Sizes in pixels that all grids of a picture share, so that their cells line up."""

    cell: float
    left: float
    above: float
    width: float

    @property
    def top(self) -> float:
        """From the upper edge of the panel down to the cells."""
        return self.above + TITLE + SIZES.title

    def height(self, rows: int) -> float:
        """Return the height of a panel with that many rows."""
        return self.top + max(CELL * rows + EDGE, CELL * rows / 2 + 34)  # for the turned words at the left


def lay_out(grids: Sequence[Grid]) -> Layout:
    """Find the sizes that suit all the grids: square cells, wider ones, or turned column labels."""
    columns = max(len(grid.keys) for grid in grids)
    key_width = min(LABELS, max(widest(grid.keys) for grid in grids))
    left = min(LABELS, max(widest(grid.queries) for grid in grids)) + 24
    cell = max(float(CELL), math.ceil(key_width + 2))
    must_turn = cell > CELL and left + columns * cell > ROOM
    cell = CELL if must_turn else cell
    beyond = key_width * math.cos(math.radians(TURN)) + 4 if must_turn else 0
    titles = max(76.0, *(text_width(grid.title, SIZES.title, semibold=True) / SLACK for grid in grids))
    return Layout(
        cell,
        left,
        labels_height(grids, cell),
        math.ceil(left + max(columns * cell + max(EDGE, beyond - cell / 2), titles)),
    )


def is_turned(grid: Grid, cell: float) -> bool:
    """Whether a column label is wider than a cell, so that they all have to turn."""
    return min(LABELS, widest(grid.keys)) > cell


def labels_height(grids: Sequence[Grid], cell: float) -> float:
    """Return how far the column labels reach up from the cells."""
    turned = [min(LABELS, widest(grid.keys)) for grid in grids if is_turned(grid, cell)]
    turn = math.radians(TURN)
    return max(turned) * math.sin(turn) + SIZES.text * math.cos(turn) + 5 if turned else 20.0
