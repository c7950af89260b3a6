"""The 80/10/10 rule: what the model reads at the chosen positions, and what it must predict."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.arguments import read_generator, read_integers_below, read_shares, read_whole, show
from lib.losses import IGNORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


class Corruption(NamedTuple):
    """What the model reads, what it must predict, and what happened to each position."""

    inputs: NDArray[np.int64]
    labels: NDArray[np.int64]
    fate: NDArray[np.str_]


def corrupt(
    token_ids: ArrayLike,
    chosen: ArrayLike,
    rng: np.random.Generator,
    *,
    mask_id: int,
    vocabulary_size: int,
    shares: Sequence[float] = (0.8, 0.1, 0.1),
) -> Corruption:
    """Apply the 80/10/10 rule to the chosen positions.

    Each chosen position becomes [MASK], a random token or itself, with the chances `shares`.

    Parameters
    ----------
    token_ids : array_like of int, shape (n,)
        The original tokens.
    chosen : array_like of int, shape (count,)
        Chosen positions, none twice; may be empty.
    rng : numpy.random.Generator
        The source of chance.
    mask_id, vocabulary_size : int
        The id of [MASK], and how many ids there are. A random token is any of them, as in the original
        code: it can be a special token, or the original again.
    shares : three floats
        Chances of masked, random and kept; they sum to 1. Shares of the *chosen* tokens, not of all.

    Returns
    -------
    Corruption
        `inputs` (n,), what the model reads; `labels` (n,), the original at *every* chosen position and −100
        elsewhere; `fate` (n,), "masked", "random", "kept", or "" where not chosen.

    Raises
    ------
    ValueError
        If an id, a position or a share is out of range, or a position comes twice.
    TypeError
        If ids or positions are not integers, or `rng` is not a generator.

    References
    ----------
    Devlin et al. (2019), §3.1 and appendix A.1; ablation of the shares: appendix C.2, table 8.

    Examples
    --------
    With all chances on [MASK], here 9, the outcome is certain:

    >>> result = corrupt([4, 5, 6], [1], np.random.default_rng(7), mask_id=9, vocabulary_size=10, shares=(1, 0, 0))
    >>> result.inputs, result.labels
    (array([4, 9, 6]), array([-100,    5, -100]))
    """
    size = read_whole("vocabulary_size", vocabulary_size)
    ids, positions = _read_ids_and_positions(token_ids, chosen, size)
    mask = int(read_integers_below("mask_id", read_whole("mask_id", mask_id, least=0), size))
    masked, randomized, _ = read_shares("shares", shares, 3)
    # One draw against cumulative shares. Comparing fresh draws with 0.8, 0.1 and 0.1 in turn gives other shares.
    draw = read_generator(rng).random(positions.size)
    fate = np.full(ids.shape, "", dtype="U6")
    fate[positions] = np.select([draw < masked, draw < masked + randomized], ["masked", "random"], "kept")
    inputs, labels = ids.copy(), np.full(ids.shape, IGNORE, dtype=np.int64)
    labels[positions] = ids[positions]
    inputs[fate == "masked"] = mask
    inputs[fate == "random"] = rng.integers(size, size=np.count_nonzero(fate == "random"))
    return Corruption(inputs, labels, fate)


def _read_ids_and_positions(
    token_ids: ArrayLike, chosen: ArrayLike, vocabulary_size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ids = read_integers_below("token_ids", token_ids, vocabulary_size)
    if ids.ndim != 1 or not ids.size:
        raise ValueError(f"token_ids must be one sequence, (n,), got {show(ids.shape)}: go through the rows?")
    positions = read_integers_below("chosen", chosen, ids.size)
    if positions.ndim != 1 or np.unique(positions).size != positions.size:
        raise ValueError(f"chosen must be a list of different positions, got {positions.tolist()}: is one there twice?")
    return ids, positions
