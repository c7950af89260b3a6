"""Ten thousand students and all exercises, drawn and graded by the real commands."""

import csv
import json
import resource

import pytest

from lib.answers.packing import patched
from lib.assign.command import main as assign
from lib.bank import EXERCISES
from lib.grade.command import main as grade
from tests.grade.conftest import typed

STUDENTS = 10_000
MOST_SECONDS = 400
"""Of the processor, for both; a busy machine makes them no more."""
MOST_MEMORY = 1_500_000
"""In kB."""


def answers(path):
    found = json.loads(path.read_text("utf-8"))
    for student, who in found["students"].items():
        for key, each in found["exercises"].items():
            table = patched(each["table"], who["issued"].get(key, {"change": {}})["change"])
            for name, field in table["fields"].items():
                yield student, each["number"], name, "Words." if field["kind"] == "argument" else typed(field["answer"])


def seconds():
    """Give what this process and those that it has ended have used of the processor."""
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@pytest.mark.long
def test_ten_thousand_students_are_drawn_and_graded_on_one_machine(tmp_path):
    (tmp_path / "salt").write_bytes(b"f3b1c07de94a4c55a9e0d2817b6c3f10")
    (tmp_path / "roster.csv").write_text("student\n" + "".join(f"s{i}\n" for i in range(STUDENTS)), "utf-8")
    out, back = tmp_path / "out", tmp_path / "answers.csv"
    wanted = ["all", "--salt", str(tmp_path / "salt"), "--roster", str(tmp_path / "roster.csv"), "--to", str(out)]
    start = seconds()
    assert assign([*wanted, "--targets", "key", "--variants", "1"]) == 0
    drawn = seconds() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with back.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("student", "exercise", "field", "answer"), *answers(out / "manifest.json")])
    start = seconds()
    assert grade([str(out / "manifest.json"), str(back), "--to", str(tmp_path / "graded")]) == 0
    graded = seconds() - start
    print(f"{STUDENTS} students: drawn in {drawn:.0f} s ({memory} kB), graded in {graded:.0f} s")
    keyed = sum(each.points - sum(point.points for point in each.rubric) for each in EXERCISES)
    with (tmp_path / "graded" / "nbgrader.csv").open(encoding="utf-8", newline="") as file:
        assert {float(row["score"]) for row in csv.DictReader(file)} == {keyed}
    assert drawn + graded < MOST_SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MOST_MEMORY
