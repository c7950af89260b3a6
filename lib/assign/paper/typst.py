"""Small pieces of Typst, written so that no text of ours is ever taken for markup."""

from __future__ import annotations

from collections.abc import Iterable

Content = str
"""Typst markup."""


def string(text: str) -> str:
    r"""Return a text as a string of Typst's code.

    Examples
    --------
    >>> string('a "b" \\ $c$')
    '"a \\"b\\" \\\\ $c$"'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def said(text: str) -> Content:
    """Return a text as content in which nothing is markup."""
    return f"#{string(text)};"


def call(name: str, *arguments: str, body: Content = "", **named: str) -> Content:
    """Return a call of a function, as content.

    Parameters
    ----------
    arguments, named
        Typst's code; an underscore in a name stands for a hyphen.
    body
        Content that the function gets last.

    Examples
    --------
    >>> call("box", "[a]", width="3cm", body="b")
    '#box([a], width: 3cm)[b];'
    """
    given = [*arguments, *(f"{key.replace('_', '-')}: {value}" for key, value in named.items())]
    return f"#{name}({', '.join(given)}){f'[{body}]' if body else ''};"


def array(items: Iterable[str]) -> str:
    """Return an array of Typst's code; a comma makes one of a single item, too.

    Examples
    --------
    >>> array(["1"]), array([])
    ('(1,)', '()')
    """
    return f"({''.join(f'{item},' for item in items)})"


def contents(items: Iterable[Content]) -> str:
    """Return an array of contents."""
    return array(f"[{item}]" for item in items)
