"""The form on the instructors' page that makes a link for a JupyterHub."""

from dataclasses import replace

import pytest

from lib.bank import LEVELS
from lib.site.hub import EXAMPLE
from lib.site.launch import hub_address
from lib.site.project import read_project

pytestmark = [pytest.mark.browser, pytest.mark.book]
PAGE = "chapters/instructors.html"
HUB = "https://hub.uni.example/jupyter/"


def test_the_form_makes_the_links_that_a_hub_was_tried_with(view):
    page, project = view(PAGE), read_project()
    link = page.locator(".hub-link .made a")
    page.locator("[name=hub]").fill(HUB)
    for level in LEVELS:
        page.locator("[name=chapter]").select_option(f"chapters/{level.page}.md")
        assert link.get_attribute("href") == hub_address(HUB, f"chapters/{level.page}", project)
        assert link.inner_text() == link.get_attribute("href")
    page.locator("[name=repository]").fill("https://git.uni.example/nlp/class/")
    page.locator("[name=branch]").fill("r&d")
    mine = replace(project, repository="https://git.uni.example/nlp/class", branch="r&d")
    assert link.get_attribute("href") == hub_address(HUB, f"chapters/{LEVELS[-1].page}", mine)
    assert page.trouble == []


def test_a_file_of_ones_own_can_be_named(view):
    page = view(PAGE)
    path = page.locator("[name=path]")
    assert not path.is_visible()
    page.locator("[name=chapter]").select_option("")
    path.fill("level 2/ada.ipynb")
    assert page.locator(".hub-link .made a").get_attribute("href").endswith("%2Flevel%202%2Fada.ipynb")


def test_what_is_no_address_is_told_and_the_example_stays(view):
    page = view(PAGE)
    page.locator("[name=hub]").fill("hub.uni.example")
    assert "begins with https://" in page.locator(".hub-link [role=status]").inner_text()
    assert page.locator(".hub-link .made a").inner_text().startswith(EXAMPLE)


def test_without_script_the_example_stands_there_and_no_form(view):
    page = view(PAGE, java_script_enabled=False)
    assert not page.locator(".hub-link form").is_visible()
    assert page.locator(".hub-link .made a").inner_text().startswith(f"{EXAMPLE}/hub/user-redirect/git-pull?repo=")
