"""A folder of CSV files, one from each student, as a class book's pages make them."""

import csv
import zipfile

import pytest

from lib.grade.command import main
from tests.grade.conftest import typed

HEAD = "student,exercise,field,answer\n"


@pytest.fixture
def returned(tmp_path, manifest_path):
    """Grade files by name; give what was written, by name, as dictionaries."""

    def run(files, *, as_zip=False):
        folder = tmp_path / "returned"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        given = folder
        if as_zip:
            given = tmp_path / "returned.zip"
            with zipfile.ZipFile(given, "w") as packed:
                for name in files:
                    packed.write(folder / name, name)
        assert main([str(manifest_path), str(given), "--to", str(tmp_path / "graded")]) == 0
        found = {}
        for each in (tmp_path / "graded").glob("*.csv"):
            with each.open(encoding="utf-8", newline="") as file:
                found[each.stem] = list(csv.DictReader(file))
        return found

    return run


def right(fields, student):
    """Give a file with the right answers to 2.1."""
    rows = ((name, typed(field["answer"])) for name, field in fields(student, "2.1").items())
    return HEAD + "".join(f"{student},2.1,{name},{answer}\n" for name, answer in rows)


def points(found, student):
    return sum(float(row["points"] or 0) for row in found["grades"] if row["student"] == student)


def problems(found):
    """Give kind, student and file of all problems but of what was left out."""
    return {(row["kind"], row["student"], row["file"]) for row in found["problems"] if row["kind"] != "missing"}


@pytest.mark.parametrize("as_zip", [False, True], ids=["folder", "zip"])
def test_each_file_is_graded_as_its_students(returned, fields, as_zip):
    found = returned({"level-2-ada.csv": right(fields, "ada"), "level-2-bob.csv": right(fields, "bob")}, as_zip=as_zip)
    assert (points(found, "ada"), points(found, "bob"), points(found, "cy")) == (4, 4, 0)
    assert problems(found) == set()


def test_a_bad_file_is_told_by_name_and_costs_nobody_else_a_point(returned, fields):
    found = returned(
        {
            "ada.csv": right(fields, "ada"),
            "broken.csv": b"\xff\xfe\x00 nothing",
            "essay.docx": b"PK",
            "nobody.csv": HEAD + "eve,2.1,p_dog,1\n",
            "two.csv": HEAD + "cy,2.1,p_dog,1\ndee,2.1,p_dog,1\n",
            "empty.csv": "",
        }
    )
    assert points(found, "ada") == 4
    bad = {"broken.csv", "essay.docx", "nobody.csv", "two.csv", "empty.csv"}
    assert problems(found) == {("unreadable", "", name) for name in bad}


def test_whoever_writes_anothers_name_gets_the_points_and_the_other_loses_none(returned, fields):
    theirs = HEAD + "ada,2.1,p_dog,0.001\n"
    found = returned(
        {
            "Ada Lovelace_11_assignsubmission_file_/a.csv": right(fields, "ada"),
            "Bob Boole_12_assignsubmission_file_/a.csv": theirs,
            "zz.csv": theirs,
        }
    )
    assert points(found, "ada") == 4
    assert ("another's name", "bob", "Bob Boole_12_assignsubmission_file_/a.csv") in problems(found)
    assert ("duplicate", "ada", "zz.csv") in problems(found)


def test_of_two_files_the_last_one_that_the_platform_collected_counts_and_a_late_one_is_told(returned, fields):
    found = returned(
        {"lovelaceada_11_501_a.csv": HEAD + "ada,2.1,p_dog,9\n", "lovelaceada_LATE_11_502_a.csv": right(fields, "ada")}
    )
    assert points(found, "ada") == 4
    assert problems(found) == {
        ("duplicate", "ada", "lovelaceada_11_501_a.csv"),
        ("late", "ada", "lovelaceada_LATE_11_502_a.csv"),
    }
