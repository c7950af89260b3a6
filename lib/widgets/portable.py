"""Chance that is the same in Python and on a page: one seed, one draw, whichever of the two draws."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LAST_SEED = 2**32 - 1
_STEP = 0x6D2B79F5
_BITS = np.uint64(0xFFFFFFFF)


class PortableGenerator(np.random.Generator):
    """A NumPy generator whose draws a page can repeat: mulberry32, 32 bits of state and a few lines of code.

    It is for pictures of chance, not for research: 2³² different sequences, each number a multiple of 2⁻³².
    What `choose_positions` and `corrupt` draw is overridden; nothing else of the class is portable.

    Parameters
    ----------
    seed
        From 0 to 2³² − 1.

    Examples
    --------
    >>> PortableGenerator(1).random(2).round(4).tolist()
    [0.6271, 0.0027]
    """

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(0))  # never drawn from
        self._state = seed

    def random(self, size: int) -> NDArray[np.float64]:  # type: ignore[override]
        """Draw that many numbers from 0 to below 1."""
        steps = np.arange(1, size + 1, dtype=np.uint64)
        states = (np.uint64(self._state) + steps * np.uint64(_STEP)) & _BITS
        self._state = (self._state + size * _STEP) % 2**32
        return _mixed(states) / 2.0**32

    def integers(self, high: int, *, size: int) -> NDArray[np.int64]:  # type: ignore[override]
        """Draw that many whole numbers from 0 to below `high`."""
        return np.floor(self.random(size) * high).astype(np.int64)

    def choice(self, candidates: ArrayLike, *, size: int, replace: bool) -> NDArray[Any]:  # type: ignore[override]
        """Draw that many different candidates: each from those that are left, which close ranks from the front."""
        assert not replace, "only draws of different candidates are portable"
        left = np.array(candidates)
        for i, share in enumerate(self.random(size)):
            j = i + int(share * (left.size - i))
            left[[i, j]] = left[[j, i]]
        return left[:size]


def _mixed(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatter the bits of each state."""
    t = _product(states ^ states >> np.uint64(15), states | np.uint64(1))
    t ^= (t + _product(t ^ t >> np.uint64(7), t | np.uint64(61))) & _BITS
    return t ^ t >> np.uint64(14)


def _product(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (one * other) & _BITS
