"""Build a class book from its stripped source, and write beside it what the instructor keeps."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from lib.assign import key
from lib.assign.manifest import head_of, write_manifest
from lib.assign.roster import Student
from lib.files import PlainError, new_directory, write_csv
from lib.site.class_book.source import Stripped, write_source
from lib.site.offline import pack
from lib.site.steps import run_code, run_jupyter_book

STUDENTS, INSTRUCTORS = "for-students", "for-instructors"
BOOK = "class-book"


def make(wanted: Stripped, course: str, students: Sequence[Student], to: Path) -> list[str]:
    """Build a class book and write its key; return what to say of it.

    Raises
    ------
    PlainError
        If it can't be built or written.
    """
    with new_directory(to) as directory:
        handed_out = directory / STUDENTS
        handed_out.mkdir()
        with tempfile.TemporaryDirectory(dir=directory) as work:
            build(wanted, Path(work).resolve()).rename(handed_out / BOOK)
        pack(handed_out / BOOK, handed_out / f"{BOOK}.zip")
        kept = directory / INSTRUCTORS
        kept.mkdir(mode=0o700)
        _write_key(wanted, course, students, kept)
    return _said(wanted, students, to)


def build(wanted: Stripped, work: Path) -> Path:
    """Build the pages in an empty folder, and return where they are.

    Raises
    ------
    PlainError
        If something is wrong with them; it is told with its page.
    """
    source = work / "source"
    write_source(wanted, source)
    problems = run_code(source, work / "settings", work / "code.log")
    problems = problems or run_jupyter_book(source, work, work / "build.log")
    if problems:
        raise PlainError("\n".join([f"the class book could not be built, {len(problems)} to mend:", *problems]))
    site = work / "_build" / "html"
    for hidden in site.glob(".*"):  # a note of Sphinx's to itself
        hidden.unlink()
    return site


def _write_key(wanted: Stripped, course: str, students: Sequence[Student], to: Path) -> None:
    """Write what grading reads, and what an instructor does: all students have the same numbers here."""
    issued = {name: [made] for name, made in wanted.issued.items()}
    head = head_of(wanted.title, course, wanted.release, issued, wanted.exercises, None)
    write_manifest(to / "manifest.json", head, ((each, wanted.issued) for each in students))
    rows = (row for each in wanted.exercises for row in key.key_rows(key.EVERYBODY, each, wanted.issued[each.id]))
    write_csv(to / "key.csv", key.KEY, rows)
    write_csv(to / "mistakes.csv", key.MISTAKES, key.mistake_rows(wanted.exercises))
    write_csv(to / "rubric.csv", key.RUBRIC, key.rubric_rows(wanted.exercises))


def _said(wanted: Stripped, students: Sequence[Student], to: Path) -> list[str]:
    """Return what to tell the instructor: what goes to students, what does not, and what the book does not hide."""
    same = [each.number for each in wanted.exercises if each.draw is None]
    size = (to / STUDENTS / f"{BOOK}.zip").stat().st_size / 1e6
    said = [
        f"for students: {to / STUDENTS}: the folder for a web server, the zip ({size:.1f} MB) for a learning platform",
        f"for you alone: {to / INSTRUCTORS}: key, rubric, and the manifest from which lib.grade grades",
    ]
    if same:
        said.append(f"the same as in the public book, which has their solutions: {', '.join(same)}")
    if wanted.has_figures:
        said.append("its figures compute: set to an exercise's numbers they show what is asked; or give --no-figures")
    if not students:
        said.append("made without --roster, so lib.grade can't grade it: give one, with another --to")
    return said
