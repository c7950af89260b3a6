"""Small things that Markdown has no word for, read off how the chapters write them."""

from __future__ import annotations

import re
from typing import TypeGuard, TypeVar

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from lib.site.elements import fold, solid, swap, tag

Kind = TypeVar("Kind", bound=nodes.Node)
_PART = re.compile(r"\([a-z]\)(?=\s)")


def chapter_number(app: Sphinx, page: str) -> str:
    """Return the number of a level's page, or "" for a page without one."""
    return ".".join(str(part) for part in app.env.toc_secnumbers.get(page, {}).get("", ()))


def chapter_title(app: Sphinx, page: str) -> str:
    """Return a page's title as headings, tabs and links have it: Level 2 — Application."""
    number, title = chapter_number(app, page), app.env.titles[page].astext()
    return f"Level {number}\u00a0— {title}" if number else title


class Prose(SphinxPostTransform):
    """Give parts of a page the elements and classes by which the style sheet knows them."""

    default_priority = 710
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Go through the page once for each of them."""
        self._heading()
        for literal in self._every(nodes.literal):
            if literal.astext() == "[MASK]":
                literal["classes"] += ["token", "masked"]
            if "std-numref" in literal["classes"]:
                swap(literal, nodes.inline("", "", *literal.children))
        for bullets in self._every(nodes.bullet_list):
            _letter_parts(bullets)
        for container in self._every(nodes.container):
            if _is_picture_cell(container):
                _mark_caption(container.next_node(descend=False, siblings=True))
        for code in self._every(HideCodeCellNode):
            swap(code, fold(code["prompt_show"], *code.children, classes=["code"]))
        for node in filter(is_dropdown, self._every(nodes.Element)):
            swap(node, tag("div", closed(node), classes=["panel"]))
        for citation in self._every(nodes.citation):
            _list_citations(citation)
        for title in self._every(nodes.title):
            if not title.astext():
                title.parent.remove(title)  # a margin note without one

    def _every(self, kind: type[Kind]) -> list[Kind]:
        return list(self.document.findall(kind))

    def _heading(self) -> None:
        section = next(iter(self.document.findall(nodes.section)), None)
        if section is None or not isinstance(section[0], nodes.title):
            return
        number = chapter_number(self.app, self.env.docname)
        if number:
            section[0]["secnumber"] = [f"Level {number}\u00a0—"]
        if len(section) > 1:
            _mark_meta(section[1])


def _mark_meta(node: nodes.Node) -> None:
    """Make a line in italics under the page's heading its line of facts."""
    if isinstance(node, nodes.paragraph):
        match solid(node):
            case [nodes.emphasis() as line]:
                node["classes"].append("meta")
                node[:] = line.children


def _letter_parts(bullets: nodes.bullet_list) -> None:
    """Turn a list whose every item begins with (a), (b) … into one that is lettered so."""
    found = [_letter(item) for item in bullets.children]
    items = []
    for item, letter in zip(bullets.children, found, strict=True):
        if letter is None:
            return
        items.append(tag("li", tag("span", nodes.Text(letter[1]), classes=["part"]), tag("div", *item.children)))
    for text, name in filter(None, found):
        text.parent.replace(text, nodes.Text(text[len(name) :].lstrip()))
    swap(bullets, tag("ol", *items, classes=["parts"]))


def _letter(item: nodes.Node) -> tuple[nodes.Text, str] | None:
    """Return the text with which an item begins, and its letter in brackets."""
    for text in item.findall(nodes.Text):
        if text.strip():
            match = _PART.match(text)
            return (text, match[0]) if match else None
    return None


def _is_picture_cell(node: nodes.container) -> bool:
    return "cell" in node["classes"] and any('class="picture' in each.astext() for each in node.findall(nodes.raw))


def _mark_caption(node: nodes.Node | None) -> None:
    """Make a paragraph that begins in bold below a picture its caption."""
    if isinstance(node, nodes.paragraph) and isinstance(solid(node)[0], nodes.strong):
        node["classes"].append("caption")


def is_dropdown(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Whether this is an admonition that is to be closed until a reader opens it."""
    return isinstance(node, nodes.Admonition) and isinstance(node, nodes.Element) and "dropdown" in node["classes"]


def closed(node: nodes.Element) -> nodes.Element:
    """Return an admonition of class dropdown as a fold under its title."""
    title = node[0] if isinstance(node[0], nodes.title) else None
    name = title.astext() if title else node.tagname.capitalize()
    return fold(name, *(each for each in node.children if each is not title), classes=["solution"])


def _list_citations(first: nodes.citation) -> None:
    """Make a run of citations a plain list, without labels: the text cites by author and year."""
    parent = first.parent
    if parent is None:
        return  # it went into the list with one before it
    items = []
    for each in parent.children[parent.index(first) :]:
        if not isinstance(each, nodes.citation):
            break
        items.append(tag("li", *(part for part in each if not isinstance(part, nodes.label)), ids=each["ids"]))
    at = parent.index(first)
    for each in parent.children[at : at + len(items)]:
        each.parent = None
    parent[at : at + len(items)] = [tag("ul", *items, classes=["bibliography"])]


def setup(app: Sphinx) -> None:
    """Run it when pages are written."""
    app.add_post_transform(Prose)
