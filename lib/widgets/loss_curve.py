"""LossCurve: drag the probability of the true token along the loss, and see whose gradient is largest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray
from traitlets import TraitError

from lib.entropies import binary_cross_entropy
from lib.losses import batch_loss
from lib.plots import Picture, loss_and_gradient
from lib.widgets.base import CourseWidget
from lib.widgets.read import Readers, read_choice, read_numbers, read_preset

MOST = 8  # positions
LOWEST = 1e-6  # the least probability: a loss of 13.8 nats
GRADIENTS = ("logit", "p")
MARKED = 4  # as many dots as the still figure has room for


class LossCurve(CourseWidget):
    """The probabilities that 1 to 8 chosen positions give to their true tokens, on the curve of the loss.

    Parameters
    ----------
    probabilities
        One for each position, from 0.000001 to 1.
    gradient_of
        Which gradient is shown and shared out: "logit" for the one at the true logit, of size 1 − p,
        or "p" for the one with respect to p, of size 1/p.
    presets
        Named starting points: ``{"title": …, "probabilities": […], "gradient_of": …}``.
    question
        What to try, shown above.

    Examples
    --------
    >>> curve = LossCurve([1.0, 0.5])
    >>> round(curve.loss, 4)
    0.3466
    >>> curve.gradient_shares
    array([0., 1.])
    """

    stem = "loss_curve"
    probabilities = traitlets.List(traitlets.Float()).tag(sync=True)
    gradient_of = traitlets.Unicode("logit").tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Drag a dot. Does the gradient grow as the loss does?").tag(sync=True)

    def __init__(self, probabilities: Iterable[float], **settings: Any) -> None:
        super().__init__(probabilities=_read_probabilities(probabilities), **settings)

    @traitlets.validate("probabilities")
    def _check_probabilities(self, proposal: dict[str, Any]) -> list[float]:
        return _read_probabilities(proposal["value"])

    @traitlets.validate("gradient_of")
    def _check_gradient_of(self, proposal: dict[str, Any]) -> str:
        return _read_gradient(proposal["value"])

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        readers: Readers = {"probabilities": _read_probabilities, "gradient_of": _read_gradient}
        return [read_preset(preset, readers) for preset in proposal["value"]]

    @property
    def losses(self) -> NDArray[np.float64]:
        """Loss −ln p of each position, in nats."""
        return np.asarray(binary_cross_entropy(self.probabilities, 1), dtype=np.float64)

    @property
    def loss(self) -> float:
        """Loss of the batch: the mean over the positions, in nats."""
        return float(batch_loss(self.probabilities))

    @property
    def gradients(self) -> NDArray[np.float64]:
        """Size of the chosen gradient of each position's own loss: 1 − p or 1/p. Both slopes are negative."""
        p = np.array(self.probabilities)
        return 1 - p if self.gradient_of == "logit" else 1 / p

    @property
    def loss_shares(self) -> NDArray[np.float64]:
        """Each position's share of the loss; they sum to 1, or are all 0 where there is no loss."""
        return _shares(self.losses)

    @property
    def gradient_shares(self) -> NDArray[np.float64]:
        """Each position's share of the sizes of the gradients; they sum to 1, or are all 0 where there is none."""
        return _shares(self.gradients)

    def still(self) -> Picture:
        """Return the curves with the first positions marked: as many as there is room for."""
        marked, others = self.probabilities[:MARKED], self.probabilities[MARKED:]
        picture = loss_and_gradient(marked)
        if not others:
            return picture
        return replace(picture, alt=f"{picture.alt} Not marked: p = {', '.join(f'{p:g}' for p in others)}.")


def _read_probabilities(probabilities: Iterable[float]) -> list[float]:
    found = read_numbers("probabilities", probabilities, low=LOWEST, high=1)
    if not 1 <= len(found) <= MOST:
        raise TraitError(f"probabilities must be 1 to {MOST} numbers, one for each position, got {len(found)}")
    return found


def _read_gradient(chosen: str) -> str:
    return read_choice("gradient_of", chosen, GRADIENTS)


def _shares(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    total = sizes.sum()
    return sizes / total if total > 0 else np.zeros_like(sizes)
