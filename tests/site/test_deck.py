"""The self-check on the page: cards, the controls around them, the answers for print."""

import pytest

from lib.bank import LEVELS
from lib.bank.cards import CARDS
from tests.site.conftest import build_project

CHECK = """\
# Self-check

::::{div} cards

The loss is `[MASK]` nats.

```{admonition} Answer
:class: dropdown
:name: card-likely-word

**0.170**

$-\\ln 0.844$, as {cite:t}`trio` say; `[MASK]` is a token.
```

Can a token attend to itself?

```{admonition} Answer
:class: dropdown
:name: card-own-place

**Yes**

The diagonal belongs to it.
```

::::

Afterwards.
"""
PLAIN = "# Plain\n\n::::{div} cards\n\nWhy?\n\n```{admonition} Answer\n:class: dropdown\n\nBecause.\n```\n\n::::\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_project(tmp_path_factory.mktemp("deck"), {"check": CHECK, "plain": PLAIN})


@pytest.fixture(scope="module")
def page(built):
    return built.page("check")


def test_a_card_carries_its_id_level_question_and_closed_answer(page):
    first, second = page.select(".deck > .flash")
    assert [each["id"] for each in (first, second)] == ["card-likely-word", "card-own-place"]
    assert first.select_one(".meta").get_text() == "Level 2 · Application"
    assert second.select_one(".meta")["data-level"] == "5"
    assert first.select_one(".prompt").get_text(strip=True) == "The loss is[MASK]nats."
    fold = first.select_one("details.fold")
    assert not fold.has_attr("open")
    assert fold.find("summary").get_text() == "Answer"
    assert fold.select_one("div > p > strong").get_text() == "0.170"


def test_only_the_blank_of_a_question_is_a_slot(page):
    (slot,) = page.select(".slot")
    assert slot.find_parent(class_="prompt") is not None
    assert {"token", "masked", "slot"} <= set(slot["class"])


def test_the_controls_are_there_for_script_only_and_count_the_cards(page):
    deck = page.select_one(".deck")
    assert deck.select_one(".due b").get_text() == "2"
    squares = {span["data-level"]: len(span.select("i")) for span in deck.select(".squares > span")}
    assert squares == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 1}
    assert [option.get_text() for option in deck.select("select option")] == [
        "All",
        *(f"{level.number} {level.title}" for level in LEVELS),
    ]
    for control in deck.select("select, button, table"):
        around = [*control.parents]
        is_hidden = any(each.has_attr("hidden") or each.name == "dialog" for each in around)
        assert is_hidden or any("scripted" in each.get("class", []) for each in around), control


def test_print_has_every_answer_in_the_same_order_and_no_id_twice(page):
    answers = page.select(".print-only ol > li")
    assert [each.find("strong").get_text() for each in answers] == ["0.170", "Yes"]
    assert [each.select("[id]") for each in answers] == [[], []]
    assert answers[0].find("math") is not None
    ids = [each["id"] for each in page.select("[id]")]
    assert len(ids) == len(set(ids))


def test_scripts_are_loaded_where_there_are_cards_of_the_bank_only(built, page):
    sources = [script["src"].split("?")[0] for script in page.select("script[src]")]
    assert sources.index("_static/storage.js") < sources.index("_static/cards.js")
    assert built.page("plain").select(".deck, script[src*='cards.js']") == []
    assert built.page("plain").select_one(".cards > .panel .prompt").get_text(strip=True) == "Why?"


def test_a_card_that_the_bank_doesnt_know_is_a_warning(build):
    text = CHECK.replace("card-own-place", "card-nobody").replace("{cite:t}`trio`", "they")
    built = build(text)
    assert "'card-nobody' is not in the bank" in built.warned
    assert len(built.page("index").select(".deck > .flash")) == 1


def test_a_good_page_builds_without_a_warning(build):
    assert build(CHECK.replace("{cite:t}`trio`", "they")).warned == ""


@pytest.mark.book
def test_the_cards_of_the_book_are_all_dealt(pages):
    shown = [each["id"].removeprefix("card-") for each in pages["self-check"].select(".deck > .flash")]
    assert shown == [card.id for card in CARDS]
    assert len(pages["self-check"].select(".print-only li")) == len(CARDS)
