"""The self-check: each question becomes a card with its closed answer; the script deals them one at a time.

In Markdown the cards are a ``{div} cards`` of questions, each followed by an admonition of class
dropdown. Those that the bank knows get the controls around them, which only script brings to life,
and a list of all answers for print.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from lib.bank import LEVELS
from lib.bank.cards import CARDS, Card
from lib.site.elements import Tag, tag
from lib.site.prose import closed, is_dropdown

BANK = {f"card-{card.id}": card for card in CARDS}
_log = logging.getLogger(__name__)


class Deck(SphinxPostTransform):
    """Deal the cards, once references are resolved and before `Prose` gives classes to what is in them."""

    default_priority = 705
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Go through the blocks of cards."""
        for block in list(self.document.findall(nodes.container)):
            if "cards" in block["classes"]:
                self._deal(block)

    def _deal(self, block: nodes.container) -> None:
        dealt: list[nodes.Node] = []
        question: list[nodes.Node] = []
        known: list[tuple[Card, Tag]] = []
        for each in block.children:
            if not is_dropdown(each):
                question.append(each)
                continue
            panel = tag("div", tag("div", *question, classes=["prompt"]), closed(each), classes=["panel"])
            question = []
            dealt.append(panel)
            for name in each["ids"]:
                if name in BANK:
                    panel["ids"] = [name]
                    known.append((BANK[name], panel))
                else:
                    _log.warning(f"{name!r} is not in the bank", location=each, type="cards")
        block[:] = [*dealt, *question]
        if known:
            self._add_controls(block, known)

    def _add_controls(self, block: nodes.container, known: list[tuple[Card, Tag]]) -> None:
        for card, panel in known:
            _mark(card, panel)
        counts = {level: sum(card.level == level.number for card, _ in known) for level in LEVELS}
        page = self.app.builder.templates.render("deck.html", {"counts": counts, "count": len(known)})
        before, after = (nodes.raw("", part, format="html") for part in page.split("<!-- the cards -->"))
        block["classes"].append("deck")
        block[:] = [before, *block.children, after]
        block.parent.insert(block.parent.index(block) + 1, _key([panel for _, panel in known]))


def _mark(card: Card, panel: Tag) -> None:
    """Say a card's level, and which word of its question hides the answer."""
    title = LEVELS[card.level - 1].title
    panel["classes"].append("flash")
    level = f'<p class="meta" data-level="{card.level}">Level {card.level} · {title}</p>'
    for literal in panel[0].findall(nodes.literal):
        if literal.astext() == "[MASK]":
            literal["classes"].append("slot")
    panel.insert(0, nodes.raw("", level, format="html"))


def _last(element: nodes.Element) -> nodes.Element:
    last = element.children[-1]
    assert isinstance(last, nodes.Element)
    return last


def _key(panels: list[Tag]) -> Tag:
    """Return the list of all answers, which only paper shows."""
    items = [
        tag("li", *(each.deepcopy() for each in _last(_last(panel)))) for panel in panels
    ]  # under the fold's summary
    for item in items:
        for node in item.findall(nodes.Element):
            node["ids"] = []
    heading = tag("p", nodes.strong("", "Answers"))
    return tag("div", heading, tag("ol", *items), classes=["answers", "print-only"])


def _notice(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    context["has_cards"] = 'class="deck-bar' in context.get("body", "")


def setup(app: Sphinx) -> None:
    """Deal when pages are written, and load the script where there are cards."""
    app.add_post_transform(Deck)
    app.connect("html-page-context", _notice, priority=940)
