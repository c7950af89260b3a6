"""The command line: ``python -m lib.grade MANIFEST ANSWERS --to DIR``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from tqdm import tqdm

from lib.files import PlainError, csv_file, new_files, write_csv
from lib.grade import gradebooks
from lib.grade.collect import Collected, Problem, collect
from lib.grade.feedback import write_feedback
from lib.grade.manifest import Manifest, read_manifest
from lib.grade.marks import Mark, Read, mark_all, read_points, to_read
from lib.grade.report import write_report
from lib.grade.submissions import ANOTHER_CLASS, collect_notebooks
from lib.grade.tables import collect_tables, holds_tables
from lib.grade.tally import Tally
from lib.grade.times import read_time
from lib.grade.tree import sort

GRADES = ("student", "exercise", "field", "label", "answer", "status", "points", "possible", "mistake", "feedback")
PROBLEMS = ("kind", "file", "line", "student", "exercise", "field", "what")
TO_READ = ("student", "exercise", "field", "criterion", "answer", "possible", "full", "half", "points")


@dataclass
class Wishes:
    """What was asked for on the command line."""

    manifest: Path = Path()
    answers: Path = Path()
    to: Path = Path("graded")
    read: Path | None = None
    due: str = ""
    feedback: bool = True
    sort: Path | None = None


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m lib.grade",
        description="Grade notebooks or typed answers by what was issued: feedback on each, a report on the class, "
        "gradebooks for nbgrader, Moodle and Canvas, what is left to read, and every problem by name. Runs nothing "
        "that a student wrote.",
    )
    made.add_argument("manifest", type=Path, help="the manifest.json that lib.assign wrote")
    made.add_argument(
        "answers",
        type=Path,
        help="a folder or zip of notebooks, as nbgrader, Moodle or Canvas collects them, or files named after "
        "students; one of CSV files, as class books make them; or one CSV file with columns student, exercise, "
        "field, answer",
    )
    made.add_argument("--to", type=Path, default=Path("graded"), metavar="DIR", help="where to write (graded)")
    made.add_argument("--read", type=Path, metavar="FILE", help="a to-read.csv in which you filled in points")
    made.add_argument("--due", default="", metavar="TIME", help="2026-12-01T23:59, in UTC or with +01:00 behind it")
    made.add_argument("--no-feedback", dest="feedback", action="store_false", help="write no page for each student")
    made.add_argument("--sort", type=Path, metavar="DIR", help="also copy what counts into nbgrader's tree submitted/")
    return made


def grade(
    manifest: Manifest, collected: Collected, read: Read, directory: Path, due: datetime | None, *, feedback: bool
) -> float:
    """Write grades, gradebooks, feedback and what is to be read; return how many points are unread."""
    totals = dict.fromkeys(manifest.students, 0.0)
    unread = 0.0
    tally = Tally(manifest, len(collected.answers))
    count = len(manifest.students) * len(manifest.exercises)
    marks = tqdm(mark_all(manifest, collected, read), desc="grading", total=count, disable=None, leave=False, delay=1)
    with csv_file(directory / "grades.csv", GRADES) as write, csv_file(directory / "to-read.csv", TO_READ) as ask:
        for student, of_student in groupby(marks, key=attrgetter("student")):
            theirs = list(of_student)
            for mark in theirs:
                totals[student] += mark.points
                unread += mark.unread
                write(_grades(mark, manifest, read))
                ask(to_read(mark, manifest, read))
                if student in collected.answers:
                    tally.add(mark, read)
            if feedback and student in collected.answers:
                write_feedback(directory / "feedback", student, theirs, manifest, read)
    write_report(directory / "report.html", tally)
    write_csv(
        directory / "nbgrader.csv", gradebooks.NBGRADER, gradebooks.nbgrader(manifest, totals, collected.times, due)
    )
    write_csv(directory / "moodle.csv", gradebooks.moodle_headings(manifest), gradebooks.moodle(manifest, totals))
    write_csv(directory / "canvas.csv", gradebooks.canvas_headings(manifest), gradebooks.canvas(manifest, totals))
    return unread


def _grades(mark: Mark, manifest: Manifest, read: Read) -> list[tuple[object, ...]]:
    """Return a row for each answer that was given."""
    number = manifest.exercises[mark.exercise]["number"]
    rows: list[tuple[object, ...]] = []
    for each in mark.verdict.fields:
        points: float | str = each.points
        status, said = str(each.status), each.feedback
        if each.status == "yours":
            given = read.get((mark.student, mark.exercise, each.name))
            status, said = ("to read", "") if given is None else ("read", "")
            points = "" if given is None else gradebooks.points(sum(given.values()))
        what = (each.label, mark.answers[each.name], status, points, each.possible, each.name_of_mistake, said)
        rows.append((mark.student, number, each.name, *what))
    return rows


def _write_problems(problems: Sequence[Problem], directory: Path) -> None:
    rows = ((each.kind, each.file, each.line, each.student, each.exercise, each.field, each.what) for each in problems)
    write_csv(directory / "problems.csv", PROBLEMS, rows)


def _collect(wishes: Wishes, manifest: Manifest, due: datetime | None) -> Collected:
    """Read notebooks, tables or one table, whichever was given."""
    are_many = wishes.answers.is_dir() or wishes.answers.suffix.lower() == ".zip"
    are_tables = are_many and holds_tables(wishes.answers)
    if are_many and not are_tables:
        collected = collect_notebooks(wishes.answers, manifest, due)
        if wishes.sort:
            sort(wishes.answers, collected, manifest, wishes.sort)
        return collected
    if wishes.sort or due:
        raise PlainError("--sort and --due are for notebooks: a table of answers has neither files nor times")
    return collect_tables(wishes.answers, manifest) if are_tables else collect(wishes.answers, manifest)


def _due(text: str) -> datetime | None:
    try:
        return read_time(text) if text else None
    except ValueError as error:
        raise PlainError(f"--due can't be read: {error}") from None


def main(arguments: Sequence[str]) -> int:
    """Grade, or say in one line what keeps us from it."""
    wishes = parser().parse_args(arguments, namespace=Wishes())
    try:
        manifest = read_manifest(wishes.manifest)
        due = _due(wishes.due)
        collected = _collect(wishes, manifest, due)
        read, unread_points = read_points(wishes.read, manifest)
        collected.problems += unread_points
        with new_files(wishes.to) as directory:
            unread = grade(manifest, collected, read, directory, due, feedback=wishes.feedback)
            _write_problems(collected.problems, directory)
    except PlainError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    print(f"graded: {len(collected.answers)} of {len(manifest.students)} students, in {wishes.to}")
    kinds = Counter(each.kind for each in collected.problems)
    for kind, count in kinds.items():
        print(f"{kind}: {count}, each in problems.csv")
    if collected.answers and kinds[ANOTHER_CLASS] >= len(collected.answers):
        print(f"every notebook was made for another class: is {wishes.manifest} the manifest of this one?")
    if unread:
        print(f"written arguments worth {unread:g} points are yours to read: fill in to-read.csv, add --read with it")
    return 0
