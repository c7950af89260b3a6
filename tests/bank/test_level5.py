"""What level 5 prints, held against `lib`."""

import math

import numpy as np
import pytest

from lib import (
    batch_loss,
    bidirectional_attention,
    causal_attention,
    cross_entropy,
    cross_entropy_gradient,
    log_softmax,
    self_attention,
    softmax,
)
from lib.bank import ArgumentField, exercise, render
from lib.bank.grids import FEWEST, MOST, written
from lib.bank.level5 import gradient_size
from tests.conftest import ROOT

CHAPTER = " ".join((ROOT / "chapters" / "level-5-mastery.md").read_text(encoding="utf-8").split())
P = (0.665, 0.042)


def field(number, name):
    [found] = [each for each in exercise(number).fields if each.name == name]
    return found


def test_the_batch_loss_and_its_terms_are_the_right_ones_and_not_the_sources():
    loss = field("5.1", "loss").answer(exercise("5.1").defaults)
    assert loss == pytest.approx(1.789026949513, abs=1e-12)
    assert [round(-math.log(p), 4) for p in P] == [0.4080, 3.1701]
    for printed in ("(0.4080 + 3.1701)", "\\cdot 3.5781 = 1.789"):
        assert printed in CHAPTER
    for wrong in ("0.4079", "3.5780"):
        assert wrong not in CHAPTER


@pytest.mark.parametrize(
    ("name", "value"), [("sum", 3.5781), ("base-10", 0.7770), ("base-2", 2.5810), ("mean-before-logarithm", 1.0399)]
)
def test_known_mistakes_at_the_batch_loss_give_their_known_values(name, value):
    [mistake] = [each for each in field("5.1", "loss").mistakes if each.name == name]
    assert mistake.value(exercise("5.1").defaults) == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize("p", [1e-6, 0.042, 0.5, 0.665, 0.999])
def test_the_size_at_the_true_logit_is_one_minus_p(p):
    assert gradient_size(p) == pytest.approx(1 - p, abs=1e-12)


def test_loss_ratio_and_gradient_ratio_are_as_printed():
    assert render("<<loss_ratio:.1f>> <<size_ratio:.2f>>", exercise("5.1")) == "7.8 2.86"
    assert math.log(P[1]) / math.log(P[0]) == pytest.approx(7.77, abs=0.005)
    assert "7.8 times as much loss as position 1, but its gradient is only 2.86 times as large" in CHAPTER


def test_the_three_gradients_are_as_printed():
    for p, slope, at_logit, over_all in ((P[0], "−1.50", "−0.335", "0.670"), (P[1], "−23.81", "−0.958", "1.916")):
        step = 1e-6
        measured = (batch_loss([p + step]) - batch_loss([p - step])) / (2 * step)
        gradient = cross_entropy_gradient(np.log([p, 1 - p]), 0)
        assert float(slope.replace("−", "-")) == pytest.approx(measured, abs=0.006)
        assert float(at_logit.replace("−", "-")) == pytest.approx(gradient[0])
        assert float(over_all) == pytest.approx(abs(gradient).sum())
        for printed in (slope, at_logit, f"{over_all} in all"):
            assert f" {printed} |" in CHAPTER


def test_the_position_that_dominates_follows_the_numbers():
    choice = field("5.1", "dominates")
    assert choice.answer({"probabilities": (0.665, 0.042)}) == choice.options[1]
    assert choice.answer({"probabilities": (0.042, 0.665)}) == choice.options[0]
    wrong = {mistake.value(exercise("5.1").defaults) for mistake in choice.mistakes}
    assert wrong == {choice.options[0], choice.options[2]}


def test_each_position_that_can_be_chosen_shows_its_probability():
    shown = [render(option, exercise("5.1")) for option in field("5.1", "dominates").options]
    assert shown[:2] == ["position 1 (p = 0.665)", "position 2 (p = 0.042)"]


def test_the_margin_tells_where_the_two_probabilities_come_from():
    assert softmax([2.0, 1.0, 0.0])[0] == pytest.approx(0.665, abs=5e-4)
    assert softmax([3.0, 1.0, 0.0])[2] == pytest.approx(0.042, abs=5e-4)


def test_the_whole_gradient_of_the_chapters_cell():
    logits = np.array([3.0, 1.0, 0.0])
    np.testing.assert_allclose(cross_entropy_gradient(logits, 0), [-0.1562, 0.1142, 0.0420], atol=5e-5)
    np.testing.assert_allclose(cross_entropy_gradient(logits, 2), [0.8438, 0.1142, -0.9580], atol=5e-5)


def test_only_berts_grid_shows_the_next_token():
    n = 4
    followers = np.arange(n - 1)
    assert bidirectional_attention(n)[followers, followers + 1].all()
    assert not causal_attention(n)[followers, followers + 1].any()
    assert "With BERT's grid, next-token prediction would see its own answer." in CHAPTER


def test_only_under_a_causal_grid_do_earlier_vectors_outlast_an_appended_token():
    vectors = np.random.default_rng(2).normal(size=(5, 8))
    kept = {
        grid: np.allclose(self_attention(vectors[:4], grid(4)), self_attention(vectors, grid(5))[:4])
        for grid in (bidirectional_attention, causal_attention)
    }
    assert kept == {bidirectional_attention: False, causal_attention: True}


def test_5_2_is_argued_twice_and_the_arguments_carry_all_its_points_but_that_of_the_grid():
    each = exercise("5.2")
    assert [argument.name for argument in each.fields if isinstance(argument, ArgumentField)] == ["mask", "loss"]
    assert [(grid.name, grid.tokens) for grid in each.keyed] == [("grid", 4)]
    assert sum(point.points for point in each.rubric) + 1 == each.points == 10


def test_the_grid_of_5_2_is_causal_for_every_number_of_tokens_that_the_figure_takes():
    answer = field("5.2", "grid").answer({})
    assert [grid.count("/") + 1 for grid in answer] == list(range(FEWEST, MOST + 1)) == list(range(2, 9))
    assert answer == tuple(written(causal_attention(n)) for n in range(2, 9))


def test_the_grid_of_5_2_hides_the_next_token_and_nothing_else():
    for grid in field("5.2", "grid").answer({}):
        for q, row in enumerate(grid.split("/")):
            assert row == "".join("1" if k < q + 1 else "0" for k in range(len(row)))


def test_no_grid_of_5_2_belongs_to_two_mistakes_or_to_a_mistake_and_the_answer():
    grid = field("5.2", "grid")
    every = [text for value in (grid.answer, *(each.value for each in grid.mistakes)) for text in value({})]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(
    ("name", "four"),
    [
        ("transposed", "1111/0111/0011/0001"),
        ("bidirectional", "1111/1111/1111/1111"),
        ("diagonal-blocked", "0000/1000/1100/1110"),
        ("diagonal-blocked-both-ways", "0111/1011/1101/1110"),
        ("transposed-and-diagonal-blocked", "0111/0011/0001/0000"),
        ("one-ahead", "1100/1110/1111/1111"),
        ("one-back", "1000/1100/0110/0011"),
        ("itself-alone", "1000/0100/0010/0001"),
        ("nothing", "0000/0000/0000/0000"),
    ],
)
def test_known_mistakes_at_the_grid_of_5_2_are_the_grids_that_they_say(name, four):
    [mistake] = [each for each in field("5.2", "grid").mistakes if each.name == name]
    assert four in mistake.value({})


@pytest.mark.parametrize(
    "key",
    [
        "wang2019mouth",
        "ghazvininejad2019maskpredict",
        "sahoo2024mdlm",
        "nie2025llada",
        "samuel2024generative",
        "raffel2020t5",
    ],
)
def test_what_bert_can_still_do_is_cited(key):
    assert key in exercise("5.2").solution
    assert key in exercise("5.2").sources


def test_the_loss_at_one_is_exactly_zero():
    zero = field("5.3", "loss_at_one").answer(exercise("5.3").defaults)
    assert zero == 0
    assert math.copysign(1, zero) == 1, "a minus sign would be printed before the 0"
    assert "L = -\\ln 1 = 0 $$" in CHAPTER


def test_the_loss_is_at_most_the_gap_plus_the_logarithm_of_the_number_of_tokens():
    rng = np.random.default_rng(3)
    for _ in range(200):
        logits = rng.normal(scale=rng.uniform(0.1, 100), size=rng.integers(2, 50))
        loss, gap = cross_entropy(logits, 0), logits.max() - logits[0]
        assert gap <= loss + 1e-9
        assert loss <= gap + math.log(logits.size) + 1e-9


def test_float32_gives_out_where_the_chapter_says():
    printed = render("<<overflow:.2f>> <<all_of_it:.2f>> <<none_of_it:.0f>> <<flushed:.1f>>", exercise("5.3"))
    assert printed == "88.72 16.64 104 87.3"
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(np.float32(88.72)))
        assert np.isinf(np.exp(np.float32(88.73)))
    assert softmax(np.array([16.6, 0], dtype=np.float32))[0] < 1
    assert softmax(np.array([16.64, 0], dtype=np.float32))[0] == 1
    assert softmax(np.array([104.1, 0], dtype=np.float32))[1] == 0


def test_log_softmax_keeps_the_loss_finite_where_p_is_zero():
    scores = np.array([110, 0], dtype=np.float32)
    assert softmax(scores)[1] == 0
    assert log_softmax(scores)[1] == -110
    assert cross_entropy(scores, 1) == 110
    assert "at a gap of 110 the loss is 110 nats" in CHAPTER


def test_softmax_twice_keeps_a_two_class_loss_above_what_the_margin_says():
    floor = float(cross_entropy([1.0, 0.0], 0))
    assert f"{floor:.3f}" == "0.313"
    assert "will not fall below 0.313" in CHAPTER
    assert floor == pytest.approx(math.log(1 + math.exp(-1)))
