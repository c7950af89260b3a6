"""An assignment to four students, and what comes back from them."""

import csv
import json

import pytest

from lib.answers.packing import patched
from lib.assign.command import main as assign
from lib.grade.command import main
from tests.grade.notebooks import Class, issue, issue_quickly

STUDENTS = {"ada": "Ada,Lovelace,ada@x.org,11", "bob": "Bob,Boole,,", "cy": "Cy,Xu,cy@x.org,13", "dee": "Dee,Ng,,"}


@pytest.fixture(scope="session")
def manifest_path(tmp_path_factory):
    home = tmp_path_factory.mktemp("class")
    (home / "salt").write_bytes(b"f3b1c07de94a4c55a9e0d2817b6c3f10")
    rows = "".join(f"{name},{rest}\n" for name, rest in STUDENTS.items())
    (home / "roster.csv").write_text(f"student,first_name,last_name,email,canvas_id\n{rows}", "utf-8")
    wanted = ["all", "--salt", str(home / "salt"), "--roster", str(home / "roster.csv"), "--to", str(home / "out")]
    assert assign([*wanted, "--targets", "key", "--variants", "1"]) == 0
    return home / "out" / "manifest.json"


@pytest.fixture(scope="session")
def manifest(manifest_path):
    return json.loads(manifest_path.read_text("utf-8"))


@pytest.fixture(scope="session")
def fields(manifest):
    """Give the fields that a student was issued of an exercise, by number."""

    def of(student, number):
        key, each = next((k, e) for k, e in manifest["exercises"].items() if e["number"] == number)
        change = manifest["students"][student]["issued"].get(key, {"change": {}})["change"]
        return patched(each["table"], change)["fields"]

    return of


def typed(value):
    """Write an answer as somebody types it."""
    if isinstance(value, list):
        return "(" + ", ".join(map(str, value)) + ("," if len(value) == 1 else "") + ")"
    return f"{value:.10f}" if isinstance(value, float) else str(value)


@pytest.fixture
def graded(tmp_path, manifest_path):
    """Grade rows of answers, or the text of a file; give what was written, by name, as dictionaries."""

    def run(rows, *more):
        path = tmp_path / "answers.csv"
        if isinstance(rows, bytes):
            path.write_bytes(rows)
        else:
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([("student", "exercise", "field", "answer"), *rows])
        assert main([str(manifest_path), str(path), "--to", str(tmp_path / "graded"), *map(str, more)]) == 0
        found = {}
        for each in (tmp_path / "graded").glob("*.csv"):
            with each.open(encoding="utf-8", newline="") as file:
                found[each.stem] = list(csv.DictReader(file))
        return found

    return run


@pytest.fixture(scope="session")
def issued(tmp_path_factory):
    """A class with notebooks, made once by nbgrader."""
    return Class(issue(tmp_path_factory.mktemp("notebooks")))


@pytest.fixture(scope="session")
def school(tmp_path_factory):
    """The same class, made without nbgrader."""
    return Class(issue_quickly(tmp_path_factory.mktemp("school")))


@pytest.fixture
def hand_in(tmp_path, school):
    """Grade what lies in a folder; give what was written, by name, as dictionaries."""

    def run(*more, at=None, manifest=None):
        to = tmp_path / "graded"
        back = at or tmp_path / "back"
        assert main([str(manifest or school.manifest_path), str(back), "--to", str(to), *map(str, more)]) == 0
        found = {}
        for each in to.glob("*.csv"):
            with each.open(encoding="utf-8", newline="") as file:
                found[each.stem] = list(csv.DictReader(file))
        return found

    return run
