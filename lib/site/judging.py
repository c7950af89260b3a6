"""The page's judge: what it shares with Python's, then its parts, as one classic script."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sphinx.application import Sphinx

from lib.answers.shared import shared

HERE = Path(__file__).parent
PARTS = ("tidying.js", "reading.js", "judge.js")
LEFT_OUT = re.compile(r"^\s*/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
"""Comments and what indents a line: a tenth of the bytes."""


def judge_script() -> str:
    """Return the script that defines ``course.judge``; it needs nothing else, and works from a local file."""
    data = f"globalThis.course ??= {{}};\ncourse.shared = {json.dumps(shared(), ensure_ascii=False)};\n"
    return data + "".join(LEFT_OUT.sub("", (HERE / name).read_text(encoding="utf-8")) for name in PARTS)


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        (Path(app.outdir) / "_static" / "judge.js").write_text(judge_script(), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the file."""
    app.connect("build-finished", _write, priority=940)
