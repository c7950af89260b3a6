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
    ("ca. 0.844", 0.844, 3),
    ("c. 0.844", 0.844, 3),
    ("Circa 0,844", 0.844, 3),
    ("about .844", 0.844, 3),
    ("approx. 0.844", 0.844, 3),
    ("approximately 0.844", 0.844, 3),
    ("p = 0.844", 0.844, 3),
    ("p=0.844", 0.844, 3),
    ("p(dog) = 0.844", 0.844, 3),
    ("P(dog | the [MASK] barked) ≈ 0.844", 0.844, 3),
    ("p_dog = ca. 0.844", 0.844, 3),
    ("loss: 0.17 nats", 0.17, 2),
    ("−ln p(dog) = 0.17", 0.17, 2),
    ("ln p = −0.17", -0.17, 2),
    ("0.844...", 0.844, 3),
    ("0.844…", 0.844, 3),
    ("0.844 …", 0.844, 3),
    ("0.169… nats", 0.169, 3),
    ("3...", 3.0, 0),
    ("0.844.", 0.844, 3),
    ("(0.844)", 0.844, 3),
    ("[0.844]", 0.844, 3),
    ("“0.844”", 0.844, 3),
    ("'0.844'", 0.844, 3),
    ("$p = 0.844$", 0.844, 3),
    ("0.17 (nats)", 0.17, 2),
    ("0.17 [nats]", 0.17, 2),
    ("0.17 nats.", 0.17, 2),
    ("8.44 × 10^-1", 0.844, 3),
    ("8.44 x 10^-1", 0.844, 3),
    ("8.44*10**-1", 0.844, 3),
    ("8.44·10⁻¹", 0.844, 3),
    ("8,44 ⋅ 10⁻¹", 0.844, 3),
    ("8.44×10^{-1}", 0.844, 3),
    (r"8.44 \times 10^{-1}", 0.844, 3),
    ("8.44e-1", 0.844, 3),
    ("8.44E−1", 0.844, 3),
    ("1.7 × 10⁻¹ nats", 0.17, 2),
    ("1.5×10²", 150.0, 0),
    ("8×10^-1/2", 0.4, None),
]
NOT_READ = [
    ("", "has no digits"),
    (".", "has no digits"),
    ("-", "has no digits"),
    ("p =", "has no digits"),
    ("()", "has no digits"),
    ("e5", "begins with “e”"),
    ("/2", "begins with “/”"),
    ("1/", "ends in “/”"),
    ("1/.", "ends in “/.”"),
    ("0,84,4", "has two commas"),
    ("0.84.4", "has two points"),
    ("0.84.4...", "has two points"),
    ("1,2,3,4", "has several commas"),
    ("1.234,5", "has a comma and a point"),
    ("1,234.5", "has a comma and a point"),
    ("1/2/3", "has two fraction bars"),
    ("80%%", "has two percent signs"),
    ("80%%%", "has several percent signs"),
    ("1/0", "divides by zero"),
    ("0/0", "divides by zero"),
    ("1/0.000", "divides by zero"),
    ("1e400", "is too large"),
    ("1×10^400", "is too large"),
    ("-1e400", "is too large"),
    ("1e400/1e400", "is too large"),
    ("1e-400", "is too small"),
    ("1/1e400", "is too small"),
    ("1e9999", "is not a number"),
    ("--1", "begins with “--”"),
    ("+-1", "begins with “+-”"),
    ("− −1", "begins with “- -”"),
    ("0.84 4", "has a space between two numbers"),
    ("1 000", "has a space between two numbers"),
    ("0.844 = 84.4 %", "has “=” between two numbers, and one is asked for"),
    ("-ln(0.844) = 0.17", "has “=” between two numbers"),
    ("27/32 = 0.844", "has “=” between two numbers"),
    ("27/32 ≈ 0.844", "has “≈” between two numbers"),
    ("-ln 0.844 ≈ 0.17", "has “≈” between two numbers"),
    ("20.1/23.8=", "ends in “=”"),
    ("==0.844", "begins with “==”"),
    ("1/2 3", "has a space between two numbers"),
    ("80% of 15%", "has “% of” between two numbers"),
    ("0.844 (84.4 %)", "has “(” between two numbers"),
    ("0.844 ± 0.001", "has “±” between two numbers"),
    ("0.84-0.85", "is a calculation"),
    ("0·844", "has “·” between two numbers"),
    ("0'844", "has “'” between two numbers"),
    ("12 of 15", "has “of” between two numbers"),
    ("80, 10, 10", "has “,” between two numbers"),
    ("20.086:23.804", "has “:” between two numbers"),
    ("1 − 0.156", "is a calculation, and what it comes to is asked for"),
    ("-ln 0.844", "is a calculation"),
    ("e^3/(e^3+e^1)", "is a calculation"),
    ("exp(3)/23.8", "is a calculation"),
    ("éln 2", "is a calculation"),
    ("log2(3)", "is a calculation"),
    ("10^-1", "is a calculation"),
    ("8.44×10-1", "is a calculation"),
    ("10⁻¹", "ends in “⁻¹”"),
    ("NaN", "has no digits"),
    ("inf", "has no digits"),
    ("-Infinity", "has no digits"),
    ("eighty", "has no digits"),
    ("0x1F", "has “x” between two numbers"),
    ("2e", "ends in “e”"),
    ("1_000", "has “_” between two numbers"),
    ("10²", "ends in “²”"),
    ("½", "has no digits"),
    ("0.17 bits", "ends in “bits”, and what is asked for is in nats"),
    ("0.17 Loss", "ends in “Loss”"),
    ("a) 0.844", "begins with “a)”"),
    ("<0.844", "begins with “<”"),
    ("0.844?", "ends in “?”"),
    ("0.844,", "ends in “,”"),
    ("(0.844", "begins with “(”"),
    ("0.844 🙂", "ends in “🙂”"),
    ("🙂", "has no digits"),
    ("<b>0.844</b>", "begins with “<b>”"),
    ("0.844; alert(1)", "has “; alert(” between two numbers"),
    ("0\x000.844", "has a space between two numbers"),
    ("८४", "has no digits"),
    ("84 %", "is a percent"),
    ("9" * 10_000, "is too long"),
    ("9" * 81, "is too long"),
    (" " * 10_000 + "9" * 100, "is too long"),
    ("\ud800", "has no digits"),
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
        *(("3", ""), ("3.0", ""), ("3 tokens", ""), ("6/2", "3"), ("3,0", "3"), ("3e0", "3"), ("7/2", "3.5")),
        *(("10/3", "3.3333"), ("~3", "3"), ("100/1", "100"), ("0,50", "0.5"), ("1,200", "")),
    ],
)
def test_a_count_is_repeated_as_people_write_it(text, read_as):
    assert getattr(read_count(text, units=("tokens",)), "read_as", "") == read_as


@pytest.mark.parametrize(
    ("text", "read_as"),
    [("8/10", "80 %"), ("80,0", "80 %"), ("80.0 %", ""), ("80%", ""), ("0.80", "80 %"), ("0.805", "80.5 %")],
)
def test_a_percent_is_repeated_as_people_write_it(text, read_as):
    assert read_count(text, percent="percent").read_as == read_as


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
        ("844/1000", "0.844"),
        ("p = 0.844", "0.844"),
        ("8.44 × 10^-1", "0.844"),
        ("0.844…", "0.844"),
        ("(0.844)", "0.844"),
        ("ca. 0.80", "0.80"),
        ("1e-3", "0.001"),
        ("٠٫٨٤٤", "0.844"),
        ("1e15", ""),
        ("1e-20", ""),
        ("1e305/1", ""),
        ("−0/1", "0"),
        ("-0,0", "0.0"),
        ("0.844\n", "0.844"),
    ],
)
def test_a_number_in_another_form_is_repeated_as_it_was_understood(text, read_as):
    assert read_number(text, percent="probability").read_as == read_as


@pytest.mark.parametrize(
    "text",
    [
        "1,000",
        "12,345",
        "-1,000",
        "1,000 tokens",
        "1,000/4",
        "4/1,000",
        "≈1,000",
        "(1,000)",
        "1,000.",
        "n = 1,000",
        "1,000…",
    ],
)
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


class Scalar:
    """A number of a library that the book does not know."""

    shape = ()

    def item(self):
        return 0.75


class Array:
    """An array of such a library."""

    shape = (3,)


@pytest.mark.parametrize("text", ["84.4/100 %", "27/32%", "8/10 percent"])
def test_a_fraction_with_a_percent_sign_is_not_read(text):
    for percent in ("probability", "percent"):
        assert "can be read in two ways" in read_number(text, percent=percent).reason


@pytest.mark.parametrize("given", ["3/20", "-1/3", Fraction(3, 20)])
def test_a_fraction_of_one_is_no_count(given):
    assert "is a fraction of one" in read_count(given).reason
    assert read_count(given, percent="percent").value != 0


def test_a_number_of_another_library_is_read_and_an_array_is_told_to_be_one():
    assert read_number(Scalar()).value == 0.75
    for array in (Array(), np.array([0.8, 0.2])):
        assert read_number(array).reason == "That is an array, and one number is asked for"


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
@given(st.text() | st.text(alphabet="0123456789.,-+eE/% ≈−nats\n=()[]×10^⁻¹…p:"))
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
