"""The self-check in a real browser: one card at a time, boxes, days, and what a reader may meet besides."""

import json
from datetime import date, datetime, timedelta

import pytest

from lib.bank import LEVELS
from lib.bank.cards import CARDS

pytestmark = pytest.mark.browser
START = date(2025, 12, 1)
KEY = "bert-exercises:cards"
WIDER = """[...document.querySelectorAll('article *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !e.closest('math, dialog:not([open])');
  }).map(e => e.tagName + '.' + e.className)"""
SHIFT = """new Promise(done => { let sum = 0;
  new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 300); })"""
REFUSED = {
    "forbidden": """Object.defineProperty(globalThis, 'localStorage',
        {get() { throw new DOMException('', 'SecurityError'); }, configurable: true})""",
    "missing": "Object.defineProperty(globalThis, 'localStorage', {value: null, configurable: true})",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    "broken": """for (const name of ['getItem', 'setItem', 'removeItem'])
        Storage.prototype[name] = () => { throw Error(); }""",
}
UNREADABLE = [
    *("{", "", "null", "[]", '"word"', '{"value":{}}'),
    *('{"version":1,"value":[1]}', '{"version":"1","value":{}}'),
]
BAD_ENTRIES = [
    *(None, 3, [], {}),
    {"box": 0, "due": "2025-12-05"},
    {"box": 6, "due": "2025-12-05"},
    {"box": "2", "due": "2025-12-02"},
    {"box": 2.5, "due": "2025-12-02"},
    {"box": 2, "due": "soon"},
    {"box": 2, "due": "2025-99-99"},
]


class Sitting:
    """The self-check as a reader has it before them."""

    def __init__(self, page):
        self.page = page
        self.home = page.url.rsplit("/", 1)[0]

    def on(self, day, *, card=None, hour=12):
        """Come to the page on a day."""
        self.page.clock.set_fixed_time(datetime(day.year, day.month, day.day, hour))
        self.page.goto("about:blank")
        # What was still on its way when the page was left has failed for that reason.
        self.page.trouble[:] = [each for each in self.page.trouble if not each.startswith("failed:")]
        self.page.goto(f"{self.home}/self-check.html" + (f"#card-{card}" if card else ""))
        self.page.wait_for_selector(".deck[data-ready]")
        return self

    @property
    def current(self):
        shown = self.page.locator(".deck > .flash:visible")
        return shown.get_attribute("id").removeprefix("card-") if shown.count() else None

    @property
    def said(self):
        return self.page.locator(".said").inner_text()

    @property
    def due(self):
        return int(self.page.locator(".due b").inner_text())

    @property
    def tally(self):
        return {
            name: int(self.page.locator(f".tally [data-state={name}] b").inner_text())
            for name in ("right", "notyet", "new")
        }

    @property
    def kept(self):
        return json.loads(self.page.evaluate(f"localStorage.getItem('{KEY}')"))["value"]

    def keep(self, text):
        self.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])

    def reveal(self):
        self.page.click(".flash.current summary")
        self.page.wait_for_selector(".own:visible")
        return self

    def answer(self, was_known=True):
        self.reveal()
        self.page.click("text=I had it" if was_known else ".own >> text=Not yet")
        return self

    def level(self, number):
        self.page.select_option(".deck-bar select", str(number))
        return self


@pytest.fixture
def sitting(view):
    def come(day=START, *, script=None, card=None, **settings):
        page = view("chapters/references.html", **settings)
        page.trouble.clear()
        if script:
            page.add_init_script(script)
        return Sitting(page).on(day, card=card)

    return come


def cards_of(level):
    return [card for card in CARDS if card.level == level]


def envelope(value, version=1):
    return json.dumps({"version": version, "value": value})


# ── One card at a time ──


def test_it_opens_with_one_question_and_no_answer_in_sight(sitting):
    now = sitting()
    page = now.page
    assert page.locator(".deck > .flash:visible").count() == 1
    assert page.locator(".deck details > div:visible, .print-only:visible, .own:visible, .filled:visible").count() == 0
    text = page.locator("article").inner_text()
    whys = [each.inner_text().strip()[:40] for each in page.locator(".flash details p:last-child").all()]
    assert [why for why in whys if why and why in text] == []
    assert now.due == len(CARDS)
    assert now.tally == {"right": 0, "notyet": 0, "new": len(CARDS)}
    assert now.said == ""
    assert page.trouble == []


def test_the_answer_takes_the_place_of_the_blank(sitting):
    now = sitting(card="likely-word")
    question = now.page.locator("#card-likely-word .prompt")
    assert "[MASK]" in question.inner_text()
    now.reveal()
    assert "is 0.170 nats." in " ".join(question.inner_text().split())
    assert "[MASK]" not in question.inner_text()
    assert now.page.locator("#card-likely-word details p:visible").count() == 1  # the reason, not the answer again
    assert not now.page.locator("#card-likely-word summary").is_visible()


def test_a_question_without_a_blank_shows_its_answer_below(sitting):
    now = sitting(card="own-place").reveal()
    assert now.page.locator("#card-own-place details p:visible").first.inner_text() == "Yes"


def test_what_was_known_goes_and_the_next_card_comes(sitting):
    now = sitting(card="likely-word").answer()
    assert now.current not in (None, "likely-word")
    assert now.said == "You had it. It comes back tomorrow."
    assert now.kept == {"likely-word": {"box": 2, "due": "2025-12-02"}}
    assert now.tally == {"right": 1, "notyet": 0, "new": len(CARDS) - 1}
    assert now.due == len(CARDS) - 1
    assert now.page.locator(".own:visible, .filled").count() == 0
    square = now.page.locator(".squares i").nth([card.id for card in CARDS].index("likely-word"))
    assert square.get_attribute("data-state") == "right"


def test_what_was_not_known_comes_back_in_the_same_sitting(sitting):
    now = sitting().level(4)
    first, count = now.current, len(cards_of(4))
    now.answer(False)
    assert now.said == "Not yet. It comes back in this sitting."
    assert now.tally == {"right": 0, "notyet": 1, "new": count - 1}
    seen = set()
    for _ in range(count - 1):
        seen.add(now.current)
        now.answer()
    assert first not in seen
    assert len(seen) == count - 1
    assert now.current == first
    now.answer(False)
    assert now.current == first  # the last one left is asked until it is known
    now.answer()
    assert now.current is None
    assert {state["box"] for state in now.kept.values()} == {2}


@pytest.mark.long
def test_the_end_says_what_comes_when_and_offers_all_again(sitting):
    now = sitting().level(1)
    for _ in cards_of(1):
        now.answer()
    done = now.page.locator(".done")
    lines = done.locator("p").all_inner_texts()
    assert lines[0] == "No card of this level is due today."
    assert lines[1] == f"{len(cards_of(1))} come back tomorrow. Other levels have {len(CARDS) - len(cards_of(1))} due."
    assert done.locator("button").evaluate("e => e === document.activeElement")
    before = now.kept
    done.locator("button").click()
    assert not done.is_visible()
    now.answer()
    assert now.kept == before
    assert now.said == "You had it. It comes back tomorrow."


# ── Days and boxes ──


@pytest.mark.long
def test_a_card_that_is_known_each_time_waits_one_three_seven_and_sixteen_days(sitting):
    now, day = sitting(card="own-place"), START
    for box, days in ((2, 1), (3, 3), (4, 7), (5, 16), (5, 16)):
        now.on(day, card="own-place").answer()
        day += timedelta(days)
        assert now.kept["own-place"] == {"box": box, "due": day.isoformat()}


def test_a_card_that_is_not_known_goes_to_the_first_box(sitting):
    now = sitting()
    now.keep(envelope({"own-place": {"box": 4, "due": START.isoformat()}}))
    now.on(START, card="own-place").answer(False)
    assert now.kept["own-place"] == {"box": 1, "due": START.isoformat()}


def test_a_card_is_due_on_its_day_and_not_before(sitting):
    now = sitting()
    now.keep(envelope({"own-place": {"box": 4, "due": "2025-12-08"}}))
    assert now.on(date(2025, 12, 7)).due == len(CARDS) - 1
    assert now.on(date(2025, 12, 8)).due == len(CARDS)
    assert now.on(date(2026, 3, 1)).due == len(CARDS)


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_a_day_is_the_readers_own(sitting, zone):
    now = sitting(timezone_id=zone)
    local = now.page.evaluate("new Date(2025, 11, 1, 23, 30).getTime()")
    now.page.clock.set_fixed_time(local / 1000)
    now.page.evaluate("location.hash = 'card-own-place'")
    now.answer()
    assert now.kept["own-place"]["due"] == "2025-12-02"


def test_a_card_from_a_day_that_cannot_be_is_asked_now(sitting):
    now = sitting()
    now.keep(envelope({"own-place": {"box": 2, "due": "2099-01-01"}}))
    assert now.on(START).due == len(CARDS)


@pytest.mark.long
def test_a_card_that_is_looked_at_ahead_of_time_keeps_its_box_if_known(sitting):
    now = sitting()
    now.keep(envelope({"own-place": {"box": 4, "due": "2025-12-05"}}))
    now.on(START, card="own-place").answer()
    assert now.kept["own-place"] == {"box": 4, "due": "2025-12-05"}
    assert now.said == "You had it. It comes back in 4 days."
    now.on(START, card="own-place").answer(False)
    assert now.kept["own-place"]["box"] == 1


@pytest.mark.long
def test_the_order_is_that_of_the_day(sitting):
    now = sitting()

    def order(day):
        now.on(day).level(2)
        now.page.evaluate("localStorage.clear()")
        found = []
        for _ in cards_of(2):
            found.append(now.current)
            now.answer()
        now.page.evaluate("localStorage.clear()")
        return found

    monday, again, tuesday = order(START), order(START), order(START + timedelta(1))
    assert monday == again
    assert monday != tuesday
    assert set(monday) == set(tuesday) == {card.id for card in cards_of(2)}


@pytest.mark.long
def test_after_midnight_what_is_due_is_dealt_anew(sitting):
    now = sitting().level(3)
    for _ in cards_of(3):
        now.answer()
    assert now.current is None
    now.page.clock.set_fixed_time(datetime(2025, 12, 2, 8))
    now.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert now.current is not None
    assert now.due == len(cards_of(3))


def test_the_boxes_are_counted(sitting):
    now = sitting()
    now.keep(envelope({"own-place": {"box": 5, "due": "2025-12-05"}, "likely-word": {"box": 1, "due": "2025-12-01"}}))
    now.on(START)
    now.page.click(".boxes summary")
    counts = now.page.locator(".boxes tbody td:last-child").all_inner_texts()
    assert counts == [str(len(CARDS) - 2), "1", "0", "0", "0", "1"]


# ── Choosing, taking back, starting over, links ──


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.title)
def test_a_level_can_be_chosen(sitting, level):
    now = sitting().level(level.number)
    mine = {card.id for card in cards_of(level.number)}
    assert now.current in mine
    assert now.due == len(mine)
    assert now.page.locator(".squares i:visible").count() == len(mine)
    assert now.page.locator(".flash.current .meta").inner_text() == f"Level {level.number} · {level.title}"


def test_an_answer_can_be_taken_back(sitting):
    now = sitting(card="own-place")
    undo = now.page.locator(".undo")
    assert not undo.is_visible()
    now.answer()
    undo.click()
    assert now.current == "own-place"
    assert now.kept == {}
    assert now.said == "Taken back."
    assert not undo.is_visible()


@pytest.mark.long
def test_an_answer_taken_back_brings_its_card_back_once(sitting):
    now = sitting().level(5)
    first = now.current
    now.answer(False)
    now.page.click(".undo")
    seen = []
    for _ in cards_of(5):
        seen.append(now.current)
        now.answer()
    assert seen[0] == first
    assert set(seen) == {card.id for card in cards_of(5)}
    assert now.current is None


def test_starting_over_asks_first_and_forgets_only_its_own_cards(sitting):
    now = sitting()
    now.keep(envelope({"from-a-later-book": {"box": 3, "due": "2025-12-09"}}))
    now.on(START).answer().answer(False)
    now.page.click(".boxes summary")
    before = now.kept
    dialog = now.page.locator("dialog:visible", has_text="Start over?")
    for leave in (lambda: dialog.get_by_text("Keep them").click(), lambda: now.page.keyboard.press("Escape")):
        now.page.click(".restart")
        assert dialog.is_visible()
        assert now.page.evaluate("document.activeElement.textContent") == "Keep them"
        leave()
        assert not dialog.is_visible()
        assert now.kept == before
        assert now.page.evaluate("document.activeElement.textContent") == "Start over"
    now.page.click(".restart")
    dialog.get_by_text("Start over", exact=True).click()
    assert now.kept == {"from-a-later-book": {"box": 3, "due": "2025-12-09"}}
    assert now.due == len(CARDS)
    assert now.said == "All cards are back at the start."


def test_a_link_to_a_card_leads_to_it(sitting):
    now = sitting(card="probability-of-zero")
    assert now.current == "probability-of-zero"
    now.page.evaluate("location.hash = 'card-likely-word'")
    now.page.wait_for_selector("#card-likely-word:visible")
    assert now.current == "likely-word"


# ── What is kept ──


def test_a_sitting_goes_on_after_a_reload(sitting):
    now = sitting().level(1).answer().answer(False)
    before = now.kept
    now.on(START)
    assert now.kept == before
    assert now.tally == {"right": 1, "notyet": 1, "new": len(CARDS) - 2}


@pytest.mark.parametrize("kind", REFUSED)
def test_without_storage_a_sitting_works_to_its_end_and_one_sentence_says_what_is_lost(sitting, kind):
    now = sitting(script=REFUSED[kind]).level(5)
    note = now.page.locator(".store-note")
    note.filter(has_text="until you leave").wait_for()
    now.answer(False)
    for _ in cards_of(5):
        now.answer()
    assert now.current is None
    assert now.tally == {"right": len(cards_of(5)), "notyet": 0, "new": 0}
    assert note.count() == 1
    assert ("full" in note.inner_text()) == (kind == "full")
    assert now.page.trouble == []


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_set_aside_and_the_cards_start_new(sitting, text):
    now = sitting()
    now.keep(text)
    now.on(START, card="own-place")
    assert now.due == len(CARDS)
    now.answer()
    assert now.kept == {"own-place": {"box": 2, "due": "2025-12-02"}}
    assert now.page.evaluate(f"localStorage.getItem('{KEY}:unreadable')") == text
    assert now.page.trouble == []


@pytest.mark.parametrize("bad", BAD_ENTRIES, ids=json.dumps)
def test_one_bad_entry_costs_no_other(sitting, bad):
    now = sitting()
    good = {"box": 3, "due": "2025-12-03"}
    now.keep(envelope({"own-place": bad, "likely-word": good, "__proto__": good}))
    now.on(START, card="own-place")
    assert now.tally["right"] == 1
    now.answer()
    assert now.kept["own-place"] == {"box": 2, "due": "2025-12-02"}
    assert now.kept["likely-word"] == good
    assert now.page.trouble == []


def test_what_a_newer_book_has_kept_stays_as_it_is(sitting):
    now = sitting()
    newer = envelope({"anything": True}, version=2)
    now.keep(newer)
    now.on(START).level(1).answer()
    assert now.tally["right"] == 1
    assert "newer version" in now.page.locator(".store-note").inner_text()
    assert now.page.evaluate(f"localStorage.getItem('{KEY}')") == newer


def test_two_tabs_lose_nothing_of_each_other(sitting):
    now = sitting(card="own-place")
    with now.page.context.expect_page() as opened:
        now.page.evaluate("open('self-check.html#card-likely-word')")
    other = Sitting(opened.value)
    other.page.wait_for_selector(".deck[data-ready]")
    other.page.clock.set_fixed_time(datetime(2025, 12, 1, 12))
    other.answer()
    now.page.wait_for_function("document.querySelector('.tally [data-state=right] b').textContent === '1'")
    now.answer()
    assert set(now.kept) == {"own-place", "likely-word"}


# ── Readers without script, mouse, sight of colors, wide pages ──


def test_without_script_every_question_is_there_and_every_answer_closed(view):
    page = view("chapters/self-check.html", java_script_enabled=False)
    cards = page.locator(".deck > .flash")
    assert cards.count() == len(CARDS)
    for card in (cards.first, cards.nth(20), cards.last):
        assert card.locator(".prompt").is_visible()
        body = card.locator("details > div")
        assert not body.is_visible()
        card.locator("summary").click()
        assert body.is_visible()
    controls = page.locator(".deck select, .deck button, .squares, .tally, .boxes, dialog, .print-only")
    assert [each for each in controls.all() if each.is_visible()] == []
    assert page.trouble == []


@pytest.mark.long
def test_where_the_script_does_not_come_all_cards_show_in_the_end(view):
    page = view("chapters/references.html")
    page.context.route("**/cards.js*", lambda route: route.abort())
    page.goto(page.url.replace("references", "self-check"))
    page.locator(".deck > .flash").last.locator(".prompt").wait_for(timeout=15_000)
    page.wait_for_function("[...document.querySelectorAll('.flash')].every(e => e.clientHeight > 100)")
    assert page.locator(".deck > .flash:visible").count() == len(CARDS)
    assert not page.locator(".deck-bar").is_visible()


def test_a_sitting_by_keyboard_alone(sitting):
    now = sitting()
    page = now.page

    def focused():
        return page.evaluate("document.activeElement.textContent.trim()")

    def rings():
        return page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2.5

    page.locator(".deck-bar select").focus()
    assert rings()
    page.keyboard.type("4")
    assert page.locator(".deck-bar select").input_value() == "4"
    page.keyboard.press("Tab")
    assert focused() == "Show the answer"
    assert rings()
    page.keyboard.press("Enter")
    page.wait_for_selector(".own:visible")
    assert focused() == "I had it"
    page.keyboard.press("Tab")
    assert focused() == "Not yet"
    assert rings()
    page.keyboard.press("Space")
    count = len(cards_of(4))
    for left in range(count, 0, -1):
        assert focused() == "Show the answer", left
        page.keyboard.press("Enter")
        page.wait_for_selector(".own:visible")
        page.keyboard.press("Enter")
    assert focused() == "Go through them all"
    page.keyboard.press("Tab")
    assert focused() == "Take it back"
    page.keyboard.press("Enter")
    assert focused() == "Show the answer"
    assert page.trouble == []


def test_a_key_held_down_does_not_run_through_the_cards(sitting):
    now = sitting()
    first = now.current
    now.page.locator(".flash.current summary").focus()
    for _ in range(4):  # without keyup, each further one is a repeat
        now.page.keyboard.down("Enter")
        now.page.wait_for_timeout(60)
    now.page.keyboard.up("Enter")
    assert now.current == first


def test_the_button_in_use_names_question_or_answer_and_what_happened_is_a_status(sitting):
    now = sitting(card="own-place")
    described = "e => document.getElementById(e.getAttribute('aria-describedby')).textContent"
    assert "attend to itself" in now.page.locator("#card-own-place summary").evaluate(described)
    now.reveal()
    for button in now.page.locator(".own button").all():
        assert "The diagonal" in button.evaluate(described)
    assert now.page.locator(".said[role=status]").count() == 1
    assert now.page.locator(".squares[aria-hidden=true]").count() == 1  # the tally says it in words
    assert now.page.locator(".tally").inner_text().split() == [
        "0",
        "had",
        "0",
        "not",
        "yet",
        str(len(CARDS)),
        "to",
        "do",
    ]


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_fits_a_narrow_page(sitting, theme):
    now = sitting(width=320, height=640, theme=theme)
    page = now.page
    page.click(".boxes summary")

    def fits():
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.evaluate(WIDER) == []

    for level in ("2", "3"):
        now.level(level)
        for _ in cards_of(int(level)):
            fits()
            now.reveal()
            fits()
            for button in page.locator(".own button").all():
                assert button.bounding_box()["height"] >= 44
            page.click("text=I had it")
    fits()
    page.click(".restart")
    box = page.locator("dialog:visible", has_text="Start over?").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.trouble == []


def test_the_signs_of_the_states_differ_without_color(sitting):
    now = sitting().level(1).answer().answer(False)
    look = """state => { const e = document.querySelector(`.squares span:not([hidden]) i[data-state=${state}]`);
      const s = getComputedStyle(e), after = getComputedStyle(e, '::after');
      return [s.borderTopStyle, after.content === 'none' ? '' : after.maskImage].join(' '); }"""
    looks = {state: now.page.evaluate(look, state) for state in ("right", "notyet", "new")}
    assert len(set(looks.values())) == 3
    assert looks["new"].strip() == "dashed"


@pytest.mark.parametrize("width", [1280, 320])
def test_nothing_jumps_while_the_cards_are_dealt(view, width):
    assert view("chapters/self-check.html", width=width).evaluate(SHIFT) <= 0.01


def test_nothing_moves_under_reduced_motion(sitting):
    now = sitting(reduced_motion="reduce").answer().reveal()
    assert now.page.evaluate("document.getAnimations().length") == 0


def test_on_paper_all_questions_come_first_and_all_answers_after_a_page_break(sitting):
    now = sitting(card="likely-word").level(1).reveal()
    now.page.emulate_media(media="print")
    assert now.page.locator(".deck > .flash:visible .prompt:visible").count() == len(CARDS)
    assert "[MASK]" in now.page.locator("#card-likely-word .prompt").inner_text()
    assert now.page.locator(".filled:visible, .deck details:visible, .deck button:visible, select:visible").count() == 0
    assert now.page.locator(".squares:visible, .tally:visible, .said:visible, .due:visible").count() == 0
    answers = now.page.locator(".answers li")
    assert answers.count() == len(CARDS)
    assert answers.first.is_visible()
    assert now.page.locator(".answers").evaluate("e => getComputedStyle(e).breakBefore") == "page"


def test_the_script_is_loaded_on_this_page_only(view):
    page = view("chapters/notation.html")
    assert page.locator("script[src*='cards.js']").count() == 0


def test_it_works_from_a_local_file(view, site):
    page = view("chapters/self-check.html", base=f"{site.as_uri()}/")
    page.click(".flash.current summary")
    page.click("text=I had it")
    assert page.locator(".said").inner_text() == "You had it. It comes back tomorrow."
    assert page.trouble == []
