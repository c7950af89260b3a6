"""The cells of a notebook that a student fills in: prompts, answers, checks, and places for arguments.

An answer cell is code that assigns plain values. Whoever grades reads it (`lib.grade.answer_cells`) and runs
nothing, so the check below it holds no key: it names the exercise, and grading looks up the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lib.answers.packing import as_table
from lib.answers.table import Table
from lib.assign.issue import Issued, table_of
from lib.assign.prose import to_markdown
from lib.bank import Exercise, render

Cell = dict[str, Any]
"""A cell as a notebook's JSON has it."""

STUB = "*Double-click here and write.*"
"""What stands where an argument goes."""

_HIDDEN = """\
### BEGIN HIDDEN TESTS
# In a process of its own: what this notebook's code does to Python changes nothing there.
import subprocess, sys
said = subprocess.run(
    [sys.executable, "-P", "-m", "lib.grade.hidden", "{id}"], check=True, capture_output=True, text=True
).stdout
print(said.partition("\\n")[2])
float(said.partition("\\n")[0])
### END HIDDEN TESTS"""


def cells_of(exercise: Exercise, issued: Issued) -> Iterator[Cell]:
    """Yield an exercise's cells as the instructor's source has them, solutions included."""
    fields = as_table(table_of(exercise.id, issued))["fields"]
    keyed = [field for field in fields if field["kind"] != "argument"]
    yield _fixed(f"{exercise.id}_prompt", prompt(exercise, issued))
    if keyed:
        points = sum(field["points"] for field in keyed)
        filled = "".join(f"{field['name']} = {_right(field)}\n" for field in keyed)
        solution = f"### BEGIN SOLUTION\n{filled}### END SOLUTION"
        yield _code(f"{exercise.id}_answer", answers(exercise, issued) + solution, None)
        shown = f"# {exercise.number}: {counted(points)}. Grading reads the cell above and does not run it.\n"
        yield _code(f"{exercise.id}_check", shown + _HIDDEN.format(id=exercise.id), points)
    for field in fields:
        if field["kind"] == "argument":
            yield _fixed(f"{exercise.id}_{field['name']}-asked", asked(exercise, field))
            yield _own_words(f"{exercise.id}_{field['name']}", field)


def texts(exercise: Exercise, issued: Issued) -> dict[str, str]:
    """Return what differs from one student to another, by cell."""
    fields = as_table(table_of(exercise.id, issued))["fields"]
    # Without the empty line that nbgrader leaves where it has cleared a solution.
    empty = answers(exercise, issued).removesuffix("\n")
    made = {f"{exercise.id}_prompt": prompt(exercise, issued), f"{exercise.id}_answer": empty}
    for field in fields:
        if field["kind"] == "argument":
            made[f"{exercise.id}_{field['name']}-asked"] = asked(exercise, field)
    return made


def prompt(exercise: Exercise, issued: Issued) -> str:
    """Return the prompt with somebody's numbers, below its title."""
    text = to_markdown(render(exercise.prompt, exercise, issued.numbers))
    return f"## {exercise.number} {exercise.title} ({counted(exercise.points)})\n\n{text}"


def opening(exercise: Exercise) -> str:
    """Return the first line of an answer cell, by which it is known again without metadata."""
    return f"# {exercise.number} {exercise.title}: write each answer in place of None."


def answers(exercise: Exercise, issued: Issued) -> str:
    """Return an answer cell with nothing filled in."""
    fields = as_table(table_of(exercise.id, issued))["fields"]
    lines = [f"{field['name']} = None  # {_told(field)}" for field in fields if field["kind"] != "argument"]
    return "\n".join([opening(exercise), *lines, ""])


def mark(exercise: Exercise, field: str) -> str:
    """Return what marks the cell above an argument, unseen, by which it is known again without metadata."""
    return f"<!-- {exercise.id} {field} -->"


def asked(exercise: Exercise, field: Table) -> str:
    """Return what stands above the place for an argument."""
    label = f"**{exercise.number} {field['label']}, in your own words** ({counted(field['points'])})"
    return f"{mark(exercise, field['name'])}\n{label}"


def counted(points: int) -> str:
    """Return points in words.

    Examples
    --------
    >>> counted(1), counted(4)
    ('1 point', '4 points')
    """
    return "1 point" if points == 1 else f"{points} points"


def _told(field: Table) -> str:
    """Say what goes into a field, never what is right."""
    match field["kind"]:
        case "choice":
            return f"{field['label']}: {' / '.join(map(_quoted, field['options']))}"
        case "shape" | "mask":
            return f"{field['label']}: {field['example']}{', in quotation marks' * (field['kind'] == 'mask')}"
        case "word":
            return f'{field["label"]}: in quotation marks, as "word"'
    return f"{field['label']}, in {field['unit']}" if field.get("unit") else str(field["label"])


def _quoted(text: str) -> str:
    return f'"{text}"'


def _right(field: Table) -> str:
    """Return the answer as Python writes it, with as many decimals as are asked for."""
    answer = field["answer"]
    if isinstance(answer, list):
        return repr(tuple(answer))
    return f"{answer:.{field['decimals']}f}" if "decimals" in field else repr(answer)


def _fixed(name: str, text: str) -> Cell:
    # nbgrader does not know of it, and so puts nobody else's numbers there.
    kept = {"deletable": False, "editable": False}
    return {"cell_type": "markdown", "id": name, "metadata": kept, "source": text}


def _code(name: str, text: str, points: int | None) -> Cell:
    role = _role(name, "code", is_graded=points is not None, is_solution=points is None, points=points)
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": role,
        "outputs": [],
        "source": text,
    }


def _own_words(name: str, field: Table) -> Cell:
    rows = [f"- {counted(each['points'])}: {each['full']} *Half of them:* {each['half']}" for each in field["criteria"]]
    text = "\n".join(["**What the answer is held against** (cleared in the release)", "", *rows])
    role = _role(name, "markdown", is_graded=True, is_solution=True, points=field["points"])
    return {"cell_type": "markdown", "id": name, "metadata": role, "source": text}


def _role(name: str, kind: str, *, is_graded: bool, is_solution: bool, points: int | None) -> Cell:
    """Return nbgrader's metadata of a cell."""
    role: Cell = {
        "cell_type": kind,
        "grade": is_graded,
        "grade_id": name,
        "locked": is_graded and not is_solution,
        "schema_version": 3,
        "solution": is_solution,
        "task": False,
    }
    return {"nbgrader": role if points is None else {**role, "points": points}}
