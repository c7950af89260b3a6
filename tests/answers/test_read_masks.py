"""Reading a grid of who can attend to whom."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib import MaskBuilder, check, explore
from lib.answers.masks import EXAMPLE, read_mask
from lib.answers.reading import NotRead, Word
from tests.answers.forms import mask_forms

GRID = "100/110/111"
LOWER = np.tri(3, dtype=bool)
READ = [
    *mask_forms(GRID),
    *(LOWER, LOWER.astype(int), LOWER.astype(float), LOWER.tolist(), list(LOWER), [tuple(row) for row in LOWER]),
    *(str(LOWER), str(LOWER.astype(int)), str(LOWER.tolist()), str(LOWER.astype(int).tolist())),
    *("１００／１１０／１１１", "100,110,111", str(LOWER.astype(float)), str(LOWER.astype(float).tolist())),
    *("T F F / T T F / T T T", "tff/ttf/ttt", "yes no no; yes yes no; yes yes yes"),
]
NOT_READ = {
    "1": "is not of 2 to 8 tokens",
    "/".join(["1" * 9] * 9): "is not of 2 to 8 tokens",
    "10101": "does not have as many rows as columns",
    "10/11/11": "does not have as many rows as columns",
    "10/1": "has rows of different lengths",
    "12/11": "is not a grid that can be read",
    "causal": "is not a grid that can be read",
    "/": "is not a grid that can be read",
    "x./xx": "is not a grid that can be read",  # an x may be a cross or a tick
    "0 -inf/0 0": "is not a grid that can be read",
    "1" * 1001: "is too long for a grid",
}
REFUSED = [
    *([], [1, 2], [[1, 0], [1]], [[2, 0], [1, 1]], [[0.5, 0], [1, 1]], [["1", "0"], ["1", "1"]], [[[1]]], [[]], ()),
    *(3, 0.5, True, {}, {1: 2}, float("nan"), ..., [[float("nan"), 0], [1, 1]]),
    *(np.ones(4), np.ones((2, 3)), np.ones((2, 2, 2)), np.ones((9, 9))),
]


def squares(cells, n):
    """Draw n rows of n cells."""
    return st.lists(st.lists(cells, min_size=n, max_size=n), min_size=n, max_size=n)


@pytest.mark.parametrize("given", READ, ids=repr)
def test_a_grid_is_read_in_every_form(given):
    assert read_mask(given).value == GRID


def test_a_text_in_another_form_is_said_as_it_was_understood_and_no_other():
    assert read_mask(GRID) == Word(GRID)
    assert read_mask("✓·· ✓✓· ✓✓✓") == Word(GRID, GRID)
    assert read_mask(LOWER) == Word(GRID)


@pytest.mark.parametrize("text", NOT_READ)
def test_a_text_that_is_no_grid_is_not_read_and_says_why(text):
    reading = read_mask(text)
    assert isinstance(reading, NotRead)
    assert reading.reason.endswith(NOT_READ[text])


@pytest.mark.parametrize("given", REFUSED, ids=repr)
def test_what_is_no_grid_is_not_read_with_an_example_and_never_wrong(given):
    verdict = check("5.2", grid=given).fields[0]
    assert verdict.status == "not read"
    assert EXAMPLE in verdict.feedback


@given(st.integers(2, 8).flatmap(lambda n: squares(st.booleans(), n)))
def test_any_grid_reads_back_from_every_form(rows):
    text = "/".join("".join(str(int(can)) for can in row) for row in rows)
    assert {read_mask(form).value for form in [*mask_forms(text), rows, np.array(rows), str(rows)]} == {text}


def test_what_a_figure_holds_can_be_checked_as_it_is():
    assert check("5.2", grid=MaskBuilder(["a", "b", "c"], pattern="causal").can_attend).fields[0].status == "right"
    builder = explore("5.2")
    assert check("5.2", grid=builder.can_attend).fields[0].name_of_mistake == "nothing"
    builder.can_attend = np.tri(4, dtype=bool)
    assert check("5.2", grid=builder.can_attend).points == check("5.2", grid=builder.array).points == 1
