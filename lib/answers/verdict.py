"""What a learner is told: frozen, readable in a terminal, and shown well by a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

from lib.bank import Place

Status = Literal["right", "mistake", "wrong", "not read", "yours"]
"""``mistake`` is a wrong step that has a name, ``yours`` is for the learner to judge."""

WORDS: dict[Status, str] = {
    "right": "Right",
    "mistake": "Not yet",
    "wrong": "Not yet",
    "not read": "Not read",
    "yours": "Yours to judge",
}
SIGNS: dict[Status, str] = {"right": "✓", "mistake": "≠", "wrong": "≠", "not read": "?", "yours": "?"}

# On a page of the book these colors are there; elsewhere the editor's own text color does.
_INK = "var(--ink, var(--jp-ui-font-color1, currentColor))"
_COLORS: dict[Status, str] = {
    "right": f"var(--right, {_INK})",
    "mistake": f"var(--notyet, {_INK})",
    "wrong": f"var(--notyet, {_INK})",
    "not read": _INK,
    "yours": _INK,
}


@dataclass(frozen=True)
class FieldVerdict:
    """The verdict on one field.

    Attributes
    ----------
    name, label
        The field's keyword, and what stands beside its box.
    status
        One of `Status`.
    feedback
        What the learner is told, from the first word on: ``"Not yet. You used base 2. …"``.
    points, possible
        Points that it gets, and could get. An argument gets none before it has been judged.
    name_of_mistake
        A slug from the bank, or ``carried-forward``, ``few-digits``, ``outside``; else empty.
    remark
        What is worth saying of a right answer; part of `feedback`.
    see
        Where a mistake is mended.
    """

    name: str
    label: str
    status: Status
    feedback: str
    points: int = 0
    possible: int = 0
    name_of_mistake: str = ""
    remark: str = ""
    see: tuple[Place, ...] = ()

    def __str__(self) -> str:
        lines = [f"{SIGNS[self.status]} {self.label}: {self.feedback}"]
        if self.see:
            lines.append(f"  See {_titles(self.see)}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        word, _, rest = self.feedback.partition(". ")
        see = f" <span>See {escape(_titles(self.see))}.</span>" if self.see else ""
        return (
            f'<div style="display:flex;gap:.6em;padding:.4em 0;color:{_INK}">'
            f'<span aria-hidden="true" style="flex:none;font-weight:600;inline-size:1em;color:{_COLORS[self.status]}">'
            f"{SIGNS[self.status]}</span>"
            f'<span style="min-inline-size:0;overflow-wrap:anywhere">{escape(self.label)}: '
            f'<b style="color:{_COLORS[self.status]}">{escape(word.rstrip("."))}.</b> {escape(rest)}{see}</span></div>'
        )


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict on an exercise: of its fields' verdicts the worst, with their points.

    Attributes
    ----------
    status
        One of `Status`.
    feedback
        Which fields are right and which are not yet, by label.
    points, possible
        Points so far, of all that the exercise has.
    remark
        The remarks on right answers, one after another.
    fields
        A verdict for each field that was given.
    exercise
        The exercise's number; empty if there is no such exercise.
    """

    status: Status
    feedback: str
    points: int = 0
    possible: int = 0
    remark: str = ""
    fields: tuple[FieldVerdict, ...] = ()
    exercise: str = ""

    @property
    def score(self) -> str:
        """The points in words, as in ``2 of 4 points``."""
        return f"{self.points} of {self.possible} point{'' if self.possible == 1 else 's'}"

    @property
    def _head(self) -> str:
        return " · ".join(part for part in (self.exercise, self.possible and self.score, self.feedback) if part)

    def __repr__(self) -> str:
        return "\n".join([self._head, *("  " + str(field).replace("\n", "\n  ") for field in self.fields)])

    def _repr_html_(self) -> str:
        fields = "".join(field._repr_html_() for field in self.fields)
        frame = f"border-inline-start:3px solid {_COLORS[self.status]};padding:.2em .8em;max-inline-size:42em"
        return (
            f'<div class="verdict-of-check" data-status="{escape(self.status)}" style="{frame};color:{_INK}">'
            f'<div style="padding:.2em 0;overflow-wrap:anywhere">{escape(self._head)}</div>{fields}</div>'
        )


def _titles(places: tuple[Place, ...]) -> str:
    """Name some places, each with its page where the title doesn't say which."""
    return "; ".join(
        place.title if place.page.startswith("level") else f"{place.page}: {place.title}" for place in places
    )
