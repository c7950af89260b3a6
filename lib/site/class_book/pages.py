"""The pages of a class book: cards whose boxes keep what is typed, and the panel where it is handed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.directive import ExerciseDirective

from lib.site.answers import Numbered, boxes, raw
from lib.site.cards import Cards, name_sections
from lib.site.class_book.assigned import AssignedExercise, read_assigned
from lib.site.judging import LEFT_OUT

HERE = Path(__file__).parent
SCRIPT = "hand-in.js"
NOT_HERE = ("answers.js", "cards.js", "hub-link.js", "progress-file.js", "progress-panel.js")
"""The book's own scripts, which no page of a class book loads."""


class ClassCards(Cards):
    """Builds cards from what was assigned, never from the bank."""

    def exercise_of(self, label: str) -> Numbered:
        """Return the assigned exercise with a label."""
        return _assigned(self.app, label)

    def form_of(self, label: str) -> nodes.raw:
        """Return boxes that keep what is typed, and judge nothing."""
        return form(_assigned(self.app, label))


def _assigned(app: Sphinx, label: str) -> AssignedExercise:
    return {each.id: each for each in read_assigned(Path(app.srcdir)).exercises}[label]


def form(exercise: AssignedExercise) -> nodes.raw:
    """Return the form for an exercise's answers."""
    return raw(
        f'<form class="answer scripted" method="dialog" novalidate aria-label="Answer to {exercise.number}">'
        f"{boxes(exercise.fields, exercise.id, has_figure=exercise.has_figure)}"
        '<p class="how">Kept in this browser as you type, and not judged. <a href="index.html#hand-in">Hand in</a></p>'
        "</form>"
    )


class HandIn(SphinxPostTransform):
    """Put the panel in the place that the welcome page has for it."""

    default_priority = 720
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Fill the place."""
        for place in list(self.document.findall(nodes.container)):
            if "hand-in" in place["classes"]:
                place.replace_self(raw((HERE / "panel.html").read_text(encoding="utf-8")))


def hand_in_script(folder: Path) -> str:
    """Return the script of the boxes, after what it has to know: ids, numbers and names of fields."""
    assigned = read_assigned(folder)
    exercises = [
        {
            "id": each.id,
            "number": each.number,
            "fields": [{"name": field["name"], "label": field["label"]} for field in each.fields],
        }
        for each in assigned.exercises
    ]
    known = {"release": assigned.release, "title": assigned.title, "exercises": exercises}
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    script = LEFT_OUT.sub("", (HERE / "hand_in.js").read_text(encoding="utf-8"))
    return f"globalThis.course ??= {{}};\ncourse.assigned = {data};\n{script}"


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_baseurl = ""  # else every page names the book's, with its solutions, as its own address


def _notice(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    body = context.get("body", "")
    context["is_class_book"] = True
    context["has_hand_in"] = 'class="answer ' in body or 'id="hand-in"' in body


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        for name in NOT_HERE:
            (static / name).unlink(missing_ok=True)
        (static / SCRIPT).write_text(hand_in_script(Path(app.srcdir)), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Build cards and panel, and write the script at the end."""
    ExerciseDirective.option_spec["enumerator"] = directives.unchanged
    app.connect("config-inited", _configure, priority=900)
    app.connect("doctree-read", name_sections, priority=400)
    app.add_post_transform(ClassCards)
    app.add_post_transform(HandIn)
    app.connect("html-page-context", _notice, priority=940)
    app.connect("build-finished", _write, priority=940)
