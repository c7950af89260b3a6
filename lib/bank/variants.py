"""Write the variants that the pages offer: ``python -m lib.bank.variants``.

They are drawn from the seeds 1, 2, 3 …; numbers with the answers of earlier ones are left out. A
variant's number is part of an address, so a change of committed ones is told. With ``--check``
nothing is written, and a difference is an error.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

from lib.bank import EXERCISES, variants_of
from lib.bank.committed import FILE
from lib.bank.definition import Exercise, Numbers
from lib.bank.draws import numbers_for
from lib.bank.render import render

VARIANTS = 25
"""How many each exercise has, besides the book's own numbers."""

SEEDS = range(1, 401)


def draw_variants(exercise: Exercise) -> tuple[Numbers, ...]:
    """Draw the variants of an exercise, no two with the same answers.

    Where the seeds give too few of these (4.3 asks for one small count), a pair may share its answers.
    """
    drawn = [numbers_for(exercise, seed) for seed in SEEDS]
    found = [exercise.defaults]
    for most in (1, 2):
        times = Counter(_answers(exercise, numbers) for numbers in found)
        for numbers in drawn:
            answers = _answers(exercise, numbers)
            if len(found) <= VARIANTS and numbers not in found and times[answers] < most:
                times[answers] += 1
                found.append(numbers)
    return tuple(found[1:])


def _answers(exercise: Exercise, numbers: Numbers) -> tuple[str, ...]:
    """Return the answers as they would be typed."""
    answers = (field.answer(numbers) for field in exercise.keyed)
    return tuple(f"{each:.4f}" if isinstance(each, float) else render(str(each), exercise, numbers) for each in answers)


def as_text(variants: dict[str, tuple[Numbers, ...]]) -> str:
    """Return the file's text: one line for each variant."""
    blocks = (
        f"{json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(numbers)}" for numbers in drawn) + "\n]"
        for name, drawn in variants.items()
    )
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def changes(drawn: dict[str, tuple[Numbers, ...]]) -> list[str]:
    """Say which committed variants would get other numbers, so that links to them lead elsewhere."""
    told = []
    for exercise in EXERCISES:
        pairs = zip(variants_of(exercise)[1:], drawn.get(exercise.id, ()), strict=False)
        changed = [str(number) for number, (before, after) in enumerate(pairs, start=1) if before != after]
        if changed:
            told.append(f"{exercise.number}: other numbers for variant {', '.join(changed)}")
    return told


def main(arguments: list[str]) -> int:
    """Write the variants, or check that they are up to date."""
    drawn = {exercise.id: draw_variants(exercise) for exercise in EXERCISES if exercise.draw}
    text = as_text(drawn)
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
        print(f"{sum(map(len, drawn.values()))} variants of {len(drawn)} exercises are what the bank draws")
        return 0
    told = changes(drawn)
    if "--check" in arguments:
        print("\n".join(["variants.json is not what the bank draws. Run `make variants`.", *told]), file=sys.stderr)
        return 1
    FILE.write_text(text, encoding="utf-8")
    print("\n".join([f"written: {FILE.name}", *told]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
