"""The examples in the docstrings run, and every function that is offered says what it takes and gives."""

import doctest
import importlib
import inspect

import pytest

from lib import plots

MODULES = ["lib.palette", *(f"lib.plots.{name}" for name in ("numerals", "words", "pictures", "read", "style", "svg"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", [name for name in plots.__all__ if name.startswith("plot_")])
def test_each_plot_says_its_parameters_returns_and_errors(name):
    function = getattr(plots, name)
    sections = [f"{title}\n{'-' * len(title)}" for title in ("Parameters", "Returns", "Raises")]
    documentation = inspect.getdoc(function)
    assert all(section in documentation for section in sections)
    assert all(parameter in documentation for parameter in inspect.signature(function).parameters)
