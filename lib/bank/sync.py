"""Write the bank's texts into the chapters: ``python -m lib.bank.sync``.

A level's chapter gets each exercise's prompt, hints and solution, the self-check its cards, the page for
instructors its tables. The chapter keeps everything else: what stands before an exercise's heading and
after its solution, or around cards and tables, is the author's. With ``--check`` nothing is written, and a
difference is an error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from lib.bank import EXERCISES, LEVELS
from lib.bank import exercise as exercise_of
from lib.bank.cards import CARDS, Card
from lib.bank.definition import Exercise, Numbers
from lib.bank.render import render
from lib.bank.survey import survey

CHAPTERS = Path(__file__).parents[2] / "chapters"
SELF_CHECK = "self-check"
INSTRUCTORS = "instructors"


def block(exercise: Exercise) -> str:
    """Return the exercise as it stands in a chapter: heading, prompt, hints, solution."""
    asked = prompt_and_hints(exercise, exercise.defaults, hints=len(exercise.hints))
    solution = _directive("solution", exercise.id, ":class: dropdown", render(exercise.solution, exercise))
    return f"{asked}\n{solution}\n"


def prompt_and_hints(exercise: Exercise, numbers: Numbers, *, hints: int) -> str:
    """Return the exercise without its solution, with these numbers and as many of its hints."""
    parts = [
        f"## {exercise.number} {exercise.title}",
        _directive("exercise", "", _naming(exercise), render(exercise.prompt, exercise, numbers)),
        *(
            _directive("hint", "", ":class: dropdown", render(hint, exercise, numbers))
            for hint in exercise.hints[:hints]
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _naming(exercise: Exercise) -> str:
    """Return the options that name an exercise; JupyterLab counts by the second, else from 1 in each chapter."""
    return f":label: {exercise.id}\n:enumerator: {exercise.number}"


def card_block(card: Card) -> str:
    """Return a card as it stands in the self-check: the question, then the answer, closed."""
    taught = exercise_of(card.exercise)
    see = f"See {{ref}}`{taught.number} <{taught.id}>`."
    answer = f"**{card.text(card.answer)}**\n\n{card.text(card.why)} {see}"
    options = f":class: dropdown\n:name: card-{card.id}"
    return f"{card.text(card.question)}\n\n{_directive('admonition', 'Answer', options, answer)}\n"


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
                f"no place for exercise {exercise.number}: the chapter needs ```{{exercise}} with "
                f":label: {exercise.id}, and after it ```{{solution}} {exercise.id}"
            )
    return text


def dealt(text: str, cards: tuple[Card, ...]) -> str:
    """Return the self-check's text with its block of cards brought up to date.

    Raises
    ------
    ValueError
        If there is no ``::::{div} cards`` that a ``::::`` closes.
    """
    return _filled(text, "cards", "\n".join(map(card_block, cards)))


def surveyed(text: str) -> str:
    """Return the instructors' page with its tables of levels and exercises brought up to date.

    Raises
    ------
    ValueError
        If there is no ``::::{div} survey`` that a ``::::`` closes.
    """
    return _filled(text, "survey", f"{survey()}\n")


def _filled(text: str, name: str, inside: str) -> str:
    """Return a chapter's text with something put into its block of this name."""
    pattern = re.compile(r"(^(:{3,})\{div\} " + name + r"\n).*?(^\2$)", re.MULTILINE | re.DOTALL)
    text, found = pattern.subn(lambda match: f"{match[1]}\n{inside}\n{match[3]}", text, count=1)
    if not found:
        raise ValueError(
            f"no place for the {name}: the chapter needs a line ::::{{div}} {name} and, after it, a line ::::"
        )
    return text


def _chapters() -> Iterator[tuple[Path, Callable[[str], str]]]:
    """Yield every chapter that the bank writes into, with the function that brings its text up to date."""
    for level in LEVELS:
        exercises = tuple(each for each in EXERCISES if each.level == level.number)
        yield CHAPTERS / f"{level.page}.md", partial(synced, exercises=exercises)
    yield CHAPTERS / f"{SELF_CHECK}.md", partial(dealt, cards=CARDS)
    yield CHAPTERS / f"{INSTRUCTORS}.md", surveyed


def main(arguments: list[str]) -> int:
    """Sync every chapter, or check that nothing is out of date."""
    stale = []
    for path, update in _chapters():
        before = path.read_text(encoding="utf-8")
        after = update(before)
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
