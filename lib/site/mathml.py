"""Formulas become MathML while the book is built, so that no page needs a formula script."""

from __future__ import annotations

import html
import re

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

_log = logging.getLogger(__name__)
_converter = LatexToMathML(fancy_error=False)
# The unstarred environments would be numbered by the converter and by Sphinx.
_NUMBERED = re.compile(r"\\(begin|end)\{(align|alignat|equation|flalign|gather|multline)\}")


def to_mathml(tex: str, *, block: bool) -> str:
    r"""Convert one formula.

    Parameters
    ----------
    tex
        What stands between the dollar signs.
    block
        True for a formula on its own lines. Lines parted by ``\\`` outside of an environment are
        then aligned at ``&``, as Sphinx does it for other formats.

    Raises
    ------
    LatexError
        If the converter doesn't know a command or the formula isn't whole.

    Examples
    --------
    >>> to_mathml("x", block=False)
    '<math><mi>x</mi></math>'
    """
    tex = _NUMBERED.sub(r"\\\1{\2*}", tex.strip())
    if block and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    return _converter.convert_with_local_state(tex, displaystyle=block)


def _convert(translator: HTML5Translator, node: nodes.Element, *, block: bool) -> str:
    tex = node.astext()
    try:
        return to_mathml(tex, block=block)
    except LatexError as error:
        line = next((each.line for each in _with_ancestors(node) if each.line), None)
        where = (translator.builder.current_docname, line)
        _log.warning("this formula has no MathML: %s (%s)", tex.strip(), error, location=where, type="mathml")
        return f"<code>{html.escape(tex)}</code>"


def _with_ancestors(node: nodes.Node | None) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    while node is not None:
        found.append(node)
        node = node.parent
    return found


def visit_math(translator: HTML5Translator, node: nodes.math) -> None:
    """Write a formula that stands in a line of text."""
    translator.body.append(_convert(translator, node, block=False))
    raise nodes.SkipNode


def visit_math_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula that stands on its own, with its number where it has one."""
    translator.body.append(translator.starttag(node, "div", "", CLASS="formula"))
    translator.body.append(_convert(translator, node, block=True))
    if node.get("number"):
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Link to this formula")
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Offer the renderer as ``html_math_renderer = "mathml"``."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
