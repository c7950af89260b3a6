"""MaskBuilder: in Python, and on a page without a kernel."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.attention import causal_attention, padding_attention, t5_attention
from lib.attention_diagnosis import count_only, diagnose
from lib.attention_goals import compare_with
from lib.attention_patterns import MASK, PAD, PATTERNS, attention_pattern, build, continue_pattern
from lib.attention_patterns import _by_mistakes as every_feature
from lib.widgets import MaskBuilder

FOUR = ["he", "saw", "red", "."]
TARGET = ["er", "sah", "rot"]


def builder(**settings):
    return MaskBuilder(FOUR, **settings)


def test_python_knows_the_array_and_what_it_is():
    widget = builder(pattern="causal")
    assert np.array_equal(widget.array, causal_attention(4))
    assert widget.diagnosis == diagnose(causal_attention(4), FOUR)
    assert widget.verdict is None


def test_an_array_is_taken_and_kept_as_lists():
    widget = builder()
    widget.can_attend = causal_attention(4).T
    assert widget.can_attend[0] == [True] * 4
    assert widget.can_attend[3] == [False, False, False, True]
    assert widget.diagnosis.name == "causal but transposed"
    json.dumps(widget.state)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_is_the_one_of_lib(pattern):
    tokens = ["he", "saw", "red", PAD]
    widget = MaskBuilder(tokens, pattern=pattern, target=TARGET)
    t5 = t5_attention(4, 3)
    expected = {
        "causal": causal_attention(4),
        "padding": padding_attention([True, True, True, False]),
        "T5 decoder": t5.decoder,
        "T5 cross": t5.cross,
    }.get(pattern, t5.encoder)
    assert np.array_equal(widget.array, expected)
    assert {"T5 decoder": "target", "T5 cross": "cross"}.get(pattern, "source") == widget.sides


def test_a_goal_begins_with_an_empty_grid_and_is_judged():
    widget = builder(goal="causal")
    assert not widget.array.any()
    assert widget.verdict.name == "not started"
    widget.can_attend = np.ones((4, 4), dtype=bool)
    assert widget.verdict.name == "not yet"
    widget.can_attend = causal_attention(4)
    assert widget.verdict.name == "right"


def test_a_goal_of_t5_brings_its_side():
    widget = builder(target=TARGET)
    widget.goal = "T5 cross"
    assert widget.sides == "cross"
    assert widget.array.shape == (3, 4)


def test_the_grid_follows_its_tokens():
    widget = builder(pattern="causal")
    widget.tokens = [*FOUR, "he", "left"]
    assert np.array_equal(widget.array, causal_attention(6))
    widget.tokens = FOUR[:2]
    assert np.array_equal(widget.array, causal_attention(2))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tokens", ["one"], "2 to 8"),
        ("tokens", ["a"] * 10_000, "2 to 8"),
        ("tokens", ["a", " "], "show something"),
        ("tokens", ["a", "b" * 41], "at most 40"),
        ("tokens", [PAD, PAD], "something besides"),
        ("target", ["one"], "2 to 8"),
        ("sides", "cross", "target must be 2 to 8"),
        ("sides", "decoder", "one of"),
        ("can_attend", [[True] * 3] * 4, r"must be \(4, 4\)"),
        ("can_attend", [[1, 0, 0, 0]] * 4, "True or False"),
        ("can_attend", [[True], [True, False]], "rectangular"),
        ("can_attend", None, "True or False"),
        ("can_attend", "all", "True or False"),
        ("goal", "casual", "one of"),
        ("goal", "padding", r"no \[PAD\]"),
        ("goal", "T5 decoder", "target must be"),
        ("presets", [{"pattern": "causal"}], "title"),
        ("presets", [{"title": "x", "pattern": "casual"}], "one of"),
        ("presets", [{"title": "x", "colour": "red"}], "what MaskBuilder takes"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = builder()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


def test_a_grid_and_a_pattern_at_once_are_refused():
    with pytest.raises(TraitError, match="got both"):
        MaskBuilder(FOUR, causal_attention(4), pattern="causal")


def test_what_the_page_sends_is_taken_whole_or_not_at_all():
    widget = builder(pattern="causal")
    widget.set_state({"tokens": ["a", "b"], "can_attend": [[True, False, True]] * 2})
    assert widget.tokens == FOUR
    assert "(2, 2)" in widget.refused
    widget.set_state({"tokens": ["a", "b"], "can_attend": [[True, False], [True, True]]})
    assert (widget.tokens, widget.refused, widget.diagnosis.name) == (["a", "b"], "", "causal")


def test_the_still_figure_is_the_grid():
    alt = builder(pattern="causal").still().alt
    assert "10 of 16 cells" in alt
    assert "“saw” can attend to “he”, “saw”;" in alt
    assert "3 queries by 4 keys" in builder(pattern="T5 cross", target=TARGET).still().alt


# ── on a page ──


def ticks(page):
    rows = page.locator(".grid tbody tr").all()
    return [[box.is_checked() for box in row.get_by_role("checkbox").all()] for row in rows]


def said(page):
    return page.locator(".says").inner_text()


def test_a_click_sets_and_clears_a_tick_and_the_finding_follows(stage):
    page = stage(builder())
    assert "Bidirectional" in said(page)
    for row, token in enumerate(FOUR):
        for other in FOUR[row + 1 :]:
            page.get_by_label(f"{token} can attend to {other}", exact=True).click()
    assert ticks(page) == causal_attention(4).tolist()
    assert said(page).startswith("Causal")
    assert page.trouble == []


def test_arrow_keys_walk_and_space_toggles(stage):
    page = stage(builder())
    page.get_by_label("he can attend to he", exact=True).focus()
    for key in ("ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    assert ticks(page)[1] == [True, False, True, True]
    page.keyboard.press("Enter")
    assert ticks(page)[1] == [True] * 4
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.ariaLabel") == "saw can attend to ."
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == "saw can attend to .", "it stops at the edge"
    page.keyboard.press("Control+Home")
    assert page.evaluate("document.activeElement.ariaLabel") == "he can attend to he"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.textContent") == "he"
    page.keyboard.press("Control+End")
    assert page.evaluate("document.activeElement.ariaLabel") == ". can attend to ."


def test_tab_enters_the_grid_once_and_comes_back_to_the_same_cell(stage):
    page = stage(builder())
    assert page.locator(".grid [tabindex='0']").count() == 1
    page.get_by_label("red can attend to saw", exact=True).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Tick all"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "red can attend to saw"


def test_a_row_says_whom_its_token_can_look_at(stage):
    page = stage(builder(pattern="causal"))
    words = page.locator(".row-words")
    page.locator("tbody button", has_text="red").click()
    assert words.inner_text() == "“red” can attend to “he”, “saw” and itself, not to “.”."
    described = page.locator("tbody button", has_text="red").get_attribute("aria-describedby")
    assert described == words.get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert words.inner_text() == "“.” can attend to every token."
    page.get_by_role("button", name="Clear all").click()
    assert words.inner_text() == "“.” can attend to nothing."
    assert "No token can attend to anything" in said(page)
    page.get_by_role("button", name="Tick all").click()
    assert "Bidirectional" in said(page)


@pytest.mark.parametrize(
    ("can_attend", "tokens", "told"),
    [
        (causal_attention(4).T, FOUR, "Causal, but transposed"),
        (~np.eye(4, dtype=bool), FOUR, "with the diagonal blocked"),
        (padding_attention([True, True, False]).T, ["a", "b", PAD], "rows of [PAD] blocked instead of its columns"),
        (np.outer([1, 1, 0], [1, 1, 0]) == 1, ["a", "b", PAD], "A row of [PAD] keeps its ✓"),
        (np.array([[1, 0, 1]] * 3) == 1, ["a", MASK, "c"], "[MASK] is a token of the input"),
        (np.array([[1, 0, 1], [0, 0, 0], [1, 0, 0]]) == 1, ["a", "b", "c"], "“b” can attend to nothing"),
        (np.array([[1, 0, 1], [0, 1, 0], [1, 0, 0]]) == 1, ["a", "b", "c"], "4 of 9 cells have a ✓"),
    ],
)
def test_the_page_names_what_it_sees(stage, can_attend, tokens, told):
    page = stage(MaskBuilder(tokens, can_attend))
    assert told in said(page)
    assert said(page) == diagnose(can_attend, tokens).sentence


@pytest.mark.parametrize("pattern", PATTERNS)
def test_each_pattern_can_be_chosen_and_brings_what_it_needs(stage, pattern):
    page = stage(builder())
    page.get_by_label("start from").select_option(pattern)
    tokens = [*FOUR, PAD] if pattern == "padding" else FOUR
    sides = {"T5 decoder": (TARGET, None), "T5 cross": (tokens, TARGET)}.get(pattern, (tokens, None))
    assert ticks(page) == attention_pattern(pattern, *sides).tolist()
    assert page.get_by_label("start from").input_value() == pattern
    page.locator(".grid input").first.click()
    assert page.get_by_label("start from").input_value() == "", "it is not that pattern any more"
    page.get_by_role("button", name="Start again").click()
    assert ticks(page) == [[True] * 4] * 4
    assert page.trouble == []


def test_padding_without_room_for_a_pad_is_told(stage):
    page = stage(MaskBuilder(list("abcdefgh")))
    page.get_by_label("start from").select_option("padding")
    assert "no [PAD]" in page.locator(".trouble").inner_text()
    assert len(ticks(page)) == 8


def test_where_the_grid_is_the_answer_no_word_tells_what_it_is(stage):
    widget = builder(can_attend=[[False] * 4] * 4, is_diagnosed=False)
    assert widget.verdict is None
    assert widget.diagnosis.sentence == "No cell has a ✓ yet."
    page = stage(widget)
    assert said(page) == widget.diagnosis.sentence
    for hidden in ("goal", "start from"):
        assert not page.get_by_label(hidden).is_visible()
    page.get_by_label("he can attend to he", exact=True).check()
    assert said(page) == "1 of 16 cells has a ✓."
    page.get_by_role("button", name="Tick all").click()
    widget.can_attend = [[True] * 4] * 4
    assert said(page) == widget.diagnosis.sentence == "16 of 16 cells have a ✓."


def test_where_the_grid_is_the_answer_a_goal_from_an_address_tells_nothing_either(stage):
    page = stage(builder(can_attend=[[True] * 4] * 4, goal="bidirectional", is_diagnosed=False))
    assert said(page) == "16 of 16 cells have a ✓."
    assert builder(can_attend=[[True] * 4] * 4, goal="bidirectional", is_diagnosed=False).verdict is None


def test_a_goal_tells_how_far_and_hides_the_patterns(stage):
    page = stage(builder(goal="causal"))
    assert said(page) == "Build causal attention. No cell has a ✓ yet."
    assert not page.get_by_label("start from").is_visible()
    page.get_by_role("button", name="Tick all").click()
    assert "≠ Not yet. 6 of 16 cells differ from causal attention. Too many ✓: 6 looking ahead." in said(page)
    assert "Bidirectional" in said(page), "and it says what was built instead"
    for row, token in enumerate(FOUR):
        for other in FOUR[row + 1 :]:
            page.get_by_label(f"{token} can attend to {other}", exact=True).uncheck()
    assert "✓ Right. All 16 cells are those of causal attention." in said(page)


def test_a_goal_can_be_chosen_and_given_up(stage):
    page = stage(builder())
    page.get_by_label("goal").select_option("T5 cross")
    assert ticks(page) == [[False] * 4] * 3
    page.get_by_role("button", name="Tick all").click()
    assert "✓ Right." in said(page)
    page.get_by_label("goal").select_option("")
    assert "Right" not in said(page)
    assert page.get_by_label("start from").is_visible()


def test_tokens_can_be_added_renamed_and_removed(stage):
    page = stage(builder(pattern="causal"))
    page.get_by_text("Change the tokens").click()
    page.get_by_role("button", name="Add [PAD]").click()
    assert ticks(page) == causal_attention(5).tolist(), "the pattern goes on"
    for _ in range(3):
        page.get_by_role("button", name="Add a token").click()
    assert page.get_by_role("button", name="Add a token").is_disabled()
    name = page.get_by_label("source token 1", exact=True)
    name.fill("<img src=x onerror=alert(1)>")
    name.press("Enter")
    assert page.locator(".grid img").count() == 0
    assert name.evaluate("each => each === document.activeElement"), "the field keeps the focus"
    page.get_by_label("source token 2", exact=True).fill("كلب 🐕")
    page.get_by_label("source token 2", exact=True).press("Tab")
    assert "كلب 🐕" in page.locator(".grid tbody").inner_text()
    page.get_by_role("button", name="Remove <img").click()
    assert ticks(page) == causal_attention(7).tolist()
    for _ in range(5):
        page.get_by_role("button", name="Remove", exact=False).last.click()
    assert len(ticks(page)) == 2
    assert page.get_by_role("button", name="Remove", exact=False).first.is_disabled()
    assert page.trouble == []


@pytest.mark.parametrize(
    ("typed", "told"), [("", "empty"), ("   ", "empty"), ("x" * 41, "at most 40 characters"), (PAD, "something else")]
)
def test_what_is_no_token_is_told_and_changes_nothing(stage, typed, told):
    page = stage(MaskBuilder(["he", PAD]))
    page.get_by_text("Change the tokens").click()
    name = page.get_by_label("source token 1", exact=True)
    name.fill(typed)
    name.press("Enter")
    assert told in page.locator(".trouble").inner_text()
    assert name.input_value() == "he"
    assert ticks(page) == [[True, True]] * 2


def test_cross_attention_has_two_sides_to_edit(stage):
    page = stage(builder(pattern="T5 cross", target=TARGET))
    page.get_by_text("Change the tokens").click()
    page.get_by_role("button", name="Remove rot").click()
    assert ticks(page) == [[True] * 4] * 2
    page.get_by_role("button", name="Remove red").click()
    assert ticks(page) == [[True] * 3] * 2
    page.locator("fieldset", has_text="Target").get_by_role("button", name="Add a token").click()
    assert ticks(page) == [[True] * 3] * 3
    page.get_by_label("er can attend to saw", exact=True).click()
    assert page.locator(".row-words").inner_text() == "“er” can attend to “he” and “.”, not to “saw”."


def test_equal_tokens_are_told_apart_by_their_place(stage):
    page = stage(MaskBuilder(["a", "a", "b"]))
    page.get_by_label("a (1) can attend to a (2)", exact=True).click()
    assert ticks(page)[0] == [True, False, True]
    assert page.locator(".row-words").inner_text() == "“a” (1) can attend to itself and “b”, not to “a” (2)."


def test_presets_carry_tokens_grid_and_goal(stage):
    presets = [{"title": "build GPT", "goal": "causal"}, {"title": "turned", "can_attend": causal_attention(4).T}]
    page = stage(builder(presets=presets))
    page.get_by_label("start from").select_option(label="turned")
    assert "transposed" in said(page)
    page.get_by_label("start from").select_option(label="build GPT")
    assert "Build causal attention" in said(page)
    assert page.get_by_label("start from").is_visible(), "the exercise's own starting points stay"
    assert page.locator("optgroup[hidden]").get_attribute("label") == "a pattern", "which would give it away"


def test_the_counts_are_in_a_table(stage):
    page = stage(builder(pattern="causal"))
    page.get_by_text("Show the counts").click()
    cells = page.locator("details table tbody tr").nth(2).locator("th, td").all_text_contents()
    assert cells == ["red", "2", "1", "0", "3", "0.333"]


def test_the_link_carries_the_grid_to_another_page(stage):
    page = stage(builder(target=TARGET))
    page.get_by_label("start from").select_option("T5 cross")
    page.locator(".grid input").first.click()
    address = page.locator(".state-link").get_attribute("href")
    page.goto(address)
    page.wait_for_selector("html[data-widgets=ready]")
    assert ticks(page) == [[False, True, True, True], [True] * 4, [True] * 4]


@pytest.mark.parametrize(
    "carried",
    [
        *("{}", "nonsense", "null", '{"tokens":5}', '{"tokens":["a"]}', '{"can_attend":[[1]]}', '{"sides":"cross"}'),
        *('{"goal":"toString"}', '{"can_attend":[[true]]}', '{"tokens":["[PAD]","[PAD]"]}', '{"target":[1,2]}'),
        '{"can_attend":[["x","x","x","x"],["x","x","x","x"],["x","x","x","x"],["x","x","x","x"]]}',
    ],
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    page = stage(builder(pattern="causal"), search=f"?w0={quote(carried)}")
    assert ticks(page) == causal_attention(4).tolist()
    assert said(page) == diagnose(causal_attention(4), FOUR).sentence
    assert page.trouble == []


def test_two_builders_on_a_page_don_t_touch_each_other(stage):
    page = stage(builder(), builder())
    page.locator("#s1").get_by_role("button", name="Clear all").click()
    assert "Bidirectional" in page.locator("#s0 .says").inner_text()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page_and_every_target_is_large_enough(stage, width, theme):
    tokens = ["unbelievably long", "saw", MASK, "the", "red", "🐕", "كلب", PAD]
    page = stage(MaskBuilder(tokens), MaskBuilder(tokens, pattern="T5 cross", target=TARGET), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.evaluate(
        "[...document.querySelectorAll('.mask-builder :is(input, button, select)')]"
        ".filter(each => each.offsetParent).map(each => { const b = each.getBoundingClientRect(); "
        "return [b.width, b.height, b.right]; })"
    )
    assert len(boxes) > 90
    assert all(across >= 24 and high >= 24 and right <= width for across, high, right in boxes)
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    page = stage(builder(pattern="causal"), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert picture.is_visible()
    assert "10 of 16 cells" in picture.get_attribute("aria-label")


# ── the formulas of the page are those of lib ──


def cases(count=3000):
    """Random grids, half of them put together from features, so that the named ones are met often."""
    rng = np.random.default_rng(11)
    for number in range(count):
        tokens, other = (rng.choice(["he", "saw", MASK, PAD, "“a”"], rng.integers(2, 9)).tolist() for _ in range(2))
        queries = other if rng.random() < 0.3 else None
        shape = (len(queries or tokens), len(tokens))
        features = every_feature(queries is not None)
        grid = build(features[rng.integers(len(features))], tokens, queries) if number % 2 else rng.random(shape) < 0.5
        if number % 10 == 3:  # one cell beside a named one
            grid = grid ^ (np.arange(grid.size).reshape(shape) == rng.integers(grid.size))
        yield grid.tolist(), tokens, queries


@pytest.fixture(scope="module")
def many():
    return list(cases())


@pytest.mark.long
def test_the_page_says_of_thousands_of_grids_what_lib_says(formulas, many):
    found = formulas("mask_builder").many("diagnose", many)
    names = set()
    for got, case in zip(found, many, strict=True):
        expected = diagnose(*case)
        assert (got["name"], got["sentence"]) == tuple(expected), case
        names.add(expected.name.split(",")[0])
    assert len(names) >= 13, names


@pytest.mark.long
def test_the_page_measures_the_distance_to_a_goal_as_lib_does(formulas, many):
    calls = [(PATTERNS[number % len(PATTERNS)], *case) for number, case in enumerate(many)]
    module = formulas("mask_builder")
    for got, call in zip(module.many("compareWith", calls), calls, strict=True):
        assert (got["name"], got["sentence"]) == tuple(compare_with(*call)), call
    for got, case in zip(module.many("countOnly", many), many, strict=True):
        assert (got["name"], got["sentence"]) == tuple(count_only(*case)), case


@pytest.mark.long
def test_the_page_builds_and_continues_patterns_as_lib_does(formulas, many):
    module = formulas("mask_builder")
    calls = [(name, tokens, queries) for _, tokens, queries in many[:60] for name in PATTERNS]
    for got, call in zip(module.many("attentionPattern", calls), calls, strict=True):
        assert got == attention_pattern(*call).tolist(), call
    calls = [(grid, [tokens, queries], [[*tokens, PAD], queries]) for grid, tokens, queries in many]
    for got, (grid, before, after) in zip(module.many("continuePattern", calls), calls, strict=True):
        assert got == continue_pattern(grid, before, after).tolist(), (grid, before)
