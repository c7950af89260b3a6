"""Write each exercise's prompt, hints and solution into its chapter: ``python -m lib.bank.sync``.

The chapter keeps everything else: what stands before an exercise's heading and after its
solution is the author's. With ``--check`` nothing is written, and a difference is an error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from lib.bank import EXERCISES, LEVELS
from lib.bank.definition import Exercise
from lib.bank.render import render

CHAPTERS = Path(__file__).parents[2] / "chapters"


def block(exercise: Exercise) -> str:
    """Return the exercise as it stands in a chapter: heading, prompt, hints, solution."""
    parts = [
        f"## {exercise.number} {exercise.title}",
        _directive("exercise", exercise.number, f":label: {exercise.id}", render(exercise.prompt, exercise)),
        *(_directive("hint", "", ":class: dropdown", render(hint, exercise)) for hint in exercise.hints),
        _directive("solution", exercise.id, ":class: dropdown", render(exercise.solution, exercise)),
    ]
    return "\n\n".join(parts) + "\n"


def _directive(name: str, argument: str, option: str, body: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"^`{3,}", body, re.MULTILINE)), default=0))
    return f"{fence}{{{name}}} {argument}".rstrip() + f"\n{option}\n\n{body.strip()}\n{fence}"


def _plain(replacement: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement whose backslashes stay what they are."""
    return lambda _: replacement


def synced(text: str, exercises: tuple[Exercise, ...]) -> str:
    """Return a chapter's text with the block of each exercise brought up to date.

    Raises
    ------
    ValueError
        If an exercise has no ``{exercise}`` with its label followed by its ``{solution}``.
    """
    for exercise in exercises:
        pattern = re.compile(
            r"(?:^## [^\n]*\n\s*\n)?"
            r"^(`{3,})\{exercise\}[^\n]*\n:label: " + re.escape(exercise.id) + r"\n.*?"
            r"^(`{3,})\{solution\} " + re.escape(exercise.id) + r"\n.*?^\2\n",
            re.MULTILINE | re.DOTALL,
        )
        text, found = pattern.subn(_plain(block(exercise)), text, count=1)
        if not found:
            raise ValueError(
                f"no place for exercise {exercise.number}: the chapter needs ```{{exercise}} {exercise.number} with "
                f":label: {exercise.id}, and after it ```{{solution}} {exercise.id}"
            )
    return text


def main(arguments: list[str]) -> int:
    """Sync every chapter, or check that nothing is out of date."""
    stale = []
    for level in LEVELS:
        path = CHAPTERS / f"{level.page}.md"
        before = path.read_text(encoding="utf-8")
        after = synced(before, tuple(each for each in EXERCISES if each.level == level.number))
        if after != before:
            stale.append(path.name)
            if "--check" not in arguments:
                path.write_text(after, encoding="utf-8")
    if stale and "--check" in arguments:
        print(f"not what the bank says: {', '.join(stale)}. Run `make sync`.", file=sys.stderr)
        return 1
    print(f"written: {', '.join(stale)}" if stale else "the chapters are what the bank says")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
