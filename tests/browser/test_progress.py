"""Progress: on the path and in the side bars, as a file, as a report, forgotten; and what may go wrong with it."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from lib.bank import EXERCISES, exercise
from lib.site.project import read_project
from tests.browser.test_pages import SHIFT
from tests.browser.test_storage import FORBIDDEN, FULL

pytestmark = pytest.mark.browser
START = "chapters/index.html"
LEVEL_2 = "chapters/level-2-application.html"
POINTS = sum(each.points for each in EXERCISES)
CARD = "#scored-positions form.answer"
WIDER = """[...document.querySelectorAll('.record *, .path *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1;
  }).map(e => e.outerHTML)"""
KEPT = {
    "answers/model-families": {"variant": 0, "by": {"0": {"given": {}, "state": "right", "points": 6}}},
    "answers/softmax-three-logits": {
        "variant": 0,
        "by": {
            "0": {"given": {"p_dog": "0.727"}, "checked": {"p_dog": "0.727"}, "state": "notyet", "points": 2},
            "7": {"given": {"p_dog": "0.9"}, "state": "right", "points": 4},
        },
    },
    "answers/least-likely-word": {"variant": 0, "by": {"0": {"state": "judged", "points": 2.5}}},
    "answers/scored-positions": {"variant": 0, "by": {"0": {"given": {"scored": "3"}, "state": "notyet", "points": 1}}},
    "journal": {
        "softmax-three-logits": {"checks": 4, "first": "2026-01-02", "last": "2026-01-04", "done": "2026-01-03"},
        "scored-positions": {
            "checks": 1,
            "first": "2026-01-02",
            "last": "2026-01-02",
            "opened": "2026-01-02",
            "early": True,
        },
    },
    "cards": {"softmax-constant": {"box": 3, "due": "2026-01-09"}},
}
SHOWN = "3 of 16 exercises done, 1 more tried; 13½ of 87 points."


@pytest.fixture
def start(view):
    """The landing page of a reader with so much behind them."""

    def open_start(kept=None, script=None, **settings):
        page = view(START, **settings)
        for name, value in (kept or {}).items():
            page.evaluate("([name, value]) => course.store.set(name, value)", [name, value])
        if script:
            page.add_init_script(script)
        page.wait_for_load_state("networkidle")
        page.reload()
        page.wait_for_load_state("networkidle")
        page.trouble.clear()
        return page

    return open_start


def summary(page):
    return page.locator("#your-progress .sum").inner_text()


def said(page, text):
    page.locator("#your-progress .said", has_text=text).wait_for()


def names(page):
    return page.evaluate("course.progress.names()")


def everything(page):
    return page.evaluate("Object.fromEntries(course.progress.names().map(name => [name, course.store.get(name)]))")


def saved(page):
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    return download.value


def load(page, content, name="progress.json"):
    text = content if isinstance(content, str) else json.dumps(content)
    page.locator("#your-progress [type=file]").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    )


def reset(page):
    page.locator("[data-reset]").click()
    page.get_by_role("button", name="Start over", exact=True).click()
    said(page, "All is forgotten.")


def a_file(**changed):
    parts = {name.removeprefix("answers/"): value for name, value in KEPT.items() if name.startswith("answers/")}
    whole = {"kind": "progress", "book": "BERT exercises", "edition": "1.0.0", "version": 1, "answers": parts}
    return {**whole, "journal": KEPT["journal"], "cards": KEPT["cards"], **changed}


def check(page, **given):
    page.wait_for_selector("html[data-answers]", state="attached")
    for name, text in given.items():
        page.locator(f"{CARD} [name={name}]").fill(text)
    page.locator(f"{CARD} .primary").click()
    page.wait_for_selector(f"{CARD} .verdict[data-verdict]")


# ── What is shown ─────────────────────────────────────────────────────────────────────────────


def test_an_answer_is_counted_at_once_beside_the_level_and_the_exercise_and_on_the_path(view):
    page = view(LEVEL_2)
    level, entry = page.locator(".bd-links li.current > a"), page.locator(".page-toc a[href='#scored-positions']")
    assert level.inner_text() == "2 Application"
    assert not page.locator(".all-in-all").count()
    check(page, scored="1")
    assert level.locator(".how-far").text_content() == "0 of 4 done"
    assert entry.text_content().strip().endswith("tried")
    right = page.evaluate("course.store.get('answers/scored-positions').by[0].state")
    assert right == "notyet"
    numbers = exercise("2.3").defaults
    scored = round(numbers["tokens"] * numbers["percent"] / 100)
    check(page, scored=str(scored), not_scored=str(numbers["tokens"] - scored))
    assert level.locator(".how-far").text_content() == "1 of 4 done"
    assert entry.text_content().strip().endswith("right")
    page.locator(".all-in-all a").click()
    page.wait_for_url(f"**/{START}#your-progress")
    step = page.locator(".path > ol > li").nth(1)
    assert step.locator(".tally .how-far").inner_text() == "1 of 4 done, 2 of 13 points"
    square = step.locator("[data-step='scored-positions']")
    assert (square.get_attribute("data-state"), square.text_content()) == ("right", "2.3 right")
    assert summary(page) == f"1 of 16 exercises done; 2 of {POINTS} points."
    assert page.trouble == []


def test_the_best_set_of_numbers_counts_and_an_argument_marked_by_hand_is_done(start):
    page = start(KEPT)
    assert page.locator("[data-step='softmax-three-logits']").text_content() == "2.1 right"
    assert page.locator("[data-step='least-likely-word']").text_content() == "2.2 judged by you"
    assert page.locator("[data-step='scored-positions']").text_content() == "2.3 tried"
    assert page.locator("[data-step='next-sentence-loss']").text_content() == "2.4"
    assert summary(page).startswith(SHOWN)


def test_checks_days_and_an_opened_solution_are_noted(view):
    page = view(LEVEL_2)
    check(page, scored="1")
    page.locator("#scored-positions details.solution > summary").click()
    page.wait_for_function("course.store.get('journal')['scored-positions'].opened")
    check(page, scored="2")
    today = page.evaluate("course.progress.today()")
    noted = page.evaluate("course.store.get('journal')")
    same = {"first": today, "last": today, "opened": today}
    assert noted == {"scored-positions": {"checks": 2, **same, "early": True}}


def test_the_sign_of_a_long_entry_stands_beside_its_title(view):
    page = view("chapters/level-2-application.html")
    page.evaluate("value => course.store.set('answers/softmax-three-logits', value)", KEPT["answers/model-families"])
    page.reload()
    page.locator(".page-toc a > .sign").first.wait_for()
    beside = """([link]) => {
        const text = document.createRange(), sign = link.querySelector('.sign').getBoundingClientRect();
        text.selectNode(link.firstChild);
        const box = text.getBoundingClientRect();
        return [sign.left >= box.right, sign.top < box.bottom && sign.bottom > box.top,
                sign.right <= link.getBoundingClientRect().right + 1, box.height];
    }"""
    links = page.locator(".page-toc a:has(> .sign)")
    links.evaluate_all("all => all.forEach(a => { a.firstChild.textContent += ' with a title of two lines'; })")
    *all_beside, height = links.evaluate_all(beside)
    assert all_beside == [True, True, True]
    assert height > 30


def test_another_tab_is_brought_up_to_date(start):
    page = start()
    assert summary(page) == "Nothing is answered yet."
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("value => course.store.set('answers/model-families', value)", KEPT["answers/model-families"])
    page.locator("#your-progress .sum", has_text="1 of 16").wait_for()
    assert page.locator("[data-step='model-families']").get_attribute("data-state") == "right"
    other.evaluate("localStorage.clear()")
    page.locator("#your-progress .sum", has_text="Nothing").wait_for()
    assert page.locator("[data-step='model-families']").text_content() == "1.1"


def test_without_script_the_squares_are_links_and_nothing_is_empty(view):
    page = view(START, java_script_enabled=False)
    assert page.locator(".path .steps a:visible").count() == len(EXERCISES)
    assert not page.locator("#your-progress").is_visible()
    assert not page.locator(".how-far").count()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_panel_fits_a_phone_and_has_no_fault_for_assistive_tools(start, theme):
    page = start(KEPT, width=320, height=640, theme=theme)
    load(page, "{", name="x" * 90 + ".json")
    said(page, "was not taken over")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(WIDER) == []
    found = Axe().run(page, context=".path, #your-progress").response["violations"]
    assert [each["id"] for each in found] == []
    page.locator("[data-report]").click()
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_on_the_path_moves_for_a_reader_who_comes_back(start, width):
    page = start(KEPT, width=width)
    levels = page.url + "#levels"
    page.goto("about:blank")
    page.goto(levels)
    assert page.evaluate(SHIFT) <= 0.01


# ── As a file ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.long
def test_what_is_saved_forgotten_and_loaded_is_the_same_as_before(start, tmp_path):
    page = start(KEPT)
    before, shown = everything(page), page.locator(".path").inner_text()
    download = saved(page)
    assert download.suggested_filename.startswith("bert-exercises-progress-20")
    download.save_as(tmp_path / "progress.json")
    assert json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))["book"] == "BERT exercises"
    reset(page)
    assert names(page) == []
    assert summary(page) == "Nothing is answered yet."
    page.locator("#your-progress [type=file]").set_input_files(tmp_path / "progress.json")
    said(page, "Taken over: 4 exercises and one self-check card.")
    after = everything(page)
    assert {name: (value["variant"], value["by"]) for name, value in after.items() if "/" in name} == {
        name: (value["variant"], value["by"]) for name, value in before.items() if "/" in name
    }
    assert (after["journal"], after["cards"]) == (before["journal"], before["cards"])
    assert page.locator(".path").inner_text() == shown
    load(page, a_file())
    said(page, "Nothing in this file is further along")
    assert page.trouble == []


def test_a_file_adds_what_is_further_along_and_takes_nothing_away(start):
    mine = {
        "answers/softmax-three-logits": {
            "variant": 0,
            "by": {"0": {"given": {"p_dog": "0.844"}, "state": "right", "points": 4}, "2": {"given": {"loss": "1"}}},
        },
        "answers/scored-positions": KEPT["answers/scored-positions"],
        "cards": {"softmax-constant": {"box": 4, "due": "2026-01-20"}},
        "journal": {"softmax-three-logits": {"checks": 9, "first": "2026-01-01"}},
    }
    page = start(mine)
    load(page, a_file())
    said(page, "Taken over: 3 exercises.")
    now = everything(page)
    by = now["answers/softmax-three-logits"]["by"]
    assert by == {**mine["answers/softmax-three-logits"]["by"], "7": by["7"]}
    assert by["7"]["given"] == {"p_dog": "0.9"}
    assert now["cards"] == mine["cards"]
    noted = now["journal"]["softmax-three-logits"]
    assert noted == {"checks": 9, "first": "2026-01-01", "last": "2026-01-04", "done": "2026-01-03"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{broken", "It can’t be read"),
        ("[]", "It is no file of progress."),
        (a_file(kind="grades"), "It is no file of progress."),
        (a_file(book="GPT exercises"), "It belongs to another book, “GPT exercises”."),
        (a_file(version=2), "It was saved by a newer version of this book."),
        (a_file(cards=[]), "It is damaged"),
        (" " * 2_000_001, "It is too large"),
    ],
    ids=["broken", "list", "kind", "book", "newer", "part", "huge"],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason_and_changes_nothing(start, content, reason):
    page = start({"answers/model-families": KEPT["answers/model-families"]})
    before = page.evaluate("({...localStorage})")
    load(page, content)
    said(page, f"“progress.json” was not taken over. {reason}")
    assert page.evaluate("({...localStorage})") == before
    assert page.trouble == []


@pytest.mark.long
def test_entries_that_make_no_sense_are_left_out(start):
    page = start()
    odd = {
        "__proto__": {"by": {}},
        "../x": {"by": {"0": {"state": "right"}}},
        "summary-token": {"by": {"x": 1, "0": 2}},
    }
    by = {"0": {"state": "toString", "points": 1e9}, "1": {"state": "right", "points": 1e9}}
    answers = {**odd, "next-sentence-loss": {"variant": "7", "by": by}}
    load(page, a_file(answers=answers, cards={"softmax-constant": {"box": 9, "due": "x"}, "y": 3}, journal={"z": 5}))
    said(page, "Taken over: one exercise.")
    assert names(page) == ["answers/next-sentence-loss"]
    assert summary(page) == f"1 of 16 exercises done; 4 of {POINTS} points."
    page.goto(page.url.replace("index", "level-2-application"))
    page.wait_for_selector("html[data-answers]", state="attached")
    assert page.trouble == []


# ── Report and reset ──────────────────────────────────────────────────────────────────────────


def test_the_report_says_that_it_is_self_reported_and_lists_every_exercise(start, view, tmp_path):
    page = start(KEPT)
    page.locator("[data-report]").click()
    page.get_by_label("Name").fill("Ada <i>One</i>")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.startswith("bert-exercises-report-20")
    download.value.save_as(tmp_path / "report.html")
    report = view("report.html", base=f"{tmp_path.as_uri()}/", width=320)
    text = report.locator("body").inner_text()
    for part in ("This report is self-reported.", "Name: Ada <i>One</i>", SHOWN, read_project().version):
        assert part in text
    rows = {
        cells[0]: cells[1:] for row in report.locator("tr").all() if (cells := row.locator("th, td").all_inner_texts())
    }
    for each in EXERCISES:
        assert f"{each.number} {each.title}" in rows
    assert rows["2.1 Three scores, one loss"] == [
        *("right", "4 of 4", "4", "the book’s, set 7", "2026-01-02", "2026-01-03", "not opened")
    ]
    assert rows["2.2 The least likely word"][:2] == ["judged by the learner", "2½ of 3"]
    assert rows["2.3 Which positions count"][-1] == "2026-01-02, before it was done"
    assert "0.727" not in report.content()
    assert report.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.get_by_label("Name").input_value() == "Ada <i>One</i>"
    assert "Ada" not in page.evaluate("JSON.stringify({...localStorage})")


def test_starting_over_asks_first_and_all_of_it_works_by_keyboard(start):
    page = start({**KEPT, "other": 1})
    page.evaluate("localStorage.setItem('bert-exercises:answers/three-heads:unreadable', 'x')")
    page.locator("[data-save]").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Keep them"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Start over …"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert len(names(page)) == len(KEPT)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    said(page, "All is forgotten.")
    assert page.evaluate("document.activeElement.textContent") == "Load a file"
    kept = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('bert-exercises:'))")
    assert kept == ["bert-exercises:other"]
    assert not page.locator(".how-far, .path .sign").count()
    assert [button.inner_text() for button in page.locator("#your-progress .choices button:visible").all()] == [
        "Load a file"
    ]


# ── What may go wrong ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_where_nothing_can_be_kept_a_file_lasts_as_long_as_the_page_and_that_is_said(start, script):
    page = start(script=script)
    page.locator("#your-progress .store-note", has_text="lasts until you leave").wait_for()
    load(page, a_file())
    said(page, "Taken over: 4 exercises and one self-check card. This browser could not keep all of it.")
    assert summary(page).startswith(SHOWN)
    assert json.loads(saved(page).path().read_text(encoding="utf-8"))["cards"] == KEPT["cards"]
    reset(page)
    assert page.trouble == []


def test_what_is_corrupted_or_from_a_newer_book_costs_no_more_than_itself(start):
    page = start(KEPT)
    newer = '{"version":9,"value":{"by":[]}}'
    for name, text in (
        ("answers/model-families", "{broken"),
        ("answers/least-likely-word", newer),
        ("journal", '{"version":1,"value":[1]}'),
        ("cards", '{"version":1,"value":{"softmax-constant":7}}'),
        ("answers/three-heads", '{"version":1,"value":{"by":{"0":{"state":"right","points":"many"},"1":null}}}'),
    ):
        page.evaluate("([name, text]) => localStorage.setItem('bert-exercises:' + name, text)", [name, text])
    page.reload()
    assert summary(page) == f"2 of 16 exercises done, 1 more tried; 5 of {POINTS} points."
    assert page.evaluate("localStorage.getItem('bert-exercises:answers/model-families:unreadable')") == "{broken"
    load(page, a_file())
    said(page, "Taken over: 2 exercises and one self-check card. This browser could not keep all of it.")
    assert page.evaluate("localStorage.getItem('bert-exercises:answers/least-likely-word')") == newer
    assert page.trouble == []


def test_progress_works_from_a_local_file(view, site):
    page = view(START, base=f"{site.as_uri()}/")
    load(page, a_file())
    said(page, "Taken over")
    page.locator(".path [data-step='scored-positions']").click()
    page.wait_for_selector("html[data-answers]", state="attached")
    assert page.locator(".bd-links li.current .how-far").text_content() == "2 of 4 done"
    assert page.trouble == []
