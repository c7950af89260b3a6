"""Typst, which makes a PDF of markup: the same bytes for the same markup."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from lib.assign.paper.typst import Content, call, said, string
from lib.files import PlainError

if TYPE_CHECKING:
    from typst import Compiler

HERE = Path(__file__).parent
FONTS = Path(__file__).parents[2] / "plots" / "fonts"
"""Course Sans, in which figures are lettered."""
_OTHER_SCRIPT = re.compile(r"[^\u0000-\u058f\u1e00-\u2bff\ufb00-\ufb06]")
"""Letters that the fonts that Typst brings don't have: neither Latin nor Greek nor Cyrillic."""


def check_typst() -> None:
    """See that Typst is there.

    Raises
    ------
    PlainError
        If it isn't; says how to install it.
    """
    if find_spec("typst") is None:
        mend = f"{sys.executable} -m pip install -c constraints.txt typst"
        raise PlainError(f"the target paper needs Typst: {mend}")


def typeset(content: Content) -> bytes:
    """Return a PDF that a screen reader can read (PDF/UA-1), without a date, in the fonts that Typst brings.

    A name in another script is set in a font of this machine: its bytes then depend on which there is.
    """
    source = f'#import "frame.typ": *\n{content}'
    made = _compiler(bool(_OTHER_SCRIPT.search(content))).compile(source.encode(), format="pdf", pdf_standards="ua-1")
    assert isinstance(made, bytes)
    return made


@cache
def has_letters_of(text: str) -> bool:
    """Whether there is a font for every letter of a text, among Typst's and this machine's."""
    from typst import TypstError

    if text.isascii() and text.isprintable():
        return True
    try:
        typeset(call("document-of", string("a name"), '"a4"', body=f"#text(font: sans)[{said(text)}]"))
    except TypstError:
        return False
    return True


@cache
def _compiler(has_system_fonts: bool) -> Compiler:
    from typst import Compiler

    return Compiler(root=HERE, font_paths=[FONTS], ignore_system_fonts=not has_system_fonts)
