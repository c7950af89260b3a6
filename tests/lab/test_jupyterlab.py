"""The widgets in a real JupyterLab: what is moved arrives in Python, and what Python sets is drawn."""

import re
import shutil
import time

import pytest
from playwright.sync_api import expect

from lib.bank.explorations import EXPLORATIONS
from lib.entropies import cross_entropy
from lib.probabilities import softmax
from lib.widgets import WIDGETS
from tests.conftest import ROOT

pytestmark = pytest.mark.long
expect.set_options(timeout=60_000)  # two busy cores start a kernel slowly

START = 'from lib import LogitExplorer\nexplorer = LogitExplorer(["dog", "cat", "log"], [3, 1, 0])\nexplorer'
TELL = "print(explorer.logits, f'{explorer.loss:.6f}')"
STRICT = """
import traitlets

class Strict(LogitExplorer):
    @traitlets.validate("true_token")
    def _check_true_token(self, proposal):
        if proposal["value"] == "cat":
            raise traitlets.TraitError("true_token must not be 'cat' here")
        return proposal["value"]

Strict(["dog", "cat"], [1, 0])
"""
CELLS = [
    START,
    TELL,
    "explorer.logits = [0, 0, 0]",
    "explorer.logits = [1e400, 0, 0]",
    "explorer.true_token = 'cow'",
    STRICT,
]
WHERE = {each.widget: name for name, here in reversed(EXPLORATIONS.items()) for each in reversed(here)}


@pytest.fixture(scope="module")
def notebook(lab, open_notebook):
    notebook = open_notebook(lab.write("explorer.ipynb", *CELLS))
    notebook.run(0)
    expect(notebook.output(0).locator(".logit-explorer input[type=range]").first).to_be_visible()
    return notebook


@pytest.fixture(scope="module")
def gallery(lab, open_notebook):
    """One notebook that shows each widget once, from the exercise where it stands first."""
    cells = [f"explore({WHERE[each.__name__]!r}, {each.__name__!r})" for each in WIDGETS]
    notebook = open_notebook(lab.write("gallery.ipynb", "from lib import explore", *cells))
    notebook.run_all()
    return notebook


def shown(notebook):
    return [float(p) for p in notebook.output(0).locator(".r .v.p").all_text_contents()]


def scores(notebook):
    return notebook.output(0).locator(".rows input.number").all()


def run_until_it_says(notebook, number, text):
    """Run a cell again until what was sent from the page has arrived; the last answer if it never does."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        notebook.run(number)
        if notebook.output(number).inner_text().strip() == text:
            break
    return notebook.output(number).inner_text().strip()


def test_a_slider_that_is_moved_by_keyboard_arrives_in_python(notebook):
    notebook.output(0).get_by_label("raw score of cat").first.focus()
    for _ in range(10):
        notebook.page.keyboard.press("ArrowRight")
    said = f"[3.0, 2.0, 0.0] {cross_entropy([3.0, 2.0, 0.0], 0):.6f}"
    assert run_until_it_says(notebook, 1, said) == said


def test_what_python_sets_is_drawn(notebook):
    notebook.run(2)
    expect(notebook.output(0).locator(".r .v.p")).to_have_text(["0.333"] * 3)
    assert [each.input_value() for each in scores(notebook)] == ["0.0"] * 3


@pytest.mark.parametrize(
    ("number", "said"), [(3, "logits must be from -50 to 50, got inf"), (4, "must be one of 'dog'")]
)
def test_a_bad_value_from_python_is_refused_in_words_and_changes_nothing(notebook, number, said):
    before = shown(notebook)
    notebook.run(number)
    error = notebook.output(number).inner_text()
    assert "TraitError" in error
    assert said in error
    assert shown(notebook) == before


def test_what_is_typed_is_checked(notebook):
    field = scores(notebook)[0]
    field.fill("51")
    field.press("Enter")
    expect(notebook.output(0).locator(".trouble")).to_contain_text("from −50 to 50")
    field.fill("4.55")
    field.press("Enter")
    expect(notebook.output(0).locator(".trouble")).to_be_empty()
    assert field.input_value() == "4.55"
    logits = [4.55, *(float(each.input_value()) for each in scores(notebook)[1:])]
    assert shown(notebook) == pytest.approx(softmax(logits), abs=6e-4)


def test_what_python_refuses_is_told_on_the_page_which_goes_back(notebook):
    notebook.run(5)
    output = notebook.output(5)
    output.get_by_role("radio").nth(1).click()
    expect(output.locator(".trouble")).to_have_text("true_token must not be 'cat' here")
    expect(output.get_by_role("radio").first).to_be_checked()


@pytest.mark.parametrize("number", range(1, len(WIDGETS) + 1), ids=[each.__name__ for each in WIDGETS])
def test_each_widget_is_live(gallery, number):
    widget = WIDGETS[number - 1]
    root = gallery.output(number).locator(f".course-widget.{widget.stem.replace('_', '-')}")
    expect(root).to_be_visible()
    expect(root.locator(".question")).to_be_visible()
    assert root.locator("input, select, button").count() >= 3
    assert root.bounding_box()["width"] > 500
    assert not re.search(r"\b(null|undefined|NaN)\b", root.inner_text())
    expect(root.locator(".trouble")).to_be_empty()


def test_no_widget_makes_trouble_or_asks_a_foreign_host(gallery):
    for number in range(1, len(WIDGETS) + 1):
        expect(gallery.output(number).locator(".course-widget")).to_be_visible()
    assert gallery.page.trouble == []
    assert gallery.page.foreign == []


def test_a_page_of_the_course_opens_as_a_notebook_and_runs(lab, open_notebook):
    shutil.copy(ROOT / "chapters" / "level-2-application.md", lab.folder)
    notebook = open_notebook("level-2-application.md")
    notebook.run_all()
    expect(notebook.page.locator(".course-widget")).to_have_count(4)
    for each in notebook.page.locator(".course-widget").all():
        expect(each).to_be_visible()
    expect(notebook.page.locator(".jp-Notebook")).to_have_text(re.compile(r"0\.170? nats"))
    assert notebook.page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
