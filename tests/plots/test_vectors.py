"""Vectors beside each other, by their artists and in words."""

import doctest

import numpy as np
import pytest
from matplotlib.text import Text

from lib.palette import DARK, LIGHT
from lib.plots import describe_vectors, plot_vectors, vector_bars, vectors

TWO = {"dog bites man": [1.703, 0.405, 0.766, 0.063], "man bites dog": [1.575, 1.245, 0.755, -0.335]}


def test_examples_run():
    assert doctest.testmod(vectors).failed == 0


def test_bar_widths_equal_the_numbers_and_share_one_scale():
    axes = plot_vectors(TWO)
    for place, numbers in zip(axes, TWO.values(), strict=True):
        assert [bar.get_width() for bar in place.patches] == numbers
    assert axes[0].get_xlim() == axes[1].get_xlim()
    assert axes[0].get_xlim()[0] == -0.335


def test_every_number_and_title_is_written(words_in):
    for place, (title, numbers) in zip(plot_vectors(TWO), TWO.items(), strict=True):
        printed = {f"{number:.3f}".replace("-", "−") for number in numbers}
        assert {title, "1", "2", "3", "4", *printed} <= set(words_in(place))


def test_the_largest_difference_stands_beneath_the_last():
    left, right = plot_vectors(TWO)
    said = [text.get_text() for text in right.findobj(Text) if "difference" in text.get_text()]
    assert said == ["largest difference 0.840"]
    assert not any("difference" in text.get_text() for text in left.findobj(Text))


@pytest.mark.parametrize(
    ("apart", "written"), [(0.0, "0"), (2.2e-16, "2e−16"), (0.0004, "0.0004"), (0.0006, "0.001"), (0.25, "0.250")]
)
def test_a_difference_of_rounding_alone_is_written_as_such(apart, written):
    said = describe_vectors({"a": [0.0, 0.0], "b": [0.0, apart]})
    assert said.endswith(f"Largest difference {written}.")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_vector_has_no_color_of_a_series(theme):
    drawn = vector_bars(TWO).svg(theme)
    assert not any(color in drawn for color in (theme.amber_fill, theme.cyan_fill, theme.slate_fill))
    assert theme.tint in drawn


def test_the_alt_text_has_all_numbers():
    alt = vector_bars(TWO, title="Output for “dog”").alt
    assert alt.startswith("Output for “dog”. dog bites man: 1.703, 0.405, 0.766, 0.063.")
    assert "−0.335" in alt
    assert alt.endswith("Largest difference 0.840.")


def test_panels_are_equally_large():
    sizes = {tuple(panel.get_size_inches()) for panel in vector_bars(TWO).draw_panels(LIGHT)}
    assert len(sizes) == 1


def test_one_vector_alone_has_no_difference():
    assert describe_vectors({"dog": [1.0]}) == "Vectors. dog: 1.000."
    assert len(plot_vectors({"zero": [0.0, 0.0]})) == 1


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"a": [1.0], "b": [1.0, 2.0]},
        {"a": [[1.0]]},
        {"a": [float("nan")]},
        {"a": np.zeros(13)},
        dict.fromkeys("abcd", (1.0,)),
        {"a": ["x"]},
        [[1.0]],
    ],
)
def test_what_is_no_vector_is_refused(given):
    with pytest.raises((ValueError, TypeError), match="must"):
        plot_vectors(given)


def test_odd_titles_and_numbers_stay_inside():
    figure = vector_bars({"كلب 🐕 <b>$x$</b>" * 9: [1e300, -1e300], "b": [0.0, -0.0]})
    assert "<b>" not in figure.html()
    assert "−0.000" not in figure.alt
