"""What was issued to whom, with all that grading needs: a later change of the bank changes no issued key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from lib.answers.table import Table
from lib.assign.issue import Issued, base_table
from lib.assign.roster import Student
from lib.assign.versions import version_of, version_of_all
from lib.bank import Exercise

FORMAT = "bert-exercises manifest 1"
NOTE = (
    "For instructors only: it holds every answer. An exercise's table is that of the book's numbers; "
    "a change is a JSON merge patch (RFC 7396) that makes somebody's table of it."
)


def head_of(
    title: str,
    course: str,
    release: str,
    issued: Mapping[str, Sequence[Issued]],
    exercises: Sequence[Exercise],
    notebook: Table | None,
) -> Table:
    """Return the part of a manifest that is not about single students; `notebook` says which cells are for what."""
    versions = {each.id: version_of(each) for each in exercises}
    return {
        "format": FORMAT,
        "note": NOTE,
        "title": title,
        "class": course,
        "release": release,
        "bank": version_of_all(versions),
        "exercises": {
            each.id: {
                "number": each.number,
                "title": each.title,
                "points": each.points,
                "version": versions[each.id],
                "table": base_table(each.id),
                "variants": [made.as_json() for made in issued[each.id]],
            }
            for each in exercises
        },
        **({"notebook": notebook} if notebook else {}),
    }


def write_manifest(path: Path, head: Table, students: Iterable[tuple[Student, Mapping[str, Issued]]]) -> None:
    """Write a manifest, one line for each student, as they come."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "students": {')
        comma = ""
        for student, made in students:
            who = {name: value for name, value in asdict(student).items() if name != "id" and value}
            issued = {name: each.as_json() for name, each in made.items() if each.seed}
            row = json.dumps({**who, "issued": issued}, ensure_ascii=False, separators=(",", ":"))
            file.write(f"{comma}\n  {json.dumps(student.id, ensure_ascii=False)}: {row}")
            comma = ","
        file.write("\n }\n}\n")
