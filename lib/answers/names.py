"""Read choices and words, as text or as Python's own values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from lib.answers.reading import NotRead, Word, as_text, is_long, kind_of, quote, tidy

IGNORED = re.compile(r"[ \-_.,:;!?'\"’‘“”()\[\]{}<>*`/|+=]+")
EDGES = re.compile(r"^(?:the)?(.+?)(?:token)?$")
LONGEST_WORD = 40
WORDS = re.compile(r"[a-z]{2,}")
BESIDE = ("the", "token")
"""What may stand beside a word; single letters are no words either."""


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


def read_word(given: object, known: Sequence[str] = ()) -> Word | NotRead:
    """Read a word or a token; neither case nor brackets count, nor *the* before it or *token* behind.

    More than one word is read only where it is one of those that are `known`.
    """
    if not isinstance(given, str):
        return NotRead(f"{kind_of(given)} is not a word")
    text = str.__str__(given)
    if is_long(text) or len(word(text)) > LONGEST_WORD:
        return NotRead(f"{quote(text)} is too long for a word")
    if not re.search("[a-z]", word(text)):
        return NotRead(f"{quote(text)} has no letters that can be read")
    words = [each for each in WORDS.findall(tidy(text).lower()) if each not in BESIDE]
    if len(words) > 1 and word(text) not in map(word, known):
        return NotRead(f"{quote(text)} has more than one word")
    return Word(word(text))
