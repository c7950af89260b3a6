"""The zip for a machine without a network: unpacked and opened by double-click, it is the whole book."""

import json
import zipfile

import pytest

from lib.site.offline import pack

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.long]


@pytest.fixture(scope="module")
def unpacked(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("a folder with spaces")
    pack(site, folder / "book-offline.zip")
    with zipfile.ZipFile(folder / "book-offline.zip") as packed:
        packed.extractall(folder)
    return folder / "book-offline"


def test_the_first_page_opens_the_book_with_formulas_and_answers(view, unpacked):
    page = view("index.html", base=f"{unpacked.as_uri()}/")
    page.wait_for_url("**/chapters/index.html")
    page.get_by_role("link", name="Application").first.click()
    page.locator("#softmax-three-logits details.solution > summary").click()
    assert page.locator("#softmax-three-logits details.solution math").first.bounding_box()["width"] > 5
    box = page.locator("#softmax-three-logits input[name=p_dog]")
    box.fill("0.844")
    page.locator("#softmax-three-logits form.answer").get_by_role("button", name="Check").click()
    assert "Right" in page.locator("[data-field=p_dog] .verdict").first.inner_text()
    assert page.trouble == []


def test_a_widget_moves(view, unpacked):
    page = view("chapters/level-2-application.html", base=f"{unpacked.as_uri()}/")
    widget = page.locator("#softmax-three-logits .explore")
    slider = widget.locator("input[type=range]").first
    slider.wait_for()
    before = widget.inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    assert widget.inner_text() != before
    assert page.trouble == []


def test_the_search_finds_a_term_and_leads_to_it(view, unpacked):
    page = view("chapters/notation.html", base=f"{unpacked.as_uri()}/")
    page.locator(".search-button__button:visible").first.click()
    page.locator("#pst-search-dialog input").fill("softmax")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li", timeout=10_000)
    assert page.locator("#search-results li").count() >= 3
    page.locator("#search-results a").first.click()
    page.wait_for_selector("article h1")
    assert page.trouble == []


def test_the_notebooks_are_in_it(view, unpacked):
    page = view("chapters/level-2-application.html", base=f"{unpacked.as_uri()}/")
    for name in ("Notebook", "Notebook with solutions"):
        address = page.get_by_role("link", name=name, exact=True).evaluate("a => a.href")
        path = unpacked / address.removeprefix(f"{unpacked.as_uri()}/")
        assert json.loads(path.read_text(encoding="utf-8"))["nbformat"] == 4
