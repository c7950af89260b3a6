"""Chance that is the same on every machine and in every version, and numbers drawn with it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from lib.bank.acceptance import are_acceptable, objections

if TYPE_CHECKING:
    from lib.bank.definition import Exercise, Numbers

T = TypeVar("T")

MOST_ATTEMPTS = 10_000


class Draw:
    """A stream of chance, made by SHA-256 from a seed, an exercise's id and a counter.

    No library's random numbers: these may change with a version. Two exercises share nothing,
    so a change to one leaves the draws of all others as they are.

    Parameters
    ----------
    seed
        A number, or the name of whom the numbers are for; 7 and "7" are the same.
    exercise_id
        The permanent id of the exercise.

    Examples
    --------
    >>> draw = Draw(1, "softmax-three-logits")
    >>> draw.integer(1, 6), draw.tenths(-1, 1), draw.choice(["dog", "cat", "log"])
    (2, -0.8, 'log')
    """

    def __init__(self, seed: int | str, exercise_id: str) -> None:
        self._key = f"{exercise_id}\n{seed}"
        self._count = 0

    def integer(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included.

        Raises
        ------
        ValueError
            If there is none.
        """
        if high < low:
            raise ValueError(f"high must be at least low, got {low} to {high}: are they exchanged?")
        block = sha256(f"{self._key}\n{self._count}".encode()).digest()
        self._count += 1
        # 256 bits on so few results: none is likelier than another by more than 1 in 2**200.
        return low + int.from_bytes(block, "big") % (high - low + 1)

    def parts(self, low: float, high: float, of: int) -> float:
        """Return a multiple of 1/`of` from `low` to `high`, both included: with 2, a half; with 1000, a thousandth."""
        return self.integer(round(low * of), round(high * of)) / of

    def tenths(self, low: float, high: float) -> float:
        """Return a number with one decimal from `low` to `high`, both included."""
        return self.parts(low, high, 10)

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options, each as likely as the others."""
        return options[self.integer(0, len(options) - 1)]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in any order, each order as likely as the others."""
        left = list(items)
        return tuple(left.pop(self.integer(0, len(left) - 1)) for _ in items)


def numbers_for(exercise: Exercise, seed: int | str) -> Numbers:
    """Draw new numbers for an exercise: the first that no one objects to.

    Parameters
    ----------
    exercise
        One that has numbers.
    seed
        The same seed always gives the same numbers.

    Raises
    ------
    ValueError
        If the exercise has no numbers to draw.
    RuntimeError
        If 10,000 draws were all rejected.

    Examples
    --------
    >>> from lib.bank import exercise
    >>> numbers_for(exercise("2.3"), 1)
    {'tokens': 118, 'percent': 15}
    """
    if exercise.draw is None:
        raise ValueError(f"exercise {exercise.number} has no numbers to draw: it is the same for everybody")
    draw = Draw(seed, exercise.id)
    for _ in range(MOST_ATTEMPTS):
        numbers = exercise.draw(draw)
        if are_acceptable(exercise, numbers):
            return numbers
    why = ", ".join(objections(exercise, numbers))
    raise RuntimeError(f"no draw for exercise {exercise.number} was accepted, the last for: {why}")
