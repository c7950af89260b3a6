"""LossCurve: in Python, and on a page without a kernel."""

import json
from itertools import pairwise
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.losses import batch_loss
from lib.widgets import LossCurve

TWO = [0.665, 0.042]  # exercise 5.1


def test_python_knows_the_losses_and_their_mean():
    curve = LossCurve(TWO)
    assert curve.losses == pytest.approx([0.4080, 3.1701], abs=5e-5)
    assert curve.loss == pytest.approx(1.789, abs=5e-4)


def test_the_gradient_is_that_of_the_true_logit_unless_asked_for_that_of_p():
    curve = LossCurve(TWO)
    assert curve.gradients == pytest.approx([0.335, 0.958])
    assert curve.gradient_shares == pytest.approx([0.335 / 1.293, 0.958 / 1.293])
    curve.gradient_of = "p"
    assert curve.gradients == pytest.approx([1.50, 23.81], abs=0.005)
    assert curve.gradient_shares.sum() == pytest.approx(1)


def test_shares_of_nothing_are_0():
    curve = LossCurve([1.0, 1.0])
    assert curve.loss_shares.tolist() == [0, 0]
    assert curve.gradient_shares.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("probabilities", [], "1 to 8"),
        ("probabilities", [0.5] * 10_000, "1 to 8"),
        ("probabilities", [0.5, 0.0], "from 1e-06 to 1"),
        ("probabilities", [1.1], "from 1e-06 to 1"),
        ("probabilities", [float("nan")], "from 1e-06 to 1"),
        ("probabilities", [1e400], "from 1e-06 to 1"),
        ("gradient_of", "loss", "one of"),
        ("presets", [{"probabilities": [0.5]}], "title"),
        ("presets", [{"title": "x", "probabilities": [2.0]}], "from 1e-06 to 1"),
        ("presets", [{"title": "x", "logits": [2.0]}], "logits"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    curve = LossCurve(TWO)
    before = getattr(curve, name)
    with pytest.raises(TraitError, match=said):
        setattr(curve, name, value)
    assert getattr(curve, name) == before


@pytest.mark.parametrize("given", [0.5, ["a"], "0.5", None])
def test_what_is_no_list_of_numbers_is_refused(given):
    with pytest.raises(TraitError, match="probabilities must be numbers"):
        LossCurve(given)


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    curve = LossCurve(TWO)
    curve.set_state({"probabilities": [0.5, 7]})
    assert curve.probabilities == TWO
    assert "from 1e-06 to 1" in curve.refused
    curve.set_state({"probabilities": [0.5, 0.7]})
    assert (curve.probabilities, curve.refused) == ([0.5, 0.7], "")


def test_the_still_figure_tells_all_positions_even_those_it_has_no_room_to_mark():
    assert "0.958" in LossCurve(TWO).still().alt
    alt = LossCurve([0.9, 0.8, 0.7, 0.6, 0.5, 0.04]).still().alt
    assert alt.endswith("Not marked: p = 0.5, 0.04.")


def test_the_state_is_json():
    curve = LossCurve(np.array(TWO), presets=[{"title": "equal", "probabilities": np.array([0.5])}])
    assert json.loads(json.dumps(curve.state))["presets"] == [{"title": "equal", "probabilities": [0.5]}]


# ── on the page ──


def typed(page):
    return [float(field.input_value()) for field in page.locator(".r input.number").all()]


def shares(page, kind):
    return [float(text.replace("<", "").split()[0]) for text in page.locator(f".r .v.{kind}").all_text_contents()]


def agree(page, probabilities, gradient_of="logit"):
    curve = LossCurve(probabilities, gradient_of=gradient_of)
    assert typed(page) == pytest.approx(probabilities)
    assert shares(page, "p") == pytest.approx(100 * curve.loss_shares, abs=0.051)
    assert shares(page, "g") == pytest.approx(100 * curve.gradient_shares, abs=0.051)
    assert page.locator(".total .p").inner_text() == f"mean loss = {curve.loss:.3f} nats"
    assert page.trouble == []


def test_it_starts_with_what_python_gave_it(stage):
    page = stage(LossCurve(TWO))
    agree(page, TWO)
    assert "Position 2 dominates the gradient at the true logit, 1 − p, with 74.1" in page.locator(".says").inner_text()


def test_a_thousandth_is_reached_by_keyboard(stage):
    page = stage(LossCurve([0.5, 0.5]))
    slider = page.get_by_role("slider", name="p of position 2")
    slider.focus()
    for _ in range(60):
        page.keyboard.press("ArrowLeft")
    agree(page, [0.5, 0.001])
    assert slider.get_attribute("aria-valuetext") == "0.001"
    page.keyboard.press("Home")
    agree(page, [0.5, 1e-6])
    page.keyboard.press("End")
    agree(page, [0.5, 1.0])


@pytest.mark.parametrize(("text", "value"), [("0,25", 0.25), ("1e-5", 1e-5), ("1", 1.0), (".123456789", 0.123456789)])
def test_p_can_be_typed(stage, text, value):
    page = stage(LossCurve(TWO))
    field = page.get_by_role("textbox", name="p of position 1")
    field.fill(text)
    field.press("Enter")
    agree(page, [value, 0.042])


@pytest.mark.parametrize("text", ["abc", "1e400", "NaN", "1.5", "-0.1", "<b>1</b>", "٣", "🐕", "", "9" * 10_000])
def test_what_is_no_probability_is_told_and_changes_nothing(stage, text):
    page = stage(LossCurve(TWO))
    field = page.get_by_role("textbox", name="p of position 1")
    field.fill(text)
    field.press("Tab")
    assert "takes a number from 0 to 1" in page.locator(".trouble").inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    assert "1.789" in page.locator(".total").inner_text()
    assert page.trouble == []


def test_0_is_refused_with_its_reason(stage):
    page = stage(LossCurve(TWO))
    field = page.get_by_role("textbox", name="p of position 1")
    field.fill("0")
    field.press("Tab")
    assert "Softmax never gives 0" in page.locator(".trouble").inner_text()


def drag(page, panel, dot, across, up):
    """Drag a dot of a panel by pixels of the screen; up is positive."""
    box = page.locator(".plot").nth(panel).locator(".dot").nth(dot).locator("circle").last.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y - up / 2)
    page.mouse.move(x + across, y - up)
    page.mouse.up()


def test_a_dot_is_dragged_along_the_loss_down_to_small_probabilities(stage):
    page = stage(LossCurve([0.5, 0.1]))
    drag(page, 0, 0, 60, 0)
    assert 0.65 < typed(page)[0] < 0.85
    drag(page, 0, 1, -30, 200)  # up along the steep end, beyond the drawing
    low = typed(page)[1]
    assert low < 0.02
    drag(page, 0, 1, -5, 200)
    assert typed(page)[1] < low  # the axis has grown with it
    agree(page, typed(page))


def test_a_dot_is_dragged_along_the_gradient(stage):
    page = stage(LossCurve([0.5]))
    drag(page, 1, 0, -60, 0)
    assert 0.2 < typed(page)[0] < 0.4
    assert page.get_by_role("slider", name="p of position 1").evaluate("it => it === document.activeElement")


def test_the_page_says_which_gradient_it_shows(stage):
    page = stage(LossCurve(TWO))
    title = page.locator(".plot .series").nth(1)
    assert title.inner_text() == "gradient at the true logit, size 1 − p"
    page.get_by_role("radio", name="with respect to p, 1/p").check()
    assert title.inner_text() == "gradient with respect to p, size 1/p"
    assert "23.8" in page.locator(".plot").nth(1).inner_text()
    agree(page, TWO, gradient_of="p")
    assert "with respect to p, 1/p, with 94.1" in page.locator(".says").inner_text()


def test_both_gradients_are_drawn_and_told_apart_by_dash_and_name(stage):
    page = stage(LossCurve(TWO))
    plot = page.locator(".plot").nth(1)
    dashes = {
        name: plot.locator(f".curve.of-{name}").evaluate("it => getComputedStyle(it).strokeDasharray")
        for name in ("logit", "p")
    }
    assert dashes["logit"] == "none"
    assert dashes["p"] != "none"
    assert plot.locator(".beside").text_content() == "1/p"


def test_positions_can_be_added_and_removed(stage):
    page = stage(LossCurve(TWO))
    add = page.get_by_role("button", name="Add a position")
    for _ in range(6):
        add.click()
    assert add.is_disabled()
    agree(page, [*TWO, *[0.5] * 6])
    assert page.get_by_role("slider", name="p of position 8").evaluate("it => it === document.activeElement")
    page.get_by_role("button", name="Remove position 1").click()
    agree(page, [0.042, *[0.5] * 6])
    for _ in range(6):
        page.get_by_role("button", name="Remove position 2").click()
    agree(page, [0.042])
    assert page.get_by_role("button", name="Remove position 1").count() == 0


def test_the_sentence_knows_ties_certainty_and_a_single_position(stage):
    said = [
        ([0.5, 0.5, 0.9], "Positions 1, 2 have equal and largest shares"),
        ([1.0, 1.0], "there is no gradient to share"),
        ([0.25], "The loss is 1.386 nats"),
    ]
    page = stage(*(LossCurve(probabilities) for probabilities, _ in said))
    for i, (_, words) in enumerate(said):
        assert words in page.locator(f"#s{i} .says").inner_text()


def test_the_sentence_is_spoken_once_the_change_has_settled(stage):
    page = stage(LossCurve(TWO))
    page.get_by_role("slider", name="p of position 1").press("ArrowRight")
    status = page.get_by_role("status")
    assert status.text_content() == ""
    page.wait_for_function("document.querySelector('[role=status]').textContent !== ''")
    assert status.text_content() == page.locator(".says").text_content()


def test_presets_and_start_again(stage):
    page = stage(LossCurve(TWO, presets=[{"title": "three", "probabilities": [0.9, 0.5, 0.1], "gradient_of": "p"}]))
    page.get_by_label("start from").select_option(label="three")
    agree(page, [0.9, 0.5, 0.1], gradient_of="p")
    page.get_by_role("button", name="Start again").click()
    agree(page, TWO)


def test_the_table_has_all_numbers(stage):
    page = stage(LossCurve(TWO))
    page.get_by_text("Show the numbers").click()
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".numbers tbody tr").all()]
    assert rows[1] == ["2", "0.042", "3.170", "88.6\u00a0%", "0.958", "23.8", "74.1\u00a0%"]
    assert rows[2][:3] == ["mean", "", "1.789"]


def test_the_link_carries_the_state_to_another_page(stage):
    page = stage(LossCurve(TWO))
    field = page.get_by_role("textbox", name="p of position 1")
    field.fill("0.3")
    field.press("Enter")
    page.get_by_role("radio", name="with respect to p").check()
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    agree(page, [0.3, 0.042], gradient_of="p")


@pytest.mark.parametrize(
    "carried",
    [
        '{"probabilities":[0]}',
        '{"probabilities":[]}',
        '{"probabilities":["0.5"]}',
        '{"probabilities":{"length":1}}',
        '{"gradient_of":"toString"}',
        "null",
    ],
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    agree(stage(LossCurve(TWO), search=f"?w0={quote(carried)}"), TWO)


def test_two_on_a_page_don_t_touch_each_other(stage):
    page = stage(LossCurve(TWO), LossCurve(TWO))
    page.locator("#s1").get_by_role("radio", name="with respect to p").check()
    page.locator("#s1").get_by_role("slider").first.press("Home")
    assert page.locator("#s0").get_by_role("radio", name="at the true logit").is_checked()
    assert page.locator("#s0 .total .p").inner_text() == "mean loss = 1.789 nats"


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    page = stage(
        LossCurve([0.665, 1e-6, 0.123456789, 1, 0.5, 0.5, 0.02, 0.001], gradient_of="p"), width=width, theme=theme
    )
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for control in page.locator("button:visible, input:visible, summary:visible").all():
        box = control.bounding_box()
        low = 18 if control.get_attribute("type") == "radio" else 24  # its label is the target
        assert min(box["width"], box["height"]) >= low
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    picture = stage(LossCurve(TWO), java_script_enabled=False).get_by_role("img")
    assert picture.is_visible()
    assert "0.958" in picture.get_attribute("aria-label")


# ── the formulas ──


def batches(count=250):
    rng = np.random.default_rng(6)
    drawn = [np.exp(-rng.uniform(0, rng.choice([0.01, 1, 13.8]), rng.integers(1, 9))).tolist() for _ in range(count)]
    return [*drawn, [1.0], [1.0, 1.0], [1e-6], [1e-6, 1.0], [1e-6] * 8]


def test_the_formulas_of_the_page_are_those_of_python(formulas):
    module, inputs = formulas("loss_curve"), batches()
    assert module.many("batchLoss", [(p,) for p in inputs]) == pytest.approx([batch_loss(p) for p in inputs], abs=1e-12)
    for of in ("logit", "p"):
        sizes = module.many("gradientSizes", [(p, of) for p in inputs])
        shared = module.many("shares", [(each,) for each in sizes])
        for p, size, share in zip(inputs, sizes, shared, strict=True):
            curve = LossCurve(p, gradient_of=of)
            assert size == pytest.approx(curve.gradients, rel=1e-12, abs=1e-12)
            assert share == pytest.approx(curve.gradient_shares, rel=1e-12, abs=1e-12)


def test_every_step_of_the_slider_is_another_probability(formulas):
    module = formulas("loss_curve")
    steps = [round(-6 + 0.05 * k, 2) for k in range(182)]
    found = module.many("fromTrack", [(at,) for at in steps])
    assert found[0] == 1e-6
    assert found[-1] == 1
    assert all(a < b for a, b in pairwise(found))
    back = module.many("toTrack", [(p,) for p in found])
    assert back == pytest.approx(steps, abs=0.025)
