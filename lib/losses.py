"""The losses that BERT is pretrained with, built on the two cross-entropies. All in nats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lib.arguments import check_one_for_each, read_claims, read_floats, read_probabilities, read_targets
from lib.entropies import binary_cross_entropy, cross_entropy, cross_entropy_gradient

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "IGNORE",
    "batch_loss",
    "binary_cross_entropy",
    "cross_entropy",
    "cross_entropy_gradient",
    "mlm_loss",
    "nsp_loss",
]

IGNORE: Final = -100
"""The label of a position that is not scored, as the common libraries write it."""


def mlm_loss(logits: ArrayLike, labels: ArrayLike) -> np.floating:
    """Give the loss of masked language modeling: the mean over the chosen positions M.

    L_MLM = −(1/|M|) Σ_{i ∈ M} ln softmax(z_i)_{y_i}

    Parameters
    ----------
    logits : array_like, shape (..., candidates)
        Raw scores at every position.
    labels : array_like of int, shape (...)
        The original token at each chosen position, whatever its input shows; −100 marks all the others.

    Returns
    -------
    scalar
        Nats per chosen position, at least 0. What stands at the other positions does not matter.

    Raises
    ------
    ValueError
        If no position is chosen, a label is out of range, a logit not finite, or the shapes do not fit.
    TypeError
        If `logits` are not numbers or `labels` not integers.

    References
    ----------
    Devlin et al. (2019), §3.1, "Task #1: Masked LM", and appendix A.1.

    Examples
    --------
    Only the second of three positions is scored, and there the truth has one half:

    >>> print(f"{mlm_loss([[9.0, 0.0], [5.0, 5.0], [0.0, 9.0]], [-100, 0, -100]):.4f}")
    0.6931
    """
    logits = read_floats("logits", logits)
    labels = read_targets("labels", labels, logits, besides=IGNORE)
    is_chosen = labels != IGNORE
    if not is_chosen.any():
        raise ValueError(
            f"labels must choose at least one position, got {IGNORE} everywhere: draw the positions again?"
        )
    return _mean(cross_entropy(logits[is_chosen], labels[is_chosen]))


def nsp_loss(score: ArrayLike, is_next: ArrayLike) -> NDArray[np.floating]:
    """Give the loss of next-sentence prediction from the raw score of IsNext.

    L_NSP = −ln σ(s) if B follows A, else −ln σ(−s)

    Parameters
    ----------
    score : array_like, any shape
        s, one raw score a pair. BERT's code has two logits: s = z_IsNext − z_NotNext.
    is_next : bool or array_like of bool, same shape or a single one
        True where sentence B follows sentence A. BERT's code writes this label 0, hence no numbers here.

    Returns
    -------
    ndarray or scalar, shape of `score`
        Nats, at least 0 and finite.

    Raises
    ------
    ValueError
        If `score` is empty or not finite, or the shapes do not fit.
    TypeError
        If `score` are not numbers or `is_next` not True and False.

    References
    ----------
    Devlin et al. (2019), §3.1, "Task #2: Next Sentence Prediction".

    Examples
    --------
    A score of 0 gives one half, and −ln 0.5 is 0.6931:

    >>> print(f"{nsp_loss(0.0, True):.4f}")
    0.6931
    """
    score = read_floats("score", score)
    is_next = read_claims("is_next", is_next)
    check_one_for_each("is_next", is_next, "score", score)
    for_the_truth = np.where(is_next, score, -score)
    with np.errstate(under="ignore"):  # ln(1 + e^−s), with e only ever raised to something below 0
        loss: NDArray[np.floating] = np.maximum(-for_the_truth, 0) + np.log1p(np.exp(-np.abs(score)))
    return loss


def batch_loss(probabilities: ArrayLike) -> np.floating:
    """Give the masked-language-modeling loss from the probabilities of the true tokens.

    L_MLM = −(1/|M|) Σ_{i ∈ M} ln p_i

    Parameters
    ----------
    probabilities : array_like, any shape
        p_i, what each chosen position gave to its true token, from 0 to 1.

    Returns
    -------
    scalar
        Nats per chosen position, at least 0; inf if one of them is 0.

    Raises
    ------
    ValueError
        If there is none, or one outside [0, 1].
    TypeError
        If they are not numbers.

    References
    ----------
    Devlin et al. (2019), §3.1, "Task #1: Masked LM".

    Examples
    --------
    One sure position and one with a quarter: half of −ln 0.25, which is −ln 0.5:

    >>> print(f"{batch_loss([1.0, 0.25]):.4f}")
    0.6931
    """
    return _mean(binary_cross_entropy(read_probabilities("probabilities", probabilities), 1))


def _mean(losses: NDArray[np.floating]) -> np.floating:
    with np.errstate(over="ignore", under="ignore"):
        mean = np.sum(losses / losses.size)  # dividing first: the sum of huge losses would overflow
    at_most_the_largest: np.floating = np.minimum(mean, np.max(losses))
    return at_most_the_largest
