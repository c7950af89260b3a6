"""How far a reader is: the book's table of levels and exercises with the script that shows it, and the panel for it.

The table holds what a page may tell before anything was answered: numbers, titles and points.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from lib.bank import EXERCISES, LEVELS
from lib.bank.cards import CARDS
from lib.site.judging import LEFT_OUT
from lib.site.project import read_project

SCRIPT = Path(__file__).parent / "progress.js"


def book_table(title: str) -> dict[str, Any]:
    """Return what a page knows of the book: its title, version, levels with their exercises, and cards.

    Parameters
    ----------
    title
        By which a file of progress is known as this book's.
    """
    return {
        "title": title,
        "version": read_project().version,
        "levels": [
            {
                "number": level.number,
                "title": level.title,
                "page": level.page,
                "exercises": [
                    {"id": each.id, "number": each.number, "title": each.title, "points": each.points}
                    for each in EXERCISES
                    if each.level == level.number
                ],
            }
            for level in LEVELS
        ],
        "cards": [card.id for card in CARDS],
    }


def progress_script(title: str) -> str:
    """Return the script that defines ``course.progress``, with the table before it."""
    table = json.dumps(book_table(title), ensure_ascii=False, separators=(",", ":"))
    script = LEFT_OUT.sub("", SCRIPT.read_text(encoding="utf-8"))
    return f"globalThis.course ??= {{}};\ncourse.book = {table};\n{script}"


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        text = progress_script(app.config.html_title)
        (Path(app.outdir) / "_static" / "progress.js").write_text(text, encoding="utf-8")


def _notice(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    context["has_record"] = 'id="your-progress"' in context.get("body", "")


def setup(app: Sphinx) -> None:
    """Write the file, and load the second script where the panel is."""
    app.connect("build-finished", _write, priority=940)
    app.connect("html-page-context", _notice, priority=940)
