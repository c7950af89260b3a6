"""What a notebook's check runs under plain nbgrader: ``python -m lib.grade.hidden EXERCISE``, in a process of its own.

It reads the notebook that lies in the working directory, ``autograded/STUDENT/ASSIGNMENT``, as data, and the
manifest of the course directory above; it prints the points, then what to say. With the `nbgrader_config.py` of
an assignment, `lib.grade.autograder` does the same and no student's code is run at all.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lib.answers.verdict import SIGNS
from lib.files import PlainError
from lib.grade.cells import Sheet, read_cells, read_sheet
from lib.grade.judging import judge_handed_in
from lib.grade.manifest import Manifest, read_manifest


def score(manifest: Manifest, student: str, exercise: str, sheet: Sheet) -> tuple[int, str]:
    """Return the points for an exercise's computed answers, and what to say of each.

    Raises
    ------
    PlainError
        If nothing was issued to the student.
    """
    if student not in manifest.students:
        raise PlainError(f"no numbers were issued to {student}: is the folder named as the roster names them?")
    kinds = {name: field["kind"] for name, field in manifest.fields(exercise).items()}
    given = sheet.answers.get(exercise, {})
    verdict = judge_handed_in(
        manifest.table(student, exercise), {name: text for name, text in given.items() if kinds[name] != "argument"}
    )
    said = [f"{SIGNS[each.status]} {each.label}: {each.feedback}" for each in verdict.fields]
    return verdict.points, "\n".join(said or ["No answer."])


def main(arguments: list[str], here: Path) -> int:
    """Print the points for one exercise of the notebook that lies here."""
    manifest = read_manifest(here.parents[2] / "manifest.json")
    notebook = here / f"{manifest.notebook['name']}.ipynb"
    sheet = read_sheet(*read_cells(notebook.read_bytes()), manifest)
    points, said = score(manifest, here.parent.name, arguments[0], sheet)
    print(f"{points}\n{said}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
