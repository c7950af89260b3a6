"""A salt, a roster, and what a class book is to hold."""

import pytest

from lib.bank import EXERCISES
from lib.site.class_book.numbers import class_numbers
from lib.site.class_book.source import Stripped

SALT = b"b7e1c07de94a4c55a9e0d2817b6c3f1f"


@pytest.fixture
def salt(tmp_path):
    path = tmp_path / "salt.txt"
    path.write_bytes(SALT + b"\n")
    return path


@pytest.fixture
def roster(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("student,first_name\nada,Ada\nbob,Bob\n", "utf-8")
    return path


def stripped_of(*numbers, hints="all", has_figures=True):
    """Give what a class book of some exercises, or of all, is to hold."""
    exercises = tuple(each for each in EXERCISES if not numbers or each.number in numbers)
    issued = {each.id: class_numbers(each, SALT, "class") for each in exercises}
    return Stripped("A class", "0123abcd", exercises, issued, hints, has_figures)
