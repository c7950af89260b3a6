"""What the instructors' page says of numbers is so."""

import re

import pytest

from lib.assign.issue import variants
from lib.bank import EXERCISES
from tests.instructors.test_commands import PAGE

SALT = b"a salt for these tests, long enough for any class"
MANY = 200


@pytest.mark.long
def test_the_page_says_how_many_sets_of_numbers_there_are_where_they_are_few():
    found = {each.number: len(variants(each, SALT, "class", MANY)) for each in EXERCISES if each.draw}
    (bullet,) = re.findall(r"^- \*\*Some numbers are few\.\*\*(?:.+\n)+?(?=- )", PAGE, re.MULTILINE)
    said = {number: int(sets) for number, sets in re.findall(r"(\d\.\d) has (\d+)", bullet)}
    few = {number: sets for number, sets in found.items() if sets < MANY}
    assert said.keys() == few.keys()
    # Drawing gives up before the last of many is found.
    assert all(few[number] <= sets <= few[number] + 3 for number, sets in said.items()), few
