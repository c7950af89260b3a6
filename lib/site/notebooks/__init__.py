"""Chapters as notebooks that stand alone: plain Markdown, a cell that installs the package, links to the book.

They are made while the site is built, from the pages as Sphinx has resolved them, so that what a page
links, cites or numbers is the same here. For each chapter with code there are two: a learner's, with
answers to fill in and without solutions or outputs, and a full one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Write them with the pages."""
    from lib.site.notebooks import write  # not above: `python -m lib.site.notebooks` needs no Sphinx

    write.setup(app)
