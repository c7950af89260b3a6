"""What a rule finds, what it says, and the rules that need no arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lib.answers.names import word
from lib.answers.reading import Number, Shape, Word
from lib.answers.table import Table
from lib.answers.verdict import Status

EXACT = 1e-9
"""How near two counts are that are the same."""

CUT_OFF = "The last digit is cut off, not rounded."
ROUNDED_EARLY = "A number on the way was rounded too early: keep a digit more until the end."
FEWER = "One decimal fewer than asked."
FAR_FEWER = "Fewer decimals than asked."
MORE = "More decimals than asked."
NEARLY = "On the way."
GIVE = "Give {} decimals."
UNCLEAR = "Too few digits to tell."
WHICH_SLIP = "Too few digits to tell which step went astray."
NO_MORE = "If there are no more:"
NOT_WHOLE = "A count is a whole number, and this is none. Which step left a fraction, and is it to be rounded?"
OUTSIDE = "A probability lies between 0 and 1. A percent needs its sign, %."
EXTREME = "No scores give a probability of 0 or 1: softmax and sigmoid only come near."
NEXT_HINT = "The next hint may help."
WRONG = f"This is none of the usual slips. {NEXT_HINT}"
YOURS = "Open the solution and compare."
PART = re.compile(r"^(\([a-z]\))? ?(.*)$", re.DOTALL)
"""A label: perhaps its part, and its name."""
NUMERALS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Finding:
    """What a rule has found."""

    status: Status
    text: str = ""
    name: str = ""
    remark: str = ""
    see: Sequence[Table] = ()
    keeps_points: bool = False


@dataclass(frozen=True)
class Earlier:
    """The answer that another one follows from: its number, whether it is right, its name, where it is mended."""

    number: Number
    is_right: bool
    decimals: int
    called: str
    see: Sequence[Table] = ()


Rule = Callable[[Table, Any, Earlier | None], Finding | None]


def right_exactly(field: Table, read: Number | Shape | Word, _: Earlier | None) -> Finding | None:
    """Find right what is the answer: a count, a shape, a choice or a word."""
    values = (field["answer"], *(field["also"] if field["kind"] in ("word", "mask") else ()))
    return Finding("right") if any(same(field, read, value) for value in values) else None


def same(field: Table, read: Number | Shape | Word, value: Any) -> bool:
    """Whether what was read is a value of the field's table."""
    if isinstance(read, Number):
        return bool(abs(read.value - value) <= EXACT)
    if isinstance(read, Shape):
        return bool(list(read.value) == value)
    return bool(read.value == (word(value) if field["kind"] == "word" else value))


def exact_mistake(field: Table, read: Number | Shape | Word, _: Earlier | None) -> Finding | None:
    """Find the mistake that gives just this."""
    known = ((each, value) for each in field["mistakes"] for value in (each["value"], *each.get("also", ())))
    return next((found(each) for each, value in known if same(field, read, value)), None)


def found(mistake: Table) -> Finding:
    """Return the finding of a named mistake, or of another convention that counts as right."""
    if mistake.get("excused"):
        return Finding("right", remark=mistake["feedback"])
    return Finding("mistake", mistake["feedback"], mistake["name"], see=mistake.get("see", ()))


def places(finding: Finding, field: Table, earlier: Earlier | None) -> Sequence[Table]:
    """Return where a mistake is mended; where it says nothing of that, the field does, or the one it starts from."""
    if finding.status != "mistake" or finding.see:
        return finding.see
    if finding.name == "carried-forward" and earlier:
        return earlier.see
    places_of_field: Sequence[Table] = field.get("see", ())  # a table that was issued long ago has none
    return places_of_field


def wrong(*_: object) -> Finding:
    """Find nothing that is known."""
    return Finding("wrong", WRONG)


def called(label: str, beside: str) -> str:
    """Return how a field is called in the feedback of another: by its part, or by its name in the same part."""
    part, rest = PART.match(label).groups()  # type: ignore[union-attr]
    return part if part and not beside.startswith(part) else rest
