"""Scores to probabilities: softmax, its logarithm, and the sigmoid.

All three are safe for any finite logits: none overflows, none gives NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_axis, read_floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def softmax(logits: ArrayLike, axis: int = -1) -> NDArray[np.floating]:
    """Turn raw scores into probabilities.

    softmax(z)_w = exp(z_w) / Σ_v exp(z_v)

    Parameters
    ----------
    logits : array_like, any shape with at least one axis
        Raw scores, finite. Only their differences matter.
    axis : int
        The axis of the candidates; each slice along it is normalized by itself.

    Returns
    -------
    ndarray, shape of `logits`
        Probabilities from 0 to 1 that sum to 1 along `axis`; float32 for float32 logits, else float64.
        In exact arithmetic none is 0; here one far enough below the largest rounds to 0.

    Raises
    ------
    ValueError
        If `logits` is empty, not finite or a single number, or there is no such axis.
    TypeError
        If `logits` are not numbers.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §6.2.2.3; the shift by the largest: §4.1.

    Examples
    --------
    Three equal scores share 1 equally with a fourth, so each gets a quarter:

    >>> softmax([2.0, 2.0, 2.0, 2.0])
    array([0.25, 0.25, 0.25, 0.25])
    """
    logits = read_floats("logits", logits)
    axis = read_axis(axis, logits.shape)
    with np.errstate(under="ignore"):
        exponentials = np.exp(below_the_largest(logits, axis))
        probabilities: NDArray[np.floating] = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return probabilities


def log_softmax(logits: ArrayLike, axis: int = -1) -> NDArray[np.floating]:
    """Give the natural logarithm of the softmax, without computing the softmax first.

    ln softmax(z)_w = z_w − ln Σ_v exp(z_v)

    Parameters
    ----------
    logits : array_like, any shape with at least one axis
        Raw scores, finite.
    axis : int
        The axis of the candidates.

    Returns
    -------
    ndarray, shape of `logits`
        Log-probabilities, at most 0 and always finite: where the softmax rounds to 0, its logarithm
        is still here. (A gap beyond the largest float of the type stops there.)

    Raises
    ------
    ValueError
        If `logits` is empty, not finite or a single number, or there is no such axis.
    TypeError
        If `logits` are not numbers.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §4.1; used so in BERT's code, `run_pretraining.py`.

    Examples
    --------
    exp(−1000) is 0 in floating point, yet its logarithm is −1000:

    >>> log_softmax([1000.0, 0.0])
    array([    0., -1000.])
    """
    logits = read_floats("logits", logits)
    axis = read_axis(axis, logits.shape)
    gaps = below_the_largest(logits, axis)
    with np.errstate(under="ignore"):
        others = np.exp(gaps)
        # The largest has exp(0) = 1. Leaving it to log1p keeps what the others add to 1 when they are tiny.
        np.put_along_axis(others, np.expand_dims(gaps.argmax(axis=axis), axis), 0, axis=axis)
        logarithms: NDArray[np.floating] = gaps - np.log1p(others.sum(axis=axis, keepdims=True))
    return logarithms


def sigmoid(x: ArrayLike) -> NDArray[np.floating]:
    """Turn one raw score into the probability of yes.

    σ(x) = 1 / (1 + exp(−x)), the softmax of the two scores x and 0

    Parameters
    ----------
    x : array_like, any shape
        Raw scores, finite.

    Returns
    -------
    ndarray or scalar, shape of `x`
        Probabilities from 0 to 1, with σ(−x) = 1 − σ(x).

    Raises
    ------
    ValueError
        If `x` is empty or not finite.
    TypeError
        If `x` are not numbers.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §6.2.2.2.

    Examples
    --------
    A score of 0 favors neither side:

    >>> print(sigmoid(0.0))
    0.5
    """
    x = read_floats("x", x)
    with np.errstate(under="ignore"):
        small = np.exp(-np.abs(x))  # at most 1, whatever the sign of x: nothing overflows
        probability: NDArray[np.floating] = np.where(x >= 0, 1, small) / (1 + small)
    return probability


def below_the_largest(logits: NDArray[np.floating], axis: int) -> NDArray[np.floating]:
    """Subtract the largest along the axis: the softmax stays the same, and no exponential overflows."""
    with np.errstate(over="ignore"):
        gaps = logits - logits.max(axis=axis, keepdims=True)
    finite: NDArray[np.floating] = np.maximum(gaps, np.finfo(logits.dtype).min)
    return finite
