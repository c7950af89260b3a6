"""The key, what mistakes mean, and the rubric, as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lib.answers.packing import as_table
from lib.answers.shapes import show_shape
from lib.answers.table import Table, answer_table
from lib.assign.issue import Issued, base_table, table_of
from lib.assign.xml import number
from lib.bank import Exercise, KeyedField

KEY = ("for", "exercise", "id", "field", "label", "answer", "tolerance", "unit", "points", "mistakes")
MISTAKES = ("exercise", "id", "field", "mistake", "counts_as", "what_it_means")
RUBRIC = ("exercise", "id", "field", "label", "points", "full", "half", "none")

EVERYBODY = "everybody"
NONE = "Makes no such point, or says the opposite."


def variant_of(number: int) -> str:
    """Return how the key calls a variant."""
    return f"variant {number}"


def key_rows(whom: str, exercise: Exercise, issued: Issued) -> Iterator[tuple[object, ...]]:
    """Yield the computed answers of one exercise as it was issued to somebody."""
    for field in as_table(table_of(exercise.id, issued))["fields"]:
        if field["kind"] != "argument":
            mistakes = "; ".join(f"{each['name']}: {_shown(each['value'])}" for each in field["mistakes"])
            tolerance, unit = field.get("tolerance", ""), field.get("unit", "")
            row = (exercise.number, exercise.id, field["name"], field["label"], _shown(field["answer"]))
            yield (whom, *row, tolerance, unit, field["points"], mistakes)


def _shown(value: object) -> str:
    if isinstance(value, list):
        return show_shape(value)
    return value if isinstance(value, str) else number(value)  # type: ignore[arg-type]


def mistake_rows(exercises: Sequence[Exercise]) -> Iterator[tuple[str, ...]]:
    """Yield what each mistake means, as a learner is told it."""
    for exercise in exercises:
        for field in exercise.keyed:
            for name, is_excused, feedback in _mistakes(exercise, field):
                counts = "right" if is_excused else "wrong"
                yield (exercise.number, exercise.id, field.name, name, counts, feedback)


def _mistakes(exercise: Exercise, field: KeyedField) -> Iterator[tuple[str, bool, str]]:
    """Yield a field's mistakes: with numbers of one's own, those that are told apart whatever these are."""
    if exercise.draw:
        for mistake in field.mistakes:
            yield mistake.name, mistake.is_excused, for_all(mistake.feedback)
        return
    for name, each in base_table(exercise.id)["fields"][field.name]["mistakes"].items():
        yield name, bool(each.get("excused")), each["feedback"]


def for_all(template: str) -> str:
    """Return a text with … for what differs from one to the other.

    Examples
    --------
    >>> for_all("(a) p(<<word>>)")
    '(a) p(…)'
    """
    return re.sub("<<.*?>>", "…", template)


def rubric_rows(exercises: Sequence[Exercise]) -> Iterator[tuple[object, ...]]:
    """Yield what full, half and no credit look like; the points of an exercise's rows sum to its own."""
    for exercise in exercises:
        for template, field in zip(exercise.fields, answer_table(exercise)["fields"], strict=True):
            name = (exercise.number, exercise.id, field["name"], for_all(template.label))
            for criterion in field.get("criteria", ()):
                yield (*name, criterion["points"], criterion["full"], criterion["half"], NONE)
            if field["kind"] != "argument":
                yield (*name, field["points"], _full(field), "", "Any other answer.")


def _full(field: Table) -> str:
    within = f", within {field['tolerance']} of it" if "tolerance" in field else ""
    carried = "; or the right step from an earlier answer that is wrong" if "follows" in field else ""
    excused = "; or what counts as right among the mistakes" if any(e.get("excused") for e in field["mistakes"]) else ""
    patterns = "; or the same pattern for another number of tokens" if field["kind"] == "mask" else ""
    return f"The answer in the key{within}{carried}{excused}{patterns}."
