"""The whole way round, by lib.grade and by nbgrader itself: what each kind of student gets, both ways."""

import csv
import os
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from tests.grade.notebooks import KEYED, NAME, Class, cell, code, put

pytestmark = pytest.mark.long
HASTY = {"softmax-three-logits": {"p_dog": "F(0.5)", "loss": "F(0.5)"}}


def perfect(issued, student):
    return issued.filled(student, issued.right(student))


def wrong(issued):
    right = issued.right("cy")
    mistake = issued.fields("cy", "softmax-three-logits")["p_dog"]["mistakes"]["base-2"]["value"]
    right["softmax-three-logits"]["p_dog"] = f"{mistake:.6f}"
    return issued.filled("cy", right)


def crashing(issued):
    notebook = perfect(issued, "dee")
    cell(notebook, "softmax-three-logits_answer")["source"] += ["1 / 0\n"]
    notebook["cells"].insert(1, code("import os", "os._exit(1)"))
    return notebook


def stripped(issued, student, *, of_ids):
    notebook = perfect(issued, student)
    for each in notebook["cells"]:
        each["metadata"] = {}
        if of_ids:
            del each["id"]
    notebook["metadata"] = {"kernelspec": notebook["metadata"]["kernelspec"]}
    return {**notebook, "nbformat_minor": 4} if of_ids else notebook


def subclassed(issued):
    """A number that says it equals everything."""
    notebook = issued.filled("hal", {**issued.right("hal"), **HASTY})
    lines = ["class F(float):", "    def __eq__(self, _): return True", "    def __sub__(self, _): return 0.0"]
    notebook["cells"].insert(1, code(*lines))
    cell(notebook, "softmax-three-logits_answer")["source"].insert(0, "F = F if 'F' in globals() else float\n")
    return notebook


def patching(issued):
    """Answers that are wrong, and a judge that was told otherwise."""
    answers = {**issued.right("ida"), "softmax-three-logits": {"p_dog": "0.99999", "loss": "9.5"}}
    notebook = issued.filled("ida", answers)
    lines = [
        "import lib.answers.judge as j, lib.grade.hidden as h",
        "j.judge = lambda *_: None",
        "h.score = lambda *_: (4, '')",
    ]
    notebook["cells"].insert(1, code(*lines))
    return notebook


def deceiving(issued):
    """Nothing filled in, and a check that is told what it wants to hear."""
    notebook = issued.notebook("gus")
    lines = [
        "import subprocess, types",
        "most = {'summary-token': 1, 'softmax-three-logits': 4, 'least-likely-word': 2, 'continue-a-story': 1}",
        "subprocess.run = lambda command, **_: types.SimpleNamespace(stdout=f'{most[command[-1]]}\\n')",
    ]
    notebook["cells"].insert(1, code(*lines))
    return notebook


def nbgrader_with_our_settings(issued, course, student):
    shutil.copy(issued.course / "nbgrader_config.py", course)
    nbgrader(course, "autograde", NAME, f"--student={student}", "--force")


@pytest.fixture(scope="module")
def submitted(issued, tmp_path_factory):
    """A course directory of its own, with what ten students handed in."""
    course = tmp_path_factory.mktemp("round") / "course"
    shutil.copytree(issued.course, course)
    handed_in = {
        "ada": perfect(issued, "ada"),
        "bob": issued.notebook("bob"),
        "cy": wrong(issued),
        "dee": crashing(issued),
        "eve": issued.filled("eve", issued.right("bob")),
        "fay": perfect(issued, "ada"),
        "gus": stripped(issued, "gus", of_ids=False),
        "hal": subclassed(issued),
        "ida": patching(issued),
        "joë": stripped(issued, "joë", of_ids=True),
    }
    for student, notebook in handed_in.items():
        put(course / "submitted" / student / NAME / f"{NAME}.ipynb", notebook)
    return course


# 1.3 and 5.2's grid are the same for everybody, so a copy gets these two points; and the step from (a) to (b) of
# 2.1 and 2.2 is right from whatever (a) says, so it keeps its three.
SCORES = {
    "ada": KEYED,
    "bob": 0,
    "cy": KEYED - 2,
    "dee": KEYED,
    "eve": 5,
    "fay": 5,
    "gus": KEYED,
    "hal": KEYED - 4,
    "ida": KEYED - 4,
    "joë": KEYED,
}


def nbgrader(course, *arguments):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [sys.executable, "-W", "ignore", "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


def exported(course):
    nbgrader(course, "export")
    with (course / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def test_each_student_gets_the_stated_score_from_lib_grade(hand_in, submitted):
    found = hand_in(at=submitted / "submitted", manifest=submitted / "manifest.json")
    assert {row["student_id"]: float(row["score"]) for row in found["nbgrader"]} == SCORES
    told = {(row["kind"], row["student"]) for row in found["problems"]}
    expected = {
        ("empty", "bob"),
        ("another's notebook", "fay"),
        ("metadata stripped", "gus"),
        ("unreadable answer", "hal"),
        ("metadata stripped", "joë"),
    }
    assert {each for each in told if each[0] != "missing"} == expected
    rows = {(row["student"], row["exercise"], row["field"]): row for row in found["grades"]}
    assert rows["cy", "2.1", "p_dog"]["mistake"] == "base-2"
    assert rows["hal", "2.1", "p_dog"]["status"] == "not read"
    assert {row["answer"] for row in found["to-read"] if row["criterion"] == "1"} == {"My own words."}


def test_each_student_gets_the_same_from_nbgrader_and_the_feedback_names_the_mistake(submitted):
    nbgrader(submitted, "autograde", NAME)
    nbgrader(submitted, "generate_feedback", NAME)
    assert exported(submitted) == SCORES
    page = (submitted / "feedback" / "cy" / NAME / f"{NAME}.html").read_text("utf-8")
    assert "You used base 2." in page
    assert "Describes the loop (predict, append, repeat)" in page  # what arguments are held against
    assert "ZeroDivisionError" not in (submitted / "feedback" / "dee" / NAME / f"{NAME}.html").read_text("utf-8")


def test_plain_nbgrader_runs_the_code_and_still_grades_outside_of_it(issued, tmp_path):
    course = tmp_path / "course"
    shutil.copytree(issued.course, course)
    settings = course / "nbgrader_config.py"
    lines = settings.read_text("utf-8").splitlines()
    settings.write_text("\n".join(each for each in lines if "Autograde" not in each and "OfOurs" not in each), "utf-8")
    handed_in = {"ada": perfect(issued, "ada"), "bob": issued.notebook("bob"), "hal": subclassed(issued)}
    handed_in["ida"] = patching(issued)
    handed_in["gus"] = deceiving(issued)
    for student, notebook in handed_in.items():
        put(course / "submitted" / student / NAME / f"{NAME}.ipynb", notebook)
    nbgrader(course, "autograde", NAME)
    # What is left to a cheat where student code is run; nothing of this is so with the assignment's own settings.
    deceived = {"gus": KEYED}
    assert exported(course) == {**dict.fromkeys(SCORES, 0), **{each: SCORES[each] for each in handed_in}, **deceived}
    nbgrader_with_our_settings(issued, course, "gus")
    assert exported(course)["gus"] == 0


def test_a_release_is_nbgraders_own_and_holds_no_answer(issued):
    release = Class(issued.course).course / "release" / NAME / f"{NAME}.ipynb"
    students = sorted((issued.course / "students").rglob("*.ipynb"))
    assert len(students) == 10
    source = (issued.course / "source" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    secret = ["BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "lib.grade", "BERT is not made for it", "You used base 2"]
    secret += [criterion["full"] for criterion in issued.fields("ada", "continue-a-story")["mask"]["criteria"]]
    assert sum(each in source for each in secret) >= 4  # the control: the instructor's side has them
    for path in (release, *students):
        text = path.read_text("utf-8")
        assert not any(each in text for each in secret), path
        for exercise, right in issued.right(path.parent.name if path in students else "ada").items():
            if exercise == "softmax-three-logits":
                assert not any(value[:6] in text for value in right.values())


def test_a_personal_notebook_is_the_release_but_for_its_numbers(issued):
    released = deepcopy(Class(issued.course).notebook("ada"))
    other = issued.notebook("bob")
    differ = [a["id"] for a, b in zip(released["cells"], other["cells"], strict=True) if a["source"] != b["source"]]
    assert set(differ) <= {
        "head",
        *(f"{e}_{part}" for e in issued.manifest["exercises"] for part in ("prompt", "answer")),
    }
    assert {"head", "softmax-three-logits_prompt"} <= set(differ)
    assert [each["metadata"] for each in released["cells"]] == [each["metadata"] for each in other["cells"]]


def test_the_release_that_other_tests_make_without_nbgrader_is_what_nbgrader_makes(issued, school):
    assert school.manifest == issued.manifest
    for student in ("ada", "joë"):
        real, quick = issued.notebook(student), school.notebook(student)
        for each in real["cells"]:
            each["metadata"].get("nbgrader", {}).pop("checksum", None)
            each["metadata"].pop("deletable", None)
            each["metadata"].pop("editable", None)
        for each in quick["cells"]:
            each["metadata"].pop("deletable", None)
            each["metadata"].pop("editable", None)
        assert quick == real
