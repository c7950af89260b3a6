"""LogitExplorer: in Python, and on a page without a kernel."""

import numpy as np
import pytest
from traitlets import TraitError

from lib.entropies import cross_entropy, cross_entropy_gradient
from lib.losses import batch_loss, nsp_loss
from lib.probabilities import log_softmax, sigmoid, softmax
from lib.widgets import LogitExplorer

THREE = (["dog", "cat", "log"], [3.0, 1.0, 0.0])


def explorer(**settings):
    return LogitExplorer(*THREE, **settings)


def test_python_knows_probabilities_loss_and_gradient():
    widget = explorer(true_token="log")
    assert widget.probabilities == pytest.approx(softmax(THREE[1]))
    assert widget.loss == pytest.approx(3.169846019556)
    assert widget.gradient == pytest.approx(cross_entropy_gradient(THREE[1], 2))


def test_temperature_divides_the_logits():
    widget = explorer(temperature=2.0)
    assert widget.probabilities == pytest.approx(softmax([1.5, 0.5, 0.0]))
    assert widget.gradient == pytest.approx(np.array(cross_entropy_gradient([1.5, 0.5, 0.0], 0)) / 2)


def test_a_change_in_python_can_be_observed():
    seen = []
    widget = explorer()
    widget.observe(lambda change: seen.append(change["new"]), "logits")
    widget.logits = [0.0, 0.0, 0.0]
    assert seen == [[0.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("logits", [1.0, 2.0], "3 numbers"),
        ("logits", [float("nan"), 0, 0], "from -50 to 50"),
        ("logits", [1e400, 0, 0], "from -50 to 50"),
        ("tokens", ["one"], "2 to 8"),
        ("tokens", ["a"] * 10_000, "2 to 8"),
        ("tokens", ["a", "a", "b"], "different"),
        ("tokens", ["a", " ", "b"], "show something"),
        ("true_token", "cow", "one of"),
        ("temperature", 0.0, "from 0.1 to 5"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = explorer()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    widget = explorer()
    widget.set_state({"true_token": "cow"})
    assert widget.true_token == "dog"
    assert "cow" in widget.refused
    widget.set_state({"true_token": "cat"})
    assert (widget.true_token, widget.refused) == ("cat", "")


def shown(page):
    return [float(p) for p in page.locator(".r .v.p").all_text_contents()]


def test_the_slider_moves_everything_by_keyboard(stage):
    page = stage(explorer())
    assert shown(page) == pytest.approx([0.844, 0.114, 0.042])
    slider = page.get_by_label("raw score of cat").first
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert shown(page) == pytest.approx(softmax([3.0, 2.0, 0.0]), abs=6e-4)
    assert f"{cross_entropy([3.0, 2.0, 0.0], 0):.3f}" in page.locator(".says").inner_text()
    assert page.trouble == []


def test_a_score_can_be_typed_and_the_truth_chosen(stage):
    page = stage(explorer())
    field = page.locator("input.number").nth(2)
    field.fill("4,5")
    field.press("Enter")
    page.get_by_role("radio").nth(2).check()
    expected = softmax([3.0, 1.0, 4.5])
    assert shown(page) == pytest.approx(expected, abs=6e-4)
    slopes = [float(g.replace("−", "-")) for g in page.locator(".r .v.g").all_text_contents()]
    assert slopes == pytest.approx(cross_entropy_gradient([3.0, 1.0, 4.5], 2), abs=6e-4)


@pytest.mark.parametrize("typed", ["abc", "1e400", "NaN", "--3", "0,84,4", "<b>1</b>", "51", ""])
def test_what_is_no_score_is_told_and_changes_nothing(stage, typed):
    page = stage(explorer())
    field = page.locator("input.number").first
    field.fill(typed)
    field.press("Tab")
    assert "takes a number from −50 to 50" in page.locator(".trouble").inner_text()
    assert shown(page) == pytest.approx([0.844, 0.114, 0.042])
    assert field.input_value() == typed
    assert page.trouble == []


def test_words_can_be_added_renamed_and_removed(stage):
    page = stage(explorer())
    page.get_by_text("Change the words").click()
    for _ in range(5):
        page.get_by_role("button", name="Add a word").click()
    assert page.get_by_role("button", name="Add a word").is_disabled()
    assert page.locator(".rows > .r").count() == 8
    name = page.get_by_label("word 1", exact=True)
    name.fill("<img src=x onerror=alert(1)>")
    name.press("Enter")
    assert page.locator(".rows img").count() == 0
    name = page.get_by_label("word 2", exact=True)
    name.fill("كلب 🐕")
    name.press("Enter")
    assert "كلب 🐕" in page.locator(".rows").inner_text()
    for _ in range(6):
        page.get_by_role("button", name="Remove", exact=False).first.click()
    assert page.locator(".rows > .r").count() == 2
    assert sum(shown(page)) == pytest.approx(1, abs=0.002)
    assert page.trouble == []


def test_a_name_that_is_there_already_is_refused(stage):
    page = stage(explorer())
    page.get_by_text("Change the words").click()
    name = page.get_by_label("word 1", exact=True)
    name.fill("cat")
    name.press("Enter")
    assert "is there already" in page.locator(".trouble").inner_text()
    assert name.input_value() == "dog"


def test_predict_first_hides_the_result_until_a_guess_is_made(stage):
    page = stage(explorer())
    page.get_by_label("Predict first").check()
    field = page.locator("input.number").nth(1)
    field.fill("3")
    field.press("Enter")
    assert page.locator(".r .v.p").all_text_contents() == ["?"] * 3
    assert "0.48" not in page.locator(".logit-explorer").inner_text()
    page.get_by_label("Which probability does dog have now?").fill("0.5")
    page.get_by_role("button", name="Show", exact=True).click()
    assert shown(page) == pytest.approx(softmax([3.0, 3.0, 0.0]), abs=6e-4)
    assert "You guessed 0.500" in page.locator(".says").inner_text()


def test_presets_and_start_again(stage):
    presets = [{"title": "all equal", "logits": [0, 0, 0], "true_token": "cat"}]
    page = stage(explorer(presets=presets))
    page.get_by_label("start from").select_option(label="all equal")
    assert shown(page) == pytest.approx([0.333] * 3)
    assert page.get_by_role("radio").nth(1).is_checked()
    page.get_by_role("button", name="Start again").click()
    assert shown(page) == pytest.approx([0.844, 0.114, 0.042])


def test_temperature_flattens(stage):
    page = stage(explorer())
    heat = page.get_by_label("temperature").first
    heat.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert shown(page) == pytest.approx(softmax([1.5, 0.5, 0.0]), abs=6e-4)


def test_the_link_carries_the_state_to_another_page(stage):
    page = stage(explorer())
    page.locator("input.number").first.fill("-2")
    page.locator("input.number").first.press("Enter")
    address = page.locator(".state-link").get_attribute("href")
    page.goto(address)
    page.wait_for_selector("html[data-widgets=ready]")
    assert shown(page) == pytest.approx(softmax([-2.0, 1.0, 0.0]), abs=6e-4)


@pytest.mark.parametrize(
    "carried", ["{}", "nonsense", '{"logits":[1]}', '{"tokens":["<b>","x"],"logits":[1e999,0]}', '{"tokens":5}', "null"]
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    from urllib.parse import quote

    page = stage(explorer(), search=f"?w0={quote(carried)}")
    assert shown(page) == pytest.approx([0.844, 0.114, 0.042])
    assert page.trouble == []


def test_two_explorers_on_a_page_don_t_touch_each_other(stage):
    page = stage(explorer(), explorer())
    page.locator("#s1 input.number").first.fill("0")
    page.locator("#s1 input.number").first.press("Enter")
    page.locator("#s1").get_by_role("radio").nth(2).check()
    first = [float(p) for p in page.locator("#s0 .r .v.p").all_text_contents()]
    assert first == pytest.approx([0.844, 0.114, 0.042])
    assert page.locator("#s0").get_by_role("radio").first.is_checked()


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    page = stage(LogitExplorer(["a rather long token", "b", "🐕", "كلب"], [50, -50, 0, 1]), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    page = stage(explorer(), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert picture.is_visible()
    assert "0.844" in picture.get_attribute("aria-label")


def cases(count=200):
    rng = np.random.default_rng(3)
    sizes = rng.integers(2, 9, count)
    scales = rng.choice([0.1, 1, 10, 700], count)
    drawn = [
        (rng.normal(0, scale, size).tolist(), int(rng.integers(size)))
        for size, scale in zip(sizes, scales, strict=True)
    ]
    return [*drawn, ([50.0, -50.0], 1), ([710.0, 0.0], 1), ([0.0, 0.0], 0), ([-1e300, 1e300], 1)]


def near(left, right):
    return np.allclose(np.array(left, float), np.array(right, float), rtol=1e-12, atol=1e-12)


def test_the_formulas_of_the_page_are_those_of_lib(formulas):
    module, inputs = formulas("logit_explorer"), cases()
    both = {"crossEntropy": cross_entropy, "crossEntropyGradient": cross_entropy_gradient}
    for name, counterpart in both.items():
        for got, (logits, target) in zip(module.many(name, inputs), inputs, strict=True):
            assert near(got, counterpart(logits, target)), (name, logits, target)
    for name, counterpart in {"softmax": softmax, "logSoftmax": log_softmax}.items():
        for got, (logits, _) in zip(module.many(name, [(z,) for z, _ in inputs]), inputs, strict=True):
            assert near(got, counterpart(logits)), (name, logits)


def test_the_one_score_formulas_are_those_of_lib(formulas):
    module = formulas("logit_explorer")
    scores = [*np.random.default_rng(4).normal(0, 20, 200).tolist(), 0.0, 800.0, -800.0]
    assert near(module.many("sigmoid", [(x,) for x in scores]), [sigmoid(x) for x in scores])
    for label in (True, False):
        assert near(module.many("nspLoss", [(x, label) for x in scores]), [nsp_loss(x, label) for x in scores])
    batches = np.random.default_rng(5).uniform(1e-9, 1, (200, 3)).tolist()
    assert near(module.many("batchLoss", [(b,) for b in batches]), [batch_loss(b) for b in batches])


def test_the_true_token_is_called_as_the_exercise_calls_it(stage):
    explorer = LogitExplorer(["negative", "positive"], [1.0, 1.5], noun="true class")
    page = stage(explorer)
    assert "hidden word" not in page.locator(".logit-explorer").evaluate("e => e.textContent")
    assert page.get_by_role("group", name="The true class, and the raw score of each class").count() == 1
    page.get_by_text("Change the classes").click()
    page.get_by_role("button", name="Add a class").click()
    assert page.get_by_role("textbox", name="class 3", exact=True).input_value() == "class 3"
    with pytest.raises(TraitError, match="noun must be two words or more"):
        LogitExplorer(["a", "b"], [0, 0], noun="class")
