"""Bad data is refused with the argument, the rule, what arrived and a mend."""

import numpy as np
import pytest

from lib import attention_grids, loss_and_gradient, softmax_bars, t5_attention
from lib.plots import plot_attention, plot_loss_and_gradient, plot_softmax_bars

NAN = float("nan")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: softmax_bars([]), "logits must hold at least one number"),
        (lambda: softmax_bars([1.0, NAN]), "logits must be finite"),
        (lambda: softmax_bars([[1.0, 2.0]]), r"logits must be one list of numbers, got shape \(1, 2\)"),
        (lambda: softmax_bars(range(13)), "logits must have at most 12 numbers, got 13"),
        (lambda: softmax_bars([1.0, 2.0], ["a"]), "labels must have 2 words, one for each number, got 1"),
        (lambda: softmax_bars([1.0, 2.0], []), "labels must hold at least one word"),
        (lambda: plot_softmax_bars([1.0], [0.5, 0.5]), "probabilities must be 1 as the logits, got 2"),
        (lambda: plot_softmax_bars([1.0, 0.0], [0.5, 0.4]), "probabilities must sum to 1, got 0.9"),
        (lambda: plot_softmax_bars([1.0, 0.0], [1.5, -0.5]), "probabilities must be from 0 to 1"),
        (lambda: attention_grids({}, ["a"]), "grids must hold at least one grid"),
        (
            lambda: attention_grids({"x": np.ones(2, bool)}, ["a", "b"]),
            r"can_attend must be \(2, 2\) .* add a query axis",
        ),
        (lambda: attention_grids({"x": np.ones((2, 3), bool)}, ["a", "b"]), r"can_attend must be \(2, 2\) .* \(2, 3\)"),
        (lambda: attention_grids({"x": np.ones((13, 13), bool)}, list("abcdefghijklm")), "at most 12 tokens"),
        (lambda: attention_grids(t5_attention(2, 2), ["a", "b"]), "target must be the decoder's tokens"),
        (lambda: loss_and_gradient([0.5, 1.2]), "probabilities must be from 0 to 1, got 1.2"),
        (lambda: loss_and_gradient([0.1, 0.2, 0.3, 0.4, 0.5]), "marked must have at most 4 dots, got 5"),
        (lambda: plot_loss_and_gradient([0.5], [1.0], [0.5]), "three lists of one length"),
        (lambda: plot_loss_and_gradient([0.5, 1.0], [0.7], [0.5, 0.0]), "three lists of one length"),
        (lambda: plot_loss_and_gradient([0.5, 1.0], [-0.7, 0.0], [0.5, 0.0]), "loss must be at least 0"),
        (lambda: plot_loss_and_gradient([0.5, 1.0], [0.7, 0.0], [0.5, 0.0], marked=[(0.5, 0.7)]), "p, loss, gradient"),
        (lambda: plot_loss_and_gradient([0.5, 1.0], [0.7, 0], [0.5, 0], marked=[(0.5, -1, 0.5)]), "loss of at least 0"),
    ],
)
def test_wrong_values_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: softmax_bars(["a", "b"]), "logits must be numbers"),
        (lambda: softmax_bars([1.0, 2.0, 3.0], "dog"), "labels must be a list of words, got 'dog'"),
        (lambda: attention_grids({"x": [[1, 0], [1, 1]]}, ["a", "b"]), "can_attend must be True or False"),
        (lambda: attention_grids(np.ones((2, 2), bool), ["a", "b"]), "grids must be named"),
        (lambda: plot_attention([[True]], queries="a", keys=["a"], title="t"), "queries must be a list of words"),
    ],
)
def test_wrong_kinds_are_refused(call, message):
    with pytest.raises(TypeError, match=message):
        call()
