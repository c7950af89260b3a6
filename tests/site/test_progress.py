"""The table of the book that pages get, and the place for a reader's progress on the landing page."""

import json
import re

import pytest

from lib.bank import EXERCISES, LEVELS
from lib.bank.cards import CARDS
from lib.site.progress import book_table, progress_script
from tests.site.conftest import build_project

PATH = """# Learn

:::{div} path
1. **[Self-check](check.md)**

   *5 cards*

2. **[Application](level-2-application.md)**

   *4 exercises · 20 minutes*
:::

After it.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pages = {
        "chapters/index": PATH,
        "chapters/check": "# Check\n\n:::{div} path\n1. **[Welcome](index.md)**\n:::\n",
        "chapters/level-2-application": "# Application\n\nText.\n",
    }
    return build_project(tmp_path_factory.mktemp("progress"), pages)


def scripts(page):
    return [re.sub(r".*/|\?.*", "", each["src"]) for each in page.select("script[src]")]


def test_the_table_lists_every_exercise_under_its_level_and_every_card():
    table = book_table("BERT exercises")
    assert [level["page"] for level in table["levels"]] == [level.page for level in LEVELS]
    listed = [each for level in table["levels"] for each in level["exercises"]]
    assert [each["id"] for each in listed] == [each.id for each in EXERCISES]
    assert [each["points"] for each in listed] == [each.points for each in EXERCISES]
    assert table["cards"] == [card.id for card in CARDS]


def test_the_table_tells_nothing_of_an_answer():
    listed = [each for level in book_table("B")["levels"] for each in level["exercises"]]
    assert {key for each in listed for key in each} == {"id", "number", "title", "points"}


def test_the_script_has_the_table_before_it_and_no_comment():
    lines = progress_script("A <b>book</b>").splitlines()
    table = json.loads(lines[1].removeprefix("course.book = ").removesuffix(";"))
    assert table == book_table("A <b>book</b>")
    assert not [line for line in lines if line.lstrip().startswith(("/*", "//"))]


def test_every_page_loads_the_signs_and_the_landing_page_also_what_keeps_them(built):
    first = ["storage.js", "progress.js"]
    assert scripts(built.page("chapters/level-2-application"))[-2:] == first
    assert scripts(built.page("chapters/index"))[-4:] == [*first, "progress-file.js", "progress-panel.js"]
    assert (built.out / "_static/progress.js").is_file()


def test_a_level_on_the_path_gets_a_row_of_links_to_its_exercises(built):
    other, level = built.page("chapters/index").select(".path > ol > li")
    assert not other.select(".steps")
    here = [each for each in EXERCISES if each.level == 2]
    assert [(link["href"], link["data-step"], link.get_text()) for link in level.select(".steps a")] == [
        (f"level-2-application.html#{each.id}", each.id, each.number) for each in here
    ]


def test_the_panel_stands_below_the_path_of_the_levels_and_needs_script(built):
    panel = built.page("chapters/index").select_one(".path + #your-progress")
    assert "scripted" in panel["class"]
    assert [each.get_text() for each in panel.select(":scope > div > .choices button")] == [
        *("Save as a file", "Load a file", "Report …", "Start over …")
    ]
    assert not built.page("chapters/check").select("#your-progress")
    assert built.warned == ""
