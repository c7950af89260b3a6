"""WordOrder: swap words, and see whether attention notices."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray
from traitlets import TraitError

from lib.encoder import self_attention, sum_embeddings
from lib.plots import Picture, vector_bars
from lib.widgets.base import CourseWidget
from lib.widgets.read import Readers, read_choice, read_numbers, read_preset, read_tokens

FEWEST, MOST = 2, 6
SIZE, LIMIT = 4, 10.0  # numbers in a vector, and the largest that one may be
# Small enough to check by hand. The first three are those of "dog bites man".
TOKENS = ((2, 0, 0, 1), (0, 1, 1, 1), (0, 0, 0, 2), (0, 2, 1, 0), (1, 0, 2, 0), (1, 1, 0, 1))
POSITIONS = ((0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0.5, 0.5, 0, 0), (0, 0, 0.5, 0.5))
SEGMENTS = ((0.5, 0, 0, 0), (0, 0, 0, 0.5))


class WordOrder(CourseWidget):
    """What one layer of self-attention makes of a word in two orders, with and without position and segment.

    Query, key and value matrices are the identity: Z = softmax(X Xᵀ / √4) X.

    Parameters
    ----------
    words
        2 to 6 words, each different, in the order to start from.
    order
        The present order: for each place the index of its word. The words turned around, if left out.
    positions, segments
        Whether position and segment embeddings are added before the layer.
    chosen
        The word whose output is shown; the first, if left out.
    border
        How many places belong to sentence A; the others are B. All but the last, if left out.
    token_vectors, position_vectors, segment_vectors
        4 numbers for each word, for each place, and for A and B.
    presets
        Named starting points: ``{"title": …}`` with order, positions, segments, chosen or border.
    question
        What to try, shown above.

    Examples
    --------
    >>> order = WordOrder(["dog", "bites", "man"], positions=False)
    >>> order.difference < 1e-12
    True
    """

    stem = "word_order"
    words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    order = traitlets.List(traitlets.Int()).tag(sync=True)
    positions = traitlets.Bool(True).tag(sync=True)
    segments = traitlets.Bool(False).tag(sync=True)
    chosen = traitlets.Unicode().tag(sync=True)
    border = traitlets.Int().tag(sync=True)
    token_vectors = traitlets.List(traitlets.List()).tag(sync=True)
    position_vectors = traitlets.List(traitlets.List()).tag(sync=True)
    segment_vectors = traitlets.List(traitlets.List()).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Swap the words. Does the vector of the chosen word change?").tag(sync=True)

    def __init__(self, words: Sequence[str], order: Sequence[int] | None = None, **settings: Any) -> None:
        names = read_tokens("words", words, fewest=FEWEST, most=MOST)
        count = len(names)
        state = {
            "words": names,
            "order": read_order(range(count)[::-1] if order is None else order, count),
            "chosen": names[0],
            "border": count - 1,
            "token_vectors": list(TOKENS[:count]),
            "position_vectors": list(POSITIONS[:count]),
            "segment_vectors": list(SEGMENTS),
        }
        super().__init__(**{**state, **settings})
        self.observe(self._follow_words, "words")

    def _follow_words(self, change: dict[str, Any]) -> None:
        if self.chosen not in self.words:  # it was renamed
            self.chosen = self.words[change["old"].index(self.chosen)]

    @traitlets.validate("words")
    def _check_words(self, proposal: dict[str, Any]) -> list[str]:
        names = read_tokens("words", proposal["value"], fewest=FEWEST, most=MOST)
        if len(names) != len(self.token_vectors):
            raise TraitError(f"words must be {len(self.token_vectors)}, got {len(names)}: make a new WordOrder?")
        return names

    @traitlets.validate("order")
    def _check_order(self, proposal: dict[str, Any]) -> list[int]:
        return read_order(proposal["value"], len(self.words))

    @traitlets.validate("chosen")
    def _check_chosen(self, proposal: dict[str, Any]) -> str:
        return read_choice("chosen", proposal["value"], self.words)

    @traitlets.validate("border")
    def _check_border(self, proposal: dict[str, Any]) -> int:
        return read_border(proposal["value"], len(self.words))

    @traitlets.validate("token_vectors", "position_vectors", "segment_vectors")
    def _check_vectors(self, proposal: dict[str, Any]) -> list[list[float]]:
        name = proposal["trait"].name
        rows = 2 if name == "segment_vectors" else len(self.words)
        return read_vectors(name, proposal["value"], rows)

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        readers: Readers = {
            "order": lambda order: read_order(order, len(self.words)),
            "positions": read_switch,
            "segments": read_switch,
            "chosen": lambda word: read_choice("chosen", word, self.words),
            "border": lambda border: read_border(border, len(self.words)),
        }
        return [read_preset(preset, readers) for preset in proposal["value"]]

    def _inputs(self, order: Sequence[int]) -> NDArray[np.float64]:
        """Return what enters the layer, one row for each place."""
        places = np.arange(len(order))
        parts = {
            "position": np.array(self.position_vectors) if self.positions else None,
            "segment": np.array(self.segment_vectors)[(places >= self.border).astype(int)] if self.segments else None,
        }
        return np.asarray(sum_embeddings(np.array(self.token_vectors)[list(order)], **parts), dtype=np.float64)

    def _output_of_chosen(self, order: Sequence[int]) -> NDArray[np.float64]:
        place = list(order).index(self.words.index(self.chosen))
        return np.asarray(self_attention(self._inputs(order))[place], dtype=np.float64)

    @property
    def inputs(self) -> NDArray[np.float64]:
        """What enters the layer in the present order: the sums of the embeddings, one row for each place."""
        return self._inputs(self.order)

    @property
    def output(self) -> NDArray[np.float64]:
        """What the layer makes of the chosen word in the present order: 4 numbers."""
        return self._output_of_chosen(self.order)

    @property
    def first_output(self) -> NDArray[np.float64]:
        """The same in the order of `words`."""
        return self._output_of_chosen(range(len(self.words)))

    @property
    def difference(self) -> float:
        """The largest difference between the two outputs; without positions and segments, rounding at most."""
        return float(np.abs(self.output - self.first_output).max())

    def still(self) -> Picture:
        """Return both outputs as bars; one, if the order is that of `words`."""
        now = " ".join(self.words[word] for word in self.order)
        return vector_bars(
            {" ".join(self.words): self.first_output, now: self.output}, title=f"Output for “{self.chosen}”"
        )


def read_order(order: Iterable[int], count: int) -> list[int]:
    """Read an order of that many words: each index once."""
    try:
        found = [operator.index(word) for word in order]
    except TypeError as error:
        raise TraitError(f"order must be whole numbers, one for each place, got {order!r}") from error
    if sorted(found) != list(range(count)):
        raise TraitError(f"order must hold each of 0 to {count - 1} once, got {found}: which word is at which place?")
    return found


def read_border(border: int, count: int) -> int:
    """Read how many places belong to sentence A."""
    if isinstance(border, bool) or not isinstance(border, int) or not 1 <= border <= count:
        raise TraitError(f"border must be a whole number from 1 to {count}, got {border!r}")
    return border


def read_switch(claim: bool) -> bool:
    """Read whether something is on."""
    if not isinstance(claim, bool):
        raise TraitError(f"positions and segments must be True or False, got {claim!r}")
    return claim


def read_vectors(name: str, vectors: Iterable[Iterable[float]], count: int) -> list[list[float]]:
    """Read that many vectors of 4 numbers."""
    found = [read_numbers(name, vector, low=-LIMIT, high=LIMIT) for vector in vectors]
    if len(found) != count or any(len(vector) != SIZE for vector in found):
        raise TraitError(f"{name} must be {count} vectors of {SIZE} numbers, got {[len(vector) for vector in found]}")
    return found
