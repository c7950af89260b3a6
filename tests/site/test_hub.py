"""The link that brings a chapter to a hub, and its form on the instructors' page."""

from lib.bank import LEVELS
from lib.site.hub import EXAMPLE
from lib.site.launch import hub_address
from lib.site.project import read_project

PAGE = """\
# Instructors

:::{div} hub-link
Replace the first part.
:::
"""


def test_without_script_the_page_has_an_example_that_works_once_the_hub_is_put_in(build):
    page = build(PAGE).page("index")
    project = read_project()
    (link,) = page.select(".hub-link .made a")
    assert link["href"] == hub_address(EXAMPLE, f"chapters/{LEVELS[1].page}", project)
    assert link.get_text() == link["href"]
    assert "Replace the first part." in page.select_one(".hub-link").get_text()


def test_the_form_offers_every_level_and_its_script_is_loaded_there_alone(build):
    built = build({"index": "# Home\n", "instructors": PAGE})
    options = built.page("instructors").select(".hub-link select option")
    assert [option["value"] for option in options] == [*(f"chapters/{each.page}.md" for each in LEVELS), ""]
    scripts = {
        name: [each["src"] for each in built.page(name).select("script[src]")] for name in ("index", "instructors")
    }
    assert any("hub-link.js" in each for each in scripts["instructors"])
    assert not any("hub-link.js" in each for each in scripts["index"])
