"""The colors: readable, apart for every kind of color vision, and the same for figures and pages."""

import re
from dataclasses import FrozenInstanceError
from itertools import combinations

import numpy as np
import pytest

from lib.palette import DARK, FONTS, LENGTHS, LIGHT, SIZES, css_variables

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
TEXT = [
    *[(front, back) for front in ("ink", "muted") for back in ("paper", "surface", "well")],
    *[(front, back) for front in ("amber", "cyan", "slate") for back in ("paper", "surface", "well")],
    ("ink", "tint"),
    ("right", "right_bg"),
    ("notyet", "notyet_bg"),
    ("ink", "right_bg"),
    ("ink", "notyet_bg"),
    ("right", "surface"),
    ("notyet", "surface"),
    ("paper", "ink"),
]
SHAPES = [
    *[(front, back) for front in ("edge", "muted", "amber", "cyan", "slate") for back in ("paper", "surface", "well")],
    ("ink", "amber_fill"),
    ("ink", "cyan_fill"),
]


@THEMES
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_has_a_contrast_of_at_least_four_and_a_half(theme, front, back, contrast):
    assert contrast(getattr(theme, front), getattr(theme, back)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT], ids=["light"])
@pytest.mark.parametrize(("front", "back"), SHAPES)
def test_lines_and_outlines_have_a_contrast_of_at_least_three(theme, front, back, contrast):
    assert contrast(getattr(theme, front), getattr(theme, back)) >= 3


def test_contrast_of_black_on_white_is_twenty_one(contrast):
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@THEMES
@pytest.mark.parametrize("kind", ["usual", "protanopia", "deuteranopia", "tritanopia"])
@pytest.mark.parametrize("tones", [("amber", "cyan", "slate"), ("amber_fill", "cyan_fill", "slate_fill")])
def test_the_three_series_stay_apart_for_every_color_vision(theme, kind, tones, as_seen):
    seen = [as_seen(getattr(theme, tone), kind) for tone in tones]
    # 0.02 in Oklab is just visible; we ask for six times that.
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 0.12


def test_both_themes_have_the_same_tokens_and_are_frozen():
    assert LIGHT.colors.keys() == DARK.colors.keys()
    with pytest.raises(FrozenInstanceError):
        LIGHT.ink = "#000000"


@THEMES
def test_every_color_is_written_with_six_digits(theme):
    assert all(re.fullmatch(r"#[0-9a-f]{6}", value) for value in theme.colors.values())


@THEMES
def test_the_colors_of_figures_are_all_different(theme):
    """A figure's colors become variables by their value, so two names for one value would be mixed up."""
    from lib.plots.svg import FOLLOWED

    assert len({theme.colors[name] for name in FOLLOWED}) == len(FOLLOWED)


def test_css_variables_hold_every_token_once_in_its_block():
    css = css_variables()
    blocks = dict(re.findall(r"^(\S[^\n]*) \{\n(.*?)^\}$", css, re.S | re.M))
    assert list(blocks) == [":root", 'html[data-theme="dark"]']
    found = {selector: dict(re.findall(r"^  --([\w-]+): (.+);$", block, re.M)) for selector, block in blocks.items()}
    assert found[":root"] == {**FONTS, **LENGTHS, **LIGHT.colors}
    assert found['html[data-theme="dark"]'] == DARK.colors
    assert css.count("--amber-fill:") == 2


def test_text_in_figures_is_at_least_nine_and_a_half_pixels_on_the_narrowest_page():
    from lib.plots.curve import WIDTH

    assert SIZES.small * 288 / WIDTH >= 9.5
