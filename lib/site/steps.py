"""The two steps by which a book becomes pages: its code is run, then Jupyter Book builds it."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from lib.site.fingerprint import ROOT, notebook_cache


def run_code(source: Path, folder: Path, log: Path) -> list[str]:
    """Run the code of a book's pages whose outputs are not stored; return what is wrong, each with its page.

    Parameters
    ----------
    source
        The book: a folder with ``chapters`` in it.
    folder
        Where programs that ask for settings find some.
    log
        Where all that went wrong is told at length.
    """
    from lib.site.execute import fill_cache, settings  # an unchanged book needs none of it

    os.environ.update(settings(folder, ROOT))
    cache = notebook_cache()
    problems = fill_cache(cache, sorted((source / "chapters").glob("*.md")))
    if notebook_cache() != cache:  # lib was edited meanwhile: who knows which outputs are whose
        shutil.rmtree(cache)
    told = [f"{page.relative_to(source)}: {problem}" for page, problem in problems.items()]
    _log("\n".join(told), log)
    return [each.splitlines()[0] for each in told]


def run_jupyter_book(source: Path, work: Path, log: Path, *inherited: int) -> list[str]:
    """Build a book into ``_build/html`` below `work`; return what is wrong, each with its page.

    Parameters
    ----------
    source
        The book: a folder with ``_config.yml`` and ``_toc.yml``.
    log
        Where everything that was said is kept.
    inherited
        Open files that are to stay open until it is done, even if this process is not there any more.
    """
    start = "from jupyter_book.cli.main import main; main()"
    options = ["build", ".", "--path-output", str(work), "--all", "-W", "-n", "--keep-going"]
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", start, *options],
        cwd=source,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        pass_fds=inherited,
    )
    plain = _log(run.stdout, log)
    if "No space left on device" in plain:
        raise OSError(errno.ENOSPC, "no space left", str(work))
    if run.returncode < 0:
        shutil.rmtree(work, ignore_errors=True)  # killed, perhaps while it wrote
    found = re.findall(r"^.*\b(?:WARNING|ERROR|CRITICAL): .*$", plain, re.MULTILINE)
    if "Traceback (most recent call last)" in plain:
        found.append(_what_stopped(plain))
    found = [line.replace(f"{source}/", "").strip() for line in dict.fromkeys(found)]
    return found or ([f"Jupyter Book ended with {run.returncode}"] if run.returncode else [])


def _what_stopped(plain: str) -> str:
    """Return what is said of an exception: by Sphinx, with the page that it had in hand, or by Python."""
    told = r"^[A-Z]\w+ (?:error|occurred)[^\n]*:\n(.*?)(?=\nThe full traceback|\nTraceback|\Z)"
    if match := re.search(told, plain, re.MULTILINE | re.DOTALL):
        page = re.search(r"\[ *\d+%\] (\S+)\s*\Z", plain[: match.start()])
        return (f"{page[1]}.md: " if page else "") + match[1]
    return plain[max((match.start() for match in re.finditer(r"^[\w.]+: ", plain, re.MULTILINE)), default=0) :]


def _log(text: str, log: Path) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    log.write_text(plain, encoding="utf-8")
    return plain
