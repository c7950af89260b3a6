"""A chart in a page of its own: inline SVG in the page's colors, once for wide and once for narrow screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from lib.palette import LIGHT
from lib.plots.outcomes import Series, plot_outcomes
from lib.plots.svg import to_inline_svg

WIDE, NARROW = 680, 288
"""Pixels: beside labels, and on the narrowest phone."""
LARGEST = 1.2
"""How far a chart may grow."""
FOLLOWED = ("right", "right-bg", "notyet", "notyet-bg", "paper")
"""Colors that charts use beside those which all figures follow."""


@dataclass(frozen=True)
class Chart:
    """Bars of counts (`lib.plots.outcomes.plot_outcomes`), with `alt`, which says in words what they show."""

    labels: Sequence[str]
    counts: Sequence[Sequence[int]]
    series: Sequence[Series]
    of: int
    alt: str

    def html(self) -> str:
        """Return the chart as a figure of a page."""
        drawn = "".join(
            f'<div class="{name}">{self._svg(width)}</div>' for name, width in (("wide", WIDE), ("narrow", NARROW))
        )
        return f'<div class="chart" role="img" aria-label="{escape(self.alt)}">{drawn}</div>'

    def _svg(self, width: float) -> str:
        axes = plot_outcomes(self.labels, self.counts, self.series, of=self.of, width=width)
        figure = axes.get_figure(root=True)
        assert figure is not None
        svg = to_inline_svg(figure, width=width * LARGEST)
        for name in FOLLOWED:
            svg = svg.replace(f":{LIGHT.colors[name]}", f":var(--{name})")
        return svg
