"""How shapes, choices and words are read."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.answers.names import read_choice, read_shape, read_word, show_shape, word
from lib.answers.reading import NotRead, Shape, Word
from tests.answers.forms import shape_forms

READ = [
    ("2,768", (2, 768)),
    ("(2, 768)", (2, 768)),
    ("2x768", (2, 768)),
    ("2X768", (2, 768)),
    ("2 × 768", (2, 768)),
    ("[2, 768]", (2, 768)),
    ("2*768", (2, 768)),
    ("n×9", ("n", 9)),
    ("(n, 9)", ("n", 9)),
    ("N x 9", ("n", 9)),
    ("nx9", ("n", 9)),
    ("2", (2,)),
    ("(2)", (2,)),
    ("(2,)", (2,)),
    ("2,", (2,)),
    ("(n, 2, 768)", ("n", 2, 768)),
    ("（２，７６８）", (2, 768)),
    (" [ 2 ; 768 ] ", (2, 768)),
    ((2, 768), (2, 768)),
    ([2, 768], (2, 768)),
    (("n", 9), ("n", 9)),
    (np.zeros((2, 768)).shape, (2, 768)),
    ((np.int64(2), 768), (2, 768)),
    (2, (2,)),
    (np.int64(2), (2,)),
    ("0", (0,)),
]
NOT_READ = [
    "()",
    "",
    "(2, 768",
    "2, 768)",
    "(2, 768]",
    "((2, 768))",
    "(2, 768)(1)",
    "2 768",
    "2.768",
    "2,,768",
    "-2,768",
    "(m, 9)",
    "n9",
    "2e3,768",
    "two by 768",
    "2/768",
    "1000000000000",
    ",".join("1" * 9),
    "1," * 5000,
    "<b>2</b>",
    "🙂",
    "\ud800",
    (),
    [],
    (2.0, 768),
    (True, 2),
    (None, 2),
    ("m", 2),
    ((2, 768),),
    tuple(range(100)),
    (10**400, 2),
    2.5,
    None,
    True,
    {2, 768},
    object(),
]


@pytest.mark.parametrize(("given", "value"), READ)
def test_a_shape_is_read_in_every_form(given, value):
    assert read_shape(given).value == value


@pytest.mark.parametrize("given", NOT_READ, ids=lambda given: repr(given)[:20])
def test_what_is_no_shape_is_not_read(given):
    assert isinstance(read_shape(given), NotRead)


def test_an_array_is_asked_for_its_shape():
    assert read_shape(np.zeros((2, 768))).reason == "That is an array, not its shape"


def test_a_comma_in_a_shape_is_never_a_decimal_one():
    assert read_shape("2,768") == Shape((2, 768), "(2, 768)")


@pytest.mark.parametrize("given", ["(2, 768)", (2, 768), [2, 768]])
def test_a_shape_as_it_is_printed_is_not_repeated(given):
    assert read_shape(given).read_as == ""


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**9 - 1) | st.just("n"), min_size=1, max_size=8), st.data())
def test_a_shape_in_any_form_reads_back(shape, data):
    form = data.draw(st.sampled_from(shape_forms(shape)))
    assert read_shape(form).value == tuple(shape)
    assert read_shape(show_shape(shape)).value == tuple(shape)


OPTIONS = {"[CLS]": ("only [CLS]", "the first token"), "every token": ("all tokens",), "1": ("first",)}


@pytest.mark.parametrize("given", ["[CLS]", "cls", "CLS", "<cls>", " the [CLS] token ", "only CLS", "First token"])
def test_an_option_is_read_by_its_names(given):
    assert read_choice(given, {"[CLS]": ("only [CLS]", "the first token")}).value == "[CLS]"


def test_an_option_can_be_given_by_a_number():
    assert read_choice(1, OPTIONS) == Word("1", "")


def test_an_option_by_another_name_is_repeated_as_it_was_understood():
    assert read_choice("ALL tokens", OPTIONS).read_as == "every token"
    assert read_choice("Every-Token", OPTIONS).read_as == ""


@pytest.mark.parametrize(
    "given", ["", "?", "every", "the", "token", "sep", "🙂", None, True, [], "x" * 10_000, "\ud800"]
)
def test_what_is_no_option_is_not_read(given):
    assert isinstance(read_choice(given, {"[CLS]": (), "?": ()}), NotRead)


@pytest.mark.parametrize("text", ["[CLS]", "CLS", "cls", "<CLS>", "[ C L S ]", "the [CLS] token", "`[CLS]`", "ＣＬＳ"])
def test_a_word_is_read_whatever_its_case_and_brackets(text):
    assert read_word(text) == Word("cls")


@pytest.mark.parametrize("text", ["the", "token", "thetoken", "THE token"])
def test_a_word_is_never_read_as_nothing(text):
    assert read_word(text).value


@pytest.mark.parametrize("given", ["[]", "🙂", "12", "x" * 41, "x" * 10_000, "\ud800", 12, None, True, b"cls"])
def test_what_is_no_word_is_not_read(given):
    assert isinstance(read_word(given), NotRead)


@settings(deadline=None, max_examples=300)
@given(st.text())
def test_any_text_is_read_as_a_name_or_not_at_all(text):
    for result in (read_shape(text), read_choice(text, OPTIONS), read_word(text)):
        assert isinstance(result, Shape | Word | NotRead)
        if isinstance(result, NotRead):
            result.reason.encode()
            assert len(result.reason) < 120
    assert word(text) == word(text.swapcase().lower()) or not text.isascii()
