"""The frame of a page: our templates instead of the theme's, one style sheet, small scripts."""

from __future__ import annotations

import hashlib
import textwrap
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from lib.palette import DARK, css_variables
from lib.site.fingerprint import notebook_cache
from lib.site.fonts import fonts_of
from lib.site.project import read_project
from lib.site.prose import chapter_title

HERE = Path(__file__).parent
STYLES = (
    *("base", "frame", "icons", "prose", "code", "exercise", "answers", "landing", "launch", "self-check"),
    *("progress", "instructors"),
    "print",  # last: it takes back what the others do on screen
)
# Sources whose change must reach pages that are otherwise up to date.
SOURCES = (HERE, *(HERE.parent / name for name in ("answers", "bank", "palette.py", "widgets")))
# What Jupyter Book and the theme bring along and no page of ours asks for.
UNUSED = (
    *("scripts/bootstrap.js*", "scripts/fontawesome.js*", "scripts/*.map", "styles/*.map", "styles/theme.css"),
    *("vendor/fontawesome/**/*", "webpack-macros.html", "sbt-webpack-macros.html", "images/*", "locales/**/*"),
    *("basic.css", "pygments.css", "exercise.css", "mystnb*.css", "sphinx-design.min.css", "design-tabs.js"),
    *("copybutton*", "clipboard.min.js", "copy-button.svg", "check-solid.svg", "togglebutton*", "sphinx-thebe*"),
    *("_sphinx_javascript_frameworks_compat.js", "plus.png", "minus.png", "file.png"),
)


def style_sheet() -> str:
    """Return the whole style sheet: the tokens of both themes, then our rules.

    Where script is off, the theme follows the system's setting.
    """
    dark = "".join(f"  --{name}: {value};\n" for name, value in DARK.colors.items())
    unscripted = (
        "@media (scripting: none) and (prefers-color-scheme: dark) {\n"
        f'html[data-theme="light"] {{\n  color-scheme: dark;\n{dark}}}\n}}\n'
    )
    rules = [(HERE / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES]
    return "\n".join([css_variables(), unscripted, *rules])


def digest(*paths: Path) -> str:
    """Return a short digest of files and folders of files."""
    hashed = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                hashed.update(file.name.encode() + b"\0" + file.read_bytes())
    return hashed.hexdigest()[:12]


def _configure(_app: Sphinx, config: Config) -> None:
    project = read_project()
    config.templates_path.insert(0, str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "static"))
    config.html_baseurl = config.html_baseurl or project.address
    config.version = config.release = project.version
    config.course_digest = digest(*SOURCES)
    # Outputs are kept apart for each state of the code that made them, whoever starts the build.
    config.nb_execution_cache_path = str(notebook_cache())


def _drop_thebe(app: Sphinx, _config: Config) -> None:
    """Jupyter Book always loads sphinx-thebe, which adds its script to every page, twice."""
    for event in ("env-before-read-docs", "doctree-resolved"):
        heard = app.events.listeners.get(event, [])
        app.events.listeners[event] = [each for each in heard if each.handler.__module__ != "sphinx_thebe"]


def _description(document: nodes.document | None) -> str:
    """Return what a page says first, short enough for a list of search results."""
    for paragraph in document.findall(nodes.paragraph) if document else ():
        if "meta" not in paragraph["classes"]:
            return textwrap.shorten(paragraph.astext(), 160, placeholder=" …")
    return ""


def _neighbor(app: Sphinx, page: str, link: dict[str, str] | None) -> dict[str, str] | None:
    """Return the link to the previous or next page, with the title that chapters go by."""
    for name in app.env.titles if link else ():
        if link and app.builder.get_relative_uri(page, name) == link["link"]:
            return {"link": link["link"], "title": chapter_title(app, name)}
    return None


def _frame(app: Sphinx, page: str, _template: str, context: dict[str, Any], document: nodes.document | None) -> None:
    """Give the templates what they print."""
    context.update(
        project=read_project(),
        page_title=chapter_title(app, page) if page in app.env.titles else "",
        description=_description(document),
        fonts=fonts_of(document),
        is_landing=page == app.config.root_doc,
        course_digest=app.config.course_digest,
        previous_page=_neighbor(app, page, context.get("prev")),
        next_page=_neighbor(app, page, context.get("next")),
    )


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    (static / "course.css").write_text(style_sheet(), encoding="utf-8")
    for pattern in UNUSED:
        for path in static.glob(pattern):
            if path.is_file():
                path.unlink()
    if app.config.root_doc != "index":
        start = app.builder.get_target_uri(app.config.root_doc)
        page = app.builder.templates.render("redirect.html", {"start": start, "title": app.config.html_title})
        (Path(app.outdir) / "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Take over the frame of every page."""
    app.add_config_value("course_digest", "", "env", str)
    app.connect("config-inited", _configure)
    app.connect("config-inited", _drop_thebe, priority=900)
    app.connect("html-page-context", _frame, priority=950)
    app.connect("build-finished", _finish, priority=950)
