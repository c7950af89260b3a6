"""What an exercise's functions give for some numbers, worked out once.

Whether numbers are fit for an exercise, what its texts print and what its key holds ask the same answers
and mistakes again and again; for a class of thousands that is most of the time it takes to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, TypeVar

T = TypeVar("T")


@lru_cache(maxsize=4000)
def _result(function: Callable[[Mapping[str, Any]], T], items: tuple[tuple[str, Any], ...]) -> T:
    return function(dict(items))


def result(function: Callable[[Mapping[str, Any]], T], numbers: Mapping[str, Any]) -> T:
    """Return ``function(numbers)``, from memory if it was asked before. It must be pure.

    Examples
    --------
    >>> result(lambda n: n["tokens"] + 1, {"tokens": 20})
    21
    """
    items = tuple(numbers.items())
    try:
        hash(items)
    except TypeError:  # a list or an array among them
        return function(numbers)
    known: T = _result(function, items)
    return known


def kept(function: Callable[[Mapping[str, Any]], T]) -> Callable[[Mapping[str, Any]], T]:
    """Make a function of an exercise's numbers remember: for those that several mistakes build on."""

    @wraps(function)
    def remembered(numbers: Mapping[str, Any]) -> T:
        return result(function, numbers)

    return remembered
