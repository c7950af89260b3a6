"""The examples in the docstrings of `lib.answers` give what they show."""

import doctest
import importlib
import pkgutil

import pytest

import lib.answers

MODULES = [f"lib.answers.{module.name}" for module in pkgutil.iter_modules(lib.answers.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_give_what_they_show(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
