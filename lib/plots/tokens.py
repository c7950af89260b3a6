"""Tokens as rows of chips: a sentence and what masking makes of it, a word and its pieces."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.patches import FancyBboxPatch

from lib.losses import IGNORE
from lib.palette import DARK, LIGHT, SIZES, Palette
from lib.plots.read import read_labels, read_masking
from lib.plots.style import bare, fit, new_figure, pixels_of, place, text_width, widest, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

WIDTH = 400  # pixels
ROW, CHIP, PAD = 24, 21, 6  # pixels: a row, a chip in it, a chip's margin beside its text
NOTE = 13  # a row of small words
GAP, BETWEEN = 5, 14  # from chip to chip, and from one line of tokens to the next
LONGEST = 110  # the widest a token may be
NAMES = 12  # from the rows' names to the chips
ON_AMBER = DARK.paper  # the amber of fills is one in both themes, so what is written on it is too


class Cell(NamedTuple):
    """One text of a column: bare, or as a chip."""

    text: str
    is_chip: bool = False
    tone: str = "ink"
    fill: str = ""
    is_strong: bool = False


class Row(NamedTuple):
    """A row of cells, one for each column, with its name; a note is lower and in small letters."""

    name: str
    cells: Sequence[Cell]
    is_note: bool = False

    def height(self, line: Sequence[int]) -> int:
        """Return the pixels that it takes in a line of these columns: a note without words takes none."""
        if self.is_note:
            return NOTE if any(self.cells[i].text for i in line) else 0
        return ROW


def plot_masking(
    original: Iterable[object],
    shown: Iterable[object],
    labels: Iterable[object],
    fates: Iterable[str],
    *,
    theme: Palette = LIGHT,
    ax: Axes | None = None,
) -> Axes:
    """Draw a sentence, what the model reads of it and what it must predict, one column a token.

    Parameters
    ----------
    original : iterable of str
        The tokens; at most 60.
    shown : iterable of str
        What the model reads.
    labels : iterable of str or −100
        The original at chosen positions, −100 elsewhere.
    fates : iterable of str
        "masked", "random" or "kept" at chosen positions, "" elsewhere.
    theme : Palette
        `LIGHT` or `DARK`.
    ax : Axes, optional
        Where to draw: the columns wrap at its width. Without it, a new figure is made.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError, TypeError
        If the lists differ in length, or label and fate of a position do not fit together.
    """
    before, after, wanted, happened = read_masking(original, shown, labels, fates)
    rows = [
        Row("original", [Cell(token) for token in before]),
        Row("shown", [_shown(token, fate) for token, fate in zip(after, happened, strict=True)]),
        Row("", [Cell(fate if fate != "masked" else "", tone="muted") for fate in happened], is_note=True),
        Row("label", [_label(label) for label in wanted]),
    ]
    return _draw(rows, theme, ax)


def plot_pieces(word: str, pieces: Iterable[str], *, theme: Palette = LIGHT, ax: Axes | None = None) -> Axes:
    """Draw the pieces of a word, each below the letters that it stands for.

    Parameters
    ----------
    word : str
        The word.
    pieces : iterable of str
        What `split_word` makes of it.
    theme : Palette
        `LIGHT` or `DARK`.
    ax : Axes, optional
        Where to draw: the columns wrap at its width. Without it, a new figure is made.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError, TypeError
        If there are no pieces.
    """
    found = read_labels("pieces", pieces)
    bare_pieces = [piece.removeprefix("##") for piece in found]
    letters = bare_pieces if "".join(bare_pieces) == word else [*read_labels("word", [word]), *[""] * (len(found) - 1)]
    rows = [
        Row("letters", [Cell(text) for text in letters]),
        Row("pieces", [Cell(piece, is_chip=True, tone="edge", is_strong=True) for piece in found]),
    ]
    return _draw(rows, theme, ax)


def _shown(token: str, fate: str) -> Cell:
    if fate == "masked":
        return Cell(token, is_chip=True, tone="amber", fill="amber_fill", is_strong=True)
    return Cell(token, is_chip=True, tone="ink" if fate else "line", fill="tint" if fate else "", is_strong=bool(fate))


def _label(label: str) -> Cell:
    return Cell("−100", tone="muted") if label == str(IGNORE) else Cell(label, tone="amber", is_strong=True)


def _draw(rows: Sequence[Row], theme: Palette, ax: Axes | None) -> Axes:
    left = widest([row.name for row in rows]) + NAMES
    widths = [_width_of(column) for column in zip(*(row.cells for row in rows), strict=True)]
    room = (WIDTH if ax is None else pixels_of(ax)[0]) - left
    lines = _wrap(widths, room)
    total = sum(row.height(line) for row in rows for line in lines) + BETWEEN * (len(lines) - 1)
    if ax is None:
        across = left + max(sum(widths[i] + GAP for i in line) - GAP for line in lines)
        ax = place(new_figure(math.ceil(across), total), 0, 0, math.ceil(across), total)
    bare(ax)
    ax.set(xlim=(0, pixels_of(ax)[0]), ylim=(pixels_of(ax)[1], 0))
    down = 0.0
    for line in lines:
        for row in rows:
            middle = down + row.height(line) / 2
            write(ax, row.name, (0, middle), theme.muted)
            across = left
            for i in line:
                _cell(ax, row, row.cells[i], across + widths[i] / 2, middle, widths[i], theme)
                across += widths[i] + GAP
            down += row.height(line)
        down += BETWEEN
    return ax


def _width_of(cells: Sequence[Cell]) -> float:
    texts = [text_width(fit(cell.text, LONGEST), semibold=cell.is_strong) for cell in cells if cell.text]
    return max(26.0, max(texts, default=0) + 2 * PAD)


def _wrap(widths: Sequence[float], room: float) -> list[list[int]]:
    """Return the columns of each line, as many as have room, at least one."""
    lines: list[list[int]] = []
    used = math.inf
    for i, width in enumerate(widths):
        if used + GAP + width > room:
            lines.append([])
            used = -GAP
        lines[-1].append(i)
        used += GAP + width
    return lines


def _cell(ax: Axes, row: Row, cell: Cell, x: float, y: float, width: float, theme: Palette) -> None:
    if cell.is_chip:
        corner = (x - width / 2, y - CHIP / 2)
        style: dict[str, Any] = {"boxstyle": "round,pad=0,rounding_size=3", "lw": SIZES.hair, "clip_on": False}
        fill = getattr(theme, cell.fill) if cell.fill else "none"
        ax.add_patch(FancyBboxPatch(corner, width, CHIP, facecolor=fill, edgecolor=getattr(theme, cell.tone), **style))
    color = ON_AMBER if cell.fill == "amber_fill" else theme.ink if cell.is_chip else getattr(theme, cell.tone)
    text = fit(cell.text, LONGEST, semibold=cell.is_strong)
    size = SIZES.small if row.is_note else SIZES.text
    if text:
        write(ax, text, (x, y), color, size=size, ha="center", weight="semibold" if cell.is_strong else "normal")
