"""How every figure is laid out and lettered.

One Matplotlib point is one CSS pixel here, so all lengths read as pixels of the page. A figure is a
`matplotlib.figure.Figure` that pyplot never sees, and nothing touches ``rcParams``.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.ft2font import LoadFlags

from lib.palette import SIZES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

FAMILIES = ["Course Sans"]
FALLBACK = ["Course Sans", "DejaVu Sans"]  # for letters that ours lacks
FONTS = Path(__file__).parent / "fonts"
SLACK = 1.12  # where a reader's machine lacks Course Sans, its own sans is wider by about this much
MIDDLE = 0.34  # of the text size: from the baseline up to the middle of digits and lower-case letters

for _font in sorted(FONTS.glob("*.ttf")):  # adds to what Matplotlib can find; no setting changes
    font_manager.fontManager.addfont(_font)


def new_figure(width: float, height: float) -> Figure:
    """Make a transparent Figure of that many pixels."""
    return Figure(figsize=(width / 72, height / 72), dpi=72, facecolor="none", layout=None)


def place(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Put bare Axes at a box in pixels, measured from the figure's top left corner."""
    across, down = pixels(figure)
    axes = figure.add_axes((left / across, 1 - (top + height) / down, width / across, height / down))
    bare(axes)
    return axes


def bare(axes: Axes) -> None:
    """Take frame, ticks and background off."""
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    axes.patch.set_visible(False)


def pixels(figure: Figure) -> tuple[float, float]:
    """Return the width and height of a figure."""
    width, height = figure.get_size_inches() * 72
    return float(width), float(height)


def pixels_of(axes: Axes) -> tuple[float, float]:
    """Return the width and height of Axes."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    box, (width, height) = axes.get_position(), pixels(figure)
    return float(box.width * width), float(box.height * height)


def write(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    color: str,
    *,
    shift: tuple[float, float] = (0, 0),
    xycoords: str | tuple[str, str] = "data",
    size: float = SIZES.text,
    **style: Any,
) -> Annotation:
    """Write text at a point, moved by `shift` pixels, with the middle of its letters at that height.

    The middle is reckoned from the baseline, never from the glyphs: words with and without descenders,
    and words in scripts that Matplotlib's fonts lack, all stand on the same line.
    """
    turned = style.get("rotation", 0)
    drop = 0 if turned else MIDDLE * size
    is_ours = all(_font_face(False).get_char_index(ord(character)) for character in text)
    if not is_ours:
        style.pop("weight", None)  # the fallback has no semibold, and Matplotlib would complain
    return axes.annotate(
        text,
        at,
        (shift[0], shift[1] - drop),
        xycoords=xycoords,
        textcoords="offset points",
        color=color,
        fontsize=size,
        family=FAMILIES if is_ours else FALLBACK,
        va="baseline",
        rotation_mode="anchor",
        annotation_clip=False,
        clip_on=False,
        parse_math=False,  # a token may be a dollar sign
        **style,
    )


def write_title(axes: Axes, text: str, color: str, *, above: float) -> None:
    """Write the title of Axes at their left, `above` pixels higher than their top."""
    axes.set_title(
        text, loc="left", color=color, fontsize=SIZES.title, family=FAMILIES, weight="semibold", pad=above, y=1.0
    )
    axes.title.set_clip_on(False)


def text_width(text: str, size: float = SIZES.text, *, semibold: bool = False) -> float:
    """Estimate how many pixels text takes, with room for a wider font and for scripts that ours lacks."""
    return size * SLACK * sum(_advance(character, semibold) for character in text)


def fit(text: str, width: float, size: float = SIZES.text, *, semibold: bool = False) -> str:
    """Shorten text with … until it takes at most `width` pixels; a letter keeps its accents."""
    if text_width(text, size, semibold=semibold) <= width:
        return text
    letters = _letters(text)
    while letters and text_width("".join(letters) + "…", size, semibold=semibold) > width:
        letters.pop()
    return "".join(letters) + "…"


def widest(texts: Sequence[str], size: float = SIZES.text, *, semibold: bool = False) -> float:
    """Return the width of the widest text."""
    return max(text_width(text, size, semibold=semibold) for text in texts)


def _letters(text: str) -> list[str]:
    letters: list[str] = []
    for character in text:
        if letters and _is_mark(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Cf")


@lru_cache(maxsize=4096)
def _advance(character: str, semibold: bool) -> float:
    """Return a character's width as a share of the text size."""
    if _is_mark(character):
        return 0.0
    font = _font_face(semibold)
    if font.get_char_index(ord(character)):
        return float(font.load_char(ord(character), LoadFlags.NO_SCALE).horiAdvance / font.units_per_EM)
    return 1.0 if unicodedata.east_asian_width(character) in "WF" else 0.65


@lru_cache(maxsize=2)
def _font_face(semibold: bool) -> Any:
    name = "CourseSans-SemiBold.ttf" if semibold else "CourseSans-Regular.ttf"
    return font_manager.get_font(FONTS / name)
