"""SpanPicker: start and end scores on the tokens of a passage, and the answer they choose together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets
from numpy.typing import NDArray
from traitlets import TraitError

from lib.heads import Span, best_span
from lib.plots import Picture, describe_softmax_bars, plot_softmax_bars
from lib.plots.bars import softmax_panels
from lib.plots.style import new_figure, pixels, write_title
from lib.probabilities import softmax
from lib.widgets.base import CourseWidget
from lib.widgets.read import Readers, read_numbers, read_preset, read_tokens

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from lib.palette import Palette

LOGIT_LIMIT = 50.0
FEWEST, MOST = 2, 12  # tokens
GAP = 12  # pixels between the figure's two halves


class SpanPicker(CourseWidget):
    """Start and end logits of 2 to 12 tokens, two softmaxes over the positions, and the best span.

    Parameters
    ----------
    tokens
        The passage. A token may occur twice.
    start_logits, end_logits
        Two scores for each token, from −50 to 50.
    longest
        The most tokens an answer may have; None for any number.
    presets
        Named starting points: ``{"title": …, "tokens": […], "start_logits": […], "end_logits": […], "longest": …}``.
    question
        What to try, shown above.

    Examples
    --------
    The likeliest start comes after the likeliest end, so the two are no span; together they choose another one:

    >>> picker = SpanPicker(["in", "Paris", "in", "1919"], [0.5, 1.0, 3.0, 0.2], [0.1, 2.8, 0.3, 2.5])
    >>> picker.span
    Span(start=2, end=3, score=5.5)
    """

    stem = "span_picker"
    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    start_logits = traitlets.List(traitlets.Float()).tag(sync=True)
    end_logits = traitlets.List(traitlets.Float()).tag(sync=True)
    longest = traitlets.Int(None, allow_none=True).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Make the likeliest end come before the likeliest start. What is chosen?").tag(
        sync=True
    )

    def __init__(
        self,
        tokens: Sequence[str],
        start_logits: Iterable[float],
        end_logits: Iterable[float],
        longest: int | None = None,
        **settings: Any,
    ) -> None:
        passage = _read_passage(tokens)
        starts = _read_logits("start_logits", start_logits, len(passage))
        ends = _read_logits("end_logits", end_logits, len(passage))
        limit = _read_longest(longest)
        super().__init__(tokens=passage, start_logits=starts, end_logits=ends, longest=limit, **settings)

    @traitlets.validate("tokens")
    def _check_tokens(self, proposal: dict[str, Any]) -> list[str]:
        return _read_passage(proposal["value"])

    @traitlets.validate("start_logits", "end_logits")
    def _check_logits(self, proposal: dict[str, Any]) -> list[float]:
        return _read_logits(proposal["trait"].name, proposal["value"], len(self.tokens))

    @traitlets.validate("longest")
    def _check_longest(self, proposal: dict[str, Any]) -> int | None:
        return _read_longest(proposal["value"])

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        return [self._read_preset(preset) for preset in proposal["value"]]

    def _read_preset(self, preset: dict[str, Any]) -> dict[str, Any]:
        count = len(_read_passage(preset.get("tokens", self.tokens)))
        readers: Readers = {
            "tokens": _read_passage,
            "start_logits": lambda logits: _read_logits("start_logits", logits, count),
            "end_logits": lambda logits: _read_logits("end_logits", logits, count),
            "longest": _read_longest,
        }
        return read_preset(preset, readers)

    @traitlets.observe("tokens")
    def _fit_logits(self, change: dict[str, Any]) -> None:
        """Give a token that is added alone the score 0, and drop the scores of those that are gone."""
        for name in ("start_logits", "end_logits"):
            logits = getattr(self, name)
            if len(logits) != len(self.tokens):
                setattr(self, name, [*logits, *[0.0] * len(self.tokens)][: len(self.tokens)])

    @property
    def start_probabilities(self) -> NDArray[np.float64]:
        """P(start = i): softmax of the start logits over the positions."""
        return np.asarray(softmax(self.start_logits), dtype=np.float64)

    @property
    def end_probabilities(self) -> NDArray[np.float64]:
        """P(end = j): softmax of the end logits over the positions."""
        return np.asarray(softmax(self.end_logits), dtype=np.float64)

    @property
    def span(self) -> Span:
        """The best pair with start ≤ end, at most `longest` tokens long; positions count from 0."""
        return best_span(self.start_logits, self.end_logits, longest=self.longest)

    def still(self) -> Picture:
        """Return the softmax bars of the starts, those of the ends, and the answer in the words beside them."""
        sides = [("start", self.start_logits), ("end", self.end_logits)]
        words, (start, end, _) = list(self.tokens), self.span
        bars = [f"{side.title()}: {describe_softmax_bars(z, softmax(z), labels=words)}" for side, z in sides]
        answer = f"The best span is {' '.join(words[start : end + 1])}, from position {start} to {end}, counted from 0."
        return Picture(
            " ".join([*bars, answer]),
            lambda theme: _sheet(sides, words, theme),
            lambda theme: _panels(sides, words, theme),
        )


def _panels(sides: list[tuple[str, list[float]]], words: list[str], theme: Palette) -> list[Figure]:
    panels = []
    for side, logits in sides:
        pair = softmax_panels(np.array(logits), softmax(logits), words, theme)
        _name((pair[0].axes[0], pair[1].axes[0]), side, theme)
        panels += pair
    return panels


def _sheet(sides: list[tuple[str, list[float]]], words: list[str], theme: Palette) -> Figure:
    """Draw both pairs of bars in one figure, the starts above the ends."""
    template = plot_softmax_bars(np.array(sides[0][1]), softmax(sides[0][1]), labels=words, theme=theme)
    width, height = pixels(template[0].figure)  # type: ignore[arg-type]
    total = 2 * height + GAP
    sheet = new_figure(width, total)
    for row, (side, logits) in enumerate(sides):
        floor = (1 - row) * (height + GAP)
        left, right = (
            sheet.add_axes((box.x0, (box.y0 * height + floor) / total, box.width, box.height * height / total))
            for box in (axes.get_position() for axes in template)
        )
        plot_softmax_bars(np.array(logits), softmax(logits), labels=words, theme=theme, axes=(left, right))
        _name((left, right), side, theme)
    return sheet


def _name(axes: tuple[Axes, Axes], side: str, theme: Palette) -> None:
    write_title(axes[0], f"{side} score z", theme.slate, above=4)
    write_title(axes[1], f"P({side})", theme.amber, above=4)


def _read_passage(tokens: Sequence[str]) -> list[str]:
    return read_tokens("tokens", tokens, fewest=FEWEST, most=MOST, distinct=False)


def _read_logits(name: str, logits: Iterable[float], count: int) -> list[float]:
    return read_numbers(name, logits, low=-LOGIT_LIMIT, high=LOGIT_LIMIT, count=count)


def _read_longest(longest: int | None) -> int | None:
    if longest is None:
        return None
    if isinstance(longest, bool) or not isinstance(longest, int) or not 1 <= longest <= MOST:
        raise TraitError(f"longest must be a whole number from 1 to {MOST}, or None for any length, got {longest!r}")
    return longest
