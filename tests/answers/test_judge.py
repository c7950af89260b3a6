"""Verdicts: every known mistake of every field, every remark, errors carried forward, and all together."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.answers import answer_table, judge
from lib.answers.shapes import show_shape
from lib.bank import EXERCISES, exercise
from tests.answers.forms import forms_of

TABLES = {each.number: answer_table(each) for each in EXERCISES}
FIELDS = [(number, field) for number, table in TABLES.items() for field in table["fields"] if "answer" in field]
ARGUMENTS = [(number, field) for number, table in TABLES.items() for field in table["fields"] if "criteria" in field]
MISTAKES = [(number, field, mistake) for number, field in FIELDS for mistake in field["mistakes"]]
each_field = pytest.mark.parametrize(("number", "field"), FIELDS, ids=lambda v: v["name"] if type(v) is dict else v)
each_mistake = pytest.mark.parametrize(
    ("number", "field", "mistake"), MISTAKES, ids=lambda v: v["name"] if type(v) is dict else v
)


def verdict_on(number, **answers):
    """Judge one field alone, or the last of several."""
    return judge(TABLES[number], answers).fields[-1]


@each_field
def test_the_truth_is_right_in_every_form_and_gets_all_points(number, field):
    for form in forms_of(field, field["answer"]):
        verdict = verdict_on(number, **{field["name"]: form})
        assert (verdict.status, verdict.points) == ("right", field["points"]), form
        assert verdict.remark == "", form
        assert verdict.feedback.startswith("Right.")


@each_mistake
def test_every_mistake_is_named_in_every_form_and_told_its_feedback(number, field, mistake):
    for form in forms_of(field, mistake["value"]):
        verdict = verdict_on(number, **{field["name"]: form})
        if mistake.get("excused"):
            assert (verdict.status, verdict.remark) == ("right", mistake["feedback"]), form
            continue
        assert (verdict.status, verdict.name_of_mistake) == ("mistake", mistake["name"]), form
        assert verdict.feedback.startswith("Not yet. ")
        assert verdict.feedback.endswith(mistake["feedback"])
        assert verdict.points == 0
        assert [vars(place) for place in verdict.see] == mistake["see"]


def test_most_fields_know_three_mistakes():
    assert len(MISTAKES) >= 3 * sum(field["kind"] != "choice" for _, field in FIELDS)


@pytest.mark.parametrize(
    ("number", "field", "given", "remark"),
    [
        ("2.1", "loss", "0.170", ""),
        ("2.1", "loss", "0.169", "The last digit is cut off, not rounded."),
        ("2.1", "loss", 0.169, "The last digit is cut off, not rounded."),
        ("2.1", "loss", "0.17", "One decimal fewer than asked."),
        ("2.1", "loss", 0.17, ""),
        ("2.1", "loss", "0.1698", "More decimals than asked."),
        ("2.1", "loss", "0.169846019556", "More decimals than asked."),
        ("2.1", "loss", 0.169846019556, ""),
        (
            "2.1",
            "loss",
            "0.169603",
            "A number on the way was rounded too early: keep a digit more until the end.",
        ),
        ("2.1", "loss", 0.169603, ""),
        ("2.1", "loss", "0.1707", "A number on the way was rounded too early: keep a digit more until the end."),
        ("2.1", "loss", "0.1700", ""),
        ("2.1", "loss", "0.170000000", ""),
        ("2.1", "p_dog", "0.84", "One decimal fewer than asked."),
        ("2.1", "p_dog", 0.84, "One decimal fewer than asked."),
        ("2.1", "p_dog", "84 %", "One decimal fewer than asked."),
        ("2.1", "p_dog", "84.38 %", "More decimals than asked."),
        ("2.1", "p_dog", "0.843", "The last digit is cut off, not rounded."),
        ("2.1", "p_dog", "0.8437", "The last digit is cut off, not rounded."),
        ("2.1", "p_dog", "20.086/23.804", ""),
        ("4.2", "p_pos", "0.8176", ""),
        ("4.2", "p_pos", "0.8177", "A number on the way was rounded too early: keep a digit more until the end."),
        ("4.2", "p_pos", "0.8175", "The last digit is cut off, not rounded."),
        ("4.2", "p_pos", "0.818", "One decimal fewer than asked."),
        ("4.2", "p_pos", "7.3891/9.0378", ""),
        ("2.2", "loss", "3.17", "One decimal fewer than asked."),
        ("5.1", "loss", "1.789", ""),
        ("5.1", "loss", "1,79", "One decimal fewer than asked."),
        ("5.3", "loss_at_one", "0", ""),
        ("5.3", "loss_at_one", "-0.000", ""),
        ("5.3", "loss_at_one", "0e-99", ""),
    ],
)
def test_a_right_number_gets_the_remark_that_it_needs(number, field, given, remark):
    verdict = verdict_on(number, **{field: given})
    assert (verdict.status, verdict.remark) == ("right", remark)
    assert verdict.points == verdict.possible
    assert verdict.feedback.endswith(remark or ".")


@pytest.mark.parametrize(
    ("number", "field", "given", "status", "name"),
    [
        ("2.1", "p_dog", "0.846", "wrong", ""),
        ("2.1", "p_dog", "0.842", "wrong", ""),
        ("2.1", "p_dog", "0.8", "mistake", "few-digits"),
        ("2.1", "p_dog", 0.8, "mistake", "few-digits"),
        ("2.1", "p_dog", "1", "mistake", "outside"),
        ("2.4", "p_isnext", "1", "mistake", "outside"),
        ("4.2", "p_pos", "0", "mistake", "outside"),
        ("2.1", "loss", "0", "wrong", ""),
        ("2.1", "p_dog", "0.85", "wrong", ""),
        ("2.1", "p_dog", "0.73", "mistake", "base-2"),
        ("2.1", "p_dog", "73 %", "mistake", "base-2"),
        ("2.1", "p_dog", 0.73, "mistake", "base-2"),
        ("2.1", "p_dog", "0.7", "mistake", "few-digits"),
        ("2.1", "p_dog", "3/4", "mistake", "no-exponential"),
        ("2.1", "p_dog", "84.4", "mistake", "outside"),
        ("2.1", "p_dog", "-0.844", "mistake", "outside"),
        ("2.4", "p_isnext", "0.77", "mistake", "few-digits"),
        ("2.4", "p_isnext", "0.768", "mistake", "cut-off"),
        ("4.2", "p_pos", "0.81", "mistake", "cut-off"),
        ("4.2", "p_pos", "0.82", "mistake", "few-digits"),
        ("2.3", "scored", "2.4 tokens", "mistake", "shown-mask-only"),
        ("2.3", "scored", "2,4", "mistake", "shown-mask-only"),
        ("2.3", "scored", "3.0000001", "mistake", "not-whole"),
        ("1.2", "mask", "0.12", "mistake", "of-all-tokens"),
        ("1.2", "random", "0.015", "mistake", "of-all-tokens"),
        ("1.2", "random", "1", "wrong", ""),
        ("4.1", "sentiment_weight", "2", "mistake", "like-the-bias"),
        ("4.1", "sentiment_weight", "3", "wrong", ""),
        ("4.1", "ner_output", "(9, n)", "mistake", "transposed"),
        ("1.3", "token", "the separator", "mistake", "separator"),
        ("1.3", "token", "the comma", "wrong", ""),
        ("1.3", "token", "pad", "mistake", "padding"),
        ("1.3", "token", "classification token", "right", ""),
        ("5.1", "dominates", 1, "mistake", "the-surer-one"),
        ("5.1", "dominates", "second", "right", ""),
        ("1.1", "t5_job", "Seq2Seq", "right", ""),
        ("1.1", "gpt_attention", "left-to-right", "right", ""),
        ("4.1", "ner_input", "[CLS]", "mistake", "cls-only"),
    ],
)
def test_a_verdict_in_a_particular_case(number, field, given, status, name):
    verdict = verdict_on(number, **{field: given})
    assert (verdict.status, verdict.name_of_mistake) == (status, name)


@pytest.mark.parametrize(
    ("number", "answers", "name", "anchors"),
    [
        ("2.1", {"p_dog": "0.8"}, "few-digits", ["softmax"]),
        ("2.1", {"p_dog": "84.4"}, "outside", ["softmax"]),
        ("2.4", {"p_isnext": "1"}, "outside", ["term-sigmoid", "two-forms-of-cross-entropy"]),
        ("2.1", {"p_dog": "0.9", "loss": "0.105"}, "carried-forward", ["softmax"]),
        ("2.3", {"scored": "5", "not_scored": "15"}, "carried-forward", ["term-chosen-positions"]),
    ],
)
def test_what_is_wrong_in_any_exercise_links_to_where_this_one_mends_it(number, answers, name, anchors):
    verdict = verdict_on(number, **answers)
    assert verdict.name_of_mistake == name
    assert [place.anchor for place in verdict.see][: len(anchors)] == anchors


def test_a_table_that_was_issued_before_fields_had_places_is_judged_all_the_same():
    table = TABLES["2.1"]
    old = {**table, "fields": [{k: v for k, v in field.items() if k != "see"} for field in table["fields"]]}
    for answers in ({"p_dog": "0.8"}, {"p_dog": "0.9", "loss": "0.105"}):
        now, then = judge(table, answers), judge(old, answers)
        assert [each.feedback for each in now.fields] == [each.feedback for each in then.fields]
        assert then.fields[-1].see == ()


def test_every_number_that_is_diagnosed_has_a_link():
    for each in EXERCISES:
        for field in each.keyed:
            assert field.see, (each.number, field.name)


@pytest.mark.parametrize(
    ("field", "given", "name"),
    [
        ("sentiment_bias", "(2, 1)", "as-a-column"),
        ("sentiment_bias", "(1, 2)", "as-a-row"),
        ("sentiment_bias", "(n,)", "token-length"),
        ("ner_bias", "(9, 1)", "as-a-column"),
        ("ner_bias", "1", "one-number"),
        ("squad_bias", "(1, 2)", "as-a-row"),
        ("squad_bias", "(n, 2)", "one-per-token"),
        ("sentiment_weight", "(768,)", "one-vector"),
        ("sentiment_weight", "(768, 1)", "one-column"),
        ("sentiment_weight", "(n, 768)", "one-row-per-token"),
        ("ner_weight", "(768,)", "one-vector"),
        ("ner_weight", "(768, 768)", "square"),
        ("squad_weight", "(2,)", "like-the-bias"),
        ("sentiment_output", "(2, 1)", "as-a-column"),
        ("sentiment_output", "(2, 768)", "like-the-weight"),
        ("sentiment_output", "(n,)", "token-length"),
        ("ner_output", "(n, 1)", "one-column"),
        ("squad_output", "(n, 1)", "one-column"),
        ("squad_output", "(2, n)", "transposed"),
        ("squad_output", "(n, 768)", "as-wide-as-h"),
        ("ner_output", "(512, 9)", "longest-input"),
    ],
)
def test_what_is_often_taken_for_a_shape_of_a_head_has_a_name(field, given, name):
    verdict = verdict_on("4.1", **{field: given})
    assert (verdict.status, verdict.name_of_mistake) == ("mistake", name)


@pytest.mark.parametrize(
    ("field", "given"),
    [("sentiment_output", "(1, 2)"), ("ner_output", "(1, n, 9)"), ("squad_output", "(1, n, 2)")],
)
def test_a_batch_of_one_text_is_right_with_a_remark(field, given):
    verdict = verdict_on("4.1", **{field: given})
    assert verdict.status == "right"
    assert verdict.remark.startswith("The 1 counts texts")


def test_what_is_wrong_and_known_to_nobody_is_offered_the_next_hint():
    assert verdict_on("2.1", p_dog="0.61").feedback.endswith("The next hint may help.")


def test_the_other_convention_for_a_weight_is_right_with_a_remark_and_other_shapes_are_not_excused():
    for head, shape in (("sentiment", "(768, 2)"), ("ner", "768 x 9"), ("squad", "[768, 2]")):
        verdict = verdict_on("4.1", **{f"{head}_weight": shape})
        assert (verdict.status, verdict.points) == ("right", 1)
        assert "z = Wh + b" in verdict.remark
    assert verdict_on("4.1", sentiment_bias="(2, 768)").status == "mistake"


@pytest.mark.parametrize(
    ("number", "first", "then"),
    [
        ("2.1", {"p_dog": "0.75"}, {"loss": "0.288"}),
        ("2.1", {"p_dog": "0.5"}, {"loss": "0.693"}),
        ("2.1", {"p_dog": "0.727"}, {"loss": -math.log(8 / 11)}),
        ("2.1", {"p_dog": "3/4"}, {"loss": "0,29"}),
        ("2.2", {"p_log": "0.091"}, {"loss": "2.398"}),
        ("2.2", {"p_log": "0.018"}, {"loss": -math.log(0.0182)}),
        ("2.3", {"scored": "20"}, {"not_scored": "0"}),
        ("2.3", {"scored": "2.4"}, {"not_scored": "17.6"}),
        ("2.4", {"p_isnext": "0.2315"}, {"loss": "1.4633"}),
        ("2.4", {"p_isnext": "0.3012"}, {"loss": "1.2"}),
    ],
)
def test_an_error_carried_forward_is_seen_as_such_and_keeps_the_points_of_the_step(number, first, then):
    verdict = judge(TABLES[number], {**first, **then})
    before, after = verdict.fields
    assert before.status in {"mistake", "wrong"}
    assert (after.status, after.name_of_mistake) == ("mistake", "carried-forward")
    assert (before.points, after.points) == (0, after.possible)
    assert verdict.points == after.possible > 0


def test_a_carried_error_names_where_it_comes_from():
    after = judge(TABLES["2.1"], {"p_dog": "0.727", "loss": "0.319"}).fields[1]
    assert after.feedback == "Not yet. The step is right, and starts from your (a). Correct (a), then redo this step."
    after = judge(TABLES["2.2"], {"p_log": "0.091", "loss": "2.397"}).fields[1]
    assert "starts from your p(log). Correct p(log), then redo this step." in after.feedback


@pytest.mark.parametrize(
    ("number", "answers", "name"),
    [
        ("2.1", {"p_dog": "0.75", "loss": "0.3"}, "few-digits"),
        ("2.1", {"p_dog": "0.75", "loss": "0.415"}, ""),
        ("2.1", {"p_dog": "0", "loss": "0.415"}, ""),
        ("2.1", {"p_dog": "0.1", "loss": "2.5"}, ""),
        ("2.1", {"p_dog": "-1", "loss": "0.245"}, "base-2"),
        ("2.1", {"p_dog": "?", "loss": "0.245"}, "base-2"),
        ("2.1", {"loss": "0.245"}, "base-2"),
        ("2.1", {"p_dog": "0.844", "loss": "0.245"}, "base-2"),
        ("2.3", {"scored": "20", "not_scored": "1"}, ""),
    ],
)
def test_what_does_not_follow_is_not_carried_forward(number, answers, name):
    assert judge(TABLES[number], answers).fields[-1].name_of_mistake == name


def test_rounding_as_asked_and_going_on_from_there_is_right():
    """2.2 asks for three decimals of both: the loss of a probability that was so rounded counts."""
    table = answer_table(exercise("2.2", variant=1))
    verdict = judge(table, {"p_log": "0.026", "loss": "3.650"})
    assert verdict.status == "right"


@pytest.mark.parametrize(
    ("number", "variant", "field", "given"), [("2.2", 12, "loss", "2.5"), ("2.4", 9, "p_isnext", "0.87")]
)
def test_fewer_decimals_are_not_taken_for_early_rounding(number, variant, field, given):
    verdict = judge(answer_table(exercise(number, variant=variant), variant=variant), {field: given}).fields[0]
    assert (verdict.status, verdict.remark) != (
        "right",
        "A number on the way was rounded too early: keep a digit more until the end.",
    )


def test_a_right_loss_is_right_whatever_stands_before_it():
    verdict = judge(TABLES["2.1"], {"p_dog": "0.75", "loss": "0.170"})
    assert [field.status for field in verdict.fields] == ["mistake", "right"]


def test_a_right_probability_that_was_rounded_too_far_is_told_so_at_the_loss():
    before, after = judge(TABLES["2.2"], {"p_log": "0.04", "loss": "3.219"}).fields
    assert before.status == "right"
    assert (after.status, after.name_of_mistake, after.points) == ("right", "", 1)
    assert after.remark == "It starts from your p(log), rounded: with more digits there it comes out nearer."


def test_the_order_in_which_answers_are_given_does_not_matter():
    one = judge(TABLES["2.1"], {"p_dog": "0.75", "loss": "0.288"})
    assert one == judge(TABLES["2.1"], {"loss": "0.288", "p_dog": "0.75"})


@pytest.mark.parametrize(
    ("answers", "status", "feedback"),
    [
        ({"p_dog": "0.844", "loss": "0.170"}, "right", "Right."),
        ({"p_dog": "0.844"}, "right", "Right: (a) p(dog). Left out: (b) loss."),
        ({"p_dog": "0.844", "loss": "x"}, "not read", "Not read: (b) loss. Right: (a) p(dog)."),
        ({"p_dog": "0.75", "loss": "x"}, "mistake", "Not yet: (a) p(dog). Not read: (b) loss."),
        ({"p_dog": "0.75", "loss": "9"}, "wrong", "Not yet."),
        ({"p_dog": " \t", "loss": None}, "not read", "Not read. Nothing was given. There are p_dog, loss."),
        ({}, "not read", "Not read. Nothing was given. There are p_dog, loss."),
    ],
)
def test_together_the_worst_counts_and_what_is_left_out_is_not_judged(answers, status, feedback):
    verdict = judge(TABLES["2.1"], answers)
    assert (verdict.status, verdict.feedback) == (status, feedback)
    assert len(verdict.fields) == sum(bool(str(given or "").strip()) for given in answers.values())


@pytest.mark.parametrize(
    ("answers", "status"),
    [
        ({"meaning": "It gave little."}, "yours"),
        ({"meaning": "It gave little.", "p_log": "0.042"}, "right"),
        ({"meaning": "It gave little.", "p_log": "0.61"}, "wrong"),
        ({"meaning": "It gave little.", "p_log": "?"}, "not read"),
    ],
)
def test_what_is_yours_to_judge_counts_only_where_nothing_else_is_given(answers, status):
    assert judge(TABLES["2.2"], answers).status == status


@pytest.mark.parametrize(("number", "field"), ARGUMENTS, ids=lambda v: v["name"] if type(v) is dict else v)
def test_an_argument_is_the_learners_to_judge_and_gets_no_points_yet(number, field):
    verdict = verdict_on(number, **{field["name"]: "Because <b>so</b>."})
    assert (verdict.status, verdict.points, verdict.possible) == ("yours", 0, field["points"])
    assert verdict.feedback == "Yours to judge. Open the solution and compare."
    assert verdict_on(number, **{field["name"]: 3}).status == "not read"


def test_with_every_answer_right_an_exercise_gets_all_its_points():
    for number, table in TABLES.items():
        answers = {field["name"]: field.get("answer", "text") for field in table["fields"]}
        answers = {name: tuple(value) if isinstance(value, list) else value for name, value in answers.items()}
        verdict = judge(table, answers)
        written = sum(field["points"] for field in table["fields"] if field["kind"] == "argument")
        assert verdict.status == (
            "yours" if len(verdict.fields) * ["yours"] == [f.status for f in verdict.fields] else "right"
        )
        assert verdict.points == table["points"] - written
        assert verdict.possible == table["points"] == sum(field.possible for field in verdict.fields), number


def test_the_remarks_are_gathered():
    verdict = judge(TABLES["2.1"], {"p_dog": "0.84", "loss": "0.169"})
    assert verdict.remark == "One decimal fewer than asked. The last digit is cut off, not rounded."


def tells(field, feedback):
    """Whether a feedback contains the answer, as it would be printed."""
    match field["kind"]:
        case "number":
            told = f"{field['answer']:.{field['decimals']}f}"
        case "shape":
            told = show_shape(field["answer"])
        case _:
            told = str(field["answer"]).strip("[]")
    return re.search(rf"(?<![\w.,]){re.escape(told)}(?![\w,]|\.\d)", feedback, re.IGNORECASE) is not None


def test_an_answer_in_a_feedback_would_be_noticed():
    field = TABLES["2.1"]["fields"][0]
    assert tells(field, "Write 0.844 or 0,844.")
    assert not tells(field, "Write 0.8441.")
    assert tells(TABLES["2.3"]["fields"][0], "It is 3.")
    assert tells(TABLES["1.3"]["fields"][0], "Take [CLS].")


@each_field
def test_no_feedback_to_what_is_not_right_contains_the_answer(number, field):
    wrong = [
        "🙂",
        "9,9,9",
        "0,84,4",
        "(((",
        "1/0",
        "-7",
        "0.001",
        "(11, 12, 13)",
        "sandwich",
        object(),
        "12 %",
        "5 bits",
    ]
    mistaken = [mistake["value"] for mistake in field["mistakes"]]
    short = [f"{field['answer']:.1f}"] if field["kind"] == "number" else []
    for each in [*wrong, *mistaken, *short]:
        verdict = verdict_on(number, **{field["name"]: tuple(each) if isinstance(each, list) else each})
        said = re.sub("“.*?”", "", verdict.feedback)  # what was typed
        if verdict.status != "right" and not (field["kind"] == "choice" and verdict.status == "not read"):
            assert not tells(field, said), verdict.feedback


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_number_near_the_answer_is_right_exactly_within_the_tolerance(data):
    _, field = data.draw(st.sampled_from([each for each in FIELDS if each[1]["kind"] == "number"]))
    number = next(number for number, other in FIELDS if other is field)
    shift = data.draw(st.floats(-3, 3)) * field["tolerance"]
    value = field["answer"] + shift
    is_near = abs(value - field["answer"]) <= field["tolerance"]
    if abs(abs(shift) - field["tolerance"]) > 1e-9:
        text = f"{value:.15f}"
        assert (verdict_on(number, **{field["name"]: text}).status == "right") == is_near
