"""The frame of the report: one page, on a screen in light and dark, and on paper."""

from __future__ import annotations

from lib.palette import DARK, FONTS, LIGHT, Palette

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}: report on the class</title>
<style>
{styles}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="lead">{lead}</p>
{body}
</main>
</body>
</html>
"""
_STYLES = """\
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); }
main { max-inline-size: 54rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; }
section { margin-block-start: 2.5rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line); }
.lead { color: var(--muted); margin: 0; }
.chart { margin-block: 1rem 1.5rem; }
.narrow { display: none; }
@media screen and (max-width: 43rem) { .wide { display: none; } .narrow { display: block; } }
.table { overflow-x: auto; margin-block: 1rem; }
table { border-collapse: collapse; font-size: .875rem; line-height: 1.4; }
th, td { padding: .35rem .75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
th:first-child { padding-inline-start: 0; font-weight: 400; min-inline-size: 9rem; }
tr:first-child > th { color: var(--muted); font-weight: 400; vertical-align: bottom; }
.name { white-space: nowrap; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
tr:first-child > th:not(:first-child) { min-inline-size: 4rem; }
ol { padding-inline-start: 1.5rem; }
li { margin-block: .5rem; }
b { font-weight: 600; }
@media print {
  main { max-inline-size: none; padding: 0; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  section { margin-block-start: 1.25rem; padding-block-start: .75rem; }
  h2 { break-after: avoid; }
  .chart, tr, li { break-inside: avoid; }
  .table { overflow: visible; }
  th, td { padding-block: .15rem; }
}
"""


def styles() -> str:
    """Return the page's styles: light, dark where the reader's system is, and light on paper."""
    dark = f"@media screen and (prefers-color-scheme: dark) {{\n{_colors(DARK)}}}\n"
    return f":root {{ --sans: {FONTS['sans']}; }}\n{_colors(LIGHT)}{dark}{_STYLES}"


def _colors(theme: Palette) -> str:
    return f":root {{ {' '.join(f'--{name}: {value};' for name, value in theme.colors.items())} }}\n"
