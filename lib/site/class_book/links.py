"""References to what a class book leaves out become plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMED = re.compile(r"^\(([\w-]+)\)=$|^:(?:label|name): *([\w-]+)$", re.MULTILINE)
_ROLE = re.compile(r"\{(ref|numref|doc)\}`([^`]+)`")
_TITLE_AND_TARGET = re.compile(r"^(.*?)\s*<([^<>]+)>$", re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?:\./)?([\w-]+)\.md(?:#[\w-]+)?\)")


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the labels that pages define."""
    return frozenset(one or other for text in texts for one, other in _NAMED.findall(text))


def unlinked(text: str, names: Iterable[str], pages: Iterable[str]) -> str:
    """Return a page's text in which links lead only to these labels and pages; of others the words remain.

    Raises
    ------
    ValueError
        If a reference to what is left out has no words of its own.

    Examples
    --------
    >>> unlinked("See {ref}`2.1 <softmax>`, {doc}`notation` and [Errata](errata.md).", [], ["notation"])
    'See 2.1, {doc}`notation` and Errata.'
    """
    known, there = set(names), set(pages)

    def role(match: re.Match[str]) -> str:
        titled = _TITLE_AND_TARGET.match(match[2])
        target = titled[2] if titled else match[2]
        if target in (there if match[1] == "doc" else known):
            return match[0]
        if not titled:
            raise ValueError(f"{match[0]} leads to what a class book leaves out: give it words, as in `words <target>`")
        return titled[1]

    text = _ROLE.sub(role, text)
    return _LINK.sub(lambda match: match[0] if match[2] in there else match[1], text)
