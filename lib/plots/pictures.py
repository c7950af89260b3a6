"""The three figures as a learner calls them: scores, tokens or probabilities in, a picture out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_floats, read_probabilities
from lib.attention import EncoderDecoderAttention
from lib.entropies import binary_cross_entropy
from lib.plots.bars import plot_softmax_bars, softmax_panels
from lib.plots.curve import plot_loss_and_gradient
from lib.plots.grids import grid_panels, grid_sheet
from lib.plots.layout import Grid
from lib.plots.picture import Picture
from lib.plots.read import read_grid, read_labels, read_scores_and_shares
from lib.plots.words import describe_attention, describe_loss_and_gradient, describe_softmax_bars
from lib.probabilities import softmax

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

    from lib.palette import Palette

T5_TITLES = ("T5 encoder", "T5 decoder", "T5 cross")
CURVE = np.append(np.exp(-np.linspace(0, 7, 281)), 0.0)  # even steps in loss, so that the steep end is smooth


def softmax_bars(logits: ArrayLike, labels: Iterable[object] | None = None) -> Picture:
    """Show raw scores and the probabilities that softmax makes of them.

    Parameters
    ----------
    logits : array_like, shape (words,)
        Raw scores, finite; 1 to 12 of them.
    labels : iterable of str, optional
        The words.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If `logits` is empty, not finite or not one list, or `labels` has another length.

    Examples
    --------
    >>> print(softmax_bars([2.0, 2.0], ["tea", "milk"]).alt)
    Bars of 2 words. Raw scores: tea 2.0, milk 2.0. Probabilities after softmax: tea 0.500, milk 0.500; sum 1.000.
    """
    scores = read_floats("logits", logits)
    scores, shares, words = read_scores_and_shares(scores, softmax(scores), labels)

    def draw(theme: Palette) -> Figure:
        return _figure_of(plot_softmax_bars(scores, shares, labels=words, theme=theme)[0])

    return Picture(
        describe_softmax_bars(scores, shares, labels=words),
        draw,
        lambda theme: softmax_panels(scores, shares, words, theme),
    )


def attention_grids(
    grids: Mapping[str, ArrayLike] | EncoderDecoderAttention,
    tokens: Iterable[object],
    target: Iterable[object] | None = None,
) -> Picture:
    """Show who can attend to whom, one grid beside the other: ✓ where the row's token can attend to the column's.

    Parameters
    ----------
    grids : mapping of title to array_like of bool, or the result of `t5_attention`
        True where the query (row) can attend to the key (column).
    tokens : iterable of str
        The tokens that are attended to: the columns of every grid, and its rows too unless there is a `target`.
    target : iterable of str, optional
        The tokens that attend, when they are others: the target of an encoder–decoder. With the result of
        `t5_attention`, the encoder is over `tokens`, the decoder over `target`, and cross-attention from
        `target` to `tokens`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If a grid does not fit its tokens, or is not True and False.

    Examples
    --------
    >>> print(attention_grids({"BERT": [[True, True], [True, True]]}, ["he", "saw"]).alt)
    BERT, 2 queries by 2 keys, 4 of 4 cells with ✓: each of “he”, “saw” can attend to each of “he”, “saw”.
    """
    drawn = _read_grids(grids, tokens, target)
    rows = [drawn[start : start + 3] for start in range(0, len(drawn), 3)]
    alt = " ".join(describe_attention(g.can_attend, queries=g.queries, keys=g.keys, title=g.title) for g in drawn)
    return Picture(alt, lambda theme: grid_sheet(rows, theme), lambda theme: grid_panels(drawn, theme), smallest=0.8)


def loss_and_gradient(probabilities: ArrayLike = (0.665, 0.042)) -> Picture:
    """Show the loss −ln p and the size of its gradient, 1 − p, with dots at the given probabilities.

    Parameters
    ----------
    probabilities : array_like
        What the model gave to the true word, from 0 to 1; at most 4.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If a probability is outside [0, 1], or there are more than 4.
    """
    given = np.atleast_1d(read_probabilities("probabilities", probabilities))
    marked = [(float(p), float(binary_cross_entropy(p, 1)), 1 - float(p)) for p in given.ravel()]
    curves = CURVE, binary_cross_entropy(CURVE, 1), 1 - CURVE

    def draw(theme: Palette) -> Figure:
        return _figure_of(plot_loss_and_gradient(*curves, marked=marked, theme=theme)[0])

    alt = describe_loss_and_gradient(*curves, marked=marked)
    return Picture(alt, draw, lambda theme: [draw(theme)], largest=1.25)


def _read_grids(
    grids: Mapping[str, ArrayLike] | EncoderDecoderAttention, tokens: Iterable[object], target: Iterable[object] | None
) -> list[Grid]:
    keys = read_labels("tokens", tokens)
    queries = keys if target is None else read_labels("target", target)
    if isinstance(grids, EncoderDecoderAttention):
        if target is None:
            raise ValueError("target must be the decoder's tokens for an encoder–decoder, got none: add the target?")
        sides = ((keys, keys), (queries, queries), (queries, keys))
        return [Grid(t, *read_grid(g, *side)) for t, g, side in zip(T5_TITLES, grids, sides, strict=True)]
    if not isinstance(grids, Mapping):
        raise TypeError(f'grids must be named, got {type(grids).__name__}: write {{"BERT": can_attend}}?')
    if not grids:
        raise ValueError("grids must hold at least one grid, got none: add one?")
    return [Grid(str(title), *read_grid(can_attend, queries, keys)) for title, can_attend in grids.items()]


def _figure_of(axes: Axes) -> Figure:
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure
