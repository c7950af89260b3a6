"""Which version of an exercise was issued: a hash of what it says and does."""

from __future__ import annotations

import json
from hashlib import sha256

from lib.answers.table import answer_table
from lib.bank import Exercise, numbers_for

PROBES = ("version-1", "version-2", "version-3")
"""Seeds whose draws stand for what an exercise's functions do."""


def version_of(exercise: Exercise) -> str:
    """Return the version of one exercise: another one if its texts, draws, answers or mistakes change."""
    drawn = [numbers_for(exercise, seed) for seed in PROBES] if exercise.draw else []
    numbers = [exercise.defaults, *drawn]
    texts = (exercise.id, exercise.number, exercise.title, exercise.prompt, exercise.hints, exercise.solution)
    said = [texts, numbers, [answer_table(exercise, each) for each in numbers]]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def version_of_all(versions: dict[str, str]) -> str:
    """Return one version for several exercises."""
    return sha256(json.dumps(versions, sort_keys=True).encode()).hexdigest()[:16]
