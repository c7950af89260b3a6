"""The boxes for an answer in an exercise's card, and its state: markup without anything that tells an answer.

``answers.js`` brings them to life; without script they are not shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Protocol

from docutils import nodes
from sphinx.application import Sphinx

from lib.answers import answer_table
from lib.bank import Exercise, variants_of
from lib.site.answer_scripts import script_name

# How wide a box of each kind is.
_BOXES = {
    "number": 'class="short"',
    "count": 'class="short"',
    "shape": 'class="shape"',
    "word": "",
}
# A phone's keypad for numbers lacks the minus sign, the percent sign, the slash or e, and all of them are answers.
_TYPED = 'inputmode="text" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="done"'


class Numbered(Protocol):
    """What a card's frame needs of an exercise; more than the bank's are exercises in this sense."""

    @property
    def id(self) -> str:
        """Its permanent slug."""

    @property
    def number(self) -> str:
        """Its number in the book."""

    @property
    def points(self) -> int:
        """What it is worth."""

    @property
    def minutes(self) -> int:
        """How long it takes."""


def state() -> nodes.raw:
    """Return the mark that says how far an exercise is; at first, not started."""
    return raw(
        '<span class="state scripted" data-state="new"><span class="sign"></span><span>Not started</span></span>'
    )


def steps(exercises: Sequence[Numbered]) -> nodes.raw:
    """Return the level's row of squares, each a link to an exercise that shows its state; on paper, a line to sign."""
    return raw(
        f'<nav class="d-print-none" aria-label="Exercises of this level">{squares(exercises)}</nav>'
        f'<p class="print-only">Name {"_" * 28} Date {"_" * 14}</p>'
    )


def squares(exercises: Sequence[Numbered], page: str = "") -> str:
    """Return a row of squares with the numbers of exercises, each a link to it, on this page or another."""
    links = (f'<li><a href="{page}#{each.id}" data-step="{each.id}">{each.number}</a></li>' for each in exercises)
    return f'<ol class="steps">{"".join(links)}</ol>'


def form(exercise: Exercise) -> nodes.raw:
    """Return the form for an exercise's answers, from its table."""
    fields = boxes(answer_table(exercise)["fields"], exercise.id)
    more = ""
    if len(variants_of(exercise)) > 1:
        more = (
            '<button class="button" type="button" data-new>New numbers</button>'
            '<span class="meta" role="status" data-numbers>The book’s numbers</span>'
            '<button class="button quiet" type="button" data-back hidden>Back to the book’s numbers</button>'
        )
    # A form with this method sends nothing anywhere, whether or not script has arrived.
    return raw(
        f'<form class="answer scripted" method="dialog" novalidate data-points="{exercise.points}" '
        f'aria-label="Answer to {exercise.number}">{fields}'
        '<p class="notice" role="status"></p>'
        f'<div class="actions"><button class="button primary">Check</button>{more}</div>'
        '<div class="offers"><button class="button quiet" type="button" data-hint hidden></button>'
        '<button class="button quiet" type="button" data-solution hidden>Open the solution</button></div></form>'
    )


def boxes(fields: Sequence[Mapping[str, Any]], of: str, *, has_figure: bool = True) -> str:
    """Return the boxes for the fields of an exercise with the id `of`.

    Of a field are read ``name``, ``kind``, ``label``, ``unit`` and ``options``, as in its table.
    """
    firsts = _firsts([field["label"] for field in fields])
    return "".join(
        _field(field, f"{of}-{field['name']}", is_first=is_first, has_figure=has_figure)
        for field, is_first in zip(fields, firsts, strict=True)
    )


def _firsts(labels: list[str]) -> list[bool]:
    """Say which labels begin a part, (a), (b) …, where every part has several; else none does."""
    parts = [label.partition(" ")[0] for label in labels]
    if min(map(parts.count, parts)) < 2:
        return [False] * len(parts)
    return [parts.index(part) == at for at, part in enumerate(parts)]


def _field(field: Mapping[str, Any], name: str, *, is_first: bool, has_figure: bool) -> str:
    """Return one field: its box with a label, and the place for the verdict."""
    kind, label, told = field["kind"], escape(field["label"]), f"{name}-verdict"
    verdict = f'<div class="verdict" id="{told}" role="status"></div>'
    if kind == "choice":
        options = "".join(
            f'<label><input type="radio" name="{field["name"]}" value="{escape(option)}"><span>{escape(option)}</span>'
            "</label>"
            for option in field["options"]
        )
        box = f'<fieldset class="choice" aria-describedby="{told}"><legend>{label}</legend>{options}</fieldset>'
    elif kind == "argument":
        box = (
            f'<div><label for="{name}">{label}</label><textarea id="{name}" name="{field["name"]}" rows="3" '
            f'aria-describedby="{told}"></textarea></div>'
        )
    elif kind == "mask":
        box = _grid(field, label, name, told, has_figure=has_figure)
    else:
        box = (
            f'<div><label for="{name}">{label}</label><div class="entry"><input id="{name}" name="{field["name"]}" '
            f"{_BOXES[kind]} {_TYPED} "
            f'aria-describedby="{name}-unit {told}">'
            f'<span class="unit" id="{name}-unit">{escape(field.get("unit", ""))}</span></div></div>'
        )
    classes = "field" + " wide" * (kind in ("choice", "argument", "mask")) + " first" * is_first
    return f'<div class="{classes}" data-field="{field["name"]}" data-kind="{kind}">{box}{verdict}</div>'


def _grid(field: Mapping[str, Any], label: str, name: str, told: str, *, has_figure: bool) -> str:
    """Return the box for a grid, which the exercise's figure fills, and the place where its cells are shown."""
    by_figure = "The figure above writes your grid here. You can type it, too: " if has_figure else "Type your grid: "
    return (
        f'<div class="grid-answer"><div><label for="{name}">{label}</label><input id="{name}" name="{field["name"]}" '
        f'class="shape" {_TYPED} '
        f'aria-describedby="{name}-how {told}"><p class="how" id="{name}-how">{by_figure}'
        "a row for each token, 1 where it can attend, 0 where it can’t, and / between rows.</p>"
        '<button class="button quiet" type="button" data-figure>Build it in the figure</button></div>'
        '<div class="built" aria-hidden="true"></div></div>'
    )


def raw(html: str) -> nodes.raw:
    """Return HTML as a node."""
    return nodes.raw("", html, format="html")


def _notice(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    context["answers"] = script_name(page) if 'class="answer ' in context.get("body", "") else ""


def setup(app: Sphinx) -> None:
    """Load the scripts where there are boxes."""
    app.connect("html-page-context", _notice, priority=940)
