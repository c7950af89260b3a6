"""Attention weights, the three embeddings, and what order does (exercise 3.3)."""

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lib import (
    attention_weights,
    bidirectional_attention,
    causal_attention,
    padding_attention,
    self_attention,
    softmax,
    sum_embeddings,
)

WORDS = {"dog": 0, "bites": 1, "man": 2}
MODERATE = st.floats(-50, 50)


def normal(*shape, seed=1):
    return np.random.default_rng(seed).normal(size=shape)


TOKEN, POSITION, SEGMENT = normal(3, 8, seed=2), normal(3, 8, seed=3), normal(2, 8, seed=4)
# Small enough that no weight is near 1: a saturated head would hide what order changes.
MATRICES = dict(zip(("query", "key", "value"), 0.3 * normal(3, 8, 4, seed=5), strict=True))


@st.composite
def scores_and_permissions(draw, dtype=np.float64, elements=MODERATE):
    shape = draw(hnp.array_shapes(min_dims=2, max_dims=4, max_side=5))
    scores = draw(hnp.arrays(dtype, shape, elements=elements))
    can_attend = draw(hnp.arrays(bool, draw(st.sampled_from([shape, shape[-2:]]))))
    can_attend[..., draw(st.integers(0, shape[-1] - 1))] = True
    return scores, can_attend


def any_finite(dtype):
    width = np.dtype(dtype).itemsize * 8
    return scores_and_permissions(dtype, st.floats(allow_nan=False, allow_infinity=False, width=width))


@given(st.sampled_from([np.float32, np.float64]).flatmap(any_finite))
def test_weights_sum_to_one_and_a_forbidden_weight_is_exactly_zero(drawn):
    scores, can_attend = drawn
    with np.errstate(all="raise"):
        weights = attention_weights(scores, can_attend)
    assert weights.dtype == scores.dtype
    assert weights.shape == scores.shape
    assert (weights[np.broadcast_to(~can_attend, scores.shape)] == 0).all()
    assert not np.signbit(weights).any()
    assert np.allclose(weights.sum(axis=-1), 1, atol=1e-5 if scores.dtype == np.float32 else 1e-12)


@given(scores_and_permissions())
def test_weights_are_the_softmax_of_the_allowed_scores(drawn):
    scores, can_attend = drawn
    with_minus_infinity = np.where(can_attend, scores, -np.inf)
    expected = scipy.special.softmax(with_minus_infinity, axis=-1)
    assert np.allclose(attention_weights(scores, can_attend), expected, rtol=1e-11, atol=0)


def test_where_everything_is_allowed_the_weights_are_the_softmax():
    scores = normal(3, 4, 4)
    assert np.allclose(attention_weights(scores, bidirectional_attention(4)), softmax(scores), rtol=1e-14)


def test_a_forbidden_score_changes_nothing_however_large_it_is():
    can_attend = causal_attention(2)
    assert (attention_weights([[1.0, 1e308], [0.0, 0.0]], can_attend) == [[1, 0], [0.5, 0.5]]).all()


def test_a_padded_batch_may_share_its_permissions_over_an_axis_of_heads():
    scores = normal(2, 5, 3, 3)
    can_attend = padding_attention([[True, True, False], [True, True, True]])[:, np.newaxis]
    weights = attention_weights(scores, can_attend)
    assert (weights[0, :, :, 2] == 0).all()
    assert (weights[1] > 0).all()


def test_the_embeddings_are_added_place_by_place():
    token, position, segment = normal(2, 5, 8), normal(5, 8, seed=2), normal(5, 8, seed=3)
    total = sum_embeddings(token, position, segment)
    for row in range(2):
        for place in range(5):
            assert np.allclose(total[row, place], token[row, place] + position[place] + segment[place])
    assert (sum_embeddings(token) == token).all()
    assert (sum_embeddings(token, segment=segment) == sum_embeddings(token, segment)).all()


def embed(sentence, *, with_positions):
    words = sentence.split()
    return sum_embeddings(TOKEN[[WORDS[word] for word in words]], POSITION[: len(words)] if with_positions else None)


def vector_of(word, sentence, *, with_positions):
    vectors = self_attention(embed(sentence, with_positions=with_positions), **MATRICES)
    return vectors[sentence.split().index(word)]


@pytest.mark.parametrize("word", WORDS)
def test_without_positions_dog_bites_man_and_man_bites_dog_are_the_same(word):
    pair = [vector_of(word, text, with_positions=False) for text in ("dog bites man", "man bites dog")]
    assert np.allclose(*pair, rtol=0, atol=1e-12)


@pytest.mark.parametrize("word", WORDS)
def test_with_positions_dog_bites_man_and_man_bites_dog_differ(word):
    pair = [vector_of(word, text, with_positions=True) for text in ("dog bites man", "man bites dog")]
    assert np.abs(pair[0] - pair[1]).max() > 0.01


def test_a_segment_tells_the_same_token_apart_in_two_sentences():
    same_word_twice = TOKEN[[0, 0]]
    told_apart = self_attention(sum_embeddings(same_word_twice, segment=SEGMENT), **MATRICES)
    not_told = self_attention(sum_embeddings(same_word_twice), **MATRICES)
    assert np.allclose(not_told[0], not_told[1])
    assert np.abs(told_apart[0] - told_apart[1]).max() > 0.01


@given(hnp.arrays(np.float64, (5, 8), elements=st.floats(-3, 3)), st.permutations(range(5)))
def test_self_attention_without_positions_is_equivariant(vectors, order):
    shuffled_after = self_attention(vectors, **MATRICES)[order]
    shuffled_before = self_attention(vectors[order], **MATRICES)
    assert np.allclose(shuffled_before, shuffled_after, rtol=1e-8, atol=1e-10)


@given(st.permutations(range(1, 5)))
def test_the_vector_of_cls_does_not_change_when_only_the_others_are_shuffled(others):
    vectors = normal(5, 8)
    assert np.allclose(self_attention(vectors, **MATRICES)[0], self_attention(vectors[[0, *others]], **MATRICES)[0])


def test_a_causal_mask_breaks_equivariance():
    vectors = normal(4, 8)
    order = [3, 2, 1, 0]
    shuffled_after = self_attention(vectors, causal_attention(4), **MATRICES)[order]
    shuffled_before = self_attention(vectors[order], causal_attention(4), **MATRICES)
    assert np.abs(shuffled_after - shuffled_before).max() > 0.01


def test_self_attention_is_the_formula_of_its_paper_written_as_loops():
    x = normal(2, 4, 8)
    can_attend = causal_attention(4)
    result = self_attention(x, can_attend, **MATRICES)
    for row in range(2):
        q, k, v = (x[row] @ MATRICES[name] for name in ("query", "key", "value"))
        for i in range(4):
            weights = scipy.special.softmax([q[i] @ k[j] / np.sqrt(4) for j in range(i + 1)])
            assert np.allclose(result[row, i], sum(w * v[j] for j, w in enumerate(weights)))


def test_left_out_matrices_are_the_identity():
    x = normal(4, 8)
    identity = np.eye(8)
    assert np.allclose(self_attention(x), self_attention(x, query=identity, key=identity, value=identity))


def test_under_causal_attention_the_first_token_sees_only_itself():
    x = normal(4, 8)
    assert np.allclose(self_attention(x, causal_attention(4))[0], x[0])


def test_float32_vectors_stay_float32():
    x = np.ones((3, 8), dtype=np.float32)
    assert self_attention(x).dtype == np.float32
    assert sum_embeddings(x, x, x).dtype == np.float32
