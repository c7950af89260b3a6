"""Every number that the course prints, from the exact inputs of its exercises."""

import math

import numpy as np
import pytest

from lib import (
    IGNORE,
    batch_loss,
    binary_cross_entropy,
    count_chosen,
    cross_entropy,
    cross_entropy_gradient,
    head_shapes,
    mlm_loss,
    nsp_loss,
    sigmoid,
    softmax,
)

DOG_CAT_LOG = [3.0, 1.0, 0.0]
DOG, LOG = 0, 2
NEG_POS = [0.5, 2.0]


def to_twelve_places(value):
    return pytest.approx(value, abs=5e-13)


@pytest.mark.parametrize(
    ("name", "computed", "exact", "shown"),
    [
        ("2.1 dog", softmax(DOG_CAT_LOG)[0], 0.843794734481, "0.844"),
        ("2.1 cat", softmax(DOG_CAT_LOG)[1], 0.114195199385, "0.114"),
        ("2.1 log", softmax(DOG_CAT_LOG)[2], 0.042010066134, "0.042"),
        ("2.1 loss", cross_entropy(DOG_CAT_LOG, DOG), 0.169846019556, "0.170"),
        ("2.1 loss from the rounded p", binary_cross_entropy(0.844, 1), 0.169602784386, "0.170"),
        ("2.2 loss", cross_entropy(DOG_CAT_LOG, LOG), 3.169846019556, "3.170"),
        ("2.2 loss from the rounded p", binary_cross_entropy(0.042, 1), 3.170085660699, "3.170"),
        ("2.4 p", sigmoid(1.2), 0.768524783499, "0.7685"),
        ("2.4 loss", nsp_loss(1.2, True), 0.263282467338, "0.2633"),
        ("4.2 P(pos)", softmax(NEG_POS)[1], 0.817574476194, "0.8176"),
        ("5.1 first term", binary_cross_entropy(0.665, 1), 0.407968238326, "0.4080"),
        ("5.1 second term", binary_cross_entropy(0.042, 1), 3.170085660699, "3.1701"),
        ("5.1 sum", binary_cross_entropy([0.665, 0.042], 1).sum(), 3.578053899025, "3.5781"),
        ("5.1 batch loss", batch_loss([0.665, 0.042]), 1.789026949513, "1.789"),
        ("self-check", batch_loss([0.844]), 0.169602784386, "0.170"),
    ],
)
def test_the_course_prints_what_lib_computes(name, computed, exact, shown):
    assert computed == to_twelve_places(exact), name
    assert f"{computed:.{len(shown) - 2}f}" == shown, name


def test_20_tokens_give_3_scored_positions_and_17_others():
    assert (count_chosen(20), 20 - count_chosen(20)) == (3, 17)


def test_40_tokens_give_6_chosen_positions():
    assert count_chosen(40) == 6


def test_the_three_heads_have_the_shapes_of_exercise_4_1():
    assert head_shapes(2) == ((2, 768), (2,), (2,))
    assert head_shapes(9, per_token=True) == ((9, 768), (9,), ("n", 9))
    assert head_shapes(2, per_token=True) == ((2, 768), (2,), ("n", 2))


def test_the_gradient_at_the_true_logit_is_one_minus_p():
    for p, size in ((0.665, 0.335), (0.042, 0.958)):
        gradient = cross_entropy_gradient([math.log(p), math.log(1 - p)], 0)
        assert -gradient[0] == pytest.approx(size, abs=1e-12)


@pytest.mark.parametrize(
    ("target", "entries", "length"),
    [(DOG, (-0.1562, 0.1142, 0.0420), 0.1980), (LOG, (0.8438, 0.1142, -0.9580), 1.2817)],
)
def test_the_whole_gradient_is_the_one_in_the_book(target, entries, length):
    gradient = cross_entropy_gradient(DOG_CAT_LOG, target)
    assert gradient.round(4).tolist() == pytest.approx(list(entries), abs=1e-12)
    assert round(float(np.linalg.norm(gradient)), 4) == length


def test_the_loss_ratio_is_7_8_and_the_gradient_ratio_2_86():
    first, second = binary_cross_entropy([0.665, 0.042], 1)
    assert round(float(second / first), 1) == 7.8
    assert round(0.958 / 0.335, 2) == 2.86


def test_a_uniform_guess_over_the_released_vocabulary_costs_10_33_nats():
    assert f"{cross_entropy(np.zeros(30_522), 7):.2f}" == "10.33"


PER_TOKEN_LOGITS = np.tile(DOG_CAT_LOG, (20, 1))
THREE_OF_TWENTY = np.where(np.isin(np.arange(20), [2, 9, 16]), DOG, IGNORE)


@pytest.mark.parametrize(
    ("mistake", "computed", "printed"),
    [
        ("2.1 raw logits normalized", DOG_CAT_LOG[0] / sum(DOG_CAT_LOG), 0.75),
        ("2.1 powers of 2", softmax(np.multiply(DOG_CAT_LOG, math.log(2)))[0], 0.7273),
        ("2.1 powers of 10", softmax(np.multiply(DOG_CAT_LOG, math.log(10)))[0], 0.9891),
        ("2.1 logarithm of base 10", cross_entropy(DOG_CAT_LOG, DOG) / math.log(10), 0.0738),
        ("2.1 logarithm of base 2", cross_entropy(DOG_CAT_LOG, DOG) / math.log(2), 0.2450),
        ("2.1 minus sign lost", -cross_entropy(DOG_CAT_LOG, DOG), -0.1698),
        ("2.1 softmax twice", softmax(softmax(DOG_CAT_LOG))[0], 0.5180),
        ("2.1 softmax before a loss that has it", cross_entropy(softmax(DOG_CAT_LOG), DOG), 0.6578),
        ("2.4 sign of s turned", sigmoid(-1.2), 0.2315),
        ("2.4 sign of s turned, loss", nsp_loss(-1.2, True), 1.4633),
        ("4.2 the other class", softmax(NEG_POS)[0], 0.1824),
        ("4.2 raw logits normalized", NEG_POS[1] / sum(NEG_POS), 0.8),
        ("5.1 sum, not mean", 2 * batch_loss([0.665, 0.042]), 3.5781),
        ("5.1 base 10", batch_loss([0.665, 0.042]) / math.log(10), 0.7770),
        ("5.1 base 2", batch_loss([0.665, 0.042]) / math.log(2), 2.5810),
        ("5.1 mean of p before the logarithm", batch_loss([(0.665 + 0.042) / 2]), 1.0399),
        ("2.3 all tokens scored", np.count_nonzero(np.zeros(20, dtype=int) != IGNORE), 20),
        ("2.3 only those shown as [MASK]", 0.8 * np.count_nonzero(THREE_OF_TWENTY != IGNORE), 2.4),
    ],
)
def test_a_known_mistake_gives_the_number_by_which_it_is_known(mistake, computed, printed):
    assert round(float(computed), 4) == printed, mistake


def test_shares_of_all_tokens_are_12_and_1_5_and_1_5_percent():
    assert [round(15 * share, 10) for share in (0.8, 0.1, 0.1)] == [12, 1.5, 1.5]


def test_three_scored_positions_of_twenty_give_the_loss_of_one():
    assert mlm_loss(PER_TOKEN_LOGITS, THREE_OF_TWENTY) == to_twelve_places(0.169846019556)


def test_softmax_before_the_loss_cannot_fall_below_its_floor():
    for classes in (2, 3, 10):
        logits = np.zeros(classes)
        logits[0] = 1000
        floor = math.log(1 + (classes - 1) / math.e)
        assert cross_entropy(softmax(logits), 0) == pytest.approx(floor, abs=1e-12)
    assert round(math.log(1 + 1 / math.e), 3) == 0.313


def test_the_floating_point_limits_that_exercise_5_3_tells_of():
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(709.0))
        assert np.isinf(np.exp(710.0))
        assert np.isfinite(np.exp(np.float32(88)))
        assert np.isinf(np.exp(np.float32(89)))
    assert softmax([0.0, 746.0])[0] == 0 < softmax([0.0, 700.0])[0]
    assert softmax(np.float32([0, 105]))[0] == 0 < softmax(np.float32([0, 86]))[0]
    assert softmax(np.float32([0, 17]))[1] == 1 > softmax(np.float32([0, 15]))[1]
    assert cross_entropy([0.0, 746.0], 0) == 746
    assert cross_entropy(np.float32([0, 105]), 0) == 105
