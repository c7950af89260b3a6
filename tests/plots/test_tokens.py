"""Rows of chips: a masked sentence and a split word, by their artists, their words and what they refuse."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex

from lib import choose_positions, corrupt
from lib.palette import DARK, LIGHT
from lib.plots import describe_masking, describe_pieces, masking_rows, plot_masking, plot_pieces, word_pieces
from lib.plots.style import new_figure, pixels_of, place

BEFORE = ["[CLS]", "he", "saw", "the", "red", "sea", "[SEP]"]
AFTER = ["[CLS]", "he", "[MASK]", "the", "moon", "sea", "[SEP]"]
FATES = ["", "", "masked", "", "random", "kept", ""]
LABELS = [-100, -100, "saw", -100, "red", "sea", -100]
ROWS = (BEFORE, AFTER, LABELS, FATES)


def texts_of(ax):
    return [(text.get_text(), *text.xy) for text in ax.texts if text.get_text()]


def test_each_token_has_a_column_with_original_shown_and_label_below_each_other():
    ax = plot_masking(*ROWS, ax=place(new_figure(900, 100), 0, 0, 900, 100))
    columns = {}
    for text, x, y in texts_of(ax):
        if x > 0:  # the names of the rows stand at 0
            columns.setdefault(round(x, 3), []).append((y, text))
    drawn = [[text for _, text in sorted(column)] for _, column in sorted(columns.items())]
    assert drawn == [
        ["[CLS]", "[CLS]", "−100"],
        ["he", "he", "−100"],
        ["saw", "[MASK]", "saw"],
        ["the", "the", "−100"],
        ["red", "moon", "random", "red"],
        ["sea", "sea", "kept", "sea"],
        ["[SEP]", "[SEP]", "−100"],
    ]


def test_the_rows_are_named_in_each_line_of_tokens(words_in):
    for times, width in ((1, 900), (2, 300)):
        ax = place(new_figure(width, 300), 0, 0, width, 300)
        words = words_in(plot_masking(*ROWS, ax=ax))
        assert [words.count(name) for name in ("original", "shown", "label")] == [times] * 3


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_mask_is_amber_and_the_two_exceptions_are_told_by_word_and_frame(theme, contrast):
    ax = plot_masking(*ROWS, theme=theme)
    chips = [(to_hex(chip.get_facecolor(), keep_alpha=False), to_hex(chip.get_edgecolor())) for chip in ax.patches]
    assert chips[2] == (theme.amber_fill, theme.amber)
    assert chips[4] == chips[5] == (theme.tint, theme.ink)
    assert {edge for _, edge in (chips[0], chips[1], chips[3], chips[6])} == {theme.line}
    mask = next(text for text in ax.texts if text.get_text() == "[MASK]")
    assert contrast(to_hex(mask.get_color()), theme.amber_fill) >= 4.5
    assert {"random", "kept"} <= {text for text, *_ in texts_of(ax)}


def test_pieces_stand_below_the_letters_that_they_are_of(words_in):
    words = words_in(plot_pieces("unhappiness", ["un", "##ha", "##pp", "##iness"]))
    assert words == ["letters", "un", "ha", "pp", "iness", "pieces", "un", "##ha", "##pp", "##iness"]
    assert words_in(plot_pieces("unhappy", ["[UNK]"])) == ["letters", "unhappy", "pieces", "[UNK]"]


def test_a_masked_sentence_is_described_with_every_chosen_token():
    assert describe_masking(*ROWS) == (
        "A sentence of 7 tokens: “[CLS] he saw the red sea [SEP]”. 3 are chosen and scored: “saw” is shown as [MASK]; "
        "“red” is shown as the random token “moon”; “sea” is shown as itself. The others have label −100."
    )
    assert describe_masking(["a"], ["a"], [-100], [""]).endswith("None is chosen: all have label −100.")
    assert describe_masking(["a"], ["a"], ["a"], ["random"]).endswith(
        "1 is chosen and scored: “a” is shown as the random token “a” by chance."
    )


def test_a_split_word_is_described_with_its_pieces():
    assert describe_pieces("plays", ["play", "##s"]) == "The word “plays” in 2 pieces: “play”, “##s”."
    assert describe_pieces("play", ["play"]) == "The word “play” in 1 piece: “play”."
    assert "“unhappy” is [UNK] as a whole" in word_pieces("unhappy", {"un", "##ha"}).alt
    assert "[UNK]" in word_pieces("aaaa", {"a", "##a"}, longest_word=3).alt


@pytest.mark.parametrize(
    "make", [lambda: masking_rows(*ROWS), lambda: word_pieces("unhappiness", {"un", "##happiness"})]
)
def test_the_picture_is_one_clean_svg_in_the_page_s_colors(make):
    picture = make()
    (svg,) = re.findall(r"<svg.*?</svg>", picture.html(), re.DOTALL)
    root = ET.fromstring(svg)
    assert [element for element in root.iter() if "id" in element.attrib] == []
    assert picture.svg() == make().svg()
    fixed = set(re.findall(r"#[0-9a-f]{6}", re.sub(r"var\([^)]*\)", "", svg)))
    assert fixed <= {DARK.paper}, "only what is written on amber has one color in both themes"


@st.composite
def masked_sentences(draw):
    words = draw(st.lists(st.text("aMWжé~", min_size=1, max_size=30), min_size=1, max_size=60))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    chosen = choose_positions([True] * len(words), rng, rule="independent", rate=0.4)
    _, labels, fates = corrupt(range(len(words)), chosen, rng, mask_id=0, vocabulary_size=len(words))
    shown = ["[MASK]" if fate == "masked" else word for word, fate in zip(words, fates, strict=True)]
    return words, shown, [-100 if label == -100 else words[label] for label in labels], fates.tolist()


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(masked_sentences())
def test_no_chip_or_text_of_any_sentence_leaves_the_figure_or_meets_its_neighbor(rows):
    ax = plot_masking(*rows)
    ax.figure.draw_without_rendering()
    width, height = ax.figure.bbox.size
    boxes = [chip.get_window_extent() for chip in ax.patches]
    for box in [*boxes, *(text.get_window_extent() for text in ax.texts if text.get_text())]:
        assert -1 <= box.x0 <= box.x1 <= width + 1
        assert -1 <= box.y0 <= box.y1 <= height + 1
    for one, other in pairwise(boxes):
        assert one.x1 <= other.x0 or other.y1 <= one.y0


def test_the_columns_wrap_at_the_width_of_the_axes():
    ax = place(new_figure(200, 400), 0, 0, 200, 400)
    assert plot_masking(*ROWS, ax=ax) is ax
    assert max(chip.get_bbox().x1 for chip in ax.patches) <= pixels_of(ax)[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"original": ["x"] * 61}, "original must have at most 60 tokens, got 61"),
        ({"original": []}, "original must hold at least one word"),
        ({"shown": AFTER[:-1]}, "shown must be 7 as the tokens, got 6"),
        ({"labels": [*LABELS, "x"]}, "labels must be 7 as the tokens, got 8"),
        ({"fates": ["dropped", *FATES[1:]]}, 'fates must be "masked", "random", "kept" or "", got \'dropped\''),
        ({"fates": ["kept", *FATES[1:]]}, "labels must be -100 exactly where no fate is, got '-100' with 'kept' at 0"),
        ({"labels": ["[CLS]", *LABELS[1:]]}, "labels must be -100 exactly where no fate is"),
    ],
)
def test_rows_that_do_not_fit_together_are_refused(change, message):
    rows = dict(zip(("original", "shown", "labels", "fates"), ROWS, strict=True))
    with pytest.raises(ValueError, match=re.escape(message)):
        masking_rows(**{**rows, **change})


def test_a_text_in_place_of_a_list_is_refused():
    with pytest.raises(TypeError, match="original must be a list of words"):
        masking_rows("he saw", AFTER, LABELS, FATES)
    with pytest.raises(TypeError, match="pieces must be a list of words"):
        plot_pieces("play", "play")
