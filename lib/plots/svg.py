"""A figure as SVG text: the same bytes on every run, real text, no ids, and colors that can follow a page's theme."""

from __future__ import annotations

import io
import re
import warnings
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import matplotlib as mpl

from lib.palette import FONTS, LIGHT, Palette
from lib.plots.style import pixels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARGIN = 16  # around a figure that stands alone in a file, in pixels
FOLLOWED = ("ink", "muted", "line", "tint", "edge", "amber", "amber-fill", "cyan", "cyan-fill", "slate", "slate-fill")
"""The colors that figures use, by their names in CSS."""

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_SANS = FONTS["sans"].replace('"', "'")


def to_svg(figure: Figure, theme: Palette) -> str:
    """Write a figure as a file that stands alone: on paper, with a margin, in fixed colors."""
    width, height = (side + 2 * MARGIN for side in pixels(figure))
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    root.set("viewBox", f"{-MARGIN} {-MARGIN} {_number(width)} {_number(height)}")
    root.set("width", _number(width))
    root.set("height", _number(height))
    root.set("font-family", _SANS)
    paper = {"x": f"{-MARGIN}", "y": f"{-MARGIN}", "width": "100%", "height": "100%", "fill": theme.paper}
    root.append(ET.Element("rect", paper))
    root.extend(_marks(figure))
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode") + "\n"


def to_inline_svg(figure: Figure, *, width: float) -> str:
    """Write a figure that was drawn with the light palette for a page: colors and font are the page's own.

    It fills its room up to `width` pixels. Screen readers skip it: the element around it has the words.
    """
    across, down = pixels(figure)
    root = ET.Element("svg", {"viewBox": f"0 0 {_number(across)} {_number(down)}", "aria-hidden": "true"})
    size = f"display:block;inline-size:100%;max-inline-size:{_number(width)}px;block-size:auto;overflow:visible"
    root.set("style", f"{size};font-family:var(--sans, {_SANS})")
    root.extend(_marks(figure))
    svg = ET.tostring(root, encoding="unicode")
    for name in FOLLOWED:
        value = LIGHT.colors[name]
        svg = svg.replace(f":{value}", f":var(--{name},{value})")
    return svg


def _marks(figure: Figure) -> list[ET.Element]:
    """Return what the figure draws, as plain elements without groups, ids, clip paths or a background."""
    buffer = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "bert-exercises"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the page's fonts have it, or the reader's
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    root = ET.fromstring(buffer.getvalue())
    shapes = {e.get("id"): e for defs in root.iter(f"{_NAMESPACE}defs") for e in defs.iter() if e.get("id")}
    return [mark for group in root.findall(f"{_NAMESPACE}g") for mark in _flat(group, shapes)]


def _flat(element: ET.Element, shapes: dict[str | None, ET.Element]) -> list[ET.Element]:
    tag = element.tag.removeprefix(_NAMESPACE)
    if tag == "defs" or element.get("id") == "patch_1":  # patch_1 is the transparent background
        return []
    if tag == "g":
        return [mark for child in element for mark in _flat(child, shapes)]
    if tag == "use":
        shape = shapes[element.get(_LINK, "").removeprefix("#")]
        at = f"translate({element.get('x')} {element.get('y')})"
        return [_plain("path", {"d": shape.get("d", ""), "transform": at, "style": element.get("style", "")}, None)]
    return [_plain(tag, element.attrib, element.text)]


def _plain(tag: str, attributes: dict[str, str], text: str | None) -> ET.Element:
    kept = {name: value for name, value in attributes.items() if name not in ("id", "clip-path")}
    for name in ("d", "x", "y", "transform"):
        if name in kept:
            kept[name] = re.sub(r"-?\d+\.?\d*(e-?\d+)?", lambda m: _number(float(m[0])), " ".join(kept[name].split()))
    if re.fullmatch(r"rotate\(0 .*\)", kept.get("transform", "")):
        del kept["transform"]
    if "style" in kept:
        style = re.sub(r"font(-family)?:[^;]*'Course Sans'[^;]*", _font, kept["style"])
        kept["style"] = ";".join(filter(None, (part.strip().replace(": ", ":") for part in style.split(";"))))
    element = ET.Element(tag, kept)
    element.text = text if tag == "text" else None
    return element


def _font(match: re.Match[str]) -> str:
    """Keep weight and size of a font shorthand; the family stands once, at the root."""
    words = match[0].partition(":")[2].split()
    if match[1]:
        return ""
    return ";".join(
        f"font-size:{word}" if word.endswith("px") else f"font-weight:{word}"
        for word in words
        if re.fullmatch(r"[\d.]+px|\d00", word)
    )


def _number(value: float) -> str:
    """Write a coordinate with at most two decimals, and never −0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
