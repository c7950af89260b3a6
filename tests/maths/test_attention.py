"""Who may attend to whom, as in the source's second figure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lib import bidirectional_attention, causal_attention, padding_attention, t5_attention

COUNTS = st.integers(1, 12)


@given(COUNTS)
def test_with_bert_every_token_can_attend_to_every_token(n):
    can_attend = bidirectional_attention(n)
    assert can_attend.shape == (n, n)
    assert can_attend.dtype == bool
    assert can_attend.all()


@given(COUNTS)
def test_with_gpt_a_token_can_attend_to_itself_and_the_past_only(n):
    can_attend = causal_attention(n)
    assert can_attend.dtype == bool
    assert can_attend.tolist() == [[key <= query for key in range(n)] for query in range(n)]


@given(hnp.arrays(bool, hnp.array_shapes(max_dims=3, max_side=5)))
def test_padding_takes_away_columns_and_leaves_rows(is_token):
    is_token[..., 0] = True
    can_attend = padding_attention(is_token)
    n = is_token.shape[-1]
    assert can_attend.shape == (*is_token.shape, n)
    for query in range(n):
        assert (can_attend[..., query, :] == is_token).all()


def test_causal_attention_and_padding_combine_with_and():
    both = causal_attention(3) & padding_attention([True, True, False])
    assert both.tolist() == [[True, False, False], [True, True, False], [True, True, False]]


@given(COUNTS, COUNTS)
def test_t5_reads_in_both_directions_and_writes_from_left_to_right(n_source, n_target):
    encoder, decoder, cross = t5_attention(n_source, n_target)
    assert (encoder == bidirectional_attention(n_source)).all()
    assert (decoder == causal_attention(n_target)).all()
    assert cross.shape == (n_target, n_source)
    assert cross.all()


def test_the_arrays_can_be_changed_without_changing_each_other():
    first, second = padding_attention([True, True]), t5_attention(2, 2)
    first[0, 1] = False
    second.cross[0, 0] = False
    assert first[1].all()
    assert second.encoder.all()
    assert t5_attention(2, 2).cross.all()


@pytest.mark.parametrize("function", [bidirectional_attention, causal_attention])
def test_a_numpy_integer_is_a_count(function):
    assert function(np.int32(3)).shape == (3, 3)
