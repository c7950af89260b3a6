"""What each level and each exercise asks of a class, as Markdown for the instructors' page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lib.bank import EXERCISES, LEVELS, Exercise, Level


def survey() -> str:
    """Return a table of the levels, then for each of them its objectives and a table of its exercises."""
    return "\n\n".join([_table(LEVEL_HEADINGS, map(_level_row, LEVELS)), *map(_level, LEVELS)])


LEVEL_HEADINGS = ("level", "minutes", "points", "graded", "to read", "asks to")
EXERCISE_HEADINGS = ("exercise", "minutes", "points", "graded", "to read", "numbers")


def _exercises(level: Level) -> tuple[Exercise, ...]:
    return tuple(each for each in EXERCISES if each.level == level.number)


def _level_row(level: Level) -> Iterable[object]:
    return (f"{level.number} {{doc}}`{level.title} <{level.page}>`", *_sums(_exercises(level)), level.bloom)


def _sums(exercises: Sequence[Exercise]) -> tuple[int, int, int, int]:
    """Return minutes, points, points for computed answers, and points for arguments."""
    points, read = sum(each.points for each in exercises), sum(map(_read, exercises))
    return sum(each.minutes for each in exercises), points, points - read, read


def _read(exercise: Exercise) -> int:
    return sum(criterion.points for criterion in exercise.rubric)


def _level(level: Level) -> str:
    before = " and ".join(f"{{doc}}`{page}`" for page in level.before)
    objectives = "; ".join(level.objectives)
    rows = (_exercise_row(each) for each in _exercises(level))
    head = f"**{level.number} {level.title}.** Afterwards students can {objectives}. Before it: {before}."
    return f"{head}\n\n{_table(EXERCISE_HEADINGS, rows)}"


def _exercise_row(exercise: Exercise) -> Iterable[object]:
    name = f"{{ref}}`{exercise.number} {exercise.title} <{exercise.id}>`"
    return (name, *_sums([exercise]), "own" if exercise.draw else "fixed")


def _table(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
