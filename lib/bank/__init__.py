"""The exercises: one definition each, from which everything else is made."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from lib.bank import level1, level2, level3, level4, level5
from lib.bank.committed import variants_of
from lib.bank.definition import (
    ArgumentField,
    ChoiceField,
    CountField,
    Criterion,
    Exercise,
    Field,
    Follows,
    KeyedField,
    MaskField,
    Mistake,
    NumberField,
    Place,
    ShapeField,
    WordField,
)
from lib.bank.draws import Draw, numbers_for
from lib.bank.levels import LEVELS, Level
from lib.bank.render import render

EXERCISES: tuple[Exercise, ...] = (
    *level1.EXERCISES,
    *level2.EXERCISES,
    *level3.EXERCISES,
    *level4.EXERCISES,
    *level5.EXERCISES,
)
_BY_NAME = {name: each for each in EXERCISES for name in (each.id, each.number)}


def exercise(name: str, variant: int = 0) -> Exercise:
    """Return an exercise by its number or id.

    Parameters
    ----------
    name
        ``"2.1"`` or ``"softmax-three-logits"``.
    variant
        Which numbers it has as its defaults; 0 for the book's.

    Raises
    ------
    KeyError
        If there is no such exercise or variant; the message lists what there is.

    Examples
    --------
    >>> exercise("2.1").id
    'softmax-three-logits'
    >>> exercise("2.3", variant=7).defaults
    {'tokens': 24, 'percent': 15}
    """
    try:
        found = _BY_NAME[name]
    except (KeyError, TypeError):
        known = ", ".join(f"{each.number} ({each.id})" for each in EXERCISES)
        raise KeyError(f"there is no exercise {name!r}; there are {known}") from None
    if not isinstance(variant, int) or isinstance(variant, bool) or not 0 <= variant < len(variants_of(found)):
        last = len(variants_of(found)) - 1
        there_is = f"there are 0, with the book's numbers, to {last}" if last else "there is 0, with the book's numbers"
        raise KeyError(f"exercise {found.number} has no variant {variant!r}; {there_is}")
    return _variant(found.id, variant) if variant else found


@cache
def _variant(name: str, variant: int) -> Exercise:
    found = _BY_NAME[name]
    return replace(found, defaults=variants_of(found)[variant])


__all__ = [
    "EXERCISES",
    "LEVELS",
    "ArgumentField",
    "ChoiceField",
    "CountField",
    "Criterion",
    "Draw",
    "Exercise",
    "Field",
    "Follows",
    "KeyedField",
    "Level",
    "MaskField",
    "Mistake",
    "NumberField",
    "Place",
    "ShapeField",
    "WordField",
    "exercise",
    "numbers_for",
    "render",
    "variants_of",
]
