"""A figure as notebooks and pages show it: inline SVG that follows the theme, described in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from lib.palette import DARK, LIGHT, Palette
from lib.plots.style import pixels
from lib.plots.svg import FOLLOWED, to_inline_svg, to_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.figure import Figure

GAP = 16
_DARK = "".join(f"--{name}:{DARK.colors[name]};" for name in FOLLOWED)
# The book's pages set the colors. Notebook editors don't, and the defaults suit light ones only.
_EDITORS = f'<style>:is([data-jp-theme-light="false"],.vscode-dark) .picture{{{_DARK}}}</style>'


@dataclass(frozen=True)
class Picture:
    """A figure of one or more panels, with its alt text.

    As the last line of a cell it shows itself: panels side by side where there is room, else below each other.
    """

    alt: str
    """What the figure shows, in words, with its numbers."""
    draw: Callable[[Palette], Figure] = field(repr=False)
    """Draws all of it as one Matplotlib figure, in the colors of a theme."""
    draw_panels: Callable[[Palette], Sequence[Figure]] = field(repr=False)
    """Draws it in parts, which are all equally wide."""
    smallest: float = field(default=1.0, repr=False)
    """How far a panel may shrink before it moves below the others."""
    largest: float = field(default=1.15, repr=False)
    """How far a panel may grow beyond the size it is drawn for."""

    def html(self) -> str:
        """Return the picture for a page: no ids, no fixed colors where the page has its own."""
        panels = self.draw_panels(LIGHT)
        width = pixels(panels[0])[0]
        least, most = width * self.smallest, width * self.largest
        columns = f"repeat(auto-fit,minmax(min(100%,{least:.0f}px),1fr))"
        room = most * len(panels) + GAP * (len(panels) - 1)
        style = f"display:grid;grid-template-columns:{columns};gap:{GAP + 8}px {GAP}px;max-inline-size:{room:.0f}px"
        drawn = "".join(to_inline_svg(panel, width=most) for panel in panels)
        words = escape(" ".join(self.alt.split()), quote=True)
        return f'<div class="picture" role="img" aria-label="{words}" style="{style}">{_EDITORS}{drawn}</div>'

    def svg(self, theme: Palette = LIGHT) -> str:
        """Return the picture as one SVG that stands alone, for a file or a slide."""
        return to_svg(self.draw(theme), theme)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html(), "image/svg+xml": self.svg(), "text/plain": self.alt}
