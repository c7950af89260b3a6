"""Worksheets and their key as PDF, typeset by Typst: no browser, no LaTeX, the same bytes for the same input."""
