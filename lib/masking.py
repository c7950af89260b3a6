"""The 15 % choice of masked language modeling: which positions are scored."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from lib.arguments import read_claims, read_generator, read_probabilities, read_whole, show

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def count_chosen(n: int, *, rule: Literal["nearest", "original"] = "nearest", rate: float = 0.15, cap: int = 20) -> int:
    """Count the positions that are chosen among n tokens.

    nearest: ⌊rate · n + ½⌋;  original: min(cap, max(1, round(rate · n))), a half going to the even number

    Parameters
    ----------
    n : int
        How many tokens, at least 1. The original code counts [CLS] and [SEP] here too.
    rule : {"nearest", "original"}
        "nearest" is this course's: the nearest whole number, a half going up. "original" is BERT's code, run under
        Python 3; Python 2, where `round` takes a half up, gives 5 for the 30 below.
    rate : float
        The share to choose, from 0 to 1.
    cap : int
        The most that "original" chooses; "nearest" has no cap.

    Returns
    -------
    int
        Chosen positions; may be 0 with "nearest", never with "original".

    Raises
    ------
    ValueError
        If a number is out of range, or the rule has no fixed count.
    TypeError
        If `n` or `cap` is not a whole number.

    References
    ----------
    Devlin et al. (2019), §3.1; the original rule: its code, `create_pretraining_data.py`,
    `create_masked_lm_predictions`.

    Examples
    --------
    15 % of 30 is 4.5:

    >>> count_chosen(30), count_chosen(30, rule="original")
    (5, 4)
    """
    n, cap, share = read_whole("n", n), read_whole("cap", cap), _read_rate(rate)
    if rule == "nearest":
        return math.floor(round(share * n, 9) + 0.5)  # rounded first: 0.15 · n may miss the half by one bit
    if rule == "original":
        return min(cap, max(1, round(share * n)))
    mend = "it draws each position alone, see choose_positions" if rule == "independent" else "is it spelled so?"
    raise ValueError(f'rule must be "nearest" or "original" for a count, got {rule!r}: {mend}')


def choose_positions(
    can_be_chosen: ArrayLike,
    rng: np.random.Generator,
    *,
    rule: Literal["nearest", "original", "independent"] = "nearest",
    rate: float = 0.15,
    cap: int = 20,
) -> NDArray[np.int64]:
    """Draw the positions that masked language modeling will score.

    Parameters
    ----------
    can_be_chosen : array_like of bool, shape (n,)
        True at ordinary tokens; False at [CLS], [SEP] and padding.
    rng : numpy.random.Generator
        The source of chance.
    rule : {"nearest", "original", "independent"}
        "nearest": the nearest whole number to `rate` times the positions that can be chosen.
        "original": BERT's count, from all n positions, at most `cap` and at least 1.
        "independent": the common library collator; each position with chance `rate`, so the count varies.
    rate : float
        The share to choose, from 0 to 1.
    cap : int
        The most that "original" chooses.

    Returns
    -------
    ndarray of int, shape (count,)
        Positions in order, none twice; may be empty, except with "original".

    Raises
    ------
    ValueError
        If no position can be chosen, or an argument is out of range.
    TypeError
        If `can_be_chosen` is not True and False, or `rng` not a generator.

    References
    ----------
    Devlin et al. (2019), §3.1; its code, `create_pretraining_data.py`, `create_masked_lm_predictions`.

    Examples
    --------
    At rate 1 every ordinary token is chosen:

    >>> choose_positions([False, True, True, False], np.random.default_rng(7), rate=1.0)
    array([1, 2])
    """
    candidates = np.flatnonzero(_read_one_sequence(can_be_chosen))
    rng, share = read_generator(rng), _read_rate(rate)
    n = np.size(can_be_chosen)
    if rule == "independent":
        return candidates[rng.random(candidates.size) < share]
    count = count_chosen(n if rule == "original" else candidates.size, rule=rule, rate=share, cap=cap)
    return np.sort(rng.choice(candidates, size=min(count, candidates.size), replace=False))


def _read_rate(rate: float) -> float:
    return float(read_probabilities("rate", rate))


def _read_one_sequence(can_be_chosen: ArrayLike) -> NDArray[np.bool]:
    allowed = read_claims("can_be_chosen", can_be_chosen)
    if allowed.ndim != 1:
        raise ValueError(f"can_be_chosen must be one sequence, (n,), got {show(allowed.shape)}: go through the rows?")
    if not allowed.any():
        raise ValueError("can_be_chosen must have a True, got none: is it turned around?")
    return allowed
