"""SpanPicker: in Python, and on a page without a kernel."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.heads import best_span
from lib.probabilities import softmax
from lib.widgets import SpanPicker

TOKENS = ["in", "Paris", "in", "1919"]
STARTS, ENDS = [0.5, 1.0, 3.0, 0.2], [0.1, 2.8, 0.3, 2.5]


def picker(**settings):
    return SpanPicker(TOKENS, STARTS, ENDS, **settings)


def test_python_knows_both_softmaxes_and_the_best_span():
    widget = picker()
    assert widget.start_probabilities == pytest.approx(softmax(STARTS))
    assert widget.end_probabilities == pytest.approx(softmax(ENDS))
    assert widget.span == best_span(STARTS, ENDS) == (2, 3, 5.5)


def test_the_longest_answer_limits_the_span():
    assert picker(longest=1).span == best_span(STARTS, ENDS, longest=1)


def test_tokens_may_be_more_or_fewer_than_before_and_the_scores_follow():
    widget = picker()
    widget.tokens = ["a", "b", "c", "d", "e"]
    assert (widget.start_logits, widget.end_logits) == ([*STARTS, 0.0], [*ENDS, 0.0])
    widget.tokens = ["a", "b"]
    assert (widget.start_logits, widget.end_logits) == (STARTS[:2], ENDS[:2])
    assert len(widget.start_probabilities) == 2


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tokens", ["one"], "2 to 12"),
        ("tokens", ["a"] * 10_000, "2 to 12"),
        ("tokens", ["a", " ", "b", "c"], "show something"),
        ("tokens", ["a", "b", "c", "d" * 41], "at most 40 characters"),
        ("start_logits", [1.0], "4 numbers"),
        ("end_logits", [float("nan"), 0, 0, 0], "from -50 to 50"),
        ("start_logits", [1e400, 0, 0, 0], "from -50 to 50"),
        ("longest", 0, "1 to 12"),
        ("longest", 13, "1 to 12"),
        ("presets", [{"start_logits": [0, 0, 0, 0]}], "title"),
        ("presets", [{"title": "x", "start_logits": [0, 0]}], "4 numbers"),
        ("presets", [{"title": "x", "tokens": ["a", "b"], "end_logits": [0, 0, 0, 0]}], "2 numbers"),
        ("presets", [{"title": "x", "longest": True}], "1 to 12"),
        ("presets", [{"title": "x", "logits": [0]}], "logits"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = picker()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


@pytest.mark.parametrize("longest", [1.5, "2", True])
def test_a_length_that_is_no_whole_number_is_refused(longest):
    with pytest.raises(TraitError, match="whole number"):
        picker(longest=longest)


def test_the_page_may_send_tokens_and_scores_together():
    widget = picker()
    widget.set_state({"tokens": ["a", "b"], "start_logits": [1, 0], "end_logits": [0, 2], "longest": 1})
    assert (widget.refused, widget.span) == ("", best_span([1, 0], [0, 2], longest=1))
    widget.set_state({"tokens": ["a", "b"], "start_logits": [1, 0, 5]})
    assert "2 numbers" in widget.refused
    assert widget.start_logits == [1, 0]


def test_the_still_figure_has_both_softmaxes_and_the_answer():
    still = picker().still()
    assert "Start: Bars of 4 words" in still.alt
    assert "End: Bars of 4 words" in still.alt
    assert still.alt.endswith("The best span is in 1919, from position 2 to 3, counted from 0.")
    page = still.html()
    assert page.count("<svg") == 4
    for title in ("start score z", "P(start)", "end score z", "P(end)"):
        assert title in page
        assert title in still.svg()


def test_the_still_figure_takes_twelve_tokens():
    still = SpanPicker(["a"] * 12, [0.0] * 12, range(12)).still()
    assert still.html().count("<svg") == 4


def test_the_state_is_json():
    preset = {"title": "equal", "start_logits": np.zeros(4), "longest": None}
    state = json.loads(json.dumps(SpanPicker(TOKENS, np.array(STARTS), np.array(ENDS), presets=[preset]).state))
    assert state["longest"] is None
    assert state["presets"] == [{"title": "equal", "start_logits": [0, 0, 0, 0], "longest": None}]


# ── on the page ──


def shown(page, side):
    return [float(p) for p in page.locator(f".r .side.{side} .v").all_text_contents()]


def agree(page, tokens, starts, ends, longest=None):
    assert shown(page, "start") == pytest.approx(softmax(starts), abs=5.1e-4)
    assert shown(page, "end") == pytest.approx(softmax(ends), abs=5.1e-4)
    span = best_span(starts, ends, longest=longest)
    inside = list(range(span.start, span.end + 1))
    assert [
        i for i, row in enumerate(page.locator(".r:not(.heads)").all()) if "inside" in row.get_attribute("class")
    ] == inside
    assert page.locator(".passage .inside .word").all_text_contents() == [tokens[i] for i in inside]
    product = softmax(starts)[span.start] * softmax(ends)[span.end]
    assert f"{product:.3f}" in page.locator(".says").inner_text()
    assert page.locator(".says bdi").last.inner_text() == " ".join(tokens[i] for i in inside)
    assert page.trouble == []


def test_two_maxima_that_make_no_span_are_told(stage):
    page = stage(picker())
    agree(page, TOKENS, STARTS, ENDS)
    said = page.locator(".says").inner_text()
    assert "The likeliest start is “in” (2), the likeliest end “Paris” (1). That is no span" in said


def test_two_maxima_that_make_a_span_are_told(stage):
    page = stage(SpanPicker(TOKENS, [3, 0, 0, 0], [0, 3, 0, 0]))
    assert "They make a span: in Paris" in page.locator(".says").inner_text()
    agree(page, TOKENS, [3, 0, 0, 0], [0, 3, 0, 0])


def test_a_span_that_is_too_long_is_told(stage):
    page = stage(SpanPicker(TOKENS, [3, 0, 0, 0], [0, 0, 0, 3]))
    page.get_by_label("longest answer").select_option(label="2 tokens")
    assert "That is 4 tokens, longer than allowed." in page.locator(".says").inner_text()
    agree(page, TOKENS, [3, 0, 0, 0], [0, 0, 0, 3], longest=2)
    page.get_by_label("longest answer").select_option(label="any length")
    agree(page, TOKENS, [3, 0, 0, 0], [0, 0, 0, 3])


def test_of_equally_good_spans_it_takes_the_same_as_lib_and_says_so(stage):
    starts, ends = [0, 2, 0, 0], [1, 0, 0, 1]
    page = stage(SpanPicker(TOKENS, starts, ends))
    agree(page, TOKENS, starts, ends)
    assert "the likeliest end “in” (0, first of 2 equal ones)" in page.locator(".says").inner_text()


def test_scores_that_differ_by_less_than_their_sums_can_hold_are_told_as_equal(stage):
    starts, ends = [1, 0, 0, 0], [0, 1e-20, 0, 0]
    page = stage(SpanPicker(TOKENS, starts, ends))
    agree(page, TOKENS, starts, ends)


def test_the_sliders_move_everything_by_keyboard(stage):
    page = stage(picker())
    page.get_by_role("slider", name="start score of Paris, position 1").focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    agree(page, TOKENS, [0.5, 4.0, 3.0, 0.2], ENDS)
    page.get_by_role("slider", name="end score of in, position 0").focus()
    page.keyboard.press("End")
    agree(page, TOKENS, [0.5, 4.0, 3.0, 0.2], [6.0, 2.8, 0.3, 2.5])


def test_a_score_can_be_typed(stage):
    page = stage(picker())
    field = page.get_by_role("textbox", name="end score of 1919, position 3")
    field.fill("−7,25")
    field.press("Enter")
    agree(page, TOKENS, STARTS, [0.1, 2.8, 0.3, -7.25])
    assert field.input_value() == "−7.25"


@pytest.mark.parametrize("text", ["abc", "1e400", "NaN", "50.5", "<b>", "🐕", "", "9" * 10_000])
def test_what_is_no_score_is_told_and_changes_nothing(stage, text):
    page = stage(picker())
    field = page.get_by_role("textbox", name="start score of in, position 0")
    field.fill(text)
    field.press("Tab")
    assert "takes a number from −50 to 50" in page.locator(".trouble").inner_text()
    agree(page, TOKENS, STARTS, ENDS)


def test_tokens_can_be_renamed_added_and_removed(stage):
    page = stage(picker())
    page.get_by_text("Change the tokens").click()
    for i, name in enumerate(["<img src=x onerror=alert(1)>", "كلب 🐕"]):
        field = page.get_by_label(f"token {i}", exact=True)
        field.fill(name)
        field.press("Enter")
    assert page.locator(".span-picker img").count() == 0
    assert "كلب 🐕" in page.locator(".passage").inner_text()
    add = page.get_by_role("button", name="Add a token")
    for _ in range(8):
        add.click()
    assert add.is_disabled()
    assert shown(page, "end") == pytest.approx(softmax([*ENDS, *[0] * 8]), abs=5.1e-4)
    for _ in range(10):
        page.get_by_role("button", name="Remove", exact=False).first.click()
    assert page.get_by_role("button", name="Remove", exact=False).first.is_disabled()
    agree(page, ["word 10", "word 11"], [0, 0], [0, 0])


@pytest.mark.parametrize(("name", "said"), [("  ", "empty"), ("x" * 50, "at most 40 characters")])
def test_a_token_that_cannot_be_shown_is_refused(stage, name, said):
    page = stage(picker())
    page.get_by_text("Change the tokens").click()
    field = page.get_by_label("token 1", exact=True)
    field.fill(name)
    field.press("Tab")
    assert said in page.locator(".trouble").inner_text()
    assert field.input_value() == "Paris"


def test_a_token_may_occur_twice(stage):
    page = stage(picker())
    page.get_by_text("Change the tokens").click()
    field = page.get_by_label("token 1", exact=True)
    field.fill("in")
    field.press("Enter")
    agree(page, ["in", "in", "in", "1919"], STARTS, ENDS)


def test_presets_and_start_again(stage):
    preset = {"title": "a span", "tokens": ["a", "b"], "start_logits": [2, 0], "end_logits": [0, 2], "longest": 1}
    page = stage(picker(presets=[preset]))
    page.get_by_label("start from").select_option(label="a span")
    agree(page, ["a", "b"], [2, 0], [0, 2], longest=1)
    assert page.get_by_label("longest answer").input_value() == "1"
    page.get_by_role("button", name="Start again").click()
    agree(page, TOKENS, STARTS, ENDS)
    assert page.get_by_label("longest answer").input_value() == ""


def test_the_table_has_all_numbers(stage):
    page = stage(picker())
    page.get_by_text("Show the numbers").click()
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".numbers tbody tr").all()]
    assert rows[2] == ["2 in", "3", "0.782", "0.3", "0.043"]


def test_the_link_carries_the_state_to_another_page(stage):
    page = stage(picker())
    page.get_by_role("slider", name="start score of in, position 0").press("End")
    page.get_by_label("longest answer").select_option(label="1 token")
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    agree(page, TOKENS, [6.0, 1.0, 3.0, 0.2], ENDS, longest=1)


@pytest.mark.parametrize(
    "carried",
    [
        '{"tokens":["a"]}',
        '{"start_logits":[1]}',
        '{"end_logits":[0,0,0,1e999]}',
        '{"longest":0.5}',
        '{"longest":"1"}',
        '{"tokens":[1,2,3,4]}',
        "5",
    ],
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    agree(stage(picker(), search=f"?w0={quote(carried)}"), TOKENS, STARTS, ENDS)


def test_two_on_a_page_don_t_touch_each_other(stage):
    page = stage(picker(), picker())
    page.locator("#s1").get_by_role("slider").first.press("End")
    assert [float(p) for p in page.locator("#s0 .side.start .v").all_text_contents()] == pytest.approx(
        softmax(STARTS), abs=5.1e-4
    )


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    tokens = ["a token as long as it is allowed to be a", *["word"] * 9, "🐕", "كلب"]
    page = stage(SpanPicker(tokens, [50] + [-50] * 11, [0.123456] * 12), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for control in page.locator("button, select, summary, input").all():
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    picture = stage(picker(), java_script_enabled=False).get_by_role("img")
    assert picture.is_visible()
    assert "0.782" in picture.get_attribute("aria-label")


def passages(count=300):
    """Scores of which many are equal, so that ties are met, and many that are not."""
    rng = np.random.default_rng(8)
    for k in range(count):
        shape = (2, int(rng.integers(1, 13)))
        starts, ends = rng.integers(-2, 3, shape).astype(float) if k % 2 else rng.uniform(-50, 50, shape)
        yield starts.tolist(), ends.tolist(), None if k % 3 == 0 else int(rng.integers(1, 13))
    yield [50.0, -50.0], [-50.0, 50.0], None
    yield [0.0] * 12, [0.0] * 12, 3


def test_the_best_span_of_the_page_is_that_of_lib(formulas):
    calls = list(passages())
    found = formulas("span_picker").many("bestSpan", calls)
    for got, (starts, ends, longest) in zip(found, calls, strict=True):
        assert (got["start"], got["end"], got["score"]) == best_span(starts, ends, longest=longest)
