"""Numbers as figures and their alt texts print them: short, with a true minus sign."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def write_scores(scores: Iterable[float]) -> list[str]:
    """Write raw scores with one number of decimals for all: as few as show them, from one to three.

    >>> write_scores([3.0, -1.25])
    ['3.00', '−1.25']
    """
    numbers = [float(score) for score in scores]
    small = [number for number in numbers if abs(number) < 1e4]
    decimals = next((d for d in (1, 2) if all(abs(n - round(n, d)) < 10**-d / 1e3 for n in small)), 3)
    return [_minus(f"{n:.{decimals}f}") if abs(n) < 1e4 else write_short(n) for n in numbers]


def write_probability(p: float) -> str:
    """Write a probability with three decimals; one that would round to 0 or 1 says which side it is on.

    >>> write_probability(0.0420), write_probability(1e-9)
    ('0.042', '<0.001')
    """
    if 0 < p < 0.0005:
        return "<0.001"
    if 0.9995 <= p < 1:
        return ">0.999"
    return f"{p:.3f}"


def write_short(number: float) -> str:
    """Write a number with at most three significant digits: 0.665, 0.5, 1e−9, 2.5e6, ∞.

    >>> write_short(1e-9)
    '1e−9'
    """
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    digits, _, power = f"{number:.3g}".partition("e")
    return _minus(f"{digits}e{int(power)}" if power else digits)


def write_name(p: float) -> str:
    """Write a probability as a name: three significant digits, and what is missing to 1 where it is nearly 1.

    >>> write_name(0.042), write_name(0.9999), write_name(0.999998)
    ('0.042', '0.9999', '1 − 2e−6')
    """
    missing = 1 - float(p)
    if 0 < missing < 5e-5:
        return f"1 − {write_short(float(f'{missing:.1g}'))}"
    return f"{p:.4f}".rstrip("0") if 0 < missing < 1e-3 else write_short(p)


def write_loss(loss: float) -> str:
    """Write a loss in nats with three decimals; the loss of probability 0 is ∞."""
    return "∞" if math.isinf(loss) else f"{loss:.3f}"


def _minus(text: str) -> str:
    return text.replace("-", "−")
