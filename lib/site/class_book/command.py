"""The command line: ``python -m lib.site.class_book level-2 --salt FILE``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from lib.assign.command import chosen
from lib.assign.roster import read_roster
from lib.assign.salt import read_salt, seed_of
from lib.bank import LEVELS
from lib.files import PlainError
from lib.site.class_book.make import make
from lib.site.class_book.numbers import class_numbers
from lib.site.class_book.source import Hints, Stripped

HINTS = get_args(Hints)


@dataclass
class Wishes:
    """What was asked for on the command line."""

    chapter: str | None = None
    salt: Path | None = None
    roster: Path | None = None
    exercises: str = ""
    hints: Hints = "all"
    figures: bool = True
    to: Path | None = None
    course: str = "class"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m lib.site.class_book",
        description="Build a class book: a chapter's exercises with your class's own numbers, without solutions. Its "
        "boxes only keep what is typed; students download it and hand it in.",
    )
    made.add_argument("chapter", nargs="?", help="level-1 to level-5, or all")
    made.add_argument("--salt", type=Path, metavar="FILE", help="the private salt of your class")
    made.add_argument("--roster", type=Path, metavar="FILE", help="a CSV file with a column student: needed to grade")
    made.add_argument("--exercises", default="", metavar="2.1,2.4", help="only these, by number or id")
    made.add_argument("--hints", choices=HINTS, default="all", help="which hints stay (all)")
    made.add_argument("--no-figures", dest="figures", action="store_false", help="leave out the figures that move")
    made.add_argument("--to", type=Path, metavar="DIR", help="where to write (assigned/CHAPTER-class-book)")
    made.add_argument("--class", dest="course", default="class", metavar="NAME", help="if one salt serves several")
    return made


def stripped(wishes: Wishes) -> Stripped:
    """Return what the class book is to hold.

    Raises
    ------
    PlainError
        If a wish can't be met.
    """
    if wishes.chapter is None or wishes.salt is None:
        # The book's own numbers are no choice: their solutions are public, and pages that teach print some of them.
        raise PlainError(
            "a chapter and --salt FILE are needed, as in `python -m lib.site.class_book level-2 --salt salt.txt`"
        )
    exercises, salt = chosen(wishes.chapter, wishes.exercises), read_salt(wishes.salt)
    level = next(level for level in LEVELS if level.number == exercises[0].level)
    title = "BERT exercises" if wishes.chapter == "all" else f"Level {level.number}: {level.title}"
    issued = {each.id: class_numbers(each, salt, wishes.course) for each in exercises}
    release = seed_of(salt, wishes.course, "class book release")[:8]
    return Stripped(title, release, exercises, issued, wishes.hints, wishes.figures)


def main(arguments: Sequence[str]) -> int:
    """Build, or say in one line what keeps us from it."""
    wishes = parser().parse_args(arguments, namespace=Wishes())
    try:
        wanted = stripped(wishes)
        students = read_roster(wishes.roster) if wishes.roster else ()
        to = wishes.to or Path("assigned") / f"{wishes.chapter}-class-book"
        print("Building the class book (a minute or two) …", flush=True)
        print("\n".join(make(wanted, wishes.course, students, to)))
    except PlainError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    return 0
