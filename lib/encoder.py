"""Single-head self-attention and the embeddings that go into it: enough to see what order does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lib.arguments import read_claims, read_floats, show
from lib.probabilities import below_the_largest

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def attention_weights(scores: ArrayLike, can_attend: ArrayLike) -> NDArray[np.floating]:
    """Turn the scores of each query into weights over the keys that it may attend to.

    A_qk = exp(s_qk) / Σ_{k' allowed} exp(s_qk') where q can attend to k, else 0

    Parameters
    ----------
    scores : array_like, shape (..., queries, keys)
        Raw scores, finite, also where attention is not allowed.
    can_attend : array_like of bool, shape (queries, keys), or with batch axes that fit those of `scores`
        True where the query can attend to the key.

    Returns
    -------
    ndarray, shape of `scores`
        Weights that sum to 1 along the keys, exactly 0 where attention is not allowed.

    Raises
    ------
    ValueError, TypeError
        If the shapes do not fit, a score is not finite, or a query can attend to nothing;
        if `scores` are not numbers, or `can_attend` is not True and False.

    References
    ----------
    Vaswani et al. (2017), §3.2.1 and §3.2.3.

    Examples
    --------
    The second query shares equally over both keys, the first may see only itself:

    >>> attention_weights([[3.0, 9.0], [2.0, 2.0]], [[True, False], [True, True]])
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    scores = read_floats("scores", scores)
    can_attend = _read_can_attend(can_attend, scores.shape)
    largest = np.where(can_attend, scores, -np.inf).max(axis=-1, keepdims=True)
    allowed = np.where(can_attend, scores, largest)  # a forbidden score must not overflow either
    with np.errstate(under="ignore"):
        exponentials = np.exp(below_the_largest(allowed, -1)) * can_attend
        weights: NDArray[np.floating] = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights


def sum_embeddings(
    token: ArrayLike, position: ArrayLike | None = None, segment: ArrayLike | None = None
) -> NDArray[np.floating]:
    """Add the three embeddings that BERT reads.

    x_i = token_i + position_i + segment_i

    Parameters
    ----------
    token : array_like, shape (..., n, d)
        One vector a token, already looked up.
    position : array_like, shape (n, d) or that of `token`, optional
        One vector a place in the sequence; left out, order is lost.
    segment : array_like, shape (n, d) or that of `token`, optional
        The vector of sentence A or B at each place.

    Returns
    -------
    ndarray, shape of `token`
        The sums. (BERT then applies LayerNorm and dropout, left out here.)

    Raises
    ------
    ValueError, TypeError
        If a shape does not fit, a number is not finite, or something is not numbers.

    References
    ----------
    Devlin et al. (2019), §3, "Input/Output Representations", figure 2.

    Examples
    --------
    >>> sum_embeddings([[1.0, 0.0]], position=[[0.0, 10.0]], segment=[[0.5, 0.5]])
    array([[ 1.5, 10.5]])
    """
    total = _read_vectors("token", token)
    for name, part in (("position", position), ("segment", segment)):
        if part is None:
            continue
        addend = _read_vectors(name, part)
        if addend.shape not in (total.shape, total.shape[-2:]):
            rule = f"{show(total.shape[-2:])}, one vector for each of the {total.shape[-2]} tokens"
            raise ValueError(f"{name} must be {rule}, got {show(addend.shape)}: look up one row a place?")
        total = total + addend
    return total


def self_attention(
    vectors: ArrayLike,
    can_attend: ArrayLike | None = None,
    *,
    query: ArrayLike | None = None,
    key: ArrayLike | None = None,
    value: ArrayLike | None = None,
) -> NDArray[np.floating]:
    """Let each vector become a weighted average of the (transformed) vectors that it may attend to.

    Z = A (X W_V), with A the weights of the scores (X W_Q)(X W_K)ᵀ / √d_k

    Parameters
    ----------
    vectors : array_like, shape (..., n, d)
        X, one vector a token.
    can_attend : array_like of bool, shape (n, n) or with batch axes, optional
        True where the query can attend to the key; left out, every one to every one.
    query, key : array_like, shape (d, d_k), optional
        W_Q and W_K; left out, the identity.
    value : array_like, shape (d, d_v), optional
        W_V; left out, the identity.

    Returns
    -------
    ndarray, shape (..., n, d_v)
        Without `can_attend` and without positions in X, shuffling the tokens shuffles these
        in the same way and changes nothing else: f(PX) = P f(X), equivariance.

    Raises
    ------
    ValueError, TypeError
        As `attention_weights`, and if a matrix does not fit the vectors.

    References
    ----------
    Vaswani et al. (2017), §3.2.1; the word equivariance: Lee et al. (2019), §2.

    Examples
    --------
    Two equal vectors attend to each other equally, and their average is what they are:

    >>> self_attention([[1.0, 2.0], [1.0, 2.0]])
    array([[1., 2.],
           [1., 2.]])
    """
    x = _read_vectors("vectors", vectors)
    queries, keys, values = (_apply(name, m, x) for name, m in (("query", query), ("key", key), ("value", value)))
    if queries.shape != keys.shape:
        rule = f"as wide as query, {queries.shape[-1]}"
        raise ValueError(f"key must be {rule}, got {keys.shape[-1]}: are key and value mixed up?")
    n = x.shape[-2]
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):  # what overflows is told by attention_weights
        scores = queries @ np.swapaxes(keys, -1, -2) / math.sqrt(queries.shape[-1])
        weights = attention_weights(scores, np.ones((n, n), dtype=bool) if can_attend is None else can_attend)
        return weights @ values


def _read_vectors(name: str, values: ArrayLike) -> NDArray[np.floating]:
    vectors = read_floats(name, values)
    if vectors.ndim < 2:
        raise ValueError(f"{name} must be (tokens, numbers), got {show(vectors.shape)}: add an axis of tokens?")
    return vectors


def _apply(name: str, matrix: ArrayLike | None, x: NDArray[np.floating]) -> NDArray[np.floating]:
    if matrix is None:
        return x
    weights = read_floats(name, matrix)
    if weights.ndim != 2 or weights.shape[0] != x.shape[-1]:
        rule = f"({x.shape[-1]}, …) for vectors of {x.shape[-1]} numbers"
        raise ValueError(f"{name} must be {rule}, got {show(weights.shape)}: transpose it?")
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return x @ weights


def _read_can_attend(can_attend: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool]:
    allowed = read_claims("can_attend", can_attend)
    if len(shape) < 2:
        raise ValueError(f"scores must be (queries, keys), got {show(shape)}: add a query axis?")
    batch_fits = allowed.ndim <= len(shape) and all(
        own in (1, of_scores) for own, of_scores in zip(allowed.shape[-3::-1], shape[-3::-1], strict=False)
    )
    if allowed.shape[-2:] != shape[-2:] or not batch_fits:
        queries, keys = shape[-2:]
        tokens = f"{keys} tokens" if queries == keys else f"{queries} queries and {keys} keys"
        mend = "add a query axis?" if allowed.ndim < 2 else "transpose it, or fit its batch axes?"
        raise ValueError(f"can_attend must be {show(shape[-2:])} for {tokens}, got {show(allowed.shape)}: {mend}")
    if not allowed.any(axis=-1).all():
        row = int(np.argwhere(~allowed.any(axis=-1))[0][-1])
        raise ValueError(f"can_attend must have a True in each row, got none in row {row}: let it attend to itself?")
    return allowed
