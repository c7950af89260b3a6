"""Vectors beside each other: a panel for each, a bar for each of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_floats
from lib.palette import LIGHT, SIZES, Palette
from lib.plots.numerals import write_short
from lib.plots.picture import Picture
from lib.plots.read import read_labels
from lib.plots.style import bare, fit, new_figure, pixels_of, place, widest, write, write_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

ROW, TOP, BELOW = 28, 28, 26  # pixels: one row, the title, the note beneath
PANEL, GAP, COLUMN, PAD = 220, 24, 22, 6
MOST_PANELS, MOST_NUMBERS = 3, 12


def vector_bars(vectors: Mapping[str, ArrayLike], *, title: str = "Vectors") -> Picture:
    """Show vectors of one length beside each other, and how far the first two are apart.

    Parameters
    ----------
    vectors : mapping of title to array_like, shape (numbers,)
        1 to 3 vectors of the same length, at most 12 numbers, all finite.
    title : str
        What they are, for the alt text.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If a vector is not one list of finite numbers, or has another length than the first.

    Examples
    --------
    >>> print(vector_bars({"before": [1.0, 0.5], "after": [1.0, 0.25]}).alt)
    Vectors. before: 1.000, 0.500. after: 1.000, 0.250. Largest difference 0.250.
    """
    rows = _read(vectors)
    return Picture(
        describe_vectors(rows, title=title),
        lambda theme: _sheet(rows, theme),
        lambda theme: _panels(rows, theme),
        smallest=0.8,
    )


def plot_vectors(
    vectors: Mapping[str, ArrayLike], *, theme: Palette = LIGHT, axes: Sequence[Axes] | None = None
) -> tuple[Axes, ...]:
    """Draw vectors as bars on one scale, every number printed, and beneath how far the first two are apart.

    Parameters
    ----------
    vectors : mapping of title to array_like, shape (numbers,)
        1 to 3 vectors of the same length, at most 12 numbers, all finite.
    theme : Palette
        `LIGHT` or `DARK`.
    axes : sequence of Axes, optional
        Where to draw, one for each vector. Without it, a new figure is made.

    Returns
    -------
    tuple of Axes

    Raises
    ------
    ValueError, TypeError
        If a vector is not one list of finite numbers, or has another length than the first.
    """
    rows = _read(vectors)
    places = tuple(axes) if axes is not None else _places(rows)
    every = np.concatenate(list(rows.values()))
    low, high = min(0.0, float(every.min())), max(0.0, float(every.max()))
    low, high = (0.0, 1.0) if low == high else (low, high)
    room = widest([_print(number) for number in every]) + PAD
    for place_of, (title, vector) in zip(places, rows.items(), strict=True):
        limits = low, low + (high - low) / (1 - room / pixels_of(place_of)[0])
        _bars(place_of, title, vector, limits, theme)
    if said := _apart(rows):
        write(places[-1], said, (0, 0), theme.muted, shift=(0, -14), xycoords="axes fraction")
    return places


def describe_vectors(vectors: Mapping[str, ArrayLike], *, title: str = "Vectors") -> str:
    """Say what `plot_vectors` shows; the vectors are the same.

    >>> describe_vectors({"before": [1.0, 0.5], "after": [0.5, 1.0]})
    'Vectors. before: 1.000, 0.500. after: 0.500, 1.000. Largest difference 0.500.'
    """
    rows = _read(vectors)
    said = [f"{name}: {', '.join(_print(number) for number in vector)}." for name, vector in rows.items()]
    apart = _apart(rows)
    return " ".join([f"{title}.", *said, *([f"{apart[0].upper()}{apart[1:]}."] if apart else [])])


def _read(vectors: Mapping[str, ArrayLike]) -> dict[str, NDArray[np.floating]]:
    if not isinstance(vectors, Mapping) or not 1 <= len(vectors) <= MOST_PANELS:
        count = len(vectors) if isinstance(vectors, Mapping) else type(vectors).__name__
        raise ValueError(f'vectors must be 1 to {MOST_PANELS} by title, got {count}: write {{"before": [1.0, 0.5]}}?')
    names = read_labels("titles", list(vectors))
    rows = {name: read_floats(name, vector) for name, vector in zip(names, vectors.values(), strict=True)}
    sizes = {vector.shape for vector in rows.values()}
    if len(rows) < len(names) or len(sizes) > 1 or len(shape := sizes.pop()) != 1 or shape[0] > MOST_NUMBERS:
        raise ValueError(
            f"vectors must be lists of one length, at most {MOST_NUMBERS} numbers each: pass one row each?"
        )
    return rows


def _apart(rows: Mapping[str, NDArray[np.floating]]) -> str:
    if len(rows) < 2:
        return ""
    one, other = list(rows.values())[:2]
    difference = float(np.abs(one - other).max())
    return (
        f"largest difference {_print(difference) if difference >= 0.0005 else write_short(float(f'{difference:.0e}'))}"
    )


def _print(number: float) -> str:
    return write_short(number) if abs(number) >= 1000 else f"{number:.3f}".replace("-", "−").replace("−0.000", "0.000")


def _bars(axes: Axes, title: str, vector: NDArray[np.floating], limits: tuple[float, float], theme: Palette) -> None:
    bare(axes)
    axes.set(xlim=limits, ylim=(len(vector) - 0.5, -0.5))
    axes.barh(
        range(len(vector)), vector, height=0.6, color=theme.tint, edgecolor=theme.muted, lw=SIZES.outline, clip_on=False
    )
    axes.axvline(0, color=theme.muted, lw=SIZES.hair, clip_on=False)
    write_title(axes, fit(title, pixels_of(axes)[0], SIZES.title, semibold=True), theme.ink, above=4)
    for row, number in enumerate(vector):
        write(axes, _print(number), (max(float(number), 0.0), row), theme.ink, shift=(PAD, 0))
        at = ("axes fraction", "data")
        write(axes, str(row + 1), (0, row), theme.muted, shift=(-COLUMN, 0), xycoords=at, size=SIZES.small)


def _places(rows: Mapping[str, NDArray[np.floating]]) -> tuple[Axes, ...]:
    height = ROW * len(next(iter(rows.values())))
    figure = new_figure((PANEL + GAP) * len(rows) - GAP, TOP + height + BELOW)
    starts = [(PANEL + GAP) * column + COLUMN for column in range(len(rows))]
    return tuple(place(figure, start, TOP, PANEL - COLUMN, height) for start in starts)


def _sheet(rows: Mapping[str, NDArray[np.floating]], theme: Palette) -> Figure:
    figure = plot_vectors(rows, theme=theme)[0].get_figure(root=True)
    assert figure is not None
    return figure


def _panels(rows: Mapping[str, NDArray[np.floating]], theme: Palette) -> list[Figure]:
    height = ROW * len(next(iter(rows.values())))
    figures = [new_figure(PANEL, TOP + height + BELOW) for _ in rows]
    plot_vectors(rows, theme=theme, axes=[place(each, COLUMN, TOP, PANEL - COLUMN, height) for each in figures])
    return figures
