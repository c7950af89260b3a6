"""WordPieceSplitter: a word, the pieces of a small vocabulary, and every step between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Set
from typing import Any, NamedTuple

import traitlets
from traitlets import TraitError

from lib.masking import count_chosen
from lib.plots import Picture, word_pieces
from lib.widgets.base import CourseWidget
from lib.widgets.read import read_preset, read_tokens
from lib.wordpiece import CONTINUATION, SplitStep, explain_split, parted_words, split_sentence, split_word

LONGEST_INPUT = 200  # characters of a word; the splitter itself gives up earlier
MOST_PIECES = 300
LONGEST_SENTENCE = 1000  # characters
RELEASED = (
    "the is in no and there a of with word words her his it not play playing happy happiness token dog dogs un em "
    "##s ##ing ##er ##ed ##ha ##pp ##iness ##ness ##ization ##bed ##ding , . : ? !"
)
"""A few entries of BERT's released uncased list, enough for the first word and sentence."""
SENTENCE = "There is no unhappiness in the embeddings, and tokenization is playing with words."


class SentenceCounts(NamedTuple):
    """How long a sentence is in words and in tokens, and what 15 % of each is as a whole number."""

    words: int
    tokens: int
    of_words: int
    of_tokens: int


def _with(*pieces: str) -> list[str]:
    return [*RELEASED.split(), *pieces]


class WordPieceSplitter(CourseWidget):
    """One word split greedily by a vocabulary that can be changed, and 15 % of a sentence's words and tokens.

    Word and sentence are read in lower case, as by BERT's uncased models. A piece is what the longest
    match finds; it need not be a morpheme.

    Parameters
    ----------
    word
        One word, without spaces and punctuation.
    vocabulary
        The pieces, at most 300. "##x" continues a word, "x" begins one: two different entries.
    sentence
        The text whose words and tokens are counted.
    longest_word
        A word of more characters becomes [UNK] untried, from 1 to 200.
    presets
        Named starting points: ``{"title": …, "word": …, "vocabulary": […], "sentence": …, "longest_word": …}``.
    question
        What to try, shown above.

    Examples
    --------
    >>> WordPieceSplitter("unhappiness", ["un", "##happi", "##ness"]).pieces
    ['un', '##happi', '##ness']
    >>> WordPieceSplitter("unhappiness").pieces
    ['un', '##ha', '##pp', '##iness']
    """

    stem = "wordpiece_splitter"
    word = traitlets.Unicode("unhappiness").tag(sync=True)
    vocabulary = traitlets.List(traitlets.Unicode(), RELEASED.split()).tag(sync=True)
    sentence = traitlets.Unicode(SENTENCE).tag(sync=True)
    longest_word = traitlets.Int(100).tag(sync=True)
    presets = traitlets.List(
        traitlets.Dict(),
        [
            {"title": "pieces of the released list", "word": "unhappiness", "vocabulary": _with()},
            {"title": "with an invented ##happi", "word": "unhappiness", "vocabulary": _with("##happi")},
            {
                "title": "without ##pp",
                "word": "unhappiness",
                "vocabulary": [piece for piece in _with() if piece != "##pp"],
            },
        ],
    ).tag(sync=True)
    question = traitlets.Unicode("Change the word or the vocabulary. Which piece is taken first, and why?").tag(
        sync=True
    )

    def __init__(self, word: str = "unhappiness", vocabulary: Collection[str] | None = None, **settings: Any) -> None:
        pieces = {} if vocabulary is None else {"vocabulary": _read_vocabulary(vocabulary)}
        super().__init__(word=_read_word(word), **pieces, **settings)

    @traitlets.validate("word", "vocabulary", "sentence", "longest_word")
    def _check(self, proposal: dict[str, Any]) -> Any:
        return _READERS[proposal["trait"].name](proposal["value"])

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        return [read_preset(preset, _READERS) for preset in proposal["value"]]

    @property
    def pieces(self) -> list[str]:
        """The pieces of the word, or ["[UNK]"]."""
        return split_word(self.word, self.vocabulary, longest_word=self.longest_word)

    @property
    def steps(self) -> list[SplitStep]:
        """What was tried at each step, the longest candidate first; empty if the word is too long."""
        return explain_split(self.word, self.vocabulary, longest_word=self.longest_word)

    @property
    def tokens(self) -> list[str]:
        """The pieces of the sentence; a punctuation mark is a token of its own."""
        return split_sentence(self.sentence, self.vocabulary, longest_word=self.longest_word)

    @property
    def counts(self) -> SentenceCounts:
        """Words (parted by spaces) and tokens of the sentence, and 15 % of each, rounded to the nearest."""
        words, tokens = len(self.sentence.split()), len(self.tokens)
        return SentenceCounts(words, tokens, count_chosen(words), count_chosen(tokens))

    def still(self) -> Picture:
        """Return the pieces below the letters of the word."""
        return word_pieces(self.word, self.vocabulary, longest_word=self.longest_word)


def _read_word(word: str) -> str:
    found = parted_words(word) if isinstance(word, str) else []
    if len(found) != 1:
        raise TraitError(f"word must be one word without spaces and punctuation, got {word!r}")
    if len(found[0]) > LONGEST_INPUT:
        raise TraitError(f"word must be at most {LONGEST_INPUT} characters, got {len(found[0])}")
    return found[0]


def _read_vocabulary(vocabulary: Collection[str]) -> list[str]:
    given: Iterable[str] = sorted(vocabulary) if isinstance(vocabulary, Set) else vocabulary
    pieces = read_tokens("vocabulary", given, fewest=1, most=MOST_PIECES)
    for piece in pieces:
        if piece.split() != [piece] or piece == CONTINUATION:
            raise TraitError(f"vocabulary must hold pieces without spaces, got {piece!r}: is a letter missing?")
    return pieces


def _read_text(sentence: str) -> str:
    if not isinstance(sentence, str) or not sentence.strip():
        raise TraitError(f"sentence must hold at least one word, got {sentence!r}")
    if len(sentence) > LONGEST_SENTENCE:
        raise TraitError(f"sentence must be at most {LONGEST_SENTENCE} characters, got {len(sentence)}")
    return sentence


def _read_longest(longest: object) -> int:
    if isinstance(longest, bool) or not isinstance(longest, int) or not 1 <= longest <= LONGEST_INPUT:
        raise TraitError(f"longest_word must be a whole number from 1 to {LONGEST_INPUT}, got {longest!r}")
    return longest


_READERS: dict[str, Callable[[Any], Any]] = {
    "word": _read_word,
    "vocabulary": _read_vocabulary,
    "sentence": _read_text,
    "longest_word": _read_longest,
}
