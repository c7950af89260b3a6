"""Notebooks as they come back: whose they are, what is wrong with them by name, and that nobody else loses a point."""

import json
from html import escape
from pathlib import PurePosixPath
from zipfile import ZipFile

import pytest

from lib.grade.command import main
from lib.grade.manifest import Manifest
from lib.grade.owners import Owners
from tests.grade.notebooks import ALL, KEYED, NAME, cell, put


@pytest.fixture
def back(tmp_path):
    return tmp_path / "back"


@pytest.fixture
def perfect(school):
    """Give somebody's notebook with every computed answer right."""
    return lambda student: school.filled(student, school.right(student))


def scores(found):
    return {row["student_id"]: float(row["score"]) for row in found["nbgrader"] if float(row["score"])}


def problems(found, *, but=("missing",)):
    return [(row["kind"], row["student"], row["file"]) for row in found["problems"] if row["kind"] not in but]


def put_both(back, perfect, first, second):
    """Hand in for Ada and for Cy, whose notebooks are perfect."""
    put(back / first, perfect("ada"))
    put(back / second, perfect("cy"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"ada/{NAME}/{NAME}.ipynb", f"cy/{NAME}/{NAME}.ipynb"),  # nbgrader's submitted
        (f"submitted/ada/{NAME}/{NAME}.ipynb", f"submitted/cy/{NAME}/{NAME}.ipynb"),
        (f"Ada Lovelace_4411_assignsubmission_file_/{NAME}.ipynb", f"Cy Xu_4412_assignsubmission_file_/{NAME}.ipynb"),
        (f"Ada Lovelace_4411_assignsubmission_file_{NAME}.ipynb", f"XU Cy_4412_assignsubmission_file_{NAME}.ipynb"),
        (f"lovelaceada_11_9001_{NAME}.ipynb", f"xucy_13_9002_{NAME}-1.ipynb"),  # Canvas
        (f"lovelaceada_77_9001_{NAME}.ipynb", f"xucy_78_9002_{NAME}.ipynb"),  # Canvas, whose numbers are not known
        ("ada.ipynb", "cy.ipynb"),
        (f"{NAME}_ada.ipynb", f"cy-{NAME}.ipynb"),
        ("ada (1).ipynb", "Cy Xu.ipynb"),
    ],
)
def test_notebooks_are_found_under_the_names_that_each_platform_gives(hand_in, back, perfect, first, second):
    put_both(back, perfect, first, second)
    found = hand_in()
    assert scores(found) == {"ada": KEYED, "cy": KEYED}
    assert problems(found) == []
    assert sum(row["what"] == "handed in nothing that can be graded" for row in found["problems"]) == 8


def test_a_download_is_read_from_its_zip(hand_in, back, perfect, tmp_path):
    put_both(back, perfect, "ada.ipynb", "cy.ipynb")
    with ZipFile(tmp_path / "all.zip", "w") as package:
        for path in sorted(back.iterdir()):
            package.write(path, f"download/{path.name}")
        package.writestr("__MACOSX/download/._ada.ipynb", b"junk")
    assert scores(hand_in(at=tmp_path / "all.zip")) == {"ada": KEYED, "cy": KEYED}


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "empty file"),
        (b" \n", "empty file"),
        (b"{", "truncated"),
        ("half", "truncated"),
        (b"\x89PNG\r\n\x1a\n", "unreadable"),
        (b"\xff\xfe{}", "unreadable"),
        (b"<html>Log in</html>", "unreadable"),
        (b"[]", "unreadable"),
        (b'{"cells": {}}', "unreadable"),
        (b'{"cells": "' + b"[" * 9 + b'"}', "unreadable"),
        (b"[" * 200_000, "unreadable"),
        (b'{"cells": [' + b"{}," * 6000 + b"{}]}", "too large"),
        (b'{"cells": [1, null, {}], "metadata": 3}', "another notebook"),
        (b'{"cells": [{"source": 5, "metadata": {"nbgrader": []}, "id": {}}]}', "another notebook"),
    ],
)
def test_a_file_that_is_no_notebook_is_told_by_name_and_costs_nobody_else_a_point(hand_in, back, perfect, data, kind):
    text = json.dumps(perfect("bob")).encode()
    put_both(back, perfect, f"ada/{NAME}.ipynb", f"cy/{NAME}.ipynb")
    put(back / "bob" / f"{NAME}.ipynb", text[: len(text) // 2] if data == "half" else data)
    found = hand_in()
    assert problems(found) == [(kind, "bob", f"bob/{NAME}.ipynb")]
    assert scores(found) == {"ada": KEYED, "cy": KEYED}


def test_a_notebook_cut_off_anywhere_is_never_graded_in_part(hand_in, back, perfect):
    text = json.dumps(perfect("bob"), indent=1).encode()
    for at in range(200, len(text) - 2, len(text) // 12):
        put(back / "bob" / f"{NAME}.ipynb", text[:at])
        assert problems(hand_in()) == [("truncated", "bob", f"bob/{NAME}.ipynb")]


def test_an_untouched_notebook_is_empty_and_zero(hand_in, back, school):
    put(back / "ada.ipynb", school.notebook("ada"))
    found = hand_in()
    assert problems(found) == [("empty", "ada", "ada.ipynb")]
    assert scores(found) == {}


def test_a_late_one_is_told_and_keeps_its_points(hand_in, back, perfect):
    put(back / f"lovelaceada_LATE_11_9001_{NAME}.ipynb", perfect("ada"))
    put(back / "bob" / f"{NAME}.ipynb", perfect("bob"))
    put(back / "bob" / "timestamp.txt", b"2026-12-01 23:59:01 UTC")
    put(back / "cy" / f"{NAME}.ipynb", perfect("cy"))
    put(back / "cy" / "timestamp.txt", b"2026-12-02 00:58:00.123456 Europe/Berlin")
    put(back / "dee" / f"{NAME}.ipynb", perfect("dee"))
    put(back / "dee" / "timestamp.txt", b"some time ago")
    found = hand_in("--due", "2026-12-01T23:59")
    assert [each[:2] for each in problems(found)] == [("late", "bob"), ("late", "ada")]
    assert scores(found) == dict.fromkeys(("ada", "bob", "cy", "dee"), KEYED)
    row = next(row for row in found["nbgrader"] if row["student_id"] == "bob")
    assert (row["duedate"], row["timestamp"]) == ("2026-12-01 23:59:00", "2026-12-01 23:59:01")
    assert row["assignment"] == NAME


def test_of_two_the_later_counts_and_the_other_is_told(hand_in, back, perfect, school):
    put(back / "a" / "bob" / f"{NAME}.ipynb", perfect("bob"))
    put(back / "a" / "bob" / "timestamp.txt", b"2026-12-01 10:00:00 UTC")
    put(back / "b" / "bob" / f"{NAME}.ipynb", school.notebook("bob"))
    put(back / "b" / "bob" / "timestamp.txt", b"2026-12-01 09:00:00 UTC")
    put(back / f"xucy_13_100_{NAME}.ipynb", perfect("cy"))
    put(back / f"xucy_13_99_{NAME}.ipynb", perfect("cy"))
    found = hand_in()
    assert scores(found) == {"bob": KEYED, "cy": KEYED}
    assert problems(found) == [
        ("duplicate", "bob", f"b/bob/{NAME}.ipynb"),
        ("duplicate", "cy", f"xucy_13_99_{NAME}.ipynb"),
    ]
    said = [row["what"] for row in found["problems"] if row["kind"] == "duplicate"]
    assert [text.rpartition(" are ")[2] for text in said] == ["not alike", "alike"]


def test_a_renamed_one_is_graded_and_told(hand_in, back, perfect):
    put(back / "final FINAL.ipynb", perfect("ada"))
    put(back / "bob" / "homework.ipynb", perfect("bob"))
    found = hand_in()
    assert scores(found) == {"ada": KEYED, "bob": KEYED}
    assert problems(found) == [("renamed", "bob", "bob/homework.ipynb"), ("renamed", "ada", "final FINAL.ipynb")]


def test_a_name_of_nobody_and_one_of_two_people_are_told(hand_in, back, perfect):
    notebook = perfect("ada")
    del notebook["metadata"]["bert_exercises"]
    put(back / "adda.ipynb", notebook)
    found = hand_in()
    assert problems(found) == [("unknown student", "", "adda.ipynb")]
    assert "is it ada?" in found["problems"][0]["what"]


@pytest.mark.parametrize("what", ["text", "points"])
def test_a_check_that_was_changed_changes_no_points(hand_in, back, perfect, what):
    notebook = perfect("ada")
    check = cell(notebook, "softmax-three-logits_check")
    if what == "text":
        check["source"] = "# 400 points"
    else:
        check["metadata"]["nbgrader"]["points"] = 400
    found = hand_in_one(hand_in, back, notebook)
    assert problems(found) == [("tampered", "ada", "ada.ipynb")]
    assert scores(found) == {"ada": KEYED}


def hand_in_one(hand_in, back, notebook):
    put(back / "ada.ipynb", notebook)
    return hand_in()


def test_a_cell_that_is_gone_costs_its_own_exercise_alone(hand_in, back, perfect):
    notebook = perfect("ada")
    notebook["cells"].remove(cell(notebook, "softmax-three-logits_answer"))
    found = hand_in_one(hand_in, back, notebook)
    assert problems(found) == [("missing cell", "ada", "ada.ipynb")]
    assert scores(found) == {"ada": KEYED - 4}


def test_of_a_cell_that_is_there_twice_the_last_counts(hand_in, back, perfect, school):
    notebook = perfect("ada")
    notebook["cells"].append(cell(school.notebook("ada"), "softmax-three-logits_answer"))
    found = hand_in_one(hand_in, back, notebook)
    assert problems(found) == [("duplicate cell", "ada", "ada.ipynb")]
    assert scores(found) == {"ada": KEYED - 4}


def test_code_in_a_notebook_is_never_run(hand_in, back, perfect, tmp_path):
    trap = tmp_path / "trap"
    notebook = perfect("ada")
    source = f"p_dog = __import__('pathlib').Path({str(trap)!r}).touch() or 0.5\nloss = [open({str(trap)!r}, 'w')][0]\n"
    cell(notebook, "softmax-three-logits_answer")["source"] = source
    found = hand_in_one(hand_in, back, notebook)
    assert not trap.exists()
    assert {row["status"] for row in found["grades"] if row["exercise"] == "2.1"} == {"not read"}
    assert scores(found) == {"ada": KEYED - 4}


def test_a_link_is_not_followed(hand_in, back, perfect, tmp_path):
    put(tmp_path / "private.ipynb", perfect("ada"))
    put(tmp_path / "elsewhere" / "bob" / f"{NAME}.ipynb", perfect("bob"))
    back.mkdir()
    (back / "ada.ipynb").symlink_to(tmp_path / "private.ipynb")
    (back / "bob").symlink_to(tmp_path / "elsewhere" / "bob", target_is_directory=True)
    found = hand_in()
    assert problems(found) == [("unreadable", "ada", "ada.ipynb")]
    assert scores(found) == {}


def test_what_is_no_notebook_is_told_and_not_opened(hand_in, back, perfect):
    put_both(back, perfect, "ada.ipynb", "cy.ipynb")
    put(back / "bob" / "homework.pdf", b"%PDF")
    put(back / "ada" / ".ipynb_checkpoints" / "x-checkpoint.ipynb", b"{}")
    found = hand_in()
    assert problems(found) == [("not a notebook", "bob", "bob/homework.pdf")]


def test_arguments_come_to_be_read_and_their_points_back(hand_in, back, perfect, school, tmp_path):
    put(back / "ada.ipynb", perfect("ada"))
    rows = hand_in()["to-read"]
    assert {row["student"] for row in rows} == {"ada"}
    filled = tmp_path / "read.csv"
    lines = [f"ada,{row['exercise']},{row['field']},{row['criterion']},{row['possible']}" for row in rows]
    filled.write_text("\n".join(["student,exercise,field,criterion,points", *lines]), "utf-8")
    assert scores(hand_in("--read", filled)) == {"ada": ALL}
    page = (tmp_path / "graded" / "feedback" / "ada.html").read_text("utf-8")
    assert f"<strong>{ALL} of {ALL} points</strong>." in page
    full = school.fields("ada", "continue-a-story")["mask"]["criteria"][1]["full"]
    assert f"<td>2 of 2</td><td>{escape(full)}</td>" in page


def test_each_student_gets_a_page_of_feedback_without_any_answer(hand_in, back, school, tmp_path):
    answers = school.right("ada")
    mistake = school.fields("ada", "softmax-three-logits")["p_dog"]["mistakes"]["base-2"]["value"]
    answers["softmax-three-logits"]["p_dog"] = f"{mistake:.4f}"
    right = answers["softmax-three-logits"].pop("loss")
    put(back / "ada.ipynb", school.filled("ada", answers, words="<script>alert(1)</script>"))
    hand_in()
    [page] = (tmp_path / "graded" / "feedback").iterdir()
    text = page.read_text("utf-8")
    assert page.name == "ada.html"
    assert "You used base 2." in text
    assert "Left out: (b) loss" in text
    assert right[:5] not in text
    assert "<script>" not in text
    assert "Ada Lovelace: <strong>4 of 18 points</strong> so far; 10 more are still to be read" in text


def test_a_student_whose_id_is_a_path_gets_feedback_inside_its_folder():
    from lib.grade.feedback import file_name

    assert "/" not in file_name("../../x")


def test_grading_a_folder_again_gives_the_same_files(hand_in, back, perfect, tmp_path):
    put_both(back, perfect, "ada.ipynb", "cy.ipynb")
    hand_in()
    graded = tmp_path / "graded"
    first = {path: path.read_bytes() for path in graded.rglob("*.*")}
    hand_in()
    assert {path: path.read_bytes() for path in graded.rglob("*.*")} == first


def test_what_cannot_be_graded_at_all_is_said_in_one_line(tmp_path, capsys, school, manifest_path):
    for arguments, why in (
        ([school.manifest_path, tmp_path / "nowhere.zip"], "is no folder or zip of notebooks that can be read"),
        ([school.manifest_path, tmp_path, "--due", "soon"], "--due can't be read: 'soon' is no time such as"),
        ([school.manifest_path, tmp_path, "--due", "2026-12-01 10:00 Nowhere"], "--due can't be read"),
        ([school.manifest_path, tmp_path / "a.csv", "--sort", tmp_path / "s"], "--sort and --due are for notebooks"),
        ([manifest_path, tmp_path], "the manifest has no notebook: was the chapter assigned with --targets notebook?"),
    ):
        assert main([*map(str, arguments), "--to", str(tmp_path / "g")]) == 1
        [line] = capsys.readouterr().err.splitlines()
        assert why in line


def test_a_notebook_with_strange_parts_is_read_as_far_as_it_goes(hand_in, back, perfect):
    notebook = perfect("ada")
    strange = [
        None,
        7,
        {"source": ["a", 3]},
        {"metadata": "x", "source": None},
        {"id": [], "metadata": {"nbgrader": 1}},
    ]
    odd = {"cell_type": "code", "metadata": {}, "id": "own", "source": "\ud800"}
    notebook["cells"] = [*strange, *notebook["cells"], odd]
    assert scores(hand_in_one(hand_in, back, notebook)) == {"ada": KEYED}


def test_a_damaged_file_in_a_zip_stops_no_other(hand_in, perfect, tmp_path):
    path = tmp_path / "all.zip"
    with ZipFile(path, "w") as package:
        for student in ("ada", "bob", "cy"):
            package.writestr(f"{student}.ipynb", json.dumps(perfect(student)))
        start = package.getinfo("bob.ipynb").header_offset
    data = bytearray(path.read_bytes())
    data[start + 500] ^= 1
    path.write_bytes(data)
    found = hand_in(at=path)
    assert problems(found) == [("unreadable", "bob", "bob.ipynb")]
    assert scores(found) == {"ada": KEYED, "cy": KEYED}


def test_a_notebook_of_another_class_is_told(hand_in, back, perfect, capsys):
    notebook = perfect("ada")
    notebook["metadata"]["bert_exercises"]["release"] = "00000000"
    found = hand_in_one(hand_in, back, notebook)
    assert [row["what"] for row in found["problems"] if row["student"] == "ada"] == [
        "was made for another class; graded by the numbers of this one"
    ]
    assert "every notebook was made for another class: is " in capsys.readouterr().out


@pytest.mark.parametrize("name", [f"boolebob_12_99_{NAME}.ipynb", "bob.ipynb", f"bob/{NAME}.ipynb"])
def test_a_name_that_a_student_chose_takes_nobody_elses_place(hand_in, back, perfect, school, name):
    put(back / f"Bob Boole_1_assignsubmission_file_/{NAME}.ipynb", perfect("bob"))
    put(back / f"Ada Lovelace_2_assignsubmission_file_/{name}", school.notebook("ada"))
    found = hand_in()
    assert scores(found) == {"bob": KEYED}
    assert ("empty", "ada", f"Ada Lovelace_2_assignsubmission_file_/{name}") in problems(found)


def test_a_stranger_with_a_copy_of_a_notebook_takes_nobodys_place(hand_in, back, perfect, school):
    put(back / f"Bob Boole_1_assignsubmission_file_/{NAME}.ipynb", perfect("bob"))
    put(back / f"Zed Zed_2_assignsubmission_file_/{NAME}.ipynb", school.notebook("bob"))
    found = hand_in()
    assert scores(found) == {"bob": KEYED}
    assert [each[0] for each in problems(found)] == ["renamed", "duplicate"]


def test_a_download_is_sorted_into_the_tree_that_nbgrader_reads(hand_in, back, perfect, school, tmp_path, capsys):
    put(back / f"lovelaceada_11_9_{NAME}.ipynb", perfect("ada"))
    put(back / f"lovelaceada_11_8_{NAME}.ipynb", school.notebook("ada"))
    put(back / "bob" / f"{NAME}.ipynb", perfect("bob"))
    put(back / "bob" / "timestamp.txt", b"2026-12-02 00:58:00 Europe/Berlin")
    put(back / "cy.ipynb", b"{")
    submitted = tmp_path / "submitted"
    hand_in("--sort", submitted)
    files = {path.relative_to(submitted).as_posix(): path.read_bytes() for path in submitted.rglob("*.*")}
    assert files == {
        f"ada/{NAME}/{NAME}.ipynb": (back / f"lovelaceada_11_9_{NAME}.ipynb").read_bytes(),
        f"bob/{NAME}/{NAME}.ipynb": (back / "bob" / f"{NAME}.ipynb").read_bytes(),
        f"bob/{NAME}/timestamp.txt": b"2026-12-01 23:58:00 UTC",
    }
    assert scores(hand_in(at=submitted)) == {"ada": KEYED, "bob": KEYED}
    again = [str(school.manifest_path), str(back), "--to", str(tmp_path / "g"), "--sort", str(submitted)]
    capsys.readouterr()
    assert main(again) == 1
    assert "what was handed in is not written over: give another place with --sort" in capsys.readouterr().err


def test_a_folder_is_its_students_however_their_accents_are_composed():
    composed, apart = "jo\u00eb", "joe\u0308"
    for written, on_disk in ((composed, apart), (apart, composed)):
        owners = Owners(Manifest("", {}, {written: {}}, {"name": NAME}))
        assert owners.of(PurePosixPath(on_disk) / f"{NAME}.ipynb").student == written


@pytest.mark.parametrize(
    ("name", "why"), [("feedback", "File exists"), ("report.html/x", "report.html is a directory")]
)
def test_what_is_in_the_way_is_told_in_one_line_and_nothing_is_written(
    back, perfect, school, tmp_path, capsys, name, why
):
    put(back / "ada.ipynb", perfect("ada"))
    to = tmp_path / "graded"
    (to / name).parent.mkdir(parents=True)
    (to / name).write_text("something else", "utf-8")
    assert main([str(school.manifest_path), str(back), "--to", str(to)]) == 1
    assert capsys.readouterr().err == f"{to} can't be written ({why}): give another place with --to\n"
    assert [each for each in to.rglob("*") if each.is_file()] == [to / name]
