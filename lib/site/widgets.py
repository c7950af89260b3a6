"""Widgets on published pages: their code once for the whole site, and none that needs a kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from lib.widgets import WIDGETS
from lib.widgets.base import script_of, shared_script, shared_style, style_of

HOST = Path(__file__).parent / "host.js"
ROOM = Path(__file__).parent / "styles" / "room.css"
STATE = "application/vnd.jupyter.widget-state+json"
OURS = ("anywidget", "@jupyter-widgets/base")  # the base has layouts, which no page of ours needs

STEMS = tuple(each.stem for each in WIDGETS)
_log = logging.getLogger(__name__)


def widget_script() -> str:
    """Return the one script that runs every widget: their modules as text, then the host."""
    code = {"shared": shared_script(), "widgets": {stem: script_of(stem) for stem in STEMS}}
    return (
        f"(() => {{\nconst CODE = {json.dumps(code, ensure_ascii=False)};\n{HOST.read_text(encoding='utf-8')}}})();\n"
    )


def widget_style() -> str:
    """Return the one style sheet of all widgets."""
    return "\n".join([shared_style(), *map(style_of, STEMS), ROOM.read_text(encoding="utf-8")])


def _notice(_app: Sphinx, page: str, _template: str, context: dict[str, Any], document: nodes.document | None) -> None:
    """Load the widgets' code where there are any; refuse a widget that only a kernel can serve."""
    context["has_widgets"] = 'data-widget="' in context.get("body", "")
    for script in context.get("script_files", ()):
        if getattr(script, "attributes", {}).get("type") != STATE:
            continue
        models = json.loads(script.attributes["body"])["state"].values()
        if foreign := sorted({each["model_name"] for each in models if each["model_module"] not in OURS}):
            message = f"{page} shows {', '.join(foreign)}, which only a kernel can serve; use one of lib.widgets"
            _log.warning(message, location=document, type="widgets")


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        (static / "widgets.js").write_text(widget_script(), encoding="utf-8")
        (static / "widgets.css").write_text(widget_style(), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the checks and the files."""
    app.connect("html-page-context", _notice, priority=940)
    app.connect("build-finished", _write, priority=940)
