"""Reading what a widget is given, from Python or from the page.

What breaks a rule raises `traitlets.TraitError` and says the argument, the rule and what arrived.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from traitlets import TraitError

LONGEST_TOKEN = 40  # characters
Readers = Mapping[str, Callable[[Any], Any]]  # by the name of what they read


def read_tokens(name: str, tokens: Iterable[str], *, fewest: int, most: int, distinct: bool = True) -> list[str]:
    """Return the tokens as a list of `fewest` to `most` strings, each 1 to 40 characters long."""
    if isinstance(tokens, str):
        raise TraitError(f"{name} must be a list of strings, got the string {tokens!r}: put it into a list?")
    found = list(tokens)
    if not fewest <= len(found) <= most:
        raise TraitError(f"{name} must be {fewest} to {most} strings, got {len(found)}")
    for token in found:
        if not isinstance(token, str) or not token.strip():
            raise TraitError(f"{name} must be strings that show something, got {token!r}")
        if len(token) > LONGEST_TOKEN:
            raise TraitError(f"{name} must be at most {LONGEST_TOKEN} characters each, got {len(token)}")
    if distinct and len(set(found)) < len(found):
        twice = next(token for token in found if found.count(token) > 1)
        raise TraitError(f"{name} must all be different, got {twice!r} twice")
    return found


def read_numbers(
    name: str, numbers: Iterable[float], *, low: float, high: float, count: int | None = None
) -> list[float]:
    """Return the numbers as floats, each finite and from `low` to `high`."""
    try:
        found = [float(number) for number in numbers]
    except (TypeError, ValueError) as error:
        raise TraitError(f"{name} must be numbers, got {numbers!r}") from error
    if count is not None and len(found) != count:
        raise TraitError(f"{name} must be {count} numbers, one for each token, got {len(found)}")
    for number in found:
        if not math.isfinite(number) or not low <= number <= high:
            raise TraitError(f"{name} must be from {low:g} to {high:g}, got {number}")
    return found


def read_choice(name: str, chosen: str, options: Sequence[str]) -> str:
    """Return what was chosen, if it is one of the options."""
    if chosen not in options:
        raise TraitError(f"{name} must be one of {', '.join(map(repr, options))}, got {chosen!r}")
    return chosen


def read_preset(preset: Mapping[str, Any], readers: Readers) -> dict[str, Any]:
    """Return a named starting point: a title, and values that a widget takes, each read by its own reader."""
    values = dict(preset)
    title = values.pop("title", None)
    if not isinstance(title, str) or not title.strip():
        raise TraitError(f"presets must each have a title, got {title!r}: add {{'title': …}}?")
    if unknown := values.keys() - readers.keys():
        raise TraitError(f"presets must hold {', '.join(readers)}, got {', '.join(sorted(map(str, unknown)))}")
    return {"title": title, **{name: readers[name](value) for name, value in values.items()}}
