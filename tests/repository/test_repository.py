"""The files around the book agree with each other and with the one place for each fact."""

import re
import subprocess
import tomllib

import pytest
import yaml

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = ("requirements.txt", "binder/requirements.txt", "tests/requirements.txt")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an archive of the sources has no list of files")
def test_owner_name_and_address_stand_in_one_place():
    """Only pyproject.toml and the citation file, which can't read it, name the repository."""
    owner_and_name = PROJECT["urls"]["Repository"].removeprefix("https://github.com/")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    naming = set()
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".png", ".woff2", ".ttf"} or not path.is_file():
            continue
        if owner_and_name in path.read_text(encoding="utf-8"):
            naming.add(name)
    assert naming <= {"pyproject.toml", "CITATION.cff"}


def test_the_citation_says_what_the_project_file_says():
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["version"] == PROJECT["version"]
    assert citation["repository-code"] == PROJECT["urls"]["Repository"]
    assert citation["url"] == PROJECT["urls"]["Homepage"]


def test_the_changelog_tells_of_this_version():
    assert f"## {PROJECT['version']} " in read("CHANGELOG.md")


def test_every_dependency_is_pinned_and_says_why_it_is_there():
    for name in REQUIREMENTS:
        for line in filter(None, read(name).splitlines()):
            assert line.startswith("#") or re.fullmatch(r"([\w.-]+==[\w.]+|-e \.) +# \S.{8,}", line), (name, line)


def test_the_constraints_agree_with_the_requirements():
    def pins(name):
        found = re.findall(r"^([\w.-]+)==([\w.]+)", read(name), re.MULTILINE)
        return {key.lower().replace("_", "-"): version for key, version in found}

    pinned = pins("constraints.txt")
    for name in REQUIREMENTS:
        for key, version in pins(name).items():
            assert pinned[key] == version, (name, key)


def test_make_alone_lists_every_command():
    listing = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for verb in re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE):
        assert f"make {verb}" in listing


def test_every_command_and_path_in_the_readme_exists():
    verbs = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        text = read(name)
        assert set(re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)", text, re.MULTILINE))
        for pair in re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)", text, re.MULTILINE):
            assert (pair[0] or pair[1]) in verbs
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / target).exists(), (name, target)


def test_the_ten_minutes_of_contributing_work(tmp_path):
    """The recipe's empty place is one that `make sync` fills."""
    from lib.bank import exercise
    from lib.bank.sync import synced

    place = re.search(r"   ````\n(.*?)   ````\n", read("CONTRIBUTING.md"), re.DOTALL)[1]
    place = re.sub(r"^   ", "", place, flags=re.MULTILINE).replace("your-slug", "softmax-three-logits")
    assert "Which probability does" in synced(place, (exercise("2.1"),))
