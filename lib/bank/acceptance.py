"""Which numbers an exercise may have: not trivial, true to its texts, every mistake told apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import isfinite

import numpy as np

from lib.bank.definition import Answer, CountField, Exercise, KeyedField, NumberField, Numbers
from lib.bank.render import values
from lib.bank.results import result

LEAST_P, MOST_P = 0.02, 0.98
LEAST_LOSS = 0.02
LEAST_COUNT = 1
EXACT = 1e-6
"""How near two counts are that can't be told apart."""


def objections(exercise: Exercise, numbers: Numbers) -> tuple[str, ...]:
    """Return what speaks against these numbers; nothing if they are fine.

    Examples
    --------
    >>> from lib.bank import exercise
    >>> objections(exercise("4.2"), {**exercise("4.2").defaults, "logits": (0.0, 2.0)})
    ("p_pos: the answer and one-score can't be told apart",)
    """
    with np.errstate(all="ignore"):  # a mistake may divide by zero; that is an objection
        return tuple(_objections(exercise, numbers))


def are_acceptable(exercise: Exercise, numbers: Numbers) -> bool:
    """Whether nothing speaks against these numbers; stops at the first objection."""
    with np.errstate(all="ignore"):
        return next(_objections(exercise, numbers), None) is None


def _objections(exercise: Exercise, numbers: Numbers) -> Iterator[str]:
    known = values(exercise, numbers)
    if not exercise.holds(known):
        yield "what the texts take for granted is not true"
    for field in exercise.keyed:
        answer: Answer = known[field.name]  # type: ignore[assignment]  # a field's, so it is one
        yield from _of_answer(field, answer)
        yield from _of_mistakes(field, answer, numbers)
    for one, other in combinations(exercise.keyed, 2):
        is_same = type(one) is type(other) and known[one.name] == known[other.name]
        if is_same and result(one.answer, exercise.defaults) != result(other.answer, exercise.defaults):
            yield f"{one.name} and {other.name} have the same answer"


def _of_answer(field: KeyedField, answer: Answer) -> Iterator[str]:
    """Object to an answer that can be guessed without working it out."""
    if isinstance(field, NumberField) and isinstance(answer, float):
        is_worth_asking = answer >= LEAST_LOSS if field.unit else LEAST_P <= answer <= MOST_P
    elif isinstance(field, CountField) and isinstance(answer, int):
        is_worth_asking = answer >= LEAST_COUNT
    else:
        return
    if not isfinite(answer) or not is_worth_asking:
        yield f"{field.name} is trivial: {answer:g}"


def _of_mistakes(field: KeyedField, answer: Answer, numbers: Numbers) -> Iterator[str]:
    """Object to a mistake that is no number, looks right, or looks like another one."""
    results = [("the answer", answer), *((each.name, result(each.value, numbers)) for each in field.mistakes)]
    for (name, value), (other, its_value) in combinations(results, 2):
        if are_alike(field, value, its_value, is_from_answer=name == "the answer"):
            yield f"{field.name}: {name} and {other} can't be told apart"
    for name, value in results:
        if isinstance(value, float) and not isfinite(value):
            yield f"{field.name}: {name} is {value}"


def are_alike(field: KeyedField, one: Answer, other: Answer, *, is_from_answer: bool) -> bool:
    """Whether two results are nearer than a judge needs: twice the tolerance.

    From the answer it is one unit of the last decimal but one, so that an answer with a decimal fewer is no mistake.
    """
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return one == other
    if not isinstance(field, NumberField):
        return abs(one - other) < EXACT
    apart = 2 * field.tolerance
    return abs(one - other) <= (max(apart, 10.0 ** (1 - field.decimals)) if is_from_answer else apart)
