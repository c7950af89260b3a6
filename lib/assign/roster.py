"""Who is in the class."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from lib.files import PlainError, read_csv, read_text

LONGEST = 120
"""Bytes of a student's id: folders and pages are called after it, and a disk allows 255 for a name."""


@dataclass(frozen=True)
class Student:
    """One student of a class.

    Attributes
    ----------
    id
        What answers and gradebooks call them; nothing else enters their numbers.
    first_name, last_name, email
        For nbgrader's and Moodle's gradebooks.
    canvas_id, login, section
        For Canvas's.
    """

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    canvas_id: str = ""
    login: str = ""
    section: str = ""


def read_roster(path: Path) -> tuple[Student, ...]:
    """Read a roster: a CSV file with a column ``student``, and any of `Student`'s others.

    Raises
    ------
    PlainError
        If a row can't be read, or a student is there twice: a roster must be right before numbers are issued.
    """
    found: dict[str, Student] = {}
    alike: dict[str, str] = {}
    names = [name for name in Student.__dataclass_fields__ if name != "id"]
    for row in read_csv(read_text(path, "the roster"), ("student",), f"the roster {path}"):
        if row.trouble == "is empty":
            continue
        if row.trouble:
            raise PlainError(f"line {row.line} of the roster {path} {row.trouble}")
        student = row.cells["student"]
        if not student:
            raise PlainError(f"line {row.line} of the roster {path} names no student: fill in the column student")
        if student in found:
            raise PlainError(f"line {row.line} of the roster {path} has {student} again: leave one of the two out")
        if len(student.encode()) > LONGEST:
            what = f"has a student of {len(student.encode())} bytes, not up to {LONGEST}: shorten {student[:20]}…"
            raise PlainError(f"line {row.line} of the roster {path} {what}")
        # Disks may not tell upper from lower case, nor one ü from a u with dots: two notebooks would be one.
        twin = alike.setdefault(normalize("NFC", student).casefold(), student)
        if twin != student:
            what = f"has {student} beside {twin}, and a disk may take their files for one: rename one of the two"
            raise PlainError(f"line {row.line} of the roster {path} {what}")
        found[student] = Student(student, **{name: row.cells.get(name, "") for name in names})
    if not found:
        raise PlainError(f"the roster {path} has no students: put one on each line below the heading")
    return tuple(found.values())
