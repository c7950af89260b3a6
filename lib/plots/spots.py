"""Finding room for the words beside a dot: on no other word, no dot, and if possible on no line."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.plots.style import pixels_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

BESIDE = 9  # pixels from a dot to its words
UP = tuple(float(step) for step in range(-150, 151, 2))
ALONG = (0.0, 16.0, 34.0, 56.0, 82.0, 115.0, 150.0)


class _Box(NamedTuple):
    left: float
    low: float
    right: float
    high: float

    def overlaps(self, other: _Box) -> bool:
        return self.left < other.right and other.left < self.right and self.low < other.high and other.low < self.high

    def holds(self, points: NDArray[np.floating]) -> bool:
        x, y = points
        return bool(np.any((self.left < x) & (x < self.right) & (self.low < y) & (y < self.high)))


class Spots:
    """The room in one Axes, in pixels from its lower left corner. Words may stand `over` pixels above it."""

    def __init__(self, axes: Axes, *, over: float) -> None:
        self._axes = axes
        self._width, self._height = pixels_of(axes)
        self._over = over
        self._taken: list[_Box] = []
        self._lines: list[float] = []
        self._levels = [self._pixels(0, level)[1] for level in range(1, int(axes.get_ylim()[1]) + 1)]
        self._curve: NDArray[np.floating] = np.empty((2, 0))

    def avoid_curve(self, x: NDArray[np.floating], y: NDArray[np.floating]) -> None:
        """Keep words off a curve, which is given in data units from left to right."""
        shown = np.isfinite(y)
        across = np.geomspace(max(x[shown][0], 1e-3), x[shown][-1], 200)
        points = [self._pixels(at, height) for at, height in zip(across, np.interp(across, x, y), strict=True)]
        self._curve = np.array(points).T

    def avoid_dot(self, x: float, y: float, size: float) -> None:
        """Keep words off a dot, and if possible off the upright line through it."""
        across, up = self._pixels(x, y)
        self._taken.append(_Box(across - size / 2, up - size / 2, across + size / 2, up + size / 2))
        self._lines.append(across)

    def take(self, at: tuple[float, float], width: float, height: float) -> tuple[float, float]:
        """Take the best room for words of that size beside a point; return the shift to their left middle."""
        x, y = self._pixels(*at)
        spots = list(self._beside(x, y, width, height))
        shift, box = min(spots, key=lambda spot: self._cost(*spot))
        self._taken.append(box)
        return shift

    def _beside(self, x: float, y: float, width: float, height: float) -> Iterator[tuple[tuple[float, float], _Box]]:
        for up, along, is_left in product(UP, ALONG, (False, True)):
            shift = -BESIDE - along - width if is_left else BESIDE + along
            left, middle = x + shift, y + up
            yield (shift, up), _Box(left - 2, middle - height / 2, left + width + 2, middle + height / 2)

    def _cost(self, shift: tuple[float, float], box: _Box) -> float:
        """Weigh a place: first of all inside, then on nothing else, then off the lines, near, above and right."""
        is_left = shift[0] < 0
        along = -shift[0] - (box.right - box.left) if is_left else shift[0]
        far = 0.05 * (abs(shift[1]) + along) + 0.2 * is_left + 0.1 * (shift[1] < 0)
        if box.left < 0 or box.right > self._width + 12 or box.low < 1 or box.high > self._height + self._over:
            return 1000 + far
        crossed = 10 * box.holds(self._curve) + 2 * sum(box.left < line < box.right for line in self._lines)
        crossed += sum(box.low + 2 < level < box.high - 2 for level in self._levels)
        return 100 * sum(box.overlaps(other) for other in self._taken) + crossed + far

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        return float(x) * self._width, float(y) / float(self._axes.get_ylim()[1]) * self._height
