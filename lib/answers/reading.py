"""What comes out of reading an answer, and the tidying that comes before it.

Characters that stand for the same thing are made one, in `tidy`, and nowhere else: full-width forms
(``０．８４４``), Arabic-Indic digits, dashes and the minus sign, the fraction slash, every kind of
space. Whatever this leaves unclear is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

LONGEST = 80
"""How many characters a number, a shape or a word may have."""

SPACES = re.compile(r"[\x00-\x20\x7f-\xa0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]+")
"""Spaces, line ends, control characters, and what sets the direction of text; a run of them is one space."""

LOOK_ALIKES = str.maketrans(
    {
        **{chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)},  # full width
        **{chr(zero + digit): str(digit) for zero in (0x660, 0x6F0) for digit in range(10)},  # Arabic-Indic
        **dict.fromkeys("‐‑‒–—−﹣", "-"),
        **dict.fromkeys("⁄∕÷", "/"),
        "٫": ".",
        "٪": "%",
        "﹪": "%",
    }
)


@dataclass(frozen=True)
class Number:
    """A number that was read.

    Attributes
    ----------
    value
        What it is worth; 84.4 % of a probability is 0.844.
    decimals
        How many were written, of the value; None for a fraction.
    is_text
        False for a number of Python's, whose trailing zeros nobody wrote.
    read_as
        The number as it was understood, where it was written in another form; else empty.
    """

    value: float
    decimals: int | None = None
    is_text: bool = True
    read_as: str = ""


@dataclass(frozen=True)
class Shape:
    """A shape that was read: whole numbers, and ``"n"`` for the number of tokens."""

    value: tuple[int | str, ...]
    read_as: str = ""


@dataclass(frozen=True)
class Word:
    """A choice or a word that was read; a choice as it is offered, a word as `key` writes it."""

    value: str
    read_as: str = ""


@dataclass(frozen=True)
class NotRead:
    """Why something could not be read, as a sentence without its full stop."""

    reason: str


def tidy(text: str) -> str:
    """Return `text` in plain characters, with single spaces.

    Examples
    --------
    >>> tidy(" −０．１７　nats ")
    '-0.17 nats'
    """
    return SPACES.sub(" ", text.translate(LOOK_ALIKES)).strip(" ")


def is_long(text: str) -> bool:
    """Whether a text is too long for a number, a shape or a word."""
    return len(text) > 40 * LONGEST or len(tidy(text)) > LONGEST


def quote(text: str, *, most: int = 24) -> str:
    """Return the beginning of what was typed, in quotation marks, fit to be printed anywhere."""
    plain = SPACES.sub(" ", text[: 8 * most]).strip(" ").encode("utf-8", "replace").decode("utf-8")
    return f"“{plain}”" if len(plain) <= most else f"“{plain[:most]}…”"


def as_text(given: object) -> str | None:
    """Return a text or a real number as text; None for anything else, True and False included."""
    if isinstance(given, str):
        return str.__str__(given)
    if type(given) is np.ndarray and given.size == 1:
        given = given.reshape(-1)[0]
    elif (
        getattr(given, "shape", None) == ()
        and not isinstance(given, np.generic | np.ndarray)
        and hasattr(given, "item")
    ):
        given = given.item()  # a single number of another library's
    if isinstance(given, bool | np.bool):
        return None
    if isinstance(given, Fraction):
        return f"{given.numerator}/{given.denominator}" if max(abs(given.numerator), given.denominator) < 1e30 else None
    if isinstance(given, Decimal | np.floating | np.integer):
        return str(given)
    if isinstance(given, int):
        return int.__repr__(given) if abs(given) < 10**30 else hex(given)  # Python refuses to print very long ones
    return float.__repr__(given) if isinstance(given, float) else None


def kind_of(given: object) -> str:
    """Name what an object is, for a sentence such as “A dict is not a number”."""
    name = type(given).__name__[:24]
    return f"{'An' if name[:1].lower() in 'aeiou' or name == 'ndarray' else 'A'} {name}"
