"""Build the book: ``python -m lib.site.build``.

The site is built beside the published one and takes its place only when everything went
well, so `_build/html` is always a whole book. Any warning is an error.
"""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from lib.site.execute import fill_cache
from lib.site.fingerprint import CACHES, ROOT, notebook_cache, site_fingerprint

BUILD = ROOT / "_build"
SITE = BUILD / "html"
WORK = BUILD / "work"
LOG = BUILD / "build.log"
MADE_FROM = SITE / ".made-from"  # the fingerprint of the sources of what stands there


def main() -> int:
    """Build what changed, and say where it is."""
    try:
        return _build()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES):
            raise
        reason = (
            "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "this folder can't be written to"
        )
        print(f"book: {reason}: {error.filename or BUILD}. {_what_stands()}", file=sys.stderr)
        return 1


def _build() -> int:
    started = time.monotonic()
    fingerprint = site_fingerprint()
    if MADE_FROM.exists() and MADE_FROM.read_text(encoding="utf-8") == fingerprint:
        _say_where("Nothing changed", started)
        return 0
    _drop_stale()
    print("Building the book (the first time takes a minute or two) …", flush=True)
    if warnings := _run_jupyter_book():
        # What Sphinx has read is not read again, so its warnings would be silent the next time.
        shutil.rmtree(WORK, ignore_errors=True)
        print(
            f"book: not built, {len(warnings)} to mend. {_what_stands()} Whole log: {LOG.relative_to(ROOT)}",
            file=sys.stderr,
        )
        print(*warnings, sep="\n", file=sys.stderr)
        return 1
    _publish(fingerprint)
    _say_where("Built", started)
    return 0


def _drop_stale() -> None:
    """Remove outputs that today's lib would not give, and pages that are no longer in the book."""
    current = notebook_cache()
    for cache in CACHES.iterdir() if CACHES.exists() else ():
        if cache != current:
            shutil.rmtree(cache)
    pages = WORK / "pages"
    now = "\n".join(sorted(path.name for path in (ROOT / "chapters").glob("*.md")))
    if not pages.exists() or pages.read_text(encoding="utf-8") != now:
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        pages.write_text(now, encoding="utf-8")


def _run_jupyter_book() -> list[str]:
    """Build into WORK; return the warnings and errors, each with its page."""
    fill_cache(notebook_cache(), sorted((ROOT / "chapters").glob("*.md")))
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    command = [str(jupyter_book), "build", ".", "--path-output", str(WORK), "-W", "-n", "--keep-going"]
    run = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    plain = re.sub(r"\x1b\[[0-9;]*m", "", run.stdout)
    LOG.write_text(plain, encoding="utf-8")
    if "No space left on device" in plain:
        raise OSError(errno.ENOSPC, "no space left", str(WORK))
    found = list(dict.fromkeys(re.findall(r"^.*(?:WARNING|ERROR|CRITICAL|Traceback).*$", plain, re.MULTILINE)))
    found = [line.replace(f"{ROOT}/", "").strip() for line in found]
    found += [_last_line(report) for report in sorted(WORK.rglob("*.err.log"))]
    return found or ([f"Jupyter Book ended with {run.returncode}"] if run.returncode else [])


def _last_line(report: Path) -> str:
    """Return what went wrong in a page's code, from the report that is about to be removed."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", report.read_text(encoding="utf-8"))
    return f"chapters/{report.name.removesuffix('.err.log')}.md: {text.strip().splitlines()[-1]}"


def _publish(fingerprint: str) -> None:
    fresh, old = BUILD / "html.new", BUILD / "html.old"
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(WORK / "_build" / "html", fresh)
    (fresh / MADE_FROM.name).write_text(fingerprint, encoding="utf-8")
    if SITE.exists():
        SITE.rename(old)
    fresh.rename(SITE)
    shutil.rmtree(old, ignore_errors=True)


def _what_stands() -> str:
    where = SITE.relative_to(ROOT)
    return f"{where} still holds the last good build." if SITE.exists() else f"There is no {where} yet."


def _say_where(what: str, started: float) -> None:
    index = Path("_build/html/index.html")
    print(f"{what} ({time.monotonic() - started:.1f} s). The book is in _build/html/.")
    print(f"Open {index} in a browser, or run `make serve` for http://127.0.0.1:8000/")


if __name__ == "__main__":
    sys.exit(main())
