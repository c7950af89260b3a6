"""HTML elements that docutils has no node for: details, summary, plain div and span."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class Tag(nodes.General, nodes.TextElement):
    """An HTML element; its name is in the attribute ``tag``.

    It counts as text, since the writer puts links into nothing else.
    """


def tag(name: str, *children: nodes.Node, classes: Iterable[str] = (), ids: Iterable[str] = ()) -> Tag:
    """Make an element with children, classes and ids."""
    return Tag("", "", *children, tag=name, classes=list(classes), ids=list(ids))


def fold(summary: str, *children: nodes.Node, classes: Iterable[str] = (), ids: Iterable[str] = ()) -> Tag:
    """Make a closed ``<details>``: what a reader opens when it is wanted, with or without script."""
    head = tag("summary", nodes.Text(summary))
    return tag("details", head, tag("div", *children), classes=["fold", *classes], ids=ids)


def swap(old: nodes.Element, new: nodes.Element) -> None:
    """Put a node in another's place, without what docutils would copy to it: classes and ids."""
    old.parent.replace(old, new)


def solid(node: nodes.Element) -> list[nodes.Node]:
    """Return a node's children without blank text: MyST leaves an empty one before bold and italics."""
    return [each for each in node.children if not isinstance(each, nodes.Text) or each.strip()]


def visit_tag(translator: HTML5Translator, node: Tag) -> None:
    """Write the opening tag."""
    translator.body.append(translator.starttag(node, node["tag"], ""))


def depart_tag(translator: HTML5Translator, node: Tag) -> None:
    """Write the closing tag."""
    translator.body.append(f"</{node['tag']}>")


def setup(app: Sphinx) -> None:
    """Let the HTML writer know the node."""
    app.add_node(Tag, html=(visit_tag, depart_tag))
