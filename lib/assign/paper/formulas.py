"""TeX to Typst, by way of the MathML that the book's pages have: one reader of TeX, and a walk over what it read."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

from lib.assign.paper.typst import Content, string
from lib.assign.prose import UnknownMarkupError

Element = ElementTree.Element
ACCENTS = {"ˆ": "hat", "^": "hat", "˜": "tilde", "~": "tilde", "¯": "macron", "→": "arrow", "˙": "dot"}
ATTACHED = {
    "msub": ("b",),
    "msup": ("t",),
    "msubsup": ("b", "t"),
    "munder": ("b",),
    "mover": ("t",),
    "munderover": ("b", "t"),
}
BRACKETS = (*"()[]{}|‖⟨⟩", "")
LONGEST_UNBROKEN = 30
"""Characters of TeX; a longer formula in a line of text may go over to the next."""
APPLY = "\u2061"
"""Stands between a function and its argument, and is not seen."""
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)\w+;")
_SIGN = re.compile(r"[!-\-/:-@\[-`{-~]")
"""Signs of ASCII that may be commands of Typst's: all but the point."""
_read = LatexToMathML(fancy_error=False)


@lru_cache(maxsize=4000)
def formula(tex: str, *, block: bool = False) -> Content:
    r"""Convert a formula.

    Parameters
    ----------
    tex
        What stands between the dollar signs; it is also what a screen reader is given.
    block
        True for a formula on its own lines.

    Raises
    ------
    UnknownMarkupError
        If there is no form on paper for something in it.

    Examples
    --------
    >>> formula(r"\hat p_1")
    '#box[#math.equation(block: false, alt: "\\\\hat p_1", $ attach(accent(p, hat), b: 1) $);];'
    """
    try:
        found = _read.convert_with_local_state(tex, displaystyle=block)
    except LatexError as error:
        raise UnknownMarkupError(f"the formula {tex} of a prompt can't be read: {error}") from None
    root = ElementTree.fromstring(_ENTITY.sub(lambda entity: html.unescape(entity[0]), found))
    body = " ".join(_row(root, tex))
    made = f"#math.equation(block: {str(block).lower()}, alt: {string(tex)}, $ {body} $);"
    return made if block or len(tex) > LONGEST_UNBROKEN else f"#box[{made}];"


def _row(element: Element, tex: str) -> list[str]:
    return [part for child in element if (part := _part(child, tex))]


def _part(element: Element, tex: str) -> str:
    """Return one element as Typst's maths."""
    text = element.text or ""
    match element.tag:
        case "mn" | "mo":
            # A bar of its own would be set as a relation, with room on both sides.
            return "" if text == APPLY else 'class("normal", \\|)' if text == "|" else _signs(text)
        case "mi":
            # One letter is set in italics; a word, such as ln, is a function's name.
            return f"op({string(text)})" if len(text) > 1 else _signs(text)
        case "mtext":
            return string(text)
        case "mspace":
            width = element.get("width", "")
            return f"#h({width})" if width.endswith("em") else ""
        case "mrow" | "mstyle" | "mpadded" | "math":
            return _grown(element, " ".join(_row(element, tex)))
        case "mfrac":
            over, under = (_part(child, tex) for child in element)
            return f"frac({over}, {under})"
        case "msqrt":
            return f"sqrt({' '.join(_row(element, tex))})"
        case "mtable":
            return " \\ ".join(" & ".join(" ".join(_row(cell, tex)) for cell in row) for row in element)
    if element.tag in ATTACHED:
        return _attached(element, tex)
    raise UnknownMarkupError(f"the formula {tex} of a prompt has no form on paper: its {element.tag} is not known")


def _attached(element: Element, tex: str) -> str:
    base, *marks = (_part(child, tex) for child in element)
    if element.get("accent") == "true":
        sign = element[1].text or ""
        if sign not in ACCENTS:
            raise UnknownMarkupError(f"the formula {tex} of a prompt has no form on paper: its {sign} is not known")
        return f"accent({base}, {ACCENTS[sign]})"
    named = ", ".join(f"{side}: {mark}" for side, mark in zip(ATTACHED[element.tag], marks, strict=True))
    return f"attach({base}, {named})"


def _grown(element: Element, row: str) -> str:
    r"""Return a row; its brackets grow with what is in them where they were written with ``\left`` and ``\right``."""
    ends = (element[0], element[-1]) if len(element) > 1 else ()
    is_grown = ends and all(end.tag == "mo" and end.text in BRACKETS and not end.get("stretchy") for end in ends)
    return f"lr({row})" if is_grown else row


def _signs(text: str) -> str:
    """Return signs as themselves: none of them is a command of Typst's."""
    return _SIGN.sub(lambda sign: f"\\{sign[0]}", text)
