"""Figure 2: who can attend to whom. A row for each query, a column for each key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import FancyBboxPatch

from lib.palette import LIGHT, SIZES, Palette
from lib.plots.layout import CELL, KEY, LABELS, TITLE, TURN, Grid, Layout, is_turned, labels_height, lay_out
from lib.plots.read import read_grid
from lib.plots.style import bare, fit, new_figure, pixels_of, place, text_width, widest, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

GAP, ROUND = 3, 3  # pixels between cells, and of a corner
NOTE = "✓  the row’s token can attend to the column’s token"


def plot_attention(
    can_attend: ArrayLike,
    *,
    queries: Iterable[object],
    keys: Iterable[object],
    title: str,
    theme: Palette = LIGHT,
    ax: Axes | None = None,
) -> Axes:
    """Draw who can attend to whom: ✓ where the row's token can attend to the column's.

    Parameters
    ----------
    can_attend : array_like of bool, shape (queries, keys)
        True where the query can attend to the key.
    queries, keys : iterable of str
        The tokens beside the rows and above the columns; at most 12 each.
    title : str
        The name of the grid.
    theme : Palette
        `LIGHT` or `DARK`.
    ax : Axes, optional
        Where to draw: its box is that of the cells. Without it, a new figure is made.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError, TypeError
        If the shape does not fit the tokens, or what is given is not True and False.
    """
    grid = Grid(str(title), *read_grid(can_attend, queries, keys))
    if ax is None:
        layout = lay_out([grid])
        ax = _place(new_figure(layout.width, layout.height(len(grid.queries))), grid, layout, 0, 0)
    draw_grid(ax, grid, labels_height([grid], pixels_of(ax)[0] / len(grid.keys)), theme)
    return ax


def grid_panels(grids: Sequence[Grid], theme: Palette) -> list[Figure]:
    """Draw each grid as a figure of its own, all on one scale."""
    layout = lay_out(grids)
    figures = []
    for grid in grids:
        figure = new_figure(layout.width, layout.height(max(len(grid.queries) for grid in grids)))
        draw_grid(_place(figure, grid, layout, 0, 0), grid, layout.above, theme)
        figures.append(figure)
    return figures


def grid_sheet(rows: Sequence[Sequence[Grid]], theme: Palette) -> Figure:
    """Draw rows of grids as one figure, with what ✓ means beneath."""
    layout = lay_out([grid for row in rows for grid in row])
    heights = [layout.height(max(len(grid.queries) for grid in row)) for row in rows]
    across = layout.width + 20
    width = max(across * max(len(row) for row in rows) - 20, text_width(NOTE))
    figure = new_figure(width, sum(heights) + 20 * len(rows) + 16)
    down = 0.0
    for row, height in zip(rows, heights, strict=True):
        for column, grid in enumerate(row):
            draw_grid(_place(figure, grid, layout, column * across, down), grid, layout.above, theme)
        down += height + 20
    note = place(figure, 0, down, width, 16)
    write(note, NOTE, (0, 0.5), theme.muted, xycoords="axes fraction")
    return figure


def draw_grid(ax: Axes, grid: Grid, above: float, theme: Palette) -> None:
    """Draw one grid into Axes whose box is that of the cells; the column labels are `above` pixels high."""
    bare(ax)
    ax.set(xlim=(-0.5, len(grid.keys) - 0.5), ylim=(len(grid.queries) - 0.5, -0.5))
    width, height = pixels_of(ax)
    across, down = width / len(grid.keys), height / len(grid.queries)
    for (row, column), allowed in np.ndenumerate(grid.can_attend):
        ax.add_patch(_cell(row, column, across, down, bool(allowed), theme))
        if allowed:
            write(ax, "✓", (column, row), theme.ink, ha="center", weight="semibold")
    _label_rows(ax, grid, theme)
    _label_columns(ax, grid, across, theme)
    corner: dict[str, Any] = {"xycoords": "axes fraction"}
    write(ax, "key (column)", (0, 1), theme.muted, shift=(GAP / 2, above + KEY - 9), size=SIZES.small, **corner)
    at = (GAP / 2, above + TITLE - 6)
    write(ax, grid.title, (0, 1), theme.ink, shift=at, size=SIZES.title, weight="semibold", **corner)


def _place(figure: Figure, grid: Grid, layout: Layout, x: float, y: float) -> Axes:
    size = layout.cell * len(grid.keys), CELL * len(grid.queries)
    return place(figure, x + layout.left, y + layout.top, *size)


def _cell(row: int, column: int, across: float, down: float, allowed: bool, theme: Palette) -> FancyBboxPatch:
    width, height = 1 - GAP / across, 1 - GAP / down
    return FancyBboxPatch(
        (column - width / 2, row - height / 2),
        width,
        height,
        boxstyle=f"round,pad=0,rounding_size={ROUND / across}",
        mutation_aspect=across / down,
        facecolor=theme.tint if allowed else "none",
        edgecolor=theme.muted if allowed else theme.edge,
        lw=SIZES.hair,
        clip_on=False,
    )


def _label_rows(ax: Axes, grid: Grid, theme: Palette) -> None:
    tokens = [fit(token, LABELS) for token in grid.queries]
    for row, token in enumerate(tokens):
        at = ("axes fraction", "data")
        write(ax, token, (0, row), theme.ink, shift=(-6, 0), xycoords=at, ha="right")
    shift = (-6 - widest(tokens) - 6, 0)
    style: dict[str, Any] = {"size": SIZES.small, "ha": "center", "rotation": 90}
    write(ax, "query (row)", (0, 0.5), theme.muted, shift=shift, xycoords="axes fraction", **style)


def _label_columns(ax: Axes, grid: Grid, across: float, theme: Palette) -> None:
    turned = is_turned(grid, across)
    for column, token in enumerate(grid.keys):
        style: dict[str, Any] = {"rotation": TURN, "ha": "left"} if turned else {"ha": "center"}
        shift = (2, 5) if turned else (0, 11)
        at = ("data", "axes fraction")
        write(ax, fit(token, LABELS), (column, 1), theme.ink, shift=shift, xycoords=at, **style)
