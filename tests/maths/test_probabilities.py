"""Softmax, its logarithm and the sigmoid: properties, stability, and SciPy as an independent oracle."""

import numpy as np
import pytest
import scipy.special
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lib import log_softmax, sigmoid, softmax

SHAPES = hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=6)
MODERATE = st.floats(-50, 50)
DTYPES = st.sampled_from([np.float32, np.float64])


def any_finite(dtype):
    width = np.dtype(dtype).itemsize * 8
    return hnp.arrays(dtype, SHAPES, elements=st.floats(allow_nan=False, allow_infinity=False, width=width))


ANY_LOGITS = DTYPES.flatmap(any_finite)
MODERATE_LOGITS = hnp.arrays(np.float64, SHAPES, elements=MODERATE)


@given(ANY_LOGITS)
@example(np.array([np.finfo(np.float64).max, -np.finfo(np.float64).max]))
@example(np.array([np.finfo(np.float32).max, -np.finfo(np.float32).max], dtype=np.float32))
@example(np.array([5e-324, 0.0]))
def test_no_finite_logits_give_a_warning_or_a_nan(logits):
    with np.errstate(all="raise"):
        for function in (softmax, log_softmax, sigmoid):
            result = function(logits)
            assert np.isfinite(result).all()
            assert result.dtype == logits.dtype
            assert result.shape == logits.shape


@given(ANY_LOGITS, st.data())
def test_softmax_sums_to_one_along_its_axis(logits, data):
    axis = data.draw(st.integers(-logits.ndim, logits.ndim - 1))
    probabilities = softmax(logits, axis=axis)
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
    assert np.allclose(probabilities.sum(axis=axis), 1, atol=1e-6 if logits.dtype == np.float32 else 1e-12)


@given(MODERATE_LOGITS, st.floats(-1000, 1000))
def test_softmax_is_unchanged_by_adding_a_constant(logits, constant):
    assert np.allclose(softmax(logits + constant), softmax(logits), rtol=1e-9, atol=1e-12)


@given(MODERATE_LOGITS)
def test_softmax_keeps_the_order_of_the_logits(logits):
    order = np.argsort(logits, axis=-1)
    assert (np.diff(np.take_along_axis(softmax(logits), order, axis=-1), axis=-1) >= 0).all()


@given(MODERATE_LOGITS, st.data())
def test_softmax_and_log_softmax_agree_with_scipy(logits, data):
    axis = data.draw(st.integers(-logits.ndim, logits.ndim - 1))
    assert np.allclose(softmax(logits, axis), scipy.special.softmax(logits, axis), rtol=1e-12, atol=0)
    assert np.allclose(log_softmax(logits, axis), scipy.special.log_softmax(logits, axis), rtol=1e-11, atol=1e-14)


@given(hnp.arrays(np.float64, SHAPES, elements=st.floats(-700, 700)))
def test_sigmoid_agrees_with_scipy(x):
    assert np.allclose(sigmoid(x), scipy.special.expit(x), rtol=1e-14, atol=0)


@given(MODERATE_LOGITS)
def test_log_softmax_is_the_logarithm_of_softmax_and_never_above_zero(logits):
    assert np.allclose(log_softmax(logits), np.log(softmax(logits)), rtol=1e-9, atol=1e-12)
    assert (log_softmax(logits) <= 0).all()


@given(MODERATE_LOGITS)
def test_log_softmax_of_log_softmax_changes_nothing(logits):
    assert np.allclose(log_softmax(log_softmax(logits)), log_softmax(logits), rtol=1e-9, atol=1e-12)


@given(st.floats(-700, 700))
def test_sigmoid_is_the_softmax_of_the_score_and_zero(x):
    assert sigmoid(x) == pytest.approx(softmax([x, 0.0])[0], rel=1e-12)
    assert sigmoid(x) + sigmoid(-x) == pytest.approx(1, abs=1e-15)


def test_log_softmax_keeps_a_loss_that_softmax_rounds_away():
    assert softmax([100.0, 0.0])[0] == 1
    assert log_softmax([100.0, 0.0])[0] == pytest.approx(-np.exp(-100.0), rel=1e-12, abs=0)


def test_integers_and_lists_are_taken_as_float64():
    for function in (softmax, log_softmax, sigmoid):
        assert function([3, 1, 0]).dtype == np.float64
        assert (function((3, 1, 0)) == function(np.array([3.0, 1.0, 0.0]))).all()


def test_nothing_that_is_passed_in_is_changed():
    logits = np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 9.0]])
    before = logits.copy()
    for function in (softmax, log_softmax, sigmoid):
        function(logits)
    assert (logits == before).all()


def test_one_number_gives_one_number():
    assert np.ndim(sigmoid(0)) == 0
    assert f"{sigmoid(0):.2f}" == "0.50"
