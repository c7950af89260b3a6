"""LogitExplorer: move raw scores, watch probabilities, loss and gradient follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray

from lib.entropies import cross_entropy, cross_entropy_gradient
from lib.plots import Picture, softmax_bars
from lib.probabilities import softmax
from lib.widgets.base import CourseWidget
from lib.widgets.read import read_choice, read_numbers, read_tokens

LOGIT_LIMIT = 50.0  # far beyond what a slider shows; beyond it nothing new happens
TEMPERATURES = (0.1, 5.0)


class LogitExplorer(CourseWidget):
    """Raw scores of 2 to 8 tokens, their probabilities, and the loss and gradient for one of them.

    Parameters
    ----------
    tokens
        The candidates, each different.
    logits
        A raw score for each, from −50 to 50.
    true_token
        The token whose probability makes the loss.
    noun
        What that token is called: two words or more, the last for any of the candidates, like "true class".
    temperature
        Divides the logits before softmax, from 0.1 to 5.
    presets
        Named starting points: ``{"title": …, "logits": […], "true_token": …}``.
    question
        What to try, shown above.
    predict
        Whether the learner commits a guess before the bars move.

    Examples
    --------
    >>> explorer = LogitExplorer(["dog", "cat", "log"], [3, 1, 0])
    >>> round(explorer.loss, 3)
    0.17
    """

    stem = "logit_explorer"
    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    logits = traitlets.List(traitlets.Float()).tag(sync=True)
    true_token = traitlets.Unicode().tag(sync=True)
    noun = traitlets.Unicode("hidden word").tag(sync=True)
    temperature = traitlets.Float(1.0).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Move a score. What happens to the others?").tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self, tokens: Sequence[str], logits: Sequence[float], true_token: str | None = None, **settings: Any
    ) -> None:
        names = read_tokens("tokens", tokens, fewest=2, most=8)
        scores = read_numbers("logits", logits, low=-LOGIT_LIMIT, high=LOGIT_LIMIT, count=len(names))
        truth = read_choice("true_token", names[0] if true_token is None else true_token, names)
        super().__init__(tokens=names, logits=scores, true_token=truth, **settings)

    @traitlets.validate("tokens")
    def _check_tokens(self, proposal: dict[str, Any]) -> list[str]:
        return read_tokens("tokens", proposal["value"], fewest=2, most=8)

    @traitlets.validate("logits")
    def _check_logits(self, proposal: dict[str, Any]) -> list[float]:
        return read_numbers("logits", proposal["value"], low=-LOGIT_LIMIT, high=LOGIT_LIMIT, count=len(self.tokens))

    @traitlets.validate("true_token")
    def _check_true_token(self, proposal: dict[str, Any]) -> str:
        return read_choice("true_token", proposal["value"], self.tokens)

    @traitlets.validate("noun")
    def _check_noun(self, proposal: dict[str, Any]) -> str:
        noun = str(proposal["value"])
        if len(noun.split()) < 2:
            raise traitlets.TraitError(f'noun must be two words or more, like "true class", got {noun!r}')
        return noun

    @traitlets.validate("temperature")
    def _check_temperature(self, proposal: dict[str, Any]) -> float:
        low, high = TEMPERATURES
        return read_numbers("temperature", [proposal["value"]], low=low, high=high)[0]

    @property
    def _scaled(self) -> NDArray[np.float64]:
        return np.array(self.logits) / self.temperature

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """Softmax of the logits over the temperature, one for each token; they sum to 1."""
        return np.asarray(softmax(self._scaled), dtype=np.float64)

    @property
    def loss(self) -> float:
        """Loss −ln p of the true token, in nats."""
        return float(cross_entropy(self._scaled, self.tokens.index(self.true_token)))

    @property
    def gradient(self) -> NDArray[np.float64]:
        """Slope of the loss along each logit: (p − onehot) over the temperature."""
        slope = cross_entropy_gradient(self._scaled, self.tokens.index(self.true_token))
        return np.asarray(slope, dtype=np.float64) / self.temperature

    def still(self) -> Picture:
        """Return the softmax bars of the present logits."""
        return softmax_bars(self._scaled.tolist(), self.tokens)
