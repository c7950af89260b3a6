"""Grading typed answers from the manifest: marks, feedback, gradebooks, and every problem by name."""

import csv
import json
import subprocess
import sys

import pytest

from lib.bank import EXERCISES
from lib.files import Row
from lib.grade.collect import Collected, take
from lib.grade.command import main
from lib.grade.manifest import Manifest
from tests.grade.conftest import STUDENTS, typed

KEYED = sum(e.points - sum(c.points for c in e.rubric) for e in EXERCISES)
ALL = sum(each.points for each in EXERCISES)


def perfect(fields, student, *, numbers=tuple(e.number for e in EXERCISES)):
    return [
        (student, number, name, "My words." if field["kind"] == "argument" else typed(field["answer"]))
        for number in numbers
        for name, field in fields(student, number).items()
    ]


def scores(found):
    return {row["student_id"]: float(row["score"]) for row in found["nbgrader"]}


def problems(found, *names):
    return [tuple(row[name] for name in names) for row in found["problems"]]


def test_right_answers_get_every_point_that_is_computed(graded, fields):
    found = graded([row for student in STUDENTS for row in perfect(fields, student)])
    assert scores(found) == dict.fromkeys(STUDENTS, KEYED)
    assert found["problems"] == []
    assert all(row["status"] in ("right", "to read") for row in found["grades"])


def test_nobody_is_right_with_somebody_elses_answers(graded, fields):
    numbers = ("2.1", "2.2", "4.2", "5.1")
    copied = [("bob", *row[1:]) for row in perfect(fields, "ada", numbers=numbers)]
    found = graded(copied)
    wrong = [row for row in found["grades"] if row["status"] not in ("right", "to read")]
    assert {row["exercise"] for row in wrong} == set(numbers)


@pytest.mark.parametrize(("number", "field"), [("2.1", "p_dog"), ("2.4", "loss"), ("4.2", "p_pos"), ("5.1", "loss")])
@pytest.mark.parametrize(("beyond", "is_right"), [(-1e-7, True), (1e-7, False)])
@pytest.mark.parametrize("side", [-1, 1])
def test_the_tolerance_ends_where_it_says(graded, fields, number, field, beyond, is_right, side):
    asked = fields("ada", number)[field]
    answer = asked["answer"] + side * (asked["tolerance"] + beyond)
    [row] = graded([("ada", number, field, f"{answer:.10f}")])["grades"]
    assert (row["status"] == "right") == is_right
    assert row["points"] == (row["possible"] if is_right else "0")


def test_a_named_mistake_is_told_and_costs_its_field(graded, fields):
    mistake = fields("ada", "2.1")["p_dog"]["mistakes"]["base-2"]
    [row] = graded([("ada", "2.1", "p_dog", typed(mistake["value"]))])["grades"]
    assert (row["status"], row["points"], row["mistake"]) == ("mistake", "0", "base-2")
    assert mistake["feedback"] in row["feedback"]


def test_an_error_carried_forward_keeps_the_points_of_its_step(graded, fields):
    first, second = graded([("ada", "2.1", "p_dog", "0.5"), ("ada", "2.1", "loss", "0.693")])["grades"]
    assert (first["points"], second["points"], second["mistake"]) == ("0", "2", "carried-forward")


def test_the_order_of_rows_does_not_matter(graded):
    rows = [("ada", "2.1", "loss", "0.693"), ("bob", "2.3", "scored", "3"), ("ada", "2.1", "p_dog", "0.5")]
    assert graded(rows)["grades"] == graded(rows[::-1])["grades"]


def test_each_problem_is_reported_by_name_and_stops_nothing_else(graded, fields):
    good = perfect(fields, "ada") + perfect(fields, "bob") + perfect(fields, "dee", numbers=("2.1",))
    bad = [
        ("nobody", "2.1", "p_dog", "0.5"),
        ("ada", "9.9", "p_dog", "0.5"),
        ("ada", "2.1", "p_dgo", "0.5"),
        ("dee", "2.3", "scored", "  "),
        ("ada", "2.1", "p_dog", good[[r[:3] for r in good].index(("ada", "2.1", "p_dog"))][3]),
        ("bob", "2.3", "scored", "1"),
    ]
    found = graded(good[:40] + bad[:3] + good[40:] + bad[3:])
    named = problems(found, "kind", "student", "exercise", "field")
    assert named[:6] == [
        ("unknown student", "nobody", "2.1", "p_dog"),
        ("unknown exercise", "ada", "9.9", "p_dog"),
        ("unknown field", "ada", "2.1", "p_dgo"),
        ("empty answer", "dee", "2.3", "scored"),
        ("duplicate", "ada", "2.1", "p_dog"),
        ("duplicate", "bob", "2.3", "scored"),
    ]
    assert ("missing", "cy", "", "") in named
    assert {row[2] for row in named if row[:2] == ("missing", "dee")} == {e.number for e in EXERCISES} - {"2.1"}
    assert scores(found) == {"ada": KEYED, "bob": KEYED - 1, "cy": 0, "dee": 4}
    said = {row["kind"]: row["what"] for row in found["problems"]}
    assert said["unknown field"] == "2.1 has no field p_dgo: is it p_dog?; it has p_dog, loss"
    assert said["duplicate"] == "given again: this one counts"


def test_lines_that_cannot_be_read_cost_nobody_else_a_point(graded, fields):
    p, loss = (typed(field["answer"]) for field in fields("ada", "2.1").values())
    text = (
        (
            "Student,Exercise,Field,Answer\r\n"
            f"ada,2.1,p_dog,{p}\r\n"
            "\r\n"
            'bob,2.1,p_dog,"0.5\r\n'
            "cy,2.1,p_dog\r\n"
            "dee,2.1,p_dog,0,5\r\n"
        ).encode()
        + b"cy,2.1,loss,\xff\xfe\n"
        + f"ada,2.1,loss,{loss}\n".encode()
    )
    found = graded(text)
    lines = [(row["kind"], row["line"]) for row in found["problems"] if row["line"]]
    assert lines == [
        ("empty line", "3"),
        ("unreadable", "4"),
        ("unreadable", "5"),
        ("unreadable", "6"),
        ("unreadable", "7"),
    ]
    assert scores(found)["ada"] == 4
    assert "UTF-8" in next(row["what"] for row in found["problems"] if row["line"] == "7")


def test_an_answer_that_cannot_be_read_is_told_apart_from_a_wrong_one(graded):
    [row] = graded([("ada", "2.1", "p_dog", "about a half")])["grades"]
    assert (row["status"], row["points"]) == ("not read", "0")
    assert "has no digits that can be read" in row["feedback"]


def test_an_answer_that_cannot_be_read_is_a_problem_by_name(graded):
    found = graded([("ada", "2.1", "p_dog", "rather likely"), ("ada", "2.1", "loss", "0.5")])
    assert ("unreadable answer", "ada", "2.1", "p_dog") in problems(found, "kind", "student", "exercise", "field")
    assert "“rather likely”" in next(row["what"] for row in found["problems"] if row["kind"] == "unreadable answer")


def test_no_hint_is_offered_to_work_that_was_handed_in(graded):
    [row] = graded([("ada", "2.1", "p_dog", "0.0123")])["grades"]
    assert row["status"] == "wrong"
    assert row["feedback"].endswith("none of the usual slips.")


def test_code_in_an_answer_is_text_and_no_more(graded, tmp_path):
    trap = tmp_path / "trap"
    rows = [
        ("ada", "2.1", "p_dog", f"__import__('pathlib').Path({str(trap)!r}).touch()"),
        ("ada", "2.1", "loss", "=HYPERLINK(1)"),
        ("ada", "2.2", "meaning", "=1+1"),
    ]
    found = graded(rows)
    assert not trap.exists()
    assert [row["answer"][0] for row in found["grades"][1:]] == ["'", "'"]
    assert found["to-read"][0]["answer"] == "'=1+1"


def test_arguments_are_left_to_read_and_their_points_come_back(graded, fields, tmp_path):
    rows = perfect(fields, "ada")
    found = graded(rows)
    left = [row for row in found["to-read"] if row["student"] == "ada"]
    assert sum(int(row["possible"]) for row in left) == ALL - KEYED
    assert all(row["points"] == "" for row in left)
    filled = tmp_path / "graded" / "to-read.csv"
    with filled.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, left[0].keys())
        writer.writeheader()
        writer.writerows({**row, "points": "0,5" if row is left[0] else row["possible"]} for row in left)
    found = graded(rows, "--read", filled)
    assert scores(found)["ada"] == ALL - 0.5
    assert [row["points"] for row in found["to-read"]][:2] == ["0.5", "2"]  # filled in, it stays so
    assert not any(row["status"] == "to read" for row in found["grades"])


@pytest.mark.parametrize("points", ["many", "3", "-1", "nan"])
def test_points_that_cannot_be_given_are_reported_and_not_counted(graded, tmp_path, points):
    filled = tmp_path / "read.csv"
    filled.write_text(f"student,exercise,field,criterion,points\nada,3.1,effect,1,{points}\n", "utf-8")
    found = graded([("ada", "3.1", "effect", "Small.")], "--read", filled)
    assert ("unreadable points", "2") in problems(found, "kind", "line")
    assert scores(found)["ada"] == 0


def test_the_gradebooks_have_the_columns_that_their_systems_read(graded, fields, tmp_path):
    graded(perfect(fields, "ada", numbers=("2.1",)))
    read = {p.stem: p.read_text("utf-8").splitlines() for p in (tmp_path / "graded").glob("*.csv")}
    assert read["nbgrader"][:2] == [
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score",
        f"BERT exercises,,,ada,Lovelace,Ada,ada@x.org,4,0,4,{ALL}",
    ]
    assert read["moodle"][:2] == [
        "First name,Last name,ID number,Email address,BERT exercises",
        "Ada,Lovelace,ada,ada@x.org,4",
    ]
    assert read["canvas"][:3] == [
        "Student,ID,SIS User ID,SIS Login ID,Section,BERT exercises",
        f"    Points Possible,,,,,{ALL}",
        '"Lovelace, Ada",11,ada,ada@x.org,,4',
    ]


def test_grading_needs_no_bank(manifest_path, fields, tmp_path):
    """An issued key stays what it was, though the bank has other answers by then, or none at all."""
    rows = [("student", "exercise", "field", "answer"), *perfect(fields, "ada")]
    with (tmp_path / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    code = (
        "import sys, lib.bank as bank, lib.bank.draws as draws; bank.EXERCISES = (); bank._BY_NAME.clear()\n"
        "from lib.grade.command import main; sys.exit(main(sys.argv[1:]))"
    )
    arguments = [str(manifest_path), str(tmp_path / "answers.csv"), "--to", str(tmp_path / "g")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert "graded: 1 of 4 students" in done.stdout
    with (tmp_path / "g" / "moodle.csv").open(encoding="utf-8", newline="") as file:
        assert float(next(csv.DictReader(file))["BERT exercises"]) == KEYED


def test_grading_again_gives_the_same_files(graded, fields, tmp_path):
    rows = perfect(fields, "ada")
    graded(rows)
    first = {path.name: path.read_bytes() for path in (tmp_path / "graded").rglob("*.*")}
    graded(rows)
    assert {path.name: path.read_bytes() for path in (tmp_path / "graded").rglob("*.*")} == first


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "is no manifest"),
        ("not json", "is no manifest"),
        ("[]", "is no manifest"),
        (json.dumps({"format": "2", "title": "", "exercises": {}, "students": {"a": {}}}), "has the format 2"),
        (
            json.dumps({"format": "bert-exercises manifest 1", "title": "", "exercises": {}, "students": {}}),
            "names no students: it was made without --roster",
        ),
    ],
)
def test_what_is_no_manifest_is_said_in_one_line(tmp_path, capsys, text, why):
    path = tmp_path / "m.json"
    path.write_text(text, "utf-8")
    assert main([str(path), str(path)]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert why in line


def test_answers_without_their_columns_are_said_in_one_line(tmp_path, capsys, manifest_path):
    path = tmp_path / "answers.csv"
    path.write_text("name,exercise,answer\n", "utf-8")
    assert main([str(manifest_path), str(path), "--to", str(tmp_path / "g")]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert "has no column student, field: its first line must name student, exercise, field, answer" in line
    assert not (tmp_path / "g").exists()


def test_a_name_is_its_students_however_its_accents_are_composed():
    fields = {"answer": {}}
    exercises = {"x": {"number": "1.1", "table": {"fields": fields}}}
    collected = Collected()
    row = Row(2, {"student": "joe\u0308", "exercise": "1.1", "field": "answer", "answer": "1"})
    assert take(row, Manifest("", exercises, {"jo\u00eb": {}}, {}), collected) is None
    assert collected.answers == {"jo\u00eb": {"x": {"answer": "1"}}}
