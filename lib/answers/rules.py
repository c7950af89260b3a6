"""The rules by which a number is judged. `lib.answers.judge` says which apply, and in what order.

Every rule takes a field's table, what was read, and the verdict on the field that this one follows
from, and gives a `Finding` or None. Only comparisons are used, no rounding, so that a twin in another
language decides alike; powers of ten are read from text (`1e3`), which every language does exactly.
"""

from __future__ import annotations

from math import floor, log

from lib.answers.findings import (
    CUT_OFF,
    EXACT,
    EXTREME,
    FAR_FEWER,
    FEWER,
    GIVE,
    MORE,
    NEARLY,
    NO_MORE,
    NOT_WHOLE,
    NUMERALS,
    OUTSIDE,
    ROUNDED_EARLY,
    UNCLEAR,
    WHICH_SLIP,
    Earlier,
    Finding,
    found,
)
from lib.answers.reading import Number
from lib.answers.table import Table

TINY = 1e-12
"""What the arithmetic of floating-point numbers may add to a distance."""


def power_of_ten(exponent: int) -> float:
    """Return 10 to a whole power, the nearest number there is."""
    return float(f"1e{exponent}")


def _written(number: Number, asked: int) -> int | None:
    """Count the decimals that were written, without zeros beyond those that were asked for."""
    decimals = number.decimals
    while decimals is not None and decimals > asked and _is_whole(number.value * power_of_ten(decimals - 1)):
        decimals -= 1
    return decimals


def _is_whole(value: float) -> bool:
    return abs(value - floor(value + 0.5)) < 1e-6


def _within(a: float, b: float, distance: float) -> bool:
    return abs(a - b) <= distance + TINY


def right_number(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find right what lies within the tolerance, or is rounded properly to one decimal fewer."""
    answer, asked, value = field["answer"], field["decimals"], number.value
    written = _written(number, asked)
    is_short = written == asked - 1 and _within(value, answer, power_of_ten(-asked + 1) / 2)
    if not is_short and not _within(value, answer, field["tolerance"]):
        return None
    digits = max(asked, written or 0) if number.is_text else asked
    is_rounded = _within(value, answer, power_of_ten(-digits) / 2)
    is_coarse = written is not None and written < asked and _within(value, answer, power_of_ten(-written) / 2)
    if is_short and (number.is_text or not is_rounded):
        remark = FEWER
    elif is_coarse and (number.is_text or not is_rounded):
        remark = FAR_FEWER
    elif is_rounded:
        remark = MORE if digits > asked else ""
    elif _is_cut_off(value, answer, digits):
        remark = CUT_OFF
    else:
        remark = ROUNDED_EARLY
    return Finding("right", remark=remark)


def _is_cut_off(value: float, answer: float, digits: int) -> bool:
    """Whether a number is what is left of the answer after so many decimals."""
    lost = abs(answer) - abs(value)
    return 0 <= lost < power_of_ten(-digits) and value * answer >= 0 and _is_whole(value * power_of_ten(digits))


def followed(field: Table, number: Number, earlier: Earlier | None) -> Finding | None:
    """Find the right step from what the learner wrote before, be that wrong or only rounded."""
    if earlier is None:
        return None
    half = 0.0
    if earlier.number.decimals is not None and field["kind"] == "number" and not earlier.is_right:
        half = power_of_ten(-max(earlier.number.decimals, earlier.decimals)) / 2
    ends = [step(field["follows"], earlier.number.value + shift) for shift in (0.0, half, -half)]
    reached = [end for end in ends if end is not None]
    slack = _slack(field, number)
    if ends[0] is None or not min(reached) - slack - TINY <= number.value <= max(reached) + slack + TINY:
        return None
    if earlier.is_right:
        remark = f"It starts from your {earlier.called}, rounded: with more digits there it comes out nearer."
        return Finding("right", remark=remark)
    text = f"The step is right, and starts from your {earlier.called}. Correct {earlier.called}, then redo this step."
    return Finding("mistake", text, "carried-forward", keeps_points=True)


def _slack(field: Table, number: Number) -> float:
    """How far an answer may lie from what it is meant to be, with one decimal fewer counted as meant."""
    if field["kind"] == "count":
        return EXACT
    is_short = number.decimals == field["decimals"] - 1
    tolerance: float = field["tolerance"]
    return max(tolerance, power_of_ten(1 - field["decimals"]) / 2) if is_short else tolerance


def step(follows: Table, x: float) -> float | None:
    """Take the step from one answer to the next; None where there is none."""
    if follows["how"] == "rest-of":
        return float(follows["of"]) - x
    inside = x if follows["how"] == "minus-ln" else 1 - x
    return -log(inside) if inside > 0 else None


def near_mistake(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find the nearest mistake within the tolerance."""
    nearest = _nearest(field, number, field["tolerance"])
    return found(nearest) if nearest else None


def _nearest(field: Table, number: Number, distance: float) -> Table | None:
    """Return the mistake that is nearest, if it is within a distance; of two equally near, the first."""
    near = [
        (abs(value - number.value), mistake)
        for mistake in field["mistakes"]
        for value in (mistake["value"], *mistake.get("also", ()))
        if _within(value, number.value, distance)
    ]
    return min(near, key=lambda each: each[0])[1] if near else None


def coarse(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find the answer with so few decimals that it can't be told; or cut off, where one more would be asked."""
    decimals, asked = number.decimals, field["decimals"]
    if decimals is None or decimals >= asked or _is_extreme(field, number):  # which is an answer of its own kind
        return None
    half = power_of_ten(-decimals) / 2
    is_few = decimals < asked - 1 and _within(number.value, field["answer"], half)
    is_cut = decimals > 0 and _is_cut_off(number.value, field["answer"], decimals)
    if not is_few and not is_cut:
        return None
    give = GIVE.format(NUMERALS[asked])
    if same := _nearest(field, number, field["tolerance"]):
        return Finding("mistake", f"{UNCLEAR} {give} {NO_MORE} {same['feedback']}", "few-digits")
    if _nearest(field, number, half):
        return Finding("mistake", f"{UNCLEAR} {give}", "few-digits")
    return Finding("mistake", f"{NEARLY if is_few else CUT_OFF} {give}", "few-digits" if is_few else "cut-off")


def rounded_mistake(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find the nearest mistake that rounds to what was written, if that has two decimals or more."""
    if number.decimals is None or number.decimals < 2:
        return None
    nearest = _nearest(field, number, power_of_ten(-number.decimals) / 2)
    return found(nearest) if nearest else None


def outside(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find what is no probability at all, or none that scores can give."""
    if field["percent"] != "probability":
        return None
    if _is_extreme(field, number):
        return Finding("mistake", EXTREME, "outside")
    return None if 0 <= number.value <= 1 else Finding("mistake", OUTSIDE, "outside")


def unclear(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find what has so few decimals that a mistake may stand behind it, or another one."""
    decimals, asked = number.decimals, field["decimals"]
    if decimals is None or decimals >= min(2, asked - 1) or _is_extreme(field, number):
        return None
    if not _nearest(field, number, power_of_ten(-decimals) / 2):
        return None
    return Finding("mistake", f"{WHICH_SLIP} {GIVE.format(NUMERALS[asked])}", "few-digits")


def _is_extreme(field: Table, number: Number) -> bool:
    """Whether a number is 0, or a probability 1."""
    return number.value == 0 or (field["percent"] == "probability" and number.value == 1)


def not_whole(field: Table, number: Number, _: Earlier | None) -> Finding | None:
    """Find what can't be a count; of a percentage, anything can."""
    if field["percent"] == "percent" or abs(number.value - floor(number.value + 0.5)) <= EXACT:
        return None
    return Finding("mistake", NOT_WHOLE, "not-whole")
