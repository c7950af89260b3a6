"""A class book: chosen exercises with a class's own numbers, without anything from which an answer could be read.

As a Sphinx extension it stands in for ``lib.site``. It registers what class books need, one by one: no part that
knows a key, a solution or a mistake takes part in building them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register every part."""
    from lib.site import citations, elements, mathml, page, prose, widgets
    from lib.site.class_book import pages

    app.setup_extension("sphinx_exercise")
    for part in (elements, mathml, citations, pages, prose, widgets, page):
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
