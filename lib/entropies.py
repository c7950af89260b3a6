"""The two cross-entropies and the gradient. All in nats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import check_one_for_each, read_floats, read_integers_below, read_probabilities, read_targets
from lib.probabilities import log_softmax, softmax

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def cross_entropy(logits: ArrayLike, targets: ArrayLike) -> NDArray[np.floating]:
    """Give the loss of each item: how surprising its true candidate was.

    L = −ln softmax(z)_y

    Parameters
    ----------
    logits : array_like, shape (..., candidates)
        Raw scores, not probabilities: the softmax is inside.
    targets : array_like of int, shape (...)
        Index y of the true candidate of each item.

    Returns
    -------
    ndarray or scalar, shape (...)
        Nats, at least 0 and finite.

    Raises
    ------
    ValueError
        If `logits` is empty or not finite, a target out of range, or the shapes do not fit.
    TypeError
        If `logits` are not numbers or `targets` not integers.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §6.2.2.3; as BERT's loss: Devlin et al. (2019), §3.1.

    Examples
    --------
    Two equal scores give the truth one half, and −ln 0.5 is 0.6931:

    >>> print(f"{cross_entropy([5.0, 5.0], 1):.4f}")
    0.6931
    """
    logits = read_floats("logits", logits)
    targets = read_targets("targets", targets, logits)
    of_the_truth = np.take_along_axis(log_softmax(logits), targets[..., np.newaxis], axis=-1)[..., 0]
    return _negative(of_the_truth)


def cross_entropy_gradient(logits: ArrayLike, targets: ArrayLike) -> NDArray[np.floating]:
    """Give the gradient of each item's cross-entropy with respect to its logits.

    ∂L/∂z = softmax(z) − onehot(y), so the true entry is −(1 − p)

    Parameters
    ----------
    logits : array_like, shape (..., candidates)
        Raw scores.
    targets : array_like of int, shape (...)
        Index y of the true candidate of each item.

    Returns
    -------
    ndarray, shape of `logits`
        Nats per unit of logit. Each item sums to 0; only the true entry is at most 0. Not averaged over items.

    Raises
    ------
    ValueError, TypeError
        As `cross_entropy`.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §6.2.2.3.

    Examples
    --------
    Each candidate has one half; the true one should have had 1:

    >>> cross_entropy_gradient([5.0, 5.0], 1)
    array([ 0.5, -0.5])
    """
    logits = read_floats("logits", logits)
    targets = read_targets("targets", targets, logits)
    is_target = np.arange(logits.shape[-1]) == targets[..., np.newaxis]
    gradient: NDArray[np.floating] = softmax(logits) - is_target
    return gradient


def binary_cross_entropy(probability: ArrayLike, label: ArrayLike) -> NDArray[np.floating]:
    """Give the loss of each yes-or-no answer from its probability.

    L = −[y ln p + (1 − y) ln(1 − p)]

    Parameters
    ----------
    probability : array_like, any shape
        Probability p of yes, from 0 to 1.
    label : array_like of int or bool, same shape or a single one
        y: 1 or True where the truth is yes, 0 or False where it is no.

    Returns
    -------
    ndarray or scalar
        Nats, at least 0; inf where the truth was given probability 0.

    Raises
    ------
    ValueError
        If a probability is outside [0, 1], a label neither 0 nor 1, or the shapes do not fit.
    TypeError
        If `probability` are not numbers or `label` neither integers nor True and False.

    References
    ----------
    Goodfellow, Bengio and Courville (2016), Deep Learning, §6.2.2.2.

    Examples
    --------
    Certain and right costs nothing; certain and wrong costs without bound:

    >>> binary_cross_entropy([1.0, 0.0], 1)
    array([ 0., inf])
    """
    probability = read_probabilities("probability", probability)
    is_yes = np.asarray(label)
    if is_yes.dtype.kind != "b":
        is_yes = read_integers_below("label", label, 2) == 1
    check_one_for_each("label", is_yes, "probability", probability)
    with np.errstate(divide="ignore", under="ignore"):
        return _negative(np.where(is_yes, np.log(probability), np.log1p(-probability)))


def _negative(logarithms: NDArray[np.floating]) -> NDArray[np.floating]:
    return 0.0 - logarithms  # −x would print a loss of zero as −0.0
