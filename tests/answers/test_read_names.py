"""How choices and words are read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.answers.names import read_choice, read_word, word
from lib.answers.reading import NotRead, Word

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


@pytest.mark.parametrize("text", ["[CLS] at position 0", "hidden state of [CLS]", "[CLS] [SEP]", "the first one"])
def test_more_than_one_word_is_not_read(text):
    assert read_word(text, ("[CLS]", "[SEP]")).reason.endswith("has more than one word")


@pytest.mark.parametrize("text", ["classification token", "the Classification Token", "C L S", "h the token"])
def test_a_known_name_of_several_words_is_read_and_single_letters_are_no_words(text):
    assert isinstance(read_word(text, ("classification token",)), Word)
    assert isinstance(read_word("separator mark", ("separator mark",)), Word)


@pytest.mark.parametrize("text", ["the", "token", "thetoken", "THE token"])
def test_a_word_is_never_read_as_nothing(text):
    assert read_word(text).value


@pytest.mark.parametrize("given", ["[]", "🙂", "12", "x" * 41, "x" * 10_000, "\ud800", 12, None, True, b"cls"])
def test_what_is_no_word_is_not_read(given):
    assert isinstance(read_word(given), NotRead)


@settings(deadline=None, max_examples=300)
@given(st.text())
def test_any_text_is_read_as_a_name_or_not_at_all(text):
    for result in (read_choice(text, OPTIONS), read_word(text)):
        assert isinstance(result, Word | NotRead)
        if isinstance(result, NotRead):
            result.reason.encode()
            assert len(result.reason) < 120
    assert word(text) == word(text.swapcase().lower()) or not text.isascii()
