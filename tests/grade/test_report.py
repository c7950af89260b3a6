"""The report on a class: its numbers against a count that knows how the answers were made, and no name in it."""

import csv
import json
from collections import Counter
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from lib.answers.packing import as_table, patched
from lib.assign.command import main as assign
from lib.bank import EXERCISES
from lib.grade.command import main
from lib.grade.tally import in_common
from tests.grade.conftest import typed

STUDENTS = 24
UNREAD, NO_NUMBER = "about a half", "no idea"


def wrong(field):
    """Give an answer that is read, and is neither right nor a mistake that has a name; nothing for a choice."""
    return {"number": "0.43211", "count": "987", "shape": "(17, 19, 23)"}.get(field["kind"])


def answer(field, rng):
    """Give what a student does with a field, and what to type."""
    named = [each for each in field.get("mistakes", ()) if not each.get("excused")]
    fate = rng.choice(["right", "right", "mistake", "mistake", "wrong", "not read", "left out"])
    if field["kind"] == "argument":
        return ("left out", None) if fate == "left out" else ("given", "Because of that.")
    if fate == "wrong" and wrong(field) is None:
        fate = "left out"
    if fate == "mistake":
        each = rng.choice(named)
        return each["name"], typed(each["value"])
    return fate, {"right": typed(field["answer"]), "wrong": wrong(field), "not read": "?!", "left out": None}[fate]


@pytest.fixture(scope="module")
def class_of_many(tmp_path_factory):
    """A graded class: the directory, and what each student did, by exercise and field."""
    home = tmp_path_factory.mktemp("many")
    (home / "salt").write_bytes(b"f3b1c07de94a4c55a9e0d2817b6c3f10")
    names = [f"pupil{n:02d}" for n in range(STUDENTS)]
    (home / "roster.csv").write_text("student,last_name\n" + "".join(f"{n},Surname{n}\n" for n in names), "utf-8")
    wanted = ["all", "--salt", home / "salt", "--roster", home / "roster.csv", "--to", home / "out"]
    assert assign([*map(str, wanted), "--targets", "key", "--variants", "1"]) == 0
    manifest = json.loads((home / "out" / "manifest.json").read_text("utf-8"))
    rng, rows, did = Random(5), [("student", "exercise", "field", "answer")], {}
    for name in names[:-2]:  # two hand in nothing
        for key, each in manifest["exercises"].items():
            change = manifest["students"][name]["issued"].get(key, {"change": {}})["change"]
            for field in as_table(patched(each["table"], change))["fields"]:
                fate, text = answer(field, rng)
                did.setdefault(each["number"], {}).setdefault(field["name"], []).append(fate)
                rows += [] if text is None else [(name, each["number"], field["name"], text)]
    with (home / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    assert main([str(home / "out" / "manifest.json"), str(home / "answers.csv"), "--to", str(home / "graded")]) == 0
    return home / "graded", did


@pytest.fixture(scope="module")
def page(class_of_many):
    return BeautifulSoup((class_of_many[0] / "report.html").read_text("utf-8"), "html.parser")


def rows_of(table):
    """Give a table's rows below its heading as texts."""
    return [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")[1:]]


def section(page, heading):
    [found] = [each for each in page.find_all("section") if each.h2.get_text().startswith(heading)]
    return found


@pytest.fixture(scope="module")
def grades(class_of_many):
    """The rows of grades.csv, by exercise and field."""
    rows = {}
    with (class_of_many[0] / "grades.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault((row["exercise"], row["field"]), []).append(row)
    return rows


@pytest.mark.parametrize("number", [each.number for each in EXERCISES if each.keyed])
def test_each_part_has_as_many_right_and_wrong_as_were_typed(page, class_of_many, grades, number):
    did = {name: fates for name, fates in class_of_many[1][number].items() if "given" not in fates}
    rows = rows_of(section(page, f"{number} ").find("table"))
    for row, (name, fates) in zip(rows, did.items(), strict=True):
        right, carried, mistake, other, not_read, left_out = map(int, row[1:])
        planned = [fates.count(fate) for fate in ("right", "not read", "left out")]
        assert [right, not_read, left_out] == planned
        # What was typed as a slip may be the right step from another slip, which only the grades know.
        known = Counter((each["status"], each["points"] != "0") for each in grades[number, name])
        assert [carried, mistake, other] == [known["mistake", True], known["mistake", False], known["wrong", False]]
        assert sum(map(int, row[1:])) == STUDENTS - 2


def test_each_mistake_is_counted_as_the_grades_count_it(page, grades):
    for number in {number for number, _ in grades}:
        of_exercise = [row for (of, _), rows in grades.items() if of == number for row in rows]
        wanted = Counter(row["mistake"] for row in of_exercise if row["status"] == "mistake" and row["points"] == "0")
        found = Counter()
        for table in section(page, f"{number} ").find_all("table")[1:]:
            for _, name, count, told in rows_of(table):
                found[name] += int(count)
                assert told
        assert found == wanted


def test_named_mistakes_are_found_under_their_names(page, class_of_many):
    """In parts that follow from no other, what was planned is what the report says."""
    for number, field in (("2.1", "p_dog"), ("1.3", "token"), ("4.3", "masked"), ("5.2", "grid")):
        planned = Counter(class_of_many[1][number][field])
        rows = rows_of(section(page, f"{number} ").find_all("table")[1])
        label = rows[0][0]
        found = {row[1]: int(row[2]) for row in rows if row[0] == label}
        general = ("right", "wrong", "not read", "left out")
        assert found == {name: count for name, count in planned.items() if name not in general}


def test_the_overview_counts_students_by_exercise(page, class_of_many):
    with (class_of_many[0] / "grades.csv").open(encoding="utf-8", newline="") as file:
        grades = list(csv.DictReader(file))
    for label, *counts in rows_of(section(page, "How far").find("table")):
        each = next(e for e in EXERCISES if e.number == label.split()[0])
        computed = {field.name for field in each.keyed}
        good, given = Counter(), set()
        for row in grades:
            if row["exercise"] == each.number and row["field"] in computed:
                given.add(row["student"])
                good[row["student"]] += row["points"] != "0"
        full = sum(good[student] == len(computed) for student in given)
        none = sum(good[student] == 0 for student in given)
        assert [int(count) for count in counts] == [full, len(given) - full - none, none, STUDENTS - 2 - len(given)]


def test_the_first_mistakes_are_the_most_frequent(page):
    tables = [table for each in page.find_all("section")[2:] for table in each.find_all("table")[1:]]
    everywhere = sorted((int(row[2]) for table in tables for row in rows_of(table)), reverse=True)
    listed = [int(each.b.next_sibling.split()[1]) for each in page.ol.find_all("li")]
    assert listed == everywhere[:10]
    assert f"{len(everywhere) - 10} more are rarer" in page.get_text()


def test_nobody_is_named(class_of_many):
    text = (class_of_many[0] / "report.html").read_text("utf-8")
    assert "pupil" not in text
    assert "Surname" not in text
    assert "pupil03" in (class_of_many[0] / "grades.csv").read_text("utf-8")


def test_the_report_needs_no_other_file_and_every_chart_has_words_and_a_table(page, class_of_many):
    text = (class_of_many[0] / "report.html").read_text("utf-8")
    assert not page.find_all(["script", "link", "img", "iframe"])
    assert "url(" not in text
    assert not page.find_all(href=True)
    charts = page.select(".chart")
    assert len(charts) == 2
    for each in charts:
        assert each["role"] == "img"
        assert len(each["aria-label"]) > 60
        assert all(svg["aria-hidden"] == "true" for svg in each.find_all("svg"))
    numbers = [row[1:] for row in rows_of(section(page, "How far").find("table"))]
    drawn = [each.get_text() for each in charts[0].select_one(".wide").find_all("text")]
    assert Counter(n for row in numbers for n in row if int(n) > 1) - Counter(drawn) == Counter()


def test_a_class_without_answers_gets_a_report_that_says_so(manifest_path, tmp_path):
    (tmp_path / "a.csv").write_text("student,exercise,field,answer\n", "utf-8")
    assert main([str(manifest_path), str(tmp_path / "a.csv"), "--to", str(tmp_path / "g")]) == 0
    assert "0 of 4 students handed in" in (tmp_path / "g" / "report.html").read_text("utf-8")


def test_arguments_that_were_read_to_the_end_are_averaged(manifest_path, tmp_path):
    rows = [("student", "exercise", "field", "answer")]
    rows += [(who, *what, "x") for who in ("ada", "bob", "cy") for what in (("2.2", "meaning"), ("3.2", "signals"))]
    read = [("student", "exercise", "field", "criterion", "points"), ("ada", "2.2", "meaning", 1, 0.5)]
    read += [("ada", "3.2", "signals", 1, 2), ("ada", "3.2", "signals", 2, 1.5), ("bob", "3.2", "signals", 1, 0)]
    for name, lines in (("a.csv", rows), ("r.csv", read)):
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(lines)
    wanted = [manifest_path, tmp_path / "a.csv", "--read", tmp_path / "r.csv", "--to", tmp_path / "g"]
    assert main([str(each) for each in wanted]) == 0
    text = (tmp_path / "g" / "report.html").read_text("utf-8")
    assert "(b) in one line: 3 answers, 1 of them read, 0.5 of 1 point on average." in text
    assert "(a) two signals and a test: 3 answers, 1 of them read, 3.5 of 4 points on average." in text


@pytest.mark.parametrize(
    ("texts", "common"),
    [
        ({"when y = 0?", "when y = 1?"}, "when y = …?"),
        ({"a", "b"}, "…"),
        ({"(a) p(dog)", "(a) p(door)", "(a) p(hat)"}, "(a) p(…)"),
        ({"x y", "x y z"}, "x y…"),
    ],
)
def test_what_texts_have_in_common_is_in_whole_words(texts, common):
    assert in_common(texts) == common


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (320, "dark"),
        *(pytest.param(*view, marks=pytest.mark.long) for view in ((1280, "light"), (1280, "dark"), (320, "light"))),
    ],
)
def test_the_report_is_fit_to_read_everywhere(chromium, class_of_many, width, theme):
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    view = context.new_page()
    view.goto((class_of_many[0] / "report.html").as_uri())
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    assert view.locator(".chart svg:visible").count() == 2
    smallest = view.evaluate(
        "Math.min(...[...document.querySelectorAll('.chart svg')].filter(s => s.getClientRects().length)"
        ".map(s => 12 * s.getBoundingClientRect().width / s.viewBox.baseVal.width))"
    )
    assert smallest >= 11.5
    found = Axe().run(view).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == []
    context.close()
