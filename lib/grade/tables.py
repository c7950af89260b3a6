"""Tables that came back, one from each student, as a class book's pages make them: a folder or a zip of CSV files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from lib.files import PlainError, read_csv
from lib.grade.cells import MOST_BYTES
from lib.grade.collect import NEEDED, Collected, Problem, missing, take
from lib.grade.manifest import Manifest
from lib.grade.openers import Opener, files_in
from lib.grade.owners import Owner, Owners


@dataclass(frozen=True)
class Table:
    """What one file holds of one student."""

    path: str
    student: str
    owner: Owner
    collected: Collected

    @property
    def rank(self) -> tuple[bool, int, str]:
        """Which of a student's files counts: what a platform collected from them, of these the last one."""
        return (bool(self.owner.student), self.owner.order, self.path)


def holds_tables(path: Path) -> bool:
    """Whether a folder or a zip holds CSV files and no notebook."""
    with files_in(path) as files:
        endings = {name.suffix.lower() for name in files}
    return ".csv" in endings and ".ipynb" not in endings


def collect_tables(path: Path, manifest: Manifest) -> Collected:
    """Read the answers out of all CSV files in a folder or a zip; a bad one costs only whose it is.

    Raises
    ------
    PlainError
        If there is no such folder or zip.
    """
    collected, owners = Collected(), Owners(manifest)
    by_student: dict[str, list[Table]] = {}
    with files_in(path) as files:
        for name, opener in files.items():
            try:
                found = _read(name, opener, owners.of(name), manifest)
            except PlainError as error:
                said = str(error).encode("utf-8", "replace").decode()  # it may quote bytes that are no text
                collected.problems.append(Problem("unreadable", said, file=str(name)))
                continue
            by_student.setdefault(found.student, []).append(found)
    for student, tables in by_student.items():
        collected.problems += _take(student, tables, collected)
    collected.problems += missing(manifest, collected)
    return collected


def _read(name: PurePosixPath, opener: Opener, owner: Owner, manifest: Manifest) -> Table:
    """Read one file, all of it as its owner's."""
    data = opener() if name.suffix.lower() == ".csv" else None
    if data is None or len(data) > MOST_BYTES:
        raise PlainError("is no CSV file that can be opened, or is too large")
    rows = list(read_csv(data.decode("utf-8-sig", "surrogateescape"), NEEDED, "the file"))
    names = {row.cells["student"] for row in rows if not row.trouble}
    claimed = sorted({manifest.student(name) or name for name in names})
    student = owner.student or (claimed[0] if len(claimed) == 1 else "")
    if student not in manifest.students:
        said = f"says {', '.join(claimed[:3])}" if claimed else "has no answer"
        raise PlainError(f"can't be told whose it is: it {said}, and its name is nobody's of the roster")
    found = Collected()
    if claimed and claimed != [student]:
        what = f"says that it is by {', '.join(claimed[:3])}; graded as {student}'s, who handed it in"
        found.problems.append(Problem("another's name", what, student=student))
    for row in rows:
        theirs = row if row.trouble else replace(row, cells={**row.cells, "student": student})
        if problem := take(theirs, manifest, found):
            found.problems.append(problem)
    return Table(str(name), student, owner, found)


def _take(student: str, tables: list[Table], collected: Collected) -> Iterator[Problem]:
    """Take what counts of a student's files, and yield what there is to say."""
    latest = max(tables, key=lambda each: each.rank)
    answers = latest.collected.answers.get(student, {})
    for each in tables:
        if each is not latest:
            alike = "alike" if each.collected.answers.get(student, {}) == answers else "not alike"
            what = f"is there beside {latest.path}, which counts; their answers are {alike}"
            yield Problem("duplicate", what, student=student, file=each.path)
    yield from (replace(problem, file=latest.path) for problem in latest.collected.problems)
    if latest.owner.is_late:
        yield Problem("late", "came in late", student=student, file=latest.path)
    if not answers:
        yield Problem("empty", "was handed in with nothing filled in", student=student, file=latest.path)
    collected.answers[student] = answers
