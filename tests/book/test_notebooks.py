"""The notebooks and links that the built site offers."""

import json
import re
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from lib.bank import EXERCISES, LEVELS
from lib.bank.render import render
from lib.site.notebooks.names import BRANCH, COLAB, FOLDER, full, learners
from lib.site.project import read_project
from tests.conftest import ROOT

pytestmark = pytest.mark.book
OURS = read_project()
WITH_CODE = [path.stem for path in sorted((ROOT / "chapters").glob("*.md")) if "{code-cell}" in path.read_text("utf-8")]
CHAPTERS = [name for name in WITH_CODE if name != "index"]


def read(site, name):
    return json.loads((site / FOLDER / name).read_text(encoding="utf-8"))


def source(cell):
    return "".join(cell["source"])


@pytest.fixture(scope="module")
def notebooks(site):
    return {name: read(site, name) for chapter in CHAPTERS for name in (learners(chapter), full(chapter))}


def prose(notebook):
    """The Markdown of a notebook without formulas and code."""
    text = "\n\n".join(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return re.sub(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", "", text, flags=re.DOTALL)


def test_each_chapter_with_code_has_both_and_there_is_nothing_else(site, notebooks):
    assert {path.name for path in (site / FOLDER).iterdir()} == set(notebooks)
    assert {level.page for level in LEVELS} <= set(CHAPTERS)


def test_each_is_valid_with_an_id_for_every_cell(notebooks):
    for name, notebook in notebooks.items():
        nbformat.validate(notebook)
        assert notebook["nbformat_minor"] >= 5, name
        ids = [cell["id"] for cell in notebook["cells"]]
        assert len(set(ids)) == len(ids), name
        assert ids[0] == "install"


def test_nothing_of_the_books_own_markup_is_left(notebooks):
    for name, notebook in notebooks.items():
        text = prose(notebook)
        for trace in (
            r":::",
            r"```\{",
            r"\{[a-z:-]+\}",
            r"^:[a-z]+:",
            r"^\([\w-]+\)=",
            r"<<",
            r"%%",
            r"\]\((?!https://)",
        ):
            found = re.search(trace, text, re.MULTILINE)
            assert not found, (name, text[max(0, found.start() - 60) : found.end() + 60])


def test_each_link_leads_to_a_place_in_the_published_book(site, pages, notebooks):
    broken, count = [], 0
    for name, notebook in notebooks.items():
        for address in re.findall(r"\]\((https://[^)]*)\)", prose(notebook)):
            if not address.startswith(OURS.address):
                continue
            parts = urlsplit(address.removeprefix(OURS.address))
            page, count = pages.get(parts.path.removeprefix("chapters/").removesuffix(".html")), count + 1
            if page is None or (parts.fragment and page.find(id=unquote(parts.fragment)) is None):
                broken.append((name, address))
    assert not broken
    assert count > 300


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.number)
def test_a_learners_notebook_has_the_exercise_without_its_solution(notebooks, exercise):
    page = LEVELS[exercise.level - 1].page
    mine, whole = notebooks[learners(page)], notebooks[full(page)]
    ids = {cell["id"]: source(cell) for cell in mine["cells"]}
    assert f"{exercise.id}_solution" in {cell["id"] for cell in whole["cells"]}
    assert not {f"{exercise.id}_solution", f"{exercise.id}_rubric"} & set(ids)
    for field in exercise.keyed:
        assert f"    {field.name}=None,  # " in ids[f"{exercise.id}_answer"]
    text = re.sub(r"\W+", " ", prose(mine))
    for sentence in re.findall(r"[A-Z][^.$`{}*|]{60,}\.", render(exercise.solution, exercise)):
        assert re.sub(r"\W+", " ", sentence).strip() not in text
    assert not any(cell.get("outputs") for cell in mine["cells"])


def test_the_full_ones_show_figures_and_nothing_that_needs_a_kernel(notebooks):
    outputs = [out for name, each in notebooks.items() for cell in each["cells"] for out in cell.get("outputs", ())]
    kinds = {kind for out in outputs for kind in out.get("data", ())}
    assert kinds == {"image/svg+xml", "text/plain"}
    assert sum("image/svg+xml" in out.get("data", ()) for out in outputs) >= 20


def test_the_install_needs_no_newer_numpy_or_matplotlib_than_hosted_notebooks_have():
    """An older one would be replaced, and a running kernel keeps what it has loaded."""
    needs = re.search(r"dependencies = \[(.*)\]", (ROOT / "pyproject.toml").read_text("utf-8"))[1]
    assert '"numpy>=2.0"' in needs
    assert '"matplotlib>=3.9"' in needs
    assert "<" not in needs
    assert "==" not in needs


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_chapter_offers_what_is_there(site, pages, name):
    """Own repository, own path, and the file is in what would be published."""
    links = {a.get_text(strip=True): a for a in pages[name].select("article .launch a")}
    for text, file in (("Notebook", learners(name)), ("Notebook with solutions", full(name))):
        assert links[text].has_attr("download")
        assert (site / "chapters" / links[text]["href"]).resolve() == (site / FOLDER / file).resolve()
    assert links["Colab"]["href"] == f"{COLAB}/{OURS.owner_and_name}/blob/{BRANCH}/{learners(name)}"
    binder = urlsplit(links["Binder"]["href"])
    assert binder.path.startswith(f"/v2/gh/{OURS.owner_and_name}/{OURS.branch}")
    assert (ROOT / binder.query.removeprefix("urlpath=lab/tree/")).is_file()


def test_no_other_link_leads_to_a_service_that_runs_code(pages):
    for name, page in pages.items():
        hosts = [a["href"] for a in page.select("a[href]") if re.search(r"mybinder|colab|kaggle", a["href"])]
        assert len(hosts) == (2 if name in CHAPTERS else 0), name


def test_no_notebook_lies_beside_the_chapters():
    assert not list((ROOT / "chapters").rglob("*.ipynb"))
