"""NspExplorer: one score for yes or no, and what it costs under either label."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import traitlets
from traitlets import TraitError

from lib.losses import nsp_loss
from lib.plots import Picture, softmax_bars
from lib.probabilities import sigmoid
from lib.widgets.base import CourseWidget
from lib.widgets.read import read_numbers, read_preset

SCORE_LIMIT = 50.0  # far beyond what the slider shows
SAME = "The probability of IsNext is σ(s): the sigmoid of a score s is the softmax of the two scores s and 0."


class NspExplorer(CourseWidget):
    """The score of a sentence pair, its probability of IsNext, and loss and gradient for both labels.

    Parameters
    ----------
    score
        s, the raw score of IsNext, from −50 to 50.
    is_next
        Whether sentence B follows sentence A. The course writes y = 1 for this; BERT's code stores 0.
    presets
        Named starting points: ``{"title": …, "score": …, "is_next": …}``.
    question
        What to try, shown above.

    Examples
    --------
    >>> explorer = NspExplorer(0, is_next=False)
    >>> explorer.probability, explorer.gradient
    (0.5, 0.5)
    """

    stem = "nsp_explorer"
    score = traitlets.Float().tag(sync=True)
    is_next = traitlets.Bool(True).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Move the score. By how much do the two losses differ?").tag(sync=True)

    def __init__(self, score: float, is_next: bool = True, **settings: Any) -> None:
        super().__init__(score=_read_score(score), is_next=_read_is_next(is_next), **settings)

    @traitlets.validate("score")
    def _check_score(self, proposal: dict[str, Any]) -> float:
        return _read_score(proposal["value"])

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        readers = {"score": _read_score, "is_next": _read_is_next}
        return [read_preset(preset, readers) for preset in proposal["value"]]

    @property
    def probability(self) -> float:
        """Probability of IsNext, σ(s)."""
        return float(sigmoid(self.score))

    @property
    def loss(self) -> float:
        """Loss of the present label, in nats."""
        return float(nsp_loss(self.score, self.is_next))

    @property
    def gradient(self) -> float:
        """Slope of the loss along the score: σ(s) − y, with y = 1 for IsNext."""
        # σ(s) − 1 is −σ(−s), which keeps its digits where σ(s) is nearly 1.
        return -float(sigmoid(-self.score)) if self.is_next else self.probability

    def still(self) -> Picture:
        """Return the softmax bars of the scores s and 0, which are σ(s) and 1 − σ(s)."""
        picture = softmax_bars([self.score, 0.0], ["IsNext", "NotNext"])
        return replace(picture, alt=f"{picture.alt} {SAME}")


def _read_score(score: float) -> float:
    return read_numbers("score", [score], low=-SCORE_LIMIT, high=SCORE_LIMIT)[0]


def _read_is_next(is_next: object) -> bool:
    if not isinstance(is_next, bool):
        raise TraitError(f"is_next must be True or False, got {is_next!r}: BERT's code writes 0 for IsNext")
    return is_next
