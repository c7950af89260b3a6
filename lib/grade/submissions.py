"""Notebooks that came back: a folder or a zip of them, each read by itself, each trouble told by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from tqdm import tqdm

from lib.files import PlainError
from lib.grade.cells import Sheet, UnreadableError, read_cells, read_sheet
from lib.grade.collect import Collected, Problem, missing
from lib.grade.manifest import Manifest, meant
from lib.grade.openers import Opener, files_in
from lib.grade.owners import Owner, Owners, is_named
from lib.grade.times import read_stamp

STAMP = "timestamp.txt"
ANOTHER_CLASS = "another class"
"""The kind of problem that a notebook is which was made with another salt or for another course."""
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Submission:
    """One readable notebook.

    Attributes
    ----------
    is_named
        Whether its name tells whose it is; else it says so itself, and takes nobody's place who has another.
    """

    path: PurePosixPath
    is_named: bool
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
    collected = Collected()
    with files_in(path) as files:
        handed_in = _read_all(files, manifest, due, collected)
    for student, each in handed_in.items():
        _take(student, each, collected)
    collected.problems += missing(manifest, collected)
    return collected


def _read_all(
    files: dict[PurePosixPath, Opener], manifest: Manifest, due: datetime | None, collected: Collected
) -> dict[str, list[Submission]]:
    """Read every file by itself, and return by student what can be graded."""
    handed_in: dict[str, list[Submission]] = {}
    owners = Owners(manifest)
    for name, opener in tqdm(files.items(), desc="reading", disable=None, leave=False, delay=1):
        if name.name == STAMP:
            continue
        owner = owners.of(name)
        try:
            student, sheet, notes = _read(name, opener, owner, manifest)
        except UnreadableError as error:
            kind, what = error.args
            collected.problems.append(Problem(kind, what, student=owner.student, file=str(name)))
            continue
        stamp = files.get(name.parent / STAMP)
        when = read_stamp(stamp()) if stamp else None
        if owner.is_late or (due and when and when > due):
            notes.append(("late", f"came in late{f', at {when:%Y-%m-%d %H:%M:%S} UTC' if when else ''}"))
        collected.problems += [Problem(kind, what, student=student, file=str(name)) for kind, what in notes]
        handed_in.setdefault(student, []).append(Submission(name, bool(owner.student), sheet, when, owner.order))
    return handed_in


def _read(
    name: PurePosixPath, opener: Opener, owner: Owner, manifest: Manifest
) -> tuple[str, Sheet, list[tuple[str, str]]]:
    """Read one file: whose it is, what it holds, and what to say of its name."""
    if name.suffix != ".ipynb":
        raise UnreadableError("not a notebook", "is no .ipynb file, and was not opened")
    data = opener()
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
    if sheet.release and sheet.release != manifest.notebook["release"]:
        notes.append((ANOTHER_CLASS, "was made for another class; graded by the numbers of this one"))
    elif sheet.whose and sheet.whose != student:
        whose = sheet.whose if sheet.whose in manifest.students else "nobody of this class"
        notes.append(("another's notebook", f"was made for {whose}; graded by the numbers of {student}"))
    return student, sheet, notes


def _take(student: str, handed_in: list[Submission], collected: Collected) -> None:
    """Take the latest of what a student handed in."""
    latest = max(handed_in, key=lambda each: (each.is_named, each.when or _NEVER, each.order, each.path))
    for each in handed_in:
        if each is not latest:
            alike = "alike" if each.sheet.answers == latest.sheet.answers else "not alike"
            what = f"is there beside {latest.path}, which counts; their answers are {alike}"
            collected.problems.append(Problem("duplicate", what, student=student, file=str(each.path)))
    for kind, what, exercise in latest.sheet.problems:
        collected.problems.append(Problem(kind, what, student=student, exercise=exercise, file=str(latest.path)))
    if not latest.sheet.answers:
        what = "was handed in with nothing filled in"
        collected.problems.append(Problem("empty", what, student=student, file=str(latest.path)))
    collected.answers[student] = latest.sheet.answers
    collected.files[student] = latest.path
    if latest.when:
        collected.times[student] = latest.when
