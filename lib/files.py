"""Files that come whole or not at all, and CSV that survives a bad row."""

from __future__ import annotations

import csv
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path

csv.field_size_limit(2**24)  # an essay may be long; Python's own limit is 128 kB

SIGNS = ("=", "@", "\t", "\r", "+", "-")
FORMULA = re.compile(r"^(?:[=@\t\r]|[+-](?![\d.,]+$))")
"""What a spreadsheet would run instead of showing it."""

NOT_UTF_8 = re.compile("[\ud800-\udfff]")
"""What stands for a byte that could not be read."""


class PlainError(Exception):
    """What a person can mend: one sentence with the mend in it."""


@contextmanager
def new_directory(path: Path) -> Iterator[Path]:
    """Yield a directory beside `path` to write into, which becomes `path` if nothing goes wrong.

    Raises
    ------
    PlainError
        If there is something at `path` already, or its parent can't be written.
    """
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise PlainError(f"{path} exists, and what was issued is not written over: give another place with --to")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    except OSError as error:
        raise _not_written(path, error) from None
    try:
        yield beside
        beside.rename(path)  # takes the place of an empty directory; only its owner can read it
    except OSError as error:
        raise _not_written(path, error) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


@contextmanager
def new_files(path: Path) -> Iterator[Path]:
    """Yield a directory to write files into, which take the place of those in `path` once all are written.

    Raises
    ------
    PlainError
        If `path` is no directory, or can't be written.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".writing.", dir=path))
    except OSError as error:
        raise _not_written(path, error) from None
    try:
        yield beside
        moves = [(each, path / each.relative_to(beside)) for each in sorted(beside.rglob("*")) if each.is_file()]
        for _, goes_to in moves:  # what is in the way is met before the first file is replaced
            goes_to.parent.mkdir(mode=0o700, exist_ok=True)
            if goes_to.is_dir():
                raise IsADirectoryError(EISDIR, f"{goes_to.name} is a directory")
        for file, goes_to in moves:
            file.replace(goes_to)
    except OSError as error:
        raise _not_written(path, error) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _not_written(path: Path, error: OSError) -> PlainError:
    return PlainError(f"{path} can't be written ({error.strerror or error}): give another place with --to")


def read_text(path: Path, what: str) -> str:
    """Read a whole file; bytes that are no UTF-8 are kept as lone surrogates.

    Raises
    ------
    PlainError
        If it can't be read; `what` says which file it is.
    """
    try:
        return path.read_bytes().decode("utf-8-sig", "surrogateescape")
    except OSError as error:
        raise PlainError(f"{what} {path} can't be read ({error.strerror}): is the name right?") from None


@dataclass(frozen=True)
class Row:
    """One row of a CSV file: where it stands, and its cells by heading, or what is wrong with it."""

    line: int
    cells: dict[str, str]
    trouble: str = ""


def read_csv(text: str, needed: Sequence[str], what: str) -> Iterator[Row]:
    """Yield the rows below the heading, each by itself: a bad one stops no other.

    Headings are taken in lower case, with ``_`` for spaces. Semicolons and tabs part cells if the heading
    line has them. A quotation mark that is never closed costs its own line alone.

    Raises
    ------
    PlainError
        If a needed heading is missing or there twice; `what` says of which file.
    """
    lines = re.sub(r"\r\n?", "\n", text).replace("\0", "").removesuffix("\n").split("\n")
    comma = max(",;\t", key=lines[0].count)
    headings = ["_".join(cell.lower().split()) for cell in next(csv.reader([lines[0]], delimiter=comma), [])]
    missing = [name for name in needed if name not in headings]
    if missing:
        raise PlainError(
            f"{what} has no column {', '.join(missing)}: its first line must name {', '.join(needed)}, "
            f"and names {', '.join(headings) or 'nothing'}"
        )
    double = [name for name in needed if headings.count(name) > 1]
    if double:
        raise PlainError(f"{what} has several columns {', '.join(double)}: leave one of each in")
    at = 1
    while at < len(lines):
        reader = csv.reader((f"{lines[i]}\n" for i in range(at, len(lines))), delimiter=comma, strict=True)
        start = at
        try:
            for cells in reader:
                if len(cells) != len(headings) and start + 1 < at + reader.line_num:
                    raise csv.Error("a quotation mark is not closed")
                yield _row(start + 1, cells, headings)
                start = at + reader.line_num
        except csv.Error:
            yield Row(start + 1, {}, "can't be read: is a quotation mark missing?")
        at = start + 1


def _row(line: int, cells: list[str], headings: list[str]) -> Row:
    if not any(cell.strip() for cell in cells):
        return Row(line, {}, "is empty")
    if len(cells) != len(headings):
        return Row(line, {}, f"has {len(cells)} cells, not {len(headings)}: does a comma in it need quotation marks?")
    if NOT_UTF_8.search("".join(cells)):
        return Row(line, {}, "has letters that can't be read: save the file as UTF-8")
    return Row(line, dict(zip(headings, (cell.strip() for cell in cells), strict=True)))


@contextmanager
def csv_file(path: Path, headings: Sequence[str]) -> Iterator[Callable[[Iterable[Sequence[object]]], None]]:
    """Open a new CSV file, and yield what writes rows to it; no spreadsheet takes their texts for formulas."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(headings)
        yield lambda rows: writer.writerows([_harmless(cell) for cell in row] for row in rows)


def write_csv(path: Path, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file as `csv_file` does."""
    with csv_file(path, headings) as write:
        write(rows)


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in SIGNS and FORMULA.match(cell) else cell
