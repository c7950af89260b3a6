"""The Moodle bank, read back by a reader of its own (`readers`)."""

import re
from collections import Counter
from io import StringIO

import pytest

from lib.answers.packing import patched
from lib.answers.shapes import show_shape
from lib.assign.moodle import write_moodle
from lib.assign.questions import Question, questions
from lib.bank import exercise, numbers_for
from tests.assign.keys import KEYS
from tests.assign.readers import blanks, read_moodle

FRACTIONS = {0.0, 1.0}


@pytest.fixture(scope="module")
def bank(assigned):
    return read_moodle(assigned / "moodle.xml")


def tables(manifest):
    """Give the table of each variant by exercise's id and variant's number."""
    return {
        (key, place): (each["number"], made["numbers"], patched(each["table"], made["change"])["fields"])
        for key, each in manifest["exercises"].items()
        for place, made in enumerate(each["variants"], start=1)
    }


def keyed_answers(question):
    """Give what a question asks in order: each with kind and answers, whether it is a blank or on its own."""
    if question["type"] == "cloze":
        return [(blank["kind"], blank["answers"]) for blank in question["blanks"]]
    return [(question["type"].upper(), question["answers"])]


def test_every_variant_is_there_once_with_an_id_of_its_own(bank, manifest):
    assert len({each["id"] for each in bank}) == len(bank)
    assert all(len(each["id"]) <= 100 and each["id"] for each in bank)  # Moodle cuts longer ones
    asked = Counter(each["id"].rpartition(".")[0] for each in bank)
    for key, each in manifest["exercises"].items():
        parts = {name: count for name, count in asked.items() if name.split(".")[0] == key}
        assert parts
        assert set(parts.values()) == {len(each["variants"])}


def test_a_category_holds_one_part_of_one_exercise(bank):
    parts = {(each["category"], each["id"].rpartition(".")[0]) for each in bank}
    assert len(parts) == len({category for category, _ in parts}) == len({part for _, part in parts})
    assert all(category.startswith("$course$/top/BERT exercises (class)/") for category, _ in parts)


def test_keys_and_tolerances_are_those_of_plain_arithmetic_and_of_the_manifest(bank, manifest):
    issued, checked = tables(manifest), 0
    for question in bank:
        if question["type"] == "essay":
            continue
        exercise_id, part, _, place = question["id"].split(".")
        number, numbers, fields = issued[exercise_id, int(place)]
        keyed = {name: field for name, field in fields.items() if field["kind"] != "argument"}
        names = list(keyed) if part == "keyed" else [part]
        for name, (kind, answers) in zip(names, keyed_answers(question), strict=True):
            field, wanted = keyed[name], KEYS[number](numbers)[name]
            right = [row for row in answers if row[2] == 1.0]
            if kind == "NUMERICAL":
                [(text, tolerance, _, _)] = right
                assert float(text) == pytest.approx(wanted, abs=1e-12)
                assert tolerance == field.get("tolerance", 0)
            else:
                shown = show_shape(wanted) if isinstance(wanted, list) else wanted
                assert shown in [row[0] for row in right]
                assert len(right) == 1 or kind == "SHORTANSWER"
            checked += 1
    assert checked > 600


def test_each_mistake_has_its_value_and_its_feedback(bank, manifest):
    issued, checked = tables(manifest), 0
    for question in bank:
        exercise_id, part, _, place = question["id"].split(".")
        fields = issued[exercise_id, int(place)][2]
        names = [n for n in fields if fields[n]["kind"] != "argument"] if part == "keyed" else [part]
        if question["type"] == "essay":
            continue
        for name, (kind, answers) in zip(names, keyed_answers(question), strict=True):
            said = {(row[0], row[3]) for row in answers if row[2] == 0}
            for mistake in fields[name]["mistakes"].values():
                value = mistake["value"]
                if mistake.get("excused"):
                    continue
                if kind == "NUMERICAL":
                    numbers = {
                        float(text) for text, feedback in said if feedback == mistake["feedback"] and text != "*"
                    }
                    assert {value, *mistake.get("also", ())} <= numbers
                else:
                    shown = show_shape(value) if isinstance(value, list) else value
                    assert (shown, mistake["feedback"]) in said
                checked += 1
    assert checked > 2000


def test_a_mistake_is_never_within_the_tolerance_of_the_key(bank):
    for question in bank:
        for kind, answers in keyed_answers(question) if question["type"] != "essay" else ():
            if kind == "NUMERICAL":
                key, tolerance = float(answers[0][0]), answers[0][1]
                assert answers[0][2] == 1.0
                wrong = [float(row[0]) for row in answers[1:] if row[0] != "*"]
                assert all(abs(each - key) > 2 * tolerance for each in wrong)


def test_fractions_are_of_moodles_list_and_points_are_the_banks(bank):
    points = Counter()
    for question in bank:
        for _, answers in keyed_answers(question):
            assert {row[2] for row in answers} <= FRACTIONS
        if question["id"].endswith(".001"):
            each = sum(blank["points"] for blank in question.get("blanks", ())) or question["points"]
            points[question["id"].split(".")[0]] += each
    assert points == {name: exercise(name).points for name in points}
    assert len(points) == 16


def test_nothing_of_myst_is_left_and_formulas_stand_in_moodles_brackets(bank):
    for question in bank:
        text = question["text"]
        for blank in re.findall(r"\{\d+:[A-Z]+:.*?\}(?=</p>)", text):
            text = text.replace(blank, "")
        prose = re.sub(r"\\\(.*?\\\)|\\\[.*?\\\]", "", text, flags=re.DOTALL)
        assert not re.search(r"[{}$]|<<|`|\*\*|\|---", prose), prose
        assert text.count(r"\(") == text.count(r"\)")
    assert any(r"\[\sigma(x) = \frac{1}{1 + e^{-x}} .\]" in each["text"] for each in bank)
    assert any("(Liu et al. 2019)" in each["text"] for each in bank)
    assert any("<td>" in each["text"] for each in bank)


def test_an_argument_is_an_essay_with_its_rubric_for_the_grader_alone(bank):
    essays = [each for each in bank if each["type"] == "essay"]
    assert {each["id"].split(".")[0] for each in essays} >= {"always-mask", "least-likely-word", "limits-of-the-loss"}
    for essay in essays:
        name, part = essay["id"].split(".")[:2]
        field = next(each for each in exercise(name).fields if each.name == part)
        assert all(point.full in essay["graderinfo"].replace("&gt;", ">") for point in field.criteria)
        assert not any(point.full in essay["text"] for point in field.criteria)


def test_signs_that_end_a_blank_are_hidden_and_come_back():
    field = {
        "name": "x",
        "label": "x",
        "kind": "choice",
        "points": 2,
        "answer": "a~b",
        "options": ["a~b", "c}d", "e#f", "g\\h"],
        "mistakes": [
            {"name": "one", "value": "c}d", "feedback": "Not } ~ # \\ & nor < here."},
            {"name": "two", "value": "e#f", "feedback": "100 % = not."},
        ],
    }
    question = Question("n", "i", "", "blanks", "<p>?</p>\n", (field, field), 4)
    out = StringIO()
    write_moodle(out, [("c", [question])])
    first, second = read_moodle(StringIO(out.getvalue()))[0]["blanks"]
    assert first == second
    assert [(row[0], row[2]) for row in first["answers"]] == [("a~b", 1.0), ("c}d", 0.0), ("e#f", 0.0), ("g\\h", 0.0)]
    assert first["answers"][1][3] == "Not } ~ # \\ &amp; nor &lt; here."  # it is HTML, and Moodle shows it as such
    assert first["answers"][2][3] == "100 % = not."


def test_a_lone_choice_is_a_multichoice_question():
    field = {
        "name": "x",
        "label": "x",
        "kind": "choice",
        "points": 1,
        "answer": "yes",
        "options": ["yes", "no"],
        "mistakes": [{"name": "no", "value": "no", "feedback": "Look again."}],
    }
    out = StringIO()
    write_moodle(out, [("c", [Question("n", "i", "", "choice", "<p>?</p>", (field,), 1)])])
    [made] = read_moodle(StringIO(out.getvalue()))
    assert (made["type"], made["answers"]) == (
        "multichoice",
        [("yes", 0.0, 1.0, "Right."), ("no", 0.0, 0.0, "Look again.")],
    )
    assert "<single>true</single>" in out.getvalue()


def test_the_reader_finds_blanks_by_moodles_own_rules():
    [blank] = blanks("p {2:NUMERICAL:=0.5:0.01#Right.~%0%-0.7:0.01#Sign.} q")
    assert blank == {
        "points": 2,
        "kind": "NUMERICAL",
        "answers": [("0.5", 0.01, 1.0, "Right."), ("-0.7", 0.01, 0.0, "Sign.")],
    }


def test_questions_show_the_numbers_that_their_key_is_for(manifest, bank):
    issued = tables(manifest)
    for question in bank:
        exercise_id, _, _, place = question["id"].split(".")
        if exercise_id == "softmax-three-logits":
            cells = re.findall(r"<td>(.*?)</td>", question["text"])
            scores = [float(cell.replace("−", "-")) for cell in cells]
            hidden = re.search(r"hidden word is <strong>(\w+)", question["text"])[1]
            words = re.findall(r"<th>(.*?)</th>", question["text"])
            wanted = KEYS["2.1"]({"logits": scores, "truth": words.index(hidden)})
            keys = [float(blank["answers"][0][0]) for blank in question["blanks"]]
            assert keys == pytest.approx(list(wanted.values()), abs=1e-12)
            assert issued[exercise_id, int(place)][1]["logits"] == scores


def test_parts_that_come_alone_say_which_answer_goes_in():
    from lib.assign.issue import Issued

    found = exercise("4.3")
    made = questions(found, Issued("", numbers_for(found, 1), {}), 1, "r", together=())
    assert [each.part for each in made] == ["masked", "difference"]
    assert "Answer here: (a) chosen tokens" in made[0].prompt
