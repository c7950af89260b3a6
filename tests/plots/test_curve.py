"""Figure 3 by its artists: −ln p in amber, 1 − p in cyan, dots where they are asked for."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lib import loss_and_gradient
from lib.palette import DARK, LIGHT
from lib.plots import plot_loss_and_gradient


def draw(*probabilities, theme=LIGHT):
    figure = loss_and_gradient(probabilities or (0.665, 0.042)).draw(theme)
    return figure.axes


def curve_of(axes):
    return max(axes.lines, key=lambda line: len(line.get_xdata())).get_xydata().T


def dots_of(axes):
    return sorted((float(x), float(y)) for line in axes.lines if line.get_marker() == "o" for x, y in line.get_xydata())


def test_the_curves_are_the_loss_and_one_minus_p():
    above, below = draw()
    p, loss = curve_of(above)
    np.testing.assert_allclose(loss, -np.log(p), atol=1e-12)
    assert loss.max() == pytest.approx(4)
    assert p.max() == 1
    p, gradient = curve_of(below)
    np.testing.assert_allclose(gradient, 1 - p)
    assert (p.min(), p.max()) == (0, 1)


def test_dots_stand_at_the_two_probabilities_of_the_source():
    above, below = draw()
    assert dots_of(above) == [(0.042, pytest.approx(3.170085660699)), (0.665, pytest.approx(0.407968238326))]
    assert dots_of(below) == [(0.042, pytest.approx(0.958)), (0.665, pytest.approx(0.335))]


def test_the_values_of_the_dots_are_printed(words_in):
    above, below = draw()
    assert {"3.170", "0.408", "p = 0.042", "p = 0.665"} <= set(words_in(above))
    assert {"0.958", "0.335"} <= set(words_in(below))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_loss_is_amber_and_gradient_cyan(theme):
    for axes, tone, fill in zip(
        draw(theme=theme), (theme.amber, theme.cyan), (theme.amber_fill, theme.cyan_fill), strict=True
    ):
        curve = max(axes.lines, key=lambda line: len(line.get_xdata()))
        assert curve.get_color() == tone
        assert axes._left_title.get_color() == tone
        assert {line.get_color() for line in axes.lines if line.get_marker() == "o"} == {fill}


@pytest.mark.parametrize(("p", "printed"), [(1e-9, "20.723 ↑"), (0.0, "∞ ↑"), (1e-300, "690.776 ↑")])
def test_a_dot_beyond_the_axis_is_drawn_at_its_edge_and_says_so(p, printed, words_in):
    above, below = draw(p, 0.5)
    top = above.get_ylim()[1]
    assert dots_of(above)[0] == (p, top)
    assert dots_of(below)[0] == (p, 1 - p)
    words = words_in(above)
    assert printed in words
    assert any(word.endswith("beyond the axis") for word in words)


def test_the_loss_axis_grows_for_a_dot_that_is_a_little_higher():
    above, _ = draw(0.003)
    assert above.get_ylim() == (0, 6)
    assert dots_of(above) == [(0.003, pytest.approx(-np.log(0.003)))]


def test_close_dots_are_named_in_both_axes(words_in):
    above, below = draw(0.5, 0.52)
    for axes in (above, below):
        assert {"p = 0.5", "p = 0.52"} <= set(words_in(axes))


def test_a_probability_just_below_one_is_not_called_one(words_in):
    assert "p = 0.9999" in words_in(draw(0.9999)[0])


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@example([1e-9, 1e-12, 0.0, 1e-5])
@example([0.042, 0.05, 0.06, 0.07])
@example([0.97, 0.98, 0.99, 1.0])
@given(st.lists(st.floats(0, 1), min_size=1, max_size=4))
def test_no_words_of_any_dots_leave_the_figure_or_meet_others(probabilities):
    figure = draw(*probabilities)[0].figure
    figure.draw_without_rendering()
    texts = [text for axes in figure.axes for text in [*axes.texts, axes._left_title]]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    width, height = figure.bbox.size
    for text, box in boxes:
        assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= -1, text
    for (text, one), (other_text, other) in itertools.combinations(boxes, 2):
        across = min(one.x1, other.x1) - max(one.x0, other.x0)
        down = min(one.y1, other.y1) - max(one.y0, other.y0)
        assert across < 1 or down < 5, (text, other_text)


def test_the_order_of_the_points_does_not_matter():
    p = np.linspace(0.1, 1, 10)
    forward = plot_loss_and_gradient(p, -np.log(p), 1 - p)[0]
    backward = plot_loss_and_gradient(p[::-1], -np.log(p[::-1]), 1 - p[::-1])[0]
    np.testing.assert_array_equal(curve_of(forward), curve_of(backward))
