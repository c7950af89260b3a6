"""The figures of a class book that move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
