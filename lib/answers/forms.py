"""Bring a number to its plain form before it is read, and say which part keeps a text from being one.

What is taken off around a number leaves no doubt about its value: a pair of brackets, a name before ``=``,
*about*. The patterns are written so that JavaScript reads them alike.
"""

from __future__ import annotations

import re
from itertools import pairwise

from lib.answers.reading import quote

WRAPPED = re.compile(r"^(?:\(([^()]*)\)|\[([^\[\]]*)\]|[\"“‘'`$]([^\"“”‘’'`$]*)[\"”’'`$])$")
"""Brackets, quotation marks or dollar signs around the whole."""
NAMED = re.compile(r"^(?:- ?(?=ln|log))?[A-Za-z_][A-Za-z_ ]*(?:\([A-Za-z_ |\[\]]*\))? ?(?:[=:]|(?=[≈~∼≃≅])) ?")
"""A name before the number, as in ``p(dog) =``, ``loss:`` and ``−ln p =``; there is no digit in it."""
ABOUT = re.compile(r"^(?:[≈~∼≃≅=]|[Cc]a\.?|[Cc]\.|[Cc]irca|[Aa]bout|[Aa]pprox(?:\.|imately)?) ?")
POWER = re.compile(
    r" ?(?:[xX×*·⋅∙•]|\\times|\\cdot) ?10(?:(?:\^|\*\*) ?[({]?([+-]?[0-9]{1,3})[)}]?|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))"
)
"""Times a power of ten, which stands above the line or behind a sign for it."""
RAISED = "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
LOWERED = "+-0123456789"
MORE_FOLLOWS = re.compile(r"([0-9]) ?(?:…|\.{3})(?= ?(?:[%A-Za-z(\[]|$))")
"""Dots for digits that were left out; what follows them may be a unit."""

NUMERAL = re.compile(r"[.,]?[0-9]+(?:[.,]+[0-9]+)*(?:[eE][+-]?[0-9]+)?")
EQUAL = re.compile(r"[=≈~∼≃≅]")
CALCULATION = re.compile(
    r"[0-9A-Za-z)] ?[+*^×]|√|[0-9)] ?- ?[0-9(]|(?:^|[^A-Za-z])(?:exp|ln|log|sqrt|softmax|sigmoid)(?![A-Za-z])"
)
AROUND = re.compile(r"^(?:[≈~∼≃≅=] ?)?[+-]? ?$")
"""What may stand before a number."""


def plain_form(text: str) -> str:
    """Return what has been tidied without what may stand around a number, a power of ten as ``e`` writes it.

    Examples
    --------
    >>> plain_form("p(dog) = ca. 8.44 × 10^-1"), plain_form("(0.844)"), plain_form("0.844…")
    ('8.44e-1', '0.844', '0.844')
    """
    wrapped = WRAPPED.match(text)
    inner = next(group for group in wrapped.groups() if group is not None) if wrapped else text
    bare = ABOUT.sub("", NAMED.sub("", inner.strip(" "), count=1), count=1)
    return MORE_FOLLOWS.sub(r"\1", POWER.sub(_as_power, bare))


def _as_power(match: re.Match[str]) -> str:
    return f"e{match[1] or match[2].translate(str.maketrans(RAISED, LOWERED))}"


def what_is_wrong(text: str) -> str:
    """Say what keeps a text that has been tidied from being a number.

    Examples
    --------
    >>> what_is_wrong("0.844 = 84.4 %")
    'has “=” between two numbers, and one is asked for'
    """
    numerals = list(NUMERAL.finditer(text))
    if not numerals:
        return "has no digits that can be read"
    for numeral in numerals:
        if trouble := _trouble(numeral[0]):
            return trouble
    if equal := EQUAL.search(text, numerals[0].end(), numerals[-1].start()):
        return f"has {quote(equal[0])} between two numbers, and one is asked for"
    if CALCULATION.search(text):
        return "is a calculation, and what it comes to is asked for"
    if text.count("/") > 1:
        return _many(text, "/", "fraction bars")
    gaps = [text[one.end() : other.start()].strip(" ") for one, other in pairwise(numerals)]
    between = next((gap for gap in gaps if gap != "/"), None)
    if between is not None:
        return f"has {quote(between) if between else 'a space'} between two numbers, and one is asked for"
    if text.count("%") > 1:
        return _many(text, "%", "percent signs")
    return _what_is_around(text[: numerals[0].start()], text[numerals[-1].end() :].strip(" "))


def _many(text: str, sign: str, name: str) -> str:
    return f"has {'two' if text.count(sign) == 2 else 'several'} {name}"


def _trouble(numeral: str) -> str:
    """Say what is wrong with the points and commas of a numeral."""
    for sign, name in ((",", "commas"), (".", "points")):
        if numeral.count(sign) > 1:
            return _many(numeral, sign, name)
    return "has a comma and a point" if "," in numeral and "." in numeral else ""


def _what_is_around(before: str, after: str) -> str:
    if not AROUND.match(before):
        return f"begins with {quote(before)}"
    return f"ends in {quote(after)}" if after else "is not a number that can be read"
