"""The committed variants: enough, distinct, fit, at addresses that stay."""

import dataclasses
import json
from collections import Counter
from hashlib import sha256

import numpy as np
import pytest

from lib import softmax
from lib.answers import answer_table, check
from lib.bank import EXERCISES, ChoiceField, CountField, NumberField, exercise, render, variants, variants_of
from lib.bank.committed import FILE
from lib.bank.explorations import EXPLORATIONS
from tests.bank.premises_of_texts import check_everything

DRAWN = [each for each in EXERCISES if each.draw]
each_drawn = pytest.mark.parametrize("each", DRAWN, ids=lambda each: each.number)
VARIANTS = [(each.number, variant) for each in DRAWN for variant in range(1, len(variants_of(each)))]
# A link, a bookmark, a saved answer leads to a variant by its number. Change one of these only on purpose.
FROZEN = {
    "1.2": "498e1da08c72",
    "2.1": "cc0e22fb11b0",
    "2.2": "36ed6695a641",
    "2.3": "b3fead3c2cd4",
    "2.4": "0f2ddc7c28bf",
    "4.1": "917dd0923c51",
    "4.2": "96120988a9d7",
    "4.3": "a648b5905523",
    "5.1": "2adf7021723c",
}


def answers_of(each):
    return tuple(field.answer(each.defaults) for field in each.keyed)


def as_typed(field, value):
    """A result as a learner writes it, with the decimals that are asked for."""
    if isinstance(field, NumberField):
        return f"{value:.{field.decimals}f}"
    return f"{value:g}" if isinstance(field, CountField) else value


def typed(each, field, value):
    return render(value, each) if isinstance(field, ChoiceField) else as_typed(field, value)


# The file


def test_what_is_committed_is_what_the_bank_draws():
    drawn = {each.id: variants.draw_variants(each) for each in DRAWN}
    assert FILE.read_text(encoding="utf-8") == variants.as_text(drawn), "run `make variants`"
    assert {each.id: variants_of(each)[1:] for each in DRAWN} == drawn, "numbers survive the file, tuples and all"


def test_every_exercise_with_a_draw_has_at_least_twenty_five_and_no_other_has_any():
    assert {each.id for each in DRAWN} == set(json.loads(FILE.read_text(encoding="utf-8")))
    for each in EXERCISES:
        assert variants_of(each)[0] == each.defaults
        assert len(variants_of(each)) - 1 >= (25 if each.draw else 0)
        assert each.draw or len(variants_of(each)) == 1


@each_drawn
def test_variants_differ_from_each_other_and_from_the_book(each):
    numbers = [json.dumps(found, sort_keys=True) for found in variants_of(each)]
    assert len(set(numbers)) == len(numbers)
    times = Counter(answers_of(exercise(each.number, v)) for v in range(len(numbers)))
    assert max(times.values()) <= (2 if each.number == "4.3" else 1), "only 4.3 has fewer answers than variants"


@each_drawn
def test_a_variants_number_leads_to_the_numbers_it_always_led_to(each):
    assert sha256(repr(variants_of(each)[1:]).encode()).hexdigest()[:12] == FROZEN[each.number]


def test_some_addresses_spelled_out():
    assert exercise("2.3", variant=7).defaults == {"tokens": 24, "percent": 15}
    assert exercise("4.3", variant=7).defaults == {"tokens": 57, "words": 43, "percent": 15}
    assert exercise("5.1", variant=7).defaults == {"probabilities": (0.559, 0.225)}
    assert exercise("2.4", variant=7).defaults == {"score": -0.8, "is_next": False}


def test_the_check_tells_a_stale_file_and_writes_nothing(monkeypatch, tmp_path, capsys):
    stale = tmp_path / "variants.json"
    stale.write_text("{}\n", encoding="utf-8")
    monkeypatch.setattr(variants, "FILE", stale)
    monkeypatch.setattr(variants, "draw_variants", lambda each: tuple(reversed(variants_of(each)[1:])))
    assert variants.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "Run `make variants`" in told
    assert "5.1: other numbers for variant 1, 2, 3" in told
    assert stale.read_text(encoding="utf-8") == "{}\n"


def test_writing_makes_the_file_that_the_check_accepts(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(variants, "FILE", tmp_path / "variants.json")
    monkeypatch.setattr(variants, "draw_variants", lambda each: variants_of(each)[1:])
    assert variants.main([]) == 0
    assert variants.main(["--check"]) == 0
    assert "225 variants of 9 exercises" in capsys.readouterr().out
    assert (tmp_path / "variants.json").read_bytes() == FILE.read_bytes()


# An exercise with a variant's numbers


@each_drawn
def test_a_variant_is_its_exercise_with_other_numbers_and_nothing_else(each):
    varied = exercise(each.number, variant=7)
    assert varied.defaults == variants_of(each)[7] != each.defaults
    assert dataclasses.replace(varied, defaults=each.defaults) == each
    assert exercise(each.id, 7) is varied
    assert exercise(each.number, variant=0) is each


@pytest.mark.parametrize("variant", [-1, 26, 10**9, "7", 7.0, True, None])
def test_an_unknown_variant_is_refused_with_the_range_there_is(variant):
    with pytest.raises(KeyError, match=r"exercise 2\.1 has no variant .*; there are 0, with the book's numbers, to 25"):
        exercise("2.1", variant=variant)


def test_an_exercise_without_numbers_has_no_variant():
    with pytest.raises(KeyError, match=r"exercise 3\.1 has no variant 1; there is 0, with the book's numbers"):
        exercise("3.1", variant=1)


@pytest.mark.parametrize(("number", "variant"), VARIANTS)
def test_a_variant_is_fit_and_true_to_its_texts(number, variant):
    check_everything(exercise(number, variant))


@each_drawn
def test_the_words_of_a_variant_stand_in_its_labels_and_options(each):
    for variant in range(1, len(variants_of(each))):
        varied = exercise(each.number, variant)
        table = answer_table(varied, variant=variant)
        assert json.loads(json.dumps(table, allow_nan=False)) == table
        labels = [row["label"] for row in table["fields"]]
        if each.number in {"2.1", "2.2"}:
            assert f"(a) p({varied.defaults['words'][varied.defaults['truth']]})" in labels
        if each.number == "5.1":
            first, second = (f"{p:.3f}" for p in varied.defaults["probabilities"])
            options = [f"position 1 (p = {first})", f"position 2 (p = {second})", "both alike"]
            assert table["fields"][1]["options"] == options


@each_drawn
def test_a_variants_own_answers_are_right_and_its_mistakes_are_named(each):
    for variant in range(1, len(variants_of(each))):
        varied = exercise(each.number, variant)
        right = {field.name: typed(varied, field, field.answer(varied.defaults)) for field in varied.keyed}
        verdict = check(each.number, variant, **right)
        assert (verdict.status, verdict.remark) == ("right", ""), (variant, verdict)
        for field in varied.keyed:
            for mistake in field.mistakes:
                given = typed(varied, field, mistake.value(varied.defaults))
                [judged] = check(each.number, variant, **{field.name: given}).fields
                wanted = ("right", "") if mistake.is_excused else ("mistake", mistake.name)
                assert (judged.status, judged.name_of_mistake.split("-or-")[0]) == wanted, (variant, field.name, given)


def test_the_loss_follows_from_the_probability_of_what_is_true():
    """With y = 0 the loss is made of 1 − p, and so is the error that is carried forward."""
    steps = set()
    for variant in range(1, len(variants_of(exercise("2.4")))):
        varied = exercise("2.4", variant)
        loss = answer_table(varied)["fields"][1]
        steps.add((varied.defaults["is_next"], loss["follows"]["how"]))
        wrong = 0.4321
        given = -np.log(wrong if varied.defaults["is_next"] else 1 - wrong)
        verdict = check("2.4", variant, p_isnext=f"{wrong}", loss=f"{given:.4f}")
        assert verdict.fields[1].name_of_mistake == "carried-forward"
    assert steps == {(True, "minus-ln"), (False, "minus-ln-of-rest")}


@pytest.mark.parametrize("each", [exercise("2.1"), exercise("2.2"), exercise("4.2")], ids=lambda each: each.number)
def test_the_widget_never_starts_at_the_answer(each):
    [exploration] = EXPLORATIONS[each.id]
    for variant in range(len(variants_of(each))):
        varied = exercise(each.number, variant)
        settings = exploration.settings(varied.defaults)
        shown = softmax(settings["logits"])
        assert np.abs(shown - varied.keyed[0].answer(varied.defaults)).min() > varied.keyed[0].tolerance, variant


def test_the_widget_of_2_4_starts_at_no_variants_score():
    [exploration] = EXPLORATIONS["next-sentence-loss"]
    for found in variants_of(exercise("2.4")):
        assert abs(found["score"]) != abs(exploration.settings(found)["score"])
