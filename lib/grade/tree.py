"""Sort notebooks into the tree from which `nbgrader autograde` reads: ``submitted/STUDENT/ASSIGNMENT``."""

from __future__ import annotations

from pathlib import Path

from lib.files import PlainError, new_directory
from lib.grade.collect import Collected
from lib.grade.manifest import Manifest
from lib.grade.openers import files_in
from lib.grade.submissions import STAMP


def sort(path: Path, collected: Collected, manifest: Manifest, to: Path) -> None:
    """Copy the notebook that counts of each student, under the names that nbgrader knows.

    Raises
    ------
    PlainError
        If there is something at `to` already, or a student has no name that a folder can have.
    """
    name = manifest.notebook["name"]
    if to.exists() and (to.is_file() or any(to.iterdir())):
        raise PlainError(f"{to} exists, and what was handed in is not written over: give another place with --sort")
    with new_directory(to) as directory, files_in(path) as files:
        for student, file in collected.files.items():
            if student.strip(".") != student or "/" in student or "\\" in student:
                raise PlainError(f"no folder can be called {student}: nbgrader can't grade this class")
            place = directory / student / name
            place.mkdir(parents=True)
            (place / f"{name}.ipynb").write_bytes(files[file]() or b"")
            if student in collected.times:
                stamp = f"{collected.times[student]:%Y-%m-%d %H:%M:%S} UTC"
                (place / STAMP).write_text(stamp, encoding="utf-8", newline="\n")
