"""The docstrings of the maths: their examples run, and each says what it has to."""

import doctest
import importlib
import inspect

import pytest

import lib

MODULES = [
    importlib.import_module(f"lib.{name}")
    for name in (
        "attention",
        "attention_diagnosis",
        "attention_goals",
        "attention_patterns",
        "corruption",
        "encoder",
        "entropies",
        "heads",
        "losses",
        "masking",
        "probabilities",
        "wordpiece",
    )
]
FUNCTIONS = [
    function
    for module in MODULES
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if name in lib.__all__ and function.__module__ == module.__name__
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_give_what_they_show(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_docstring_has_its_sections_in_order_and_one_example(function):
    text = inspect.getdoc(function)
    places = [
        text.find(f"\n{title}\n{'-' * len(title)}\n")
        for title in ("Parameters", "Returns", "Raises", "References", "Examples")
    ]
    assert -1 not in places
    assert places == sorted(places)
    assert text.splitlines()[0].endswith(".")
    assert ">>>" in text


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_docstring_names_every_parameter(function):
    head, _, _ = inspect.getdoc(function).partition("\nReturns\n")
    for name in inspect.signature(function).parameters:
        assert f"\n{name} :" in head or f"\n{name}, " in head or f", {name} :" in head, name
