"""Answer cells, read as data: what counts as an answer, and what is only its text."""

import pytest

from lib.answers.judge import judge
from lib.answers.table import answer_table
from lib.bank import exercise
from lib.grade.answer_cells import MOST_CHARACTERS, read_answers

FIELDS = {"p": {"kind": "number"}, "s": {"kind": "shape"}, "w": {"kind": "word"}, "g": {"kind": "mask"}}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("p = None", {}),
        ("p = ...", {}),
        ("p = ''", {}),
        ("p = '  '", {}),
        ("p =", {}),
        ("p = 0.844", {"p": "0.844"}),
        ("p = 0.850", {"p": "0.850"}),  # zeros are kept: they were written
        ("p=0.844 # as asked", {"p": "0.844"}),
        ("p = -1e-3", {"p": "-1e-3"}),
        ("p = 0,844", {"p": "0,844"}),
        ("p = '84.4 %'", {"p": "84.4 %"}),
        ("p = 84.4 %", {"p": "84.4 %"}),  # no Python, but an answer
        ("p = 20.086/23.804", {"p": "20.086/23.804"}),
        ("p = 1\np = 2", {"p": "2"}),
        ("p = q = 3", {"p": "3"}),
        ("q = 3\np = q", {"p": "q"}),
        ("if True:\n    p = 3", {}),
        ("p = max(1, 2)", {"p": "max(1, 2)"}),
        ("p = True", {"p": "True"}),
        ("s = (2, 768)", {"s": "(2, 768)"}),
        ("s = ('n', 9)", {"s": "(n, 9)"}),
        ("s = (n, 9)", {"s": "(n, 9)"}),
        ("s = (4,)", {"s": "(4,)"}),
        ("s = ()", {"s": "()"}),
        ("w = [CLS]", {"w": "[CLS]"}),
        ('w = "[CLS]"', {"w": "[CLS]"}),
        ("w = the [CLS] token", {"w": "the [CLS] token"}),
        ("w = '''a\nb'''", {"w": "a\nb"}),
        ("g = [[1, 0], [1, 1]]", {"g": "[[1, 0], [1, 1]]"}),
        ("p = 0.5\nw = (", {"p": "0.5", "w": "("}),
        ("p = " + "(" * 5000, {"p": "(" * 5000}),
        ("p = '\\d'", {"p": "\\d"}),
        ("p = 0.5\0", {"p": "0.5\0"}),
        ("x = 5", {}),
    ],
)
def test_an_answer_cell_is_read_as_it_is_written(text, read):
    assert read_answers(text, FIELDS) == read


def test_a_cell_without_end_is_not_read_to_its_end():
    assert read_answers("#" * MOST_CHARACTERS + "\np = 0.5", FIELDS) == {}


@pytest.mark.parametrize(
    ("number", "text", "points"),
    [
        ("5.2", "grid = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]", 1),
        ("5.2", "grid = [[True, False], [True, True]]", 1),
        ("5.2", "grid = '10/11'", 1),
        ("5.2", "grid = 10/11", 1),
        ("5.2", "grid = [[1, 1], [1, 1]]", 0),
        ("1.3", "token = [CLS]", 1),
        ("1.3", "token = 'SEP'", 0),
        ("2.1", "p_dog = 0,844\nloss = 0.17", 4),
        ("2.1", "p_dog = float('0.844')\nloss = F(0.17)", 0),
        ("4.1", "sentiment_weight = (2, 768)\nner_output = ('n', 9)\nsentiment_bias = [2]", 3),
    ],
)
def test_what_was_read_is_judged_by_the_banks_rules(number, text, points):
    table = answer_table(exercise(number))
    fields = {field["name"]: field for field in table["fields"]}
    assert judge(table, read_answers(text, fields)).points == points
