"""Blocks of a page as plain Markdown: no directive, role or label is left.

A node that is not known here is a warning, and with it an error of the build, so nothing raw gets by.
"""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from lib.site.notebooks.inline import Inline, at_start
from lib.site.prose import is_dropdown

_SKIPPED = (nodes.comment, nodes.target, nodes.substitution_definition, nodes.meta)


class Markdown:
    """Writes blocks.

    Parameters
    ----------
    inline
        Writes what stands within them.
    sources
        The folder that image files are named from.
    """

    def __init__(self, inline: Inline, sources: Path) -> None:
        self.inline, self._sources = inline, sources
        self._writers: tuple[tuple[type | tuple[type, ...], Callable[..., str]], ...] = (
            (nodes.paragraph, lambda node: at_start(inline(node.children).strip())),
            (nodes.math_block, lambda node: f"$$\n{node.astext().strip()}\n$$"),
            (nodes.literal_block, _fenced),
            (nodes.bullet_list, partial(self._list, mark=lambda _: "-")),
            (nodes.enumerated_list, partial(self._list, mark=lambda number: f"{number}.")),
            (nodes.definition_list, self._definitions),
            (addnodes.glossary, lambda node: self(node.children)),
            (nodes.block_quote, lambda node: quoted(self(node.children))),
            (nodes.sidebar, lambda node: quoted(self._without_title(node))),
            (nodes.table, self._table),
            (nodes.image, self._image),
            (nodes.figure, lambda node: self(node.children)),
            (nodes.caption, lambda node: inline(node.children)),
            (nodes.transition, lambda _: "---"),
            (nodes.compound, lambda node: "" if "toctree-wrapper" in node["classes"] else self(node.children)),
            (nodes.container, lambda node: self(node.children)),
            (nodes.Admonition, self._admonition),
            (_SKIPPED, lambda _: ""),
        )

    def __call__(self, blocks: Iterable[nodes.Node]) -> str:
        """Return the Markdown of blocks, a blank line between them."""
        return "\n\n".join(filter(None, map(self._one, blocks)))

    def _one(self, node: nodes.Node) -> str:
        for kind, write in self._writers:
            if isinstance(node, kind):
                return write(node)
        self.inline.warn(node)
        return ""

    def _list(self, node: nodes.Element, *, mark: Callable[[int], str]) -> str:
        is_loose = any(isinstance(part, nodes.paragraph) for item in node.children for part in item.children[1:])
        items = []
        for number, item in enumerate(node.children, node.get("start", 1)):
            first = f"{mark(number)} "
            items.append(first + indented(self(item.children), " " * len(first)).lstrip())
        return ("\n\n" if is_loose else "\n").join(items)

    def _definitions(self, node: nodes.Element) -> str:
        items = []
        for item in node.children:
            terms = [self.inline(each.children) for each in item.children if isinstance(each, nodes.term)]
            told = self([part for each in item.children if isinstance(each, nodes.definition) for part in each])
            items.append(f"- **{', '.join(terms)}:** " + indented(told, "  ").lstrip())
        return "\n".join(items)

    def _without_title(self, node: nodes.Element) -> str:
        title = [self.inline(each.children) for each in node.children if isinstance(each, nodes.title)]
        rest = self([each for each in node.children if not isinstance(each, nodes.title)])
        return "\n\n".join(filter(None, [f"**{title[0]}**" if title and title[0] else "", rest]))

    def _admonition(self, node: nodes.Element) -> str:
        if not any(isinstance(each, nodes.title) for each in node.children):
            node = node.deepcopy()
            node.insert(0, nodes.title("", node.tagname.capitalize()))
        if is_dropdown(node):
            return details(node[0].astext(), self(node.children[1:]))
        return quoted(self._without_title(node))

    def _table(self, node: nodes.Element) -> str:
        rows = [[self._cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
        if not any(isinstance(each, nodes.thead) for group in node.children for each in group.children):
            rows.insert(0, [""] * len(rows[0]))
        rows.insert(1, ["---"] * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def _cell(self, entry: nodes.Node) -> str:
        if any("|" in formula.astext() for formula in entry.findall(nodes.math)):
            self.inline.warn(entry)  # Markdown would end the cell there: TeX has \lvert
        told = " ".join(self.inline(each.children) for each in entry.children if isinstance(each, nodes.Element))
        return told.replace("|", "\\|")

    def _image(self, node: nodes.Element) -> str:
        path = self._sources / node["uri"]
        kind = mimetypes.guess_type(path.name)[0]
        data = base64.b64encode(path.read_bytes()).decode()
        return f"![{node.get('alt', '')}](data:{kind};base64,{data})"


def _fenced(node: nodes.Element) -> str:
    fence = "````" if "```" in node.astext() else "```"
    text = node.astext().rstrip("\n")
    return f"{fence}{node.get('language', '')}\n{text}\n{fence}"


def indented(text: str, by: str) -> str:
    """Return text with every line moved in, blank ones left blank."""
    return "\n".join(by + line if line else "" for line in text.split("\n"))


def quoted(text: str) -> str:
    """Return text as a quotation: how an aside or a note looks where there is no margin."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def details(summary: str, text: str) -> str:
    """Return text that is closed until a reader opens it. All notebook editors know this much HTML."""
    return f"<details>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"
