"""Addresses that have moved lead on."""

from lib.site.moved import MOVED
from tests.addresses import found, kept
from tests.site.conftest import build_project

MOVES = {"chapters/gone.html": "chapters/here.html#place", "chapters/here.html#old": "chapters/other.html#new"}
PAGES = {
    "chapters/index": "# Root\n",
    "chapters/here": "# Here\n\n(place)=\n## Place\n\nWords.\n",
    "chapters/other": "# New\n",
}


def test_a_page_that_is_gone_and_a_place_that_has_left_lead_on(tmp_path):
    built = build_project(tmp_path, PAGES, course_moved=MOVES)
    assert built.page("chapters/gone").a["href"] == "../chapters/here.html#place"
    (note,) = built.page("chapters/here").select("article .moved#old")
    assert note.a["href"] == "../chapters/other.html#new"
    assert not built.page("chapters/other").select(".moved")


def test_every_move_goes_from_a_kept_address_to_one_that_is_there(site):
    there = set(found(site))
    assert set(MOVED) <= set(kept())
    assert set(MOVED.values()) <= there


def test_every_kept_address_is_there_or_leads_on(site):
    """A page, or a place on one, that somebody may have linked to."""
    gone = set(kept()) - set(found(site)) - set(MOVED)
    assert not gone, f"say in lib/site/moved.py where these lead: {sorted(gone)}"


def test_every_address_is_kept(site):
    new = set(found(site)) - set(kept())
    assert not new, f"run `make addresses`: {sorted(new)[:5]}"
