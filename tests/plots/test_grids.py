"""Figure 2 by its artists: ✓ stands at exactly the cells that can attend."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from lib import attention_grids, bidirectional_attention, causal_attention, padding_attention, t5_attention
from lib.palette import DARK, LIGHT
from lib.plots import plot_attention

TOKENS = ["he", "saw", "red", "."]
TARGET = ["er", "sah", "rot"]


def ticks(axes):
    return {(round(text.xy[1]), round(text.xy[0])) for text in axes.texts if text.get_text() == "✓"}


@pytest.mark.parametrize(
    "can_attend",
    [bidirectional_attention(4), causal_attention(4), padding_attention([True, True, False, False])],
    ids=["bidirectional", "causal", "padding"],
)
def test_a_tick_stands_at_exactly_the_cells_that_can_attend(can_attend):
    axes = plot_attention(can_attend, queries=TOKENS, keys=TOKENS, title="grid")
    assert ticks(axes) == {tuple(cell) for cell in np.argwhere(can_attend).tolist()}
    assert len(axes.patches) == can_attend.size


@settings(max_examples=30, deadline=None)
@given(st.data(), st.integers(1, 8), st.integers(1, 8))
def test_ticks_follow_any_grid(data, rows, columns):
    cells = data.draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns))
    can_attend = np.array(cells).reshape(rows, columns)
    axes = plot_attention(
        can_attend, queries=[f"q{i}" for i in range(rows)], keys=list("abcdefgh")[:columns], title="t"
    )
    assert ticks(axes) == {tuple(cell) for cell in np.argwhere(can_attend).tolist()}


def test_rows_are_queries_and_columns_are_keys():
    axes = plot_attention(t5_attention(4, 3).cross, queries=TARGET, keys=TOKENS, title="T5 cross")
    place = {text.get_text(): text.xy for text in axes.texts if text.get_text() != "✓"}
    assert [place[token][1] for token in TARGET] == [0, 1, 2]
    assert [place[token][0] for token in TOKENS] == [0, 1, 2, 3]
    assert {"query (row)", "key (column)", "T5 cross"} <= place.keys()
    low, high = axes.get_ylim()
    assert low > high, "the first query is at the top"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_cells_with_a_tick_are_filled_and_the_others_are_not(theme):
    axes = plot_attention(causal_attention(2), queries=["a", "b"], keys=["a", "b"], title="t", theme=theme)
    assert [cell.get_facecolor()[3] for cell in axes.patches] == [1, 0, 1, 1]


def test_column_labels_turn_when_they_do_not_fit():
    def turned(tokens):
        axes = plot_attention(causal_attention(len(tokens)), queries=tokens, keys=tokens, title="t")
        return {text.get_rotation() for text in axes.texts if text.get_text() != "query (row)"}

    assert turned(["he", "saw"]) == {0}
    assert turned(["[CLS]", "hello", "[SEP]"]) == {0}, "a few wide tokens get wider cells"
    assert turned(["[CLS]", "my", "dog", "is", "[MASK]", "[SEP]", "he", "##ly"]) == {0, 45}


def boxes_of(figure):
    figure.draw_without_rendering()
    for axes in figure.axes:
        for text in axes.texts:
            box = text.get_window_extent()
            if text.get_rotation() == 45:  # its box is mostly empty corners
                continue
            yield text.get_text(), box


TOKEN_LISTS = [
    ["one"],
    ["a", "b"],
    TOKENS,
    ["[CLS]", "my", "dog", "is", "[MASK]", "[SEP]", "he", "##ly"],
    ["antidisestablishmentarianism", "x", "y"],
    ["日本", "語の長い単語です", "שלום", "привет"],
    ["$x$", "<b>", "&amp;", "\n", " ", "é"],
]


@pytest.mark.parametrize("tokens", TOKEN_LISTS)
def test_no_word_leaves_the_panel_or_meets_another(tokens):
    n = len(tokens)
    picture = attention_grids({"BERT": bidirectional_attention(n), "GPT": causal_attention(n)}, tokens)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a browser has the fonts that Matplotlib lacks
        for figure in [*picture.draw_panels(LIGHT), picture.draw(LIGHT)]:
            boxes = list(boxes_of(figure))
            width, height = figure.bbox.size
            for text, box in boxes:
                assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= -1.5, text
            for (text, one), (other_text, other) in itertools.combinations(boxes, 2):
                across = min(one.x1, other.x1) - max(one.x0, other.x0)
                down = min(one.y1, other.y1) - max(one.y0, other.y0)
                assert across < 1.5 or down < 4, (text, other_text)


def test_in_given_axes_the_heading_stands_above_labels_that_had_to_turn():
    ax = Figure(figsize=(3, 3), dpi=72).add_axes((0.3, 0.1, 0.3, 0.4))
    assert plot_attention(causal_attention(2), queries=["a", "b"], keys=["[MASK]", "[SEP]"], title="t", ax=ax) is ax
    heading = next(text for text in ax.texts if text.get_text() == "key (column)")
    labels = [text for text in ax.texts if text.get_rotation() == 45]
    assert len(labels) == 2
    ax.figure.draw_without_rendering()
    assert heading.get_window_extent().y0 > max(label.get_window_extent().y1 for label in labels) - 4


def test_panels_of_one_picture_share_a_scale_and_line_up():
    picture = attention_grids(t5_attention(4, 3), TOKENS, TARGET)
    panels = picture.draw_panels(LIGHT)
    assert len({tuple(panel.get_size_inches()) for panel in panels}) == 1
    tops = {round(panel.axes[0].get_position().y1, 6) for panel in panels}
    assert len(tops) == 1


def test_the_three_attentions_of_t5_know_their_tokens():
    grids = t5_attention(4, 3)
    panels = attention_grids(grids, TOKENS, TARGET).draw_panels(LIGHT)
    for panel, can_attend, title in zip(panels, grids, ["T5 encoder", "T5 decoder", "T5 cross"], strict=True):
        (axes,) = panel.axes
        assert title in [text.get_text() for text in axes.texts]
        assert ticks(axes) == {tuple(cell) for cell in np.argwhere(can_attend).tolist()}


def test_a_named_grid_with_a_target_is_cross_attention():
    alt = attention_grids({"cross": np.ones((1, 2), bool)}, ["he", "saw"], ["er"]).alt
    assert "1 query by 2 keys" in alt


def test_the_whole_figure_says_what_a_tick_means():
    figure = attention_grids({"BERT": bidirectional_attention(4)}, TOKENS).draw(LIGHT)
    words = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "✓  the row’s token can attend to the column’s token" in words
