"""Read the values that an answer cell assigns, without running it.

They are taken from its text: a literal as what it says, anything else as the words it is written in, which the
bank's rules then find unreadable unless they are a number or a word.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Any

from lib.answers.shapes import show_shape

MOST_CHARACTERS = 20_000
"""An answer cell with more is not read to its end."""

_LINE = re.compile(r"^(\w+)[ \t]*=[ \t]*(.*?)[ \t]*(?:#.*)?$", re.MULTILINE)


def read_answers(text: str, fields: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    r"""Return what an answer cell assigns to each field, as text.

    Examples
    --------
    >>> read_answers("p = 0,844  # a\nw = '[CLS]'\nx = f(2)", {"p": {"kind": "number"}, "w": {}, "x": {}})
    {'p': '0,844', 'w': '[CLS]', 'x': 'f(2)'}
    """
    text = text[:MOST_CHARACTERS]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what students write
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        found = {name: _unquoted(value) for name, value in _LINE.findall(text)}
    else:
        found = {}
        for each in body:
            for target in each.targets if isinstance(each, ast.Assign) else ():
                if isinstance(target, ast.Name) and isinstance(each, ast.Assign):
                    found[target.id] = _value(each.value, text, fields.get(target.id, {}).get("kind", ""))
    return {name: found[name] for name in fields if found.get(name, "").strip() not in ("", "None", "...")}


def _value(node: ast.expr, text: str, kind: str) -> str:
    """Return a value as it would be typed."""
    written = ast.get_source_segment(text, node) or ""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return written
    if isinstance(value, str):
        return value
    if kind == "shape" and isinstance(value, tuple | list) and all(isinstance(each, int | str) for each in value):
        return show_shape(value) if value else written
    return written


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
