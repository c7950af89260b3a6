"""The widgets on the built pages: where they stand, that they answer, and what they leave to whoever can't use them."""

import base64
import hashlib
import json
import re
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe

from lib import best_span, cross_entropy, exercise, sigmoid, softmax, split_word
from lib.attention_diagnosis import count_only, diagnose
from lib.attention_goals import compare_with
from lib.bank import LEVELS
from lib.bank.explorations import EXPLORATIONS
from lib.losses import batch_loss
from lib.widgets import WIDGETS
from tests.browser.test_pages import SHIFT, WIDER

pytestmark = pytest.mark.browser
STEM_OF = {each.__name__: each.stem for each in WIDGETS}
PAGE_OF = {level.number: level.page for level in LEVELS}
THEMES = ("light", "dark")
SORRY = "This figure can’t be moved in your browser."
CUT_OPTIONS = """[...document.querySelectorAll('[data-widget] select')].filter(e => {
    const width = e.getBoundingClientRect().width, whole = e.cloneNode(true);
    whole.replaceChildren(e.selectedOptions[0].cloneNode(true)); // a longer option may be cut until it is chosen
    whole.style.cssText = 'position: absolute; inline-size: max-content; max-inline-size: none';
    e.parentElement.append(whole);
    const isCut = width > 0 && width < whole.getBoundingClientRect().width - 0.5;
    whole.remove();
    return isCut;
  }).map(e => e.selectedOptions[0].text)"""


@dataclass(frozen=True)
class Place:
    """Where a widget stands: its page, the exercise, its class."""

    page: str
    exercise: str
    widget: str

    @property
    def selector(self):
        return f"{'#' + self.exercise if self.exercise else '.hero'} [data-widget={STEM_OF[self.widget]}]"


PLACES = [
    Place("index", "", "LogitExplorer"),
    *(Place(PAGE_OF[exercise(name).level], name, each.widget) for name, here in EXPLORATIONS.items() for each in here),
]
PAGES = sorted({place.page for place in PLACES})


def opened(view, name, *, anchor="", **settings):
    """Open a page and wait until its widgets are live."""
    page = view(f"chapters/{name}.html{anchor}", **settings)
    page.wait_for_selector("html[data-widgets=ready]")
    return page


def open_folds(page):
    page.evaluate("document.querySelectorAll('.course-widget details').forEach(fold => { fold.open = true; })")


# ── what each widget does: an act by keyboard, one by mouse, and what must hold afterwards ──


def press(*keys):
    def act(control):
        control.focus()
        for key in keys:
            control.page.keyboard.press(key)

    return act


def click(control):
    control.click()


def click_at_the_start(control):
    control.click(position={"x": 6, "y": control.bounding_box()["height"] / 2})


def drag(across, down):
    def act(control):
        control.scroll_into_view_if_needed()
        box, mouse = control.bounding_box(), control.page.mouse
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across, y + down, steps=4)
        mouse.up()

    return act


def number(text):
    return float(text.replace("−", "-"))


def typed(root, selector):
    return [number(each.input_value()) for each in root.locator(f"{selector} input.number").all()]


def says(root):
    return root.locator(".says").first.inner_text()


def shown(root):
    """What a widget shows, without what it speaks a little later."""
    return root.evaluate(
        """root => { const copy = root.cloneNode(true);
        copy.querySelectorAll("[role=status]").forEach(each => each.remove());
        return copy.textContent; }"""
    )


def softmax_of_its_scores(root):
    shown = [number(each) for each in root.locator(".rows .v.p").all_inner_texts()]
    return shown == pytest.approx(softmax(typed(root, ".rows")), abs=6e-4)


def mean_of_its_losses(root):
    return f"{batch_loss(typed(root, '.r')):.3f} nats" in root.locator(".total").inner_text()


def pattern_of_its_cells(root):
    tokens = root.locator(".grid tbody th").all_inner_texts()
    cells = [each.is_checked() for each in root.locator(".grid tbody input").all()]
    grid = [cells[i : i + len(tokens)] for i in range(0, len(cells), len(tokens))]
    if not root.get_by_label("goal").is_visible():  # the grid is the answer there: nothing says what it is
        return count_only(grid, tokens).sentence in says(root)
    goal = root.locator("label:has-text('goal') select").input_value()
    return (compare_with(goal, grid, tokens) if goal else diagnose(grid, tokens)).sentence in says(root)


def count_of_its_labels(root):
    chosen = root.locator(".tokens .label.p").count()
    return root.locator(".says b").first.inner_text() == (str(chosen) if chosen else "none")


def sigmoid_of_its_score(root):
    return f"{sigmoid(typed(root, '.score-line')[0]):.4f}" in says(root)


def best_span_of_its_scores(root):
    tokens = root.locator(".r .name bdi").all_inner_texts()
    span = best_span(typed(root, ".side.start"), typed(root, ".side.end"))
    return root.locator(".says b").first.inner_text() == " ".join(tokens[span.start : span.end + 1])


def order_only_with_positions(root):
    return (" changes: " if root.get_by_label("position embeddings").is_checked() else " is equal ") in says(root)


def pieces_of_its_word(root):
    word = root.get_by_label("word", exact=True).input_value()
    vocabulary = root.get_by_label("entries in lower case").input_value().split()
    return root.locator(".pieces .chip").all_inner_texts() == split_word(word, vocabulary)


ACTS = {
    # widget: by keyboard, by mouse (a control and what is done to it), and what its page must then show
    "LogitExplorer": (
        (".rows input[type=range]", press("ArrowRight")),
        (".rows input[type=radio]:not(:checked)", click),
        softmax_of_its_scores,
    ),
    "LossCurve": ((".r input[type=range]", press("ArrowLeft")), (".plot .dot", drag(-40, -20)), mean_of_its_losses),
    "MaskBuilder": ((".grid tbody input", press("Space")), (".grid tbody input >> nth=1", click), pattern_of_its_cells),
    "MaskingSampler": (
        ("button:text('New draw')", press("Enter")),
        ("button:text('New draw')", click),
        count_of_its_labels,
    ),
    "NspExplorer": (
        (".score-line input[type=range]", press("ArrowRight")),
        (".dot", drag(40, -20)),
        sigmoid_of_its_score,
    ),
    "SpanPicker": (
        (".side input[type=range]", press("ArrowRight")),
        (".side.end input[type=range]", click_at_the_start),
        best_span_of_its_scores,
    ),
    "WordOrder": (
        ("button:text('→')", press("Enter")),
        ("label:has-text('position embeddings')", click),
        order_only_with_positions,
    ),
    "WordPieceSplitter": (
        (".tools input[type=text]", press("Control+a", *"unsure")),
        ("button:text('Start again')", click),
        pieces_of_its_word,
    ),
}


def test_the_table_knows_every_widget():
    assert set(ACTS) == {each.__name__ for each in WIDGETS} == {place.widget for place in PLACES}


@pytest.mark.parametrize("base", ["http", "file"])
@pytest.mark.parametrize("name", PAGES)
def test_every_widget_answers_by_keyboard_and_by_mouse_and_moves_no_other(view, site, name, base):
    page = opened(view, name, base=f"{site.as_uri()}/" if base == "file" else None)
    roots = {place: page.locator(place.selector) for place in PLACES if place.page == name}
    for place, root in roots.items():
        *acts, holds = ACTS[place.widget]
        assert root.get_attribute("class") == "course-widget live", place
        assert not root.locator(".still").is_visible(), place
        assert softmax_of_its_scores(root) if place.widget == "LogitExplorer" else root.is_visible(), place
        for kind, (control, act) in zip(("keyboard", "mouse"), acts, strict=True):
            before = {each: shown(at) for each, at in roots.items()}
            act(root.locator(control).first)
            changed = [each for each, at in roots.items() if shown(at) != before[each]]
            assert changed == [place], (kind, place)
            assert holds(root), (kind, place, says(root))
    assert page.trouble == []


# ── where they stand ──


def test_each_widget_stands_in_its_exercises_card_and_the_second_in_a_panel_of_its_own(pages):
    for name, here in EXPLORATIONS.items():
        section = pages[PAGE_OF[exercise(name).level]].find(id=name)
        panels = [each for each in section.select(".panel") if each.select_one("[data-widget]")]
        assert [[each["data-widget"] for each in panel.select("[data-widget]")] for panel in panels] == [
            [STEM_OF[each.widget]] for each in here
        ]
        card = panels[0]
        assert card is section.select_one(".panel")
        parts = [" ".join(part.get("class", [])) for part in card.find_all(recursive=False)]
        assert parts.index("explore") == parts.index("prompt") + 1
        assert parts.index("explore") < next(i for i, part in enumerate(parts) if "hint" in part)
        for panel in panels[1:]:
            assert [each["class"] for each in panel.find_all(recursive=False)] == [["explore"]]
        questions = [json.loads(each.string)["question"] for each in section.select("[data-widget] > script")]
        assert questions == [each.question for each in here]


def test_no_other_widget_stands_anywhere(pages):
    found = {name: len(page.select("[data-widget]")) for name, page in pages.items()}
    assert found == {name: sum(place.page == name for place in PLACES) for name in pages}


def test_the_exercises_numbers_are_not_where_a_widget_starts(pages):
    """The answer to 2.1 stands nowhere in its card before the solution is opened."""
    card = pages["level-2-application"].select_one("#softmax-three-logits .explore")
    state = json.loads(card.select_one("script").string)
    given = [float(z) for z in exercise("2.1").defaults["logits"]]
    assert state["logits"] != given
    assert f"{cross_entropy(given, 0):.3f}" not in card.get_text()


# ── those who can't use them ──


@pytest.mark.parametrize("name", PAGES)
def test_without_javascript_the_figure_stands_there_with_its_words(view, name):
    page = view(f"chapters/{name}.html", java_script_enabled=False)
    for place in page.locator("[data-widget]").all():
        picture = place.get_by_role("img")
        assert picture.is_visible()
        assert len(picture.get_attribute("aria-label")) >= 40
        assert place.locator("svg").first.bounding_box()["height"] > 20
        assert place.locator("input, button, select, .question").count() == 0
        blank = place.bounding_box()["height"] - picture.bounding_box()["height"]
        assert blank < 8, "room is kept for a widget that won't come"


@pytest.mark.parametrize("name", PAGES)
def test_in_print_the_figure_stands_there_and_no_control(view, name):
    page = opened(view, name)
    page.emulate_media(media="print")
    for place in page.locator("[data-widget]").all():
        assert place.get_by_role("img").is_visible()
    controls = page.locator("[data-widget] :is(input, button, select, summary, textarea, .says)")
    assert controls.count() > 0
    assert not any(each.is_visible() for each in controls.all())


@pytest.fixture
def altered(chromium, address):
    """Open a page with another module in the place of a widget's own."""
    contexts = []

    def open_it(path, stem, module):
        def answer(route):
            text = route.fetch().text()
            head, rest = text.split("const CODE = ", 1)
            code, end = json.JSONDecoder().raw_decode(rest)
            code["widgets"][stem] = module
            route.fulfill(body=f"{head}const CODE = {json.dumps(code)}{rest[end:]}", content_type="text/javascript")

        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.errors = []
        page.on("console", lambda m: m.type == "error" and page.errors.append(m.text))
        page.on("pageerror", lambda e: page.errors.append(f"uncaught: {e}"))
        page.route("**/widgets.js*", answer)
        page.goto(address + path)
        page.wait_for_selector("html[data-widgets=ready]")
        return page

    yield open_it
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    "module",
    [
        "this is no script",
        "throw new Error('broken')",
        "export default { render() { throw new Error('broken'); } };",
        "export default { async render() { throw new Error('broken'); } };",
        "export default {};",
        "export const other = 1;",
    ],
)
def test_one_broken_widget_says_so_and_leaves_the_others_working(altered, module):
    page = altered("chapters/level-4-synthesis.html", "logit_explorer", module)
    broken = page.locator("#sentiment-probability [data-widget]")
    assert broken.locator(".trouble").inner_text().startswith(SORRY)
    assert broken.get_by_role("img").is_visible()
    assert [error.startswith("widget logit_explorer:") for error in page.errors] == [True]
    root = page.locator("#three-heads [data-widget]")
    before = says(root)
    press(*["ArrowRight"] * 30)(root.locator(".side.end input[type=range]").first)
    assert says(root) != before
    assert best_span_of_its_scores(root)
    assert page.locator("[data-widget].live").count() == 3


@pytest.mark.parametrize("name", PAGES)
def test_a_strict_content_security_policy_lets_them_work(chromium, address, pages, name):
    """Scripts from the book alone, blobs of its own making, and the one inline script by its hash."""
    inline = [each.string for page in pages.values() for each in page.select("script:not([src], [type])")]
    hashes = {base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline}
    assert len(hashes) == 1, "the inline script must be the same on every page"
    policy = (
        f"default-src 'self'; script-src 'self' blob: 'sha256-{hashes.pop()}'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'"
    )
    context = chromium.new_context()
    try:
        page, trouble = context.new_page(), []
        page.on("console", lambda m: m.type in ("error", "warning") and trouble.append(m.text))
        page.on("pageerror", lambda e: trouble.append(str(e)))

        def answer(route):
            response = route.fetch()
            route.fulfill(response=response, headers={**response.headers, "content-security-policy": policy})

        page.route("**/*.html", answer)
        page.goto(f"{address}chapters/{name}.html")
        page.wait_for_selector("html[data-widgets=ready]")
        for place in (each for each in PLACES if each.page == name):
            root, ((control, act), _, holds) = page.locator(place.selector), ACTS[place.widget]
            before = shown(root)
            act(root.locator(control).first)
            assert shown(root) != before
            assert holds(root)
        assert trouble == []
    finally:
        context.close()


# ── how they fit ──


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_of_a_widget_is_wider_than_a_narrow_page(view, name, theme):
    page = opened(view, name, width=320, height=640, theme=theme)
    open_folds(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(WIDER) == []
    cut = page.evaluate(
        """[...document.querySelectorAll('.course-widget :is(p, legend, label, button, summary, th, td)')].filter(e =>
        e.offsetWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible'
        && !e.matches('.visually-hidden') && !e.closest('.scroll')).map(e => e.outerHTML.slice(0, 120))"""
    )
    assert cut == []
    assert page.trouble == []


SMALL = """[...document.querySelectorAll(
    '[data-widget] :is(button, input, select, textarea, summary, a, [tabindex="0"], .hit)')].map(e => {
    const target = e.matches('[type=radio], [type=checkbox]') && e.closest('label') || e;
    const { width, height } = target.getBoundingClientRect();
    return [width, height, e];
  }).filter(([width, height, e]) => e.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < 24)
  .map(([width, height, e]) => `${Math.round(width)} × ${Math.round(height)}: ${e.outerHTML.slice(0, 100)}`)"""


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("name", PAGES)
def test_every_target_is_large_enough_for_a_thumb(view, name, width):
    page = opened(view, name, width=width)
    open_folds(page)
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_jumps_when_the_widgets_start(view, name, width):
    last = [place.exercise for place in PLACES if place.page == name][-1]
    for anchor in ("", f"#{last}"):
        page = opened(view, name, width=width, anchor=anchor)
        assert page.evaluate(SHIFT) <= 0.01


ROOM = """([...document.querySelectorAll('[data-widget]')].map(place => {
    const { lastElementChild: el } = place, still = place.querySelector('.still');
    const live = el.getBoundingClientRect().height;
    el.remove();
    still.hidden = false;
    const kept = place.getBoundingClientRect().height;
    still.hidden = true;
    place.append(el);
    return [place.closest('section').id + ' ' + place.dataset.widget, Math.round(100 * (kept / live - 1))];
  }))"""


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 768, 430, 390, 360, 320])
@pytest.mark.parametrize("name", PAGES)
def test_the_room_that_is_kept_for_a_widget_is_about_what_it_takes(view, name, width):
    off = {place: percent for place, percent in opened(view, name, width=width).evaluate(ROOM) if abs(percent) > 20}
    assert off == {}


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_either_theme(view, name, width):
    page = opened(view, name, width=width)
    open_folds(page)
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found = Axe().run(page).response["violations"]
        assert [(theme, each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == []


def test_a_link_to_a_state_carries_it_to_its_exercise(view):
    page = opened(view, "level-2-application")
    root = page.locator("#least-likely-word [data-widget]")
    root.locator(".rows input.number").first.fill("-2.25")
    root.locator(".rows input.number").first.press("Enter")
    address = root.get_by_role("link", name=re.compile("^Link to")).get_attribute("href")
    assert address.endswith("#least-likely-word")
    page.goto(address)
    page.wait_for_selector("html[data-widgets=ready]")
    assert typed(page.locator("#least-likely-word [data-widget]"), ".rows")[0] == -2.25
    assert typed(page.locator("#softmax-three-logits [data-widget]"), ".rows")[0] != -2.25
    assert page.trouble == []


@pytest.mark.parametrize("text", ["%7Bbad", '{"temperature":0}', "[]", '{"tokens":["a"],"logits":[1]}', "3", "{}"])
def test_a_link_whose_state_cannot_be_used_says_so_where_it_was_meant(view, text):
    page = view(f"chapters/level-2-application.html?w0={text}")
    page.wait_for_selector("html[data-widgets=ready]")
    told = page.locator("[data-widget] .trouble[role=status]")
    assert told.count() == 1
    assert told.inner_text().startswith("What the link carries for this figure can’t be used.")
    assert page.locator("[data-widget]").first.locator(".trouble[role=status]").count() == 1
    assert page.trouble == []


@pytest.mark.parametrize("name", ["level-1-recognition", "level-2-application", "level-4-synthesis"])
def test_a_chosen_option_is_seen_whole_on_a_narrow_page(view, name):
    page = opened(view, name, width=320)
    cut = page.evaluate(CUT_OPTIONS)
    assert cut == []


def test_the_explorer_calls_classes_classes(view):
    page = opened(view, "level-4-synthesis")
    explorer = page.locator("#sentiment-probability [data-widget] .logit-explorer")
    assert "hidden word" not in explorer.evaluate("e => e.textContent")
    assert explorer.get_by_role("group", name="The true class, and the raw score of each class").count() == 1


def test_the_grid_that_is_an_answer_is_not_judged_where_it_is_built(view):
    page = opened(view, "level-5-mastery")
    place = page.locator("#continue-a-story [data-widget]")
    assert "causal" not in page.content().partition('data-widget="mask_builder"')[2].partition("</script>")[0]
    grid = place.locator(".mask-builder")
    assert says(grid) == "No cell has a ✓ yet."
    for q in range(4):
        for k in range(q + 1):
            grid.locator(f"input[data-q='{q}'][data-k='{k}']").check()
    assert says(grid) == "10 of 16 cells have a ✓."
    assert not grid.get_by_label("goal").is_visible()
    assert not grid.get_by_label("start from").is_visible()
    assert page.locator("#continue-a-story .verdict").all_inner_texts() == ["", "", ""]


def test_controls_follow_the_chosen_theme_not_the_systems(view):
    page = opened(view, "level-5-mastery", theme="light")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        schemes = page.evaluate(
            """[...document.querySelectorAll('[data-widget] :is(input, select)')]
            .map(e => getComputedStyle(e).colorScheme)"""
        )
        assert set(schemes) == {theme}
