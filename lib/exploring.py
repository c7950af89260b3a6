"""The widget of an exercise, as the bank describes it."""

from __future__ import annotations

from lib import widgets
from lib.bank import exercise
from lib.bank.explorations import EXPLORATIONS
from lib.widgets.base import CourseWidget


def explore(number: str, widget: str | None = None) -> CourseWidget:
    """Return the widget that stands at an exercise.

    Parameters
    ----------
    number
        The exercise's number or id: ``"2.1"``.
    widget
        Which of its widgets, by the name of its class; by default the first.

    Raises
    ------
    KeyError
        If there is no such exercise, or no such widget at it; the message lists what there is.

    Examples
    --------
    >>> explore("2.1").tokens
    ['dog', 'cat', 'log']
    """
    asked = exercise(number)
    found = {each.widget: each for each in EXPLORATIONS.get(asked.id, ())}
    name = next(iter(found), None) if widget is None else widget
    if name not in found:
        known = ", ".join(found) or "none"
        raise KeyError(f"exercise {asked.number} has no widget {widget or ''}; it has: {known}")
    here = found[name]
    made: CourseWidget = getattr(widgets, name)(question=here.question, **here.settings(asked.defaults))
    return made
