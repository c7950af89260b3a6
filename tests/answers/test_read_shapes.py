"""How shapes are read."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.answers.reading import NotRead, Shape, is_long
from lib.answers.shapes import read_shape, show_shape
from tests.answers.forms import shape_forms

READ = [
    ("2,768", (2, 768)),
    ("(2, 768)", (2, 768)),
    ("2x768", (2, 768)),
    ("2X768", (2, 768)),
    ("2 × 768", (2, 768)),
    ("[2, 768]", (2, 768)),
    ("2*768", (2, 768)),
    ("n×9", ("n", 9)),
    ("(n, 9)", ("n", 9)),
    ("N x 9", ("n", 9)),
    ("nx9", ("n", 9)),
    ("2", (2,)),
    ("(2)", (2,)),
    ("(2,)", (2,)),
    ("2,", (2,)),
    ("(n, 2, 768)", ("n", 2, 768)),
    ("（２，７６８）", (2, 768)),
    (" [ 2 ; 768 ] ", (2, 768)),
    ((2, 768), (2, 768)),
    ([2, 768], (2, 768)),
    (("n", 9), ("n", 9)),
    (np.zeros((2, 768)).shape, (2, 768)),
    ((np.int64(2), 768), (2, 768)),
    (2, (2,)),
    (np.int64(2), (2,)),
    ("0", (0,)),
    ("2 by 768", (2, 768)),
    ("n by 9", ("n", 9)),
    ("n-by-9", ("n", 9)),
    (r"n \times 9", ("n", 9)),
    (r"\mathbb{R}^{n \times 9}", ("n", 9)),
    ("2⋅768", (2, 768)),
    ("2•768", (2, 768)),
    ("(2, 768,)", (2, 768)),
    ("(2,768).", (2, 768)),
    ("((2, 768))", (2, 768)),
    ("{2, 768}", (2, 768)),
    ("[2][768]", (2, 768)),
    ("[n] [9]", ("n", 9)),
    ("torch.Size([2, 768])", (2, 768)),
    ("torch.Size([2])", (2,)),
    ("TensorShape([2, 768])", (2, 768)),
    ("shape (2, 768)", (2, 768)),
    ("W.shape = (2, 768)", (2, 768)),
    ("W: 2x768", (2, 768)),
    ("b = torch.Size([2])", (2,)),
    ("R^{2×768}", (2, 768)),
    ("W ∈ ℝ^(2×768)", (2, 768)),
    (type("Size", (tuple,), {})((2, 768)), (2, 768)),
]
NOT_READ = [
    ("()", "leaves a length out"),
    ("", "leaves a length out"),
    ("2,,768", "leaves a length out"),
    ("(2, 768", "has brackets that don't pair up"),
    ("2, 768)", "has brackets that don't pair up"),
    ("(2, 768]", "has brackets that don't pair up"),
    ("(2, 768)(1)", "has brackets that don't pair up"),
    ("(2, 768)T", "ends in “T”"),
    ("np.zeros((2, 768)).shape", "begins with “np.zeros”"),
    ("2 768", "has a space between two lengths, where a comma or × is to stand"),
    ("[2 768]", "has a space between two lengths"),
    ("2.768", "has “.” between two lengths"),
    ("2/768", "has “/” between two lengths"),
    ("2-768", "has “-” between two lengths"),
    ("-2,768", "has “-2” where a whole number or n is to stand"),
    ("(m, 9)", "has “m” where"),
    ("(batch, 9)", "has “batch” where"),
    ("n9", "has “n9” where"),
    ("n = 9, 2", "has “=” between two lengths"),
    ("2e3,768", "has “2e3” where"),
    ("two by 768", "has “two” where"),
    ("2 × 768 matrix", "has “768 matrix” where"),
    ("2 x", "has “2 x” where"),
    ("1000000000000", "has “1000000000000” where"),
    (",".join("1" * 9), "has more than 8 lengths"),
    ("1," * 5000, "is too long"),
    ("<b>2</b>", "has “<b>2</b>” where"),
    ("🙂", "has “🙂” where"),
    ("\ud800", "has “?” where"),
]
NO_SHAPES = [
    (),
    [],
    (2.0, 768),
    (True, 2),
    (None, 2),
    ("m", 2),
    ((2, 768),),
    tuple(range(100)),
    (10**400, 2),
    2.5,
    None,
    True,
    {2, 768},
    object(),
]


@pytest.mark.parametrize(("given", "value"), READ)
def test_a_shape_is_read_in_every_form(given, value):
    assert read_shape(given).value == value


@pytest.mark.parametrize(("text", "reason"), NOT_READ)
def test_what_is_no_shape_is_not_read_and_the_part_at_fault_is_named(text, reason):
    told = read_shape(text).reason
    assert reason in told
    told.encode()  # prints anywhere, whatever was typed


@pytest.mark.parametrize("given", NO_SHAPES, ids=lambda given: repr(given)[:20])
def test_another_object_is_not_read(given):
    assert isinstance(read_shape(given), NotRead)


class Tensor:
    """An array of a library that the book does not know."""

    shape = (2, 768)


@pytest.mark.parametrize("array", [np.zeros((2, 768)), np.array([2, 768]), np.zeros(2), Tensor()])
def test_an_array_is_asked_for_its_shape(array):
    assert read_shape(array).reason == "That is an array, and its shape is asked for: give its .shape"


def test_lists_within_a_list_are_asked_for_their_shape():
    assert (
        read_shape(np.zeros((2, 3)).tolist()).reason == "That is an array, written as lists, and its shape is asked for"
    )


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ((2.0, 768), "A tuple with “2.0” in it is not a shape"),
        ([None, 768], "A list with None in it is not a shape"),
        ((True, 2), "A tuple with a bool in it is not a shape"),
        ((), "A tuple of no entries is not a shape"),
    ],
)
def test_the_entry_at_fault_is_named(given, reason):
    assert read_shape(given).reason == reason


def test_a_comma_in_a_shape_is_never_a_decimal_one():
    assert read_shape("2,768") == Shape((2, 768), "(2, 768)")


@pytest.mark.parametrize("given", ["(2, 768)", "(2,768)", (2, 768), [2, 768]])
def test_a_shape_as_it_is_printed_is_not_repeated(given):
    assert read_shape(given).read_as == ""


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**9 - 1) | st.just("n"), min_size=1, max_size=8), st.data())
def test_a_shape_in_any_form_reads_back(shape, data):
    forms = [each for each in shape_forms(shape) if not (isinstance(each, str) and is_long(each))]
    form = data.draw(st.sampled_from(forms))
    assert read_shape(form).value == tuple(shape)
    assert read_shape(show_shape(shape)).value == tuple(shape)


@settings(deadline=None, max_examples=300)
@given(st.text() | st.text(alphabet="0129nN ,;xX×*·()[]{}.=RW^by", max_size=20))
def test_any_text_is_read_as_a_shape_or_not_at_all(text):
    result = read_shape(text)
    assert isinstance(result, Shape | NotRead)
    if isinstance(result, NotRead):
        result.reason.encode()
        assert len(result.reason) < 120
