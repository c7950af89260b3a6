"""An exercise's section becomes its card: heading, points and minutes, prompt, answer, hints, solution.

In Markdown an exercise is a heading, an ``{exercise}`` with its label, ``{hint}`` directives and
a ``{solution}``. On the page the section carries the label as its id, and everything up to the
solution stands in one panel, hints and solution closed. The boxes for the answer come from the bank.
What follows computes and draws the answer, so it is closed as well.
"""

from __future__ import annotations

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx_exercise.directive import ExerciseDirective
from sphinx_exercise.nodes import is_exercise_node, solution_node

from lib.bank import exercise
from lib.site import answers
from lib.site.answers import Numbered
from lib.site.elements import Tag, fold, tag

_log = logging.getLogger(__name__)


def name_sections(_app: Sphinx, document: nodes.document) -> None:
    """Give each exercise's label to its section, before "On this page" collects the anchors.

    The exercise keeps the label too until `Cards` runs, since numbered references look for it there.
    """
    for each in document.findall(is_exercise_node):
        section = each.parent
        if isinstance(section, nodes.section):
            explicit = [document.nameids[name] for name in section["names"] if document.nametypes.get(name)]
            section["ids"] = [each["label"], *explicit]


class Cards(SphinxPostTransform):
    """Build the cards of a page, once numbers and references are resolved."""

    default_priority = 700
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Turn every exercise into a card."""
        found = list(self.document.findall(is_exercise_node))
        cards = [known for node in found if (known := self._build(node))]
        if cards:
            _place_steps(self.document, cards)
        for node in list(self.document.findall(solution_node)):
            self._warn(node, f"the solution of {node['target_label']!r} must stand in its exercise's section")

    def exercise_of(self, label: str) -> Numbered:
        """Return the exercise with a label.

        Raises
        ------
        KeyError
            If there is none.
        """
        return exercise(label)

    def form_of(self, label: str) -> nodes.raw:
        """Return the boxes for the answers to the exercise with a label."""
        return answers.form(exercise(label))

    def _build(self, node: nodes.Element) -> Numbered | None:
        section, label = node.parent, node["label"]
        if not (isinstance(section, nodes.section) and isinstance(section[0], nodes.title)):
            self._warn(node, f"exercise {label!r} must stand directly under a heading of its own")
            return None
        try:
            known = self.exercise_of(label)
        except KeyError:
            self._warn(node, f"exercise {label!r} is not in the bank")
            return None
        heading = section[0].astext()
        if not _mark_number(section[0], known.number):
            self._warn(node, f"exercise {label!r} is {known.number} in the bank, but its heading is {heading!r}")
        section["classes"].append("exercise")
        panel = tag("div", tag("div", *_content(node), classes=["prompt"]), classes=["panel"])
        for part in [*_place_widgets(section), self.form_of(label), *_folds(section, node)]:
            panel += part
        section.replace(node, panel)
        points = "1 point" if known.points == 1 else f"{known.points} points"
        minutes = "about a minute" if known.minutes == 1 else f"about {known.minutes} minutes"
        facts = nodes.inline("", f"{points} · {minutes}")
        section.insert(1, nodes.paragraph("", "", answers.state(), facts, classes=["meta"]))
        _close_the_rest(section, panel)
        return known

    def _warn(self, node: nodes.Node, message: str) -> None:
        _log.warning(message, location=node, type="cards")


def _mark_number(title: nodes.Element, number: str) -> bool:
    text = title[0] if title.children else None
    if not (isinstance(text, nodes.Text) and text.startswith(f"{number} ")):
        return False
    title[0:1] = [nodes.inline("", number, classes=["number"]), nodes.Text(text[len(number) :])]
    return True


def _place_steps(document: nodes.document, cards: list[Numbered]) -> None:
    """Put the row of squares below what the page says at its opening."""
    level = next(iter(document.findall(nodes.section)))
    opening = (nodes.title, nodes.paragraph, nodes.bullet_list)
    at = next(place for place, child in enumerate(level.children) if not isinstance(child, opening))
    level.insert(at, answers.steps(cards))


def _content(node: nodes.Element) -> list[nodes.Node]:
    """Return what stands in an exercise or solution, without its title and the repeated id."""
    return list(node.children[-1].children)


def _place_widgets(section: nodes.Element) -> list[nodes.Node]:
    """Return a section's first widget, for the card; each further one becomes a panel where it stands."""
    first: list[nodes.Node] = []
    for cell in list(section.children):
        if not (isinstance(cell, nodes.container) and "cell" in cell["classes"]):
            continue
        found = [raw for raw in cell.findall(nodes.raw) if 'data-widget="' in raw.astext()]
        for raw in found:
            raw["classes"] = []  # else the writer puts it into a span, which holds no blocks
        widgets: list[nodes.Node] = [tag("div", raw, classes=["explore"]) for raw in found]
        if found:
            first, rest = (first, widgets) if first else (widgets[:1], widgets[1:])
            section.replace(cell, [tag("div", each, classes=["panel"]) for each in rest])
    return first


def _close_the_rest(section: nodes.Element, panel: nodes.Element) -> None:
    """Fold what follows the card: code, figures and prose there print the answers."""
    after = section.children[section.index(panel) + 1 :]
    rest = [each for each in after if not (isinstance(each, Tag) and "panel" in each["classes"])]
    if rest:
        for each in rest:
            section.remove(each)
        section += fold("After your answer: the computation, step by step", *rest, classes=["after"])


def _folds(section: nodes.Element, node: nodes.Element) -> list[nodes.Node]:
    """Take the hints that follow an exercise, and its solution, out of the section, as folds."""
    after = section.children[section.index(node) + 1 :]
    hints = []
    for each in after:
        if not isinstance(each, nodes.hint):
            break
        hints.append(each)
    solutions = [each for each in after if isinstance(each, solution_node) and each["target_label"] == node["label"]]
    for each in [*hints, *solutions]:
        section.remove(each)
    numbered = [f"Hint {i} of {len(hints)}" for i in range(1, len(hints) + 1)] if len(hints) > 1 else ["Hint"]
    return [
        *(fold(name, *hint.children, classes=["hint"]) for name, hint in zip(numbered, hints, strict=False)),
        *(
            fold("Solution", *_content(each), classes=["solution"], ids=[f"solution-{node['label']}"])
            for each in solutions
        ),
    ]


def setup(app: Sphinx) -> None:
    """Name the sections as pages are read, build the cards as they are written."""
    # JupyterLab numbers exercises by this option; here the heading has the number.
    ExerciseDirective.option_spec["enumerator"] = directives.unchanged
    app.connect("doctree-read", name_sections, priority=400)
    app.add_post_transform(Cards)
