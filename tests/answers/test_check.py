"""`check`, as a learner meets it in a notebook: it takes anything, says what it made of it, and never raises."""

import dataclasses
import datetime
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from bs4 import BeautifulSoup
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lib
from lib import check, head_shapes, mlm_loss, nsp_loss, sigmoid, softmax
from lib.answers import FieldVerdict, answer_table
from lib.bank import EXERCISES

STATUSES = {"right", "mistake", "wrong", "not read", "yours"}
SPLITTING = "0.5<script>alert(1)</script>"


class Refuses:
    """An object whose every method raises, even that which tells what it is."""

    def _raise(self, *_):
        raise RuntimeError("no")

    __str__ = __repr__ = __eq__ = __bool__ = __len__ = __iter__ = __float__ = __int__ = __array__ = __getitem__ = _raise
    __hash__ = None
    __class__ = property(_raise)


class OddText(str):
    """A text whose methods raise."""

    __slots__ = ()

    def _raise(self, *_):
        raise RuntimeError("no")

    translate = strip = lower = encode = __eq__ = __len__ = __getitem__ = __str__ = __format__ = _raise
    __hash__ = str.__hash__


class OddNumber(float):
    def __abs__(self):
        raise RuntimeError("no")

    __str__ = __repr__ = __format__ = __abs__


class OddTuple(tuple):
    __slots__ = ()

    def __getitem__(self, _):
        raise RuntimeError("no")


def test_the_exact_results_of_the_library_are_right():
    shapes = head_shapes(2, hidden=768)
    assert check("2.1", p_dog=softmax([3.0, 1.0, 0.0])[0], loss=mlm_loss([[3.0, 1.0, 0.0]], [0])).status == "right"
    assert check("2.4", p_isnext=sigmoid(1.2), loss=nsp_loss(1.2, True)).points == 4
    assert check("4.1", sentiment_weight=shapes.weight, sentiment_bias=shapes.bias).points == 2


def test_the_example_of_the_issue_is_right():
    verdict = check("2.1", p_dog=0.844, loss=0.170)
    assert verdict == check("softmax-three-logits", p_dog=0.844, loss=0.170)
    assert (verdict.status, verdict.points, verdict.possible, verdict.remark) == ("right", 4, 4, "")
    assert [field.name for field in verdict.fields] == ["p_dog", "loss"]


@pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.number)
def test_every_exercise_can_be_checked_by_number_and_by_id(each):
    answers = {row["name"]: row["answer"] for row in answer_table(each)["fields"] if "answer" in row}
    for name in (each.number, each.id):
        verdict = check(name, **answers)
        assert verdict.exercise == each.number
        assert verdict.points == each.points - sum(point.points for point in each.rubric)
        assert {field.status for field in verdict.fields} <= {"right"}


def test_check_with_nothing_says_what_to_write():
    assert "Say which exercise, as in check(“2.1”" in check().feedback


@pytest.mark.parametrize("name", [" 2.1 ", "Exercise 2.1", "SOFTMAX-three-logits", 2.1, np.float64(2.1)])
def test_a_name_may_be_written_a_little_otherwise(name):
    assert check(name, p_dog=0.844).status == "right"


def test_the_variant_has_a_name_too():
    assert check("2.3", variant=7, scored=4) == check("2.3", 7, scored=4)
    assert check("2.3", variant=7, scored=4).status == "right"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("9.9", "There is no exercise “9.9”. There are 1.1, 1.2"),
        ("softmax-three-logit", "Did you mean softmax-three-logits?"),
        ("", "There is no exercise “”."),
        (None, "Say which exercise"),
        (["2.1"], "A list is not the number of an exercise."),
        (3, "There is no exercise “3”."),
        ("x" * 10_000, "There is no exercise “xxxxxxxxxxxxxxxxxxxxxxxx…”."),
    ],
)
def test_an_unknown_exercise_is_not_read_and_the_known_ones_are_listed(name, told):
    verdict = check(name, loss=1)
    assert (verdict.status, verdict.points, verdict.possible, verdict.fields) == ("not read", 0, 0, ())
    assert told in verdict.feedback


def test_a_number_for_the_exercise_is_understood():
    assert check(2.1, p_dog=0.844).exercise == "2.1"


def test_an_unknown_field_is_not_read_and_the_known_ones_are_listed():
    verdict = check("2.1", p_dgo=0.844, loss=0.17)
    assert verdict.status == "not read"
    assert verdict.points == 2
    assert verdict.fields[-1].feedback == (
        "Not read. “p_dgo” is no field of 2.1. Did you mean p_dog? There are p_dog, loss."
    )


@pytest.mark.parametrize("variant", [None, 0, "0", np.int64(0), 0.0])
def test_without_a_variant_the_numbers_are_those_of_the_book(variant):
    assert check("2.1", variant, p_dog=0.844).points == 2


@pytest.mark.parametrize("variant", ["x", -1, 0.5, 1e300, 10**400, [], "999999", float("nan")])
def test_a_variant_that_there_is_not_is_not_read(variant):
    verdict = check("2.1", variant, p_dog=0.844)
    assert (verdict.status, verdict.fields) == ("not read", ())
    assert "variant" in verdict.feedback
    assert len(verdict.feedback) < 200


@pytest.mark.parametrize("left_out", [None, "", "  ", "\u3000\t"])
def test_a_field_that_is_left_out_is_not_judged(left_out):
    verdict = check("2.1", p_dog="0.844", loss=left_out)
    assert verdict.status == "right"
    assert [field.name for field in verdict.fields] == ["p_dog"]


GARBAGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.characters(categories=["Cs"])
    | st.binary()
    | st.decimals()
    | st.fractions()
    | st.dates()
    | st.sampled_from([object, check, np.float32(0.1), np.array(["a", None]), range(3), np.ma.masked])
    | st.builds(lambda: 10**5000)
    | st.builds(lambda: Fraction(1, 10**5000))
    | st.builds(Refuses)
    | st.builds(OddText, st.sampled_from(["0.844", "[CLS]", "2,768", "2.1"]))
    | st.builds(OddNumber, st.floats())
    | st.builds(OddTuple, st.just((2, 768))),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.long
@settings(deadline=None, max_examples=400)
@given(st.sampled_from(EXERCISES), st.data())
def test_check_never_raises_whatever_it_is_given(each, data):
    names = st.sampled_from([field.name for field in each.fields]) | st.text(max_size=5)
    verdict = check(each.number, **data.draw(st.dictionaries(names, GARBAGE, max_size=4)))
    assert verdict.status in STATUSES
    assert {field.status for field in verdict.fields} <= STATUSES
    assert 0 <= verdict.points == sum(field.points for field in verdict.fields) <= verdict.possible == each.points
    repr(verdict).encode()
    verdict._repr_html_().encode()


@settings(deadline=None, max_examples=100)
@given(GARBAGE, GARBAGE)
@example("\ud800", "\ud800")
@example(datetime.date(2024, 1, 1), Decimal("sNaN"))
def test_check_never_raises_whatever_the_exercise_and_the_variant_are(name, variant):
    for verdict in (check(name, variant), check("2.1", variant, p_dog=1), check("2.1", p_dog=name, loss=variant)):
        repr(verdict).encode()
        verdict._repr_html_().encode()


@pytest.mark.parametrize("make", [Refuses, lambda: OddNumber(0.844), lambda: OddTuple((9, 768))])
def test_an_object_that_refuses_to_be_looked_at_is_not_read_or_read_as_what_it_is(make):
    assert check("2.1", make()).status == "not read"
    for verdict in (check("2.1", p_dog=make()), check("4.1", ner_weight=make()), check("1.3", token=make())):
        assert verdict.status in {"not read", "right"}


def test_a_text_with_odd_methods_is_read_as_the_text_that_it_is():
    assert check("2.1", p_dog=OddText("0.844")).points == 2


def test_a_verdict_cannot_be_changed():
    verdict = check("2.1", p_dog=0.844)
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.points = 100
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.fields[0].points = 100


def test_a_verdict_reads_well_in_a_terminal():
    lines = repr(check("2.1", p_dog="0.727", loss="0,17")).splitlines()
    assert lines == [
        "2.1 · 2 of 4 points · Not yet: (a) p(dog). Right: (b) loss.",
        "  ≠ (a) p(dog): Not yet. You used base 2. Softmax raises e ≈ 2.718 to each score.",
        "    See notation: Softmax.",
        "  ✓ (b) loss: Right. Read as 0.17. One decimal fewer than asked.",
    ]
    assert repr(check("9.9")).startswith("Not read. There is no exercise")
    assert "0 of 1 point" in repr(check("1.3", token="[SEP]"))
    assert "points" not in repr(check("1.3", token="[SEP]"))


def test_many_fields_are_counted_instead_of_listed():
    verdict = check("4.1", sentiment_weight="2,768", ner_weight="9,768", squad_weight="2,768", sentiment_bias="2")
    assert verdict.feedback == "Right: 4 parts. Left out: 8 parts."


def test_a_verdict_in_a_notebook_has_sign_word_and_reason_for_each_field():
    page = BeautifulSoup(check("2.2", p_log="0.042", loss="x", meaning="Little.")._repr_html_(), "html.parser")
    words = [word.get_text() for word in page.find_all("b")]
    signs = [sign.get_text() for sign in page.select("[aria-hidden=true]")]
    assert words == ["Right.", "Not read.", "Yours to judge."]
    assert signs == ["✓", "?", "?"]
    text = " ".join(page.get_text(" ").split())
    assert "(a) loss: Not read. “x” has no digits that can be read." in text
    assert "1 of 3 points" in text


def test_a_verdict_in_a_notebook_follows_the_theme():
    html = check("2.1", p_dog="0.727", loss="0.17")._repr_html_()
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb|background", html)
    for color in re.findall(r"color:([^;\"]+)", html):
        assert "currentColor" in color
        assert color.startswith("var(--")


@pytest.mark.parametrize(
    "typed", [SPLITTING, '"><img src=x onerror=alert(1)>', "&lt;b&gt;", "</div><style>*{}</style>"]
)
def test_what_was_typed_is_shown_and_never_becomes_markup(typed):
    for verdict in (
        check("2.1", p_dog=typed),
        check("1.3", token=f"{typed}🙂" * 9),
        check(typed),
        check("2.1", **{typed: 1}),
    ):
        page = BeautifulSoup(verdict._repr_html_(), "html.parser")
        assert {tag.name for tag in page.find_all(True)} <= {"div", "span", "b"}
        assert not any(name[:2] == "on" for tag in page.find_all(True) for name in tag.attrs)
        assert page.get_text().count("“") == page.get_text().count("”") >= 1
    assert typed[:10] in BeautifulSoup(check("2.1", p_dog=typed)._repr_html_(), "html.parser").get_text()


def test_what_was_typed_cannot_command_the_terminal():
    shown = repr(check("2.1", p_dog="\x1b[31m\u202e0.844\r\nRight."))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    assert len(shown.splitlines()) == 2


def test_every_status_has_its_sign_and_word_and_none_is_told_by_color_alone():
    for status in STATUSES:
        verdict = FieldVerdict("x", "x", status, "Word. Rest.")
        assert str(verdict)[0] in "✓≠?"


def test_lib_offers_check_and_loads_it_when_it_is_used():
    assert lib.check is check
    assert "check" in lib.__all__
