"""The Sphinx extension of the published book: formulas, exercise cards, and the page around them.

Notebooks never import it; Sphinx loads it as ``lib.site``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register every part."""
    # Not above: `python -m lib.site.build` passes here too, and an unchanged book needs no Sphinx.
    from lib.site import (
        answer_scripts,
        answers,
        cards,
        citations,
        deck,
        elements,
        hub,
        judging,
        landing,
        launch,
        mathml,
        moved,
        notebooks,
        page,
        progress,
        prose,
        widgets,
    )

    app.setup_extension("sphinx_exercise")
    for part in (
        elements,
        mathml,
        citations,
        cards,
        answers,
        answer_scripts,
        judging,
        deck,
        progress,
        prose,
        landing,
        hub,
        launch,
        widgets,
        notebooks,
        moved,
        page,
    ):
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
