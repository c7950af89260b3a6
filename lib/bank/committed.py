"""The committed variants: new numbers that have an address, the same for everybody for good."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from lib.bank.definition import Exercise, Numbers

FILE = Path(__file__).with_name("variants.json")


def variants_of(exercise: Exercise) -> tuple[Numbers, ...]:
    """Return every set of numbers that an exercise has: the book's first, then its variants in order."""
    return (exercise.defaults, *_committed().get(exercise.id, ()))


@cache
def _committed() -> dict[str, tuple[Numbers, ...]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {name: tuple(_frozen(numbers) for numbers in variants) for name, variants in found.items()}


def _frozen(numbers: dict[str, Any]) -> Numbers:
    """Return numbers as they were before JSON made lists of their tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in numbers.items()}
