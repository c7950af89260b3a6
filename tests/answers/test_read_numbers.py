"""How numbers and counts are read: every form that is promised, and nothing altered silently."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.answers.read import read_count, read_number
from lib.answers.reading import NotRead, Number
from tests.answers.forms import number_forms, percent_forms

READ = [
    ("0.844", 0.844, 3),
    (".844", 0.844, 3),
    ("0,844", 0.844, 3),
    (",844", 0.844, 3),
    ("3,170", 3.17, 3),
    ("20.086/23.804", 20.086 / 23.804, None),
    ("20,086 / 23,804", 20.086 / 23.804, None),
    ("1⁄8", 0.125, None),
    ("−0.17", -0.17, 2),
    ("–0.17", -0.17, 2),
    ("- 0.17", -0.17, 2),
    ("+0.17", 0.17, 2),
    ("1e-3", 0.001, 3),
    ("1.5E+2", 150.0, 0),
    ("≈0.844", 0.844, 3),
    ("~ 0.844", 0.844, 3),
    ("= 0.844", 0.844, 3),
    ("0.17 nats", 0.17, 2),
    ("0.17nat", 0.17, 2),
    ("0.17 NATS", 0.17, 2),
    ("\t0.844\u00a0\n", 0.844, 3),
    ("\u200e0.844\u202c", 0.844, 3),
    ("０．８４４", 0.844, 3),
    ("٠٫٨٤٤", 0.844, 3),
    ("۰٫۸۴۴", 0.844, 3),
    ("007", 7.0, 0),
    ("5.", 5.0, 0),
    ("-0", 0.0, 0),
    ("1/-8", -0.125, None),
]
NOT_READ = [
    ("", "is not a number"),
    (".", "is not a number"),
    ("-", "is not a number"),
    ("e5", "is not a number"),
    ("/2", "is not a number"),
    ("1/", "is not a number"),
    ("1/.", "is not a number"),
    ("0,84,4", "has two commas"),
    ("0.84.4", "has two points"),
    ("1,2,3,4", "has several commas"),
    ("1.234,5", "has a comma and a point"),
    ("1,234.5", "has a comma and a point"),
    ("1/2/3", "has two fraction bars"),
    ("1/0", "divides by zero"),
    ("0/0", "divides by zero"),
    ("1/0.000", "divides by zero"),
    ("1e400", "is too large"),
    ("-1e400", "is too large"),
    ("1e400/1e400", "is too large"),
    ("1e-400", "is too small"),
    ("1/1e400", "is too small"),
    ("1e9999", "is not a number"),
    ("--1", "is not a number"),
    ("+-1", "is not a number"),
    ("− −1", "is not a number"),
    ("0.84 4", "is not a number"),
    ("1 000", "is not a number"),
    ("NaN", "is not a number"),
    ("inf", "is not a number"),
    ("-Infinity", "is not a number"),
    ("0x1F", "is not a number"),
    ("2e", "ends in “e”"),
    ("1_000", "is not a number"),
    ("10²", "is not a number"),
    ("½", "is not a number"),
    ("0.17 bits", "ends in “bits”"),
    ("0.844 🙂", "is not a number"),
    ("🙂", "is not a number"),
    ("<b>0.844</b>", "is not a number"),
    ("0.844; alert(1)", "is not a number"),
    ("0\x000.844", "is not a number"),
    ("८४", "is not a number"),
    ("84 %", "is a percent"),
    ("9" * 10_000, "is too long"),
    ("9" * 81, "is too long"),
    (" " * 10_000 + "9" * 100, "is too long"),
    ("\ud800", "is not a number"),
]


@pytest.mark.parametrize(("text", "value", "decimals"), READ)
def test_a_number_is_read_in_every_form(text, value, decimals):
    number = read_number(text, units=("nats", "nat"))
    assert (number.value, number.decimals, number.is_text) == (value, decimals, True)


@pytest.mark.parametrize(("text", "reason"), NOT_READ)
def test_what_is_no_number_is_not_read_and_the_reason_is_given(text, reason):
    told = read_number(text, units=("nats", "nat")).reason
    assert reason in told
    told.encode()  # prints anywhere, whatever was typed


@pytest.mark.parametrize("text", ["84.4 %", "84,4%", "84.4％", "٨٤٫٤٪", "84.4 percent", "84.4 Per Cent", "≈84.4%"])
def test_a_percent_is_a_probability_in_another_form(text):
    assert read_number(text, percent="probability") == Number(0.844, 3, True, "0.844")


def test_no_digit_of_a_percent_is_lost():
    """A percent is read by shifting its point, not by dividing: 0.07 % is 0.0007 to the last bit."""
    for hundredths in range(1, 10_000):
        text = f"{hundredths // 100}.{hundredths % 100:02d}"
        assert read_number(f"{text} %", percent="probability").value == float(f"{text}e-2")


@pytest.mark.parametrize("given", ["80", "80 %", "80%", "0.8", ".8", "0,80", "8/10", 80, 0.8, np.int64(80), "80.0"])
def test_where_a_percent_is_asked_for_a_share_is_one_too(given):
    assert read_count(given, percent="percent").value == 80


@pytest.mark.parametrize(("given", "value"), [("1", 1), ("1.5", 1.5), ("0.8 %", 0.8), ("0", 0), ("0.015", 1.5)])
def test_only_a_share_below_one_is_taken_for_a_percent(given, value):
    assert read_count(given, percent="percent").value == value


def test_a_share_that_is_taken_for_a_percent_is_told_so_even_for_a_number_of_python():
    assert read_count(0.8, percent="percent").read_as == "80 %"
    assert read_count("0.8", percent="percent").read_as == "80 %"
    assert read_count("80 %", percent="percent").read_as == ""


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("0.844", ""),
        ("-0.17", ""),
        ("3", ""),
        ("0,844", "0.844"),
        ("3,170", "3.170"),
        (".5", "0.5"),
        ("−.17", "−0.17"),
        ("−0.17", ""),
        ("84.4 %", "0.844"),
        ("20.086/23.804", "0.8438"),
        ("-1/3", "−0.3333"),
        ("1/32", "0.0313"),
        ("1e-3", "0.001"),
        ("٠٫٨٤٤", "0.844"),
        ("1e15", ""),
        ("1e-20", ""),
        ("1e305/1", ""),
        ("−0/1", "0.0000"),
        ("-0,0", "0.0"),
        ("0.844\n", "0.844"),
    ],
)
def test_a_number_in_another_form_is_repeated_as_it_was_understood(text, read_as):
    assert read_number(text, percent="probability").read_as == read_as


@pytest.mark.parametrize("text", ["1,000", "12,345", "-1,000", "1,000 tokens", "1,000/4", "4/1,000", "≈1,000"])
def test_a_count_that_could_be_in_thousands_is_not_read(text):
    assert "in two ways" in read_count(text, units=("tokens",)).reason


@pytest.mark.parametrize(("text", "value"), [("2,4", 2.4), ("0,125", 0.125), ("1000", 1000), ("1000,125", 1000.125)])
def test_a_count_with_a_comma_that_can_only_be_a_decimal_one_is_read(text, value):
    assert read_count(text).value == value


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (0.844, 0.844),
        (3, 3.0),
        (np.float64(0.844), 0.844),
        (np.float32(0.844), 0.844),
        (np.int8(3), 3.0),
        (np.array(0.844), 0.844),
        (np.array([[0.844]]), 0.844),
        (Fraction(27, 32), 0.84375),
        (Decimal("0.844"), 0.844),
        (1e-7, 1e-7),
        (-0.0, 0.0),
    ],
)
def test_a_number_of_python_or_numpy_is_read(given, value):
    number = read_number(given)
    assert (number.value, number.is_text, number.read_as) == (value, False, "")


@pytest.mark.parametrize(
    "given",
    [
        None,
        True,
        np.True_,
        np.array([True]),
        1j,
        b"0.844",
        [0.844],
        (0.844,),
        {},
        object(),
        float("nan"),
        float("inf"),
        np.float64("-inf"),
        Decimal("sNaN"),
        np.array([1.0, 2.0]),
        np.array([]),
        np.array([None]),
        np.ma.masked,
        10**400,
        10**5000,
        Fraction(10**40, 3),
        lambda: 1,
    ],
    ids=lambda given: type(given).__name__,
)
def test_another_object_is_not_read_and_never_raises(given):
    assert isinstance(read_number(given), NotRead)


@settings(deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(0, 5), st.data())
def test_what_is_printed_in_any_form_reads_back(digits, decimals, data):
    value = float(f"{digits}e-{decimals}")
    form = data.draw(st.sampled_from(number_forms(value, decimals)))
    number = read_number(form)
    assert number.value == value
    assert number.decimals in (decimals, None)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_a_percent_in_any_form_reads_back(digits, data):
    value = float(f"{digits}e-4")
    form = data.draw(st.sampled_from(percent_forms(value, 4)))
    number = read_number(form, percent="probability")
    assert (number.value, number.decimals) == (value, 4)


@settings(deadline=None, max_examples=300)
@given(st.text() | st.text(alphabet="0123456789.,-+eE/% ≈−nats\n"))
def test_any_text_is_read_as_a_number_or_not_at_all(text):
    for read in (read_number, read_count):
        for percent in ("no", "probability", "percent"):
            result = read(text, percent=percent, units=("nats",))
            assert isinstance(result, Number | NotRead)
            if isinstance(result, Number):
                assert np.isfinite(result.value)
            else:
                result.reason.encode()  # prints anywhere, whatever was typed
                assert len(result.reason) < 120
