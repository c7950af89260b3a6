"""The self-check's cards: what they ask, print and cite, and that the chapter says the same."""

import math
import re
from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from lib.bank import EXERCISES, LEVELS
from lib.bank.cards import CARDS
from lib.bank.sync import card_block, dealt
from tests.conftest import ROOT

CHAPTER = ROOT / "chapters" / "self-check.md"
BY_ID = {card.id: card for card in CARDS}
SOURCE_CARDS = ("likely-word", "unlikely-word", "loss-of-a-batch", "dropped-by-roberta", "sentiment-vector")
EACH = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)


def texts(card):
    return [card.text(template) for template in (card.question, card.answer, card.why)]


def answer_of(name):
    return BY_ID[name].text(BY_ID[name].answer)


def nats(p):
    return -math.log(p)


def test_there_are_the_five_source_cards_and_at_least_twenty_more():
    assert set(SOURCE_CARDS) <= set(BY_ID)
    assert len(CARDS) >= 25


def test_no_two_cards_have_the_same_id_or_question():
    assert len(BY_ID) == len(CARDS)
    assert len({card.question for card in CARDS}) == len(CARDS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card.id) for card in CARDS)


def test_every_exercise_has_a_card_and_every_level_at_least_four():
    assert {card.exercise for card in CARDS} == {exercise.id for exercise in EXERCISES}
    counts = Counter(card.level for card in CARDS)
    assert min(counts[level.number] for level in LEVELS) >= 4


def test_cards_stand_in_the_order_of_the_exercises():
    order = [exercise.id for exercise in EXERCISES]
    places = [order.index(card.exercise) for card in CARDS]
    assert places == sorted(places)


# By hand, from the inputs alone.
@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("likely-word", f"{nats(0.844):.3f}"),
        ("unlikely-word", f"{nats(0.042):.3f}"),
        ("loss-of-a-batch", f"{(nats(0.665) + nats(0.042)) / 2:.3f}"),
        ("nats-and-bits", f"{1 / math.log(2):.3f}"),
        ("two-above", f"{math.e**2:.2f}"),
        ("knows-nothing", f"{math.log(30522):.2f}"),
        ("turned-score", f"{1 / (1 + math.exp(1.2)):.4f}"),
        ("tagging-output", "(*n*, 9)"),
        ("numbers-of-a-head", f"{2 * 768 + 2:,}"),
        ("softmax-of-two", f"{2.0 - 0.5}"),
        ("tokens-not-words", f"{round(0.15 * 40)}"),
        ("ratio-of-gradients", f"{(1 - 0.042) / (1 - 0.665):.2f}"),
    ],
)
def test_a_number_that_answers_is_what_mathematics_gives(name, answer):
    assert answer_of(name) == answer


@pytest.mark.parametrize("value", ["0.170", "3.170", "1.789"])
def test_the_source_cards_print_the_corrected_losses(value):
    assert value in {answer_of(name) for name in SOURCE_CARDS}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("likely-word", [f"{nats(0.844) / math.log(2):.3f}", f"{nats(0.844) / math.log(10):.3f}"]),
        ("shares-of-what", ["12 %", "1.5 %"]),
        ("which-are-scored", ["3 count", "17 don't"]),
        ("eighty-two-percent", [f"{1 / (1 + math.exp(-1.5)):.2f}", "82 %"]),
        ("softmax-of-two", [f"{1 / (1 + math.exp(-1.5)):.4f}"]),
        ("loss-of-a-batch", [f"{nats(0.665):.4f}", f"{nats(0.042):.4f}", f"{nats(0.665) + nats(0.042):.3f}"]),
        ("ratio-of-gradients", [f"{nats(0.042) / nats(0.665):.1f} times", "0.958", "0.335"]),
        ("softmax-twice", [f"{math.log(1 + math.exp(-1)):.3f}"]),
        ("probability-of-zero", [f"{150 * math.log(2):.0f}"]),
    ],
)
def test_a_number_printed_on_a_card_is_what_mathematics_gives(name, numbers):
    text = " ".join(texts(BY_ID[name]))
    assert [number for number in numbers if number not in text] == []


def test_a_cited_measurement_is_the_papers():
    harm = BY_ID["price-of-no-exceptions"].why
    assert "from 94.9 to 94.0" in harm
    assert "from 95.4 to 94.9" in harm
    assert "52.0 %" in BY_ID["trained-on-nsp"].why


@EACH
def test_a_card_cites_what_it_names_as_its_sources_and_all_of_it_exists(card):
    cited = {key for role in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", card.why) for key in role.split(",")}
    assert cited == set(card.sources)
    bibliography = (ROOT / "chapters" / "references.bib").read_text(encoding="utf-8")
    assert all(f"{{{key}," in bibliography for key in card.sources)


@EACH
def test_a_claim_about_papers_and_their_authors_is_cited(card):
    is_about_one = re.search(r"authors|ALBERT|RoBERTa|measured,", " ".join(texts(card)))
    assert card.sources or not is_about_one


@EACH
def test_no_placeholder_is_left_and_each_text_is_short(card):
    question, answer, why = texts(card)
    assert not re.search(r"<<|>>", question + answer + why)
    assert 3 <= len(question) <= 200
    assert len(answer) <= 50
    assert 20 <= len(why) <= 420


@EACH
def test_a_question_has_at_most_one_blank_and_doesnt_print_its_answer(card):
    question, answer, _ = texts(card)
    assert question.count("`[MASK]`") <= 1
    assert question.endswith(("?", ".")), question
    if "`[MASK]`" in question and len(answer) > 3:
        assert answer.strip("`").lower() not in question.lower()
    assert ("`[MASK]`" in question) or question.endswith("?")


@EACH
def test_a_text_is_plain_in_tone(card):
    assert not re.search(r"!|\\log\b|\b(great job|well done|obviously|simply|just)\b", " ".join(texts(card)))


def test_a_card_cannot_be_changed_and_says_what_its_text_lacks():
    with pytest.raises(FrozenInstanceError):
        CARDS[0].id = "other"
    with pytest.raises(KeyError, match="card 'bert-attention' prints <<nothing>>"):
        CARDS[0].text("<<nothing>>")


def test_the_chapter_is_what_the_bank_says():
    text = CHAPTER.read_text(encoding="utf-8")
    assert dealt(text, CARDS) == text, "run `make sync`"
    assert f"*{len(CARDS)} cards · " in text


def test_a_card_in_the_chapter_is_question_closed_answer_reason_and_its_exercise():
    block = card_block(BY_ID["likely-word"])
    question, rest = block.split("\n\n", 1)
    assert question.endswith("is `[MASK]` nats.")
    assert rest.startswith("```{admonition} Answer\n:class: dropdown\n:name: card-likely-word\n\n**0.170**\n\n")
    assert rest.endswith("See {ref}`2.1 <softmax-three-logits>`.\n```\n")


def test_dealing_changes_nothing_outside_the_block_and_is_done_once():
    frame = "# Self-check\n\n\\alpha stays\n\n:::::{{div}} cards\n{}:::::\n\nafter\n"
    text = dealt(frame.format("anything\n::: not the end\n"), CARDS[:2])
    assert text == frame.format(f"\n{card_block(CARDS[0])}\n{card_block(CARDS[1])}\n")
    assert dealt(text, CARDS[:2]) == text


def test_backslashes_of_a_card_survive():
    card = replace(CARDS[0], why="$\\tfrac{1}{2} \\ln 2$, \\1 and \\g<0> too.")
    assert "$\\tfrac{1}{2} \\ln 2$, \\1 and \\g<0> too." in dealt("::::{div} cards\n::::\n", (card,))


def test_a_chapter_without_a_place_for_the_cards_is_refused():
    with pytest.raises(ValueError, match="no place for the cards"):
        dealt("# Self-check\n\n::::{div} cards\nnever closed\n", CARDS)
