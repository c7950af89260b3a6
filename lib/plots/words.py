"""The figures in words, written from the same data: their alt texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_probabilities
from lib.plots.numerals import write_loss, write_name, write_probability, write_scores, write_short
from lib.plots.read import axis_end, read_grid, read_labels, read_marks, read_masking, read_scores_and_shares

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray


def describe_softmax_bars(
    logits: ArrayLike, probabilities: ArrayLike, *, labels: Iterable[object] | None = None
) -> str:
    """Say what `plot_softmax_bars` shows; the parameters are the same.

    >>> describe_softmax_bars([2.0, 2.0], [0.5, 0.5], labels=["tea", "milk"])
    'Bars of 2 words. Raw scores: tea 2.0, milk 2.0. Probabilities after softmax: tea 0.500, milk 0.500; sum 1.000.'
    """
    scores, shares, words = read_scores_and_shares(logits, probabilities, labels)
    raw = _pairs(words, write_scores(scores))
    after = _pairs(words, [_exact(p) for p in shares])
    count = "1 word" if len(words) == 1 else f"{len(words)} words"
    total = f"{float(shares.sum()):.3f}"
    return f"Bars of {count}. Raw scores: {raw}. Probabilities after softmax: {after}; sum {total}."


def describe_attention(can_attend: ArrayLike, *, queries: Iterable[object], keys: Iterable[object], title: str) -> str:
    """Say what `plot_attention` shows; the parameters are the same.

    >>> grid = [[True, False], [True, True]]
    >>> describe_attention(grid, queries=["he", "saw"], keys=["he", "saw"], title="GPT")
    'GPT, 2 queries by 2 keys, 3 of 4 cells with ✓: “he” can attend to “he”; “saw” can attend to “he”, “saw”.'
    """
    claims, rows, columns = read_grid(can_attend, queries, keys)
    size = f"{_count(len(rows), 'query', 'queries')} by {_count(len(columns), 'key', 'keys')}"
    head = f"{title}, {size}, {int(claims.sum())} of {claims.size} cells with ✓: "
    if claims.all():
        return f"{head}each of {_listed(rows)} can attend to each of {_listed(columns)}."
    return head + "; ".join(_row(query, claims[row], columns) for row, query in enumerate(rows)) + "."


def describe_loss_and_gradient(
    p: ArrayLike, loss: ArrayLike, gradient: ArrayLike, *, marked: Iterable[Sequence[float]] = ()
) -> str:
    """Say what `plot_loss_and_gradient` shows; the parameters are the same."""
    x = read_probabilities("p", p)
    losses, slopes = np.asarray(loss, dtype=float), np.asarray(gradient, dtype=float)
    ends = (int(x.argmin()), int(x.argmax()))
    low, high = (write_short(x[end]) for end in ends)
    text = (
        f"Two curves over p, the probability of the true word. From p = {low} to p = {high} the loss −ln p falls from "
        f"{write_short(losses[ends[0]])} to {write_short(losses[ends[1]])} nats, steeply at first, and the size of the "
        f"gradient at the true logit, 1 − p, falls in a straight line from {write_short(slopes[ends[0]])} to "
        f"{write_short(slopes[ends[1]])}."
    )
    marks = read_marks(marked)
    dots = [_dot(*mark, axis_end(marks)) for mark in marks]
    return f"{text} Marked: {'; '.join(dots)}." if dots else text


def describe_masking(
    original: Iterable[object], shown: Iterable[object], labels: Iterable[object], fates: Iterable[str]
) -> str:
    """Say what `plot_masking` shows; the parameters are the same.

    >>> describe_masking(["he", "saw"], ["he", "[MASK]"], [-100, "saw"], ["", "masked"])
    'A sentence of 2 tokens: “he saw”. 1 is chosen and scored: “saw” is shown as [MASK]. The others have label −100.'
    """
    before, after, _, happened = read_masking(original, shown, labels, fates)
    chosen = [_fate(token, instead, fate) for token, instead, fate in zip(before, after, happened, strict=True) if fate]
    head = f"A sentence of {_count(len(before), 'token', 'tokens')}: “{' '.join(before)}”."
    if not chosen:
        return f"{head} None is chosen: all have label −100."
    count = "1 is" if len(chosen) == 1 else f"{len(chosen)} are"
    rest = " The others have label −100." if len(chosen) < len(before) else ""
    return f"{head} {count} chosen and scored: {'; '.join(chosen)}.{rest}"


def describe_pieces(word: str, pieces: Iterable[str]) -> str:
    """Say what `plot_pieces` shows; the parameters are the same.

    >>> describe_pieces("plays", ["play", "##s"])
    'The word “plays” in 2 pieces: “play”, “##s”.'
    """
    found = read_labels("pieces", pieces)
    if found == ["[UNK]"]:
        return f"The word “{word}” is [UNK] as a whole: the vocabulary has no pieces for it."
    return f"The word “{word}” in {_count(len(found), 'piece', 'pieces')}: {_listed(found)}."


def _fate(token: str, instead: str, fate: str) -> str:
    is_same = " by chance" if fate == "random" and instead == token else ""
    told = {"masked": instead, "random": f"the random token “{instead}”{is_same}", "kept": "itself"}
    return f"“{token}” is shown as {told[fate]}"


def _dot(p: float, loss: float, gradient: float, top: float) -> str:
    beyond = "" if loss <= top else " (beyond the axis, drawn at its upper edge)"
    return f"at p = {write_name(p)}, loss {write_loss(loss)}{beyond} and gradient {_exact(gradient)}"


def _pairs(words: Sequence[str], numbers: Sequence[str]) -> str:
    return ", ".join(f"{word} {number}" for word, number in zip(words, numbers, strict=True))


def _exact(p: float) -> str:
    """Write a probability, and one that is printed as <0.001 with its own digits."""
    return write_short(p) if 0 < p < 0.0005 else write_probability(p)


def _row(query: str, claims: NDArray[np.bool], keys: Sequence[str]) -> str:
    reached = [key for key, claim in zip(keys, claims, strict=True) if claim]
    return f"“{query}” can attend to {_listed(reached) if reached else 'nothing'}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
