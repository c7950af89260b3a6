"""Greedy longest match, against the tokenizers library as an independent oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import BertPreTokenizer

from lib import explain_split, split_sentence, split_word

LETTERS = "abé"
PIECES = st.text(LETTERS, min_size=1, max_size=4)
VOCABULARIES = st.sets(st.one_of(PIECES, PIECES.map("##{}".format)), min_size=1, max_size=14)
WORDS = st.text(LETTERS, min_size=1, max_size=12)


def library(vocabulary, **options):
    ids = {piece: i for i, piece in enumerate(sorted({"[UNK]", *vocabulary}))}
    tokenizer = Tokenizer(WordPiece(ids, unk_token="[UNK]", **options))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


@given(WORDS, VOCABULARIES)
def test_random_words_split_as_in_the_tokenizers_library(word, vocabulary):
    expected = [token.value for token in library(vocabulary).model.tokenize(word)]
    assert split_word(word, vocabulary) == expected


@given(WORDS)
def test_with_every_letter_known_random_words_split_as_in_the_tokenizers_library(word):
    vocabulary = {*LETTERS, *(f"##{letter}" for letter in LETTERS), "aba", "##ba", "##éa", "bb"}
    expected = [token.value for token in library(vocabulary).model.tokenize(word)]
    assert split_word(word, vocabulary) == expected
    assert "[UNK]" not in expected


@given(WORDS, VOCABULARIES)
def test_the_pieces_join_to_the_word_again_or_the_whole_word_is_unknown(word, vocabulary):
    first, *others = split_word(word, vocabulary)
    if first == "[UNK]":
        assert others == []
        return
    assert first + "".join(piece.removeprefix("##") for piece in others) == word
    assert all(piece.startswith("##") for piece in others)
    assert {first, *others} <= vocabulary


@given(st.text("aB é.,!$-\t\n[]#1", max_size=30).filter(str.strip))
def test_random_texts_split_as_in_the_tokenizers_library(text):
    vocabulary = {*"abé.,$-[#1", "##a", "##b", "##é", "ab", "##1"}
    assert split_sentence(text, vocabulary) == library(vocabulary).encode(text).tokens


RELEASED = {"un", "##ha", "##pp", "##iness", "happiness", "playing", "##ization", "token", "em", "##bed", "##ding",
            "##s", "##h", "##a", "u", "h", "##p"}  # fmt: skip


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("unhappiness", ["un", "##ha", "##pp", "##iness"]),
        ("happiness", ["happiness"]),
        ("playing", ["playing"]),
        ("tokenization", ["token", "##ization"]),
        ("embeddings", ["em", "##bed", "##ding", "##s"]),
    ],
)
def test_words_split_as_with_the_pieces_of_the_released_list(word, pieces):
    assert split_word(word, RELEASED) == pieces


def test_the_split_of_the_source_needs_a_piece_that_the_released_list_lacks():
    assert split_word("unhappiness", {"un", "##happi", "##ness"}) == ["un", "##happi", "##ness"]


def test_one_unmatched_remainder_makes_the_whole_word_unknown():
    assert split_word("playq", {"play", "##ing"}) == ["[UNK]"]
    assert split_word("playq", {"play"}, unknown="?") == ["?"]


def test_greedy_can_fail_where_another_split_would_do():
    assert split_word("abc", {"ab", "a", "##bc"}) == ["[UNK]"]


def test_x_and_continuing_x_are_different_pieces():
    assert split_word("aa", {"a"}) == ["[UNK]"]
    assert split_word("aa", {"a", "##a"}) == ["a", "##a"]


def test_a_word_that_is_too_long_is_unknown_untried():
    vocabulary = {"a", "##a"}
    assert len(split_word("a" * 100, vocabulary)) == 100
    assert split_word("a" * 101, vocabulary) == ["[UNK]"]
    assert len(split_word("a" * 101, vocabulary, longest_word=200)) == 101
    limited = library(vocabulary, max_input_chars_per_word=3).model
    for word in ("aaa", "aaaa"):
        assert split_word(word, vocabulary, longest_word=3) == [token.value for token in limited.tokenize(word)]


@pytest.mark.parametrize("kind", [set, frozenset, list, tuple, dict.fromkeys])
def test_any_collection_of_pieces_is_a_vocabulary(kind):
    assert split_word("playing", kind(["play", "##ing"])) == ["play", "##ing"]


def test_punctuation_is_a_word_of_its_own_and_upper_case_is_lowered():
    assert split_sentence("The DOG (barks)!", {"the", "dog", "(", "bark", "##s", ")", "!"}) == [
        "the", "dog", "(", "bark", "##s", ")", "!",
    ]  # fmt: skip


@given(WORDS, VOCABULARIES)
def test_each_step_tries_from_the_longest_and_ends_at_the_first_that_is_there(word, vocabulary):
    start = 0
    for step in explain_split(word, vocabulary):
        prefix = "##" if start else ""
        assert step.start == start
        longest_first = [prefix + word[start:end] for end in range(len(word), start, -1)]
        assert list(step.tried) == longest_first[: len(step.tried)]
        assert not vocabulary & set(step.tried[:-1])
        if step.piece is None:
            assert list(step.tried) == longest_first
            assert not vocabulary & set(step.tried)
        else:
            assert step.piece == step.tried[-1]
            assert step.piece in vocabulary
            start += len(step.piece.removeprefix("##") if start else step.piece)
    assert (start == len(word)) == (split_word(word, vocabulary) != ["[UNK]"])


def test_the_steps_of_unhappiness_are_those_one_would_write_down():
    steps = explain_split("unhappiness", RELEASED)
    assert [step.piece for step in steps] == ["un", "##ha", "##pp", "##iness"]
    assert [step.start for step in steps] == [0, 2, 4, 6]
    assert steps[1].tried[:2] == ("##happiness", "##happines")
    assert "happiness" in RELEASED  # begins a word; only ##happiness could continue one


def test_the_last_step_finds_nothing_when_a_word_is_unknown_and_a_word_too_long_has_no_steps():
    assert [step.piece for step in explain_split("playq", {"play", "##ing"})] == ["play", None]
    assert explain_split("aaaa", {"a", "##a"}, longest_word=3) == []
