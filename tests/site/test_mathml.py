"""Formulas as MathML."""

import pytest
from math_core import LatexError

from lib.site.mathml import to_mathml


def test_a_formula_in_a_line_is_plain_mathml():
    assert to_mathml("x", block=False) == "<math><mi>x</mi></math>"


def test_a_formula_on_its_own_is_displayed():
    assert to_mathml(r"\frac{1}{2}", block=True).startswith('<math display="block">')


def test_lines_outside_of_an_environment_are_aligned():
    assert to_mathml(r"a &= 1 \\ b &= 2", block=True).count("<mtr>") == 2


@pytest.mark.parametrize("name", ["align", "gather", "equation"])
def test_an_environment_is_not_numbered_a_second_time(name):
    written = to_mathml(rf"\begin{{{name}}} a = 1 \end{{{name}}}", block=True)
    assert written == to_mathml(rf"\begin{{{name}*}} a = 1 \end{{{name}*}}", block=True)
    assert "(1)" not in written


@pytest.mark.parametrize(
    "tex",
    [
        r"\operatorname{softmax}(z)_w = \frac{e^{z_w}}{\sum_{v \in V} e^{z_v}}",
        r"\begin{aligned} p(\text{dog}) &= \frac{e^{3.0}}{23.804} \\ &= 0.844 \end{aligned}",
        r"-\bigl[\, y \ln \hat p + (1 - y) \ln (1 - \hat p) \,\bigr]",
        r"W \in \mathbb{R}^{2 \times 768},\quad s = w^\top h_{\text{[CLS]}}",
        r"\lvert M \rvert \le n, \qquad i \le j",
    ],
)
def test_what_the_chapters_write_converts(tex):
    assert "<merror" not in to_mathml(tex, block=True)


def test_an_unknown_command_is_an_error():
    with pytest.raises(LatexError):
        to_mathml(r"\sofmax(z)", block=False)


def test_a_formula_that_cannot_be_converted_is_a_warning_with_page_and_line(build):
    built = build({"index": "# Page\n", "broken": "# Broken\n\nFine.\n\nHere: $\\sofmax(z)$\n"})
    assert r"broken.md:5: WARNING: this formula has no MathML: \sofmax(z)" in built.warned
    assert built.page("broken").select_one("article code").get_text() == r"\sofmax(z)"


def test_labels_number_formulas_and_eq_refers_to_them(build):
    built = build("# Page\n\n$$\nx = 1\n$$ (one)\n\n$$\ny = 2\n$$\n\nSee {eq}`one`.\n")
    page = built.page("index")
    numbered, plain = page.select(".formula")
    assert numbered.select_one(".eqno").get_text().startswith("(1)")
    assert not plain.select(".eqno")
    link = page.select_one("article p a.reference")
    assert page.find(id=link["href"].removeprefix("#")) is numbered


def test_no_page_loads_a_formula_library(build):
    built = build("# Page\n\n$x$\n")
    assert "mathjax" not in built.page("index").head.decode().lower()
    assert built.warned == ""
