"""The landing page: its Markdown is a lede, a list and a figure; here they get the page's shape."""

from __future__ import annotations

from typing import TypeGuard

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

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
            _build_path(block)


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


def _build_path(path: nodes.container) -> None:
    """Make each item of the list a step: its number, a bold link as heading, a line, and facts in italics."""
    steps = []
    for number, item in enumerate(path.findall(nodes.list_item), 1):
        heading, *lines = item.children
        facts = [line for line in lines if _is_line_of(line, nodes.emphasis)]
        told = [line for line in lines if line not in facts]
        step = tag("span", nodes.Text(str(number)), classes=["step"])
        name = tag("h3", *(child for strong in heading.findall(nodes.strong) for child in strong.children))
        steps.append(tag("li", step, tag("div", name, *told)))
        if facts:
            steps[-1] += tag("p", *solid(facts[0])[0].children, classes=["tally"])
    path[:] = [tag("ol", *steps)]


def setup(app: Sphinx) -> None:
    """Run it when pages are written, after captions are known."""
    app.add_post_transform(Landing)
