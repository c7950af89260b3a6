"""A downloaded notebook in a real JupyterLab, without the extension that knows the book's own markup."""

import shutil

import pytest
from playwright.sync_api import expect

from lib.site.notebooks.names import FOLDER

pytestmark = [pytest.mark.long, pytest.mark.book]
LEARNERS = "level-2-application.ipynb"


@pytest.fixture(scope="module")
def notebook(site, lab, open_notebook):
    shutil.copyfile(site / FOLDER / LEARNERS, lab.folder / LEARNERS)
    return open_notebook(LEARNERS)


def test_prose_tables_and_formulas_are_drawn(notebook):
    prose = notebook.page.locator(".jp-MarkdownCell .jp-RenderedMarkdown")
    expect(prose.locator("mjx-container:visible").first).to_be_visible()
    assert prose.locator("h2").count() == 4
    assert prose.locator("table td").count() >= 6
    text = " ".join(prose.all_inner_texts())
    for trace in ("$", "{ref}", ":::", "```", "**", "\\frac"):
        assert trace not in text, trace


def test_hints_are_closed_until_opened_and_their_formulas_are_drawn(notebook):
    hint = notebook.page.locator("details", has_text="Hint 2 of 3").first
    body = hint.locator("mjx-container").first
    expect(body).not_to_be_visible()
    hint.locator("summary").click()
    expect(body).to_be_visible()


def test_an_answer_is_filled_in_and_judged(notebook):
    notebook.run(0)
    answer = next(n for n in range(8) if "p_dog=None" in notebook.cell(n).inner_text())
    notebook.run(answer)
    expect(notebook.output(answer)).to_contain_text("Nothing was given")
    notebook.cell(answer).locator(".cm-line", has_text="p_dog").click()
    notebook.page.keyboard.press("Home")
    notebook.page.keyboard.press("Shift+End")
    notebook.page.keyboard.type("p_dog=0.727,")
    notebook.run(answer)
    expect(notebook.output(answer)).to_contain_text("You used base 2")
