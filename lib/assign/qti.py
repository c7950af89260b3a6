"""Questions in QTI 1.2, the form that Canvas and others import: each exercise picks one of its variants.

Written with the standard library: text2qti, the library for this, has no dropdowns, no formulas of the
platform's own, and another wording with every version. A platform's import takes each range of numbers for a
right answer, so mistakes with numbers are told together, without their values, to whoever is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from xml.etree.ElementTree import Element

from lib.answers.table import Table
from lib.assign.prose import plain
from lib.assign.questions import RIGHT, Question, options, spellings, unit
from lib.assign.xml import add, number

TOGETHER = ("shape", "choice")
"""The kinds that one question can hold: dropdowns. Blanks for numbers would have no tolerance."""
MOST_SLIPS = 6
"""How many of a field's slips are told to whoever is wrong: the first of them, which are the most usual."""
_TYPES = {
    "blanks": "multiple_dropdowns_question",
    "number": "numerical_question",
    "count": "numerical_question",
    "shape": "multiple_choice_question",
    "choice": "multiple_choice_question",
    "mask": "multiple_choice_question",
    "word": "short_answer_question",
    "argument": "essay_question",
}


def pick_one(ident: str, title: str, points: int, items: Iterable[Element]) -> Element:
    """Return a group of which each student gets one question."""
    made = Element("section", ident=ident, title=title)
    selection = add(add(made, "selection_ordering"), "selection")
    add(selection, "selection_number", 1)
    add(add(selection, "selection_extension"), "points_per_item", points)
    made.extend(items)
    return made


def item(question: Question) -> Element:
    """Return one question."""
    made = Element("item", ident=question.ident, title=question.name)
    metadata = add(add(made, "itemmetadata"), "qtimetadata")
    _datum(metadata, "question_type", _TYPES[question.kind])
    _datum(metadata, "points_possible", question.points)
    presentation = add(made, "presentation")
    text = question.prompt + ("".join(map(_dropdown, question.fields)) if question.kind == "blanks" else "")
    _html(presentation, text)
    processing = Element("resprocessing")
    outcomes = add(processing, "outcomes")
    add(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    said = _FILL[question.kind](presentation, processing, question.fields)
    made.append(processing)
    for ident, feedback in said.items():
        _html(add(add(made, "itemfeedback", ident=ident), "flow_mat"), feedback)
    return made


def _datum(parent: Element, label: str, entry: object) -> None:
    made = add(parent, "qtimetadatafield")
    add(made, "fieldlabel", label)
    add(made, "fieldentry", entry)


def _html(parent: Element, text: str) -> None:
    add(add(parent, "material"), "mattext", text, texttype="text/html")


def _dropdown(field: Table) -> str:
    return f"<p>{plain(field['label'])}{plain(unit(field))}: [{field['name']}]</p>\n"


def _condition(processing: Element, *, goes_on: bool = False) -> Element:
    """Add a condition; what it asks goes into what is returned."""
    made = add(processing, "respcondition", **{"continue": "Yes" if goes_on else "No"})
    return add(made, "conditionvar")


def _outcome(processing: Element, *, points: str = "", adds: bool = False, feedback: str = "") -> None:
    """Say what the last condition gives."""
    last = processing[-1]
    if points:
        add(last, "setvar", points, action="Add" if adds else "Set", varname="SCORE")
    if feedback:
        add(last, "displayfeedback", feedbacktype="Response", linkrefid=feedback)


def _wrong(processing: Element, field: Table) -> dict[str, str]:
    """Tell whoever is wrong of the most usual slips."""
    slips = [each["feedback"] for each in field["mistakes"] if not each.get("excused")][:MOST_SLIPS]
    add(_condition(processing, goes_on=True), "other")
    _outcome(processing, feedback="general_incorrect_fb")
    listed = "".join(f"<li>{plain(slip)}</li>" for slip in dict.fromkeys(slips))
    return {
        "correct_fb": f"<p>{RIGHT}</p>",
        "general_incorrect_fb": f"<p>Not yet. One of these may be yours:</p><ul>{listed}</ul>",
    }


def _box(presentation: Element, **kind: str) -> None:
    fib = add(add(presentation, "response_str", ident="response1", rcardinality="Single"), "render_fib", **kind)
    add(fib, "response_label", ident="answer1", rshuffle="No")


def _number(presentation: Element, processing: Element, fields: Sequence[Table]) -> dict[str, str]:
    field = fields[0]
    _box(presentation, fibtype="Decimal")
    answer, tolerance = Decimal(number(field["answer"])), Decimal(number(field.get("tolerance", 0)))
    either = add(_condition(processing), "or")
    add(either, "varequal", answer, respident="response1")
    both = add(either, "and")
    add(both, "vargte", answer - tolerance, respident="response1")
    add(both, "varlte", answer + tolerance, respident="response1")
    _outcome(processing, points="100", feedback="correct_fb")
    return _wrong(processing, field)


def _word(presentation: Element, processing: Element, fields: Sequence[Table]) -> dict[str, str]:
    _box(presentation)
    asked = _condition(processing)
    excused = [each for each in fields[0]["mistakes"] if each.get("excused")]
    right = [fields[0]["answer"], *(value for each in excused for value in (each["value"], *each.get("also", ())))]
    for form in dict.fromkeys(form for value in right for form in spellings(fields[0], value)):
        add(asked, "varequal", form, respident="response1")
    _outcome(processing, points="100", feedback="correct_fb")
    return _wrong(processing, fields[0])


def _choices(presentation: Element, processing: Element, fields: Sequence[Table]) -> dict[str, str]:
    """Fill in one list to choose from for each field, with feedback on each option."""
    said, is_one = {}, len(fields) == 1
    share = "100" if is_one else number(round(100 / len(fields), 2))
    for field in fields:
        respident = "response1" if is_one else f"response_{field['name']}"
        response = add(presentation, "response_lid", ident=respident, rcardinality="Single")
        if not is_one:
            add(add(response, "material"), "mattext", field["name"])
        choices = add(response, "render_choice")
        for place, option in enumerate(options(field), start=1):
            ident = f"{field['name']}-{place}"
            _html(add(choices, "response_label", ident=ident), option.html)
            add(_condition(processing, goes_on=True), "varequal", ident, respident=respident)
            _outcome(processing, feedback=f"{ident}_fb")
            said[f"{ident}_fb"] = f"<p>{plain(option.feedback)}</p>"
            if option.is_right:
                add(_condition(processing, goes_on=not is_one), "varequal", ident, respident=respident)
                _outcome(processing, points=share, adds=not is_one)
    return said


def _essay(presentation: Element, processing: Element, _: Sequence[Table]) -> dict[str, str]:
    _box(presentation)
    add(_condition(processing), "other")
    return {}


_FILL = {
    "blanks": _choices,
    "shape": _choices,
    "choice": _choices,
    "mask": _choices,
    "number": _number,
    "count": _number,
    "word": _word,
    "argument": _essay,
}
