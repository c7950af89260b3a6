"""Tiny Sphinx projects, built with the book's own extension."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

EXTENSIONS = ["myst_nb", "sphinx_thebe", "sphinx_design", "sphinxcontrib.bibtex", "sphinx_book_theme", "lib.site"]
SETTINGS = {
    "extensions": EXTENSIONS,
    "html_theme": "sphinx_book_theme",
    "html_title": "BERT exercises",
    "html_math_renderer": "mathml",
    "html_secnumber_suffix": " ",
    "bibtex_bibfiles": ["papers.bib"],
    "bibtex_reference_style": "round_author_year",
    "myst_enable_extensions": ["amsmath", "colon_fence", "dollarmath"],
    "nb_execution_mode": "off",
    "course_variants": False,  # their links lead all over the book
}
BIB = """
@article{trio, author = {Ada One and Bo Two and Cy Three}, title = {On Threes}, journal = {J}, year = {2019}}
@article{duo, author = {Di Four and Ed Five}, title = {On Twos}, journal = {J}, year = {2020}}
"""

NOTEBOOK = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---

"""
"""What a page that has code begins with."""


@dataclass
class Built:
    """A built project: its folder and what Sphinx warned about."""

    out: Path
    warned: str

    def page(self, name: str) -> BeautifulSoup:
        return BeautifulSoup((self.out / f"{name}.html").read_text(encoding="utf-8"), "html.parser")


def build_project(folder: Path, pages: dict[str, str], **settings: object) -> Built:
    """Build pages of Markdown; the first is the root, and the others are its levels."""
    root, *others = pages
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    contents = "\n".join(f"/{name}" for name in others)
    with (folder / f"{root}.md").open("a", encoding="utf-8") as file:
        file.write(f"\n```{{toctree}}\n:caption: Levels\n:numbered: 1\n:hidden:\n{contents}\n```\n" if others else "")
    (folder / "papers.bib").write_text(BIB, encoding="utf-8")
    out, log = folder / "_out", io.StringIO()
    with warnings.catch_warnings(), patch_docutils(), docutils_namespace():
        warnings.simplefilter("ignore")  # the theme and the parsers use what Sphinx and docutils will drop
        settings = {**SETTINGS, "root_doc": root, **settings}
        app = Sphinx(folder, None, out, folder / "_trees", "html", settings, None, log)
        app.build()
    return Built(out, log.getvalue())


@pytest.fixture
def build(tmp_path):
    def build_here(pages, **settings):
        return build_project(tmp_path, pages if isinstance(pages, dict) else {"index": pages}, **settings)

    return build_here
