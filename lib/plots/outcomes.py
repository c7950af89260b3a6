"""How a class did, as bars: a row for each exercise or mistake, every count printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lib.palette import LIGHT, SIZES, Palette
from lib.plots.style import fit, new_figure, pixels_of, place, text_width, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

ROW, BAR = 30, 20  # pixels
LABELS = 270  # the column of labels, where there is one
NARROW = 480  # below this width labels stand above their bars
ABOVE = 19
LEGEND = 22


class Series(NamedTuple):
    """What a part of a bar stands for, and how it looks: the names of three colors of a palette."""

    name: str
    fill: str
    edge: str
    text: str


ALL = Series("all right", "right", "right", "paper")
SOME = Series("partly", "right_bg", "right", "right")
NONE = Series("none right", "notyet_bg", "notyet", "notyet")
LEFT_OUT = Series("left out", "paper", "edge", "muted")


def plot_outcomes(
    labels: Sequence[str],
    counts: Sequence[Sequence[int]],
    series: Sequence[Series],
    *,
    of: int,
    width: float = 680,
    theme: Palette = LIGHT,
) -> Axes:
    """Draw one bar a row, in parts that lie side by side.

    Parameters
    ----------
    labels : sequence of str
        What the rows are called.
    counts : sequence of int, shape (rows, parts)
        How many students each part stands for.
    series : sequence of Series
        What the parts are.
    of : int
        How many students a bar of full length stands for; at least 1.
    width : float
        Pixels; below 480 labels stand above their bars.
    theme : Palette
        `LIGHT` or `DARK`.

    Returns
    -------
    Axes
    """
    is_narrow = width < NARROW
    row, column = (ROW + ABOVE, 0) if is_narrow else (ROW, LABELS)
    legend = _legend_rows(series, width) * LEGEND if len(series) > 1 else 0
    figure = new_figure(width, legend + row * len(labels) + 2)
    axes = place(figure, column, legend, width - column - 40, row * len(labels))
    axes.set(xlim=(0, of), ylim=(row * len(labels), 0))
    for at, (label, parts) in enumerate(zip(labels, counts, strict=True)):
        top = at * row + (ABOVE if is_narrow else 0)
        where = (0, at * row + 9) if is_narrow else (0, top + ROW / 2)
        shift = (0, 0) if is_narrow else (-column, 0)
        write(axes, fit(label, width if is_narrow else column - 8), where, theme.ink, shift=shift)
        _bar(axes, parts, series, top + ROW / 2, theme)
    if legend:
        _legend(place(figure, 0, 0, width, legend), series, theme)
    return axes


def _bar(axes: Axes, parts: Sequence[int], series: Sequence[Series], middle: float, theme: Palette) -> None:
    start = 0
    across = pixels_of(axes)[0] / axes.get_xlim()[1]
    is_alone = len(series) == 1
    for count, look in zip(parts, series, strict=True):
        if not count:
            continue
        face, edge = getattr(theme, look.fill), getattr(theme, look.edge)
        axes.barh(middle, count, BAR, left=start, color=face, edgecolor=edge, lw=SIZES.hair, clip_on=False)
        text = str(count)
        if is_alone:
            write(axes, text, (count, middle), theme.ink, shift=(6, 0), size=SIZES.small)
        elif text_width(text, SIZES.small) < count * across:
            color = getattr(theme, look.text)
            write(axes, text, (start + count / 2, middle), color, size=SIZES.small, ha="center", weight="semibold")
        start += count


def _legend_rows(series: Sequence[Series], width: float) -> int:
    return 1 + int(_places(series, width)[-1][1])


def _places(series: Sequence[Series], width: float) -> list[tuple[float, int]]:
    """Return where each entry of the legend begins, and in which line."""
    places, x, line = [], 0.0, 0
    for each in series:
        needed = 34 + text_width(each.name, SIZES.small)
        if x and x + needed > width:
            x, line = 0.0, line + 1
        places.append((x, line))
        x += needed
    return places


def _legend(axes: Axes, series: Sequence[Series], theme: Palette) -> None:
    width, height = pixels_of(axes)
    axes.set(xlim=(0, width), ylim=(height, 0))
    for (x, line), look in zip(_places(series, width), series, strict=True):
        middle = line * LEGEND + 8
        face, edge = getattr(theme, look.fill), getattr(theme, look.edge)
        axes.barh(middle, 12, 12, left=x + 1, color=face, edgecolor=edge, lw=SIZES.hair, clip_on=False)
        write(axes, look.name, (x + 19, middle), theme.muted, size=SIZES.small)
