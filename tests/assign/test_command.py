"""The command as an instructor meets it: what it refuses, in one line each, and that it never writes by halves."""

import csv
import os
import stat
from errno import ENOSPC

import pytest

from lib.assign import package, write
from lib.assign.command import main
from lib.assign.roster import read_roster
from lib.assign.salt import read_salt
from lib.files import PlainError, read_csv, write_csv


def refused(capsys, *arguments):
    """Run the command, and return the one line with which it refuses."""
    assert main([str(each) for each in arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    return line


@pytest.mark.parametrize(
    ("salt", "why"),
    [
        (b"short", "has 5 bytes, and needs 16"),
        (b"0123456789abcde", "has 15 bytes"),
        (b"  0123456789abc  \n", "has 13 bytes"),
        (b"a" * 64, "repeats itself"),
        (b"abababababababababab", "repeats itself"),
        (b"12345678901234567890", "repeats itself"),
        (b"abcdefghijklmnopqrst", "repeats itself"),
    ],
)
def test_a_salt_that_could_be_guessed_is_refused_with_its_mend(tmp_path, capsys, salt, why):
    path = tmp_path / "salt"
    path.write_bytes(salt)
    line = refused(capsys, "level-2", "--salt", path, "--to", tmp_path / "out")
    assert why in line
    assert f"python -m lib.assign --new-salt {path}.new" in line
    assert not (tmp_path / "out").exists()


def test_a_new_salt_is_good_private_and_never_written_over(tmp_path, capsys):
    path = tmp_path / "salt.txt"
    assert main(["--new-salt", str(path)]) == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    salt = read_salt(path)
    assert len(salt) == 64
    capsys.readouterr()
    assert "exists, and a salt in use must not change" in refused(capsys, "--new-salt", path)
    assert read_salt(path) == salt


def test_two_new_salts_differ(tmp_path):
    for name in ("a", "b"):
        main(["--new-salt", str(tmp_path / name)])
    assert read_salt(tmp_path / "a") != read_salt(tmp_path / "b")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "a chapter and --salt FILE are needed"),
        (["level-9", "--salt", "SALT"], "there is no chapter level-9: there are level-1 to level-5, and all"),
        (
            ["level-2", "--salt", "SALT", "--exercises", "2.1,3.1"],
            "level-2 has no exercise 3.1: it has 2.1, 2.2, 2.3, 2.4",
        ),
        (
            ["level-2", "--salt", "SALT", "--targets", "moodle,word"],
            "there is no target word: there are moodle, canvas, key",
        ),
        (["level-2", "--salt", "SALT", "--variants", "0"], "--variants must be from 1 to 1000, got 0"),
        (["level-2", "--salt", "nowhere"], "the salt nowhere can't be read (No such file or directory): make one with"),
        (["level-2", "--salt", "SALT", "--roster", "nowhere.csv"], "the roster nowhere.csv can't be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(capsys, salt, arguments, why):
    assert why in refused(capsys, *[salt if each == "SALT" else each for each in arguments])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name\nada\n", "has no column student: its first line must name student, and names name"),
        ("", "has no column student"),
        ("student\n", "has no students"),
        ("student\nada\nbob\nada\n", "line 4 of the roster ROSTER has ada again"),
        ("student,email\n,x@y\n", "line 2 of the roster ROSTER names no student"),
        ("student,email\nada\n", "line 2 of the roster ROSTER has 1 cells, not 2"),
        ("student\nada\nAda\n", "line 3 of the roster ROSTER has Ada beside ada, and a disk may take"),
        ("student\nm\u00fc\nmu\u0308\n", "line 3 of the roster ROSTER has mu\u0308 beside m\u00fc"),
        (f"student\n{'x' * 121}\n", "line 2 of the roster ROSTER has a student of 121 bytes, not up to 120: shorten x"),
        ("student,Student\nada,bob\n", "the roster ROSTER has several columns student: leave one of each in"),
        ('student,email\n"ada,x\n', "line 2 of the roster ROSTER can't be read: is a quotation mark missing?"),
    ],
)
def test_a_roster_that_is_not_right_is_refused_by_line(tmp_path, text, why):
    path = tmp_path / "roster.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(PlainError) as refusal:
        read_roster(path)
    assert why.replace("ROSTER", str(path)) in str(refusal.value)


def test_a_roster_from_a_spreadsheet_is_read(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_bytes("\ufeffStudent;First Name;Section\r\n z1 ;Zoë;B\r\n\r\na2;Ada;\r\n".encode())
    assert [(each.id, each.first_name, each.section) for each in read_roster(path)] == [
        ("z1", "Zoë", "B"),
        ("a2", "Ada", ""),
    ]


def test_what_was_issued_is_never_written_over(tmp_path, capsys, salt):
    to = tmp_path / "out"
    arguments = ["level-1", "--salt", salt, "--to", to, "--targets", "key", "--variants", 2]
    assert main([str(each) for each in arguments]) == 0
    capsys.readouterr()
    before = (to / "manifest.json").read_bytes()
    assert "exists, and what was issued is not written over: give another place with --to" in refused(
        capsys, *arguments
    )
    assert (to / "manifest.json").read_bytes() == before


def test_nothing_is_left_behind_when_writing_fails(tmp_path, salt, monkeypatch):
    def fails(*_):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(write, "write_package", fails)
    with pytest.raises(RuntimeError):
        main(["level-2", "--salt", str(salt), "--to", str(tmp_path / "in" / "out"), "--variants", "2"])
    assert list((tmp_path / "in").iterdir()) == []
    assert package.write_package is not fails


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_place_that_cannot_be_written_is_said(tmp_path, capsys, salt):
    tmp_path.chmod(0o500)
    assert "can't be written (Permission denied)" in refused(
        capsys, "level-1", "--salt", salt, "--to", tmp_path / "x" / "y"
    )


def test_only_what_was_asked_for_is_written(tmp_path, capsys, salt):
    to = tmp_path / "out"
    wanted = [
        "level-2",
        "--salt",
        str(salt),
        "--to",
        str(to),
        "--targets",
        "moodle",
        "--exercises",
        "2.1,next-sentence-loss",
    ]
    assert main([*wanted, "--variants", "40"]) == 0
    assert sorted(path.name for path in to.iterdir()) == ["manifest.json", "moodle.xml"]
    said = capsys.readouterr().out
    assert "2.4 has 19 variants: there are no more to draw" in said
    assert "For instructors only: each of these files holds answers" in said
    text = (to / "moodle.xml").read_text("utf-8")
    assert "softmax-three-logits" in text
    assert "scored-positions" not in text


def test_the_key_has_everybodys_answers_and_what_mistakes_mean(assigned):
    with (assigned / "key.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["for"] for row in rows} >= {"ada", "bob", "zoë", "everybody", "variant 1", "variant 30"}
    ada = next(row for row in rows if row["for"] == "ada" and row["field"] == "p_dog")
    assert ada["tolerance"] == "0.001"
    assert ada["points"] == "2"
    assert ada["mistakes"].startswith("base-2: 0.")
    with (assigned / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        meaning = {(row["exercise"], row["field"], row["mistake"]): row for row in csv.DictReader(file)}
    assert meaning["2.1", "p_dog", "base-2"]["what_it_means"].startswith("You used base 2.")
    assert meaning["4.1", "ner_weight", "transposed"]["counts_as"] == "right"


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path):
    write_csv(tmp_path / "x.csv", ["a"], [["=1+1"], ["@SUM(A1)"], ["-2+3"], ["+x"], ["-0.5"], ["−1"], ["plain"], [-3]])
    lines = (tmp_path / "x.csv").read_text("utf-8").splitlines()[1:]
    assert lines == ["'=1+1", "'@SUM(A1)", "'-2+3", "'+x", "-0.5", "−1", "plain", "-3"]


def test_a_quotation_mark_that_is_never_closed_costs_its_own_line_alone():
    text = 'a,b\n1,"two\n3,4\n5,"six\nlines"\n7,"8"x\n9,10\n'
    rows = list(read_csv(text, ("a", "b"), "it"))
    assert [(row.line, row.cells.get("b"), bool(row.trouble)) for row in rows] == [
        (2, None, True),
        (3, "4", False),
        (4, "six\nlines", False),
        (6, None, True),
        (7, "10", False),
    ]


def test_a_disk_that_fails_is_told_in_one_line_and_nothing_is_left(capsys, salt, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("lib.assign.write.write_manifest", full)
    to = tmp_path / "in" / "out"
    said = refused(capsys, "level-2", "--salt", salt, "--to", to)
    assert said.strip() == f"{to} can't be written (No space left on device): give another place with --to"
    assert list(to.parent.iterdir()) == []
