"""Setting up and building fail in one clear line, and never leave half a book behind.

`install.sh` runs with stand-ins for Python and pip; `lib.site.build` runs in a book of one page,
with a stand-in for Jupyter Book that does what the page tells it.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import version

import pytest

from lib.site.fingerprint import installed
from tests.conftest import ROOT

TOOLS = ["awk", "cat", "chmod", "cp", "cut", "df", "dirname", "env", "grep", "head", "id", "ls", "mkdir", "printf"]
TOOLS += ["find", "rm", "sh", "sleep", "tail", "touch", "tr"]
PYTHON = f"""#!/bin/sh
case "$*" in
  --version) cat "$HERE/version" ;;
  *sys.version_info*) exec "{sys.executable}" -c "import sys; sys.exit($(cut -d. -f2 "$HERE/version") < 11)" ;;
  "-m venv"*)
    [ -e "$HERE/venv-says" ] && {{ cat "$HERE/venv-says"; exit 1; }}
    mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  "-m pip --version") ;;
  "-m pip install"*) echo "$*" >> "$HERE/pip-calls"; cat "$HERE/pip-says"; exit "$(cat "$HERE/pip-ends")" ;;
  *) exec "{sys.executable}" "$@" ;;
esac
"""


class Machine:
    """A folder with `install.sh`, and a PATH on which nothing is but what it needs."""

    def __init__(self, folder):
        self.here, self.repository, self.bin = folder, folder / "a clone, with é", folder / "bin"
        self.repository.mkdir()
        self.bin.mkdir()
        shutil.copy(ROOT / "install.sh", self.repository)
        for name in ("requirements.txt", "constraints.txt"):
            self.write(self.repository / name, f"pytest=={version('pytest')}  # a pin that holds\n")
        self.write(self.repository / "pyproject.toml", "")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.pip("", ends=0)

    def write(self, path, text, mode=0o644):
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)

    def python(self, minor=12, name="python3"):
        self.write(self.here / "version", f"Python 3.{minor}.1\n")
        self.write(self.bin / name, PYTHON, 0o755)

    def pip(self, says, ends=1):
        self.write(self.here / "pip-says", says)
        self.write(self.here / "pip-ends", str(ends))

    def install(self, *what, **environment):
        environment = {"PATH": str(self.bin), "HERE": str(self.here), **environment}
        return subprocess.run(
            [str(self.repository / "install.sh"), *what], env=environment, capture_output=True, text=True, timeout=60
        )

    def told(self, *what, **environment):
        """Return the one line in which a failing install says why."""
        run = self.install(*what, **environment)
        assert run.returncode == 1
        lines = run.stderr.splitlines()
        assert len(lines) == 1, run.stderr
        return lines[0]


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_a_machine_without_python_is_told_which_one_to_install(machine):
    assert machine.told().startswith("book: Python 3.11 or newer is needed, found: none.")


def test_an_old_python_is_named(machine):
    machine.python(9)
    assert "Python 3.11 or newer is needed, found: Python 3.9.1." in machine.told()
    assert not (machine.repository / ".venv").exists()


def test_a_newer_python_under_another_name_is_found(machine):
    machine.python(12, name="python3.12")
    machine.write(machine.bin / "python3", "#!/bin/sh\nexit 1\n", 0o755)
    assert machine.install().returncode == 0


@pytest.mark.parametrize(("named", "found"), [("python3", "Python 3.9.1"), ("/nowhere/python", "no Python that runs")])
def test_a_python_that_is_asked_for_and_will_not_do_is_not_passed_over(machine, named, found):
    machine.python(9)
    line = machine.told(PYTHON=named)
    assert line == f"book: PYTHON={named} is {found}; Python 3.11 or newer is needed"


def test_an_environment_of_an_old_python_is_not_used(machine):
    machine.python(9)
    (machine.repository / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(machine.bin / "python3", machine.repository / ".venv" / "bin" / "python")
    assert ".venv has Python 3.9.1" in machine.told()


@pytest.mark.parametrize("says", ["No module named venv", "ensurepip is not\navailable.", "install python3-venv"])
def test_a_python_that_makes_no_environments_is_told_and_leaves_none(machine, says):
    machine.python()
    machine.write(machine.here / "venv-says", says)
    assert "can't make virtual environments" in machine.told()
    assert not (machine.repository / ".venv").exists()


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("WARNING: Retrying … NewConnectionError('…: [Errno 111] Connection refused')", "can't be reached"),
        ("ProxyError('Cannot connect to proxy.', …)", "can't be reached"),
        ("[Errno -3] Temporary failure in name resolution", "can't be reached"),
        ("SSLCertVerificationError(1, '… certificate verify failed …')", "can't be trusted"),
        ("ERROR: Could not find a version that satisfies the requirement x (from versions: none)", "no package at all"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: Failed building wheel for numpy", "ERROR: Failed building wheel for numpy"),
        ("", "pip was stopped"),
    ],
)
def test_what_pip_says_is_told_in_one_line(machine, says, told):
    machine.python()
    machine.pip(says)
    line = machine.told()
    assert told in line
    assert line.endswith("Log: _build/install.log")


def test_a_nearly_full_disk_is_told_before_anything_is_made(machine):
    machine.python()
    (machine.bin / "df").unlink()
    machine.write(machine.bin / "df", "#!/bin/sh\necho head; echo disk 9 9 204800 9% /\n", 0o755)
    assert machine.told() == "book: the disk is nearly full: 200 MB are free, about 1 GB is needed"
    assert not (machine.repository / ".venv").exists()


def test_an_install_that_was_cut_off_while_unpacking_is_begun_anew(machine):
    machine.python()
    machine.pip("Installing collected packages: numpy, …\nKilled")
    machine.told()
    half = machine.repository / ".venv" / "half-a-package"
    half.touch()
    machine.pip("", ends=0)
    assert machine.install().returncode == 0
    assert not half.exists()
    assert (machine.repository / ".venv" / ".book").exists()


def test_an_install_that_found_no_network_keeps_what_it_has(machine):
    machine.python()
    machine.pip("Connection refused")
    machine.told()
    kept = machine.repository / ".venv" / "kept"
    kept.touch()
    machine.pip("", ends=0)
    assert machine.install().returncode == 0
    assert kept.exists()


def test_pip_and_a_network_are_not_needed_while_every_pin_holds(machine):
    machine.python()
    assert machine.install().returncode == 0
    machine.write(machine.repository / "pyproject.toml", "# edited\n")
    machine.pip("Connection refused")
    assert machine.install().returncode == 0
    machine.write(machine.repository / "requirements.txt", "pytest==0.0.1\n")
    assert "can't be reached" in machine.told()
    assert len((machine.here / "pip-calls").read_text().splitlines()) == 2


def with_what_running_needs(machine):
    machine.python()
    folder = machine.repository / "binder"
    folder.mkdir()
    machine.write(folder / "requirements.txt", f"pytest=={version('pytest')}  # a pin that holds\n-e .\n")
    machine.write(folder / "postBuild", '#!/bin/sh\ntouch "$NB_PYTHON_PREFIX/settled"\n', 0o755)
    return machine


def test_running_the_chapters_needs_nothing_of_the_book(machine):
    run = with_what_running_needs(machine).install("lab")
    assert run.returncode == 0, run.stderr
    assert "Installing what the lab needs" in run.stdout
    (call,) = (machine.here / "pip-calls").read_text().splitlines()
    assert "-r binder/requirements.txt" in call
    assert "-r requirements.txt" not in call
    made = {path.name for path in (machine.repository / ".venv").iterdir()}
    assert made >= {".lab", "settled"}
    assert ".book" not in made


def test_what_hinders_the_lab_is_told_in_its_name(machine):
    with_what_running_needs(machine).pip("ProxyError('Cannot connect to proxy.', …)")
    assert machine.told("lab").startswith("lab: the package index can't be reached; the first install needs a network")


def test_a_jupyterlab_that_can_not_be_set_up_is_told(machine):
    postbuild = with_what_running_needs(machine).repository / "binder" / "postBuild"
    machine.write(postbuild, "#!/bin/sh\nexit 1\n", 0o755)
    assert machine.told("lab") == "lab: JupyterLab could not be set up. Log: _build/install.log"
    assert not (machine.repository / ".venv" / ".lab").exists()


def test_files_from_the_future_do_not_make_every_build_install_again(machine):
    machine.python()
    future = time.time() + 10_000
    os.utime(machine.repository / "pyproject.toml", (future, future))
    assert machine.install().returncode == 0
    assert (machine.repository / ".venv" / ".book").stat().st_mtime >= int(future)


# The build, in a book of one page

JUPYTER_BOOK = """
import pathlib, sys, time
site = pathlib.Path(sys.argv[sys.argv.index("--path-output") + 1]) / "_build" / "html"

def main():
    with open("runs", "a") as runs:
        runs.write("run\\n")
    site.mkdir(parents=True, exist_ok=True)
    for page in sorted(pathlib.Path("chapters").glob("*.md")):
        text = page.read_text()
        (site / f"{page.stem}.html").write_text(text)
        if "wait" in text:
            pathlib.Path("waiting").touch()
            time.sleep(float(text.split()[-1]))
        if "full" in text:
            print("OSError: [Errno 28] No space left on device")
        if "warn" in text:
            print(f"\\x1b[31m{page.absolute()}:1: WARNING: a term is unknown\\x1b[39;49;00m")
        if "raise" in text:
            print(f"reading sources... [ 50%] chapters/{page.stem}\\n")
            print("Exception occurred:\\nValueError: no such thing")
            print("The full traceback has been saved\\nTraceback (most recent call last):")
            sys.exit(2)
"""
EXECUTE = """
import errno

def settings(folder, root):
    return {"PYTHONPATH": str(root)}

def fill_cache(folder, pages):
    folder.mkdir(parents=True, exist_ok=True)
    texts = {page: page.read_text() for page in pages}
    if any("no room" in text for text in texts.values()):
        raise OSError(errno.ENOSPC, "No space left on device")
    return {page: "NameError: name 'x' is not defined\\nwhere" for page, text in texts.items() if "bad code" in text}
"""


def heed_interrupts():
    """Let Ctrl-C reach a process also where these tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Book:
    """A copy of the build with a page that says what happens."""

    def __init__(self, root):
        self.root, self.site = root, root / "_build" / "html"
        (root / "lib" / "site").mkdir(parents=True)
        for name in ("build", "fingerprint", "serve", "steps"):
            shutil.copy(ROOT / "lib" / "site" / f"{name}.py", root / "lib" / "site")
        self.write("lib/__init__.py", "")
        self.write("lib/site/__init__.py", "")
        self.write("lib/site/execute.py", EXECUTE)
        self.write("jupyter_book/__init__.py", "")
        self.write("jupyter_book/cli/__init__.py", "")
        self.write("jupyter_book/cli/main.py", JUPYTER_BOOK)
        self.write("requirements.txt", "numpy==2\n")
        self.write("chapters/one.md", "well")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def start(self, module="build", *arguments, **environment):
        environment = {**os.environ, "PYTHONPATH": "", **environment}
        command = [sys.executable, "-m", f"lib.site.{module}", *arguments]
        return subprocess.Popen(
            command,
            cwd=self.root,
            env=environment,
            stdout=-1,
            stderr=-1,
            text=True,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        )

    def build(self, **environment):
        """Return exit code, what is told, and what is told of an error."""
        run = self.start(**environment)
        told, error = run.communicate(timeout=60)
        return run.returncode, told, error.splitlines()

    def runs(self):
        runs = self.root / "runs"
        return len(runs.read_text().splitlines()) if runs.exists() else 0

    def wait(self):
        for _ in range(600):
            if (self.root / "waiting").exists():
                return
            time.sleep(0.05)
        pytest.fail("the build did not start")


@pytest.fixture
def book(tmp_path):
    root = tmp_path / "a book, with é"
    root.mkdir()
    return Book(root)


def test_a_build_says_where_the_book_is_and_how_to_serve_it(book):
    code, told, error = book.build()
    assert (code, error) == (0, [])
    assert "_build/html/index.html" in told
    assert "make serve" in told
    assert (book.site / "one.html").read_text() == "well"


def test_an_unchanged_book_is_not_built_again(book):
    book.build()
    code, told, _ = book.build()
    assert code == 0
    assert told.startswith("Nothing changed")
    assert book.runs() == 1


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("warn", ["chapters/one.md:1: WARNING: a term is unknown"]),
        ("raise", ["chapters/one.md: ValueError: no such thing"]),
        ("bad code", ["chapters/one.md: NameError: name 'x' is not defined"]),
    ],
)
def test_what_is_wrong_is_told_with_its_page_each_time_and_the_old_site_stays(book, page, lines):
    book.build()
    book.write("chapters/one.md", page)
    for _ in range(2):
        code, _, error = book.build()
        assert code == 1
        assert "not built, 1 to mend. _build/html still holds the last good build." in error[0]
        assert error[1:] == lines
        assert (book.site / "one.html").read_text() == "well"


def test_a_first_build_that_fails_leaves_no_site(book):
    book.write("chapters/one.md", "warn")
    assert "There is no _build/html yet." in book.build()[2][0]
    assert not book.site.exists()


@pytest.mark.parametrize("page", ["no room", "full"])
def test_a_full_disk_is_told_in_one_line_and_the_next_build_starts_afresh(book, page):
    book.build()
    book.write("chapters/one.md", page)
    code, _, error = book.build()
    assert code == 1
    assert len(error) == 1
    assert "the disk is full" in error[0]
    assert "still holds the last good build" in error[0]
    book.write("chapters/one.md", "better")
    assert book.build()[0] == 0
    assert (book.site / "one.html").read_text() == "better"


def test_a_page_that_is_removed_is_gone_from_the_site(book):
    book.write("chapters/two.md", "soon gone")
    book.build()
    assert (book.site / "two.html").exists()
    (book.root / "chapters" / "two.md").unlink()
    book.build()
    assert not (book.site / "two.html").exists()


def test_a_page_that_is_older_than_the_site_counts_by_what_it_says(book):
    book.build()
    book.write("chapters/one.md", "from an archive")
    os.utime(book.root / "chapters" / "one.md", (0, 0))
    book.build()
    assert (book.site / "one.html").read_text() == "from an archive"


def test_outputs_outlive_an_edit_of_the_text_but_not_of_the_code_that_made_them(book):
    def caches():
        return {path.name for path in (book.root / "_build" / "cache").iterdir()}

    book.build()
    first = caches()
    book.write("chapters/one.md", "another text")
    book.write("lib/site/cards.py", "# only the site sees it")
    book.build()
    assert caches() == first
    book.write("lib/losses.py", "# every notebook may see it")
    book.build()
    assert len(caches()) == 1
    assert caches() != first


def test_a_build_that_is_interrupted_says_so_and_the_old_site_stays(book):
    book.build()
    book.write("chapters/one.md", "wait 60")
    run = book.start()
    book.wait()
    os.killpg(run.pid, signal.SIGINT)
    _, error = run.communicate(timeout=20)
    assert run.returncode == 130
    assert error.split("\n") == ["", "book: stopped. _build/html still holds the last good build.", ""]
    assert (book.site / "one.html").read_text() == "well"


def test_nothing_of_a_build_that_was_killed_gets_into_the_next(book):
    book.build()
    book.write("chapters/two.md", "wait 60")
    run = book.start()
    book.wait()
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate(timeout=20)
    (book.root / "chapters" / "two.md").unlink()
    book.write("chapters/one.md", "well again")
    assert book.build()[0] == 0
    assert sorted(path.name for path in book.site.glob("*.html")) == ["one.html"]


def test_a_site_that_was_about_to_be_replaced_comes_back(book):
    book.build()
    (book.root / "_build" / "work").mkdir(exist_ok=True)
    book.site.rename(book.root / "_build" / "work" / "replaced")
    book.write("chapters/one.md", "warn")
    assert "still holds the last good build" in book.build()[2][0]
    assert (book.site / "one.html").read_text() == "well"


def test_of_two_builds_at_once_one_waits_and_finds_it_done(book):
    book.write("chapters/one.md", "wait 2")
    first = book.start()
    book.wait()
    code, told, error = book.build()
    assert (code, error) == (0, [])
    assert told.startswith("Waiting for another build")
    assert "Nothing changed" in told
    assert first.wait(timeout=20) == 0
    first.communicate()
    assert book.runs() == 1


def test_a_terminal_without_every_letter_is_no_reason_to_fail(book):
    assert book.build(PYTHONIOENCODING="latin-1")[0] == 0


@pytest.mark.parametrize("port", ["http", "-1", "65536", ""])
def test_a_port_that_is_none_is_told(book, port):
    run = book.start("serve", "--port=" + port)
    _, error = run.communicate(timeout=20)
    assert run.returncode == 1
    assert error == f"serve: a port is a whole number from 0 to 65535, got {port}\n"


def test_a_port_that_is_in_use_is_told(book):
    book.build()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = book.start("serve", "--port", port)
        _, error = run.communicate(timeout=20)
    assert run.returncode == 1
    assert error.startswith(f"serve: port {port} can't be used")
    assert len(error.splitlines()) == 1


def test_a_tool_of_the_tests_changes_no_page():
    names = {each.split("==")[0] for each in installed()}
    assert {"numpy", "matplotlib", "sphinx", "markupsafe"} <= names
    assert not names & {"pytest", "ruff", "mypy", "playwright"}
    assert "cffi" not in names  # PyZMQ needs it with PyPy alone; JupyterLab, a tool of the tests, brings it
