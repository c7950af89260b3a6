"""The 80/10/10 rule: shares of the chosen tokens, labels, and what the model reads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib import IGNORE, choose_positions, corrupt

MASK, SIZE = 3, 50


@st.composite
def sentences(draw):
    ids = draw(st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=40))
    chosen = draw(st.lists(st.integers(0, len(ids) - 1), unique=True))
    return ids, sorted(chosen)


@given(sentences(), st.integers(0, 2**32))
def test_labels_differ_from_minus_100_exactly_at_the_chosen_positions(sentence, seed):
    ids, chosen = sentence
    result = corrupt(ids, chosen, np.random.default_rng(seed), mask_id=MASK, vocabulary_size=SIZE)
    assert np.flatnonzero(result.labels != IGNORE).tolist() == chosen
    assert result.labels[chosen].tolist() == [ids[position] for position in chosen]


@given(sentences(), st.integers(0, 2**32))
def test_each_position_reads_as_its_fate_says(sentence, seed):
    ids, chosen = sentence
    result = corrupt(ids, chosen, np.random.default_rng(seed), mask_id=MASK, vocabulary_size=SIZE)
    for position, (before, after, fate) in enumerate(zip(ids, result.inputs, result.fate, strict=True)):
        assert (fate != "") == (position in chosen)
        assert fate in ("masked", "random", "kept", "")
        if fate == "masked":
            assert after == MASK
        elif fate == "random":
            assert 0 <= after < SIZE
        else:
            assert after == before


def many_draws(shares=(0.8, 0.1, 0.1), n=100_000):
    ids = np.full(n, 7)
    return corrupt(ids, np.arange(n), np.random.default_rng(80), mask_id=MASK, vocabulary_size=SIZE, shares=shares)


@pytest.mark.parametrize("shares", [(0.8, 0.1, 0.1), (0.5, 0.3, 0.2), (0.0, 0.2, 0.8), (1.0, 0.0, 0.0)])
def test_over_many_draws_the_fates_have_their_shares(shares):
    fate = many_draws(shares).fate
    for name, share in zip(("masked", "random", "kept"), shares, strict=True):
        assert (fate == name).mean() == pytest.approx(share, abs=0.005), name


def test_a_random_token_is_each_of_the_vocabulary_equally_often_and_may_be_the_original():
    result = many_draws()
    drawn = result.inputs[result.fate == "random"]
    shares = np.bincount(drawn, minlength=SIZE) / drawn.size
    assert np.abs(shares - 1 / SIZE).max() < 0.007
    assert shares[7] > 0
    assert shares[MASK] > 0


def test_of_all_tokens_about_12_are_masked_and_1_5_each_random_and_kept_in_a_hundred():
    n, rng = 40_000, np.random.default_rng(15)
    chosen = choose_positions(np.ones(n, dtype=bool), rng)
    fate = corrupt(np.full(n, 7), chosen, rng, mask_id=MASK, vocabulary_size=SIZE).fate
    percent = [100 * float((fate == name).mean()) for name in ("masked", "random", "kept")]
    assert percent == pytest.approx([12, 1.5, 1.5], abs=0.4)
    assert sum(percent) == pytest.approx(15, abs=1e-9)


def test_about_a_fifth_of_the_scored_positions_do_not_show_mask():
    result = many_draws()
    scored = result.labels != IGNORE
    assert (result.inputs[scored] != MASK).mean() == pytest.approx(0.2, abs=0.01)


def test_the_same_seed_gives_the_same_corruption_and_the_tokens_are_left_as_they_were():
    ids = np.arange(30)
    first, second = (
        corrupt(ids, np.arange(0, 30, 3), np.random.default_rng(4), mask_id=MASK, vocabulary_size=SIZE)
        for _ in range(2)
    )
    assert first.inputs.tolist() == second.inputs.tolist()
    assert first.fate.tolist() == second.fate.tolist()
    assert ids.tolist() == list(range(30))


def test_with_nothing_chosen_nothing_is_changed_or_scored():
    result = corrupt([4, 5], [], np.random.default_rng(1), mask_id=MASK, vocabulary_size=SIZE)
    assert result.inputs.tolist() == [4, 5]
    assert result.labels.tolist() == [IGNORE, IGNORE]
    assert result.fate.tolist() == ["", ""]
