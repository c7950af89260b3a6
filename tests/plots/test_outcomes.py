"""The bars of a report on a class, by their artists."""

import pytest
from matplotlib.colors import to_rgba

from lib.palette import DARK, LIGHT
from lib.plots.outcomes import ALL, LEFT_OUT, NONE, SOME, Series, plot_outcomes

FOUR = (ALL, SOME, NONE, LEFT_OUT)
LABELS = ["2.1 Three scores", "2.2 The least likely word"]
COUNTS = [(12, 9, 8, 1), (0, 30, 0, 0)]


def bars(axes):
    return [(patch.get_x(), patch.get_width(), patch.get_y() + patch.get_height() / 2) for patch in axes.patches]


def texts(axes):
    return [each.get_text() for each in axes.texts]


@pytest.mark.parametrize("width", [680, 288])
def test_the_parts_of_a_bar_lie_side_by_side_and_are_as_long_as_their_counts(width):
    found = bars(plot_outcomes(LABELS, COUNTS, FOUR, of=30, width=width))
    assert [(x, long) for x, long, _ in found] == [(0, 12), (12, 9), (21, 8), (29, 1), (0, 30)]
    assert len({y for *_, y in found}) == 2


def test_every_label_stands_in_the_row_of_its_bar_or_above_it():
    wide, narrow = (plot_outcomes(LABELS, COUNTS, FOUR, of=30, width=width) for width in (680, 288))
    for label, y in zip(LABELS, sorted({y for *_, y in bars(wide)}), strict=True):
        [text] = [each for each in wide.texts if each.get_text() == label]
        assert text.xy[1] == y
    for label, y in zip(LABELS, sorted({y for *_, y in bars(narrow)}), strict=True):
        [text] = [each for each in narrow.texts if each.get_text() == label]
        assert y - 30 < text.xy[1] < y - 10


def test_every_count_is_printed_that_has_room_in_its_part():
    assert texts(plot_outcomes(LABELS, COUNTS, FOUR, of=30))[1:5] == ["12", "9", "8", "1"]
    crowded = plot_outcomes(["x"], [(299, 0, 0, 1)], FOUR, of=300)
    assert texts(crowded) == ["x", "299"]


def test_a_single_series_has_its_numbers_beside_the_bars_and_no_legend():
    axes = plot_outcomes(["a", "b"], [(3,), (1,)], (Series("students", "notyet_bg", "notyet", "notyet"),), of=10)
    assert texts(axes) == ["a", "3", "b", "1"]
    assert axes.get_xlim() == (0, 10)
    assert len(axes.figure.axes) == 1


def test_the_legend_names_the_parts_and_stays_within_a_narrow_figure():
    for width in (680, 288):
        axes = plot_outcomes(LABELS, COUNTS, FOUR, of=30, width=width)
        legend = axes.figure.axes[1]
        assert texts(legend) == [each.name for each in FOUR]
        assert all(0 <= patch.get_x() <= width - 60 for patch in legend.patches)


def test_the_same_parts_have_the_colors_of_each_theme():
    for theme in (LIGHT, DARK):
        axes = plot_outcomes(LABELS, COUNTS, FOUR, of=30, theme=theme)
        assert axes.patches[0].get_facecolor() == to_rgba(theme.right)
