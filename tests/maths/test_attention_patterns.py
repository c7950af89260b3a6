"""What a "can attend" grid is called, and what is said about it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.attention import bidirectional_attention, causal_attention, padding_attention, t5_attention
from lib.attention_diagnosis import count_only, diagnose, name_each
from lib.attention_goals import GOALS, compare_with
from lib.attention_patterns import MASK, PAD, PATTERNS, attention_pattern, continue_pattern

FOUR = ["he", "saw", "red", "."]
PADDED = ["he", "saw", "red", PAD]
HIDDEN = ["he", MASK, "red", "."]
TARGET = ["er", "sah", "rot"]


def tokens_strategy(least=2):
    return st.lists(st.sampled_from(["he", "saw", MASK, PAD]), min_size=least, max_size=8)


@st.composite
def grids(draw):
    tokens = draw(tokens_strategy())
    queries = draw(st.none() | tokens_strategy())
    rows = len(tokens if queries is None else queries)
    cells = draw(st.lists(st.booleans(), min_size=rows * len(tokens), max_size=rows * len(tokens)))
    return np.array(cells, dtype=bool).reshape(rows, len(tokens)), tokens, queries


def test_the_patterns_are_those_of_the_attention_module():
    t5 = t5_attention(4, 3)
    expected = {
        "bidirectional": (bidirectional_attention(4), FOUR, None),
        "causal": (causal_attention(4), FOUR, None),
        "padding": (padding_attention([True, True, True, False]), PADDED, None),
        "T5 encoder": (t5.encoder, FOUR, None),
        "T5 decoder": (t5.decoder, TARGET, None),
        "T5 cross": (t5.cross, FOUR, TARGET),
    }
    assert tuple(expected) == PATTERNS == tuple(GOALS)
    for name, (grid, tokens, queries) in expected.items():
        assert np.array_equal(attention_pattern(name, tokens, queries), grid), name
        assert compare_with(name, grid, tokens, queries).name == "right"


@pytest.mark.parametrize(
    ("grid", "tokens", "name"),
    [
        (bidirectional_attention(4), FOUR, "bidirectional"),
        (causal_attention(4), FOUR, "causal"),
        (padding_attention([True, True, True, False]), PADDED, "padding"),
        (causal_attention(4) & [True, True, True, False], PADDED, "causal with padding"),
        (causal_attention(4).T, FOUR, "causal but transposed"),
        (~np.eye(4, dtype=bool), FOUR, "diagonal blocked"),
        (causal_attention(4) & ~np.eye(4, dtype=bool), FOUR, "diagonal blocked"),
        (~causal_attention(4), FOUR, "causal but transposed, diagonal blocked"),
        (padding_attention([True, True, True, False]).T, PADDED, "padding rows instead of columns"),
        (np.outer([1, 1, 1, 0], [1, 1, 1, 0]) == 1, PADDED, "padding rows as well as columns"),
        (bidirectional_attention(4) & [True, False, True, True], HIDDEN, "[MASK] taken for the attention mask"),
        ((bidirectional_attention(4) & [True, False, True, True]).T, HIDDEN, "[MASK] taken for the attention mask"),
        (np.outer([1, 0, 1, 1], [1, 0, 1, 1]) == 1, HIDDEN, "[MASK] taken for the attention mask"),
        (causal_attention(4) & [True, False, True, True], HIDDEN, "[MASK] taken for the attention mask"),
        (np.zeros((4, 4), dtype=bool), FOUR, "nothing"),
        (np.array([[1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1], [1, 0, 1, 1]]) == 1, FOUR, "a row without ✓"),
        (np.array([[1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1], [1, 0, 1, 1]]) == 1, FOUR, "a pattern of its own"),
    ],
)
def test_a_grid_has_its_name(grid, tokens, name):
    assert diagnose(grid, tokens).name == name


def test_cross_attention_has_names_of_its_own():
    full, triangle = np.ones((3, 4), dtype=bool), np.tri(3, 4, dtype=bool)
    assert diagnose(full, FOUR, TARGET).name == "cross-attention"
    assert diagnose(full & [True, True, True, False], PADDED, TARGET).name == "cross-attention with padding"
    assert diagnose(triangle, FOUR, TARGET).name == "a triangle in cross-attention"
    assert "read to its end" in diagnose(triangle, FOUR, TARGET).sentence
    assert diagnose(np.eye(3, 4, dtype=bool), FOUR, TARGET).sentence == "A pattern of its own: 3 of 12 cells have a ✓."


def test_seen_padding_is_told_and_hidden_padding_is_not():
    told = "padding is not left out"
    assert told in diagnose(bidirectional_attention(4), PADDED).sentence
    assert told not in diagnose(causal_attention(4), PADDED).sentence, "behind everything else nobody sees it"
    assert told in diagnose(causal_attention(4), [PAD, "he", "saw", "."]).sentence
    assert told not in diagnose(bidirectional_attention(4), FOUR).sentence


def test_rows_of_padding_are_not_expected_to_be_empty():
    right = padding_attention([True, True, True, False])
    turned = diagnose(right.T, PADDED).sentence
    assert turned.startswith("Bidirectional, but with the rows of [PAD] blocked instead of its columns.")
    assert turned.endswith("“[PAD]” can attend to nothing, so softmax has nothing to share 1 out over.")
    assert "rows of [PAD] keep their ✓" in diagnose(right, PADDED).sentence
    both = diagnose(right & right.T, PADDED).sentence
    assert "columns only" in both
    assert "“[PAD]” can attend to nothing" in both


def test_a_row_without_a_tick_is_named_by_its_token_and_place():
    grid = np.ones((3, 3), dtype=bool)
    grid[1] = grid[2] = False
    grid[0, 1] = False
    assert "“a” (2) and “b” can attend to nothing" in diagnose(grid, ["a", "a", "b"]).sentence
    assert name_each(["a", "a", "b"]) == ["“a” (1)", "“a” (2)", "“b”"]


def test_a_pattern_of_its_own_is_counted():
    grid = np.array([[1, 1, 0], [0, 1, 0], [1, 1, 0]]) == 1
    expected = "A pattern of its own: 5 of 9 cells have a ✓, 2 looking back, 2 on the diagonal, 1 looking ahead."
    assert diagnose(grid, ["a", "b", "c"]).sentence == expected


def test_a_count_says_nothing_of_what_a_grid_is():
    assert count_only(np.zeros((4, 4), dtype=bool), FOUR).sentence == "No cell has a ✓ yet."
    assert count_only(causal_attention(4), FOUR).sentence == "10 of 16 cells have a ✓."
    assert count_only(np.eye(3, 4, dtype=bool), FOUR, TARGET).sentence == "3 of 12 cells have a ✓."
    with pytest.raises(ValueError, match="can_attend"):
        count_only(np.zeros((3, 3), dtype=bool), FOUR)


def test_the_distance_to_a_goal_names_kinds_and_no_cell():
    said = compare_with("causal", bidirectional_attention(4), FOUR)
    assert said == ("not yet", "6 of 16 cells differ from causal attention. Too many ✓: 6 looking ahead.")
    said = compare_with("padding", bidirectional_attention(4), PADDED)
    assert said.sentence.endswith("Too many ✓: 4 in columns of [PAD].")
    said = compare_with("T5 cross", np.eye(3, 4, dtype=bool), FOUR, TARGET)
    assert said.sentence.endswith("Missing ✓: 9 from target to source.")
    almost = bidirectional_attention(4)
    almost[2, 1] = False
    assert compare_with("bidirectional", almost, FOUR).sentence.startswith("1 of 16 cells differs from")
    for goal in PATTERNS:
        sentence = compare_with(goal, almost, PADDED).sentence
        assert not any(f"“{token}”" in sentence for token in PADDED)


def test_an_empty_grid_is_not_started():
    assert compare_with("causal", np.zeros((4, 4), dtype=bool), FOUR).name == "not started"


@pytest.mark.parametrize("call", [diagnose, lambda grid, tokens: compare_with("causal", grid, tokens)])
@pytest.mark.parametrize(
    ("grid", "error", "said"),
    [
        (np.ones((3, 4), dtype=bool), ValueError, r"must be \(4, 4\)"),
        (np.ones(4, dtype=bool), ValueError, "add a query axis"),
        ([[1, 0, 0, 0]] * 4, TypeError, "True or False"),
    ],
)
def test_a_grid_that_does_not_fit_is_refused(call, grid, error, said):
    with pytest.raises(error, match=said):
        call(grid, FOUR)


def test_an_unknown_pattern_is_refused():
    with pytest.raises(ValueError, match="'casual'"):
        attention_pattern("casual", FOUR)


@given(grids())
def test_every_grid_gets_a_name_and_a_sentence(case):
    grid, tokens, queries = case
    found = diagnose(grid, tokens, queries)
    assert found.name
    assert found.sentence.endswith(".")
    assert ("can attend to nothing" in found.sentence) == bool(grid.any() and not grid.any(axis=1).all())


@given(grids(), st.sampled_from(PATTERNS))
def test_a_comparison_counts_every_cell_that_differs(case, goal):
    grid, tokens, queries = case
    said = compare_with(goal, grid, tokens, queries)
    wrong = int((grid != attention_pattern(goal, tokens, queries)).sum())
    if said.name == "not yet":
        head, *parts = said.sentence.split("✓: ")
        counts = [int(word) for part in parts for word in part.replace(",", " ").split() if word.isdigit()]
        assert int(head.split()[0]) == sum(counts) == wrong
    else:
        assert (said.name == "right") == (wrong == 0 and bool(grid.any()))


@given(tokens_strategy(), tokens_strategy(), st.sampled_from(PATTERNS))
def test_a_pattern_goes_on_over_other_tokens(before, more, name):
    carried = continue_pattern(attention_pattern(name, before), (before, None), (before + more, None))
    kept = attention_pattern(name, before)
    assert carried.shape == (len(before + more),) * 2
    assert np.array_equal(carried[: len(before), : len(before)], kept)


def test_new_cells_of_a_grid_without_a_pattern_are_empty():
    grid = np.array([[1, 1, 0], [0, 1, 0], [1, 1, 0]]) == 1
    carried = continue_pattern(grid, (["a", "b", "c"], None), (["a", "b", "c", "d"], None))
    assert np.array_equal(carried[:3, :3], grid)
    assert carried.sum() == grid.sum()
    shorter = continue_pattern(grid, (["a", "b", "c"], None), (["a", "b"], None))
    assert np.array_equal(shorter, grid[:2, :2])
