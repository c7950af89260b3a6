"""Whose file is it? By the names that nbgrader, Moodle and Canvas give to what they collect, or a plain one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from unicodedata import normalize

from lib.grade.manifest import Manifest

_MOODLE = re.compile(r"^(.+?)_\d+_assignsubmission_(?:file|onlinetext)_?(.*)$")
_CANVAS = re.compile(r"^([^_]+)_(LATE_)?(\d+)_(\d+)_(.+)$")
_AGAIN = re.compile(r"(?: ?\(\d+\)|-\d+| copy)$")
"""What a browser, or Canvas, puts behind the name of a file that was there already."""


@dataclass(frozen=True)
class Owner:
    """Whose a file is, as far as its name tells.

    Attributes
    ----------
    student
        Empty if the name tells nobody.
    named
        The student's name for the file, without what the platform put around it.
    is_late
        Whether the platform marked it so.
    order
        The platform's number of the submission: a higher one is later.
    """

    student: str
    named: str
    is_late: bool = False
    order: int = 0


@dataclass
class Owners:
    """Finds owners among the students of a manifest."""

    manifest: Manifest
    _by_name: dict[str, set[str]] = field(default_factory=dict)
    _by_number: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for student, who in self.manifest.students.items():
            first, last = who.get("first_name", ""), who.get("last_name", "")
            for name in (f"{first} {last}", f"{last} {first}", f"{last}{first}", student):
                self._by_name.setdefault(_plain(name), set()).add(student)
            if who.get("canvas_id"):
                self._by_number[who["canvas_id"]] = student

    @property
    def _called(self) -> str:
        """What the notebook is called that was handed out; empty if there was none."""
        return str(self.manifest.notebook.get("name", ""))

    def of(self, path: PurePosixPath) -> Owner:
        """Return whose a file is, by its path below what was given.

        The outermost name counts: platforms give it, and what lies within may have any name that a student chose.
        """
        for part in path.parts:
            if moodle := _MOODLE.match(part):
                return Owner(self._one(moodle[1]), moodle[2] or path.name)
            if part != path.name and (student := self.manifest.student(part)):
                return Owner(student, path.name)
        if canvas := _CANVAS.match(path.name):
            name, late, number, order, named = canvas.groups()
            return Owner(self._by_number.get(number) or self._one(name), named, bool(late), int(order))
        return Owner(next(self._flat(path.stem), ""), f"{self._called}{path.suffix}")

    def _one(self, name: str) -> str:
        """Return the one student of this name; none if there are two."""
        found = self._by_name.get(_plain(name), set())
        return next(iter(found)) if len(found) == 1 else ""

    def _flat(self, stem: str) -> Iterator[str]:
        """Yield whom a plain file name names, alone or beside the notebook's name."""
        name = re.escape(self._called)
        for form in (stem, _AGAIN.sub("", stem)):
            for each in (form, re.sub(rf"^{name}[_ -]+|[_ -]+{name}$", "", form)):
                if each in self.manifest.students:
                    yield each
                elif found := self._one(each):
                    yield found


def is_named(named: str, name: str) -> bool:
    """Whether a file has the name of the notebook that was handed out.

    Examples
    --------
    >>> is_named("level-2.ipynb", "level-2"), is_named("level-2 (1).ipynb", "level-2"), is_named("x.ipynb", "level-2")
    (True, True, False)
    """
    stem = named.removesuffix(".ipynb")
    return name in (stem, _AGAIN.sub("", stem))


def _plain(name: str) -> str:
    """Return a name in letters that compare alike: lower case, without spaces or marks between."""
    return "".join(sign for sign in normalize("NFKC", name).casefold() if sign.isalnum())
