"""The alt texts: every number that is drawn is said, and so is what a picture can't show."""

import re

import numpy as np
import pytest

from lib import attention_grids, causal_attention, loss_and_gradient, softmax, softmax_bars, t5_attention
from lib.palette import LIGHT
from lib.plots import describe_attention, describe_softmax_bars

PICTURES = [
    lambda: softmax_bars([3.0, 1.0, 0.0], ["dog", "cat", "log"]),
    lambda: softmax_bars([-2.5, 1.25]),
    lambda: softmax_bars([0.0, 0.0, 0.0]),
    lambda: loss_and_gradient(),
    lambda: loss_and_gradient([0.5, 0.9]),
]


@pytest.mark.parametrize("make", PICTURES)
def test_every_value_printed_in_a_picture_is_in_its_words(make):
    picture = make()
    texts = [text.get_text() for axes in picture.draw(LIGHT).axes for text in axes.texts]
    numbers = {number for text in texts for number in re.findall(r"−?\d+\.\d+", text)} - {"0.5"}
    assert numbers
    for number in numbers:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", picture.alt), number


def test_softmax_bars_are_described_with_words_scores_probabilities_and_sum():
    logits = [3.0, 1.0, 0.0]
    assert describe_softmax_bars(logits, softmax(logits), labels=["dog", "cat", "log"]) == (
        "Bars of 3 words. Raw scores: dog 3.0, cat 1.0, log 0.0. "
        "Probabilities after softmax: dog 0.844, cat 0.114, log 0.042; sum 1.000."
    )


def test_a_probability_printed_as_nearly_zero_is_said_with_its_digits():
    assert "no 2.06e−9" in softmax_bars([20.0, 0.0], ["yes", "no"]).alt


def test_a_shortened_word_is_whole_in_the_alt_text():
    word = "pneumonoultramicroscopic"
    picture = softmax_bars([1.0, 0.0], [word, "x"])
    assert word in picture.alt
    assert word not in picture.svg()
    assert word in attention_grids({"GPT": causal_attention(2)}, [word, "x"]).alt


def test_attention_is_described_row_by_row():
    alt = describe_attention(causal_attention(3), queries=["a", "b", "c"], keys=["a", "b", "c"], title="GPT")
    assert alt == (
        "GPT, 3 queries by 3 keys, 6 of 9 cells with ✓: “a” can attend to “a”; "
        "“b” can attend to “a”, “b”; “c” can attend to “a”, “b”, “c”."
    )


def test_a_row_without_a_tick_is_said_to_attend_to_nothing():
    grid = np.array([[True, False], [False, False]])
    assert "“b” can attend to nothing" in describe_attention(grid, queries=["a", "b"], keys=["a", "b"], title="t")


def test_each_grid_of_a_picture_is_described():
    alt = attention_grids(t5_attention(4, 3), ["he", "saw", "red", "."], ["er", "sah", "rot"]).alt
    assert re.findall(r"T5 \w+, .*? cells", alt) == [
        "T5 encoder, 4 queries by 4 keys, 16 of 16 cells",
        "T5 decoder, 3 queries by 3 keys, 6 of 9 cells",
        "T5 cross, 3 queries by 4 keys, 12 of 12 cells",
    ]


def test_loss_and_gradient_are_described_with_their_dots():
    alt = loss_and_gradient().alt
    assert "at p = 0.665, loss 0.408 and gradient 0.335" in alt
    assert "at p = 0.042, loss 3.170 and gradient 0.958" in alt
    assert "From p = 0 to p = 1 the loss −ln p falls from ∞ to 0 nats" in alt


def test_a_dot_beyond_the_axis_is_said_to_be_there():
    alt = loss_and_gradient([1e-9, 0.5]).alt
    assert "at p = 1e−9, loss 20.723 (beyond the axis, drawn at its upper edge)" in alt
    assert alt.count("beyond the axis") == 1
