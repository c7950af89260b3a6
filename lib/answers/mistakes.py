"""Compile a field's mistakes for the numbers at hand: what each gives, and where two of them give the same.

With `KeyedField.mistakes` every draw sees to it that each can be told from the answer and from the others.
With what else is named, `KeyedField.further` and `Mistake.also`, the numbers may have it otherwise. Then

- what is no number, or can't be told from the answer, is left out;
- what can't be told from another mistake is named together with it. Neither is accused alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from lib.answers.names import word
from lib.bank import KeyedField, MaskField, Place, WordField
from lib.bank.acceptance import are_alike
from lib.bank.definition import Answer, Mistake, Numbers
from lib.bank.grids import grid_of
from lib.bank.results import result

BOTH = "Two slips lead here. One: {} The other: {}"
SEVERAL = "Several slips lead here. {}"
DECIMALS = 9
"""How many a mistake's value keeps: no tolerance is as fine."""


@dataclass
class _Result:
    """One wrong value, and every mistake that gives it, or something too near to be told from it."""

    values: list[Answer]
    mistakes: list[Mistake]


def mistake_rows(
    field: KeyedField, numbers: Numbers, plain: Callable[[Answer], object], fill: Callable[[str], str]
) -> list[dict[str, Any]]:
    """Return the rows of a field's table that name mistakes; no value stands in two of them.

    Parameters
    ----------
    plain
        Turns a value into what JSON has for it.
    fill
        Fills the placeholders of a text.

    Examples
    --------
    >>> from lib.bank import exercise
    >>> found = exercise("2.2")  # its true score is 0, and so is its raw share
    >>> rows = mistake_rows(found.keyed[0], found.defaults, lambda value: value, lambda text: text)
    >>> [row["name"] for row in rows][:3]
    ['base-2', 'base-10-or-no-exponential', 'other-word']
    """
    with np.errstate(all="ignore"):  # a step may divide by zero; then there is no such mistake
        found = _results(field, numbers)
    groups: dict[tuple[str, ...], list[_Result]] = {}
    for each in found:
        groups.setdefault(tuple(mistake.name for mistake in each.mistakes), []).append(each)
    return [_row(field, group, plain, fill) for group in groups.values()]


def _row(
    field: KeyedField, group: list[_Result], plain: Callable[[Answer], object], fill: Callable[[str], str]
) -> dict[str, Any]:
    """Return the row of what the same mistakes give."""
    mistakes = group[0].mistakes
    value, *also = map(plain, dict.fromkeys(_short(value) for each in group for value in each.values))
    name = "-or-".join(mistake.name for mistake in mistakes)
    row: dict[str, Any] = {"name": name, "value": value, "feedback": fill(_feedback(mistakes))}
    if also or isinstance(field, MaskField):
        row["also"] = also
    if see := _places(field, mistakes):
        row["see"] = [dict(vars(place)) for place in see]
    if mistakes[0].is_excused:
        row["excused"] = True
    return row


def values_of(field: KeyedField, value: Answer) -> list[Answer]:
    """Return the values that a table has for one: of a pattern, the grids, that for the tokens asked for first."""
    if not isinstance(field, MaskField) or not isinstance(value, tuple):
        return [value]
    asked = grid_of(value, field.tokens)
    return [asked, *(str(grid) for grid in value if grid != asked)]


def _results(field: KeyedField, numbers: Numbers) -> list[_Result]:
    """Return every wrong value that can be named, those first for which the numbers were drawn."""
    results = [_Result(values_of(field, result(each.value, numbers)), [each]) for each in field.mistakes]
    answer = result(field.answer, numbers)
    for mistake, value in _others(field, numbers):
        if _is_nothing(value) or _look_alike(field, value, answer):
            continue
        like = next((each for each in results if any(_look_alike(field, value, known) for known in each.values)), None)
        if like is None:
            results.append(_Result([value], [mistake]))
        elif mistake not in like.mistakes and not (mistake.is_excused or like.mistakes[0].is_excused):
            like.values.append(value)
            like.mistakes.append(mistake)
    return results


def _short(value: Answer) -> Answer:
    """Return a number with as many decimals as a judge needs, since a page has thousands of them."""
    return round(value, DECIMALS) if isinstance(value, float) else value


def _others(field: KeyedField, numbers: Numbers) -> Iterator[tuple[Mistake, Answer]]:
    for mistake in field.mistakes:
        yield from ((mistake, value) for value in result(mistake.also, numbers))
    for mistake in field.further:
        yield from ((mistake, value) for value in (result(mistake.value, numbers), *result(mistake.also, numbers)))


def _is_nothing(value: Answer) -> bool:
    return isinstance(value, float) and not isfinite(value)


def _look_alike(field: KeyedField, one: Answer, other: Answer) -> bool:
    if isinstance(field, WordField):
        return word(str(one)) == word(str(other))
    return are_alike(field, one, other, is_from_answer=False)


def _feedback(mistakes: list[Mistake]) -> str:
    """Return what to say of a value: of two mistakes that give it, both."""
    texts = list(dict.fromkeys(mistake.feedback for mistake in mistakes))
    if len(texts) == 1:
        return texts[0]
    return BOTH.format(*texts) if len(texts) == 2 else SEVERAL.format(" Or: ".join(texts))


def _places(field: KeyedField, mistakes: list[Mistake]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(place for mistake in mistakes for place in mistake.see or field.see))
