"""Check answers in a notebook. Nothing here raises at a learner."""

from __future__ import annotations

from difflib import get_close_matches

from lib.answers.fields import read_field
from lib.answers.judge import judge, nothing
from lib.answers.reading import Number, as_text, kind_of, quote
from lib.answers.table import Table, answer_table
from lib.answers.verdict import Verdict
from lib.bank import EXERCISES, exercise

MOST_VARIANTS = 1_000_000
WHOLE_NUMBER: Table = {"kind": "count", "percent": "no", "units": []}


def check(name: object = None, variant: object = None, **answers: object) -> Verdict:
    """Check answers to an exercise.

    Parameters
    ----------
    name : str
        The exercise's number or id: ``"2.1"`` or ``"softmax-three-logits"``.
    variant : int, optional
        Which numbers; without it, the book's.
    **answers
        What is filled in, by field: text in any form that the page takes, or Python's own values. A field
        that is left out is not judged.

    Returns
    -------
    Verdict
        `status`, `feedback`, `points`, and the same for each field. What can't be read is "not read".

    Examples
    --------
    >>> check("2.1", p_dog=0.844, loss="0.169").status
    'right'
    >>> print(check("2.1", p_dog=0.727).fields[0])
    ≠ (a) p(dog): Not yet. You used base 2. Softmax raises e ≈ 2.718 to each score.
      See notation: Softmax.
    """
    names = [known for each in EXERCISES for known in (each.number, each.id)]
    wanted = _tidy(name)
    if wanted not in names:
        return nothing(_no_exercise(name, wanted, names))
    number = read_field(WHOLE_NUMBER, 0 if variant is None else variant)
    if not isinstance(number, Number) or not number.value.is_integer() or not 0 <= number.value < MOST_VARIANTS:
        return nothing("A variant is a whole number, as in check(“2.1”, 7, …). Without one, the book's numbers count.")
    try:
        found = exercise(wanted, int(number.value))
    except KeyError as error:
        return nothing(
            f"{str(error.args[0]).removeprefix('exercise ')}.", exercise(wanted).number, exercise(wanted).points
        )
    return judge(answer_table(found, variant=int(number.value)), answers)


def _tidy(name: object) -> str | None:
    """Return an exercise's name as the bank has it, if it was written a little otherwise; None if it is no text."""
    text = as_text(name) if issubclass(type(name), (int, float, str)) else None
    return None if text is None else text.strip().lower().removeprefix("exercise").strip()


def _no_exercise(name: object, wanted: str | None, names: list[str]) -> str:
    """Say that there is no such exercise, and which there are."""
    if name is None:
        return "Say which exercise, as in check(“2.1”, p_dog=…)."
    if wanted is None:
        return f"{kind_of(name)} is not the number of an exercise. Write it as text, as in check(“2.1”, …)."
    close = get_close_matches(wanted[:40], names, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    return f"There is no exercise {quote(wanted)}.{meant} There are {', '.join(each.number for each in EXERCISES)}."
