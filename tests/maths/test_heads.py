"""Heads and spans (exercise 4.1)."""

import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lib import apply_head, best_span, head_shapes, softmax

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def pairs(draw, elements):
    n = draw(st.integers(1, 14))
    return tuple(draw(hnp.arrays(np.float64, n, elements=elements)) for _ in range(2))


def by_brute_force(starts, ends, longest):
    best = None
    for end in range(len(ends)):
        for start in range(end + 1):
            is_short_enough = longest is None or end - start + 1 <= longest
            if is_short_enough and (best is None or starts[start] + ends[end] > best[2]):
                best = (start, end, starts[start] + ends[end])
    return best


@given(pairs(st.integers(-4, 4).map(float)), st.none() | st.integers(1, 16))
def test_the_best_span_is_the_one_of_brute_force_ties_included(logits, longest):
    assert best_span(*logits, longest=longest) == by_brute_force(*logits, longest)


@given(pairs(st.floats(-100, 100)), st.none() | st.integers(1, 16))
def test_no_span_scores_more_than_the_best(logits, longest):
    span = best_span(*logits, longest=longest)
    assert span.score == by_brute_force(*logits, longest)[2]
    assert span.score == logits[0][span.start] + logits[1][span.end]
    assert 0 <= span.start <= span.end < len(logits[0])
    assert longest is None or span.end - span.start < longest


@given(pairs(FINITE), st.none() | st.integers(1, 16))
@example((np.array([1.7e308, 1.0]), np.array([1.7e308, 1.6e308])), None)
@example((np.array([-1.7e308]), np.array([-1.7e308])), None)
def test_the_best_span_of_any_finite_logits_is_finite(logits, longest):
    with np.errstate(all="raise"):
        span = best_span(*logits, longest=longest)
    assert np.isfinite(span.score)
    assert span.start <= span.end


@given(pairs(st.floats(-5, 5)))
def test_the_sum_of_logits_and_the_product_of_probabilities_pick_the_same_span(logits):
    span = best_span(*logits)
    starts, ends = (softmax(values) for values in logits)
    best_product = max(starts[i] * ends[j] for j in range(len(ends)) for i in range(j + 1))
    assert starts[span.start] * ends[span.end] == pytest.approx(best_product, rel=1e-12)


def test_the_two_arg_maxima_alone_may_not_be_a_span():
    starts, ends = [0.0, 0.0, 5.0], [5.0, 0.0, 1.0]
    assert np.argmax(ends) < np.argmax(starts)
    assert best_span(starts, ends) == (2, 2, 6.0)


def test_the_best_span_of_a_long_text_takes_little_time_and_memory():
    n = 200_000
    rng = np.random.default_rng(41)
    starts, ends = rng.normal(size=(2, n))
    tracemalloc.start()
    began = time.perf_counter()
    spans = [best_span(starts, ends, longest=longest) for longest in (None, 1, 30, n // 2)]
    seconds = time.perf_counter() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * starts.nbytes  # the n × n table would be 200,000 times
    assert seconds < 5
    assert spans[0].score >= spans[3].score >= spans[2].score >= spans[1].score


def test_float32_logits_give_the_same_span():
    starts, ends = np.float32([0.5, 2, 1]), np.float32([1, 0.25, 3])
    assert best_span(starts, ends) == best_span(starts.tolist(), ends.tolist()) == (1, 2, 5.0)


@given(st.integers(1, 20), st.integers(1, 1024), st.booleans())
def test_the_bias_is_as_long_as_the_outputs(outputs, hidden, per_token):
    shapes = head_shapes(outputs, hidden=hidden, per_token=per_token)
    assert shapes.weight == (outputs, hidden)
    assert shapes.bias == (outputs,)
    assert shapes.output == (("n", outputs) if per_token else (outputs,))


@pytest.mark.parametrize(("outputs", "per_token"), [(2, False), (9, True), (2, True)])
def test_a_head_applied_has_the_shape_that_was_told(outputs, per_token):
    shapes = head_shapes(outputs, per_token=per_token)
    n = 5
    hidden = np.ones((n, 768) if per_token else (768,))
    logits = apply_head(hidden, np.ones(shapes.weight), np.zeros(shapes.bias))
    assert logits.shape == tuple(n if size == "n" else size for size in shapes.output)
    assert (logits == 768).all()


def test_a_head_is_w_times_h_plus_b_at_every_token_of_a_batch():
    rng = np.random.default_rng(6)
    hidden, weight, bias = rng.normal(size=(2, 3, 8)), rng.normal(size=(4, 8)), rng.normal(size=4)
    logits = apply_head(hidden, weight, bias)
    for index in np.ndindex(2, 3):
        assert np.allclose(logits[index], weight @ hidden[index] + bias)


def test_float32_heads_stay_float32():
    weight, bias = np.ones((2, 4), dtype=np.float32), np.zeros(2, dtype=np.float32)
    assert apply_head(np.ones(4, dtype=np.float32), weight, bias).dtype == np.float32
