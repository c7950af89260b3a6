"""The command line: ``python -m lib.assign level-2 --salt FILE``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from lib.assign.notebook import check_nbgrader
from lib.assign.paper.typeset import check_typst
from lib.assign.paper.worksheet import PageSize
from lib.assign.roster import Student, read_roster
from lib.assign.salt import read_salt, write_new_salt
from lib.assign.write import TARGETS, USUAL_TARGETS, Assignment, write_assignment
from lib.bank import EXERCISES, LEVELS, Exercise
from lib.files import PlainError

DEFAULT_VARIANTS = 20


@dataclass
class Wishes:
    """What was asked for on the command line."""

    chapter: str | None = None
    salt: Path | None = None
    roster: Path | None = None
    exercises: str = ""
    to: Path | None = None
    targets: str = ",".join(USUAL_TARGETS)
    page: PageSize = "a4"
    variants: int = DEFAULT_VARIANTS
    course: str = "class"
    new_salt: Path | None = None


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m lib.assign",
        description="Assign a chapter with numbers of your own: question banks for Moodle and Canvas, a key with "
        "rubric, notebooks for nbgrader, worksheets on paper, and a manifest from which `python -m lib.grade` grades. "
        "All of it is for instructors, but for the folders students and worksheets.",
    )
    made.add_argument("chapter", nargs="?", help="level-1 to level-5, or all")
    made.add_argument("--salt", type=Path, metavar="FILE", help="the private salt of your class")
    made.add_argument("--new-salt", type=Path, metavar="FILE", help="write a new salt, and nothing else")
    made.add_argument("--roster", type=Path, metavar="FILE", help="a CSV file with a column student: numbers for each")
    made.add_argument("--exercises", default="", metavar="2.1,2.4", help="only these, by number or id")
    made.add_argument("--to", type=Path, metavar="DIR", help="where to write (assigned/CHAPTER)")
    usual = ",".join(USUAL_TARGETS)
    made.add_argument("--targets", default=usual, metavar="…", help=f"some of {','.join(TARGETS)} ({usual})")
    made.add_argument("--page", choices=get_args(PageSize), default="a4", help="the size of worksheets (a4)")
    made.add_argument("--variants", type=int, default=DEFAULT_VARIANTS, metavar="N", help="of each exercise (20)")
    made.add_argument("--class", dest="course", default="class", metavar="NAME", help="if one salt serves several")
    return made


def chosen(chapter: str, names: str) -> tuple[Exercise, ...]:
    """Return the exercises of a chapter, or those of them that are named.

    Raises
    ------
    PlainError
        If there is no such chapter, or no such exercise in it.
    """
    level = next((level for level in LEVELS if chapter in (f"level-{level.number}", level.page)), None)
    if level is None and chapter != "all":
        raise PlainError(f"there is no chapter {chapter}: there are level-1 to level-{len(LEVELS)}, and all")
    inside = tuple(each for each in EXERCISES if level is None or each.level == level.number)
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    known = {name for each in inside for name in (each.number, each.id)}
    for name in wanted:
        if name not in known:
            raise PlainError(f"{chapter} has no exercise {name}: it has {', '.join(each.number for each in inside)}")
    return tuple(each for each in inside if not wanted or {each.number, each.id} & set(wanted))


def assignment(wishes: Wishes) -> Assignment:
    """Return what is to be written.

    Raises
    ------
    PlainError
        If a wish can't be met.
    """
    if wishes.chapter is None or wishes.salt is None:
        raise PlainError("a chapter and --salt FILE are needed, as in `python -m lib.assign level-2 --salt salt.txt`")
    exercises = chosen(wishes.chapter, wishes.exercises)
    targets = tuple(dict.fromkeys(name.strip() for name in wishes.targets.split(",") if name.strip()))
    unknown = [name for name in targets if name not in TARGETS]
    if unknown or not targets:
        raise PlainError(f"there is no target {', '.join(unknown) or '“”'}: there are {', '.join(TARGETS)}")
    if not 1 <= wishes.variants <= 1000:
        raise PlainError(f"--variants must be from 1 to 1000, got {wishes.variants}")
    if "paper" in targets:
        check_typst()
    if "notebook" in targets:
        check_nbgrader()
        if wishes.roster is None:
            raise PlainError("the target notebook needs --roster FILE: each student gets a notebook of their own")
    students: Sequence[Student] = read_roster(wishes.roster) if wishes.roster else ()
    level = next((level for level in LEVELS if level.number == exercises[0].level), None)
    title = f"Level {level.number}: {level.title}" if level and wishes.chapter != "all" else "BERT exercises"
    name = f"level-{level.number}" if level and wishes.chapter != "all" else "bert-exercises"
    to = wishes.to or Path("assigned") / wishes.chapter
    salt, count = read_salt(wishes.salt), wishes.variants
    return Assignment(
        name, title, wishes.course, salt, exercises, tuple(students), targets, count, to, page=wishes.page
    )


def main(arguments: Sequence[str]) -> int:
    """Assign, or say in one line what keeps us from it."""
    wishes = parser().parse_args(arguments, namespace=Wishes())
    try:
        if wishes.new_salt:
            write_new_salt(wishes.new_salt)
            print(f"written: {wishes.new_salt}. Keep it secret, and keep it: the class's numbers follow from it")
            return 0
        print("\n".join(write_assignment(assignment(wishes))))
    except PlainError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    return 0
