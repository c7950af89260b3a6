"""How many positions are chosen, and which."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib import choose_positions, count_chosen

RULES = ["nearest", "original", "independent"]


@given(st.integers(1, 5000))
def test_nearest_is_the_nearest_whole_number_and_a_half_goes_up(n):
    assert count_chosen(n) == math.floor(Fraction(15, 100) * n + Fraction(1, 2))


def test_the_halves_at_10_30_and_50_tokens_go_up_here_and_to_even_in_the_original_code():
    assert [count_chosen(n) for n in (10, 30, 50, 70)] == [2, 5, 8, 11]
    assert [count_chosen(n, rule="original", cap=99) for n in (10, 30, 50, 70)] == [2, 4, 8, 10]


@given(st.integers(1, 600), st.integers(1, 80))
def test_the_original_rule_is_the_line_of_berts_code(n, cap):
    assert count_chosen(n, rule="original", cap=cap) == min(cap, max(1, int(round(n * 0.15))))  # noqa: RUF046


def test_the_original_rule_takes_at_least_one_and_by_default_at_most_20():
    assert count_chosen(1, rule="original") == 1
    assert count_chosen(512, rule="original") == 20
    assert count_chosen(1) == 0
    assert count_chosen(512) == 77


@given(st.lists(st.booleans(), min_size=1, max_size=60).filter(any), st.sampled_from(RULES), st.integers(0, 2**32))
def test_positions_are_sorted_different_and_allowed(can_be_chosen, rule, seed):
    positions = choose_positions(can_be_chosen, np.random.default_rng(seed), rule=rule)
    assert positions.dtype == np.int64
    assert positions.tolist() == sorted(set(positions.tolist()))
    assert all(can_be_chosen[position] for position in positions)


@given(st.lists(st.booleans(), min_size=1, max_size=60).filter(any), st.integers(0, 2**32))
def test_two_of_the_rules_fix_the_count(can_be_chosen, seed):
    allowed = sum(can_be_chosen)
    nearest = choose_positions(can_be_chosen, np.random.default_rng(seed))
    original = choose_positions(can_be_chosen, np.random.default_rng(seed), rule="original")
    assert len(nearest) == count_chosen(allowed)
    assert len(original) == min(allowed, count_chosen(len(can_be_chosen), rule="original"))


def test_cls_and_sep_count_in_the_original_rule_and_are_never_chosen():
    can_be_chosen = [False] + [True] * 11 + [False]
    rng = np.random.default_rng(1)
    for _ in range(50):
        assert len(choose_positions(can_be_chosen, rng, rule="original")) == 2  # 0.15 · 13 = 1.95
        drawn = choose_positions(can_be_chosen, rng, rule="independent", rate=1.0)
        assert drawn.tolist() == list(range(1, 12))


@pytest.mark.parametrize("rule", RULES)
def test_the_same_seed_gives_the_same_positions(rule):
    first, second = (choose_positions([True] * 40, np.random.default_rng(5), rule=rule) for _ in range(2))
    assert first.tolist() == second.tolist()


@pytest.mark.parametrize("rule", RULES)
def test_every_position_is_chosen_equally_often(rule):
    rng = np.random.default_rng(11)
    times = np.zeros(20)
    for _ in range(4000):
        times[choose_positions([True] * 20, rng, rule=rule)] += 1
    assert np.abs(times / 4000 - 0.15).max() < 0.03


def test_the_independent_draw_of_40_tokens_varies_as_a_binomial():
    rng = np.random.default_rng(12)
    counts = np.array([len(choose_positions([True] * 40, rng, rule="independent")) for _ in range(6000)])
    assert counts.mean() == pytest.approx(6, abs=0.15)
    assert counts.std() == pytest.approx(2.26, abs=0.1)
    assert (counts == 6).mean() == pytest.approx(0.17, abs=0.02)


def test_at_rate_zero_only_the_original_rule_still_chooses():
    rng = np.random.default_rng(1)
    chosen = {rule: len(choose_positions([True] * 9, rng, rule=rule, rate=0.0)) for rule in RULES}
    assert chosen == {"nearest": 0, "original": 1, "independent": 0}
