"""An exercise with somebody's numbers as questions: what a platform can ask and grade by itself, and what is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lib.answers.packing import as_table
from lib.answers.shapes import show_shape
from lib.answers.table import Table
from lib.assign.issue import Issued, table_of
from lib.assign.prose import plain, to_html
from lib.bank import Exercise, render

RIGHT = "Right."
_CELLS = {"1": "✓", "0": "·"}
NOT_YET = "Not yet. This is none of the usual slips: go back to the step before."


@dataclass(frozen=True)
class Option:
    """One of several to choose from, and what is said of it.

    Attributes
    ----------
    text
        As the answer table has it.
    is_right, feedback
        Whether it is the answer, and what whoever takes it is told.
    html
        How it is shown.
    """

    text: str
    is_right: bool
    feedback: str
    html: str


@dataclass(frozen=True)
class Question:
    """One question of a platform.

    Attributes
    ----------
    name
        What an instructor sees in a list.
    ident
        Unique among all questions that any class was issued.
    part
        Which part of its exercise it is; empty if it is all of it.
    kind
        "blanks" for several fields at once; else a field's kind.
    prompt
        HTML.
    fields
        Their answer tables (`lib.answers.table`).
    points
        What the fields are worth together.
    """

    name: str
    ident: str
    part: str
    kind: Literal["blanks", "number", "count", "shape", "choice", "word", "mask", "argument"]
    prompt: str
    fields: tuple[Table, ...]
    points: int


def questions(
    exercise: Exercise, issued: Issued, variant: int, release: str, *, together: tuple[str, ...]
) -> tuple[Question, ...]:
    """Return the questions of one variant.

    Parameters
    ----------
    variant
        Its number in the class's bank, from 1.
    release
        Marks the class, so that no two classes have a question of the same name.
    together
        The kinds of fields that the platform can ask in one question. If all computed fields are of these, they
        come as one; else each comes alone.
    """
    fields = as_table(table_of(exercise.id, issued))["fields"]
    keyed = [field for field in fields if field["kind"] != "argument"]
    is_one = len(keyed) > 1 and all(field["kind"] in together for field in keyed)
    groups = ([keyed] if is_one else [[field] for field in keyed]) + [
        [field] for field in fields if field["kind"] == "argument"
    ]
    prompt = to_html(render(exercise.prompt, exercise, issued.numbers))
    title = f"{exercise.number} {exercise.title} · {variant:03d}"
    return tuple(
        Question(
            name=f"{title} · {part}" if part else title,
            ident=f"{exercise.id}.{'keyed' if len(group) > 1 else group[0]['name']}.{release}.{variant:03d}",
            part=part,
            kind="blanks" if len(group) > 1 else group[0]["kind"],
            prompt=prompt if len(fields) == 1 or len(group) > 1 else prompt + _asks(group[0]),
            fields=tuple(group),
            points=sum(field["points"] for field in group),
        )
        for group, part in zip(groups, _parts(groups), strict=True)
    )


def _parts(groups: list[list[Table]]) -> list[str]:
    """Name the parts: by what is filled in, without numbers that only one variant has."""
    if len(groups) == 1:
        return [""]
    return ["computed" if len(group) > 1 else group[0]["name"].replace("_", " ") for group in groups]


def _asks(field: Table) -> str:
    how = ". Choose the grid below." if field["kind"] == "mask" else ""
    return f"<p><strong>Answer here: {plain(field['label'])}{plain(unit(field))}{how}</strong></p>\n"


def unit(field: Table) -> str:
    """Return in which unit a field is asked, to stand behind its label."""
    return f", in {field['unit']}" if field.get("unit") else ""


def options(field: Table) -> tuple[Option, ...]:
    """Return what to choose from: a choice's own options, or a shape or a grid among those that mistakes give.

    A shape that another convention makes right is left out: two right ones would only confuse.
    """
    said = {_shown(field, each["value"]): each["feedback"] for each in field["mistakes"] if not each.get("excused")}
    right = _shown(field, field["answer"])
    offered = field["options"] if field["kind"] == "choice" else sorted({right, *said})
    html = grid if field["kind"] == "mask" else plain
    return tuple(
        Option(text, text == right, RIGHT if text == right else said.get(text, NOT_YET), html(text)) for text in offered
    )


def grid(written: str) -> str:
    """Return a grid of "can attend" as an HTML table; it reads in words too.

    Examples
    --------
    >>> grid("10/11").count("<td>✓</td>")
    3
    """
    rows = written.split("/")
    head = "".join(f'<th scope="col">{place}</th>' for place in range(1, len(rows) + 1))
    body = "".join(
        f'<tr><th scope="row">{place}</th>{"".join(f"<td>{_CELLS[cell]}</td>" for cell in row)}</tr>'
        for place, row in enumerate(rows, start=1)
    )
    return f'<table border="1" cellpadding="6"><tr><th>row looks at column</th>{head}</tr>{body}</table>'


def _shown(field: Table, value: object) -> str:
    return show_shape(value) if field["kind"] == "shape" and isinstance(value, list) else str(value)


def spellings(field: Table, value: str) -> tuple[str, ...]:
    """Return how a word may be written on a platform that compares letter by letter, without regard to case."""
    bare = value.strip("[]")
    also = field["also"] if value == field["answer"] else ()
    forms = [form for word in (value, bare, *also) for form in (word, f"{word} token", f"the {word}")]
    return tuple(dict.fromkeys([*forms, f"the {value} token", f"the {bare} token"]))


def rubric(field: Table) -> str:
    """Return an argument's criteria as an HTML table for whoever grades it."""
    rows = "".join(
        f"<tr><td>{each['points']}</td><td>{plain(each['full'])}</td><td>{plain(each['half'])}</td></tr>"
        for each in field["criteria"]
    )
    head = "<tr><th>points</th><th>in full</th><th>half of them</th></tr>"
    return f'<table border="1" cellpadding="6">{head}{rows}</table>'
