"""Masked sentences and split words as a learner calls them: tokens in, a picture out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lib.plots.picture import Picture
from lib.plots.read import read_masking
from lib.plots.tokens import plot_masking, plot_pieces
from lib.plots.words import describe_masking, describe_pieces
from lib.wordpiece import split_word

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from lib.palette import Palette


def masking_rows(
    original: Iterable[object], shown: Iterable[object], labels: Iterable[object], fates: Iterable[str]
) -> Picture:
    """Show a sentence, what the model reads of it and what it must predict, one column a token.

    Parameters
    ----------
    original : iterable of str
        The tokens; at most 60.
    shown : iterable of str
        What the model reads.
    labels : iterable of str or −100
        The original at chosen positions, −100 elsewhere.
    fates : iterable of str
        "masked", "random" or "kept" at chosen positions, "" elsewhere.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If the lists differ in length, or label and fate of a position do not fit together.

    Examples
    --------
    >>> print(masking_rows(["he", "saw"], ["he", "[MASK]"], [-100, "saw"], ["", "masked"]).alt)
    A sentence of 2 tokens: “he saw”. 1 is chosen and scored: “saw” is shown as [MASK]. The others have label −100.
    """
    rows = read_masking(original, shown, labels, fates)
    return _picture(describe_masking(*rows), lambda theme: plot_masking(*rows, theme=theme))


def word_pieces(word: str, vocabulary: Collection[str], *, longest_word: int = 100) -> Picture:
    """Show the pieces that a vocabulary makes of a word, each below its letters.

    Parameters
    ----------
    word : str
        One word, without spaces.
    vocabulary : set, mapping or list of str
        The pieces. "##x" continues a word, "x" begins one.
    longest_word : int
        A word of more characters is unknown untried.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError, TypeError
        If the word is empty or has a space in it, or the vocabulary is not a collection of pieces.

    Examples
    --------
    >>> print(word_pieces("plays", {"play", "##s"}).alt)
    The word “plays” in 2 pieces: “play”, “##s”.
    """
    pieces = split_word(word, vocabulary, longest_word=longest_word)
    return _picture(describe_pieces(word, pieces), lambda theme: plot_pieces(word, pieces, theme=theme))


def _picture(alt: str, plot: Callable[[Palette], Axes]) -> Picture:
    def draw(theme: Palette) -> Figure:
        figure = plot(theme).get_figure(root=True)
        assert figure is not None
        return figure

    return Picture(alt, draw, lambda theme: [draw(theme)], largest=1.2)
