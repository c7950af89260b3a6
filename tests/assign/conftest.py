"""An assignment of all exercises to three students, made once by the real command."""

import json

import pytest

from lib.assign.command import main

SALT = b"f3b1c07de94a4c55a9e0d2817b6c3f10\n"


@pytest.fixture(scope="session")
def salt(tmp_path_factory):
    path = tmp_path_factory.mktemp("private") / "salt.txt"
    path.write_bytes(SALT)
    return path


@pytest.fixture(scope="session")
def roster(tmp_path_factory):
    path = tmp_path_factory.mktemp("class") / "roster.csv"
    path.write_text(
        "Student,First name,Last name,Email\nada,Ada,Lovelace,ada@x.org\nbob,Bob,,\nzoë,Zoë,Ünal,\n", "utf-8"
    )
    return path


@pytest.fixture(scope="session")
def assigned(tmp_path_factory, salt, roster):
    """The directory with everything, 30 variants of each exercise."""
    to = tmp_path_factory.mktemp("assigned") / "all"
    assert main(["all", "--salt", str(salt), "--roster", str(roster), "--to", str(to), "--variants", "30"]) == 0
    return to


@pytest.fixture(scope="session")
def manifest(assigned):
    return json.loads((assigned / "manifest.json").read_text("utf-8"))
