"""NspExplorer: in Python, and on a page without a kernel."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.losses import nsp_loss
from lib.probabilities import sigmoid
from lib.widgets import NspExplorer


def test_python_knows_probability_loss_and_gradient():
    explorer = NspExplorer(1.2)
    assert (explorer.probability, explorer.loss) == (pytest.approx(0.7685, abs=5e-5), pytest.approx(0.2633, abs=5e-5))
    assert explorer.gradient == pytest.approx(explorer.probability - 1)
    explorer.is_next = False
    assert explorer.loss == pytest.approx(1.4633, abs=5e-5)
    assert explorer.gradient == pytest.approx(explorer.probability)


def test_the_gradient_is_the_slope_of_the_loss():
    for is_next in (True, False):
        slope = (nsp_loss(0.7 + 1e-6, is_next) - nsp_loss(0.7 - 1e-6, is_next)) / 2e-6
        assert NspExplorer(0.7, is_next).gradient == pytest.approx(slope, abs=1e-8)


def test_the_gradient_keeps_its_digits_where_the_probability_is_nearly_1():
    assert NspExplorer(50.0).gradient == pytest.approx(-np.exp(-50))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("score", 50.1, "from -50 to 50"),
        ("score", float("nan"), "from -50 to 50"),
        ("score", 1e400, "from -50 to 50"),
        ("presets", [{"score": 1.0}], "title"),
        ("presets", [{"title": "x", "score": 99}], "from -50 to 50"),
        ("presets", [{"title": "x", "is_next": 0}], "True or False"),
        ("presets", [{"title": "x", "logits": [0]}], "logits"),
        ("is_next", "yes", "bool"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    explorer = NspExplorer(1.2)
    before = getattr(explorer, name)
    with pytest.raises(TraitError, match=said):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before


def test_a_number_as_label_is_refused_since_it_means_the_opposite_in_berts_code():
    with pytest.raises(TraitError, match="BERT's code writes 0 for IsNext"):
        NspExplorer(1.2, 0)


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    explorer = NspExplorer(1.2)
    explorer.set_state({"score": 99})
    assert explorer.score == 1.2
    assert "from -50 to 50" in explorer.refused
    explorer.set_state({"score": 2})
    assert (explorer.score, explorer.refused) == (2.0, "")


def test_the_still_figure_says_why_it_shows_a_softmax():
    alt = NspExplorer(1.2).still().alt
    assert "IsNext 0.769, NotNext 0.231" in alt
    assert "sigmoid of a score s is the softmax of the two scores s and 0" in alt


def test_the_state_is_json():
    state = json.loads(json.dumps(NspExplorer(np.float64(1.2), presets=[{"title": "unsure", "score": 0}]).state))
    assert (state["score"], state["is_next"], state["presets"][0]["score"]) == (1.2, True, 0)


# ── on the page ──


def agree(page, score, is_next):
    """Both columns show what `lib` computes, and the sentence tells the column that is true."""
    columns = [
        [sigmoid(score), nsp_loss(score, True), -sigmoid(-score)],
        [sigmoid(-score), nsp_loss(score, False), sigmoid(score)],
    ]
    for column, expected in enumerate(columns):
        cells = page.locator(f".both tbody td:nth-of-type({column + 1}) .v").all_text_contents()
        assert [float(cell.replace("−", "-")) for cell in cells] == pytest.approx(expected, abs=5.1e-5)
    assert [radio.is_checked() for radio in page.get_by_role("radio").all()] == [is_next, not is_next]
    said = page.locator(".says").inner_text()
    assert f"{nsp_loss(score, is_next):.4f} nats" in said
    assert ("IsNext is true" if is_next else "NotNext is true") in said.replace("\n", " ")
    assert page.trouble == []


def test_it_shows_both_labels_at_once(stage):
    page = stage(NspExplorer(1.2))
    agree(page, 1.2, True)
    assert "the gradient is −0.2315: a higher score would cost less" in page.locator(".says").inner_text()


def test_it_says_that_berts_code_counts_the_other_way_round(stage):
    assert "0 for IsNext and 1 for NotNext" in stage(NspExplorer(1.2)).locator(".nsp-explorer").inner_text()


def test_the_slider_moves_everything_by_keyboard(stage):
    page = stage(NspExplorer(1.2))
    slider = page.get_by_role("slider", name="raw score s")
    slider.focus()
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    agree(page, 0.5, True)
    page.keyboard.press("Home")
    agree(page, -6.0, True)
    assert slider.get_attribute("aria-valuetext") == "−6"


def test_the_label_is_chosen_by_keyboard(stage):
    page = stage(NspExplorer(1.2))
    page.get_by_role("radio", name="IsNext y = 1").focus()
    page.keyboard.press("ArrowRight")
    agree(page, 1.2, False)
    assert "a lower score would cost less" in page.locator(".says").inner_text()


@pytest.mark.parametrize(("text", "value"), [("−2,5", -2.5), ("1.2345", 1.2345), ("50", 50.0), ("1e-3", 0.001)])
def test_a_score_can_be_typed(stage, text, value):
    page = stage(NspExplorer(1.2))
    field = page.get_by_role("textbox", name="raw score s")
    field.fill(text)
    field.press("Enter")
    agree(page, value, True)
    assert float(field.input_value().replace("−", "-")) == value


@pytest.mark.parametrize("text", ["abc", "1e400", "NaN", "51", "--1", "<i>", "🐕", "", "9" * 10_000])
def test_what_is_no_score_is_told_and_changes_nothing(stage, text):
    page = stage(NspExplorer(1.2))
    field = page.get_by_role("textbox", name="raw score s")
    field.fill(text)
    field.press("Tab")
    assert "raw score s takes a number from −50 to 50" in page.locator(".trouble").inner_text()
    agree(page, 1.2, True)


def test_the_dot_is_dragged_along_the_curve(stage):
    page = stage(NspExplorer(0))
    box = page.locator(".dot circle").last.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y)
    page.mouse.move(x + 1000, y)
    page.mouse.up()
    agree(page, 6.0, True)


def test_a_score_beyond_the_curve_is_drawn_at_its_end_and_says_so(stage):
    page = stage(NspExplorer(-9, is_next=False))
    assert page.locator("svg .value").text_content() == "0.0001 ←"
    agree(page, -9.0, False)


def test_presets_and_start_again(stage):
    page = stage(NspExplorer(1.2, presets=[{"title": "sure and wrong", "score": 5, "is_next": False}]))
    page.get_by_label("start from").select_option(label="sure and wrong")
    agree(page, 5.0, False)
    page.get_by_role("button", name="Start again").click()
    agree(page, 1.2, True)


def test_the_steps_go_from_the_score_to_loss_and_gradient(stage):
    page = stage(NspExplorer(1.2))
    page.get_by_text("Show the steps").click()
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".numbers tbody tr").all()]
    assert [row[1:] for row in rows] == [
        ["1", "0"],
        ["0.3012", "0.3012"],
        ["0.7685", "0.7685"],
        ["0.7685", "0.2315"],
        ["0.2633", "1.4633"],
        ["−0.2315", "0.7685"],
    ]


def test_the_link_carries_the_state_to_another_page(stage):
    page = stage(NspExplorer(1.2))
    page.get_by_role("slider").press("End")
    page.get_by_role("radio", name="NotNext y = 0").check()
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    agree(page, 6.0, False)


@pytest.mark.parametrize(
    "carried", ['{"score":"5"}', '{"score":51}', '{"is_next":1}', '{"score":null}', "[]", "nonsense"]
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    agree(stage(NspExplorer(1.2), search=f"?w0={quote(carried)}"), 1.2, True)


def test_two_on_a_page_don_t_touch_each_other(stage):
    page = stage(NspExplorer(1.2), NspExplorer(1.2))
    page.locator("#s1").get_by_role("slider").press("Home")
    page.locator("#s1").get_by_role("radio").nth(1).check()
    assert page.locator("#s0").get_by_role("radio").first.is_checked()
    assert page.locator("#s0").get_by_role("textbox").input_value() == "1.2"


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    page = stage(NspExplorer(-50, is_next=False), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for cell in page.locator(".both th, .both td").all():
        assert cell.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    picture = stage(NspExplorer(1.2), java_script_enabled=False).get_by_role("img")
    assert picture.is_visible()
    assert "0.769" in picture.get_attribute("aria-label")


def test_the_formulas_of_the_page_are_those_of_python(formulas):
    module = formulas("nsp_explorer")
    scores = [*np.random.default_rng(7).uniform(-50, 50, 250).tolist(), 0.0, 50.0, -50.0, 1e-12]
    for is_next in (True, False):
        calls = [(score, is_next) for score in scores]
        explorers = [NspExplorer(*call) for call in calls]
        assert module.many("nspLoss", calls) == pytest.approx([each.loss for each in explorers], rel=1e-12, abs=1e-12)
        expected = [each.gradient for each in explorers]
        assert module.many("nspGradient", calls) == pytest.approx(expected, rel=1e-12, abs=1e-300)
