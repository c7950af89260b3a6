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
    document = _read(app, page, texts)
    app.env.apply_post_transforms(document, page)
    app.builder.current_docname = page  # type: ignore[attr-defined]
    parted = nodes.container("")
    for each in document.children:
        parted += [*each.children, nodes.raw("", _BETWEEN, format="html")]
    written = app.builder.render_partial(parted)["fragment"]  # type: ignore[attr-defined]
    inner = written[written.index(">") + 1 :]
    return [each.strip() for each in inner.split(_BETWEEN)[:-1]]


def _read(app: Sphinx, page: str, texts: Sequence[str]) -> nodes.document:
    """Return a document with a container for each text, as Sphinx has pages before references are resolved."""
    # The reader that Sphinx has for translated paragraphs: it leaves the page's entry in the environment alone.
    reader = SphinxI18nReader()
    reader.setup(app)
    reader.settings = app.registry.get_publisher(app, "myst-nb").settings  # type: ignore[assignment]
    reader.source = StringInput("", source_path=app.env.doc2path(page))
    document, parser = reader.new_document(), MystParser()
    with sphinx_domains(app.env):
        for text in texts:
            part = reader.new_document()
            parser.parse(text, part)
            document += nodes.container("", *part.children)
    document.transformer.populate_from_components((reader, parser))
    document.transformer.apply_transforms()
    return document
