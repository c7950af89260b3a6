"""What a class gets: its own numbers, the same each time, and nobody else's."""

import json
from dataclasses import replace

import pytest

from lib.answers import answer_table
from lib.answers.packing import as_table, by_name, patch, patched
from lib.assign import issue, versions
from lib.assign.command import main
from lib.assign.key import rubric_rows
from lib.bank import EXERCISES, exercise, variants_of
from tests.assign.conftest import SALT
from tests.assign.keys import KEYS

DRAWN = [each for each in EXERCISES if each.draw]


def frozen(numbers):
    return {name: tuple(value) if isinstance(value, list) else value for name, value in numbers.items()}


def everything_issued(manifest):
    """Give each exercise as somebody got it: its number, their numbers, their table."""
    for key, each in manifest["exercises"].items():
        for made in each["variants"]:
            yield key, each["number"], made["numbers"], patched(each["table"], made["change"])
        for student in manifest["students"].values():
            if made := student["issued"].get(key):
                yield key, each["number"], made["numbers"], patched(each["table"], made["change"])


def test_every_issued_key_is_what_plain_arithmetic_gives(manifest):
    checked = 0
    for _, number, numbers, table in everything_issued(manifest):
        keyed = {name: field["answer"] for name, field in table["fields"].items() if field["kind"] != "argument"}
        wanted = KEYS.get(number, lambda _: {})(numbers)
        assert keyed.keys() == wanted.keys(), number
        for name, answer in wanted.items():
            is_same = abs(keyed[name] - answer) < 1e-12 if isinstance(answer, float) else keyed[name] == answer
            assert is_same, (number, name, keyed[name], answer)
        checked += len(keyed)
    assert checked > 700


def test_a_manifest_holds_the_very_tables_that_the_bank_makes(manifest):
    for key, _, numbers, table in everything_issued(manifest):
        made = answer_table(exercise(key), frozen(numbers), is_brief=bool(exercise(key).draw))
        assert as_table(table) == json.loads(json.dumps(made))


def test_a_patch_makes_any_variant_of_any_other():
    for each in DRAWN:
        tables = [by_name(answer_table(each, numbers)) for numbers in variants_of(each)[:4]]
        for one in tables:
            for other in tables:
                assert patched(one, patch(one, other)) == other
    assert patched({"a": {"b": 1}}, {"a": {"b": None}, "c": {"d": 2}}) == {"a": {}, "c": {"d": 2}}


@pytest.mark.parametrize("found", DRAWN, ids=lambda each: each.number)
def test_nobody_gets_a_public_variant_and_no_variant_comes_twice(found):
    public = variants_of(found)
    made = issue.variants(found, SALT, "class", 40)
    assert len({repr(each.numbers) for each in made}) == len(made) >= 15
    assert not any(each.numbers in public for each in made)
    assert not any(issue.issue(found, SALT, "class", "student", str(i)).numbers in public for i in range(30))


def test_numbers_are_the_same_each_time_and_depend_on_salt_class_student_and_exercise():
    first, other = exercise("2.1"), exercise("2.2")

    def seed(found=first, salt=SALT, course="spring", student="ada"):
        return issue.issue(found, salt, course, "student", student).seed

    assert seed() == seed()
    seeds = [seed(), seed(other), seed(salt=SALT + b"x"), seed(course="fall"), seed(student="bob")]
    assert len(set(seeds)) == 5
    assert (
        issue.issue(first, SALT, "spring", "variant", 1).seed != issue.issue(first, SALT, "spring", "student", "1").seed
    )


def test_a_new_salt_changes_what_everybody_gets():
    exercises = [exercise(number) for number in ("2.1", "2.2", "4.2", "5.1")]
    students = [f"s{i}" for i in range(25)]
    one = list(issue.for_students(students, exercises, SALT, "class"))
    two = list(issue.for_students(students, exercises, SALT[::-1], "class"))
    assert all(
        a.numbers != b.numbers for mine, yours in zip(one, two, strict=True) for a, b in zip(mine, yours, strict=True)
    )


def test_a_large_class_drawn_by_several_processes_gets_what_a_small_one_gets():
    students = [f"s{i}" for i in range(issue.AT_ONCE + 5)]
    drawn = list(issue.for_students(students, [exercise("2.3")], SALT, "class"))
    assert len(drawn) == len(students)
    assert drawn[-5:] == list(issue.for_students(students[-5:], [exercise("2.3")], SALT, "class"))


def test_a_changed_exercise_has_another_version_and_leaves_all_others_alone():
    before = {each.id: versions.version_of(each) for each in EXERCISES}
    assert len(set(before.values())) == len(EXERCISES)
    changed = replace(exercise("2.1"), prompt=exercise("2.1").prompt + " Take your time.")
    assert versions.version_of(changed) != before[changed.id]
    field = changed.fields[0]
    nudged = replace(field, answer=lambda numbers: field.answer(numbers) + 1e-5)
    assert versions.version_of(replace(exercise("2.1"), fields=(nudged, *changed.fields[1:]))) != before[changed.id]
    after = {each.id: versions.version_of(each) for each in EXERCISES}
    assert after == before
    assert versions.version_of_all(before) != versions.version_of_all({**before, changed.id: "another"})


def test_the_draw_of_one_exercise_does_not_touch_another(monkeypatch):
    before = issue.issue(exercise("2.2"), SALT, "class", "student", "ada")
    changed = replace(exercise("2.1"), draw=lambda draw: {**exercise("2.1").draw(draw), "truth": 0})
    issue.issue(changed, SALT, "class", "student", "ada")
    assert issue.issue(exercise("2.2"), SALT, "class", "student", "ada") == before


def test_the_same_wishes_give_the_same_files_to_the_last_byte(tmp_path, salt, roster, assigned):
    to = tmp_path / "again"
    assert main(["all", "--salt", str(salt), "--roster", str(roster), "--to", str(to), "--variants", "30"]) == 0
    files = sorted(path.name for path in assigned.iterdir())
    assert files == ["canvas.zip", "key.csv", "manifest.json", "mistakes.csv", "moodle.xml", "rubric.csv"]
    for name in files:
        assert (to / name).read_bytes() == (assigned / name).read_bytes(), name


def test_no_file_tells_the_salt(assigned):
    secret = SALT.strip()
    assert all(secret not in path.read_bytes() for path in assigned.iterdir())


def test_the_rows_of_a_rubric_sum_to_the_points():
    for each in EXERCISES:
        rows = list(rubric_rows([each]))
        assert sum(row[4] for row in rows) == each.points
        assert all(row[5] and row[7] for row in rows)
