"""Draws: the same everywhere and for good, fair, and never an exercise that is trivial or untrue."""

import doctest
import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from lib.bank import EXERCISES, Draw, acceptance, draws, exercise, numbers_for
from lib.bank.acceptance import are_acceptable, objections
from tests.bank.premises_of_texts import check_everything
from tests.conftest import ROOT

DRAWN = ["1.2", "2.1", "2.2", "2.3", "2.4", "4.1", "4.2", "4.3", "5.1"]
each_drawn = pytest.mark.parametrize("number", DRAWN)
SHARES = {"shares": (0.8, 0.1, 0.1), "in_percent": False}
# What was issued can't be taken back: change one of these only if the exercise is to give other numbers from now on.
FROZEN = [
    ("1.2", 1, {"tokens": 1600, "percent": 25, **SHARES}),
    ("1.2", "class of 2031", {"tokens": 200, "percent": 40, **SHARES}),
    (
        "2.1",
        1,
        {
            "sentence": "it was raining, so I took my `[MASK]`",
            "words": ("piano", "coat", "umbrella"),
            "logits": (-1.5, -0.5, 2.5),
            "truth": 1,
        },
    ),
    (
        "2.1",
        "class of 2031",
        {
            "sentence": "she wrote the letter with a `[MASK]`",
            "words": ("pen", "pencil", "spoon"),
            "logits": (1.5, -1.0, -2.0),
            "truth": 0,
        },
    ),
    (
        "2.2",
        1,
        {
            "sentence": "the farmer milked the `[MASK]` before breakfast",
            "words": ("fence", "cow", "goat"),
            "logits": (0.3, 3.8, 1.7),
            "truth": 0,
        },
    ),
    ("2.3", 1, {"tokens": 118, "percent": 15}),
    ("2.3", "class of 2031", {"tokens": 75, "percent": 15}),
    ("2.4", 1, {"score": -2.3, "is_next": False}),
    ("4.1", 1, {"hidden": 768, "classes": 3, "tags": 23}),
    ("4.2", 1, {"logits": (-2.5, 1.0), "review": "the second season is even better", "blamed": "better"}),
    ("4.3", 1, {"tokens": 64, "words": 57, "percent": 15}),
    ("4.3", "class of 2031", {"tokens": 59, "words": 39, "percent": 15}),
    ("5.1", 1, {"probabilities": (0.139, 0.409)}),
]


def drawn(number, seed):
    return replace(exercise(number), defaults=numbers_for(exercise(number), seed))


# The stream


def test_the_stream_is_sha_256_over_id_seed_and_a_counter():
    draw = Draw(7, "some-exercise")
    for count in range(50):
        block = int(sha256(f"some-exercise\n7\n{count}".encode()).hexdigest(), 16)
        assert draw.integer(1, 6) == 1 + block % 6


def test_a_number_and_its_text_are_the_same_seed():
    assert [Draw(7, "x").integer(0, 10**9)] == [Draw("7", "x").integer(0, 10**9)]


def test_seeds_and_exercises_have_streams_of_their_own():
    firsts = [Draw(seed, name).integer(0, 10**12) for seed in range(100) for name in ("a", "b")]
    assert len(set(firsts)) == 200


def test_a_whole_number_takes_every_value_alike():
    draw = Draw(1, "fair")
    counts = Counter(draw.integer(-2, 3) for _ in range(6000))
    assert sorted(counts) == [-2, -1, 0, 1, 2, 3]
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi-squared, 5 degrees, 1 in 1000


def test_a_range_of_one_number_gives_it_and_an_empty_one_is_refused():
    assert Draw(1, "x").integer(4, 4) == 4
    with pytest.raises(ValueError, match="high must be at least low, got 5 to 4"):
        Draw(1, "x").integer(5, 4)


def test_tenths_are_the_numbers_that_are_written_with_one_decimal():
    draw = Draw(1, "x")
    values = {draw.tenths(-0.3, 0.4) for _ in range(200)}
    assert sorted(values) == [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4]


@pytest.mark.parametrize(("of", "decimals"), [(2, 1), (10, 1), (1000, 3)])
def test_a_part_is_what_its_decimals_say(of, decimals):
    draw = Draw(of, "x")
    for _ in range(200):
        value = draw.parts(-1, 4, of=of)
        assert -1 <= value <= 4
        assert value == float(f"{value:.{decimals}f}")


def test_every_option_is_chosen_and_every_order_comes_up_alike():
    draw = Draw(1, "x")
    assert {draw.choice("abc") for _ in range(50)} == {"a", "b", "c"}
    orders = Counter(draw.shuffle((1, 2, 3)) for _ in range(6000))
    assert set(orders) == set(itertools.permutations((1, 2, 3)))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


def test_shuffling_leaves_what_was_given_as_it_was():
    items = [1, 2, 2, 3]
    assert sorted(Draw(1, "x").shuffle(items)) == items == [1, 2, 2, 3]


# Numbers for an exercise


def test_these_exercises_draw_numbers_and_no_others():
    assert [each.number for each in EXERCISES if each.draw] == DRAWN


@pytest.mark.parametrize(("number", "seed", "numbers"), FROZEN)
def test_the_numbers_of_a_seed_are_frozen(number, seed, numbers):
    assert numbers_for(exercise(number), seed) == numbers


@each_drawn
def test_the_same_seed_gives_the_same_numbers_whatever_was_drawn_before(number):
    first = numbers_for(exercise(number), 11)
    np.random.default_rng(0).random()
    random.seed(3)
    for other in DRAWN:
        numbers_for(exercise(other), 12)
    assert numbers_for(exercise(number), 11) == first


def test_another_process_with_other_hashes_draws_the_same():
    code = (
        "import json; from lib.bank import exercise, numbers_for;"
        f"print(json.dumps([numbers_for(exercise(n), s) for n in {DRAWN} for s in range(3)]))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    here = [numbers_for(exercise(number), seed) for number in DRAWN for seed in range(3)]
    assert json.loads(told) == json.loads(json.dumps(here))


def test_a_change_to_one_exercise_leaves_the_draws_of_all_others():
    before = {each.number: numbers_for(each, 5) for each in EXERCISES if each.draw}
    changed = replace(exercise("2.1"), draw=lambda draw: (draw.integer(0, 9), exercise("2.1").draw(draw))[1])
    assert numbers_for(changed, 5) != before["2.1"], "the change is one"
    for each in EXERCISES:
        if each.draw and each.number != "2.1":
            assert numbers_for(each, 5) == before[each.number]


def test_an_exercise_that_is_the_same_for_everybody_has_no_numbers_to_draw():
    for number in ("1.1", "1.3", "3.1", "5.2", "5.3"):
        with pytest.raises(ValueError, match=f"exercise {number} has no numbers to draw"):
            numbers_for(exercise(number), 1)


def test_a_draw_that_never_fits_says_why(monkeypatch):
    monkeypatch.setattr(draws, "MOST_ATTEMPTS", 3)
    trivial = replace(exercise("2.3"), draw=lambda _: {"tokens": 3, "percent": 15})
    with pytest.raises(RuntimeError, match=r"exercise 2\.3 .* the last for: what the texts take for granted"):
        numbers_for(trivial, 1)


# What is accepted


@pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.number)
def test_nobody_objects_to_the_books_own_numbers(each):
    if each.number != "5.3":  # which is about a loss of 0
        assert objections(each, each.defaults) == ()


@pytest.mark.parametrize(
    ("number", "numbers", "objection"),
    [
        ("2.1", {"logits": (9.0, 1.0, 0.0)}, "p_dog is trivial"),
        ("2.1", {"logits": (-5.0, 1.0, 0.0)}, "p_dog is trivial"),
        ("2.1", {"logits": (9.0, 1.0, 0.0)}, "loss is trivial"),
        ("2.1", {"logits": (1.0, 0.0, -1.0)}, "p_dog: no-exponential is inf"),
        ("2.2", {"truth": 1}, "what the texts take for granted is not true"),
        ("2.2", {"logits": (3.0, 0.0, 0.0)}, "what the texts take for granted is not true"),
        ("2.3", {"tokens": 30}, "what the texts take for granted is not true"),  # 4.5: rounding rules differ
        ("2.4", {"score": 0.0}, "p_isnext: the answer and sign can't be told apart"),
        ("4.1", {"tags": 3, "classes": 3}, "sentiment_weight and ner_weight have the same answer"),
        ("4.2", {"logits": (0.0, 2.0)}, "p_pos: the answer and one-score can't be told apart"),
        ("4.3", {"tokens": 100, "words": 80}, "masked: the answer and percent can't be told apart"),
        ("4.3", {"words": 40}, "masked: the answer and words can't be told apart"),
        ("5.1", {"probabilities": (0.3, 0.3)}, "loss: the answer and mean-before-logarithm can't be told apart"),
        ("1.2", {"tokens": 1000, "in_percent": False}, "mask: the-choice and exception can't be told apart"),
    ],
)
def test_numbers_that_do_not_fit_are_objected_to(number, numbers, objection):
    each = exercise(number)
    numbers = {**each.defaults, **numbers}
    assert any(objection in told for told in objections(each, numbers)), objections(each, numbers)
    assert not are_acceptable(each, numbers)


def stress(number, seeds):
    assert len({repr(drawn(number, seed).defaults) for seed in seeds[:100]}) > 30, "draws vary"
    for seed in seeds:
        check_everything(drawn(number, seed))


@each_drawn
def test_a_hundred_draws_are_fit_and_true_to_their_texts(number):
    stress(number, range(1000, 1100))


@pytest.mark.long
@each_drawn
def test_a_thousand_draws_are_fit_and_true_to_their_texts(number):
    stress(number, range(1000))


@pytest.mark.parametrize("module", [acceptance, draws], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_hold(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
