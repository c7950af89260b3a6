"""Level 3: its tables are the papers' tables, and its claims about attention hold in `lib`."""

import re

import numpy as np
import pytest

from lib import causal_attention, self_attention, sum_embeddings
from lib.bank import exercise, render
from tests.conftest import ROOT

MASK, NEXT, EMBEDDINGS = exercise("3.1"), exercise("3.2"), exercise("3.3")
CHAPTER = (ROOT / "chapters" / "level-3-analysis.md").read_text(encoding="utf-8")

# Copied from the papers, not from the bank.
ROWS = [
    (MASK, "80 / 10 / 10", "84.2 95.4 94.9"),  # BERT, table 8
    (MASK, "100 / 0 / 0", "84.3 94.9 94.0"),
    (MASK, "80 / 0 / 20", "84.1 95.2 94.6"),
    (MASK, "80 / 20 / 0", "84.4 95.2 94.7"),
    (MASK, "0 / 20 / 80", "83.7 94.8 94.6"),
    (MASK, "0 / 0 / 100", "83.6 94.9 94.6"),
    (NEXT, "next sentence", "90.5 52.0 79.2"),  # ALBERT, table 5
    (NEXT, "sentence order", "78.9 86.5 80.1"),
    (NEXT, "two segments, NSP", "90.4 78.7 84.0 92.9 64.2"),  # RoBERTa, table 2
    (NEXT, "two sentences, NSP", "88.7 76.2 82.9 92.1 63.0"),
    (NEXT, "one block", "90.4 79.1 84.7 92.5 64.8"),
    (NEXT, "one block, one document", "90.6 79.7 84.7 92.7 65.6"),
    (NEXT, "with NSP", "84.4 88.4 86.7 92.7 88.5"),  # BERT, table 5
    (NEXT, "without NSP", "83.9 84.9 86.5 92.6 87.9"),
]


def prose(text):
    return " ".join(text.split())


def row(each, name):
    line = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", render(each.solution, each), re.MULTILINE)
    assert line, name
    return [float(score) for score in line[1].split("|")]


@pytest.mark.parametrize(("each", "name", "scores"), ROWS)
def test_a_row_is_the_papers_row(each, name, scores):
    assert row(each, name) == [float(score) for score in scores.split()]


@pytest.mark.parametrize("each", [MASK, NEXT, EMBEDDINGS], ids=lambda each: each.number)
def test_the_criteria_add_up_to_the_points(each):
    assert each.points == 8
    assert sum(point.points for point in each.rubric) == 8


def test_always_masking_changes_what_the_solution_says():
    changes = np.subtract(row(MASK, "100 / 0 / 0"), row(MASK, "80 / 10 / 10")).round(1)
    assert changes.tolist() == [0.1, -0.5, -0.9]
    text = prose(render(MASK.solution, MASK))
    assert "MNLI by +0.1, fine-tuned tagging by −0.5, and tagging on vectors that are read as they are by −0.9" in text


def test_without_any_mask_mnli_falls_most():
    without = max(row(MASK, "0 / 20 / 80")[0], row(MASK, "0 / 0 / 100")[0])
    assert without < min(row(MASK, name)[0] for _, name, _ in ROWS[:4])


def test_few_visible_tokens_are_scored_and_fewer_are_random():
    scored, random = 0.15 * 0.2 / (1 - 0.15 * 0.8), 0.15 * 0.1 / (1 - 0.15 * 0.8)
    assert f"{100 * scored:.1f} % are scored, and {100 * random:.1f} % are random" in prose(render(MASK.solution, MASK))


def test_leaving_out_nsp_hurt_bert_on_every_task_and_qnli_most():
    falls = np.subtract(row(NEXT, "with NSP"), row(NEXT, "without NSP")).round(1)
    assert (falls > 0).all()
    assert falls.argmax() == 1
    assert "Everything falls, QNLI most, by 3.5." in prose(render(NEXT.solution, NEXT))


def test_one_block_matches_or_slightly_improves_but_not_everywhere():
    changes = np.subtract(row(NEXT, "one block"), row(NEXT, "two segments, NSP")).round(1)
    assert changes.tolist() == [0.0, 0.4, 0.7, -0.4, 0.6]
    text = prose(render(NEXT.solution, NEXT))
    assert "SQuAD 2.0 rises by 0.4, MNLI by 0.7 and RACE by 0.6; SQuAD 1.1 stays, and SST-2 changes by −0.4" in text


def test_the_sentence_tasks_add_what_the_solution_says():
    text = prose(render(NEXT.solution, NEXT))
    assert "52.0 % on order" in text
    assert "With neither task the average is 79.0, so NSP added 0.2 and the order task 1.1." in text


def test_the_chapters_cell_holds_the_rows_of_the_solution():
    for variable, name in (
        ("segments", "two segments, NSP"),
        ("sentences", "two sentences, NSP"),
        ("block", "one block"),
    ):
        assert f"{variable} = np.array({row(NEXT, name)})" in CHAPTER
    assert (np.subtract(row(NEXT, "two sentences, NSP"), row(NEXT, "two segments, NSP")) < 0).all()


WORD = {"dog": [2.0, 0.0], "bites": [0.0, 1.0], "man": [1.0, 1.0]}
FIRST = np.array([WORD[word] for word in ("dog", "bites", "man")])
SECOND = FIRST[::-1]
PLACE = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])


def test_without_positions_the_words_only_change_places():
    np.testing.assert_allclose(self_attention(SECOND), self_attention(FIRST)[::-1])


def test_what_is_read_from_a_token_that_stands_still_is_invariant():
    """`[CLS]` stays in front while the three words are shuffled."""
    cls = np.array([[0.5, -1.0]])
    read = self_attention(np.vstack([cls, FIRST]))[0]
    np.testing.assert_allclose(self_attention(np.vstack([cls, SECOND]))[0], read)


@pytest.mark.parametrize("how", ["positions", "causal", "segments"])
def test_something_breaks_the_symmetry(how):
    if how == "positions":
        one, other = (self_attention(sum_embeddings(order, position=PLACE)) for order in (FIRST, SECOND))
    elif how == "causal":
        one, other = (self_attention(order, causal_attention(3)) for order in (FIRST, SECOND))
    else:  # the first place in sentence A, the others in B
        segment = np.array([[0.5, 0.0], [0.0, 0.5], [0.0, 0.5]])
        one, other = (self_attention(sum_embeddings(order, segment=segment)) for order in (FIRST, SECOND))
    assert np.abs(one[0] - other[2]).max() > 0.1, "the dog that bites is still the dog that is bitten"


def test_the_chapter_uses_the_vectors_that_are_tested_here():
    assert f"word = {WORD}".replace("'", '"') in CHAPTER
    assert f"place = np.array({PLACE.tolist()})" in CHAPTER
