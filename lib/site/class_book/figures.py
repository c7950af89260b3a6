"""The figures of a class book that move, and numbers for a class at which none of them starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lib.assign.issue import Issued, issue
from lib.bank import Exercise
from lib.bank.definition import Numbers
from lib.bank.explorations import EXPLORATIONS

TELLING = ("goal", "is_goal_named")
"""Settings that say what the learner is to build: with them a figure judges the answer."""


def settings_of(exercise: Exercise, numbers: Numbers) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the class and the settings of each figure at an exercise, without those that hold an answer."""
    for here in EXPLORATIONS.get(exercise.id, ()):
        settings = dict(here.settings(numbers))
        if "goal" in settings:  # a grid that is to be built begins empty, as it does with its goal
            size = len(settings["tokens"])
            settings["can_attend"] = [[False] * size for _ in range(size)]
        shown = {name: value for name, value in settings.items() if name not in TELLING}
        yield here.widget, {"question": here.question, **shown}


def class_numbers(exercise: Exercise, salt: bytes, course: str) -> Issued:
    """Draw the numbers that a whole class gets, such that no figure starts with what is asked for."""
    attempt = 0
    while True:  # ends: a figure has a few starting points, an exercise has more numbers
        made = issue(exercise, salt, course, "class book", attempt)
        if exercise.draw is None or not _starts_at(exercise, made.numbers):
            return made
        attempt += 1


def _starts_at(exercise: Exercise, numbers: Numbers) -> bool:
    """Whether a figure at an exercise, or one of its presets, has the exercise's own list of scores or number."""
    asked = {_plain(value) for value in numbers.values() if _is_fractional(value)}
    return any(value in asked for _, settings in settings_of(exercise, numbers) for value in _values(settings))


def _is_fractional(value: object) -> bool:
    """Whether this is a number with decimals or a list of such: whole numbers and words are counts and names."""
    return isinstance(value, float) or (
        isinstance(value, tuple | list) and bool(value) and all(isinstance(each, float) for each in value)
    )


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


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
