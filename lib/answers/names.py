"""Read shapes, choices and words, as text or as Python's own values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from lib.answers.reading import NotRead, Shape, Word, as_text, is_long, kind_of, quote, tidy

SHAPE = re.compile(r"^(?:\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|([^()\[\]]*))$")
BETWEEN = re.compile(r" ?[,;xX×*·] ?")
LENGTH = re.compile(r"^(?:[0-9]{1,9}|[nN])$")
MOST_AXES = 8
IGNORED = re.compile(r"[ \-_.,:;!?'\"’‘“”()\[\]{}<>*`/|+=]+")
EDGES = re.compile(r"^(?:the)?(.+?)(?:token)?$")
LONGEST_WORD = 40


def read_shape(given: object) -> Shape | NotRead:
    """Read the shape of an array; a comma is never a decimal one.

    Parameters
    ----------
    given
        ``"(2, 768)"``, ``"2,768"``, ``"2 × 768"``, ``"[2, 768]"``, ``"n×9"``; a tuple, a list or a whole number.

    Examples
    --------
    >>> read_shape("2x768").value, read_shape("2").value, read_shape(("n", 9)).value
    ((2, 768), (2,), ('n', 9))
    """
    if isinstance(given, np.ndarray) and given.ndim:
        return NotRead("That is an array, not its shape")
    if isinstance(given, tuple | list):
        lengths = [as_text(each) or "" for each in given[: MOST_AXES + 1]]
        return _shape(lengths) or NotRead(f"{kind_of(given)} with such entries is not a shape")
    text = as_text(given)
    if text is None:
        return NotRead(f"{kind_of(given)} is not a shape")
    if is_long(text):
        return NotRead(f"{quote(text)} is too long for a shape")
    match = SHAPE.match(tidy(text))
    if not match:
        return NotRead(f"{quote(text)} has brackets that don't pair up")
    inner = next(group for group in match.groups() if group is not None).strip(" ")
    shape = _shape(BETWEEN.split(re.sub(" ?,$", "", inner)))
    if shape is None:
        return NotRead(f"{quote(text)} is not a shape that can be read")
    is_as_written = not isinstance(given, str) or given == show_shape(shape.value)
    return Shape(shape.value, "" if is_as_written else show_shape(shape.value))


def _shape(lengths: Sequence[str]) -> Shape | None:
    """Return the shape with these lengths, if each is one."""
    plain = [tidy(each) for each in lengths]
    if not 1 <= len(plain) <= MOST_AXES or not all(LENGTH.match(each) for each in plain):
        return None
    return Shape(tuple("n" if each in "nN" else int(each) for each in plain))


def show_shape(value: Sequence[int | str]) -> str:
    """Print a shape, as in ``(n, 9)`` and ``(2,)``."""
    return f"({value[0]},)" if len(value) == 1 else f"({', '.join(map(str, value))})"


def key(text: str) -> str:
    """Return what counts of a word: lower case, no space, bracket or hyphen.

    Examples
    --------
    >>> key("[CLS]"), key("Sequence-to-sequence")
    ('cls', 'sequencetosequence')
    """
    return IGNORED.sub("", tidy(text).lower())


@lru_cache(maxsize=4000)  # the options of a choice are asked for with every answer to it
def word(text: str) -> str:
    """Return the same without *the* before it and *token* behind it.

    Examples
    --------
    >>> word("the [CLS] token")
    'cls'
    """
    match = EDGES.match(key(text))
    return match[1] if match else ""


def read_choice(given: object, accepted: Mapping[str, Sequence[str]]) -> Word | NotRead:
    """Read one of several options, which `accepted` lists, each with its other names."""
    text = as_text(given)
    if text is None:
        return NotRead(f"{kind_of(given)} is not one of the options")
    for option, others in accepted.items():
        if not is_long(text) and word(text) in {word(name) for name in (option, *others)} - {""}:
            return Word(option, "" if key(text) == key(option) else option)
    return NotRead(f"{quote(text)} is not one of the options")


def read_word(given: object) -> Word | NotRead:
    """Read a word or a token; neither case nor brackets count, nor *the* before it or *token* behind."""
    if not isinstance(given, str):
        return NotRead(f"{kind_of(given)} is not a word")
    text = str.__str__(given)
    if is_long(text) or len(word(text)) > LONGEST_WORD:
        return NotRead(f"{quote(text)} is too long for a word")
    if not re.search("[a-z]", word(text)):
        return NotRead(f"{quote(text)} has no letters that can be read")
    return Word(word(text))
