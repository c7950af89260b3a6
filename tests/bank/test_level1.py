"""Level 1: what its texts print is what `lib` computes, and its choices are complete."""

import inspect

import numpy as np
import pytest

from lib import bidirectional_attention, causal_attention, choose_positions, corrupt, count_chosen, t5_attention
from lib.bank import ChoiceField, exercise, render
from lib.bank.level1 import directions

FAMILIES, RULE, SUMMARY = exercise("1.1"), exercise("1.2"), exercise("1.3")
IN_TOKENS = {**RULE.defaults, "in_percent": False}
each_choice = pytest.mark.parametrize("field", FAMILIES.fields, ids=lambda field: field.name)


def answers(each, numbers=None):
    return {field.name: field.answer(each.defaults if numbers is None else numbers) for field in each.keyed}


def mistakes(field, numbers):
    return {mistake.name: mistake.value(numbers) for mistake in field.mistakes}


def test_the_three_families_are_what_their_papers_say():
    assert answers(FAMILIES) == {
        "bert_attention": "bidirectional",
        "bert_job": "understanding",
        "gpt_attention": "causal",
        "gpt_job": "generation",
        "t5_attention": "both",
        "t5_job": "sequence-to-sequence",
    }


def test_the_kind_of_attention_is_read_off_the_grids():
    assert directions(bidirectional_attention(5)) == "bidirectional"
    assert directions(causal_attention(5)) == "causal"
    grids = t5_attention(5, 2)
    assert directions(grids.encoder, grids.decoder) == "both"
    assert grids.cross.all()


def test_the_prompt_offers_all_three_jobs_and_all_three_kinds_of_attention():
    for word in ("understanding", "generation", "sequence-to-sequence", "bidirectional", "causal", "both"):
        assert f"*{word}*" in FAMILIES.prompt


@each_choice
def test_each_wrong_option_has_a_reason_of_its_own(field):
    assert isinstance(field, ChoiceField)
    wrong = set(field.options) - {field.answer({})}
    assert {mistake.value({}) for mistake in field.mistakes} == wrong
    assert len({mistake.feedback for mistake in field.mistakes}) == len(wrong)


@pytest.mark.parametrize("field", [*FAMILIES.fields, *SUMMARY.fields], ids=lambda field: field.name)
def test_no_reason_names_the_right_option(field):
    for mistake in (*field.mistakes, *field.further):
        assert field.answer({}).lower() not in mistake.feedback.lower()


def test_under_berts_grid_a_token_can_see_the_one_it_would_have_to_predict():
    """The sentence below the grids of 1.1."""
    this, following = np.arange(3), np.arange(1, 4)
    assert bidirectional_attention(4)[this, following].all()
    assert not causal_attention(4)[this, following].any()
    assert causal_attention(4).diagonal().all()


def test_the_rule_is_the_one_that_lib_applies():
    assert inspect.signature(corrupt).parameters["shares"].default == RULE.defaults["shares"]
    assert inspect.signature(count_chosen).parameters["rate"].default == RULE.defaults["percent"] / 100


def test_eighty_ten_ten_are_shares_of_the_chosen_tokens():
    assert answers(RULE) == {"mask": 80, "random": 10, "unchanged": 10}
    solution = render(RULE.solution, RULE)
    assert "$80 + 10 + 10 = 100$" in solution
    assert "*chosen* tokens" in solution


def test_twelve_and_one_and_a_half_are_shares_of_all_tokens_and_a_mistake():
    for field, share in zip(RULE.keyed, (12, 1.5, 1.5), strict=True):
        assert mistakes(field, RULE.defaults)["of-all-tokens"] == pytest.approx(share)
    assert "12 %, 1.5 % and 1.5 %" in " ".join(render(RULE.solution, RULE).split())


def test_the_worked_example_of_four_hundred_tokens_adds_up():
    chosen = count_chosen(400)
    assert chosen == 60
    assert "400 tokens 60 are chosen, and of these about 48 show" in " ".join(render(RULE.solution, RULE).split())
    assert tuple(round(chosen * share) for share in RULE.defaults["shares"]) == (48, 6, 6)


def test_the_rule_can_also_be_asked_for_in_tokens():
    assert answers(RULE, IN_TOKENS) == {"mask": 48, "random": 6, "unchanged": 6}
    assert "A text has 400 tokens." in render(RULE.prompt, RULE, IN_TOKENS)
    assert "$48 + 6 + 6 = 60$" in render(RULE.solution, RULE, IN_TOKENS)
    for field in RULE.keyed:
        values = [field.answer(IN_TOKENS), *mistakes(field, IN_TOKENS).values()]
        assert len(set(values)) == len(values)


def test_every_chosen_position_has_a_label_whatever_it_shows():
    """The claim of 1.2, on the chapter's own draw."""
    rng = np.random.default_rng(1)
    chosen = choose_positions(np.full(2000, True), rng)
    result = corrupt(np.arange(1000, 3000), chosen, rng, mask_id=103, vocabulary_size=30_522)
    assert len(chosen) == 300
    assert np.flatnonzero(result.labels != -100).tolist() == chosen.tolist()
    shares = [np.mean(result.fate[chosen] == fate) for fate in ("masked", "random", "kept")]
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.06)
    assert np.count_nonzero(result.inputs == 103) < len(chosen)


def test_the_first_token_sees_all_only_without_a_causal_grid():
    assert SUMMARY.fields[0].answer({}) == "[CLS]"
    assert bidirectional_attention(8)[0].sum() == 8
    assert causal_attention(8)[0].sum() == 1
