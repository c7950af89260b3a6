"""Notebooks that came back: a folder or a zip of them, each read by itself, each trouble told by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile
from zoneinfo import ZoneInfo

from lib.files import PlainError
from lib.grade.cells import MOST_BYTES, Sheet, UnreadableError, read_cells, read_sheet
from lib.grade.collect import Collected, Problem, missing
from lib.grade.manifest import Manifest, meant
from lib.grade.owners import Owner, Owners, is_named

STAMP = "timestamp.txt"
_NOT_LOOKED_AT = re.compile(r"^(?:\..*|__MACOSX|Thumbs\.db|desktop\.ini)$")
_TIME = re.compile(r"^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(\S*)")
File = tuple[PurePosixPath, bytes | None]
"""A path below what was given, and what is in the file; None if it is not to be opened."""


@dataclass(frozen=True)
class Submission:
    """One readable notebook."""

    path: str
    sheet: Sheet
    when: datetime | None
    order: int


def collect_notebooks(path: Path, manifest: Manifest, due: datetime | None = None) -> Collected:
    """Read the answers out of all notebooks in a folder or a zip.

    Raises
    ------
    PlainError
        If there is no such folder, or the manifest has no notebook.
    """
    if not manifest.notebook:
        raise PlainError("the manifest has no notebook: was the chapter assigned with --targets notebook?")
    collected, owners = Collected(), Owners(manifest)
    handed_in: dict[str, list[Submission]] = {}
    files = dict(_files(path))
    for name, data in files.items():
        if name.name == STAMP:
            continue
        owner = owners.of(name)
        try:
            student, sheet, notes = _read(name, data, owner, manifest)
        except UnreadableError as error:
            kind, what = error.args
            collected.problems.append(Problem(kind, what, student=owner.student, file=str(name)))
            continue
        when = _stamp(files.get(name.parent / STAMP))
        if owner.is_late or (due and when and when > due):
            notes.append(("late", f"came in late{f', at {when:%Y-%m-%d %H:%M:%S} UTC' if when else ''}"))
        collected.problems += [Problem(kind, what, student=student, file=str(name)) for kind, what in notes]
        handed_in.setdefault(student, []).append(Submission(str(name), sheet, when, owner.order))
    for student, each in handed_in.items():
        _take(student, each, manifest, collected)
    collected.problems += missing(manifest, collected)
    return collected


def _read(
    name: PurePosixPath, data: bytes | None, owner: Owner, manifest: Manifest
) -> tuple[str, Sheet, list[tuple[str, str]]]:
    """Read one file: whose it is, what it holds, and what to say of its name."""
    if name.suffix != ".ipynb":
        raise UnreadableError("not a notebook", "is no .ipynb file, and was not opened")
    if data is None:
        raise UnreadableError("unreadable", "is a link, or can't be opened")
    sheet = read_sheet(*read_cells(data), manifest)
    student = owner.student or (sheet.whose if sheet.whose in manifest.students else "")
    if not sheet.found:
        raise UnreadableError("another notebook", "has no cell of this assignment")
    if not student:
        close = meant(name.stem, manifest.students)
        raise UnreadableError("unknown student", f"its name is nobody's of the roster{close}")
    notes = []
    called = manifest.notebook["name"]
    if not owner.student:
        notes.append(("renamed", f"its name is nobody's; the notebook says {student}, and is graded as theirs"))
    elif not is_named(owner.named, called):
        notes.append(("renamed", f"is not called {called}.ipynb; graded all the same"))
    if sheet.whose and sheet.whose != student:
        notes.append(("another's notebook", f"was made for {sheet.whose}; graded by the numbers of {student}"))
    return student, sheet, notes


def _take(student: str, handed_in: list[Submission], manifest: Manifest, collected: Collected) -> None:
    """Take the latest of what a student handed in."""
    latest = max(handed_in, key=lambda each: (each.when or datetime.min.replace(tzinfo=UTC), each.order, each.path))
    for each in handed_in:
        if each is not latest:
            alike = "alike" if each.sheet.answers == latest.sheet.answers else "not alike"
            what = f"is there beside {latest.path}, which counts; their answers are {alike}"
            collected.problems.append(Problem("duplicate", what, student=student, file=each.path))
    for kind, what, exercise in latest.sheet.problems:
        collected.problems.append(Problem(kind, what, student=student, exercise=exercise, file=latest.path))
    if not latest.sheet.answers:
        what = "was handed in with nothing filled in"
        collected.problems.append(Problem("empty", what, student=student, file=latest.path))
    collected.answers[student] = latest.sheet.answers
    if latest.when:
        collected.times[student] = latest.when


def _files(path: Path) -> Iterator[File]:
    """Yield every file in a folder or a zip, in the order of their names."""
    if path.is_dir():
        # No link is followed: it may lead to what only the instructor may read.
        found = [Path(where) / file for where, _, names in os.walk(path) for file in names]
        for file in sorted(found):
            name = PurePosixPath(file.relative_to(path).as_posix())
            if not any(map(_NOT_LOOKED_AT.match, name.parts)):
                yield name, _content(file)
        return
    try:
        with ZipFile(path) as package:
            for entry in sorted(package.infolist(), key=lambda each: each.filename):
                name = PurePosixPath(entry.filename)
                if not entry.is_dir() and not any(map(_NOT_LOOKED_AT.match, name.parts)):
                    yield name, package.read(entry) if entry.file_size <= MOST_BYTES else b"\0" * (MOST_BYTES + 1)
    except (OSError, BadZipFile, RuntimeError, NotImplementedError):
        raise PlainError(f"{path} is no folder or zip of notebooks that can be read: is the name right?") from None


def _content(file: Path) -> bytes | None:
    if file.is_symlink() or not file.is_file():
        return None
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError:
        return None


def _stamp(data: bytes | None) -> datetime | None:
    try:
        return read_time((data or b"").decode("utf-8", "replace").strip())
    except ValueError:
        return None


def read_time(text: str) -> datetime:
    """Read a date and time; without a zone it is UTC.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> read_time("2026-12-01 09:30:00 Europe/Berlin").isoformat()
    '2026-12-01T08:30:00+00:00'
    """
    match = _TIME.match(text)
    if not match:
        raise ValueError(f"{text!r} is no time such as 2026-12-01T23:59")
    time = datetime.fromisoformat(f"{match[1]}T{match[2]}")
    return time.replace(tzinfo=_zone(match[3])).astimezone(UTC)


def _zone(name: str) -> timezone | ZoneInfo:
    offset = re.match(r"^([+-])(\d\d):?(\d\d)$", name)
    if offset:
        away = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-away if offset[1] == "-" else away)
    try:
        return UTC if name in ("", "Z", "UTC") else ZoneInfo(name)
    except (KeyError, OSError):
        raise ValueError(f"{name!r} is no time zone") from None
