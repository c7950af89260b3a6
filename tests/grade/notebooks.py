"""A real release for a class, and what its students make of their notebooks."""

import json
import re
from unittest.mock import patch

from lib.answers.packing import patched
from lib.assign import notebook as made_by
from lib.assign.cells import STUB
from lib.assign.command import main as assign

NAME = "bert-exercises"
EXERCISES = "1.3,2.1,2.2,5.2"
KEYED, ALL = 8, 18
ROSTER = """student,first_name,last_name,email,canvas_id
ada,Ada,Lovelace,ada@x.org,11
bob,Bob,Boole,bob@x.org,12
cy,Cy,Xu,,13
dee,Dee,Ng,,14
eve,Eve,Oz,,15
fay,Fay,Ray,,16
gus,Gus,Pó,,17
hal,Hal,Yi,,18
ida,Ida,Wu,,19
joë,Joë,Ünal,,20
"""


CLEARED = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?### END \1", re.DOTALL)


def without_nbgrader(course, _, command, *arguments):
    """Make the release as nbgrader does, in no time; a long test holds the two against each other."""
    if command != "generate_assignment":
        return
    source = json.loads((course / "source" / NAME / f"{NAME}.ipynb").read_text("utf-8"))
    for each in source["cells"]:
        role = each["metadata"].get("nbgrader", {})
        text = CLEARED.sub("", "".join(each["source"]))
        is_argument = role.get("grade") and role["solution"]
        each["source"] = STUB if is_argument else text.removesuffix("\n") if role.get("grade") else text
    put(course / "release" / NAME / f"{NAME}.ipynb", source)


def issue_quickly(home):
    """Do the same as `issue` without nbgrader."""
    with patch.object(made_by, "_nbgrader", without_nbgrader), patch.object(made_by, "find_spec", lambda _: True):
        return issue(home)


def issue(home):
    """Assign four exercises to ten students, by the real commands."""
    (home / "salt").write_bytes(b"f3b1c07de94a4c55a9e0d2817b6c3f10")
    (home / "roster.csv").write_text(ROSTER, "utf-8")
    wanted = ["all", "--exercises", EXERCISES, "--salt", str(home / "salt"), "--roster", str(home / "roster.csv")]
    to = home / "course"
    assert assign([*wanted, "--to", str(to), "--targets", "notebook,key", "--variants", "1"]) == 0
    return to


class Class:
    """A class with its course directory."""

    def __init__(self, course):
        self.course = course
        self.manifest_path = course / "manifest.json"
        self.manifest = json.loads(self.manifest_path.read_text("utf-8"))

    def notebook(self, student):
        """Give a student's notebook as it was handed out."""
        return json.loads((self.course / "students" / student / f"{NAME}.ipynb").read_text("utf-8"))

    def fields(self, student, exercise):
        """Give the fields that a student was issued, by exercise's id."""
        change = self.manifest["students"][student]["issued"].get(exercise, {"change": {}})["change"]
        return patched(self.manifest["exercises"][exercise]["table"], change)["fields"]

    def right(self, student):
        """Give a student's right answers as Python writes them, by exercise and field."""
        return {
            exercise: {
                name: written(field["answer"])
                for name, field in self.fields(student, exercise).items()
                if field["kind"] != "argument"
            }
            for exercise in self.manifest["exercises"]
        }

    def filled(self, student, answers, *, words="My own words."):
        """Give a student's notebook with answers written in place of None, and words for each argument."""
        notebook = self.notebook(student)
        for cell in notebook["cells"]:
            about = self.manifest["notebook"]["cells"].get(cell["id"], {})
            if "field" in about and words:
                cell["source"] = [words]
            elif "opening" in about:
                given = answers.get(about["exercise"], {})
                cell["source"] = [fill(line, given) for line in cell["source"]]
        return notebook


def fill(line, given):
    name = line.partition(" ")[0]
    return line.replace("None", given[name], 1) if name in given else line


def written(value):
    if isinstance(value, list):
        return repr(tuple(value))
    return f"{value:.6f}" if isinstance(value, float) else repr(value)


def cell(notebook, name):
    return next(each for each in notebook["cells"] if each.get("id") == name)


def code(*lines):
    """Give a code cell of a student's own."""
    source = "\n".join(lines)
    return {"cell_type": "code", "id": "own", "metadata": {}, "source": source, "outputs": [], "execution_count": None}


def put(path, notebook):
    """Write a notebook, or bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode())
