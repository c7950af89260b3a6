"""WordPiece: splitting words into the pieces of a vocabulary, the longest first."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

from lib.arguments import read_whole

CONTINUATION = "##"
"""What stands before a piece that does not begin a word."""


class SplitStep(NamedTuple):
    """One step of the greedy split: from which letter on, what was tried, and what fitted (or None)."""

    start: int
    tried: tuple[str, ...]
    piece: str | None


def split_word(word: str, vocabulary: Collection[str], *, unknown: str = "[UNK]", longest_word: int = 100) -> list[str]:
    """Split one word into pieces, greedily: at each point the longest piece that fits.

    Parameters
    ----------
    word : str
        One word, without spaces, as it stands in the text (the course's vocabularies are lower case).
    vocabulary : set, mapping or list of str
        The pieces. "##x" continues a word, "x" begins one; they are different pieces.
    unknown : str
        What the *whole* word becomes when at some point no piece fits.
    longest_word : int
        A word of more characters becomes `unknown` untried; the common library has 100, BERT's code 200.

    Returns
    -------
    list of str
        Pieces that join to the word again once the "##" are dropped, or `[unknown]`.
        Greedy: it can fail, or give more pieces, where another split would do better.

    Raises
    ------
    ValueError
        If the word is empty or has a space in it, or the vocabulary is empty.
    TypeError
        If `word` is not text, or `vocabulary` is not a collection of pieces.

    References
    ----------
    Schuster and Nakajima (2012); Song et al. (2021), §2; BERT's code, `tokenization.py`, `WordpieceTokenizer`.

    Examples
    --------
    "play" is longer than "pl", and only "##ing" can follow it:

    >>> split_word("playing", {"pl", "play", "##ay", "##ing", "ing"})
    ['play', '##ing']
    """
    pieces = [step.piece for step in explain_split(word, vocabulary, longest_word=longest_word)]
    found = [piece for piece in pieces if piece is not None]
    return found if pieces and len(found) == len(pieces) else [unknown]


def explain_split(word: str, vocabulary: Collection[str], *, longest_word: int = 100) -> list[SplitStep]:
    """Show how `split_word` comes to its pieces: at each point every candidate tried, the longest first.

    Parameters
    ----------
    word : str
        One word, without spaces.
    vocabulary : set, mapping or list of str
        The pieces. "##x" continues a word, "x" begins one.
    longest_word : int
        A word of more characters is not tried at all.

    Returns
    -------
    list of SplitStep
        `start`, the letter where the step begins, counted from 0; `tried`, the candidates up to the first
        that is in the vocabulary; `piece`, that one. In the last step it is None if nothing fitted: then the
        whole word is unknown. Empty for a word that is too long.

    Raises
    ------
    ValueError
        If the word is empty or has a space in it, or the vocabulary is empty.
    TypeError
        If `word` is not text, or `vocabulary` is not a collection of pieces.

    References
    ----------
    Song et al. (2021), §2; BERT's code, `tokenization.py`, `WordpieceTokenizer`.

    Examples
    --------
    >>> for step in explain_split("plays", {"play", "##s"}):
    ...     print(*step.tried)
    plays play
    ##s
    """
    if not isinstance(word, str):
        raise TypeError(f"word must be text, got {type(word).__name__}: one word at a time?")
    if not word or any(character.isspace() for character in word):
        raise ValueError(f"word must be one word without spaces, got {word!r}: use split_sentence?")
    pieces_known = _read_vocabulary(vocabulary)
    is_too_long = len(word) > read_whole("longest_word", longest_word)
    steps: list[SplitStep] = []
    start = 0
    while start < len(word) and not is_too_long:
        step = _longest_piece(word, start, pieces_known)
        steps.append(step)
        if step.piece is None:
            break
        start += len(step.piece) - (len(CONTINUATION) if start else 0)
    return steps


def split_sentence(
    text: str, vocabulary: Collection[str], *, unknown: str = "[UNK]", longest_word: int = 100
) -> list[str]:
    """Split a text into pieces: lower case, then words and punctuation marks, then each by `split_word`.

    Parameters
    ----------
    text : str
        A text with at least one word. A special token such as [MASK] in it is not recognized:
        its brackets are punctuation. Accents stay, where BERT's uncased vocabulary drops them.
    vocabulary : set, mapping or list of str
        The pieces, in lower case.
    unknown : str
        What a word becomes that cannot be split.
    longest_word : int
        A word of more characters becomes `unknown` untried.

    Returns
    -------
    list of str
        The pieces of all words in order; each punctuation mark is a word of its own.

    Raises
    ------
    ValueError
        If there is no word in the text, or the vocabulary is empty.
    TypeError
        If `text` is not text, or `vocabulary` is not a collection of pieces.

    References
    ----------
    Devlin et al. (2019), §3, and its code, `tokenization.py`, `BasicTokenizer`.

    Examples
    --------
    >>> split_sentence("Dogs bark.", {"dog", "##s", "bark", "."})
    ['dog', '##s', 'bark', '.']
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be text, got {type(text).__name__}: join the words with spaces?")
    words = parted_words(text)
    if not words:
        raise ValueError(f"text must hold at least one word, got {text!r}: is it the right one?")
    pieces_known = _read_vocabulary(vocabulary)
    return [
        piece for word in words for piece in split_word(word, pieces_known, unknown=unknown, longest_word=longest_word)
    ]


def parted_words(text: str) -> list[str]:
    """Return the words of a text in lower case, each punctuation mark as a word of its own."""
    spaced = "".join(f" {character} " if _is_punctuation(character) else character for character in text.lower())
    return spaced.split()


def _longest_piece(word: str, start: int, vocabulary: Collection[str]) -> SplitStep:
    prefix = CONTINUATION if start else ""
    tried = []
    for end in range(len(word), start, -1):
        tried.append(prefix + word[start:end])
        if tried[-1] in vocabulary:
            return SplitStep(start, tuple(tried), tried[-1])
    return SplitStep(start, tuple(tried), None)


def _is_punctuation(character: str) -> bool:
    # As in BERT's code, every ASCII sign counts: Unicode calls "$" and "+" symbols, not punctuation.
    is_ascii_sign = character.isascii() and character.isprintable() and not character.isalnum() and character != " "
    return is_ascii_sign or unicodedata.category(character).startswith("P")


def _read_vocabulary(vocabulary: Collection[str]) -> Collection[str]:
    if isinstance(vocabulary, str) or not isinstance(vocabulary, Collection):
        kind = "one text" if isinstance(vocabulary, str) else type(vocabulary).__name__
        raise TypeError(f"vocabulary must be a set of pieces, got {kind}: write {{'play', '##ing'}}?")
    if not vocabulary:
        raise ValueError("vocabulary must hold at least one piece, got none: is the right file read?")
    return vocabulary if isinstance(vocabulary, Set | Mapping) else frozenset(vocabulary)
