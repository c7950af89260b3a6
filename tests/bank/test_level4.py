"""What level 4 prints, held against `lib`."""

import math

import numpy as np
import pytest

from lib import best_span, choose_positions, count_chosen, head_shapes, sigmoid, softmax, split_word
from lib.bank import ArgumentField, ShapeField, exercise, render
from tests.conftest import ROOT

CHAPTER = " ".join((ROOT / "chapters" / "level-4-synthesis.md").read_text(encoding="utf-8").split())
N = 12


def answers(number):
    each = exercise(number)
    return {field.name: field.answer(each.defaults) for field in each.keyed}


def test_the_three_heads_have_the_shapes_of_the_source():
    assert answers("4.1") == {
        "sentiment_input": "[CLS]",
        "sentiment_weight": (2, 768),
        "sentiment_bias": (2,),
        "sentiment_output": (2,),
        "ner_input": "every token",
        "ner_weight": (9, 768),
        "ner_bias": (9,),
        "ner_output": ("n", 9),
        "squad_input": "every token",
        "squad_weight": (2, 768),
        "squad_bias": (2,),
        "squad_output": ("n", 2),
    }


@pytest.mark.parametrize("task", ["sentiment", "ner", "squad"])
def test_the_bias_is_as_long_as_the_output_is_wide_and_as_the_weight_is_high(task):
    shapes = answers("4.1")
    assert shapes[f"{task}_bias"] == shapes[f"{task}_weight"][:1] == shapes[f"{task}_output"][-1:]


def test_the_shapes_follow_when_hidden_size_classes_and_tags_change():
    numbers = {"hidden": 1024, "classes": 5, "tags": 17}
    shapes = {field.name: field.answer(numbers) for field in exercise("4.1").keyed}
    assert shapes["sentiment_weight"] == (5, 1024)
    assert shapes["ner_output"] == ("n", 17)
    assert shapes["squad_weight"] == (2, 1024)


@pytest.mark.parametrize("task", ["sentiment", "ner", "squad"])
def test_a_transposed_weight_is_a_mistake_of_its_own(task):
    [field] = [each for each in exercise("4.1").fields if each.name == f"{task}_weight"]
    [mistake] = [each for each in field.mistakes if each.name == "transposed"]
    defaults = exercise("4.1").defaults
    assert mistake.value(defaults) == tuple(reversed(field.answer(defaults)))


def test_every_shape_has_three_mistakes_and_every_choice_one_for_each_wrong_option():
    for field in exercise("4.1").keyed:
        if isinstance(field, ShapeField):
            assert len(field.mistakes) >= 3, field.name
        else:
            wrong = {mistake.value(exercise("4.1").defaults) for mistake in field.mistakes}
            assert wrong | {field.answer(exercise("4.1").defaults)} == set(field.options)


def test_the_heads_have_as_many_parameters_as_is_printed():
    heads = [head_shapes(2), head_shapes(9, per_token=True), head_shapes(2, per_token=True)]
    total = sum(math.prod(head.weight) + math.prod(head.bias) for head in heads)
    assert f"All three heads have {total:,} weights and biases" in CHAPTER


def test_two_separate_maxima_end_before_they_begin_in_the_passage_of_the_chapter():
    start, end = np.array([0.5, 1.0, 3.0, 0.2]), np.array([0.1, 2.8, 0.3, 2.5])
    assert "start = np.array([0.5, 1.0, 3.0, 0.2]) end = np.array([0.1, 2.8, 0.3, 2.5])" in CHAPTER
    assert end.argmax() < start.argmax()
    assert best_span(start, end)[:2] == (2, 3)
    assert divmod(int(np.triu(np.outer(softmax(start), softmax(end))).argmax()), 4) == (2, 3)


@pytest.mark.parametrize("seed", range(20))
def test_the_product_of_softmaxes_and_the_sum_of_scores_choose_the_same_span(seed):
    start, end = np.random.default_rng(seed).normal(scale=3, size=(2, N))
    products = np.triu(np.outer(softmax(start), softmax(end)))
    assert best_span(start, end)[:2] == divmod(int(products.argmax()), N)


def test_the_span_heads_bias_changes_neither_softmax():
    scores = np.random.default_rng(1).normal(size=(N, 2))
    np.testing.assert_allclose(softmax(np.add(scores, [3.0, -2.0]), axis=0), softmax(scores, axis=0), rtol=1e-12)


def test_the_probability_of_positive_is_the_right_one_and_not_the_sources():
    p = answers("4.2")["p_pos"]
    assert p == pytest.approx(0.817574476194, abs=1e-12)
    assert "= 0.8176" in CHAPTER
    assert "0.8177" not in CHAPTER
    assert p == pytest.approx(float(sigmoid(1.5)))


@pytest.mark.parametrize(("name", "value"), [("other-class", 0.1824), ("no-exponential", 0.8)])
def test_known_mistakes_at_the_sentiment_head_give_their_known_values(name, value):
    [field] = exercise("4.2").keyed
    [mistake] = [each for each in field.mistakes if each.name == name]
    assert mistake.value(exercise("4.2").defaults) == pytest.approx(value, abs=5e-5)


def test_dividing_the_logits_leaves_the_verdict_and_moves_the_probability():
    p = [softmax(np.array([0.5, 2.0]) / divisor)[1] for divisor in (0.5, 1, 2, 4)]
    assert min(p) > 0.5
    assert p == sorted(p, reverse=True)


def test_six_of_forty_tokens_are_chosen_and_four_of_twenty_eight_words():
    assert answers("4.3")["masked"] == 6
    assert count_chosen(28) == 4
    assert "15 % of 28, which is 4.2, and stops at 4" in CHAPTER


def test_the_spread_of_an_independent_draw_is_as_printed():
    rng = np.random.default_rng(5)
    counts = [len(choose_positions(np.ones(40, dtype=bool), rng, rule="independent")) for _ in range(20_000)]
    text = render("<<mean:g>> <<deviation:.2f>> <<p_exactly:.2f>>", exercise("4.3"))
    assert text == "6 2.26 0.17"
    assert np.mean(counts) == pytest.approx(6, abs=0.1)
    assert np.std(counts) == pytest.approx(2.26, abs=0.06)
    assert np.mean(np.equal(counts, 6)) == pytest.approx(0.174, abs=0.015)
    assert "standard deviation of 2.26, and exactly 6 only in 17 % of cases" in CHAPTER


def test_the_invented_split_is_called_invented_and_the_released_one_has_four_pieces():
    assert split_word("unhappiness", {"un", "##happi", "##ness"}) == ["un", "##happi", "##ness"]
    released = {"un", "##ha", "##pp", "##iness", "##ness"}
    assert split_word("unhappiness", released) == ["un", "##ha", "##pp", "##iness"]
    assert "The split above is invented" in CHAPTER
    assert "`un ##ha ##pp ##iness`" in CHAPTER


def test_the_second_half_of_4_3_asks_for_the_learners_own_words():
    [field] = [each for each in exercise("4.3").fields if isinstance(each, ArgumentField)]
    assert sum(point.points for point in field.criteria) == 2
