"""Reading what a figure is given: labels, rows and grids. Numbers are read by `lib.arguments`."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_claims, read_floats, read_probabilities, show
from lib.losses import IGNORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

MOST_ROWS = 12
MOST_TOKENS = 12
MOST_MARKS = 4
MOST_COLUMNS = 60
FATES = ("masked", "random", "kept", "")
LOWEST_END, HIGHEST_END = 4, 7  # where the loss axis may end, in nats


def read_labels(name: str, labels: Iterable[object], count: int | None = None) -> list[str]:
    """Read the words beside rows or columns; a control character is written out as its escape."""
    if isinstance(labels, str | bytes | Mapping) or not isinstance(labels, Iterable):
        raise TypeError(f"{name} must be a list of words, got {labels!r}: write ['…', '…']?")
    words = [_visible(str(label)) for label in labels]
    if not words:
        raise ValueError(f"{name} must hold at least one word, got none: is the list filtered away?")
    if count is not None and len(words) != count:
        raise ValueError(f"{name} must have {count} words, one for each number, got {len(words)}: add or drop some?")
    return words


def read_scores_and_shares(
    logits: ArrayLike, probabilities: ArrayLike, labels: Iterable[object] | None
) -> tuple[NDArray[np.floating], NDArray[np.floating], list[str]]:
    """Read what the softmax bars show: one score, one probability and one word a row."""
    scores = _one_row("logits", read_floats("logits", logits), MOST_ROWS)
    shares = _one_row("probabilities", read_probabilities("probabilities", probabilities), MOST_ROWS)
    if shares.shape != scores.shape:
        raise ValueError(f"probabilities must be {scores.size} as the logits, got {shares.size}: of the same words?")
    if abs(shares.sum() - 1) > 1e-4:
        raise ValueError(f"probabilities must sum to 1, got {shares.sum():.4g}: take softmax(logits)?")
    if labels is None:
        labels = [f"word {row}" for row in range(1, scores.size + 1)]
    return scores, shares, read_labels("labels", labels, scores.size)


def read_grid(
    can_attend: ArrayLike, queries: Iterable[object], keys: Iterable[object]
) -> tuple[NDArray[np.bool], list[str], list[str]]:
    """Read who can attend to whom: True where the row's token (query) can attend to the column's (key)."""
    rows, columns = read_labels("queries", queries), read_labels("keys", keys)
    if max(len(rows), len(columns)) > MOST_TOKENS:
        raise ValueError(
            f"a grid shows at most {MOST_TOKENS} tokens a side, got {max(len(rows), len(columns))}: draw a part?"
        )
    claims = read_claims("can_attend", can_attend)
    expected = (len(rows), len(columns))
    if claims.shape != expected:
        mend = "add a query axis?" if claims.ndim == 1 else "swap rows and columns, or pass the tokens it is about?"
        tokens = f"{expected[0]} queries and {expected[1]} keys"
        raise ValueError(f"can_attend must be {show(expected)} for {tokens}, got {show(claims.shape)}: {mend}")
    return claims, rows, columns


def read_marks(marked: Iterable[Sequence[float]]) -> list[tuple[float, float, float]]:
    """Read the marked points: probability, loss in nats (inf for probability 0), size of the gradient."""
    marks = list(dict.fromkeys(tuple(float(number) for number in mark) for mark in marked))
    if any(len(mark) != 3 for mark in marks):
        raise ValueError("marked must hold (p, loss, gradient) for each dot, got another number of values: add some?")
    if len(marks) > MOST_MARKS:
        raise ValueError(f"marked must have at most {MOST_MARKS} dots, got {len(marks)}: draw two figures?")
    for p, loss, gradient in marks:
        read_probabilities("p of a marked dot", p)
        if not (loss >= 0 and 0 <= gradient <= 1):
            raise ValueError(
                f"marked must have a loss of at least 0 and a gradient from 0 to 1, got {loss:g} and {gradient:g}: "
                "is the order (p, loss, gradient)?"
            )
    return [(p, loss, gradient) for p, loss, gradient in marks]


def read_masking(
    original: Iterable[object], shown: Iterable[object], labels: Iterable[object], fates: Iterable[str]
) -> tuple[list[str], list[str], list[str], list[str]]:
    """Read a masked sentence: tokens before and after, a label and a fate for each; −100 goes with no fate."""
    tokens = read_labels("original", original)
    if len(tokens) > MOST_COLUMNS:
        raise ValueError(f"original must have at most {MOST_COLUMNS} tokens, got {len(tokens)}: draw a part?")
    after, wanted = read_labels("shown", shown), read_labels("labels", labels)
    happened = [str(fate) for fate in fates]
    for name, found in (("shown", after), ("labels", wanted), ("fates", happened)):
        if len(found) != len(tokens):
            raise ValueError(f"{name} must be {len(tokens)} as the tokens, got {len(found)}: of the same sentence?")
    for position, (label, fate) in enumerate(zip(wanted, happened, strict=True)):
        if fate not in FATES:
            raise ValueError(f'fates must be "masked", "random", "kept" or "", got {fate!r}: is it spelled so?')
        if (label == str(IGNORE)) != (fate == ""):
            raise ValueError(
                f"labels must be {IGNORE} exactly where no fate is, got {label!r} with {fate!r} at {position}: "
                "does one of them belong to another draw?"
            )
    return tokens, after, wanted, happened


def axis_end(marks: Iterable[tuple[float, float, float]]) -> int:
    """Return where the loss axis ends: above every marked loss that is not too large to show."""
    shown = [loss for _, loss, _ in marks if loss <= HIGHEST_END]
    return max(LOWEST_END, math.ceil(max(shown, default=0)))


def _one_row(name: str, numbers: NDArray[np.floating], most: int) -> NDArray[np.floating]:
    if numbers.ndim != 1:
        raise ValueError(
            f"{name} must be one list of numbers, got shape {show(numbers.shape)}: draw one item at a time?"
        )
    if numbers.size > most:
        raise ValueError(f"{name} must have at most {most} numbers, got {numbers.size}: draw those you talk about?")
    return numbers


def _visible(label: str) -> str:
    if not label.strip():
        return "␣" * max(1, len(label))
    hidden = {c for c in label if unicodedata.category(c) in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")}
    return "".join(c.encode("unicode_escape").decode() if c in hidden else c for c in label)
