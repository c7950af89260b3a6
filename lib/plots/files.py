"""Write the three figures into ``figures/``: ``python -m lib.plots.files``; with ``--check`` compare them only."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.image import imread
from matplotlib.transforms import Bbox

from lib.attention import bidirectional_attention, causal_attention, t5_attention
from lib.palette import DARK, LIGHT
from lib.plots.grids import grid_sheet
from lib.plots.layout import Grid
from lib.plots.pictures import T5_TITLES, loss_and_gradient, softmax_bars
from lib.plots.svg import MARGIN, to_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.figure import Figure

    from lib.palette import Palette

FOLDER = Path(__file__).parents[2] / "figures"
DPI = 144  # two dots a pixel
TOLERANCE = 2.0  # mean difference of PNG values, of 255: FreeType and libpng differ a little between machines
SOURCE, TARGET = ["he", "saw", "red", "."], ["er", "sah", "rot"]


def draw_attention(theme: Palette) -> Figure:
    """Draw BERT and GPT above, and the three attentions of T5 below."""
    n = len(SOURCE)
    t5 = t5_attention(n, len(TARGET))
    sides = ((SOURCE, SOURCE), (TARGET, TARGET), (TARGET, SOURCE))
    above = [Grid("BERT", bidirectional_attention(n), SOURCE, SOURCE), Grid("GPT", causal_attention(n), SOURCE, SOURCE)]
    below = [Grid(t, array, *side) for t, array, side in zip(T5_TITLES, t5, sides, strict=True)]
    return grid_sheet([above, below], theme)


FIGURES: dict[str, Callable[[Palette], Figure]] = {
    "softmax-bars": softmax_bars([3.0, 1.0, 0.0], ["dog", "cat", "log"]).draw,
    "attention": draw_attention,
    "loss-and-gradient": loss_and_gradient().draw,
}


def to_png(figure: Figure, theme: Palette) -> bytes:
    """Return a figure as a PNG on paper, with the margin that the SVG has."""
    margin = MARGIN / 72
    width, height = figure.get_size_inches()
    box = Bbox.from_extents(-margin, -margin, width + margin, height + margin)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, facecolor=theme.paper, bbox_inches=box, metadata={"Software": None})
    return buffer.getvalue()


def files() -> Iterator[tuple[str, bytes]]:
    """Yield every file's name and content, as drawn now."""
    for name, draw in FIGURES.items():
        for theme in (LIGHT, DARK):
            yield f"{name}.{theme.name}.svg", to_svg(draw(theme), theme).encode()
            yield f"{name}.{theme.name}.png", to_png(draw(theme), theme)


def is_same(name: str, one: bytes, other: bytes) -> bool:
    """Whether two files show the same: SVG to the byte, PNG within the tolerance."""
    if name.endswith(".svg"):
        return one == other
    a, b = (255 * imread(io.BytesIO(content)).astype(float) for content in (one, other))
    return a.shape == b.shape and float(np.abs(a - b).mean()) <= TOLERANCE


def stale_files(folder: Path = FOLDER) -> list[str]:
    """Return the names of files that are missing or not what is drawn now."""
    return [
        name
        for name, content in files()
        if not (folder / name).is_file() or not is_same(name, (folder / name).read_bytes(), content)
    ]


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(prog="python -m lib.plots.files", description=(__doc__ or "").replace("``", ""))
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is not what is drawn now")
    if parser.parse_args().check:
        stale = stale_files()
        print(
            f"Not what lib draws now: {', '.join(stale)}. Run `make figures`." if stale else "figures/ is up to date."
        )
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name, content in files():
        (FOLDER / name).write_bytes(content)
        print(f"figures/{name}  {len(content) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
