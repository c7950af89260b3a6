"""The table from which Python's judge and the page's work: complete, plain JSON, and without the answer in sight."""

import dataclasses
import json
import math
import re

import pytest

from lib.answers import answer_table, points_of
from lib.answers.fields import read_field
from lib.answers.names import word
from lib.answers.reading import NotRead
from lib.bank import EXERCISES, LEVELS, ArgumentField, ChoiceField, KeyedField, exercise, places
from lib.bank.definition import Place
from tests.conftest import ROOT

each_exercise = pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.number)
PLACES = [place for place in vars(places).values() if isinstance(place, Place)]


def field_of(number, name):
    return next(field for field in answer_table(exercise(number))["fields"] if field["name"] == name)


@each_exercise
def test_the_table_is_plain_json_without_a_number_that_json_lacks(each):
    table = answer_table(each)
    assert json.loads(json.dumps(table, allow_nan=False)) == table


@each_exercise
def test_the_table_has_every_field_and_every_mistake_in_order(each):
    table = answer_table(each)
    assert (table["id"], table["number"], table["points"], table["variant"]) == (each.id, each.number, each.points, 0)
    assert table["hints"] == len(each.hints)
    assert [field["name"] for field in table["fields"]] == [field.name for field in each.fields]
    for row, field in zip(table["fields"], each.fields, strict=True):
        if isinstance(field, KeyedField):
            names = [mistake["name"].split("-or-")[0] for mistake in row["mistakes"]]
            assert list(dict.fromkeys(names))[: len(field.mistakes)] == [mistake.name for mistake in field.mistakes]
        else:
            assert [row_of["full"] for row_of in row["criteria"]] == [criterion.full for criterion in field.criteria]


@each_exercise
def test_no_text_of_the_table_has_a_placeholder_left(each):
    assert "<<" not in json.dumps(answer_table(each))


@each_exercise
def test_points_are_whole_and_sum_to_those_of_the_exercise(each):
    points = [field["points"] for field in answer_table(each)["fields"]]
    assert all(type(worth) is int and worth > 0 for worth in points)
    assert sum(points) == each.points


def test_points_that_cannot_be_shared_evenly_are_refused():
    odd = dataclasses.replace(exercise("2.1"), points=5)
    with pytest.raises(ValueError, match=r"2\.1 must share its points evenly among its fields: 1 are left"):
        points_of(odd.fields[0], odd)


def test_the_table_follows_the_numbers_that_it_is_given():
    numbers = {"words": ("ant", "bee", "cow"), "logits": (1.0, 1.0, 1.0), "truth": 1}
    table = answer_table(exercise("2.1"), numbers, variant=7)
    assert table["variant"] == 7
    assert [field["label"] for field in table["fields"]] == ["(a) p(bee)", "(b) loss"]
    assert table["fields"][0]["answer"] == pytest.approx(1 / 3)
    assert table["fields"][1]["answer"] == pytest.approx(math.log(3))


def test_options_show_their_numbers_and_so_do_their_other_names_and_mistakes():
    field = field_of("5.1", "dominates")
    assert field["options"] == ["position 1 (p = 0.665)", "position 2 (p = 0.042)", "both alike"]
    assert set(field["also"]) == set(field["options"])
    assert {field["answer"], *(mistake["value"] for mistake in field["mistakes"])} == set(field["options"])


def test_the_blanks_of_1_2_are_percents_or_counts_as_the_numbers_say():
    in_tokens = {**exercise("1.2").defaults, "in_percent": False}
    field = answer_table(exercise("1.2"), in_tokens)["fields"][0]
    assert (field["unit"], field["percent"], field["answer"]) == ("", "no", 48)
    assert (field_of("1.2", "mask")["unit"], field_of("1.2", "mask")["percent"]) == ("%", "percent")


def test_only_a_probability_takes_a_percent_and_only_a_loss_takes_nats():
    assert (field_of("2.1", "p_dog")["percent"], field_of("2.1", "p_dog")["units"]) == ("probability", [])
    assert (field_of("2.1", "loss")["percent"], field_of("2.1", "loss")["units"]) == ("no", ["nats", "nat"])


def test_what_follows_from_what():
    follows = {
        f"{each.number} {field['name']}": field["follows"]
        for each in EXERCISES
        for field in answer_table(each)["fields"]
        if "follows" in field
    }
    assert follows == {
        "2.1 loss": {"field": "p_dog", "how": "minus-ln"},
        "2.2 loss": {"field": "p_log", "how": "minus-ln"},
        "2.3 not_scored": {"field": "scored", "how": "rest-of", "of": 20},
        "2.4 loss": {"field": "p_isnext", "how": "minus-ln"},
    }


@each_exercise
def test_a_field_follows_an_earlier_one_of_the_same_exercise(each):
    names = [field.name for field in each.fields]
    for field in each.keyed:
        if field.follows:
            assert names.index(field.follows.field) < names.index(field.name)


@each_exercise
def test_an_example_can_be_read_and_is_not_the_answer(each):
    for field in answer_table(each)["fields"]:
        if field["kind"] in {"number", "count", "shape"}:
            for example in field["example"].split(" or "):
                reading = read_field(field, example)
                assert not isinstance(reading, NotRead)
                value = list(reading.value) if field["kind"] == "shape" else reading.value
                assert value != field["answer"]


def test_an_example_that_would_be_the_answer_is_exchanged_for_another():
    shapes = {**exercise("4.1").defaults, "tags": 3}
    output = next(f for f in answer_table(exercise("4.1"), shapes)["fields"] if f["name"] == "ner_output")
    assert output["answer"] == ["n", 3]
    assert output["example"] == "(6, 4) or (n, 6)"
    counts = {**exercise("2.3").defaults, "tokens": 80}
    scored = answer_table(exercise("2.3"), counts)["fields"][0]
    assert (scored["answer"], scored["example"]) == (12, "7")


def test_no_name_stands_for_two_options():
    for each in EXERCISES:
        for field in answer_table(each)["fields"]:
            if field["kind"] == "choice":
                names = [{word(option), *map(word, field["also"].get(option, ()))} for option in field["options"]]
                assert sum(map(len, names)) == len(set.union(*names))
                assert set(field["also"]) <= set(field["options"])
                assert all(all(group) for group in names)


def test_every_mistake_that_counts_against_a_learner_says_where_it_is_mended():
    for each in EXERCISES:
        for field in answer_table(each)["fields"]:
            for mistake in field.get("mistakes", ()):
                assert mistake.get("excused") or mistake["see"], (each.number, field["name"], mistake["name"])


def test_no_place_names_the_answer():
    for each in EXERCISES:
        for field in answer_table(each)["fields"]:
            for mistake in field.get("mistakes", ()):
                if field["kind"] in {"choice", "word"}:
                    assert field["answer"] not in {place["title"] for place in mistake.get("see", ())}


def anchors_of(page):
    """Give the anchors of a chapter and what is called so: headings, labels, exercises, glossary terms."""
    text = (ROOT / "chapters" / f"{page}.md").read_text(encoding="utf-8")
    found = {slug(title): title for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    found |= dict(re.findall(r"^\(([\w-]+)\)=\n#+ (.+)$", text, re.MULTILINE))
    if page == "glossary":
        found |= {f"term-{re.sub(r'[^A-Za-z0-9]+', '-', term).strip('-')}": term for term in terms_of(text)}
    level = next((level.number for level in LEVELS if level.page == page), None)
    return found | {each.id: f"{each.number} {each.title}" for each in EXERCISES if each.level == level}


def slug(title):
    return re.sub(r"[^a-z0-9 -]", "", title.lower().replace("–", "")).strip().replace(" ", "-")


def terms_of(text):
    for block in re.findall(r"```\{glossary\}\n(.*?)```", text, re.DOTALL):
        yield from re.findall(r"^(\S.*)$", block, re.MULTILINE)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.anchor)
def test_every_place_is_in_the_book_and_is_called_so(place):
    assert anchors_of(place.page).get(place.anchor) == place.title


def test_every_place_is_used():
    used = {place for each in EXERCISES for field in each.keyed for place in field.see}
    used |= {place for each in EXERCISES for field in each.keyed for m in field.mistakes for place in m.see}
    assert used == set(PLACES)


@each_exercise
def test_a_choice_has_a_mistake_for_each_wrong_option(each):
    for field in each.fields:
        if isinstance(field, ChoiceField):
            values = {mistake.value(each.defaults) for mistake in field.mistakes}
            assert values | {field.answer(each.defaults)} == set(field.options)


def test_arguments_have_criteria_and_no_answer():
    rows = [row for each in EXERCISES for row in answer_table(each)["fields"] if row["kind"] == "argument"]
    assert len(rows) == sum(isinstance(field, ArgumentField) for each in EXERCISES for field in each.fields)
    assert all(row["criteria"] and "answer" not in row for row in rows)


def test_changing_a_table_changes_nothing_in_the_bank():
    answer_table(exercise("2.1"))["fields"][0]["mistakes"][0]["see"][0]["page"] = "elsewhere"
    answer_table(exercise("2.1"))["fields"][1]["units"].clear()
    assert field_of("2.1", "p_dog")["mistakes"][0]["see"][0]["page"] == "notation"
    assert field_of("2.1", "loss")["units"] == ["nats", "nat"]
