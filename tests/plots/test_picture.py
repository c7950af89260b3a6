"""What a page or a notebook gets: clean SVG, one accessible name, the theme's own colors."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from bs4 import BeautifulSoup

from lib import attention_grids, bidirectional_attention, causal_attention, loss_and_gradient, softmax_bars
from lib.palette import DARK, LIGHT
from lib.plots import Picture
from lib.plots.svg import FOLLOWED

MAKE = {
    "bars": lambda: softmax_bars([3.0, 1.0, 0.0], ["dog", "cat", "log"]),
    "odd words": lambda: softmax_bars([1.0, 0.0, -1.0, 2.0], ["<b>\"&'</b>", "$x$ $y$", "tab\tnull\0", "日本語"]),
    "grids": lambda: attention_grids({"BERT": bidirectional_attention(4), "GPT": causal_attention(4)}, list("abcd")),
    "curve": lambda: loss_and_gradient(),
}
EACH = pytest.mark.parametrize("make", MAKE.values(), ids=MAKE.keys())
MORE = re.compile(r"(clip-path|xlink|<defs|<use|<metadata|<style|<!--|url\()")


@EACH
def test_the_svg_is_well_formed_and_has_no_ids(make):
    picture = make()
    for svg in (picture.svg(LIGHT), picture.svg(DARK), *re.findall(r"<svg.*?</svg>", picture.html(), re.S)):
        root = ET.fromstring(svg)
        assert [element for element in root.iter() if "id" in element.attrib] == []
        assert not MORE.search(svg)
        assert len(list(root.iter())) > 5


@EACH
def test_the_picture_has_one_name_and_its_drawings_are_skipped(make):
    picture = make()
    soup = BeautifulSoup(picture.html(), "html.parser")
    (box,) = soup.find_all(recursive=False)
    assert box["role"] == "img"
    assert box["class"] == ["picture"]
    assert box["aria-label"] == " ".join(picture.alt.split())
    assert all(svg["aria-hidden"] == "true" for svg in box.find_all("svg"))
    assert not soup.find_all(id=True)


@EACH
def test_every_color_of_the_inline_form_is_a_variable_with_the_light_value_behind_it(make):
    html = re.sub(r"<style>.*?</style>", "", make().html())
    used = re.findall(r"var\(--([\w-]+),(#[0-9a-f]{6})\)", html)
    assert used
    assert all(LIGHT.colors[name] == value for name, value in used)
    assert not re.search(r"#[0-9a-f]{3,6}\b(?!;)|rgb|(fill|stroke):(?!none|var)", re.sub(r"var\([^)]*\)", "var", html))


def test_text_stays_text():
    svg = softmax_bars([3.0, 1.0], ["dog", "cat"]).svg()
    words = [element.text for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"dog", "cat", "0.881", "Σ = 1.000"} <= set(words)


def test_a_word_with_dollar_signs_is_not_read_as_a_formula():
    svg = softmax_bars([1.0, 0.0], ["$x$ $y$", "$"]).svg()
    words = [element.text for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"$x$ $y$", "$"} <= set(words)


def test_a_notebook_editor_without_the_book_gets_dark_colors_in_its_dark_theme():
    style = BeautifulSoup(softmax_bars([1.0, 0.0]).html(), "html.parser").style.string
    assert '[data-jp-theme-light="false"]' in style
    assert dict(re.findall(r"--([\w-]+):(#\w{6})", style)) == {name: DARK.colors[name] for name in FOLLOWED}


def test_a_notebook_gets_html_svg_and_words():
    picture = softmax_bars([1.0, 0.0])
    bundle = picture._repr_mimebundle_()
    assert bundle == {"text/html": picture.html(), "image/svg+xml": picture.svg(), "text/plain": picture.alt}
    assert isinstance(picture, Picture)


def test_panels_lie_side_by_side_on_a_wide_page_and_below_each_other_on_a_narrow_one():
    box = BeautifulSoup(softmax_bars([1.0, 0.0]).html(), "html.parser").div
    assert len(box.find_all("svg")) == 2
    least = int(re.search(r"minmax\(min\(100%,(\d+)px\),1fr\)", box["style"])[1])
    assert 2 * least + 16 <= 480
    assert 2 * least > 288


def test_bert_and_gpt_stand_beside_each_other_even_on_a_phone():
    box = BeautifulSoup(MAKE["grids"]().html(), "html.parser").div
    least = int(re.search(r"minmax\(min\(100%,(\d+)px\),1fr\)", box["style"])[1])
    assert 2 * least + 16 <= 288


@EACH
def test_no_text_is_smaller_than_nine_and_a_half_pixels_where_it_is_shown_smallest(make):
    picture = make()
    for panel in picture.draw_panels(LIGHT):
        width = panel.get_size_inches()[0] * 72
        scale = min(picture.smallest, 288 / width) if len(picture.draw_panels(LIGHT)) > 1 else min(1, 288 / width)
        sizes = [text.get_fontsize() for axes in panel.axes for text in axes.texts]
        assert min(sizes) * scale >= 9.5


@pytest.mark.long
def test_the_drawing_is_the_same_to_the_byte_in_every_process():
    code = (
        "import hashlib\n"
        "from lib import *\n"
        "pictures = softmax_bars([3.0, 1.0, 0.0], ['dog', 'cat', 'log']), loss_and_gradient(), "
        "attention_grids({'GPT': causal_attention(4)}, list('abcd'))\n"
        "print(hashlib.sha256(''.join(p.html() + p.svg() for p in pictures).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True, text=True
        ).stdout
        for seed in ("0", "1234")
    }
    assert len(digests) == 1


def test_drawing_twice_in_one_process_is_the_same_too():
    picture = MAKE["grids"]()
    assert picture.svg() == picture.svg()
    assert picture.html() == MAKE["grids"]().html()


def test_float32_and_float64_are_drawn_alike():
    logits = np.array([3.0, 1.0, 0.0])
    assert softmax_bars(logits).svg() == softmax_bars(logits.astype(np.float32)).svg()
