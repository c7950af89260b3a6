"""Fill an exercise's texts with numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from lib.bank.definition import Exercise, Numbers
from lib.bank.results import result

_PLACEHOLDER = re.compile(r"<<([^<>:]+)(?::([^<>]+))?>>")
_MATHS = re.compile(r"(\$\$.*?\$\$|\$[^$]*\$)", re.DOTALL)


def values(exercise: Exercise, numbers: Numbers) -> dict[str, object]:
    """Return everything that the texts of `exercise` may print for these numbers, by name."""
    answers = {field.name: result(field.answer, numbers) for field in exercise.keyed}
    return {**numbers, **result(exercise.derive, numbers), **answers}


def render(template: str, exercise: Exercise, numbers: Numbers | None = None) -> str:
    """Return `template` with every placeholder filled; without `numbers`, with the book's.

    ``<<name>>``, ``<<name[0]>>`` and ``<<name:.3f>>`` work as in `str.format`. In prose a
    negative number gets the minus sign of typography, in formulas TeX does that; a percent sign
    stands apart from its number.

    Raises
    ------
    KeyError
        If a placeholder names nothing that `values` knows.

    Examples
    --------
    >>> from lib.bank import exercise
    >>> render("<<p_dog:.3f>>", exercise("2.1"))
    '0.844'
    """
    known = values(exercise, exercise.defaults if numbers is None else numbers)
    return fill(template, known, f"exercise {exercise.number}")


def fill(template: str, known: Mapping[str, object], whose: str) -> str:
    """Return `template` with every placeholder filled from `known`, as `render` does; `whose` is for errors."""
    if "<<" not in template:
        return template
    parts = _MATHS.split(template)
    return "".join(_fill(part, known, whose, in_maths=bool(index % 2)) for index, part in enumerate(parts))


def _fill(text: str, known: Mapping[str, object], whose: str, *, in_maths: bool) -> str:
    def fill_one(match: re.Match[str]) -> str:
        name, form = match[1], match[2] or ""
        try:
            value, _ = Formatter().get_field(name, (), known)
        except (KeyError, IndexError, AttributeError) as error:
            raise KeyError(f"{whose} prints <<{name}>>, but knows only {sorted(known)}") from error
        text = re.sub(r"(?<=\d)%$", " %", format(value, form))
        return text if in_maths else re.sub(r"^-(?=[\d.])", "−", text)

    return _PLACEHOLDER.sub(fill_one, text)
