"""Figure 1: raw scores left, and what softmax makes of them right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lib.palette import LIGHT, SIZES, Palette
from lib.plots.numerals import write_probability, write_scores
from lib.plots.read import read_scores_and_shares
from lib.plots.style import bare, fit, new_figure, pixels_of, place, text_width, widest, write, write_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

ROW, TOP, BELOW = 34, 28, 30  # pixels: one row, the title, the sum beneath the rows
PANEL = 228  # two of them and a gap make 480
WIDE = 360
GAP = 30
LABELS = 76  # the widest a column of words may be
PAD = 6


class _Series(NamedTuple):
    title: str
    color: str
    fill: str


def plot_softmax_bars(
    logits: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Iterable[object] | None = None,
    theme: Palette = LIGHT,
    axes: tuple[Axes, Axes] | None = None,
) -> tuple[Axes, Axes]:
    """Draw raw scores and probabilities as bars, one row a word, every value printed, the sum beneath.

    Parameters
    ----------
    logits : array_like, shape (words,)
        Raw scores, finite; at most 12.
    probabilities : array_like, shape (words,)
        What softmax makes of them: from 0 to 1, with sum 1.
    labels : iterable of str, optional
        The words; "word 1", "word 2" … without it.
    theme : Palette
        `LIGHT` or `DARK`.
    axes : pair of Axes, optional
        Where to draw. In one figure the words stand at the left Axes only. Without it, a new figure is made.

    Returns
    -------
    pair of Axes
        Scores and probabilities.

    Raises
    ------
    ValueError, TypeError
        If the data are empty, not finite, of different lengths, or the probabilities do not sum to 1.
    """
    scores, shares, words = read_scores_and_shares(logits, probabilities, labels)
    left, right = axes or _side_by_side(words)
    is_one_figure = left.get_figure(root=True) is right.get_figure(root=True)
    slate = _Series("raw score z", theme.slate, theme.slate_fill)
    amber = _Series("probability p", theme.amber, theme.amber_fill)
    _bars(left, scores, write_scores(scores), slate, theme)
    _bars(right, shares, [write_probability(p) for p in shares], amber, theme, end=1)
    _sum(right, shares, theme)
    _words(left, words, theme)
    if is_one_figure:
        write(
            right,
            "→",
            (0, 1),
            theme.muted,
            shift=(-GAP / 2, 9),
            xycoords="axes fraction",
            size=SIZES.title,
            ha="center",
        )
    else:
        _words(right, words, theme)
    return left, right


def softmax_panels(logits: ArrayLike, probabilities: ArrayLike, labels: Sequence[str], theme: Palette) -> list[Figure]:
    """Draw the two halves as two figures, which a page can put beside or below each other."""
    column = _column(labels)
    axes = [
        place(new_figure(PANEL, TOP + ROW * len(labels) + below), column, TOP, PANEL - column, ROW * len(labels))
        for below in (4, BELOW)
    ]
    plot_softmax_bars(logits, probabilities, labels=labels, theme=theme, axes=(axes[0], axes[1]))
    return [each.figure for each in axes]  # type: ignore[misc]


def _side_by_side(words: Sequence[str]) -> tuple[Axes, Axes]:
    column, height = _column(words), ROW * len(words)
    half = (WIDE - column - GAP) / 2
    figure = new_figure(WIDE, TOP + height + BELOW)
    return place(figure, column, TOP, half, height), place(figure, column + half + GAP, TOP, half, height)


def _column(words: Sequence[str]) -> float:
    return min(LABELS, max(28, widest(words, semibold=True))) + 10


def _bars(
    axes: Axes, values: NDArray[np.floating], printed: Sequence[str], series: _Series, theme: Palette, end: float = 0
) -> None:
    """Draw one bar a value. The longest ends where its printed value still fits into the Axes."""
    bare(axes)
    low, high = min(0.0, float(values.min())), max(end, float(values.max()))
    low, high = (0.0, 1.0) if low == high else (low, high)
    room = (widest(printed) + PAD) / pixels_of(axes)[0]
    axes.set(xlim=(low, low + (high - low) / (1 - room)), ylim=(len(values) - 0.5, -0.5))
    rows = range(len(values))
    axes.barh(rows, values, height=0.56, color=series.fill, edgecolor=series.color, lw=SIZES.outline, clip_on=False)
    axes.axvline(0, color=theme.muted, lw=SIZES.hair, clip_on=False)
    write_title(axes, series.title, series.color, above=4)
    for row, (value, text) in enumerate(zip(values, printed, strict=True)):
        # Right of the bar, and right of zero when the bar runs left: then it stays beside its axis.
        write(axes, text, (max(float(value), 0.0), row), theme.ink, shift=(PAD, 0))


def _words(axes: Axes, words: Sequence[str], theme: Palette) -> None:
    column = _column(words)
    for row, word in enumerate(words):
        text = fit(word, LABELS, semibold=True)
        at = ("axes fraction", "data")
        write(axes, text, (0, row), theme.ink, shift=(-column, 0), xycoords=at, weight="semibold")


def _sum(axes: Axes, shares: NDArray[np.floating], theme: Palette) -> None:
    text, below = f"Σ = {float(shares.sum()):.3f}", len(shares) - 0.5
    across = axes.get_xlim()[1] * text_width(text, semibold=True) / pixels_of(axes)[0]
    axes.plot([0, max(1.0, across)], [below + 4 / ROW] * 2, color=theme.edge, lw=SIZES.hair, clip_on=False)
    write(axes, text, (0, below), theme.amber, shift=(0, -18), weight="semibold")
