"""Write worksheets and keys: a file for each worksheet, and packs to print with the key of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from lib.assign.issue import Issued
from lib.assign.paper.keybook import key_of
from lib.assign.paper.typeset import has_letters_of, typeset
from lib.assign.paper.worksheet import PageSize, Sheet, worksheets
from lib.assign.roster import Student
from lib.bank import Exercise

PACK = 20
"""Worksheets that are printed together; more of them would take gigabytes of memory."""
_NOT_IN_A_NAME = re.compile(r"[^\w.@-]")


def of_students(release: str, drawn: Iterable[tuple[Student, Mapping[str, Issued]]]) -> Iterable[tuple[str, Sheet]]:
    """Yield each student's worksheet, with the name of its file."""
    for number, (student, issued) in enumerate(drawn, start=1):
        file = f"{number:03d}-{_NOT_IN_A_NAME.sub('_', student.id)[:60]}"
        yield file, Sheet(name_of(student), f"{release}-{number:03d}", issued)


def name_of(student: Student) -> str:
    """Return what stands on a student's sheets: name and id, as far as there are fonts for their letters."""
    name = " ".join(part for part in (student.first_name, student.last_name) if part)
    return " · ".join(part for part in (name, student.id) if part and has_letters_of(part))


def of_variants(release: str, count: int, issued: Mapping[str, Sequence[Issued]]) -> Iterable[tuple[str, Sheet]]:
    """Yield a worksheet without a name for each variant; an exercise with fewer begins with its first again."""
    for at in range(count):
        mine = {name: made[at % len(made)] for name, made in issued.items()}
        yield f"variant-{at + 1:03d}", Sheet("", f"{release}-v{at + 1:03d}", mine)


def write_paper(
    directory: Path, title: str, page: PageSize, exercises: Sequence[Exercise], sheets: Iterable[tuple[str, Sheet]]
) -> None:
    """Write all PDFs of an assignment."""
    single = directory / "worksheets"
    single.mkdir()
    coming = iter(sheets)
    number = 0
    while pack := list(islice(coming, PACK)):
        number += 1
        for file, sheet in pack:
            (single / f"{file}.pdf").write_bytes(typeset(worksheets(title, page, exercises, [sheet])))
        together = [sheet for _, sheet in pack]
        ending = "" if number == 1 else f"-{number}"
        (single / f"all{ending}.pdf").write_bytes(typeset(worksheets(title, page, exercises, together)))
        (directory / f"key{ending}.pdf").write_bytes(typeset(key_of(title, page, exercises, together)))
