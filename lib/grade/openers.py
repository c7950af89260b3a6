"""The files in a folder or a zip, each to be opened by itself, so that a bad one stops no other."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from lib.files import PlainError
from lib.grade.cells import MOST_BYTES

_NOT_LOOKED_AT = re.compile(r"^(?:\..*|__MACOSX|Thumbs\.db|desktop\.ini)$")
Opener = Callable[[], bytes | None]
"""Gives what is in a file; None if it can't be opened, or must not be."""


@contextmanager
def files_in(path: Path) -> Iterator[dict[PurePosixPath, Opener]]:
    """Yield what opens each file in a folder or a zip, in the order of their names."""
    if path.is_dir():
        # No link is followed: it may lead to what only the instructor may read.
        found = sorted(Path(where) / file for where, _, names in os.walk(path) for file in names)
        yield _looked_at({file.relative_to(path).as_posix(): partial(_from_disk, file) for file in found})
        return
    try:
        package = ZipFile(path)
    except (OSError, BadZipFile):
        raise PlainError(f"{path} is no folder or zip of notebooks that can be read: is the name right?") from None
    with package:
        entries = sorted((each for each in package.infolist() if not each.is_dir()), key=lambda each: each.filename)
        yield _looked_at({each.filename: partial(_from_zip, package, each) for each in entries})


def _looked_at(files: dict[str, Opener]) -> dict[PurePosixPath, Opener]:
    """Leave out what systems and editors put beside files."""
    named = {PurePosixPath(name): opener for name, opener in files.items()}
    return {name: opener for name, opener in named.items() if not any(map(_NOT_LOOKED_AT.match, name.parts))}


def _from_disk(file: Path) -> bytes | None:
    if file.is_symlink() or not file.is_file():
        return None
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError:
        return None


def _from_zip(package: ZipFile, entry: ZipInfo) -> bytes | None:
    try:
        with package.open(entry) as opened:
            return opened.read(MOST_BYTES + 1)
    except (OSError, BadZipFile, RuntimeError, NotImplementedError, ValueError, EOFError, zlib.error):
        return None
