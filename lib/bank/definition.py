"""What an exercise is: one definition that feeds page, notebook, feedback and key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from lib.bank.draws import Draw

Numbers = Mapping[str, Any]
"""What one version of an exercise is made from: logits, words, counts, by name."""

Shape = tuple[int | str, ...]
"""The shape of an array; a letter stands for a length that is left open, as in ``("n", 9)``."""

Grids = tuple[str, ...]
"""A pattern of "can attend" as text, once for each number of tokens (`lib.bank.grids`)."""

Answer = float | int | str | Shape | Grids


def no_others(_: Numbers) -> tuple[Answer, ...]:
    """Return that a mistake gives nothing else."""
    return ()


@dataclass(frozen=True)
class Place:
    """A place in the book that a link can lead to.

    Attributes
    ----------
    page
        A chapter's file name without its ending.
    anchor
        The id that the built page gives to the place.
    title
        What the place is called there.
    """

    page: str
    anchor: str
    title: str


@dataclass(frozen=True)
class Mistake:
    """One wrong step: what it gives for these numbers, and what to say about it.

    Attributes
    ----------
    name
        A slug, unique within its field.
    value
        What a learner gets who takes this step.
    feedback
        Names the step and where to look; never the answer.
    see
        Where it is mended: a paragraph, an exercise.
    is_excused
        True if it is another convention rather than an error: counts as right, with the feedback as a remark.
    also
        What the same step gives when it is rounded or written otherwise.
    """

    name: str
    value: Callable[[Numbers], Answer]
    feedback: str
    see: tuple[Place, ...] = ()
    is_excused: bool = False
    also: Callable[[Numbers], tuple[Answer, ...]] = no_others


How = Literal["minus-ln", "minus-ln-of-rest", "rest-of"]
"""How one answer follows from another, x: as −ln x, as −ln(1 − x), or as what x leaves of a whole."""


@dataclass(frozen=True)
class Follows:
    """How a field's answer follows from an earlier one, so that an error carried forward is seen as such.

    Attributes
    ----------
    field
        The name of the earlier field.
    how
        The step between the two, or what says it for these numbers.
    of
        The whole, for ``"rest-of"``.
    """

    field: str
    how: How | Callable[[Numbers], How]
    of: Callable[[Numbers], float] | None = None

    def step(self, numbers: Numbers) -> How:
        """Return the step between the two fields for these numbers."""
        return self.how(numbers) if callable(self.how) else self.how


@dataclass(frozen=True)
class Criterion:
    """One point that a written argument must make, and what it is worth."""

    points: int
    full: str
    half: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing to fill in.

    Attributes
    ----------
    name
        The keyword by which code gives this answer; permanent.
    label
        What stands beside the box, with its part: ``(a) p(<<word>>)``; a template.
    """

    name: str
    label: str


@dataclass(frozen=True, kw_only=True)
class KeyedField(Field):
    """A field whose answer is computed from the exercise's numbers.

    Attributes
    ----------
    mistakes
        With the numbers of any draw, each can be told from the answer and from the others.
    further
        More mistakes, for which no numbers are drawn, as for nothing that ``also`` gives: one that gives the
        answer is not named, two that give the same are named together (`lib.answers.mistakes`). Not a number
        where there is none.
    see
        Where its mistakes are mended that name no place of their own.
    """

    answer: Callable[[Numbers], Answer]
    mistakes: tuple[Mistake, ...] = ()
    further: tuple[Mistake, ...] = ()
    follows: Follows | None = None
    see: tuple[Place, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NumberField(KeyedField):
    """A real number.

    Attributes
    ----------
    decimals
        How many the prompt asks for.
    tolerance
        How far an answer may lie from the exact value and still be right.
    unit
        What may be written after the number: ``"nats"`` for a loss.
    """

    answer: Callable[[Numbers], float]
    decimals: int
    tolerance: float
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class CountField(KeyedField):
    """A whole number; exact.

    Attributes
    ----------
    unit
        ``"%"`` where a percentage is asked for as one; may be a template.
    """

    answer: Callable[[Numbers], int]
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class ShapeField(KeyedField):
    """The shape of an array."""

    answer: Callable[[Numbers], Shape]


@dataclass(frozen=True, kw_only=True)
class ChoiceField(KeyedField):
    """One of several options; a mistake stands for each wrong one.

    Attributes
    ----------
    options
        What there is to choose from; templates.
    also
        Other names for an option, by option.
    """

    answer: Callable[[Numbers], str]
    options: tuple[str, ...]
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class WordField(KeyedField):
    """A word or a token, however it is capitalized or bracketed.

    Attributes
    ----------
    also
        Other spellings that are as right.
    """

    answer: Callable[[Numbers], str]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MaskField(KeyedField):
    """A grid of who can attend to whom, as the exercise's MaskBuilder builds it; exact.

    Attributes
    ----------
    answer
        For every number of tokens that a learner may take instead (`lib.bank.grids`).
    tokens
        How many the prompt asks for.
    """

    answer: Callable[[Numbers], Grids]
    tokens: int


@dataclass(frozen=True, kw_only=True)
class ArgumentField(Field):
    """The learner's own words, held against criteria one by one."""

    criteria: tuple[Criterion, ...]


def _nothing(_: Numbers) -> Mapping[str, object]:
    return {}


def _always(_: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One exercise of the book.

    Attributes
    ----------
    id
        A permanent slug: the directive's label, the page's anchor, the key in every export.
    number
        Its number in the book, ``"2.1"``.
    points, minutes
        What it is worth, and how long it takes a learner at this level.
    sources
        Keys of ``references.bib`` on which prompt and solution rest.
    defaults
        The book's numbers.
    prompt, hints, solution
        MyST Markdown in which ``<<name>>`` or ``<<name:.3f>>`` stands for a number, a derived
        value or the answer of the field of that name (`lib.bank.render`).
    fields
        What there is to fill in, in the order of the prompt.
    derive
        What the texts print besides the numbers and the answers.
    draw
        Draws pleasant new numbers; None if the exercise is the same for everybody.
    holds
        Whether what the texts take for granted is true of everything that they can print
        (`lib.bank.render.values`): that the hidden word is the least likely, that a printed sum adds up.
    """

    id: str
    number: str
    title: str
    points: int
    minutes: int
    sources: tuple[str, ...]
    prompt: str
    hints: tuple[str, ...]
    solution: str
    fields: tuple[Field, ...]
    defaults: Numbers = field(default_factory=dict)
    derive: Callable[[Numbers], Mapping[str, object]] = _nothing
    draw: Callable[[Draw], Numbers] | None = None
    holds: Callable[[Mapping[str, Any]], bool] = _always

    @property
    def level(self) -> int:
        """The level it belongs to, 1 to 5."""
        return int(self.number.partition(".")[0])

    @cached_property
    def keyed(self) -> tuple[KeyedField, ...]:
        """The fields with a computed answer."""
        return tuple(each for each in self.fields if isinstance(each, KeyedField))

    @property
    def rubric(self) -> tuple[Criterion, ...]:
        """What its written arguments are held against."""
        return tuple(point for each in self.fields if isinstance(each, ArgumentField) for point in each.criteria)
