"""Figure 1 by its artists: the bars are the data, the values stand beside them, the sum beneath."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from lib import softmax
from lib.palette import DARK, LIGHT
from lib.plots import plot_softmax_bars

LOGITS = [3.0, 1.0, 0.0]
WORDS = ["dog", "cat", "log"]


def draw(logits=LOGITS, labels=WORDS, **options):
    return plot_softmax_bars(logits, softmax(logits), labels=labels, **options)


def hex_of(color):
    return "#" + "".join(f"{round(255 * part):02x}" for part in color[:3])


@pytest.mark.parametrize(
    "logits", [LOGITS, [-2.5, 1.25, 0.0, -7.0], [0.0, 0.0], [1e6, -2e6, 3.0], [-1e300, 5.0], [4.0]]
)
def test_bar_widths_equal_the_data(logits):
    scores, shares = draw(logits, None)
    assert [bar.get_width() for bar in scores.patches] == logits
    assert [bar.get_width() for bar in shares.patches] == softmax(logits).tolist()


def test_every_value_is_printed_and_so_is_the_sum(words_in):
    scores, shares = draw()
    assert {"3.0", "1.0", "0.0", "raw score z", *WORDS} <= set(words_in(scores))
    assert {"0.844", "0.114", "0.042", "probability p", "Σ = 1.000"} <= set(words_in(shares))


def test_a_word_stands_in_the_row_of_its_bar():
    scores, _ = draw()
    rows = {text.get_text(): text.xy[1] for text in scores.texts}
    for row, (word, value) in enumerate(zip(WORDS, ["3.0", "1.0", "0.0"], strict=True)):
        assert rows[word] == rows[value] == row
    low, high = scores.get_ylim()
    assert low > high, "the first word is at the top"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_scores_are_slate_and_probabilities_amber(theme):
    scores, shares = draw(theme=theme)
    assert {hex_of(bar.get_facecolor()) for bar in scores.patches} == {theme.slate_fill}
    assert {hex_of(bar.get_edgecolor()) for bar in scores.patches} == {theme.slate}
    assert {hex_of(bar.get_facecolor()) for bar in shares.patches} == {theme.amber_fill}
    assert {hex_of(bar.get_edgecolor()) for bar in shares.patches} == {theme.amber}


def test_a_negative_score_runs_left_of_zero_and_its_value_stands_right_of_it():
    scores, _ = draw([-2.0, 1.0], ["a", "b"])
    assert scores.get_xlim()[0] == -2.0
    assert next(text for text in scores.texts if text.get_text() == "−2.0").xy[0] == 0


def test_a_tiny_probability_is_not_printed_as_zero(words_in):
    _, shares = draw([20.0, 0.0], ["yes", "no"])
    assert {"<0.001", ">0.999"} <= set(words_in(shares))


def test_words_stand_at_both_axes_when_these_are_in_two_figures(words_in):
    left, right = Figure().add_axes((0.3, 0.1, 0.6, 0.7)), Figure().add_axes((0.3, 0.1, 0.6, 0.7))
    assert draw(axes=(left, right)) == (left, right)
    assert set(WORDS) <= set(words_in(left))
    assert set(WORDS) <= set(words_in(right))


def test_a_long_word_is_shortened_and_keeps_its_accents_whole(words_in):
    scores, _ = draw([1.0, 0.0], ["donaudampfschifffahrt", "e\u0301" * 30])
    long, accented = (text for text in words_in(scores) if text.endswith("…"))
    assert long.startswith("donau")
    assert set(accented[:-1:2]) == {"e"}
    assert set(accented[1:-1:2]) == {"\u0301"}


def test_words_without_labels_are_numbered(words_in):
    assert {"word 1", "word 2"} <= set(words_in(draw([1.0, 0.0], None)[0]))


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12))
def test_no_text_of_any_logits_leaves_the_figure_or_meets_another(logits):
    scores, shares = draw(logits, None)
    figure = scores.figure
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for axes in (scores, shares) for text in [*axes.texts, axes._left_title]]
    width, height = figure.bbox.size
    for box in boxes:
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= width + 1
        assert box.y1 <= height + 1
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one.x1, other.x1) - max(one.x0, other.x0)
            down = min(one.y1, other.y1) - max(one.y0, other.y0)
            assert across < 1 or down < 4


def test_drawing_touches_neither_pyplot_nor_the_settings():
    import subprocess
    import sys

    code = (
        "import sys, matplotlib; before = matplotlib.rcParams.copy()\n"
        "from lib import softmax_bars; softmax_bars([3.0, 1.0])._repr_mimebundle_()\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert matplotlib.rcParams.copy() == before"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_the_probability_axis_always_ends_at_one_or_beyond():
    _, shares = draw([0.0, 0.0, 0.0, 0.0], None)
    assert shares.get_xlim()[0] == 0
    assert shares.get_xlim()[1] > 1
    assert np.isfinite(shares.get_xlim()).all()
