"""The examples in the docstrings of `lib.assign`, `lib.grade` and what they share give what they show."""

import doctest
import importlib
import pkgutil

import pytest

import lib.assign
import lib.assign.paper
import lib.grade

MODULES = [
    "lib.files",
    "lib.bank.results",
    *(
        f"{package.__name__}.{each.name}"
        for package in (lib.assign, lib.assign.paper, lib.grade)
        for each in pkgutil.iter_modules(package.__path__)
    ),
]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_in_docstrings_give_what_they_show(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
