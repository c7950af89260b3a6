"""The line below a page's heading that opens its code elsewhere."""

import pytest

from lib.site.launch import binder_address, launches
from lib.site.project import Project, read_project
from tests.site.conftest import NOTEBOOK, build_project

OURS = Project(version="1", repository="https://github.com/owner/book", address="https://owner.github.io/book/")
CODE = "```{code-cell} python\n1 + 1\n```"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pages = {
        "chapters/index": f"{NOTEBOOK}# Welcome\n\n::::{{div}} hero\nTwo pages.\n::::\n\n{CODE}\n",
        "chapters/facts": f"{NOTEBOOK}# Facts\n\n*About a minute*\n\nWords.\n\n{CODE}\n",
        "chapters/bare": f"{NOTEBOOK}# Bare\n\nWords.\n\n{CODE}\n",
        "chapters/prose": "# Prose\n\n*About a minute*\n\nWords.\n",
    }
    return build_project(tmp_path_factory.mktemp("launch"), pages)


def test_the_address_for_binder_names_repository_branch_and_the_page_itself():
    address = "https://mybinder.org/v2/gh/owner/book/main?urlpath=lab/tree/chapters/notation.md"
    assert binder_address("chapters/notation", OURS) == address
    assert address in [each.address for each in launches("chapters/notation", OURS)]


@pytest.mark.parametrize(("name", "before"), [("facts", "p"), ("bare", "h1")])
def test_a_page_with_code_offers_to_run_it_below_heading_and_facts(built, name, before):
    page = built.page(f"chapters/{name}")
    (line,) = page.select("article .launch")
    assert line.find_previous_sibling().name == before
    assert line.span.get_text() == "Run this chapter"
    offered = launches(f"chapters/{name}", read_project())
    assert [(a.get_text(), a["href"], a["title"]) for a in line.select("a")] == [
        (each.name, each.address, each.says) for each in offered
    ]


@pytest.mark.parametrize("name", ["prose", "index"])
def test_a_page_without_code_and_the_welcome_page_do_not(built, name):
    assert not built.page(f"chapters/{name}").select(".launch")


def test_the_line_is_not_printed_and_not_taken_for_the_page_s_first_words(built):
    page = built.page("chapters/bare")
    assert "d-print-none" in page.select_one(".launch")["class"]
    assert page.find("meta", {"name": "description"})["content"] == "Words."
