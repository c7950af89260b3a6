"""The bank's Markdown as Typst: the same reader as for learning platforms, and another writer."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it.tree import SyntaxTreeNode

from lib.assign.paper.formulas import formula
from lib.assign.paper.typst import Content, array, call, contents, said, string
from lib.assign.prose import UnknownMarkupError, reader, role_in_words

_PART = re.compile(r"^\(([a-z])\)\s+")
"""What the items of a list begin with that are an exercise's parts."""
_SIMPLE = {"paragraph": "par", "em": "emph", "strong": "strong"}


@lru_cache(maxsize=4000)
def to_typst(markdown: str, *, beside: Content = "") -> Content:
    r"""Convert a rendered prompt.

    Parameters
    ----------
    beside
        What stands beside its table.

    Raises
    ------
    UnknownMarkupError
        If it has markup for which there is no form on paper.

    Examples
    --------
    >>> to_typst("Its {term}`logits <logit>` in *#1*.")
    '#par()[#"Its ";#"logits";#" in ";#emph()[#"#1";];#".";];'
    """
    root = SyntaxTreeNode(reader().parse(markdown))
    return "".join(_table(each, beside) if each.type == "table" else _written(each) for each in root.children)


def _inside(node: SyntaxTreeNode) -> Content:
    return "".join(map(_written, node.children))


def _written(node: SyntaxTreeNode) -> Content:
    if node.type in _SIMPLE:
        return call(_SIMPLE[node.type], body=_inside(node) or said(""))
    match node.type:
        case "inline" | "root":
            return _inside(node)
        case "text":
            return said(node.content)
        case "softbreak":
            return said(" ")
        case "hardbreak":
            return call("linebreak")
        case "code_inline":
            return call("code", string(node.content))
        case "math_inline":
            return formula(node.content)
        case "math_block":
            return formula(node.content.strip(), block=True)
        case "myst_role":
            return said(role_in_words(str(node.meta["name"]), node.content))
        case "bullet_list":
            return _list(node)
    raise UnknownMarkupError(f"the {node.type} of a prompt has no form on paper: write it in plain words?")


def _list(node: SyntaxTreeNode) -> Content:
    """Return a list; one of parts has their letters instead of bullets."""
    parts = [_PART.match(_first_text(item)) for item in node.children]
    if not all(parts):
        return call("list", *(f"[{_inside(item)}]" for item in node.children))
    for item in node.children:
        text = _first(item)
        assert text.token
        text.token.content = _PART.sub("", text.content)
    letters = array(string(f"({part[1]})") for part in parts if part)
    return call("parts", letters, contents(map(_inside, node.children)))


def _first(item: SyntaxTreeNode) -> SyntaxTreeNode:
    """Return the node that an item's text begins with."""
    while item.children:
        item = item.children[0]
    return item


def _first_text(item: SyntaxTreeNode) -> str:
    first = _first(item)
    return first.content if first.type == "text" else ""


def _table(node: SyntaxTreeNode, beside: Content) -> Content:
    """Return a table: its heading row, then the others."""
    rows = [row.children for section in node.children for row in section.children]
    cells = [contents(_inside(cell) for cell in row) for row in rows]
    more = {"beside": f"[{beside}]"} if beside else {}
    return call("prompt-table", str(len(rows[0])), cells[0], array(cells[1:]), **more)
