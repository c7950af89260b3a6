"""What was issued: read from the manifest, never from the bank, which may have changed since."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any
from unicodedata import normalize

from lib.answers.packing import as_table, patched
from lib.answers.table import Table
from lib.files import PlainError, read_text

FORMAT = "bert-exercises manifest 1"


@dataclass(frozen=True)
class Manifest:
    """An assignment as it was issued.

    Attributes
    ----------
    title
        What gradebooks call it.
    exercises
        By id, each with ``number``, ``title``, ``points`` and ``table``.
    students
        By id, each with what the roster said and ``issued``: by exercise, the ``change`` of its table.
    notebook
        ``name``, ``stub`` and ``cells`` of the notebook that was handed out; empty if there was none.
    """

    title: str
    exercises: Mapping[str, Mapping[str, Any]]
    students: Mapping[str, Mapping[str, Any]]
    notebook: Mapping[str, Any]

    @cached_property
    def ids(self) -> dict[str, str]:
        """The ids of exercises by id and by number."""
        return {name: key for key, each in self.exercises.items() for name in (key, each["number"])}

    def student(self, name: str) -> str:
        """Return whom a name names, however its accents are composed; empty if nobody."""
        return name if name in self.students else self._composed.get(normalize("NFC", name), "")

    @cached_property
    def _composed(self) -> dict[str, str]:
        return {normalize("NFC", each): each for each in self.students}

    @cached_property
    def everybodys(self) -> dict[str, Table]:
        """The tables of the book's numbers."""
        return {key: as_table(each["table"]) for key, each in self.exercises.items()}

    @property
    def points(self) -> int:
        """What all exercises are worth."""
        return sum(each["points"] for each in self.exercises.values())

    def table(self, student: str, exercise: str) -> Table:
        """Return the answer table of one student's exercise."""
        issued = self.students[student].get("issued", {}).get(exercise)
        if not issued or not issued["change"]:
            return self.everybodys[exercise]
        return as_table(patched(self.exercises[exercise]["table"], issued["change"]))

    def fields(self, exercise: str) -> Mapping[str, Any]:
        """Return the fields of an exercise by name."""
        found: Mapping[str, Any] = self.exercises[exercise]["table"]["fields"]
        return found


def meant(name: str, known: Mapping[str, object]) -> str:
    """Ask whether a name that is not known is one that is."""
    close = get_close_matches(name[:60], list(known), n=1) if len(known) < 1000 else []
    return f": is it {close[0]}?" if close else ""


def read_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises
    ------
    PlainError
        If it is none, or names no students.
    """
    try:
        found = json.loads(read_text(path, "the manifest"))
        is_ours = found["format"] == FORMAT
        made = Manifest(found["title"], found["exercises"], found["students"], found.get("notebook", {}))
    except (ValueError, KeyError, TypeError):
        raise PlainError(f"{path} is no manifest: give the manifest.json that lib.assign wrote") from None
    if not is_ours:
        raise PlainError(f"{path} has the format {found['format']}, and {FORMAT} is needed: grade it with its version")
    if not made.students:
        raise PlainError(f"{path} names no students: it was made without --roster, so a platform grades its variants")
    return made
