"""Numbers for a whole class, other than those at which one of its figures starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lib.assign.issue import Issued, issue
from lib.bank import Exercise
from lib.bank.definition import Numbers
from lib.site.class_book.figures import settings_of


def class_numbers(exercise: Exercise, salt: bytes, course: str) -> Issued:
    """Draw the numbers that a whole class gets, such that no figure starts with what is asked for."""
    attempt = 0
    while True:  # ends: a figure has a few starting points, an exercise has more numbers
        made = issue(exercise, salt, course, "class book", attempt)
        if exercise.draw is None or not starts_at(exercise, made.numbers):
            return made
        attempt += 1


def starts_at(exercise: Exercise, numbers: Numbers) -> bool:
    """Whether a figure at an exercise, or one of its presets, shows what the exercise's own scores or number give."""
    asked = {_plain(value) for value in numbers.values() if _is_fractional(value)}
    return any(value in asked for _, settings in settings_of(exercise, numbers) for value in _values(settings))


def _is_fractional(value: object) -> bool:
    """Whether this is a number with decimals or a list of such: whole numbers and words are counts and names."""
    return isinstance(value, float) or (
        isinstance(value, tuple | list) and bool(value) and all(isinstance(each, float) for each in value)
    )


def _plain(value: Any) -> object:
    """Return what makes two numbers, or two lists of scores, come to the same: order and a common shift don't count."""
    if isinstance(value, float):
        return value
    return tuple(sorted(round(each - min(value), 6) for each in value))


def _values(settings: object) -> Iterator[object]:
    """Yield every number and list of numbers in settings, presets included."""
    if isinstance(settings, Mapping):
        for value in settings.values():
            yield from _values(value)
    elif _is_fractional(settings):
        yield _plain(settings)
        if isinstance(settings, tuple | list):
            yield from settings
    elif isinstance(settings, tuple | list):
        for value in settings:
            yield from _values(value)
