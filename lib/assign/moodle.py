"""A question bank in Moodle XML: a category for each exercise, a question for each variant.

Moodle has no errors carried forward: a wrong (a) costs (b) as well, unless `lib.grade` grades.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TextIO
from xml.etree.ElementTree import Element

from lib.answers.table import Table
from lib.assign.prose import plain
from lib.assign.questions import NOT_YET, RIGHT, Question, options, rubric, spellings, unit
from lib.assign.xml import add, number, written

TOGETHER = ("number", "count", "shape", "choice", "word")
"""The kinds that a cloze question can hold: all that are computed but grids, which no list drops down."""
_CLOZE_KINDS = {
    "number": "NUMERICAL",
    "count": "NUMERICAL",
    "shape": "MULTICHOICE",
    "choice": "MULTICHOICE",
    "word": "SHORTANSWER",
}
Row = tuple[str, float, str, str]
"""An answer, its tolerance, the percentage of the grade as Moodle writes it, and the feedback."""


def write_moodle(file: TextIO, categories: Iterable[tuple[str, Iterable[Question]]]) -> None:
    """Write a bank; each category has a name, with its parents' before it, parted by slashes."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n')
    for name, asked in categories:
        file.write(written(_category(name)))
        for question in asked:
            file.write(written(_question(question)))
    file.write("</quiz>\n")


def in_a_path(name: str) -> str:
    """Return a category's name as it stands in a path, where a slash of its own is doubled."""
    return name.replace("/", "//")


def _category(name: str) -> Element:
    made = Element("question", type="category")
    add(add(made, "category"), "text", f"$course$/top/{name}")
    return made


def _question(question: Question) -> Element:
    field = question.fields[0]
    match question.kind:
        case "blanks":
            made = _start(question, "cloze", question.prompt + "".join(map(_blank, question.fields)))
        case "number" | "count":
            made = _start(question, "numerical")
            _answers(made, [*_rows(field), ("*", 0, "0", NOT_YET)], is_number=True)
        case "shape" | "choice" | "mask":
            made = _start(question, "multichoice")
            add(made, "single", "true")
            add(made, "shuffleanswers", "false")
            add(made, "answernumbering", "none")
            _answers(made, _rows(field), is_number=False)
        case "word":
            made = _start(question, "shortanswer")
            add(made, "usecase", 0)
            _answers(made, [*_rows(field), ("*", 0, "0", NOT_YET)], is_number=False)
        case "argument":
            made = _start(question, "essay")
            _essay(made, field)
    return made


def _start(question: Question, kind: str, text: str = "") -> Element:
    """Return what questions of every type begin with; the order is that of Moodle's own export."""
    made = Element("question", type=kind)
    add(add(made, "name"), "text", question.name)
    _html(made, "questiontext", text or question.prompt)
    _html(made, "generalfeedback", "")
    if kind != "cloze":  # whose grade is the sum of its blanks
        add(made, "defaultgrade", f"{question.points}.0000000")
    add(made, "penalty", "0.0000000" if kind == "essay" else "0.3333333")
    add(made, "hidden", 0)
    add(made, "idnumber", question.ident)
    return made


def _html(parent: Element, tag: str, text: str) -> Element:
    made = add(parent, tag, format="html")
    add(made, "text", text)
    return made


def _answers(made: Element, rows: Iterable[Row], *, is_number: bool) -> None:
    for text, tolerance, percent, said in rows:
        form = "html" if made.get("type") == "multichoice" else "moodle_auto_format"
        answer = add(made, "answer", fraction=percent, format=form)
        add(answer, "text", text)
        _html(answer, "feedback", plain(said))
        if is_number:
            add(answer, "tolerance", number(tolerance))


def _essay(made: Element, field: Table) -> None:
    add(made, "responseformat", "editor")
    add(made, "responserequired", 1)
    add(made, "responsefieldlines", 10)
    add(made, "attachments", 0)
    add(made, "attachmentsrequired", 0)
    _html(made, "graderinfo", rubric(field))
    _html(made, "responsetemplate", "")


def _rows(field: Table) -> list[Row]:
    """Return the answers of a field, the right one first, then those of its mistakes."""
    if field["kind"] in ("shape", "choice", "mask"):
        return [(each.html, 0, "100" if each.is_right else "0", each.feedback) for each in options(field)]
    rows = [(field["answer"], "100", RIGHT)]
    for each in field["mistakes"]:
        percent = "100" if each.get("excused") else "0"
        rows += [(value, percent, each["feedback"]) for value in (each["value"], *each.get("also", ()))]
    if field["kind"] == "word":
        return [(form, 0, percent, said) for value, percent, said in rows for form in spellings(field, value)]
    return [(number(value), field.get("tolerance", 0), percent, said) for value, percent, said in rows]


def _blank(field: Table) -> str:
    """Return a field as a line with a blank."""
    answers = "~".join(_in_blank(row, has_tolerance=field["kind"] == "number") for row in _rows(field))
    blank = f"{{{field['points']}:{_CLOZE_KINDS[field['kind']]}:{answers}}}"
    return f"<p>{plain(field['label'])}{plain(unit(field))}: {blank}</p>\n"


def _in_blank(row: Row, *, has_tolerance: bool) -> str:
    text, tolerance, percent, said = row
    within = f":{number(tolerance)}" if has_tolerance else ""
    return f"{'=' if percent == '100' else '%0%'}{_hidden(text)}{within}#{_hidden(plain(said))}"


def _hidden(text: str) -> str:
    """Hide what ends an answer or a blank; Moodle turns these back before it shows them."""
    return "".join(f"&#{ord(sign)};" if sign in "}~#\\" else sign for sign in escape(text, quote=False))
