"""Markdown that stands on no page, as the HTML that it would be on one: an exercise's texts with other numbers."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from docutils.io import StringInput
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx
from sphinx.io import SphinxI18nReader
from sphinx.util.docutils import sphinx_domains

_BETWEEN = "<!--between-->"


def html_of(app: Sphinx, page: str, texts: Sequence[str]) -> list[str]:
    """Render texts, each by itself, with links as they are on `page`; warnings name that page.

    Every formula, reference and citation goes the way of the book's own pages: the same parser,
    the same transforms, the same writer.
    """
    app.env.prepare_settings(page)
    document = _read(app, page, f"\n\n{_BETWEEN}\n\n".join(texts))
    app.env.apply_post_transforms(document, page)
    for node in document.findall(nodes.Element):
        node["ids"] = []  # the page has its own, and has each once
    app.builder.current_docname = page  # type: ignore[attr-defined]
    written = app.builder.render_partial(nodes.container("", *document.children))["fragment"]  # type: ignore[attr-defined]
    inner = written[written.index(">") + 1 : written.rindex("</div>")]
    return [each.strip() for each in inner.split(_BETWEEN)]


def _read(app: Sphinx, page: str, text: str) -> nodes.document:
    """Return a text as Sphinx has pages before references are resolved."""
    # The reader that Sphinx has for translated paragraphs: it leaves the page's entry in the environment alone.
    reader = SphinxI18nReader()
    reader.setup(app)
    reader.settings = app.registry.get_publisher(app, "myst-nb").settings  # type: ignore[assignment]
    reader.source = StringInput("", source_path=app.env.doc2path(page))
    document, parser = reader.new_document(), MystParser()
    with sphinx_domains(app.env):
        parser.parse(text, document)
    document.transformer.populate_from_components((reader, parser))
    document.transformer.apply_transforms()
    return document
