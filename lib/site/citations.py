"""Citations as prose has them: Devlin et al. (2019), or (Devlin et al. 2019)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import pybtex.plugin
from sphinx.application import Sphinx
from sphinxcontrib.bibtex.plugin import register_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle, PersonStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle


def _round() -> BracketStyle:
    return BracketStyle(left="(", right=")")


@dataclass
class RoundAuthorYear(AuthorYearReferenceStyle):
    """Author and year, in round brackets, without a comma between them."""

    bracket_textual: BracketStyle = field(default_factory=_round)
    bracket_parenthetical: BracketStyle = field(default_factory=_round)
    person: PersonStyle = field(default_factory=lambda: PersonStyle(other=" et al."))
    author_year_sep: str = " "


def setup(app: Sphinx) -> None:
    """Offer the style as ``bibtex_reference_style = "round_author_year"``."""
    # It reads the metadata of every installed package at each of the book's thousand citations.
    pybtex.plugin.find_plugin = cache(pybtex.plugin.find_plugin)
    register_plugin("sphinxcontrib.bibtex.style.referencing", "round_author_year", RoundAuthorYear)
