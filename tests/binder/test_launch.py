"""What stands on the image: its packages; and each page's button, pressed: the very address, with another host, in a
real browser. All in one file, since two workers would make the image under each other's feet."""

import json
import re
import shutil
import subprocess
import time
import urllib.request
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from lib import check
from lib.bank import EXERCISES, LEVELS
from lib.bank.definition import KeyedField
from lib.site.launch import hub_address
from lib.site.project import Project, read_project
from tests.binder.hub import hub_of
from tests.binder.image import BINDER
from tests.binder.notebook import Notebook
from tests.conftest import ROOT

pytestmark = [pytest.mark.long, pytest.mark.book]
WITH_CODE = sorted(
    path.stem for path in (ROOT / "chapters").glob("*.md") if "{code-cell}" in path.read_text(encoding="utf-8")
)
WITH_BUTTON = [name for name in WITH_CODE if name != "index"]  # the welcome page is no chapter
LEVEL_OF = {level.page: level.number for level in LEVELS}
PATIENCE = 90_000
FIND_WIDGET = """\
got = []
widget = [each for each in Out.values() if hasattr(each, "_esm")][0]
widget.observe(got.append)
print("watching", type(widget).__name__)"""
# Another chapter's widgets take a click, a word or a number; each has one of these.
CONTROLS = "input[type=range], input[type=radio]:not(:checked), input[type=checkbox], button.cell, select"


def test_our_packages_take_at_most_300_mb(image):
    assert 50 < image.measured["MB of ours"] <= 300


def test_the_packages_are_those_that_are_pinned(image):
    pip = [image.environment / "bin" / "pip", "list", "--format=json", "--disable-pip-version-check"]
    listed = json.loads(subprocess.run(pip, capture_output=True, text=True, check=True).stdout)
    found = {each["name"].lower().replace("_", "-"): each["version"] for each in listed}
    pins = re.findall(r"^([\w.-]+)==(\S+)", (BINDER / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(pins) >= 5
    assert {name: found[name] for name, _ in pins} == dict(pins)
    assert "bert-exercises" in found
    assert "jupyter-book" not in found


def test_a_second_run_of_postbuild_changes_nothing(image):
    shared = image.environment / "share" / "jupyter"
    before = {path: path.read_bytes() for path in shared.rglob("bert-exercises/**/*") if path.is_file()}
    assert len(before) == 2
    image.run("./binder/postBuild")
    assert {path: path.read_bytes() for path in shared.rglob("bert-exercises/**/*") if path.is_file()} == before


def button(page):
    """The address that a built page's button carries."""
    (link,) = page.select("article .launch a[href*='mybinder.org']")
    return urlsplit(link["href"])


@pytest.fixture
def press(chromium, binder, pages, timings):
    """Open the address of a page's button in a fresh browser; end its kernel afterwards."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)

    def open_it(name):
        page = context.new_page()
        page.foreign, page.trouble = [], []
        own = (f"{binder.address}/", f"ws://127.0.0.1:{binder.port}/", "data:", "blob:")
        page.on("request", lambda request: request.url.startswith(own) or page.foreign.append(request.url))
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        (where,) = parse_qs(button(pages[name]).query)["urlpath"]
        started = time.monotonic()
        page.goto(f"{binder.address}/{where}?reset&token={binder.token}")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        timings.setdefault(name, {})["opened"] = round(time.monotonic() - started, 1)
        notebook = Notebook(page)
        notebook.idle()
        return notebook

    yield open_it
    context.close()
    end_sessions(binder)


@pytest.fixture
def student(chromium, image, tmp_path):
    """Follow a link to a hub as a student who signs in: returns the page, which shows the chapter."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    published = Project(version="1", repository=f"file://{tmp_path / 'bert-exercises'}", address="https://example.org/")
    shutil.copytree(image.home / ".git", tmp_path / "bert-exercises" / ".git")
    branch = _git(image.home, "branch", "--show-current").strip()
    with hub_of(image, tmp_path / "hub") as hub:

        def follow(chapter):
            page = context.new_page()
            page.trouble = []
            page.on("pageerror", lambda error: page.trouble.append(str(error)))
            page.goto(hub_address(hub.address, f"chapters/{chapter}", replace(published, branch=branch)))
            if page.locator("#username_input").count():
                page.locator("#username_input").fill("ada")
                page.locator("#password_input").fill("lovelace")
                page.locator("#login_submit").click()
            page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
            return Notebook(page)

        yield follow
        context.close()


def _git(folder, *command):
    return subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True, check=True).stdout


def end_sessions(binder):
    """End the kernels: on a small machine the next page should not pay for the last."""
    headers = {"Authorization": f"token {binder.token}"}

    def ask(method, path):
        request = urllib.request.Request(f"{binder.address}/api/{path}", method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()

    for session in json.loads(ask("GET", "sessions")):
        ask("DELETE", f"sessions/{session['id']}")


def test_every_page_with_code_has_a_button_and_no_other_has(pages):
    having = [name for name, page in pages.items() if page.select("article .launch a[href*='mybinder.org']")]
    assert having == WITH_BUTTON


@pytest.mark.parametrize("name", WITH_BUTTON)
def test_a_button_names_the_own_repository_and_a_chapter_that_is_there(pages, name):
    address = button(pages[name])
    owner_and_name = read_project().repository.removeprefix("https://github.com/")
    assert f"{address.scheme}://{address.netloc}{address.path}" == f"https://mybinder.org/v2/gh/{owner_and_name}/main"
    assert parse_qs(address.query) == {"urlpath": [f"lab/tree/chapters/{name}.md"]}
    assert (ROOT / "chapters" / f"{name}.md").is_file()


@pytest.mark.parametrize("name", WITH_BUTTON)
def test_a_button_opens_its_chapter_as_a_notebook_that_runs(press, pages, timings, name):
    notebook = press(name)
    timings[name]["ran"] = round(notebook.run_all(), 1)
    page = notebook.page
    expect(page.locator(".jp-Notebook h1").first).to_be_visible()
    text = page.locator(".jp-Notebook").inner_text()
    for raw in ("{exercise}", "{solution}", "{hint}", "{term}", "{cite", "{doc}", "{margin}", "$$", ":label:"):
        assert raw not in text, raw
    for kind in ("jupyter.error", "jupyter.stderr"):
        assert page.locator(f'[data-mime-type="application/vnd.{kind}"]').count() == 0, kind
    if name in LEVEL_OF:
        citations_are_those_of_the_page(page, pages[name])
        numbers_are_the_books(page, LEVEL_OF[name])
        a_moved_widget_is_heard_by_python(notebook)
        a_wrong_answer_gets_its_reason(notebook, LEVEL_OF[name])
    assert page.trouble == []
    assert page.foreign == []


def numbers_are_the_books(page, level):
    numbers = [each.number for each in EXERCISES if each.level == level]
    assert page.locator("aside .myst-exercise-title").all_text_contents() == [f"Exercise {each}" for each in numbers]
    solutions = page.locator("details", has_text="Solution to")
    said = [text.replace("\xa0", " ") for text in solutions.locator("summary").all_text_contents()]
    assert said == [f"Solution to Exercise {each}" for each in numbers]
    assert not any(each.evaluate("fold => fold.open") for each in page.locator(".jp-Notebook details.dropdown").all())
    assert page.locator(".katex").count() > 0 or level == 4  # whose formulas are all in code
    assert page.get_by_title("Citation Not Found").count() == 0


def citations_are_those_of_the_page(page, built):
    def bare(text):
        return re.sub(r"[\s()]+", " ", text)

    words = bare(built.select_one("article").get_text(" "))
    cited = page.locator(".cite-group [data-key]").all_text_contents()
    assert cited
    assert [each for each in cited if bare(each).strip() not in words] == []


def a_moved_widget_is_heard_by_python(notebook):
    assert "watching" in notebook.add(FIND_WIDGET).inner_text()
    widget = notebook.page.locator(".jp-Notebook .course-widget").first
    control = widget.locator(CONTROLS).first
    control.scroll_into_view_if_needed()
    if control.get_attribute("type") == "range":
        control.focus()
        notebook.page.keyboard.press("ArrowRight")
    else:
        control.click()
    said = notebook.add('print("heard", len(got))').inner_text()
    deadline = time.monotonic() + 30
    while said.strip() == "heard 0" and time.monotonic() < deadline:
        said = notebook.run(notebook.cells.last).inner_text()
    assert re.fullmatch(r"heard [1-9]\d*", said.strip()), said


def a_wrong_answer_gets_its_reason(notebook, level):
    """By a mistake that the bank knows; what is argued in words, no code can call wrong."""
    mine = [(each, field) for each in EXERCISES if each.level == level for field in each.fields]
    keyed = [(each, field) for each, field in mine if isinstance(field, KeyedField) and field.mistakes]
    exercise, field = (keyed or mine)[0]
    answer = field.mistakes[0].value(exercise.defaults) if keyed else "because"
    (verdict,) = (each for each in check(exercise.number, **{field.name: answer}).fields if each.name == field.name)
    assert verdict.status == ("mistake" if keyed else "yours")
    said = notebook.add(f"from lib import check\ncheck({exercise.number!r}, {field.name}={answer!r})")
    expect(said).to_contain_text(verdict.feedback.split(". ", 1)[1])


def test_links_lead_on(press):
    """To what another file holds, which jupyterlab-myst does not know: a term, a chapter, an exercise."""
    page = press("level-2-application").page
    tabs = page.locator("#jp-main-dock-panel .lm-TabBar-tab")
    page.locator(".myst a", has_text="masked language modeling").first.click()
    expect(tabs.filter(has_text="glossary.md")).to_be_visible()
    expect(page.locator(".jp-MarkdownViewer").get_by_text("Every term as this book uses it")).to_be_visible()
    tabs.filter(has_text="level-2").click()
    page.locator(".jp-Notebook .myst a", has_text="notation").first.click()
    expect(tabs.filter(has_text="notation.md")).to_be_visible()
    expect(page.locator(".jp-Notebook h1", has_text="Notation")).to_be_visible()


def test_a_page_without_code_is_shown_and_asks_for_nothing(press, binder):
    page = press("notation").page
    for name in ("self-check", "glossary"):
        page.goto(f"{binder.address}/lab/tree/chapters/{name}.md?reset")
        expect(page.locator(".jp-MarkdownViewer h1")).to_have_text(re.compile(name, re.IGNORECASE))
        assert page.locator(".jp-Dialog").count() == 0


def test_a_link_brings_a_chapter_to_a_students_folder_on_a_hub(student, tmp_path):
    notebook = student("level-2-application")
    notebook.idle()
    notebook.run_all()
    page = notebook.page
    assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    assert page.get_by_title("Citation Not Found").count() == 0
    a_wrong_answer_gets_its_reason(notebook, 2)
    assert (tmp_path / "hub" / "homes" / "ada" / "bert-exercises" / "chapters" / "level-2-application.md").is_file()
    assert page.trouble == []
