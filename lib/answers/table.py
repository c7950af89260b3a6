"""Compile an exercise, with its numbers, into a table from which any judge can work.

The table is plain JSON. Python's judge (`lib.answers.judge`) and the page's read nothing else, so
there is one definition and no second opinion. Its keys: ``id``, ``number``, ``variant``, ``points``,
``hints`` (how many there are) and ``fields``. Each field has ``name``, ``label``, ``kind`` and
``points``, ``example`` (what can be read, never the answer), and

- an *argument*: ``criteria``, each with ``points``, ``full`` and ``half``;
- every other: ``answer`` and ``mistakes``, each with ``name``, ``value`` and ``feedback``, perhaps ``also`` (more
  values that it gives), ``see`` (places: ``page``, ``anchor``, ``title``) and ``excused`` (another convention,
  which counts as right); no value belongs to two of them (`lib.answers.mistakes`);
- a *number* or a *count*: ``percent`` ("no", "probability" or "percent"), ``units`` (words that may
  follow), ``unit`` (what stands behind the box), perhaps ``follows`` (``field``, ``how``, ``of``);
- a *number*: ``decimals``, ``tolerance``;
- a *choice*: ``options``, and ``also``, other names by option;
- a *word*: ``also``, other words that are as right;
- a *mask*: values for as many tokens as are asked for; ``also``, beside the answer and in each mistake, the same
  for other numbers of tokens (`lib.bank.grids`).

Every field but an argument has a ``see`` of its own, for what goes wrong without being one of its mistakes.
What is absent is empty or false. A shape is a list, as in ``["n", 9]``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from lib.answers.masks import EXAMPLE
from lib.answers.mistakes import mistake_rows, values_of
from lib.answers.shapes import show_shape
from lib.bank import (
    ArgumentField,
    ChoiceField,
    CountField,
    Exercise,
    Field,
    KeyedField,
    MaskField,
    NumberField,
    ShapeField,
    WordField,
)
from lib.bank.definition import Numbers, no_others
from lib.bank.render import fill as fill_in
from lib.bank.render import values
from lib.bank.results import result

Table = dict[str, Any]
"""JSON: texts, numbers, lists and tables of these."""

UNITS = {"nats": ("nats", "nat"), "": ()}
COUNTED = ("tokens", "token", "positions", "position")

# Shown where something could not be read. The first that is not near the answer is taken.
NUMBERS = {0.125: "0.125 or 0,125", 0.625: "0.625 or 0,625"}
COUNTS = {12: "12", 7: "7"}
PERCENTS = {35: "35 or 35 %", 65: "65 or 65 %"}
SHAPES = ("(3, 5) or (n, 3)", "(6, 4) or (n, 6)", "(7, 8) or (n, 7)")


def answer_table(
    exercise: Exercise, numbers: Numbers | None = None, *, variant: int = 0, is_brief: bool = False
) -> Table:
    """Compile an exercise; without `numbers`, with those that it has.

    Parameters
    ----------
    is_brief
        True to name only the mistakes for which numbers are drawn: a third of the bytes, where thousands get a table.

    Examples
    --------
    >>> from lib.bank import exercise
    >>> [(field["name"], round(field["answer"], 3)) for field in answer_table(exercise("2.1"))["fields"]]
    [('p_dog', 0.844), ('loss', 0.17)]
    """
    numbers = exercise.defaults if numbers is None else numbers
    fill = partial(fill_in, known=values(exercise, numbers), whose=f"exercise {exercise.number}")
    return {
        "id": exercise.id,
        "number": exercise.number,
        "variant": variant,
        "points": exercise.points,
        "hints": len(exercise.hints),
        "fields": [_field(_brief(each) if is_brief else each, exercise, numbers, fill) for each in exercise.fields],
    }


def _brief(field: Field) -> Field:
    """Return a field without what is named besides."""
    if not isinstance(field, KeyedField):
        return field
    return replace(field, mistakes=tuple(replace(each, also=no_others) for each in field.mistakes), further=())


def points_of(field: Field, exercise: Exercise) -> int:
    """Return what a field is worth: the points of its criteria, or an equal share of what these leave.

    Raises
    ------
    ValueError
        If the shares are not whole.
    """
    if isinstance(field, ArgumentField):
        return sum(point.points for point in field.criteria)
    share, left = divmod(exercise.points - sum(point.points for point in exercise.rubric), len(exercise.keyed))
    if left:
        raise ValueError(f"exercise {exercise.number} must share its points evenly among its fields: {left} are left")
    return share


def _field(field: Field, exercise: Exercise, numbers: Numbers, fill: Callable[[str], str]) -> Table:
    """Compile one field: what all have, then what its kind has."""
    table: Table = {"name": field.name, "label": fill(field.label), "points": points_of(field, exercise)}
    match field:
        case NumberField():
            more = _number(field, numbers)
        case CountField():
            more = _count(field, numbers, fill(field.unit).strip())
        case ShapeField():
            shown = show_shape(result(field.answer, numbers))
            more = {"kind": "shape", "example": next(each for each in SHAPES if shown not in each)}
        case ChoiceField():
            options = [fill(option) for option in field.options]
            also = {fill(option): list(names) for option, names in field.also.items()}
            more = {"kind": "choice", "example": " or ".join(options), "options": options, "also": also}
        case WordField():
            more = {"kind": "word", "example": "one word or token", "also": list(field.also)}
        case MaskField():
            more = {"kind": "mask", "example": EXAMPLE}
        case ArgumentField():
            more = {
                "kind": "argument",
                "example": "it in words",
                "criteria": [asdict(criterion) for criterion in field.criteria],
            }
        case _:
            raise TypeError(f"field {field.name} of exercise {exercise.number} is of a kind that has no table")
    return {**table, **more, **(_keyed(field, numbers, fill) if isinstance(field, KeyedField) else {})}


def _number(field: NumberField, numbers: Numbers) -> Table:
    return {
        "kind": "number",
        "example": _example(NUMBERS, result(field.answer, numbers)),
        "decimals": field.decimals,
        "tolerance": field.tolerance,
        "percent": "no" if field.unit else "probability",
        "unit": field.unit,
        "units": list(UNITS[field.unit]),
    }


def _count(field: CountField, numbers: Numbers, unit: str) -> Table:
    is_percent = unit == "%"
    return {
        "kind": "count",
        "example": _example(PERCENTS if is_percent else COUNTS, result(field.answer, numbers)),
        "percent": "percent" if is_percent else "no",
        "unit": unit,
        "units": [] if is_percent else list(COUNTED),
    }


def _example(examples: dict[Any, str], answer: float) -> str:
    """Return the first example that is not near the answer."""
    return next(text for value, text in examples.items() if abs(value - answer) > 0.01)


def _keyed(field: KeyedField, numbers: Numbers, fill: Callable[[str], str]) -> Table:
    """Return the answer, the mistakes, and what the answer follows from."""
    plain = partial(_plain, fill=fill)
    answer, *also = [plain(each) for each in values_of(field, result(field.answer, numbers))]
    table: Table = {"answer": answer, "mistakes": mistake_rows(field, numbers, plain, fill)}
    if isinstance(field, MaskField):
        table["also"] = also
    if field.follows:
        of = {"of": float(field.follows.of(numbers))} if field.follows.of else {}
        table["follows"] = {"field": field.follows.field, "how": field.follows.step(numbers), **of}
    table["see"] = [dict(vars(place)) for place in field.see]
    return table


def _plain(value: object, *, fill: Callable[[str], str]) -> object:
    """Return an answer as JSON has it."""
    if isinstance(value, str):
        return fill(value)
    if isinstance(value, tuple):
        return [each if isinstance(each, str) else int(each) for each in value]
    return value if isinstance(value, int) else float(value)  # type: ignore[arg-type]
