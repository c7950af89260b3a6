"""XML, written one question at a time, so that a bank of thousands needs no memory."""

from __future__ import annotations

from xml.etree import ElementTree

Element = ElementTree.Element


def add(parent: Element, tag: str, text: object = None, **attributes: str) -> Element:
    """Add an element with a text, and return it."""
    made = ElementTree.SubElement(parent, tag, attributes)
    made.text = None if text is None else str(text)
    return made


def written(element: Element, *, level: int = 1) -> str:
    """Return an element as lines, indented as deep as it stands."""
    ElementTree.indent(element, level=level)
    return "  " * level + ElementTree.tostring(element, encoding="unicode") + "\n"


def number(value: float) -> str:
    """Write a number so that nothing of it is lost, a whole one without a point.

    Examples
    --------
    >>> number(17.0), number(0.16984601955628567), number(-0.0)
    ('17', '0.16984601955628567', '0')
    """
    return str(int(value)) if float(value).is_integer() else repr(float(value))
