"""Totals in the columns of nbgrader's, Moodle's and Canvas's gradebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from lib.grade.manifest import Manifest

NBGRADER = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)
Totals = Mapping[str, float]
"""Points by student."""
Row = tuple[object, ...]


def nbgrader(
    manifest: Manifest, totals: Totals, times: Mapping[str, datetime], due: datetime | None = None
) -> Iterator[Row]:
    """Yield the rows that `nbgrader export` writes; no penalty, and dates as far as they are known, in UTC."""
    for student, who in manifest.students.items():
        name = (who.get("last_name", ""), who.get("first_name", ""), who.get("email", ""))
        score = points(totals[student])
        dates = ("" if each is None else f"{each:%Y-%m-%d %H:%M:%S}" for each in (due, times.get(student)))
        yield (manifest.notebook.get("name", manifest.title), *dates, student, *name, score, 0, score, manifest.points)


def moodle_headings(manifest: Manifest) -> tuple[str, ...]:
    """Return the headings of a file for Moodle's *Grades, Import, CSV file*."""
    return ("First name", "Last name", "ID number", "Email address", manifest.title)


def moodle(manifest: Manifest, totals: Totals) -> Iterator[Row]:
    """Yield a row for each student."""
    for student, who in manifest.students.items():
        name = (who.get("first_name", ""), who.get("last_name", ""))
        yield (*name, student, who.get("email", ""), points(totals[student]))


def canvas_headings(manifest: Manifest) -> tuple[str, ...]:
    """Return the headings of a file for Canvas's *Grades, Import*."""
    return ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", manifest.title)


def canvas(manifest: Manifest, totals: Totals) -> Iterator[Row]:
    """Yield the row of points possible, then one for each student."""
    yield ("    Points Possible", "", "", "", "", manifest.points)
    for student, who in manifest.students.items():
        name = ", ".join(part for part in (who.get("last_name"), who.get("first_name")) if part) or student
        login = who.get("login") or who.get("email", "")
        yield (name, who.get("canvas_id", ""), student, login, who.get("section", ""), points(totals[student]))


def points(total: float) -> str:
    """Write points without a decimal where there is none.

    Examples
    --------
    >>> points(3.0), points(2.5)
    ('3', '2.5')
    """
    return f"{total:g}"
