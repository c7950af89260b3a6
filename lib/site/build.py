"""Build the book: ``python -m lib.site.build``.

Outputs of the notebooks are kept from one build to the next (`lib.site.execute`). The pages are not:
what Sphinx has read once it does not read again, nor warn of again, though it may link to what is gone.
They are made beside the published site and take its place only when everything went well, so
`_build/html` is always a whole book. Any warning is an error.
"""

from __future__ import annotations

import errno
import fcntl
import io
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lib.site.fingerprint import CACHES, ROOT, notebook_cache, site_fingerprint
from lib.site.steps import run_code, run_jupyter_book

BUILD = ROOT / "_build"
SITE = BUILD / "html"
WORK = BUILD / "work"
FRESH = WORK / "_build" / "html"  # where Jupyter Book puts the site
REPLACED = WORK / "replaced"
LOG = BUILD / "build.log"
MADE_FROM = SITE / ".made-from"  # the fingerprint of the sources of what stands there


def main() -> int:
    """Build what changed, and say where it is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "…" is no reason to stop
    started = time.monotonic()
    try:
        if _is_current(site_fingerprint()):
            return _say_where("Nothing changed", started)
        with _alone() as lock:
            return _build(started, lock)
    except KeyboardInterrupt:
        print(f"\nbook: stopped. {_what_stands()}", file=sys.stderr, flush=True)
        os._exit(130)  # sys.exit would wait for the code that still runs
    except Exception as error:
        if not (lack := _lack(error)):
            raise
        print(f"book: {lack}: {BUILD}. {_what_stands()}", file=sys.stderr)
        return 1


@contextmanager
def _alone() -> Iterator[int]:
    """Let other builds wait until this one, or whoever inherits the number, is done."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for another build of this book …", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def _build(started: float, lock: int) -> int:
    fingerprint = site_fingerprint()
    if _is_current(fingerprint):  # the build that was waited for made it
        return _say_where("Nothing changed", started)
    _drop_stale()
    print("Building the book (the first time takes a minute or two) …", flush=True)
    if problems := _run_code() or _run_jupyter_book(lock):
        shutil.rmtree(FRESH, ignore_errors=True)
        log = LOG.relative_to(ROOT)
        print(f"book: not built, {len(problems)} to mend. {_what_stands()} Whole log: {log}", file=sys.stderr)
        print(*problems, sep="\n", file=sys.stderr)
        return 1
    _publish(fingerprint)
    return _say_where("Built", started)


def _is_current(fingerprint: str) -> bool:
    return MADE_FROM.exists() and MADE_FROM.read_text(encoding="utf-8") == fingerprint


def _drop_stale() -> None:
    """Remove outputs that today's lib would not give, and what is left of the build before."""
    if REPLACED.exists() and not SITE.exists():
        REPLACED.rename(SITE)
    current = notebook_cache()
    stale = [folder for folder in CACHES.iterdir() if folder != current] if CACHES.exists() else []
    for folder in stale:
        shutil.rmtree(folder)
    if stale or FRESH.exists():  # it is gone after a build that went well
        shutil.rmtree(WORK, ignore_errors=True)


def _run_code() -> list[str]:
    """Run the code of the pages whose outputs are not stored; return what is wrong, each with its page."""
    return run_code(ROOT, BUILD / "settings", LOG)


def _run_jupyter_book(lock: int) -> list[str]:
    """Build into WORK; return what is wrong, each with its page."""
    return run_jupyter_book(ROOT, WORK, LOG, lock)


def _publish(fingerprint: str) -> None:
    (FRESH / MADE_FROM.name).write_text(fingerprint, encoding="utf-8")
    if SITE.exists():
        SITE.rename(REPLACED)
    FRESH.rename(SITE)
    shutil.rmtree(REPLACED, ignore_errors=True)


def _lack(error: BaseException | None) -> str:
    """Return what the machine lacks, if an error or one of its causes says so."""
    while error:
        number = getattr(error, "errno", None)
        if number in (errno.ENOSPC, errno.EDQUOT) or re.search("No space left|disk is full", str(error)):
            return "the disk is full"
        if number in (errno.EROFS, errno.EACCES, errno.EPERM) or "readonly database" in str(error):
            return "this folder can't be written to"
        error = error.__cause__ or error.__context__
    return ""


def _what_stands() -> str:
    where = SITE.relative_to(ROOT)
    return f"{where} still holds the last good build." if SITE.exists() else f"There is no {where} yet."


def _say_where(what: str, started: float) -> int:
    index = Path("_build/html/index.html")
    print(f"{what} ({time.monotonic() - started:.1f} s). The book is in _build/html/.")
    print(f"Open {index} in a browser, or run `make serve` for http://127.0.0.1:8000/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
