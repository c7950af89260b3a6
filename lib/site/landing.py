"""The landing page: its Markdown is a lede, a list and a figure; here they get the page's shape.

Below the path of the levels comes the panel with the reader's own progress.
"""

from __future__ import annotations

from typing import TypeGuard

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from lib.bank import EXERCISES, LEVELS
from lib.site.answers import squares
from lib.site.elements import solid, tag


class Landing(SphinxPostTransform):
    """Build hero and path out of the ``{div}`` blocks of these names."""

    default_priority = 720
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Build what the page has."""
        for block in _blocks(self.document, "hero"):
            build_hero(block)
        for block in _blocks(self.document, "path"):
            if _build_path(block):
                panel = self.app.builder.templates.render("progress.html", {})
                block.parent.insert(block.parent.index(block) + 1, nodes.raw("", panel, format="html"))


def _blocks(root: nodes.Node, name: str) -> list[nodes.container]:
    return [each for each in root.findall(nodes.container) if name in each["classes"]]


def _is_line_of(node: nodes.Node, kind: type[nodes.Node]) -> TypeGuard[nodes.paragraph]:
    """Whether this is a paragraph that holds nodes of one kind only, with spaces between them."""
    return isinstance(node, nodes.paragraph) and all(isinstance(each, kind) for each in solid(node))


def build_hero(hero: nodes.container) -> None:
    """Put heading and lede on the left; tokens and the figure that follows on the right, as a panel."""
    section = hero.parent
    words = tag("div", tag("h1", *section[0].children))
    panel = tag("div", classes=["panel"])
    for each in list(hero):
        if _is_line_of(each, nodes.literal):
            tokens = [
                tag("span", *token.children, classes=["token", *token["classes"]])
                for token in each.findall(nodes.literal)
            ]
            panel += tag("p", *tokens, classes=["tokens"])
            continue
        if _is_line_of(each, nodes.emphasis):
            each["classes"].append("meta")
            each[:] = solid(each)[0].children
        elif isinstance(each, nodes.paragraph):
            each["classes"].append("lede")
        words += each
    picture = hero.next_node(descend=False, siblings=True)
    if isinstance(picture, nodes.container) and "cell" in picture["classes"]:
        caption = picture.next_node(descend=False, siblings=True)
        figure = tag("figure", *_blocks(picture, "cell_output"))
        section.remove(picture)
        if isinstance(caption, nodes.paragraph) and "caption" in caption["classes"]:
            section.remove(caption)
            figure += tag("figcaption", *caption.children)
        panel += figure
    section.remove(section[0])
    hero[:] = [words, panel] if panel.children else [words]


def _build_path(path: nodes.container) -> bool:
    """Make each item of the list a step: its number, a bold link as heading, a line, and facts in italics.

    Returns whether it leads to levels of the book; each of them gets a row of squares for its exercises.
    """
    steps = []
    leads = False
    for number, item in enumerate(path.findall(nodes.list_item), 1):
        heading, *lines = item.children
        facts = [line for line in lines if _is_line_of(line, nodes.emphasis)]
        told = [line for line in lines if line not in facts]
        step = tag("span", nodes.Text(str(number)), classes=["step"])
        name = tag("h3", *(child for strong in heading.findall(nodes.strong) for child in strong.children))
        row = _squares(name)
        leads = leads or bool(row)
        steps.append(tag("li", step, tag("div", name, *told, *row)))
        if facts:
            steps[-1] += tag("p", *solid(facts[0])[0].children, classes=["tally"])
    path[:] = [tag("ol", *steps)]
    return leads


def _squares(name: nodes.Element) -> list[nodes.raw]:
    """Return the row for the exercises of the level that a heading leads to, if it leads to one."""
    for link in name.findall(nodes.reference):
        address = link.get("refuri", "")
        for level in LEVELS:
            if address == f"{level.page}.html":
                row = squares([each for each in EXERCISES if each.level == level.number], address)
                return [nodes.raw("", row, format="html")]
    return []


def setup(app: Sphinx) -> None:
    """Run it when pages are written, after captions are known."""
    app.add_post_transform(Landing)
