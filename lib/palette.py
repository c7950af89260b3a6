"""Colors, type and sizes of the course, for figures and for the pages alike.

Amber is loss and probability, cyan is the gradient, slate is a raw score; nothing else has these colors.
Figures take their colors from `LIGHT` and `DARK`; `css_variables` writes the same values for the pages.
"""

from dataclasses import dataclass, fields
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True)
class Palette:
    """One theme's colors, each as ``#rrggbb``.

    A series has two tones: the plain one for lines, outlines and text, and ``_fill`` for areas.
    A fill is always outlined in its plain tone, which is the one that stands out from the paper.
    """

    name: str
    paper: str
    surface: str
    well: str
    tint: str
    line: str
    edge: str
    ink: str
    muted: str
    amber: str
    amber_fill: str
    cyan: str
    cyan_fill: str
    slate: str
    slate_fill: str
    right: str
    right_bg: str
    notyet: str
    notyet_bg: str

    @property
    def colors(self) -> dict[str, str]:
        """Every color under its CSS name: ``amber_fill`` is ``amber-fill``."""
        return {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)[1:]}


LIGHT = Palette(
    name="light",
    paper="#fdfcfa",
    surface="#ffffff",
    well="#f5f3ee",
    tint="#e9e6df",
    line="#dcd8cf",
    edge="#827d73",
    ink="#1b1e25",
    muted="#595d66",
    amber="#b45309",
    amber_fill="#f59e0b",
    cyan="#0e7490",
    cyan_fill="#0891b2",
    slate="#334155",
    slate_fill="#b6c0ce",
    right="#1c6b41",
    right_bg="#edf6f0",
    notyet="#7e1f86",
    notyet_bg="#f9f0fa",
)
DARK = Palette(
    name="dark",
    paper="#14161a",
    surface="#1a1d23",
    well="#21252c",
    tint="#2d323b",
    line="#343942",
    edge="#868c98",
    ink="#eae7e0",
    muted="#a8acb6",
    amber="#fbbf24",
    amber_fill="#f59e0b",
    cyan="#06b6d4",
    cyan_fill="#0891b2",
    slate="#dbe2ec",
    slate_fill="#a8b3c4",
    right="#7fd8a3",
    right_bg="#16281f",
    notyet="#e9a8f5",
    notyet_bg="#291b2e",
)

FONTS = MappingProxyType(
    {
        "serif": '"Course Serif", Charter, "Bitstream Charter", "Sitka Text", Cambria, "Noto Serif", Georgia, serif',
        "sans": '"Course Sans", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", '
        '"Liberation Sans", Arial, sans-serif',
        "mono": '"Course Mono", ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", '
        "monospace",
    }
)
LENGTHS = MappingProxyType(
    {
        **{"text-xs": ".8125rem", "text-s": ".875rem", "text-m": "1rem", "text-l": "1.125rem"},
        **{"text-xl": "1.375rem", "text-2xl": "1.75rem", "text-3xl": "2.25rem", "text-4xl": "3rem"},
        **{"s1": ".25rem", "s2": ".5rem", "s3": ".75rem", "s4": "1rem"},
        **{"s6": "1.5rem", "s8": "2rem", "s12": "3rem", "s16": "4rem"},
        **{"measure": "36rem", "radius": "4px", "radius-panel": "8px", "target": "2.75rem"},
    }
)


@dataclass(frozen=True)
class Sizes:
    """Text and line sizes in a figure, in CSS pixels."""

    title: float = 14
    text: float = 13
    small: float = 12
    curve: float = 2.5
    outline: float = 1.25
    hair: float = 1
    dot: float = 9


SIZES = Sizes()


def css_variables(light: str = ":root", dark: str = 'html[data-theme="dark"]') -> str:
    """Write the tokens of both themes as two CSS blocks, with these selectors.

    >>> "--amber: #b45309;" in css_variables()
    True
    """
    return _block(light, {**FONTS, **LENGTHS, **LIGHT.colors}) + _block(dark, DARK.colors)


def _block(selector: str, values: dict[str, str]) -> str:
    lines = "".join(f"  --{name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{lines}}}\n"
