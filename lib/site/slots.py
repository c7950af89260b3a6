"""Texts that are nearly alike, kept as what they share, once, and what they differ in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TypedDict

# A tag, a word or number, spaces, or any single sign: what two texts can have in common.
_PIECE = re.compile(r"<[^>]*>|[\w.]+|\s+|[^\w\s]")


class Slotted(TypedDict):
    """Some texts: the first is ``fixed[0] + slots[0][0] + fixed[1] + slots[0][1] + … + fixed[-1]``."""

    fixed: list[str]
    slots: list[list[str]]


def slotted(texts: Sequence[str]) -> Slotted:
    """Part texts into what they share and, for each of them, what stands in between.

    Examples
    --------
    >>> slotted(["p = 0.844 nats", "p = 0.1 nats"])
    {'fixed': ['p = ', ' nats'], 'slots': [['0.844'], ['0.1']]}
    """
    pieces = [_PIECE.findall(text) for text in texts]
    shared = pieces[0]
    for each in pieces[1:]:
        shared = _in_common(shared, each)
    rows = [_between(shared, each) for each in pieces]
    used = [at for at in range(len(shared) + 1) if any(row[at] for row in rows)]
    ends = [0, *used, len(shared)]
    return {
        "fixed": ["".join(shared[start:end]) for start, end in pairwise(ends)],
        "slots": [["".join(row[at]) for at in used] for row in rows],
    }


def texts_of(slots: Slotted) -> list[str]:
    """Return the texts again."""
    first, *others = slots["fixed"]
    return [first + "".join(map("".join, zip(row, others, strict=True))) for row in slots["slots"]]


def _in_common(one: list[str], other: list[str]) -> list[str]:
    """Return pieces that stand in both, in this order: many of them, if not always the most."""
    if len(one) == len(other):
        return [piece for piece, its in zip(one, other, strict=True) if piece == its]
    # The matcher passes over frequent pieces where it looks for a beginning, else it would take minutes.
    blocks = SequenceMatcher(None, one, other).get_matching_blocks()
    return [piece for block in blocks for piece in one[block.a : block.a + block.size]]


def _between(shared: list[str], pieces: list[str]) -> list[list[str]]:
    """Return what stands before, between and after the shared pieces: one list more than there are of these."""
    found: list[list[str]] = [[]]
    at = 0
    for piece in pieces:
        if at < len(shared) and piece == shared[at]:
            at += 1
            found.append([])
        else:
            found[-1].append(piece)
    return found
