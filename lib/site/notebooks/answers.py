"""The cells in which a learner answers an exercise, and those in which the full notebook does."""

from __future__ import annotations

import json
from typing import Any

from lib.answers import answer_table
from lib.bank import Exercise
from lib.site.notebooks.markdown import quoted


def check_cell(exercise: Exercise, *, is_full: bool) -> str:
    """Return the call of `check` with a keyword for each field, empty or filled in; "" if nothing can be checked.

    What a learner leaves at None is not judged, so the cell runs as it is.
    """
    fields = [field for field in answer_table(exercise)["fields"] if field["kind"] != "argument"]
    if not fields:
        return ""
    lines = [f'    "{exercise.number}",']
    for field in fields:
        value = _filled(field) if is_full else "None"
        lines.append(f"    {field['name']}={value},  # {_told(field)}")
    return "\n".join(["check(", *lines, ")"])


def _told(field: dict[str, Any]) -> str:
    """Say what a field is for: its label, and what there is to choose from or in which unit."""
    options, unit = field.get("options"), field.get("unit")
    more = f": {' / '.join(options)}" if options else f", in {unit}" if unit else ""
    return f"{field['label']}{more}"


def _filled(field: dict[str, Any]) -> str:
    """Return the answer as Python writes it, with as many decimals as are asked for."""
    answer, decimals = field["answer"], field.get("decimals")
    if isinstance(answer, float) and isinstance(decimals, int):
        return f"{answer:.{decimals}f}"
    text = json.dumps(answer, ensure_ascii=False)
    if isinstance(answer, list):
        return f"({text[1:-1]}{',' if len(answer) == 1 else ''})"
    return text


def own_words(exercise: Exercise, solution: str) -> dict[str, str]:
    """Return a place to write for each argument of an exercise, by field; `solution` is the solution's address."""
    arguments = [field for field in answer_table(exercise)["fields"] if field["kind"] == "argument"]
    after = f"Then open [the solution]({solution}) and compare, point by point."
    return {
        field["name"]: f"**{exercise.number} {field['label']}, in your own words** ({_points(field)})\n\n"
        f"*Double-click here and write.*\n\n{after}"
        for field in arguments
    }


def rubric(exercise: Exercise) -> str:
    """Return what the arguments of an exercise are held against, as a note; "" if it has none."""
    parts = []
    for field in answer_table(exercise)["fields"]:
        for point in field.get("criteria", ()):
            parts.append(f"- {field['label']}, {_points(point)}: {point['full']} *For half:* {point['half']}")
    return quoted("**What the answer is held against**\n\n" + "\n".join(parts)) if parts else ""


def _points(of: dict[str, Any]) -> str:
    return "1 point" if of["points"] == 1 else f"{of['points']} points"
