"""The answer boxes in a real browser: verdicts, hints, rubrics, new numbers, and what a reader may meet besides."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from lib.answers import answer_table, judge
from lib.answers.shapes import show_shape
from lib.bank import EXERCISES, LEVELS, exercise, render, variants_of

pytestmark = pytest.mark.browser
PAGE = {level.number: f"chapters/{level.page}.html" for level in LEVELS}
KEYED = [pytest.param(each, id=each.number) for each in EXERCISES if each.keyed]
WRITTEN = [pytest.param(each, id=each.number) for each in EXERCISES if each.rubric]
WITH_NUMBERS = [pytest.param(each, id=each.number) for each in EXERCISES if each.draw]
WORD = {"right": "right", "mistake": "notyet", "wrong": "notyet", "not read": "unread", "yours": "yours"}
UNREADABLE = {"number": "0,84,4", "count": "three", "shape": "(2, 768", "word": "12", "mask": "causal"}
REFUSED = {
    "forbidden": """Object.defineProperty(globalThis, 'localStorage',
        {get() { throw new DOMException('', 'SecurityError'); }})""",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
}
UNUSABLE = [
    *("{", "[]", '{"version":1,"value":{"variant":"7","by":[]}}', '{"version":1,"value":{"by":{"0":3,"x":{}}}}'),
    '{"version":1,"value":{"variant":-1,"by":{"0":{"given":[],"checked":{"p_dog":5},"rubric":{"a":["x"]}}}}}',
    '{"version":1,"value":{"by":{"0":{"checked":{"p_cat":"0.1"}}}}}',
    '{"version":1,"value":{"variant":9999,"by":{"0":{"state":"toString","points":"many"}}}}',
]
WIDER = """[...document.querySelectorAll('article *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !e.closest('math, pre, table, .formula');
  }).map(e => e.tagName + '.' + e.className)"""
SMALL_TARGETS = """[...document.querySelectorAll('form.answer *')].filter(e => {
    const box = (e.type === 'radio' ? e.closest('label') : e).getBoundingClientRect();
    return e.matches('button, input, textarea') && box.width && (box.height < 43.9 || box.width < 43.9);
  }).map(e => e.outerHTML)"""
MOVABLE = "#softmax-three-logits [data-widget] > :not(.still, script)"
TIME = """async (card) => {
    const told = card.querySelector('.verdict');
    const seen = new Promise(done =>
      new MutationObserver(() => done(performance.now())).observe(told, {childList: true}));
    const start = performance.now();
    card.querySelector('form.answer .primary').click();
    return (await seen) - start;
  }"""


class Card:
    """One exercise's card, as a reader uses it."""

    def __init__(self, page, each):
        self.page = page
        self.each = each
        self.place = page.locator(f"section[id='{each.id}']")
        self.form = self.place.locator("form.answer")

    def fill(self, table, **given):
        kinds = {field["name"]: field["kind"] for field in table["fields"]}
        for name, text in given.items():
            if kinds[name] == "choice":
                self.form.locator(f"[name='{name}'][value={json.dumps(text)}]").check()
            else:
                self.form.locator(f"[name='{name}']").fill(text)
        return self

    def check(self):
        self.form.get_by_role("button", name="Check").click()
        self.page.wait_for_function(
            "form => form.querySelector('.verdict[data-verdict], .notice:not(:empty)')", arg=self.form.element_handle()
        )
        return self

    def told(self, name):
        """The kind of a field's verdict and its text; none before it was judged."""
        place = self.form.locator(f"[data-field='{name}'] .verdict")
        kind = place.get_attribute("data-verdict")
        return (kind, straight(place.inner_text())) if kind else None

    @property
    def state(self):
        place = self.place.locator(".state")
        return place.get_attribute("data-state"), place.inner_text()

    @property
    def step(self):
        return self.page.locator(f".steps [data-step='{self.each.id}']").get_attribute("data-state")

    def button(self, name):
        return self.form.locator(f"[data-{name}]")

    def new_numbers(self):
        before = self.numbers
        self.button("new").click()
        self.page.wait_for_function(
            "([place, before]) => place.textContent !== before", arg=[self.button("numbers").element_handle(), before]
        )
        return self

    @property
    def numbers(self):
        return self.button("numbers").text_content()

    @property
    def prompt(self):
        return words(self.place.locator(".prompt").inner_text())


def words(text):
    return re.sub(r"\s+", " ", text).strip()


def straight(text):
    return words(text).replace("’", "'")


def typed(field, value):
    """How a learner types a value of this field."""
    match field["kind"]:
        case "number":
            return f"{value:.{field['decimals']}f}"
        case "count":
            return f"{value:g}"
        case "shape":
            return show_shape(value)
        case _:
            return value


def truth(table):
    return {field["name"]: typed(field, field["answer"]) for field in table["fields"] if "answer" in field}


def opened(view, each, query="", **settings):
    page = view(PAGE[each.level] + query, **settings)
    page.wait_for_selector("html[data-answers]", state="attached")
    return Card(page, each)


def again(card):
    """Load the page anew."""
    card.page.reload()
    card.page.wait_for_selector("html[data-answers]", state="attached")
    return card


# ── Verdicts ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("each", KEYED)
def test_what_is_right_is_told_so_beside_every_box_and_in_the_card(view, each):
    table = answer_table(each)
    card = opened(view, each).fill(table, **truth(table)).check()
    assert {card.told(name)[0] for name in truth(table)} == {"right"}
    assert card.state == (("part", "Right so far") if each.rubric else ("right", "Right"))
    assert card.step == card.state[0]
    assert not card.form.locator("[aria-invalid]").count()
    assert not card.button("hint").is_visible()
    assert card.page.trouble == []


@pytest.mark.parametrize("each", KEYED)
def test_a_mistake_gets_its_reason_and_links_to_what_mends_it(view, each):
    table = answer_table(each)
    given = {}
    for field in (field for field in table["fields"] if "answer" in field):
        mistake = next(mistake for mistake in field["mistakes"] if not mistake.get("excused"))
        given[field["name"]] = typed(field, mistake["value"])
    card = opened(view, each).fill(table, **given).check()
    verdict = judge(table, given)
    for told in verdict.fields:
        kind, text = card.told(told.name)
        assert kind == WORD[told.status]
        assert text.startswith(straight(told.feedback))
        links = card.form.locator(f"[data-field='{told.name}'] .see a")
        assert [link.inner_text() for link in links.all()] == [place.title for place in told.see]
        for link, place in zip(links.all(), told.see, strict=True):
            page, _, anchor = link.get_attribute("href").partition("#")
            assert page in (f"{place.page}.html", "")
            assert anchor == place.anchor
    assert card.state == ("notyet", "Not yet")
    assert card.step == "notyet"
    boxes = [told.name for told in verdict.fields if WORD[told.status] == "notyet"]
    for box in card.form.locator(":is(input:not([type=radio]), textarea)").all():
        assert (box.get_attribute("aria-invalid") == "true") == (box.get_attribute("name") in boxes)


@pytest.mark.parametrize("name", ["1.3", "2.1", "2.3", "4.1", "5.2"])
def test_what_cannot_be_read_is_not_wrong_and_gets_an_example(view, name):
    table = answer_table(exercise(name))
    field = next(field for field in table["fields"] if field["kind"] in UNREADABLE)
    card = opened(view, exercise(name)).fill(table, **{field["name"]: UNREADABLE[field["kind"]]}).check()
    kind, text = card.told(field["name"])
    assert kind == "unread"
    assert text.startswith("Not read. “")
    assert straight(field["example"]) in text
    assert card.state == ("unread", "Not read")
    assert not card.button("hint").is_visible()


def test_markup_that_is_typed_stays_text(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="<img src=x onerror=alert(1)>").check()
    assert "<img" in card.told("p_dog")[1]
    assert not card.form.locator("img").count()
    assert card.page.trouble == []


def test_an_error_carried_forward_is_told_as_such(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.727", loss="0.319").check()
    assert card.told("loss")[1].startswith("Not yet. The step is right, and starts from your (a).")


def test_a_box_that_is_left_out_is_not_judged(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), loss="0.170").check()
    assert card.told("p_dog") is None
    assert card.told("loss")[0] == "right"
    assert card.state == ("part", "Right so far")


def test_nothing_to_check_is_said_and_the_first_box_waits(view):
    card = opened(view, exercise("2.1")).check()
    expect(card.form.locator(".notice")).to_have_text("There is nothing to check yet. Fill in a box first.")
    assert card.page.evaluate("document.activeElement.name") == "p_dog"
    assert card.state == ("new", "Not started")


def test_a_verdict_is_marked_as_old_while_its_answer_is_changed(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.727", loss="0.170").check()
    stale = card.form.locator(".verdict[data-stale]")
    assert stale.count() == 0
    card.fill(answer_table(each), p_dog="0.72")
    assert stale.count() == 1
    assert card.told("p_dog")[1].startswith("Not yet. You used base 2.")
    card.fill(answer_table(each), p_dog="0.727")
    assert stale.count() == 0
    card.fill(answer_table(each), p_dog="0.844").check()
    assert stale.count() == 0
    assert card.state == ("right", "Right")


def test_the_verdict_comes_at_once(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.844", loss="0.169").check()
    times = []
    for text in ("0.727", "0.844", "0.5", "0.84", "84,4 %"):
        card.fill(answer_table(each), p_dog=text)
        times.append(card.place.evaluate(TIME))
    print("Check to verdict, ms:", times)
    assert sorted(times)[2] < 50


def test_spaces_alone_are_left_out_and_that_is_said(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="  ").check()
    expect(card.form.locator(".notice")).to_have_text("There is nothing to check yet. Fill in a box first.")
    card.fill(answer_table(each), loss="0.170").check()
    card.page.wait_for_selector("#softmax-three-logits .verdict[data-verdict]")
    assert card.told("p_dog") is None
    assert card.told("loss")[0] == "right"
    assert card.state == ("part", "Right so far")


# ── Hints and written answers ─────────────────────────────────────────────────────────────────


def test_after_a_mistake_the_next_hint_is_offered_one_at_a_time(view):
    each = exercise("2.1")
    card = opened(view, each)
    for number in (1, 2, 3):
        card.fill(answer_table(each), p_dog="0.727").check()
        offer = card.button("hint")
        assert offer.inner_text() == f"Open hint {number} of 3"
        offer.click()
        hints = card.place.locator("details.hint")
        assert [hint.get_attribute("open") is not None for hint in hints.all()] == [i < number for i in range(3)]
        assert card.page.evaluate("document.activeElement.textContent") == f"Hint {number} of 3"
        assert not offer.is_visible()
    card.check()
    assert not card.button("hint").is_visible()
    assert card.place.locator("details.solution").get_attribute("open") is None


def test_without_a_hint_left_none_is_promised_and_the_solution_is_offered(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.123").check()
    assert card.told("p_dog")[1].endswith("The next hint may help.")
    assert not card.button("solution").is_visible()
    for hint in card.place.locator("details.hint > summary").all():
        hint.click()
    card.page.wait_for_function("document.querySelector('#softmax-three-logits [data-hint]').hidden")
    card.check()
    assert card.told("p_dog")[1] == "Not yet. This is none of the usual slips."
    card.button("solution").click()
    assert card.place.locator("details.solution").get_attribute("open") is not None
    assert not card.button("solution").is_visible()


def test_a_hint_that_was_opened_already_is_not_offered(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.727").check()
    card.place.locator("details.hint > summary").first.click()
    card.page.wait_for_function("document.querySelector('#softmax-three-logits [data-hint]').hidden")
    card.check()
    assert card.button("hint").inner_text() == "Open hint 2 of 3"


@pytest.mark.parametrize("each", WRITTEN)
def test_a_written_answer_is_held_against_its_points_and_then_against_the_solution(view, each):
    table = answer_table(each)
    written = {field["name"]: "My own words." for field in table["fields"] if field["kind"] == "argument"}
    card = opened(view, each).fill(table, **truth(table))
    assert not card.form.locator(".rubric").count()
    card.fill(table, **written).check()
    assert card.state == ("yours", "Yours to judge")
    for field in (field for field in table["fields"] if field["kind"] == "argument"):
        assert card.told(field["name"])[0] == "yours"
        points = card.form.locator(f"[data-field='{field['name']}'] .rubric fieldset")
        assert points.count() == len(field["criteria"])
        for point, criterion in zip(points.all(), field["criteria"], strict=True):
            assert criterion["full"] in point.inner_text()
            assert criterion["half"] in point.inner_text()
            point.locator("[value=full]").check()
        possible = sum(criterion["points"] for criterion in field["criteria"])
        kind, text = card.told(field["name"])
        assert kind == "judged"
        assert re.fullmatch(rf"Judged by you\. {possible} points? of {possible}\.", text)
    assert card.state == ("right", "Right")
    card.form.locator(".rubric [value=half]").first.check()
    assert card.state == ("judged", "Judged by you")
    card.button("solution").click()
    assert card.place.locator("details.solution").get_attribute("open") is not None
    assert not card.button("solution").is_visible()
    assert card.page.trouble == []


def test_half_a_point_is_told(view):
    each = exercise("2.2")
    card = opened(view, each).fill(answer_table(each), meaning="It was wrong.").check()
    card.form.locator(".rubric [value=half]").check()
    assert card.told("meaning")[1] == "Judged by you. ½ point of 1."


# ── A grid, built in the figure ───────────────────────────────────────────────────────────────

STORY = exercise("5.2")
LOWER = ["1000", "1100", "1110", "1111"]


def with_figure(card):
    """Wait until the figure of the card can be moved; what a reader touches there."""
    card.page.wait_for_selector("html[data-widgets='ready']", state="attached")
    return card.place.locator("[data-widget='mask_builder'] [role='grid']")


def build(grid, rows):
    for q, row in enumerate(rows):
        for k, cell in enumerate(row):
            grid.locator(f"input[data-q='{q}'][data-k='{k}']").set_checked(cell == "1")


def ticks(place):
    return [row.split() for row in place.inner_text().splitlines()]


def test_a_grid_built_in_the_figure_is_the_answer_and_stays_so(view):
    card = opened(view, STORY)
    grid, box, built = with_figure(card), card.form.locator("[name=grid]"), card.form.locator(".built")
    assert box.input_value() == ""
    assert not built.is_visible()
    build(grid, LOWER[:3])
    assert box.input_value() == "1000/1100/1110/0000"
    build(grid, LOWER)
    assert box.input_value() == "/".join(LOWER)
    assert ticks(built) == [list(row.replace("1", "✓").replace("0", "·")) for row in LOWER]
    card.check()
    assert card.told("grid") == ("right", "Right.")
    assert card.state == ("part", "Right so far")
    grid = with_figure(again(card))
    card.page.wait_for_function("document.documentElement.dataset.answers === 'restored'")
    assert box.input_value() == "/".join(LOWER)
    assert card.told("grid") == ("right", "Right.")
    assert grid.locator("input:checked").count() == 10, "the figure shows what was kept"
    grid.locator("input[data-q='0'][data-k='3']").check()
    assert box.input_value() == "1001/1100/1110/1111"
    assert card.form.locator("[data-field=grid] .verdict").get_attribute("data-stale") is not None
    assert card.page.trouble == []


def test_a_grid_that_is_typed_stands_in_the_figure_too(view):
    card = opened(view, STORY)
    grid, box = with_figure(card), card.form.locator("[name=grid]")
    box.fill("✓✓✓✓ ·✓✓✓ ··✓✓ ···✓")
    box.blur()
    assert grid.locator("input:checked").count() == 10
    assert grid.locator("input[data-q='0'][data-k='3']").is_checked()
    assert card.check().told("grid")[1].startswith("Not yet. Read as 1111/0111/0011/0001. Rows and columns are")
    box.fill("10/11")  # of other tokens than the figure has
    box.blur()
    assert grid.locator("input:checked").count() == 10
    assert card.check().told("grid") == ("right", "Right.")
    box.fill("<b>1</b>")
    assert not card.form.locator(".built").is_visible()
    assert card.check().told("grid")[0] == "unread"
    assert card.page.trouble == []


def test_the_keyboard_alone_leads_from_the_box_to_the_figure_and_builds_a_grid(view):
    card = opened(view, STORY)
    with_figure(card)
    card.form.locator("[name=grid]").focus()
    card.page.keyboard.press("Tab")
    card.page.keyboard.press("Enter")
    assert card.page.evaluate("document.activeElement.closest('[role=grid]') !== null")
    for key in ("Control+Home", "Space", "ArrowDown", "Space"):
        card.page.keyboard.press(key)
    assert card.form.locator("[name=grid]").input_value() == "1000/1000/0000/0000"


def test_a_cleared_figure_leaves_the_grid_out(view):
    card = opened(view, STORY)
    grid = with_figure(card)
    grid.locator("input").first.check()
    card.place.get_by_role("button", name="Clear all").click()
    assert card.form.locator("[name=grid]").input_value() == ""
    card.form.get_by_role("button", name="Check").click()
    expect(card.form.locator(".notice")).to_contain_text("nothing to check yet")


def test_a_link_to_a_grid_shows_that_grid_and_not_the_kept_one(view):
    card = opened(view, STORY).fill(answer_table(STORY), grid="/".join(LOWER))
    number = card.page.evaluate(
        "[...document.querySelectorAll('[data-widget]')].findIndex(e => e.dataset.widget === 'mask_builder')"
    )
    state = json.dumps({"can_attend": [[True] * 4] * 4})
    card.page.goto(card.page.url.partition("#")[0] + f"?w{number}={state}")
    assert with_figure(card).locator("input:checked").count() == 16
    assert card.form.locator("[name=grid]").input_value() == "/".join(LOWER)


# ── What is kept ──────────────────────────────────────────────────────────────────────────────


def test_what_was_right_once_stays_so_while_the_verdict_is_on_the_last_check(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), **truth(answer_table(each))).check()
    card.fill(answer_table(each), p_dog="0.727").check()
    card.page.wait_for_selector("#softmax-three-logits .verdict[data-verdict=notyet]")
    assert card.state == ("notyet", "Not yet")
    assert card.step == "right"
    again(card).page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.state == ("notyet", "Not yet")
    assert card.step == "right"
    found = card.page.evaluate("course.progress.of('softmax-three-logits')")
    assert (found["is"], found["points"]) == ("done", 4)


def test_a_second_tab_follows_the_first_one(view):
    each = exercise("2.1")
    card = opened(view, each)
    page = card.page.context.new_page()
    page.goto(card.page.url)
    page.wait_for_selector("html[data-answers]", state="attached")
    other = Card(page, each).fill(answer_table(each), **truth(answer_table(each))).check()
    card.page.wait_for_selector("#softmax-three-logits .verdict[data-verdict=right]")
    assert card.form.locator("[name=p_dog]").input_value() == "0.844"
    assert card.state == ("right", "Right")
    card.fill(answer_table(each), p_dog="0")
    page.wait_for_function("document.querySelector('[name=p_dog]').value === '0'")
    again(other).page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert other.form.locator("[name=p_dog]").input_value() == "0"
    assert other.told("loss")[0] == "right"
    assert other.step == "right"


@pytest.mark.long
def test_a_tab_that_heard_of_nothing_changes_only_the_box_that_was_typed_in(view):
    each = exercise("2.1")
    card = opened(view, each)
    page = card.page.context.new_page()
    page.add_init_script("addEventListener('storage', event => event.stopImmediatePropagation(), true)")
    page.goto(card.page.url)
    page.wait_for_selector("html[data-answers]", state="attached")
    stale = Card(page, each)
    card.fill(answer_table(each), **truth(answer_table(each))).check()
    assert stale.form.locator("[name=loss]").input_value() == ""
    stale.fill(answer_table(each), p_dog="0")
    assert stale.form.locator("[name=loss]").input_value() == truth(answer_table(each))["loss"]
    again(card).page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.form.locator("[name=p_dog]").input_value() == "0"
    assert card.form.locator("[name=loss]").input_value() == truth(answer_table(each))["loss"]
    assert card.step == "right"


def test_a_reload_brings_back_what_was_typed_told_and_judged(view):
    each = exercise("2.2")
    table = answer_table(each)
    card = (
        opened(view, each).fill(table, p_log="0.042", loss="1.377", meaning="Little was given.\nTo the truth.").check()
    )
    card.form.locator(".rubric [value=full]").check()
    card.fill(table, p_log="0.04")
    before = [card.told(name) for name in ("p_log", "loss", "meaning")]
    again(card).page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.form.locator("[name=p_log]").input_value() == "0.04"
    assert card.form.locator("[name=meaning]").input_value() == "Little was given.\nTo the truth."
    assert card.form.locator(".rubric [value=full]").is_checked()
    assert [card.told(name) for name in ("p_log", "loss", "meaning")] == before
    assert card.form.locator("[data-field=p_log] .verdict").get_attribute("data-stale") is not None
    assert card.state == ("notyet", "Not yet")
    assert card.step == "notyet"
    assert card.page.trouble == []


def test_a_choice_comes_back_after_a_reload(view):
    each = exercise("1.1")
    card = opened(view, each).fill(answer_table(each), bert_attention="bidirectional", gpt_job="generation").check()
    again(card).page.wait_for_selector("html[data-answers=restored]", state="attached")
    chosen = card.form.locator(":checked").evaluate_all("all => all.map(each => each.value)")
    assert chosen == ["bidirectional", "generation"]


def test_what_was_typed_and_not_checked_is_not_judged_after_a_reload(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.844")
    again(card)
    assert card.form.locator("[name=p_dog]").input_value() == "0.844"
    assert card.told("p_dog") is None
    assert card.state == ("new", "Not started")


def test_what_is_kept_says_how_far_the_exercise_is(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), **truth(answer_table(each))).check()
    kept = json.loads(card.page.evaluate(f"localStorage.getItem('bert-exercises:answers/{each.id}')"))["value"]
    assert {name: kept[name] for name in ("variant", "state", "points", "possible")} == {
        "variant": 0,
        "state": "right",
        "points": 4,
        "possible": 4,
    }
    card.new_numbers()
    assert card.state == ("new", "Not started")
    assert card.step == "right"


@pytest.mark.parametrize("how", REFUSED)
def test_without_storage_everything_works_until_the_page_is_left(view, how):
    each = exercise("2.1")
    card = opened(view, each)
    card.page.route("**/scripts/pydata-sphinx-theme.js*", lambda route: route.fulfill(body=""))  # it does complain
    card.page.add_init_script(REFUSED[how])
    again(card).fill(answer_table(each), p_dog="0.727").check()
    assert card.told("p_dog")[0] == "notyet"
    card.new_numbers()
    assert card.form.locator("[name=p_dog]").input_value() == ""
    card.button("back").click()
    card.page.wait_for_function("document.querySelector('[data-back]').hidden")
    assert card.form.locator("[name=p_dog]").input_value() == "0.727"
    assert card.page.trouble == []


@pytest.mark.parametrize("text", UNUSABLE)
def test_what_was_kept_in_no_usable_form_breaks_nothing(view, text):
    each = exercise("2.1")
    card = opened(view, each)
    card.page.evaluate("text => localStorage.setItem('bert-exercises:answers/softmax-three-logits', text)", text)
    again(card)
    card.page.wait_for_timeout(200)
    assert card.prompt == words(card.prompt)
    card.fill(answer_table(each), **truth(answer_table(each))).check()
    assert card.state == ("right", "Right")
    assert card.page.trouble == []


# ── New numbers ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("each", WITH_NUMBERS)
def test_new_numbers_change_prompt_boxes_hints_and_solution_and_are_judged_by_their_own_table(view, each):
    card = opened(view, each)
    book = card.prompt
    below = card.place.locator(".panel + .book-numbers")
    card.new_numbers()
    assert below.inner_text() == "What follows has the book’s numbers."
    assert card.numbers == f"Numbers 1 of {len(variants_of(each)) - 1}"
    assert card.page.url.endswith(f"?v=1#{each.id}")
    varied = exercise(each.number, variant=1)
    table = answer_table(varied, variant=1)
    assert card.prompt != book
    labels = card.form.locator("[data-field] :is(label[for], legend)").all_inner_texts()
    assert labels == [field["label"] for field in table["fields"]]
    card.place.locator("details").evaluate_all("all => all.forEach(fold => { fold.open = true; })")
    solution = words(card.place.locator("details.solution").inner_text())
    for field in each.keyed:
        if isinstance(field.answer(varied.defaults), float):
            assert render(f"<<{field.name}:.{field.decimals}f>>", varied) in solution
    card.fill(table, **truth(table)).check()
    assert {card.told(name)[0] for name in truth(table)} == {"right"}
    card.button("back").click()
    card.page.wait_for_function("id => document.querySelector(`#${id} [data-back]`).hidden", arg=each.id)
    assert card.prompt == book
    assert below.count() == 0
    assert card.page.url.endswith(f".html#{each.id}")
    assert card.numbers == "The book’s numbers"
    assert card.told(each.keyed[0].name) is None
    assert card.page.trouble == []


def test_an_address_gives_the_same_numbers_as_the_bank(view):
    each = exercise("2.1", variant=7)
    card = opened(view, each, "?v=7#softmax-three-logits")
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.numbers == "Numbers 7 of 25"
    for word, score in zip(each.defaults["words"], each.defaults["logits"], strict=True):
        assert word in card.prompt
        assert f"{score:.1f}".replace("-", "−") in card.prompt
    table = answer_table(each, variant=7)
    card.fill(table, **truth(table)).check()
    assert card.state == ("right", "Right")


def test_the_widget_and_its_figure_follow_the_new_numbers(view):
    each = exercise("2.1", variant=1)
    card = opened(view, each)
    card.page.wait_for_selector("#softmax-three-logits .course-widget.live")
    card.new_numbers()
    card.page.wait_for_function(
        f"word => document.querySelector('{MOVABLE}')?.innerText.includes(word)",
        arg=each.defaults["words"][0],
    )
    widget = card.place.locator(".course-widget")
    assert card.page.locator(MOVABLE).count() == 1
    for word in each.defaults["words"]:
        assert word in widget.locator(".still").text_content()
    card.button("back").click()
    card.page.wait_for_function(f"document.querySelector('{MOVABLE}')?.innerText.includes('dog')")
    assert "dog" in widget.locator(".still").text_content()
    assert card.page.trouble == []


def test_new_numbers_are_those_not_yet_seen_and_come_back_after_a_reload(view):
    each = exercise("2.3")
    card = opened(view, each, "?v=2#scored-positions")
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    card.new_numbers()
    assert card.numbers == "Numbers 3 of 25"
    card.fill(answer_table(each), scored="9")
    card.page.goto(card.page.url.replace("?v=3", ""))
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.numbers == "Numbers 3 of 25"
    assert card.form.locator("[name=scored]").input_value() == "9"
    seen = {2, 3}
    for _ in range(23):
        card.new_numbers()
        seen.add(int(card.numbers.split()[1]))
    assert seen == set(range(1, 26))


def test_new_numbers_close_what_was_open_and_show_the_prompt(view):
    each = exercise("2.1")
    card = opened(view, each, height=600)
    for fold in card.place.locator("details.hint, details.solution").all():
        fold.locator("summary").first.click()
    card.new_numbers()
    assert card.place.locator("details:is(.hint, .solution)[open]").count() == 0
    assert card.page.evaluate("document.activeElement.name") == "p_dog"
    card.page.wait_for_timeout(600)
    box = card.place.locator(".prompt").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 600


@pytest.mark.parametrize("asked", ["99", "0", "-1", "x", "1.5", "", "1e1", "0x1"])
def test_an_address_that_asks_for_what_is_not_there_gives_the_book_s_numbers(view, asked):
    card = opened(view, exercise("2.1"), f"?v={asked}#softmax-three-logits")
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.numbers == "The book’s numbers"
    assert "dog" in card.prompt
    told = f"There are no numbers {asked} here" if asked else "The address names no numbers"
    assert card.form.locator(".notice").inner_text() == f"{told}. These are the book’s."
    assert card.page.trouble == []


def test_an_address_that_cannot_be_decoded_hinders_nothing(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.844").check()
    card.page.goto(card.page.url.partition("#")[0] + "?v=7#100%")
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.told("p_dog")[0] == "right"
    assert card.page.trouble == []


def test_a_link_to_a_widget_s_state_keeps_the_numbers_and_works_with_them(view):
    card = opened(view, exercise("2.1"), "?v=7#softmax-three-logits")
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    words = exercise("2.1", variant=7).defaults["words"]
    live = f"word => document.querySelector('{MOVABLE}')?.innerText.includes(word)"
    card.page.wait_for_function(live, arg=words[0])
    score = card.page.locator(MOVABLE).locator(".rows input.number").first
    score.fill("-2.25")
    score.press("Enter")
    address = card.page.locator(f"{MOVABLE} .state-link").get_attribute("href")
    assert "?v=7&w" in address
    card.page.goto(address)
    card.page.wait_for_selector("html[data-answers=restored]", state="attached")
    card.page.wait_for_function(live, arg=words[0])
    assert card.numbers == "Numbers 7 of 25"
    assert score.input_value() == "−2.25"
    assert not card.page.locator(f"{MOVABLE} .trouble[role=status]").count()
    card.new_numbers()
    assert re.search(r"\?v=\d+#", card.page.url)
    assert card.page.trouble == []


def test_a_link_to_another_exercise_does_not_take_the_numbers_along(view):
    card = opened(view, exercise("2.1")).new_numbers()
    card.page.locator(".steps a", has_text="2.2").click()
    card.page.wait_for_function("location.hash === '#least-likely-word'")
    card.page.wait_for_function("!location.search")
    card.page.locator(".steps a", has_text="2.1").click()
    card.page.wait_for_function("location.search === '?v=1'")


@pytest.mark.long
def test_each_variant_keeps_its_own_answers(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.727").check().new_numbers()
    card.fill(answer_table(each), p_dog="0.5").check()
    card.button("back").click()
    card.page.wait_for_function("document.querySelector('[name=p_dog]').value === '0.727'")
    assert card.told("p_dog")[1].startswith("Not yet. You used base 2.")
    card.page.go_back()
    card.page.go_forward()


# ── Every reader ──────────────────────────────────────────────────────────────────────────────


def test_an_exercise_can_be_done_by_keyboard_alone(view):
    card = opened(view, exercise("2.1"))
    keyboard = card.page.keyboard
    card.form.locator("[name=p_dog]").focus()
    keyboard.type("0.844")
    keyboard.press("Tab")
    keyboard.type("0.2")
    keyboard.press("Enter")
    card.page.wait_for_selector("#softmax-three-logits .verdict[data-verdict]")
    assert card.told("p_dog")[0] == "right"
    assert card.page.evaluate("document.activeElement.name") == "loss"
    for _ in range(3):  # the link in the verdict, Check, New numbers
        keyboard.press("Tab")
    keyboard.press("Tab")
    assert card.page.evaluate("document.activeElement.textContent").startswith("Open hint 1")
    outline = card.page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert float(outline.removesuffix("px")) >= 2
    keyboard.press("Enter")
    assert card.place.locator("details.hint").first.get_attribute("open") is not None


def test_control_and_enter_check_a_text_and_enter_alone_begins_a_line(view):
    card = opened(view, exercise("3.1"))
    card.form.locator("textarea").first.click()
    card.page.keyboard.type("One.")
    card.page.keyboard.press("Enter")
    card.page.keyboard.type("Two.")
    assert card.told("mechanism") is None
    card.page.keyboard.press("Control+Enter")
    card.page.wait_for_selector("#always-mask .rubric")
    assert card.form.locator("textarea").first.input_value() == "One.\nTwo."


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_without_javascript_there_are_no_boxes(view, level):
    page = view(f"chapters/{level.page}.html", java_script_enabled=False)
    assert page.locator("form.answer").count() >= 3
    assert not [place for place in page.locator("form.answer, .state").all() if place.is_visible()]
    assert page.locator(".steps a").first.is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_every_state_fits_the_page_and_hinders_nobody(view, level, width, theme):
    page = view(f"chapters/{level.page}.html", width=width, theme=theme)
    page.wait_for_selector("html[data-answers]", state="attached")
    for each in (each for each in EXERCISES if each.level == level.number):
        table = answer_table(each)
        given = truth(table)
        for at, field in enumerate(field for field in table["fields"] if "answer" in field):
            if at % 3 == 1:
                given[field["name"]] = typed(field, field["mistakes"][0]["value"])
            elif at % 3 == 2 and field["kind"] in UNREADABLE:
                given[field["name"]] = UNREADABLE[field["kind"]]
        words_of = {field["name"]: "So." for field in table["fields"] if field["kind"] == "argument"}
        card = Card(page, each).fill(table, **given, **words_of).check()
        if each.rubric:
            card.form.locator(".rubric [value=full]").first.check()
            card.fill(table, **dict.fromkeys(words_of, "So it is."))
    page.mouse.move(0, 0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(WIDER) == []
    assert page.evaluate(SMALL_TARGETS) == []
    parts = [[".steps"], [".exercise > .meta"], ["form.answer"]]
    found = Axe().run(page, context={"include": parts}).response["violations"]
    assert [(each["id"], [node["html"][:160] for node in each["nodes"]]) for each in found] == []
    assert page.trouble == []


def test_on_paper_boxes_become_lines_and_buttons_vanish(view):
    each = exercise("2.1")
    card = opened(view, each).fill(answer_table(each), p_dog="0.844").check()
    card.page.emulate_media(media="print")
    assert not card.form.get_by_role("button").count()
    box = card.form.locator("[name=p_dog]")
    borders = box.evaluate("e => ['Top', 'Right', 'Bottom', 'Left'].map(s => getComputedStyle(e)[`border${s}Width`])")
    assert [width == "0px" for width in borders] == [True, True, False, True]
    assert not card.place.locator(".state").is_visible()
    assert card.page.locator(".print-only").first.is_visible()


def test_it_all_works_from_a_local_file(view, site):
    each = exercise("2.1")
    card = opened(view, each, base=f"{site.as_uri()}/").fill(answer_table(each), p_dog="0.727").check()
    assert card.told("p_dog")[0] == "notyet"
    card.new_numbers()
    assert card.page.url.endswith("?v=1#softmax-three-logits")
    again(card).page.wait_for_selector("html[data-answers=restored]", state="attached")
    assert card.numbers == "Numbers 1 of 25"
    assert card.page.trouble == []


def test_a_chapter_s_script_is_not_asked_for_before_it_is_wanted(view):
    card = opened(view, exercise("2.1"))
    asked = []
    card.page.on("request", lambda request: asked.append(request.url))
    again(card)
    card.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/answers/" in url]
    card.form.locator("[name=p_dog]").focus()
    card.page.wait_for_function("document.querySelector('script[src*=\"/answers/\"]')")
    card.page.wait_for_load_state("networkidle")
    assert len([url for url in asked if "/answers/" in url]) == 1


def test_a_script_that_does_not_arrive_is_told_and_asked_for_again(view):
    each = exercise("2.1")
    card = opened(view, each)
    card.page.route("**/_static/answers/**", lambda route: route.abort())
    card.fill(answer_table(each), p_dog="0.844").check()
    assert card.form.locator(".notice").inner_text().startswith("This could not be checked")
    assert card.told("p_dog") is None
    card.page.unroute("**/_static/answers/**")
    card.form.get_by_role("button", name="Check").click()
    card.page.wait_for_selector("#softmax-three-logits .verdict[data-verdict=right]")
    assert card.form.locator(".notice").inner_text() == ""


def test_a_page_hears_of_progress(view):
    each = exercise("2.1")
    card = opened(view, each)
    card.page.evaluate("addEventListener('course:answered', e => (globalThis.heard ??= []).push(e.detail), true)")
    card.fill(answer_table(each), **truth(answer_table(each))).check()
    heard = card.page.evaluate("heard.at(-1)")
    assert heard == {"id": each.id, "state": "right", "points": 4, "possible": 4, "isCheck": True}


def test_the_prompt_of_new_numbers_is_what_the_bank_says(view):
    each = exercise("2.3", variant=1)
    card = opened(view, each).new_numbers()
    plain = BeautifulSoup(render(each.prompt, each), "html.parser").get_text()
    assert words(plain).split(" - (a)")[0] == card.prompt.split(" (a)")[0]
