"""The tables that instructors choose by: their sums, worked out anew from the chapters and the judge's tables."""

import re

from lib.answers import answer_table
from lib.bank import EXERCISES, LEVELS
from lib.bank.survey import survey
from lib.bank.sync import CHAPTERS


def rows_of(text):
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| {"]
    return {re.search(r"<(.+)>", row[0])[1]: row[1:] for row in found}


def test_points_and_minutes_of_an_exercise_are_those_that_the_judge_gives():
    rows = rows_of(survey())
    for each in EXERCISES:
        fields = answer_table(each)["fields"]
        read = sum(field["points"] for field in fields if field["kind"] == "argument")
        keyed = sum(field["points"] for field in fields if field["kind"] != "argument")
        numbers = "own" if each.draw else "fixed"
        assert rows[each.id] == [str(each.minutes), str(each.points), str(keyed), str(read), numbers]


def test_a_levels_sums_are_those_that_its_chapter_opens_with():
    lines = {
        line.split("<")[1].split(">")[0]: line for line in survey().splitlines() if re.match(r"\| \d \{doc\}", line)
    }
    for level in LEVELS:
        opening = (CHAPTERS / f"{level.page}.md").read_text("utf-8")
        _, points, minutes = re.search(r"\*(\d+) exercises · (\d+) points · about (\d+) minutes", opening).groups()
        cells = [cell.strip() for cell in lines[level.page].strip("|").split("|")]
        assert cells[1:3] == [minutes, points]
        assert int(cells[3]) + int(cells[4]) == int(points)
        assert cells[5] == level.bloom


def test_every_level_says_what_it_leads_to_and_what_comes_before():
    text = survey()
    for level in LEVELS:
        assert all(objective in text for objective in level.objectives)
        assert all(f"{{doc}}`{page}`" in text for page in level.before)
