"""Write an assignment: all of its files, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from xml.etree.ElementTree import Element

from tqdm import tqdm

from lib.answers.table import Table
from lib.assign import key, moodle, qti
from lib.assign.issue import Issued, for_students, variants
from lib.assign.manifest import head_of, write_manifest
from lib.assign.notebook import Notebook, write_personal, write_release
from lib.assign.package import write_package
from lib.assign.paper import files as paper
from lib.assign.paper.worksheet import PageSize
from lib.assign.questions import Question, questions
from lib.assign.roster import Student
from lib.assign.salt import seed_of
from lib.bank import Exercise
from lib.files import csv_file, new_directory, write_csv

TARGETS = ("moodle", "canvas", "key", "notebook", "paper")
USUAL_TARGETS = TARGETS[:3]
"""What is written unless something else is asked for: without a roster, nbgrader or Typst."""
T = TypeVar("T")
Variants = Mapping[str, tuple[Issued, ...]]
Drawn = Iterator[tuple[Student, Mapping[str, Issued]]]
"""Each student with what they get, by exercise."""


@dataclass(frozen=True)
class Assignment:
    """What is to be issued, and where it goes; `name` is what files call it."""

    name: str
    title: str
    course: str
    salt: bytes
    exercises: tuple[Exercise, ...]
    students: tuple[Student, ...]
    targets: tuple[str, ...]
    variants: int
    to: Path
    page: PageSize = "a4"

    @property
    def release(self) -> str:
        """What marks this class's questions in a platform; it tells nothing of the salt."""
        return seed_of(self.salt, self.course, "release")[:8]


def write_assignment(wanted: Assignment) -> list[str]:
    """Write an assignment, and return what to say of it.

    Raises
    ------
    PlainError
        If the files can't be written.
    """
    with new_directory(wanted.to) as directory:
        issued = {
            each.id: variants(each, wanted.salt, wanted.course, wanted.variants)
            for each in _shown(wanted.exercises, "variants")
        }
        if "moodle" in wanted.targets:
            with (directory / "moodle.xml").open("w", encoding="utf-8", newline="\n") as file:
                moodle.write_moodle(file, _categories(wanted, issued))
        if "canvas" in wanted.targets:
            points = sum(each.points for each in wanted.exercises)
            ident = f"bert-{wanted.release}-{wanted.name}"
            write_package(directory / "canvas.zip", ident, wanted.title, points, _groups(wanted, issued))
        if "paper" in wanted.targets:
            _write_paper(wanted, issued, directory)
        release, kept = _write_release(wanted, issued, directory) if "notebook" in wanted.targets else (None, None)
        _write_students(wanted, issued, directory, release, kept)
    return _said(wanted, issued)


def _write_release(wanted: Assignment, issued: Variants, directory: Path) -> tuple[Notebook, Table]:
    """Write nbgrader's source and release, with a sample of the numbers."""
    sample = [(each, issued[each.id][0]) for each in wanted.exercises]
    return write_release(directory, wanted.name, wanted.title, wanted.release, sample, wanted.students)


def _write_paper(wanted: Assignment, issued: Variants, directory: Path) -> None:
    """Write worksheets for the students, or for the variants if there is no roster, and their key."""
    if wanted.students:
        sheets = paper.of_students(wanted.release, _drawn(wanted))
    else:
        sheets = paper.of_variants(wanted.release, wanted.variants, issued)
        sheets = _shown(sheets, "worksheets", wanted.variants)
    paper.write_paper(directory, wanted.title, wanted.page, wanted.exercises, sheets)


def _write_students(
    wanted: Assignment, issued: Variants, directory: Path, release: Notebook | None, kept: Table | None
) -> None:
    """Write the manifest, and key and notebooks if they are wanted: in one pass, since a class may be large."""
    head = head_of(wanted.title, wanted.course, wanted.release, issued, wanted.exercises, kept)
    drawn = _drawn(wanted)
    if release is not None:
        drawn = _with_notebooks(wanted, drawn, directory / "students", release)
    if "key" not in wanted.targets:
        write_manifest(directory / "manifest.json", head, drawn)
        return
    write_csv(directory / "mistakes.csv", key.MISTAKES, key.mistake_rows(wanted.exercises))
    write_csv(directory / "rubric.csv", key.RUBRIC, key.rubric_rows(wanted.exercises))
    with csv_file(directory / "key.csv", key.KEY) as write:
        for each in wanted.exercises:
            for number, made in enumerate(issued[each.id], start=1):
                whom = key.variant_of(number) if each.draw else key.EVERYBODY
                write(key.key_rows(whom, each, made))
        write_manifest(directory / "manifest.json", head, _keyed(wanted, drawn, write))


def _drawn(wanted: Assignment) -> Drawn:
    """Yield each student with what they get."""
    if not wanted.students:
        return
    drawn = for_students([each.id for each in wanted.students], wanted.exercises, wanted.salt, wanted.course)
    for student, made in zip(wanted.students, _shown(drawn, "students", len(wanted.students)), strict=True):
        yield student, {each.id: one for each, one in zip(wanted.exercises, made, strict=True)}


def _with_notebooks(wanted: Assignment, drawn: Drawn, directory: Path, release: Notebook) -> Drawn:
    """Yield the same, and write each student's notebook."""
    for student, made in drawn:
        own = [(each, made[each.id]) for each in wanted.exercises]
        write_personal(directory, wanted.name, wanted.title, release, student, own)
        yield student, made


def _keyed(wanted: Assignment, drawn: Drawn, write: Callable[..., None]) -> Drawn:
    """Yield the same, and write the rows of each student's own numbers into the key."""
    for student, made in drawn:
        for each in wanted.exercises:
            if each.draw:
                write(key.key_rows(student.id, each, made[each.id]))
        yield student, made


def _questions(
    wanted: Assignment, found: Exercise, made: tuple[Issued, ...], together: tuple[str, ...]
) -> list[tuple[Question, ...]]:
    """Return the questions of all variants of an exercise, for each of its parts those of all variants."""
    asked = [
        questions(found, one, number, wanted.release, together=together) for number, one in enumerate(made, start=1)
    ]
    return list(zip(*asked, strict=True))


def _categories(wanted: Assignment, issued: Variants) -> Iterator[tuple[str, Iterable[Question]]]:
    """Yield Moodle's categories: one for each part of an exercise that is a question of its own."""
    course = moodle.in_a_path(f"{wanted.title} ({wanted.course})")
    for each in _shown(wanted.exercises, "Moodle"):
        parts = _questions(wanted, each, issued[each.id], moodle.TOGETHER)
        for asked in parts:
            name = f"{course}/{moodle.in_a_path(f'{each.number} {each.title}')}"
            yield f"{name}/{moodle.in_a_path(asked[0].part)}" if len(parts) > 1 else name, asked


def _groups(wanted: Assignment, issued: Variants) -> Iterator[Element]:
    """Yield Canvas's groups, of which a student gets one question each."""
    for each in _shown(wanted.exercises, "Canvas"):
        for asked in _questions(wanted, each, issued[each.id], qti.TOGETHER):
            ident = asked[0].ident.rpartition(".")[0]
            title = f"{each.number} {each.title}" + (f" · {asked[0].part}" if asked[0].part else "")
            yield qti.pick_one(ident, title, asked[0].points, map(qti.item, asked))


def _said(wanted: Assignment, issued: Variants) -> list[str]:
    """Return what to tell the instructor: where things are, who may see them, where there are few variants."""
    few = [each for each in wanted.exercises if each.draw and len(issued[each.id]) < wanted.variants]
    same = [each.number for each in wanted.exercises if not each.draw]
    whom = f"{_counted(len(wanted.students), 'student')} and {_counted(wanted.variants, 'variant')}"
    said = [f"written: {wanted.to}, for {whom}"]
    said += [f"{each.number} has {len(issued[each.id])} variants: there are no more to draw" for each in few]
    said += [f"the same for everybody: {', '.join(same)}"] if same else []
    what = "each of these files holds answers"
    if "notebook" in wanted.targets:
        said.append(f"To hand out: the notebooks in {wanted.to / 'students'}, to each student their own")
    if "paper" in wanted.targets:
        said.append(f"To print: {wanted.to / 'worksheets' / 'all.pdf'}")
    if {"notebook", "paper"} & set(wanted.targets):
        what = "everything else, which holds answers"
    said.append(f"For instructors only: {what}. Keep the manifest: grading reads it")
    return said


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _shown(things: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Pass things on, with a progress bar where somebody is watching."""
    return iter(tqdm(things, desc=what, total=total, disable=None, leave=False, delay=1))
