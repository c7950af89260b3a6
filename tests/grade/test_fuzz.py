"""Whatever a file holds, reading it ends, raises nothing of its own, and runs nothing."""

import copy
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lib.grade.answer_cells import read_answers
from lib.grade.cells import UnreadableError, read_cells, read_sheet
from lib.grade.manifest import read_manifest

FIELDS = {"p": {"kind": "number"}, "s": {"kind": "shape"}, "w": {"kind": "word"}, "g": {"kind": "mask"}}
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
CODE = st.text(alphabet="psgw=()[]{}'\"\\#, 0123.n\n\r\t\0\f%+*-:;λ\ud800", max_size=60)
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(st.binary(max_size=200))
def test_any_bytes_are_a_notebook_or_are_refused(data):
    try:
        cells, about = read_cells(data)
    except UnreadableError:
        return
    assert isinstance(cells, list)
    assert isinstance(about, dict)


@given(CODE | st.text(max_size=60))
def test_any_text_of_an_answer_cell_gives_texts(text):
    read = read_answers(f"p = {text}", FIELDS)
    assert set(read) <= set(FIELDS)
    assert all(isinstance(value, str) and value.strip() for value in read.values())


def places(value, path=()):
    """Give the path to every part of a JSON value."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*path, key))


@UNHURRIED
@given(st.data())
def test_a_notebook_with_any_part_replaced_is_read_or_refused(school, data):
    notebook = copy.deepcopy(school.filled("ada", school.right("ada")))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([each for each in places(notebook) if each]))
        inner = notebook
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = data.draw(JSON)
    try:
        sheet = read_sheet(*read_cells(json.dumps(notebook).encode()), read_manifest(school.manifest_path))
    except UnreadableError:
        return
    assert all(isinstance(text, str) for given in sheet.answers.values() for text in given.values())
