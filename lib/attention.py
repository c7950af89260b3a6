"""Who may attend to whom.

True means *can attend*: row = the position that looks (query), column = the position looked at (key).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.arguments import read_claims, read_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class EncoderDecoderAttention(NamedTuple):
    """The three "can attend" arrays of an encoder–decoder; True means can attend."""

    encoder: NDArray[np.bool]
    decoder: NDArray[np.bool]
    cross: NDArray[np.bool]


def bidirectional_attention(n: int) -> NDArray[np.bool]:
    """Let each of n positions attend to all n, as in BERT.

    can_attend[query, key] = True

    Parameters
    ----------
    n : int
        How many tokens, at least 1.

    Returns
    -------
    ndarray of bool, shape (n, n)
        True everywhere: with it, a next-token prediction would see its own answer.

    Raises
    ------
    ValueError, TypeError
        If `n` is below 1 or not a whole number.

    References
    ----------
    Devlin et al. (2019), §3.

    Examples
    --------
    >>> bidirectional_attention(2)
    array([[ True,  True],
           [ True,  True]])
    """
    n = read_whole("n", n)
    return np.ones((n, n), dtype=bool)


def causal_attention(n: int) -> NDArray[np.bool]:
    """Let each of n positions attend to itself and what came before, as in GPT.

    can_attend[query, key] = (key ≤ query)

    Parameters
    ----------
    n : int
        How many tokens, at least 1.

    Returns
    -------
    ndarray of bool, shape (n, n)
        True on the diagonal and below it.

    Raises
    ------
    ValueError, TypeError
        If `n` is below 1 or not a whole number.

    References
    ----------
    Vaswani et al. (2017), §3.2.3; Radford et al. (2018), §3.1.

    Examples
    --------
    >>> causal_attention(2)
    array([[ True, False],
           [ True,  True]])
    """
    n = read_whole("n", n)
    return np.tri(n, dtype=bool)


def padding_attention(is_token: ArrayLike) -> NDArray[np.bool]:
    """Let every position attend to the real tokens and none to the padding.

    can_attend[query, key] = is_token[key]

    Parameters
    ----------
    is_token : array_like of bool, shape (..., n)
        True for a real token, False for padding.

    Returns
    -------
    ndarray of bool, shape (..., n, n)
        Padding takes away columns, not rows: a padding query still attends, and its output is unused.

    Raises
    ------
    ValueError
        If a sequence has no real token, since nothing could be attended to.
    TypeError
        If `is_token` is not True and False.

    References
    ----------
    Devlin et al. (2019), whose code calls it `input_mask`: `modeling.py`, `create_attention_mask_from_input_mask`.

    Examples
    --------
    >>> padding_attention([True, False])
    array([[ True, False],
           [ True, False]])
    """
    is_token = read_claims("is_token", is_token)
    if is_token.ndim == 0:
        raise ValueError("is_token must have one entry a position, got a single one: write [True]?")
    if not is_token.any(axis=-1).all():
        raise ValueError("is_token must have a True in each sequence, got only padding: is it turned around?")
    return np.repeat(is_token[..., np.newaxis, :], is_token.shape[-1], axis=-2)


def t5_attention(n_source: int, n_target: int) -> EncoderDecoderAttention:
    """Give the three "can attend" arrays of T5.

    The encoder is bidirectional, the decoder causal, and each decoder position reads the whole source.

    Parameters
    ----------
    n_source, n_target : int
        How many tokens the encoder reads and the decoder writes, each at least 1.

    Returns
    -------
    EncoderDecoderAttention
        `encoder` (n_source, n_source), `decoder` (n_target, n_target), `cross` (n_target, n_source), all bool.

    Raises
    ------
    ValueError, TypeError
        If a count is below 1 or not a whole number.

    References
    ----------
    Raffel et al. (2020), §3.2.1, figures 3 and 4.

    Examples
    --------
    >>> t5_attention(3, 2).cross
    array([[ True,  True,  True],
           [ True,  True,  True]])
    """
    n_source, n_target = read_whole("n_source", n_source), read_whole("n_target", n_target)
    cross = np.ones((n_target, n_source), dtype=bool)
    return EncoderDecoderAttention(bidirectional_attention(n_source), causal_attention(n_target), cross)
