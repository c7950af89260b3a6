"""The heads that fine-tuning puts on top of BERT: their shapes, and the span that a question's answer is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.arguments import read_floats, read_whole, show

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class HeadShapes(NamedTuple):
    """The shapes of a linear head z = W h + b; "n" stands for the number of tokens."""

    weight: tuple[int, int]
    bias: tuple[int]
    output: tuple[int] | tuple[str, int]


class Span(NamedTuple):
    """An answer from token `start` to token `end`, both included, and the sum of their two logits."""

    start: int
    end: int
    score: float


def head_shapes(outputs: int, *, hidden: int = 768, per_token: bool = False) -> HeadShapes:
    """Give the shapes of a linear head.

    z = W h + b, with W (outputs, hidden) and b (outputs,)

    Parameters
    ----------
    outputs : int
        Logits for each vector h: classes, tags, or 2 for the start and the end of a span.
    hidden : int
        Length of h; 768 in BERT-base.
    per_token : bool
        True for one decision a token, False for one decision from [CLS].

    Returns
    -------
    HeadShapes
        `weight`, `bias`, and `output`: (outputs,) or ("n", outputs). The bias is as long as the outputs.

    Raises
    ------
    ValueError
        If a number is below 1.
    TypeError
        If a number is not whole, or `per_token` not True or False.

    References
    ----------
    Devlin et al. (2019), §4.1 to §4.3 and appendix B.

    Examples
    --------
    >>> head_shapes(9, per_token=True)
    HeadShapes(weight=(9, 768), bias=(9,), output=('n', 9))
    """
    outputs, hidden = read_whole("outputs", outputs), read_whole("hidden", hidden)
    if not isinstance(per_token, bool | np.bool):
        raise TypeError(f"per_token must be True or False, got {per_token!r}: is it the number of tokens?")
    return HeadShapes((outputs, hidden), (outputs,), ("n", outputs) if per_token else (outputs,))


def apply_head(hidden: ArrayLike, weight: ArrayLike, bias: ArrayLike) -> NDArray[np.floating]:
    """Apply a linear head to one hidden vector, or to each of many.

    z = W h + b

    Parameters
    ----------
    hidden : array_like, shape (..., d)
        h, the last axis one vector.
    weight : array_like, shape (outputs, d)
        W, one row an output.
    bias : array_like, shape (outputs,)
        b.

    Returns
    -------
    ndarray, shape (..., outputs)
        Logits.

    Raises
    ------
    ValueError
        If the shapes do not fit or a number is not finite.
    TypeError
        If something is not numbers.

    References
    ----------
    Devlin et al. (2019), §4.1, which writes the weights of classification as W ∈ ℝ^(K×H).

    Examples
    --------
    1·10 + 2·1 + 0.5 and 1·0 + 2·1 − 0.5:

    >>> apply_head([1.0, 2.0], weight=[[10.0, 1.0], [0.0, 1.0]], bias=[0.5, -0.5])
    array([12.5,  1.5])
    """
    h, W, b = read_floats("hidden", hidden), read_floats("weight", weight), read_floats("bias", bias)
    if h.ndim == 0:
        raise ValueError("hidden must be a vector, got a single number: write [number]?")
    if W.ndim != 2 or W.shape[1] != h.shape[-1]:
        rule = f"(outputs, {h.shape[-1]}) for hidden vectors of {h.shape[-1]} numbers"
        raise ValueError(f"weight must be {rule}, got {show(W.shape)}: transpose it?")
    if b.shape != W.shape[:1]:
        raise ValueError(f"bias must be {show(W.shape[:1])}, one an output, got {show(b.shape)}: is it one a token?")
    with np.errstate(under="ignore"):
        logits: NDArray[np.floating] = h @ W.T + b
    return logits


def best_span(start_logits: ArrayLike, end_logits: ArrayLike, *, longest: int | None = None) -> Span:
    """Find the span with the largest sum of its start and end logits.

    (i, j) = arg max over i ≤ j of S·h_i + E·h_j, which is also the arg max of P(start = i) · P(end = j)

    Parameters
    ----------
    start_logits, end_logits : array_like, shape (n,)
        The two scores of each token of the passage.
    longest : int, optional
        The most tokens an answer may have; left out, any number.

    Returns
    -------
    Span
        `start` ≤ `end`, both included, and their summed `score`. Of equally good spans the one that ends
        first, and of these the one that starts first. Time and memory grow as n, not as n².

    Raises
    ------
    ValueError
        If the two are not equally long, empty or not finite, or `longest` is below 1.
    TypeError
        If they are not numbers, or `longest` is not a whole number.

    References
    ----------
    Devlin et al. (2019), §4.2; its code, `run_squad.py`, allows 30 tokens.

    Examples
    --------
    Start 1 with end 0 would score 8 but ends before it starts; start 1 with end 2 scores 6:

    >>> best_span([0.0, 5.0, 0.0], [3.0, 0.0, 1.0])
    Span(start=1, end=2, score=6.0)
    """
    starts, ends = read_floats("start_logits", start_logits), read_floats("end_logits", end_logits)
    if starts.ndim != 1 or starts.shape != ends.shape:
        rule = f"as long as start_logits and one axis, {show(starts.shape)}"
        raise ValueError(f"end_logits must be {rule}, got {show(ends.shape)}: one passage at a time?")
    starts, ends = starts.astype(np.float64), ends.astype(np.float64)
    window = starts.size if longest is None else min(read_whole("longest", longest), starts.size)
    most = float(np.finfo(np.float64).max)
    # The sum of two near-largest floats would overflow, so such logits are compared at half their size.
    scale = 0.5 if max(np.abs(starts).max(), np.abs(ends).max()) > most / 2 else 1.0
    with np.errstate(under="ignore"):
        end = int(np.argmax(_largest_in_window(starts * scale, window) + ends * scale))
    first = max(0, end - window + 1)
    start = first + int(np.argmax(starts[first : end + 1]))
    score = float(starts[start]) + float(ends[end])
    return Span(start, end, max(-most, min(score, most)))


def _largest_in_window(values: NDArray[np.floating], window: int) -> NDArray[np.floating]:
    """For each position the largest of the `window` values that end there.

    Cut into blocks as long as the window, a window is the end of one block and the beginning of the next,
    so two running maxima answer for all windows (van Herk 1992; Gil and Werman 1993).
    """
    blocks = np.full((-(-values.size // window) + 1) * window, -np.inf, dtype=values.dtype)
    blocks[window : window + values.size] = values
    blocks = blocks.reshape(-1, window)
    from_the_left = np.maximum.accumulate(blocks, axis=1).ravel()
    from_the_right = np.maximum.accumulate(blocks[:, ::-1], axis=1)[:, ::-1].ravel()
    ending = slice(window, window + values.size)
    beginning = slice(1, 1 + values.size)
    return np.maximum(from_the_left[ending], from_the_right[beginning])
