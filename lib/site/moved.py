"""Addresses that have moved. Somebody has linked to each of them, so it leads on to what became of it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

MOVED: dict[str, str] = {}
"""From an address in the built site to another: ``"chapters/a.html": "chapters/b.html"`` for a page that
is gone, ``"chapters/a.html#x": "chapters/b.html#y"`` for a place on a page that is still there."""


def relative(address: str, to: str) -> str:
    """Return the link from one address of the site to another.

    Examples
    --------
    >>> relative("chapters/a.html", "chapters/b.html#y")
    '../chapters/b.html#y'
    """
    return "../" * address.partition("#")[0].count("/") + to


def _lead_on(app: Sphinx, page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    """Add a note for each place that has left the page; only whoever asks for that place sees it."""
    here = app.builder.get_target_uri(page)
    for address, to in app.config.course_moved.items():
        path, _, anchor = address.partition("#")
        if path == here and anchor:
            link = f'<a href="{escape(relative(address, to))}">What stood here has moved.</a>'
            context["body"] = f'{context.get("body", "")}<p class="moved" id="{escape(anchor)}">{link}</p>'


def _leave_pages(app: Sphinx, error: Exception | None) -> None:
    """Write a page that leads on in the place of each one that is gone."""
    if error is not None or app.builder.format != "html":
        return
    for address, to in app.config.course_moved.items():
        if "#" not in address:
            told = {"start": relative(address, to), "title": app.config.html_title}
            path = Path(app.outdir) / address
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(app.builder.templates.render("redirect.html", told), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Lead on from pages and from places on them."""
    app.add_config_value("course_moved", MOVED, "html", dict)
    app.connect("html-page-context", _lead_on, priority=930)
    app.connect("build-finished", _leave_pages, priority=930)
