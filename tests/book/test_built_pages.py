"""What a reader gets: the built pages, read as files."""

import re
from collections import Counter
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from bs4 import Comment

from lib.bank import EXERCISES, LEVELS
from lib.plots import Picture
from tests.conftest import ROOT

pytestmark = pytest.mark.book
LEVEL_OF = {level.number: level for level in LEVELS}


def everything(pages, selector):
    return [(name, tag) for name, page in pages.items() for tag in page.select(selector)]


def visible_text(page):
    """The page's text as a reader sees it, without formulas and code."""
    article = page.select_one("article")
    hidden = {"script", "style", "pre", "code", "math"}
    strings = (s for s in article.find_all(string=True) if not isinstance(s, Comment))
    return " ".join(str(s) for s in strings if not hidden & {parent.name for parent in s.parents})


def test_every_page_of_the_contents_is_built(pages):
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    listed = {toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])}
    assert {f"chapters/{name}" for name in pages} == listed


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.number)
def test_each_exercise_stands_on_its_level_page_with_number_and_title(pages, exercise):
    page = pages[LEVEL_OF[exercise.level].page]
    section = page.find(id=exercise.id)
    assert section is not None, f"no #{exercise.id}"
    heading = section.find("h2")
    assert re.sub(r"\s+", " ", heading.get_text(" ").replace("#", "")).strip() == f"{exercise.number} {exercise.title}"
    assert f"{exercise.points} point" in section.select_one(".meta").get_text()
    assert f"{exercise.minutes} minutes" in section.select_one(".meta").get_text()


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.number)
def test_each_solution_and_hint_is_there_and_closed(pages, exercise):
    section = pages[LEVEL_OF[exercise.level].page].find(id=exercise.id)
    solutions, hints = section.select("details.solution"), section.select("details.hint")
    assert len(solutions) == 1
    assert len(hints) == len(exercise.hints)
    for fold in (*solutions, *hints):
        assert not fold.has_attr("open")
        assert len(fold.get_text(strip=True)) > 40
        assert fold.find("summary").get_text(strip=True)


def test_no_id_stands_twice_on_a_page(pages):
    for name, page in pages.items():
        twice = [i for i, count in Counter(tag["id"] for tag in page.find_all(id=True)).items() if count > 1]
        assert not twice, (name, twice)


def test_every_internal_link_and_image_resolves(site, pages):
    broken = []
    for name, tag in everything(pages, "a[href], img[src], link[href], script[src]"):
        address = tag.get("href") or tag.get("src")
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (
            (site / "chapters" / unquote(parts.path)).resolve() if parts.path else site / "chapters" / f"{name}.html"
        )
        anchor = unquote(parts.fragment) if target.suffix == ".html" and target.stem in pages else ""
        if not target.is_file() or (anchor and pages[target.stem].find(id=anchor) is None):
            broken.append((name, address))
    assert not broken


def test_the_root_page_leads_to_the_welcome_page(site):
    assert "chapters/index.html" in (site / "index.html").read_text(encoding="utf-8")


def test_every_picture_says_in_words_what_it_shows(pages):
    pictures = everything(pages, "article [role=img]")
    assert len(pictures) >= 8
    for name, tag in pictures:
        assert len(tag.get("aria-label", "")) >= 40, (name, tag.get("aria-label"))
    for name, tag in everything(pages, "img"):
        assert len(tag.get("alt", "")) >= 10 or tag.get("alt") == "", (name, tag)
    for name, tag in everything(pages, "article svg"):
        assert tag.get("aria-hidden") == "true" or tag.get("role") == "img", name


def test_the_alt_text_on_a_page_is_what_lib_says(pages):
    from lib import softmax_bars

    picture = softmax_bars([3.0, 1.0, 0.0], ["dog", "cat", "log"])
    assert isinstance(picture, Picture)
    labels = [tag["aria-label"] for tag in pages["level-2-application"].select("[role=img]")]
    assert picture.alt in labels


def test_nothing_of_the_markup_shows(pages):
    for name, page in pages.items():
        text = visible_text(page)
        for trace in ("$", "```", ":::", "{exercise}", "{term}", "{ref}", "{cite", "{doc}", "<<", ">>", "\\frac", "**"):
            assert trace not in text, (name, trace, text[max(0, text.find(trace) - 60) : text.find(trace) + 60])


def test_formulas_are_mathml(pages):
    formulas = everything(pages, "article math")
    assert len(formulas) > 60
    for name, tag in formulas:
        assert not tag.select("merror"), name
    for name, tag in everything(pages, "script"):
        assert "mathjax" not in (tag.get("src") or tag.get_text()).lower(), name


def test_no_cell_shows_an_error_or_a_warning(pages):
    for name, tag in everything(pages, ".cell_output"):
        text = tag.get_text()
        assert not tag.select(".stderr, .traceback"), name
        assert "Traceback" not in text, name
        assert "Warning" not in text, name


def test_every_cell_is_short_and_every_level_page_runs_code(pages):
    for level in LEVELS:
        cells = pages[level.page].select(".cell_input")
        assert len(cells) >= 3, level.page
    for name, tag in everything(pages, ".cell_input pre"):
        lines = tag.get_text().strip().splitlines()
        assert len(lines) <= 8, (name, lines)
        assert not any(line.lstrip().startswith("def ") for line in lines), name


def test_no_page_names_a_foreign_resource(pages):
    for name, tag in everything(pages, "script[src], img[src], iframe[src], source[src], video[src]"):
        assert not urlsplit(tag.get("src")).netloc, (name, tag["src"])
    for name, tag in everything(pages, "link[href]"):
        if set(tag.get("rel", [])) & {"canonical", "license"}:
            continue
        assert not urlsplit(tag["href"]).netloc, (name, tag["href"])


def test_no_style_sheet_or_script_asks_a_foreign_host(site):
    for path in [*site.rglob("*.css"), *site.rglob("*.html")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//", text), path
        assert not re.search(r"@import\s+(?:url\()?['\"]?(?:https?:)?//", text), path


def test_every_page_has_a_title_a_description_and_one_h1(pages):
    for name, page in pages.items():
        assert page.title.get_text(strip=True).endswith("BERT exercises"), name
        assert len(page.select("article h1, .bd-article h1")) == 1, name
        assert page.find("meta", attrs={"name": "description"}), name
        assert page.html.get("lang") == "en", name
