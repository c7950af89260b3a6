"""The QTI package, read back by a reader of its own (`readers`)."""

import re
from decimal import Decimal
from zipfile import ZipFile

import pytest

from lib.answers.packing import patched
from lib.answers.shapes import show_shape
from lib.bank import exercise
from tests.assign.keys import KEYS
from tests.assign.readers import read_qti


@pytest.fixture(scope="module")
def groups(assigned):
    return read_qti(assigned / "canvas.zip")


@pytest.fixture(scope="module")
def items(groups):
    return [item for group in groups for item in group["items"]]


def issued(manifest, item):
    key, part, _, place = item["id"].split(".")
    each = manifest["exercises"][key]
    made = each["variants"][int(place) - 1]
    return (
        part,
        KEYS.get(each["number"], lambda _: {})(made["numbers"]),
        patched(each["table"], made["change"])["fields"],
    )


def test_a_student_gets_one_variant_of_each_part(groups, manifest):
    for group in groups:
        parts = {item["id"].rpartition(".")[0] for item in group["items"]}
        assert group["picks"] == 1
        assert len(parts) == 1
        [key] = {item["id"].split(".")[0] for item in group["items"]}
        assert len(group["items"]) == len(manifest["exercises"][key]["variants"])
        assert {item["points"] for item in group["items"]} == {group["points"]}
    assert sum(group["points"] for group in groups) == sum(exercise(key).points for key in manifest["exercises"])


def test_every_question_has_an_id_of_its_own(items):
    assert len({item["id"] for item in items}) == len(items) > 300


def test_numbers_have_the_key_and_the_tolerance_of_plain_arithmetic(items, manifest):
    numerical = [item for item in items if item["type"] == "numerical_question"]
    assert len(numerical) > 200
    for item in numerical:
        part, wanted, fields = issued(manifest, item)
        [(low, high)], [exact] = item["ranges"], item["exact"]
        tolerance = Decimal(repr(fields[part].get("tolerance", 0)))
        assert float(exact) == pytest.approx(wanted[part], abs=1e-12)
        assert (exact - tolerance, exact + tolerance) == (low, high)


def test_no_range_stands_for_a_mistake(items):
    # Canvas takes every range for a right answer, whatever its condition gives.
    assert all(item["every_range_is_scored"] and len(item["ranges"]) <= 1 for item in items)


def test_choices_have_one_right_option_and_feedback_on_each(items, manifest):
    chosen = [item for item in items if item["type"] in ("multiple_dropdowns_question", "multiple_choice_question")]
    assert {item["id"].split(".")[0] for item in chosen} == {
        "model-families",
        "three-heads",
        "batch-loss",
        "continue-a-story",
    }
    for item in chosen:
        part, wanted, fields = issued(manifest, item)
        names = list(wanted) if part == "keyed" else [part]
        shown = [show_shape(v) if isinstance(v, list) else v for v in (wanted[name] for name in names)]
        assert [option for _, option, _ in item["right"]] == shown
        assert sum(score for *_, score in item["right"]) == pytest.approx(100, abs=0.1)
        if part != "keyed":
            for mistake in fields[part]["mistakes"].values():
                assert mistake["feedback"] in re.sub("</?p>", "", item["said_of_options"][mistake["value"]])


def test_dropdowns_stand_in_the_text(items):
    for item in items:
        if item["type"] == "multiple_dropdowns_question":
            asked = {respident.removeprefix("response_") for respident, *_ in item["right"]}
            assert asked == set(re.findall(r": \[(\w+)\]</p>", item["text"]))


def test_a_word_is_taken_in_its_usual_spellings(items):
    [item] = [each for each in items if each["type"] == "short_answer_question"]
    assert {"[CLS]", "CLS", "CLS token", "the [CLS] token"} <= {text for _, text, _ in item["right"]}


def test_feedback_that_is_named_is_there(items):
    assert all(item["links"] == set(item["feedback"]) for item in items)
    wrong = next(item for item in items if item["id"].startswith("softmax-three-logits.p_dog"))["feedback"]
    assert "You used base 2." in wrong["general_incorrect_fb"]


def test_essays_have_no_key_and_no_rubric(items):
    essays = [item for item in items if item["type"] == "essay_question"]
    assert len({item["id"].split(".")[0] for item in essays}) == 8
    for item in essays:
        key, part = item["id"].split(".")[:2]
        field = next(each for each in exercise(key).fields if each.name == part)
        assert not item["right"]
        assert not any(point.full in item["text"] for point in field.criteria)


def test_nothing_of_myst_is_left(items):
    for item in items:
        prose = re.sub(r"\\\(.*?\\\)|\\\[.*?\\\]", "", item["text"], flags=re.DOTALL)
        assert not re.search(r"[{}$]|<<|`|\*\*|\|---", prose), prose


def test_the_package_carries_no_date_of_its_own(assigned):
    with ZipFile(assigned / "canvas.zip") as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_grid_is_chosen_among_those_that_mistakes_give(items, manifest):
    item = next(each for each in items if each["id"].startswith("continue-a-story.grid"))
    mistakes = manifest["exercises"]["continue-a-story"]["table"]["fields"]["grid"]["mistakes"].values()
    assert item["type"] == "multiple_choice_question"
    assert item["said_of_options"].keys() == {"1000/1100/1110/1111", *(each["value"] for each in mistakes)}
    assert [right for _, right, _ in item["right"]] == ["1000/1100/1110/1111"]
    assert "Choose the grid below." in item["text"]
