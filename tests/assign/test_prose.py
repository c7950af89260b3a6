"""Prompts as HTML for learning platforms: everything of MyST has a plain form, or is refused by name."""

import pytest

from lib.assign.prose import UnknownMarkupError, cited, to_html
from lib.bank import EXERCISES, render, variants_of


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("{term}`logits <logit>` and {ref}`2.1 <softmax-three-logits>`", "<p>logits and 2.1</p>\n"),
        ("{term}`[MASK]`, `[CLS]`", "<p>[MASK], <code>[CLS]</code></p>\n"),
        (
            "{cite:p}`devlin2019bert` and {cite:t}`liu2019roberta`",
            "<p>(Devlin et al. 2019) and Liu et al. (2019)</p>\n",
        ),
        ("{cite:p}`devlin2019bert,clark2020electra`", "<p>(Devlin et al. 2019; Clark et al. 2020)</p>\n"),
        ("so $a < b_{1}$ & more", "<p>so \\(a &lt; b_{1}\\) &amp; more</p>\n"),
        ("$$\nx = 1\n$$", "<p>\\[x = 1\\]</p>\n"),
        ("```\na < b\n```", "<pre><code>a &lt; b\n</code></pre>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
    ],
)
def test_each_kind_of_markup_has_its_plain_form(markdown, html):
    assert to_html(markdown) == html


@pytest.mark.parametrize("markdown", ["{eq}`loss`", "![bars](bars.svg)", "```{figure} bars.svg\n```"])
def test_what_has_no_plain_form_is_refused_rather_than_dropped(markdown):
    with pytest.raises(UnknownMarkupError, match="has no form here"):
        to_html(markdown)


def test_two_authors_are_named_and_more_are_others():
    assert cited("vaswani2017attention") == ("Vaswani et al.", "2017")
    assert cited("wang2019mouth") == ("Wang and Cho", "2019")
    assert cited("hattie2007") == ("Hattie and Timperley", "2007")


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.number)
def test_every_prompt_can_be_shown_with_all_its_numbers(exercise):
    for numbers in variants_of(exercise):
        assert to_html(render(exercise.prompt, exercise, numbers)).startswith("<p>")
