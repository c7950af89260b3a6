"""What a page loads when an answer is wanted: one script a chapter, with tables and new numbers.

A page holds nothing from which an answer could be read. ``_static/answers/PAGE.js`` calls
``course.answers`` with an object; for each exercise on the page, by id:

- ``table``: its tables (`lib.answers.table`) as JSON, the book's first, then one for each variant; a mistake has
  only what it gives, and ``said``, a place in the list of that name, where the rest of it is;
- ``said``: what is said of mistakes, each once, however many tables have it;
- ``parts``: for each variant prompt, hints and solution as HTML, in the order of the page;
- ``widgets``: for each widget, by its place, ``state`` and ``still`` for each variant; only where they differ.

Most of these are many texts that are nearly alike, so they are kept as `lib.site.slots` does.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from lib import widgets
from lib.answers import answer_table
from lib.answers.table import Table
from lib.bank import EXERCISES, Exercise, render, variants_of
from lib.bank.definition import Numbers
from lib.bank.explorations import EXPLORATIONS, Exploration
from lib.site.fingerprint import notebook_cache
from lib.site.fragments import html_of
from lib.site.page import digest
from lib.site.slots import Slotted, slotted


def answers_of(app: Sphinx, page: str, exercises: Sequence[Exercise]) -> dict[str, Any]:
    """Return what the script of a page holds, by exercise."""
    return {each.id: _entry(app, page, each) for each in exercises}


def _entry(app: Sphinx, page: str, each: Exercise) -> dict[str, Any]:
    numbers = variants_of(each)
    tables = [answer_table(each, one, variant=variant) for variant, one in enumerate(numbers)]
    said = _take_out_what_is_said(tables)
    entry: dict[str, Any] = {"table": slotted([json.dumps(table, ensure_ascii=False) for table in tables])}
    entry["said"] = [json.loads(text) for text in said]
    if len(numbers) > 1:
        entry["parts"] = _parts(app, page, each, numbers[1:])
        if moved := _widgets(each, numbers):
            entry["widgets"] = moved
    return entry


def _take_out_what_is_said(tables: Sequence[Table]) -> list[str]:
    """Leave in the tables only what each mistake gives; return the rest of them as JSON, each once."""
    places: dict[str, int] = {}
    for mistakes in (field.get("mistakes", []) for table in tables for field in table["fields"]):
        for row in mistakes:
            rest = {name: row.pop(name) for name in list(row) if name not in ("value", "also")}
            row["said"] = places.setdefault(json.dumps(rest, ensure_ascii=False), len(places))
    return list(places)


def _parts(app: Sphinx, page: str, each: Exercise, variants: Sequence[Numbers]) -> list[Slotted]:
    templates = (each.prompt, *each.hints, each.solution)
    texts = [render(template, each, numbers) for template in templates for numbers in variants]
    different = list(dict.fromkeys(texts))  # many a hint prints no number
    written = dict(zip(different, html_of(app, page, different), strict=True))
    count = len(variants)
    parts = [texts[start : start + count] for start in range(0, len(texts), count)]
    return [slotted([written[text] for text in part]) for part in parts]


def _widgets(each: Exercise, numbers: Sequence[Numbers]) -> dict[int, dict[str, Slotted]]:
    """Return the states and figures of the widgets that start elsewhere with other numbers."""
    found = {}
    for place, here in enumerate(EXPLORATIONS.get(each.id, ())):
        if any(here.settings(one) != here.settings(numbers[0]) for one in numbers):
            made = [_made(here, one) for one in numbers[1:]]
            states = [json.dumps(widget.state, ensure_ascii=False, sort_keys=True) for widget in made]
            found[place] = {"state": slotted(states), "still": slotted([widget.still().html() for widget in made])}
    return found


def _made(here: Exploration, numbers: Numbers) -> widgets.CourseWidget:
    made: widgets.CourseWidget = getattr(widgets, here.widget)(question=here.question, **here.settings(numbers))
    return made


def script_name(page: str) -> str:
    """Return the address of a page's script below ``_static``."""
    return f"answers/{Path(page).name}.js"


def _key(app: Sphinx) -> str:
    """Return a digest of everything that the scripts are made from, links and citations included."""
    paths = [Path(app.outdir) / "objects.inv", *(Path(app.srcdir) / name for name in app.config.bibtex_bibfiles)]
    sources = digest(*(path for path in paths if path.exists()))
    return f"{app.config.course_digest}-{sources}"


def _write(app: Sphinx, error: Exception | None) -> None:
    """Write each page's script; what was rendered before and has not changed since is taken from there."""
    if error is not None or app.builder.format != "html" or not app.config.course_variants:
        return
    cache = notebook_cache() / "answers" / _key(app)  # goes with the outputs when anything in lib changes
    cache.mkdir(parents=True, exist_ok=True)
    for stale in [each for each in cache.parent.iterdir() if each != cache]:
        shutil.rmtree(stale)
    for page, exercises in _pages(app).items():
        kept = cache / Path(page).with_suffix(".js").name
        if not kept.exists():
            data = json.dumps(answers_of(app, page, exercises), ensure_ascii=False, separators=(",", ":"))
            kept.write_text(f"course.answers({data});\n", encoding="utf-8")
        script = Path(app.outdir) / "_static" / script_name(page)
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_bytes(kept.read_bytes())


def _pages(app: Sphinx) -> dict[str, list[Exercise]]:
    """Return the exercises of each page that has some."""
    known = getattr(app.env, "sphinx_exercise_registry", {})
    found: dict[str, list[Exercise]] = defaultdict(list)
    for each in EXERCISES:
        if each.id in known:
            found[known[each.id]["docname"]].append(each)
    return found


def setup(app: Sphinx) -> None:
    """Write the scripts at the end, when every link is known."""
    app.add_config_value("course_variants", True, "html", bool)
    app.connect("build-finished", _write, priority=930)
