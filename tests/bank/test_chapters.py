"""The chapters say what the bank says."""

import re

import pytest

from lib.bank import EXERCISES, LEVELS, render
from lib.bank.sync import block, synced
from tests.conftest import ROOT

CHAPTERS = ROOT / "chapters"


def text_of(level):
    return (CHAPTERS / f"{level.page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_a_chapter_is_what_the_bank_says(level):
    mine = tuple(each for each in EXERCISES if each.level == level.number)
    assert synced(text_of(level), mine) == text_of(level), "run `make sync`"


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_a_chapter_opens_with_its_count_points_minutes_and_objectives(level):
    mine = [each for each in EXERCISES if each.level == level.number]
    text = text_of(level)
    assert f"# {level.title}\n" in text
    points, minutes = sum(each.points for each in mine), sum(each.minutes for each in mine)
    assert f"*{len(mine)} exercises · {points} points · about {minutes} minutes · before this:" in text
    for page in level.before:
        assert f"{{doc}}`{page}`" in text.split("\n## ")[0]
    opening = " ".join(text.split("\n## ")[0].split())
    for objective in level.objectives:
        assert objective in opening, objective


@pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.page)
def test_the_welcome_page_tells_each_levels_exercises_and_minutes(level):
    mine = [each for each in EXERCISES if each.level == level.number]
    index = (CHAPTERS / "index.md").read_text(encoding="utf-8")
    item = index[index.index(f"({level.page}") if f"({level.page}" in index else index.index(level.page) :]
    assert f"{len(mine)} exercises · {sum(each.minutes for each in mine)} minutes" in item[:600]


def test_sync_changes_nothing_outside_an_exercise():
    exercise = EXERCISES[0]
    frame = f"before\n\n```{{exercise}}\n:label: {exercise.id}\n```\n\n```{{solution}} {exercise.id}\n```\n\nafter\n"
    once = synced(frame, (exercise,))
    assert once == f"before\n\n{block(exercise)}\nafter\n"
    assert synced(once, (exercise,)) == once


def test_sync_says_what_a_chapter_lacks():
    with pytest.raises(ValueError, match=r"no place for exercise 1\.1"):
        synced("nothing here\n", (EXERCISES[0],))


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.number)
def test_no_placeholder_is_left_in_a_text(exercise):
    for text in (exercise.prompt, *exercise.hints, exercise.solution):
        rendered = render(text, exercise)
        assert "<<" not in rendered
        assert ">>" not in rendered
        assert "nan" not in re.findall(r"\bnan\b", rendered)


def test_an_unknown_placeholder_is_named():
    with pytest.raises(KeyError, match="<<nonsense>>"):
        render("<<nonsense>>", EXERCISES[0])


def test_every_notebook_page_can_be_opened_as_a_notebook():
    for path in CHAPTERS.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        if "{code-cell}" in text:
            head = text.split("---")[1]
            assert "jupytext:" in head, path.name
            assert "kernelspec:" in head, path.name
