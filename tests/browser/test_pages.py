"""Every page in a real browser: no error, no foreign request, nothing wider than the page."""

import pytest

from lib.bank import EXERCISES, LEVELS
from tests.conftest import ROOT

pytestmark = pytest.mark.browser
PAGES = sorted(path.stem for path in (ROOT / "chapters").glob("*.md"))
WIDER = """[...document.querySelectorAll('body *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && getComputedStyle(e).visibility !== 'hidden'
      && !e.closest('math, pre, table, dialog, .bd-sidebar, .bd-sidebar-primary, .bd-sidebar-secondary');
  }).slice(0, 5).map(e => e.tagName + '.' + (e.className.baseVal ?? e.className))"""
SHIFT = """new Promise(done => { let sum = 0;
  new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 200); })"""
FONTS = "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family))"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_error_or_foreign_request(view, name):
    page = view(f"chapters/{name}.html")
    page.wait_for_load_state("networkidle")
    assert page.trouble == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_narrow_page(view, name, theme):
    page = view(f"chapters/{name}.html", width=320, height=640, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(WIDER) == []
    assert page.trouble == []


@pytest.mark.parametrize("name", ["index", "notation", "level-2-application"])
def test_nothing_jumps_while_a_page_loads(view, name):
    for width in (1280, 320):
        assert view(f"chapters/{name}.html", width=width).evaluate(SHIFT) <= 0.01


def test_the_books_own_fonts_are_used(view):
    page = view("chapters/level-2-application.html")
    assert {"Course Serif", "Course Sans", "Course Math"} <= {f.strip('"') for f in page.evaluate(FONTS)}


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_without_javascript_every_prompt_hint_and_solution_can_be_read(view, level):
    page = view(f"chapters/{level.page}.html", java_script_enabled=False)
    for exercise in (each for each in EXERCISES if each.level == level.number):
        card = page.locator(f"section[id='{exercise.id}']")
        assert card.locator(".prompt").is_visible()
        for fold in card.locator("details.hint, details.solution, details.after").all():
            body = fold.locator(":scope > :not(summary)").first
            assert not body.is_visible()
            fold.locator("summary").first.click()
            assert body.is_visible()
    for picture in page.locator("article [role=img]").all():
        assert picture.is_visible()
    assert page.trouble == []


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_hints_come_one_at_a_time(view, level):
    page = view(f"chapters/{level.page}.html")
    for exercise in (each for each in EXERCISES if each.level == level.number):
        hints = page.locator(f"section[id='{exercise.id}'] details.hint")
        assert [hint.is_visible() for hint in hints.all()] == [True] + [False] * (len(exercise.hints) - 1)
        for number in range(len(exercise.hints)):
            hints.nth(number).locator("summary").click()
        assert all(hint.is_visible() for hint in hints.all())


def test_a_solution_opens_by_keyboard_alone(view):
    page = view("chapters/level-2-application.html")
    summary = page.locator("#softmax-three-logits details.solution > summary")
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator("#softmax-three-logits details.solution > :not(summary)").first.is_visible()
    outline = summary.evaluate("e => getComputedStyle(e).outlineWidth")
    assert float(outline.removesuffix("px")) >= 2


def test_the_first_stop_of_the_tab_key_skips_to_the_text(view):
    page = view("chapters/notation.html")
    page.keyboard.press("Tab")
    assert "main-content" in page.evaluate("document.activeElement.getAttribute('href')")


def test_figures_follow_the_theme(view):
    """One SVG, two themes: the same mark is drawn in the theme's own tone."""
    fills = set()
    for theme in ("light", "dark"):
        page = view("chapters/level-2-application.html", theme=theme)
        text = page.locator("article [role=img] svg text").first
        fills.add(text.evaluate("e => getComputedStyle(e).fill"))
    assert len(fills) == 2


def test_a_link_to_an_exercise_lands_on_its_heading(view):
    page = view("chapters/level-2-application.html#least-likely-word")
    page.wait_for_timeout(300)
    top = page.locator("#least-likely-word h2").bounding_box()["y"]
    assert 0 <= top < 200


def test_the_book_works_from_a_local_file(view, site):
    page = view("chapters/level-2-application.html", base=f"{site.as_uri()}/")
    assert page.locator("#softmax-three-logits .prompt").is_visible()
    page.locator("#softmax-three-logits details.solution > summary").click()
    assert page.locator("#softmax-three-logits details.solution math").first.is_visible()
    assert page.trouble == []


def test_walking_down_a_page_asks_for_nothing_that_is_not_there(view):
    """The theme draws an icon of a font that the book does without, where a margin note passes the contents."""
    page = view("chapters/level-2-application.html")
    for note in page.locator("aside.margin").all():
        note.scroll_into_view_if_needed()
        page.evaluate("scrollBy(0, 300)")
        page.wait_for_timeout(300)
    assert page.trouble == []


def test_the_theme_button_changes_the_theme(view):
    page = view("chapters/notation.html")
    button = page.locator(".theme-switch-button:visible").first
    seen = set()
    for _ in range(3):
        seen.add(page.evaluate("document.documentElement.dataset.theme"))
        button.click()
    assert {"light", "dark"} <= seen


def test_search_finds_a_term(view):
    page = view("search.html?q=softmax")
    page.wait_for_selector("#search-results li", timeout=10_000)
    assert page.locator("#search-results li").count() >= 3
    assert page.trouble == []


def test_what_follows_a_card_is_closed_until_the_answer_is_known(view):
    page = view("chapters/level-2-application.html")
    section = page.locator("#softmax-three-logits")
    assert "0.844" not in section.inner_text()
    section.locator("details.solution > summary").click()
    page.wait_for_function("document.querySelector('#softmax-three-logits > details.after').open")
    assert "0.844" in section.locator("details.after").inner_text()
