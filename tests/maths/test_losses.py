"""The cross-entropies, BERT's two losses and the gradient."""

import math

import numpy as np
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lib import (
    IGNORE,
    batch_loss,
    binary_cross_entropy,
    cross_entropy,
    cross_entropy_gradient,
    log_softmax,
    mlm_loss,
    nsp_loss,
    sigmoid,
    softmax,
)

MODERATE = st.floats(-30, 30)


@st.composite
def items(draw, elements=MODERATE, dtype=np.float64):
    """Draw logits of shape (..., candidates) with a target for each item."""
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=5))
    logits = draw(hnp.arrays(dtype, shape, elements=elements))
    targets = draw(hnp.arrays(np.int64, shape[:-1], elements=st.integers(0, shape[-1] - 1)))
    return logits, targets


def any_finite(dtype):
    width = np.dtype(dtype).itemsize * 8
    return items(st.floats(allow_nan=False, allow_infinity=False, width=width), dtype)


PROBABILITIES = hnp.arrays(np.float64, hnp.array_shapes(max_dims=2, max_side=6), elements=st.floats(0, 1))


@given(st.sampled_from([np.float32, np.float64]).flatmap(any_finite))
def test_the_loss_of_any_finite_logits_is_finite_and_never_negative(item):
    logits, targets = item
    with np.errstate(all="raise"):
        losses = cross_entropy(logits, targets)
        gradient = cross_entropy_gradient(logits, targets)
        mean = mlm_loss(logits, targets)
    for result in (losses, gradient, mean):
        assert np.isfinite(result).all()
        assert result.dtype == logits.dtype
    assert (losses >= 0).all()
    assert not np.signbit(losses).any()
    assert losses.shape == targets.shape
    assert gradient.shape == logits.shape


@given(items())
def test_cross_entropy_is_minus_the_log_softmax_of_the_truth(item):
    logits, targets = item
    by_loop = [-scipy.special.log_softmax(logits[i])[targets[i]] for i in np.ndindex(targets.shape)]
    assert np.allclose(np.ravel(cross_entropy(logits, targets)), by_loop, rtol=1e-10, atol=1e-13)


@given(items())
def test_the_gradient_agrees_with_central_differences(item):
    logits, targets = item
    numeric = np.empty_like(logits)
    step = 1e-5
    for candidate in range(logits.shape[-1]):
        shift = np.zeros(logits.shape[-1])
        shift[candidate] = step
        above, below = cross_entropy(logits + shift, targets), cross_entropy(logits - shift, targets)
        numeric[..., candidate] = (above - below) / (2 * step)
    assert np.allclose(cross_entropy_gradient(logits, targets), numeric, atol=1e-8)


@given(items())
def test_the_gradient_sums_to_zero_and_only_the_true_entry_is_negative(item):
    logits, targets = item
    gradient = cross_entropy_gradient(logits, targets)
    of_the_truth = np.take_along_axis(gradient, targets[..., np.newaxis], axis=-1)[..., 0]
    p = np.take_along_axis(softmax(logits), targets[..., np.newaxis], axis=-1)[..., 0]
    assert np.allclose(gradient.sum(axis=-1), 0, atol=1e-12)
    assert np.allclose(of_the_truth, p - 1, atol=1e-12)
    assert np.allclose(np.abs(gradient).sum(axis=-1), 2 * (1 - p), atol=1e-12)
    assert ((gradient < 0).sum(axis=-1) <= 1).all()


@given(items(), st.floats(-500, 500))
def test_the_loss_is_unchanged_by_adding_a_constant(item, constant):
    logits, targets = item
    assert np.allclose(cross_entropy(logits + constant, targets), cross_entropy(logits, targets), atol=1e-9)


@given(PROBABILITIES)
def test_binary_cross_entropy_is_minus_the_logarithm_of_what_the_truth_got(p):
    with np.errstate(all="raise"):
        yes, no = binary_cross_entropy(p, 1), binary_cross_entropy(p, 0)
    assert (yes >= 0).all()
    assert (no >= 0).all()
    with np.errstate(divide="ignore"):
        assert np.allclose(yes, -np.log(p), rtol=1e-14)
        assert np.allclose(no, -np.log1p(-p), rtol=1e-14)


def test_probability_zero_for_the_truth_costs_without_bound_and_without_a_warning():
    with np.errstate(all="raise"):
        assert binary_cross_entropy(0, 1) == math.inf
        assert binary_cross_entropy(1, 0) == math.inf
        assert batch_loss([0.5, 0.0]) == math.inf


def test_certain_and_right_costs_exactly_nothing():
    for loss in (binary_cross_entropy(1, 1), binary_cross_entropy(0, 0), batch_loss([1.0, 1.0])):
        assert loss == 0
        assert not np.signbit(loss)
    assert f"{cross_entropy([5.0], 0)}" == "0.0"


def test_a_label_may_be_a_number_or_a_claim_and_one_for_all_or_one_for_each():
    p = [0.2, 0.9]
    each = [binary_cross_entropy(0.2, 1), binary_cross_entropy(0.9, 0)]
    for labels in ([1, 0], [True, False], np.array([1, 0], dtype=np.uint8)):
        assert binary_cross_entropy(p, labels).tolist() == each
    assert (binary_cross_entropy(p, True) == binary_cross_entropy(p, [1, 1])).all()


@given(st.floats(-700, 700), st.booleans())
def test_nsp_loss_is_the_binary_cross_entropy_of_the_sigmoid(score, is_next):
    expected = -scipy.special.log_expit(score if is_next else -score)
    assert nsp_loss(score, is_next) == pytest.approx(expected, rel=1e-12, abs=1e-300)
    if abs(score) < 15:
        assert nsp_loss(score, is_next) == pytest.approx(binary_cross_entropy(sigmoid(score), is_next), rel=1e-7)


@given(st.floats(-30, 30), st.floats(-30, 30), st.booleans())
def test_one_score_says_the_same_as_the_two_logits_of_berts_code(z_is_next, z_not_next, is_next):
    label_in_the_code = 0 if is_next else 1
    expected = cross_entropy([z_is_next, z_not_next], label_in_the_code)
    assert nsp_loss(z_is_next - z_not_next, is_next) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(
    st.one_of(
        st.floats(allow_nan=False, allow_infinity=False).map(np.float64),
        st.floats(allow_nan=False, allow_infinity=False, width=32).map(np.float32),
    ),
    st.booleans(),
)
def test_the_nsp_loss_of_any_finite_score_is_finite_and_never_negative(score, is_next):
    with np.errstate(all="raise"):
        loss = nsp_loss(score, is_next)
    assert np.isfinite(loss)
    assert loss >= 0
    assert loss.dtype == score.dtype


def test_nsp_loss_takes_a_batch():
    losses = nsp_loss([1.2, -1.2], [True, False])
    assert losses.shape == (2,)
    assert losses[0] == losses[1] == nsp_loss(1.2, True)


@given(items(), st.data())
def test_mlm_loss_is_the_mean_over_the_chosen_positions(item, data):
    logits, targets = item
    chosen = data.draw(hnp.arrays(bool, targets.shape))
    if not chosen.any():
        chosen = np.ones_like(chosen)
    labels = np.where(chosen, targets, IGNORE)
    losses = np.atleast_1d(cross_entropy(logits, targets))[np.atleast_1d(chosen)]
    assert mlm_loss(logits, labels) == pytest.approx(sum(losses) / len(losses), rel=1e-12)


def test_logits_at_positions_that_are_not_scored_do_not_matter():
    logits = np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    changed = np.array([[3.0, 1.0, 0.0], [9.0, -9.0, 4.0]])
    assert mlm_loss(logits, [0, IGNORE]) == mlm_loss(changed, [0, IGNORE]) == cross_entropy([3, 1, 0], 0)


@given(items())
def test_batch_loss_of_the_true_probabilities_is_the_mlm_loss(item):
    logits, targets = item
    p = np.exp(np.take_along_axis(log_softmax(logits), targets[..., np.newaxis], axis=-1))
    assert batch_loss(p) == pytest.approx(mlm_loss(logits, targets), rel=1e-9, abs=1e-9)


@given(PROBABILITIES)
def test_the_mean_lies_between_the_smallest_and_the_largest_loss(p):
    losses = binary_cross_entropy(p, 1)
    assert losses.min() * (1 - 1e-12) <= batch_loss(p) <= losses.max()


def test_the_mean_of_huge_losses_does_not_overflow():
    largest = np.finfo(np.float64).max
    with np.errstate(all="raise"):
        loss = mlm_loss([[largest, 0.0]] * 3, [1, 1, 0])
    assert loss == pytest.approx(largest / 3 * 2, rel=1e-12)


def test_float32_probabilities_give_float32_losses():
    p = np.float32([0.5, 0.25])
    assert binary_cross_entropy(p, 1).dtype == np.float32
    assert batch_loss(p).dtype == np.float32
