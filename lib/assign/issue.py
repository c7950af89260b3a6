"""Which numbers a class gets: drawn from its salt, other than the public ones and with other answers than the book."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from multiprocessing import get_context

from lib.answers.packing import by_name, patch, patched
from lib.answers.table import Table, answer_table
from lib.assign.salt import seed_of
from lib.bank import Exercise, NumberField, exercise, numbers_for, variants_of
from lib.bank.definition import Numbers
from lib.bank.results import result

MOST_IN_VAIN = 200
"""After so many draws in a row that give nothing new, what there is must do."""
AT_ONCE = 100
"""Students that one process draws for before it reports."""


@dataclass(frozen=True)
class Issued:
    """One exercise with the numbers that somebody gets.

    Attributes
    ----------
    seed
        What the numbers were drawn from; empty if they are the same for everybody.
    numbers
        The numbers.
    change
        What makes the answer table of the book's (`lib.answers.packing.patch`).
    """

    seed: str
    numbers: Numbers
    change: Table

    def as_json(self) -> Table:
        """Return what a manifest keeps of it."""
        return {"seed": self.seed, "numbers": dict(self.numbers), "change": self.change}


@cache
def base_table(name: str) -> Table:
    """Return the answer table of an exercise with the book's numbers, fields by name."""
    return by_name(_table(exercise(name)))


def table_of(name: str, issued: Issued) -> Table:
    """Return the answer table of what was issued, fields by name."""
    return patched(base_table(name), issued.change)


@lru_cache(maxsize=20_000)
def _change(name: str, numbers: tuple[tuple[str, object], ...]) -> Table:
    """Return the change for these numbers; kept, since some exercises have only a few dozen sets."""
    return patch(base_table(name), by_name(_table(exercise(name), dict(numbers))))


def _table(found: Exercise, numbers: Numbers | None = None) -> Table:
    """Return an answer table; a brief one of numbers that are somebody's own, of which a class has thousands."""
    return answer_table(found, numbers, is_brief=found.draw is not None)


def issue(found: Exercise, salt: bytes, *whom: str | int) -> Issued:
    """Draw the numbers of an exercise for somebody.

    Parameters
    ----------
    found
        The exercise. One without numbers of its own is the same for everybody.
    salt
        The class's.
    whom
        Words that name the class and the student or the variant.
    """
    if found.draw is None:
        return Issued("", found.defaults, {})
    public = variants_of(found)
    attempt = 0
    while True:  # ends: an exercise has more sets of numbers than public ones, and more answers than the book's
        seed = seed_of(salt, *whom, found.id, attempt)
        numbers = numbers_for(found, seed)
        if numbers not in public and not has_the_books_answer(found, numbers):
            return Issued(seed, numbers, _change(found.id, tuple(numbers.items())))
        attempt += 1


def has_the_books_answer(found: Exercise, numbers: Numbers) -> bool:
    """Whether an answer with decimals is the same, as it is typed, as with the book's numbers.

    Only differences between scores count, so other scores can have the answers of a solution that is public.
    """
    fields = [each for each in found.fields if isinstance(each, NumberField)]
    return any(_typed(each, numbers) == _typed(each, found.defaults) for each in fields)


def _typed(field: NumberField, numbers: Numbers) -> str:
    return f"{result(field.answer, numbers):.{field.decimals}f}"


def variants(found: Exercise, salt: bytes, course: str, count: int) -> tuple[Issued, ...]:
    """Draw variants of an exercise, no two alike: `count`, or as many as there are."""
    drawn: dict[str, Issued] = {}
    number = in_vain = 0
    most_in_vain = MOST_IN_VAIN if found.draw else 1
    while len(drawn) < count and in_vain < most_in_vain:
        number += 1
        made = issue(found, salt, course, "variant", number)
        in_vain = in_vain + 1 if repr(made.numbers) in drawn else 0
        drawn.setdefault(repr(made.numbers), made)
    return tuple(drawn.values())


def for_students(
    students: Sequence[str], exercises: Sequence[Exercise], salt: bytes, course: str
) -> Iterator[tuple[Issued, ...]]:
    """Yield what each student gets, in order: an `Issued` for each exercise. A large class is drawn by all cores."""
    ids = tuple(each.id for each in exercises)
    batches = [tuple(students[at : at + AT_ONCE]) for at in range(0, len(students), AT_ONCE)]
    if len(batches) == 1:
        yield from _for_some(batches[0], ids, salt, course)
        return
    # Not forked: that is unsafe beside threads, which some caller may have.
    with ProcessPoolExecutor(max_workers=os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for made in pool.map(_for_some, batches, *([each] * len(batches) for each in (ids, salt, course))):
            yield from made


def _for_some(students: tuple[str, ...], ids: tuple[str, ...], salt: bytes, course: str) -> list[tuple[Issued, ...]]:
    exercises = [exercise(name) for name in ids]
    return [tuple(issue(each, salt, course, "student", student) for each in exercises) for student in students]
