"""Read numbers and counts, as text or as Python's own. Nothing is altered silently.

What can't be read is a `NotRead` with its reason, which is not the same as wrong. The patterns are
written so that JavaScript reads them alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import floor, isfinite
from typing import Literal

from lib.answers.forms import plain_form, what_is_wrong
from lib.answers.reading import NotRead, Number, as_text, is_long, kind_of, quote, tidy

Percent = Literal["no", "probability", "percent"]
"""Whether a field takes a percent: not, as a form of a number from 0 to 1, or as what is asked for."""

_ONE = r"([+-]?) ?([0-9]*)(?:[.,]([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?"
NUMBER = re.compile(rf"^{_ONE}(?: ?/ ?{_ONE})? ?[(\[]?(%|[A-Za-z][A-Za-z ]*)?[)\]]?\.?$")
"""Sign, whole part, fraction, power of ten; the same of a divisor; what follows, perhaps in brackets."""
PLAIN = re.compile(r"^-?[0-9]+(\.[0-9]+)?(?: ?(?:%|[A-Za-z ]+))?$")
"""What need not be repeated as it was understood."""
GROUPED = re.compile(r"(?:^|[^0-9,.])[1-9][0-9]{0,2},[0-9]{3}(?![0-9,]|\.[0-9])")
MOST_DECIMALS = 30
"""More are not counted: no float tells them apart."""
PERCENT_SIGNS = ("%", "percent", "per cent", "pct")
OTHER_UNITS = ("bits", "bit")
ZEROS = re.compile(r"\.0+(?= |$)|(\.[0-9]*[1-9])0+(?= |$)")
"""What tells nothing at the end of an exact number."""


def read_number(given: object, *, percent: Percent = "no", units: Sequence[str] = ()) -> Number | NotRead:
    """Read a real number.

    Parameters
    ----------
    given
        ``"0.844"``, ``".844"``, ``"0,844"``, ``"84.4 %"``, ``"20.086/23.804"``, ``"1e-3"``, ``"≈0.844"``,
        ``"0.17 nats"``, ``"p = 0.844"``, ``"8.44 × 10^-1"``, or a number of Python's or NumPy's. A comma is a
        decimal one.
    percent
        ``"probability"``: 84.4 % is 0.844. ``"percent"``: 80 %, 80 and 0.8 are all 80.
    units
        Words that may follow the number, in lower case.

    Examples
    --------
    >>> read_number("84,4 %", percent="probability")
    Number(value=0.844, decimals=3, is_text=True, read_as='0.844')
    >>> read_number("0,84,4")
    NotRead(reason='“0,84,4” has two commas')
    """
    text = as_text(given)
    if text is None:
        is_array = bool(getattr(given, "shape", ()))
        return NotRead(
            "That is an array, and one number is asked for" if is_array else f"{kind_of(given)} is not a number"
        )
    match = _match(text, percent, units)
    if isinstance(match, NotRead):
        return match
    has_sign = _tail(match) in PERCENT_SIGNS
    shift = -2 if has_sign and percent == "probability" else 0
    value = _evaluate(match, shift)
    if percent == "percent" and not has_sign and isinstance(value, float) and 0 < abs(value) < 1:
        shift, value = 2, _evaluate(match, 2)
    if isinstance(value, str):
        return NotRead(f"{quote(text)} {value}")
    written = len(match[3] or "") - int(match[4] or 0) - shift
    decimals = None if match[6] is not None else min(max(0, written), MOST_DECIMALS)
    is_text = isinstance(given, str)
    is_as_written = shift == 0 and (not is_text or PLAIN.fullmatch(text) is not None)
    printed = "" if is_as_written else _print(value, decimals, percent)
    return Number(value, decimals, is_text, "" if printed == text else printed)


def _match(text: str, percent: Percent, units: Sequence[str]) -> re.Match[str] | NotRead:
    """Return the parts of a text that has the form of a number, or what keeps it from that."""
    if is_long(text):
        return NotRead(f"{quote(text)} is too long for a number")
    match = NUMBER.match(plain_form(tidy(text)))
    if not match or not (match[2] or match[3]) or (match[6] is not None and not (match[6] or match[7])):
        return NotRead(f"{quote(text)} {what_is_wrong(tidy(text))}")
    tail = _tail(match)
    if tail and tail not in (*PERCENT_SIGNS, *units):
        other = f", and what is asked for is in {units[0]}" if units and tail in OTHER_UNITS else ""
        return NotRead(f"{quote(text)} ends in {quote(match[9])}{other}")
    if tail in PERCENT_SIGNS and percent == "no":
        return NotRead(f"{quote(text)} is a percent, and what is asked for is not")
    if tail in PERCENT_SIGNS and match[6] is not None:
        return NotRead(f"{quote(text)} has a fraction bar and a percent sign, and can be read in two ways")
    return match


def _tail(match: re.Match[str]) -> str:
    return (match[9] or "").strip(" ").lower()


def _evaluate(match: re.Match[str], shift: int) -> float | str:
    """Return the value of a number or a quotient, its point shifted; or why it has none."""
    value = _value(match, 1, shift)
    if match[6] is not None:
        divisor = _value(match, 5, 0)
        if divisor == 0:
            return "divides by zero"
        value /= divisor
    if not isfinite(value):
        return "is too large"
    if value == 0 and re.search("[1-9]", (match[2] or "") + (match[3] or "")):
        return "is too small to tell from 0"
    return value


def _value(match: re.Match[str], first: int, shift: int) -> float:
    """Return one number of a match; the point is shifted in the text, so that no digit is lost."""
    sign, whole, fraction, power = match.group(first, first + 1, first + 2, first + 3)
    return float(f"{sign or ''}{whole or '0'}.{fraction or '0'}e{int(power or 0) + shift}")


def _print(value: float, decimals: int | None, percent: Percent) -> str:
    """Print a number as it was understood; a fraction with at most four decimals, a half rounded up."""
    if abs(value) >= 1e12 or (decimals or 0) > 12:
        return ""
    size = floor(abs(value) * 1e4 + 0.5) / 1e4 if decimals is None else abs(value)
    shown = ZEROS.sub(r"\1", f"{size:.4f}") if decimals is None else f"{size:.{decimals}f}"
    return f"{'−' if value < 0 else ''}{shown}{' %' if percent == 'percent' else ''}"


def read_count(given: object, *, percent: Percent = "no", units: Sequence[str] = ()) -> Number | NotRead:
    """Read a whole number, or one that a learner takes for it. Here ``1,000`` is unclear, so it is not read.

    Examples
    --------
    >>> read_count("17 tokens", units=("tokens",)).value
    17.0
    >>> read_count("1,000")
    NotRead(reason='“1,000” can be read in two ways, with decimals or without')
    """
    if isinstance(given, str) and not is_long(given) and GROUPED.search(tidy(given)):
        return NotRead(f"{quote(given)} can be read in two ways, with decimals or without")
    number = read_number(given, percent=percent, units=units)
    if percent == "no" and isinstance(number, Number) and number.decimals is None and 0 < abs(number.value) < 1:
        return NotRead(f"{quote(as_text(given) or '')} is a fraction of one, and a count is asked for")
    return number if isinstance(number, NotRead) else replace(number, read_as=ZEROS.sub(r"\1", number.read_as))
