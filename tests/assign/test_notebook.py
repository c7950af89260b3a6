"""The target notebook: what it needs, what it refuses, and what its cells say."""

import ast
import json
import re
import stat
import sys

import pytest

from lib.answers.packing import as_table
from lib.assign import cells, notebook
from lib.assign.command import main
from lib.assign.issue import issue, table_of
from lib.assign.notebook import folder_of
from lib.bank import EXERCISES, exercise
from lib.files import PlainError
from tests.assign.conftest import SALT
from tests.grade import notebooks
from tests.grade.notebooks import NAME, issue_quickly


def command(tmp_path, salt, roster, *more):
    wanted = ["level-2", "--salt", salt, "--to", tmp_path / "out", "--targets", "notebook", "--variants", 1]
    return main([str(each) for each in [*wanted, *(["--roster", roster] if roster else []), *more]])


def test_without_nbgrader_one_line_says_how_to_install_it(tmp_path, salt, roster, capsys, monkeypatch):
    monkeypatch.setattr(notebook, "find_spec", lambda _: None)
    assert command(tmp_path, salt, roster) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line == f"the target notebook needs nbgrader: {sys.executable} -m pip install -c constraints.txt nbgrader"
    assert not (tmp_path / "out").exists()


def test_without_a_roster_it_is_refused(tmp_path, salt, capsys, monkeypatch):
    monkeypatch.setattr(notebook, "find_spec", lambda _: True)
    assert command(tmp_path, salt, None) == 1
    assert "the target notebook needs --roster FILE" in capsys.readouterr().err


def test_when_nbgrader_fails_its_reason_is_told_and_nothing_is_left(tmp_path, salt, roster, capsys, monkeypatch):
    failing = tmp_path / "python"
    failing.write_text(
        "#!/bin/sh\necho '[App] x' >&2\necho '  SomeError: the disk is full' >&2\necho see above >&2\nexit 1\n"
    )
    failing.chmod(failing.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(notebook, "find_spec", lambda _: True)
    monkeypatch.setattr(notebook.sys, "executable", str(failing))
    assert command(tmp_path, salt, roster, "--to", tmp_path / "in" / "out") == 1
    assert capsys.readouterr().err == "`nbgrader generate_assignment` failed: SomeError: the disk is full\n"
    assert list((tmp_path / "in").iterdir()) == []


def test_the_same_wishes_give_the_same_notebooks_to_the_last_byte(tmp_path):
    made = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        course = issue_quickly(tmp_path / name)
        made.append({path.relative_to(course): path.read_bytes() for path in course.rglob("*.*") if path.is_file()})
    assert made[0] == made[1]
    assert len([path for path in made[0] if path.suffix == ".ipynb"]) == 12


def test_nothing_but_the_students_folder_is_without_answers(tmp_path, capsys):
    course = issue_quickly(tmp_path)
    said = capsys.readouterr().out
    assert f"To hand out: the notebooks in {course / 'students'}, to each student their own" in said
    assert "For instructors only: everything else, which holds answers" in said
    assert "BEGIN SOLUTION" in (course / "source" / NAME / f"{NAME}.ipynb").read_text("utf-8")


@pytest.mark.parametrize("found", EXERCISES, ids=lambda each: each.number)
def test_the_cells_of_an_exercise_are_nbgraders_and_their_points_the_banks(found):
    made = issue(found, SALT, "class", "student", "ada")
    all_cells = list(cells.cells_of(found, made))
    roles = [each["metadata"]["nbgrader"] for each in all_cells if "nbgrader" in each["metadata"]]
    assert sum(role.get("points", 0) for role in roles) == found.points
    assert all(role["schema_version"] == 3 and role["task"] is False for role in roles)
    assert {each["id"] for each in all_cells} >= {role["grade_id"] for role in roles}
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each["id"]) for each in all_cells)
    kinds = [(role["grade"], role["solution"], role["locked"], role["cell_type"]) for role in roles]
    arguments = [field for field in found.fields if field not in found.keyed]
    keyed = [(False, True, False, "code"), (True, False, True, "code")] if found.keyed else []
    assert kinds == [*keyed, *[(True, True, False, "markdown")] * len(arguments)]


@pytest.mark.parametrize("found", EXERCISES, ids=lambda each: each.number)
def test_what_a_student_sees_has_no_markup_of_myst_and_no_answer(found):
    made = issue(found, SALT, "class", "student", "ada")
    shown = cells.texts(found, made)
    fields = as_table(table_of(found.id, made))["fields"]
    prose = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", "", shown[f"{found.id}_prompt"], flags=re.DOTALL)
    assert not re.search(r"\{\w|<<|\}`", prose), prose
    text = shown[f"{found.id}_answer"]
    ast.parse(text)  # it runs as it is
    for field in fields:
        if field["kind"] in ("number", "mask"):
            assert str(field["answer"])[:5] not in text
        if field["kind"] != "argument":
            assert f"\n{field['name']} = None  # " in text


def test_a_filled_in_source_is_right():
    from lib.answers.judge import judge
    from lib.grade.answer_cells import read_answers

    for found in EXERCISES:
        made = issue(found, SALT, "class", "student", "ada")
        table = as_table(table_of(found.id, made))
        fields = {field["name"]: field for field in table["fields"]}
        for cell in cells.cells_of(found, made):
            if cell["id"].endswith("_answer"):
                verdict = judge(table, read_answers(cell["source"], fields))
                assert {each.status for each in verdict.fields} == {"right"}, found.number
                assert len(verdict.fields) == len(found.keyed)


def test_markup_without_a_plain_form_is_refused():
    from lib.assign.prose import to_markdown

    for text in ("```{figure} x.svg\n```", "![a](b.png)", "{download}`x`", ":::{note}\n:::"):
        with pytest.raises(PlainError, match="has no form here"):
            to_markdown(text)
    assert to_markdown("Take `{a}`, $x_{a}$ and {term}`a logit <logit>`.") == "Take `{a}`, $x_{a}$ and a logit."


@pytest.mark.parametrize("student", ["..", "a/b", "../../x", "a:b", ".", "a\0b"])
def test_no_student_gets_a_folder_outside_of_students(student):
    assert not re.search(r"[/\\\0:]", folder_of(student))
    assert folder_of(student).strip(".")


def test_a_notebook_says_whose_it_is_and_a_sample_that_it_is_none(tmp_path):
    course = issue_quickly(tmp_path)
    ada = json.loads((course / "students" / "ada" / f"{NAME}.ipynb").read_text("utf-8"))
    release = json.loads((course / "release" / NAME / f"{NAME}.ipynb").read_text("utf-8"))
    assert "For **Ada Lovelace** (ada)." in "".join(ada["cells"][0]["source"])
    assert ada["metadata"]["bert_exercises"]["student"] == "ada"
    assert "**Not for handing out:**" in "".join(release["cells"][0]["source"])


def test_options_say_the_numbers_of_their_variant():
    found = exercise("5.1")
    made = issue(found, SALT, "class", "student", "ada")
    assert f"p = {made.numbers['probabilities'][0]:.3f}" in cells.answers(found, made)


def told(field):
    """Give what is said of a field to whoever has handed in."""
    yield from (each["feedback"] for each in field.get("mistakes", ()))
    yield from (text for each in field.get("criteria", ()) for text in (each["full"], each["half"]))


def test_nothing_handed_out_holds_a_hint_a_solution_a_mistake_or_a_rubric(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks, "EXERCISES", "")
    course = issue_quickly(tmp_path)
    manifest = json.loads((course / "manifest.json").read_text("utf-8"))
    handed_out = {
        path: json.loads(path.read_text("utf-8")) for path in (course / "students").rglob("*") if path.is_file()
    }
    handed_out[course / "release"] = json.loads((course / "release" / NAME / f"{NAME}.ipynb").read_text("utf-8"))
    assert len(handed_out) == 11
    secret = [
        text
        for each in manifest["exercises"].values()
        for field in as_table(each["table"])["fields"]
        for text in told(field)
    ]
    secret += [hint for each in EXERCISES for hint in each.hints]
    secret += [line for each in EXERCISES for line in each.solution.splitlines() if len(line) > 60 and "<<" not in line]
    assert len(secret) > 300
    source = (course / "source" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    rubrics = [c.full for each in EXERCISES for c in each.rubric]
    assert all(json.dumps(text, ensure_ascii=False)[1:-1] in source for text in rubrics)
    for path, made in handed_out.items():
        text = "\n".join("".join(cell["source"]) for cell in made["cells"]) + json.dumps(made, ensure_ascii=False)
        assert [each for each in secret if each in text] == [], path
