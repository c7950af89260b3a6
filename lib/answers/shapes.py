"""Read the shape of an array, as text or as Python's own value."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from lib.answers.reading import NotRead, Shape, as_text, is_long, kind_of, quote, tidy

BEFORE = re.compile(
    r"^(?:(?![nN] ?[=:])[A-Za-z_][A-Za-z_. ]*[=:∈] ?)?"
    r"(?:(?:(?:torch\.)?[Ss]ize|(?:Tensor)?[Ss]hape) ?(?=[(\[])|(?:[Rℝ]|\\mathbb ?\{?R\}?) ?\^ ?)?"
)
"""What may stand before a shape: ``W =``, ``torch.Size``, ``shape``, the R of a set of matrices."""
DOUBLED = re.compile(r"^\(([(\[].*[)\]])\)$")
DIMENSIONS = re.compile(r"\] ?\[")
"""What stands between ``[2][768]``."""
SHAPE = re.compile(r"^(?:\(([^()\[\]{}]*)\)|\[([^()\[\]{}]*)\]|\{([^()\[\]{}]*)\}|([^()\[\]{}]*))$")
BETWEEN = re.compile(r" ?(?:[,;×*·⋅∙•✕⨯]|[xX](?= ?[0-9nN])|-?by-?|\\times|\\cdot) ?")
LENGTH = re.compile(r"^(?:[0-9]{1,9}|[nN])$")
OUTSIDE = re.compile(r"^([^()\[\]{}]*)[(\[{].*[)\]}]([^()\[\]{}]*)$")
"""What stands before and behind brackets."""
TWO_LENGTHS = re.compile(r"^(?:[0-9]+|[nN])([^0-9A-Za-z]+)(?:[0-9]+|[nN])$")
MOST_AXES = 8


def read_shape(given: object) -> Shape | NotRead:
    """Read the shape of an array; a comma is never a decimal one.

    Parameters
    ----------
    given
        ``"(2, 768)"``, ``"2,768"``, ``"2 × 768"``, ``"2 by 768"``, ``"[2][768]"``, ``"torch.Size([2, 768])"``,
        ``"n×9"``; a tuple, a list or a whole number.

    Examples
    --------
    >>> read_shape("2x768").value, read_shape("2").value, read_shape(("n", 9)).value
    ((2, 768), (2,), ('n', 9))
    >>> read_shape("2 768")
    NotRead(reason='“2 768” has a space between two lengths, where a comma or × is to stand')
    """
    if isinstance(given, tuple | list):
        return _from_entries(given)
    text = as_text(given)
    if hasattr(given, "shape") and (text is None or bool(getattr(given, "ndim", None))):
        return NotRead("That is an array, and its shape is asked for: give its .shape")
    if text is None:
        return NotRead(f"{kind_of(given)} is not a shape")
    if is_long(text):
        return NotRead(f"{quote(text)} is too long for a shape")
    lengths = _lengths(tidy(text))
    if isinstance(lengths, str):
        return NotRead(f"{quote(text)} {lengths}")
    value = _value(lengths)
    shown = show_shape(value)
    is_as_written = not isinstance(given, str) or text.replace(" ", "") == shown.replace(" ", "")
    return Shape(value, "" if is_as_written else shown)


def show_shape(value: Sequence[int | str]) -> str:
    """Print a shape, as in ``(n, 9)`` and ``(2,)``."""
    return f"({value[0]},)" if len(value) == 1 else f"({', '.join(map(str, value))})"


def _from_entries(given: tuple[object, ...] | list[object]) -> Shape | NotRead:
    """Read a tuple or a list of lengths."""
    if not 1 <= len(given) <= MOST_AXES:
        return NotRead(f"{kind_of(given)} of {len(given) or 'no'} entries is not a shape")
    lengths = [tidy(as_text(each) or "") for each in given]
    for each, length in zip(given, lengths, strict=True):
        if isinstance(each, list | tuple | np.ndarray):
            return NotRead("That is an array, written as lists, and its shape is asked for")
        if not LENGTH.match(length):
            odd = quote(length) if length else "None" if each is None else kind_of(each).replace("A", "a", 1)
            return NotRead(f"{kind_of(given)} with {odd} in it is not a shape")
    return Shape(_value(lengths))


def _lengths(text: str) -> list[str] | str:
    """Return the lengths in a text that has been tidied; or what keeps it from being a shape."""
    bare = BEFORE.sub("", re.sub(r" ?\.$", "", text), count=1)
    bare = DIMENSIONS.sub(",", DOUBLED.sub(r"\1", bare))
    match = SHAPE.match(bare)
    if not match:
        return _what_is_outside(bare)
    inner = next(group for group in match.groups() if group is not None).strip(" ")
    lengths = [tidy(each) for each in BETWEEN.split(re.sub(" ?,$", "", inner))]
    if len(lengths) > MOST_AXES:
        return f"has more than {MOST_AXES} lengths"
    odd = next((each for each in lengths if not LENGTH.match(each)), None)
    return lengths if odd is None else _what_is_odd(odd)


def _what_is_outside(text: str) -> str:
    """Say what is wrong with the brackets of a text."""
    outside = OUTSIDE.match(text)
    before, after = (part.strip(" ") for part in outside.groups()) if outside else ("", "")
    if before:
        return f"begins with {quote(before)}"
    return f"ends in {quote(after)}" if after else "has brackets that don't pair up"


def _what_is_odd(length: str) -> str:
    """Say why something is not one of the lengths of a shape."""
    if not length:
        return "leaves a length out"
    if two := TWO_LENGTHS.match(length):
        sign = quote(two[1].strip(" ")) if two[1].strip(" ") else "a space"
        return f"has {sign} between two lengths, where a comma or × is to stand"
    return f"has {quote(length)} where a whole number or n is to stand"


def _value(lengths: Sequence[str]) -> tuple[int | str, ...]:
    return tuple("n" if each in "nN" else int(each) for each in lengths)
