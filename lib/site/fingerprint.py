"""What the site and the notebooks' outputs depend on, as hashes."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
CACHES = ROOT / "_build" / "cache"
REQUIREMENTS = ROOT / "requirements.txt"
_NEVER_IMPORTED = ("site", "assign", "grade")  # no notebook sees these parts of lib


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    digest.update("\n".join([sys.version, *installed()]).encode())
    return digest.hexdigest()[:16]


def installed() -> list[str]:
    """Return name and version of what ``requirements.txt`` brought, and of what that brought.

    Not of everything that is installed: a tool of the tests changes no page.
    """
    waiting = re.findall(r"^[\w.-]+", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    found: dict[str, str] = {}
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            found[name] = "none"
            continue
        found[name] = package.version
        needs = map(Requirement, package.requires or ())
        waiting += [need.name for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]
    return sorted(f"{name}=={version}" for name, version in found.items())


def _files(folder: Path) -> list[Path]:
    """Return the files below a folder, without what Python and Jupyter leave there."""
    found = []
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if path.is_file() and "__pycache__" not in parts and ".ipynb" not in "/".join(parts):
            found.append(path)
    return found


def notebook_cache() -> Path:
    """Return where outputs are kept that today's `lib` gives.

    jupyter-cache looks at a notebook's cells alone. A folder for each state of everything that a
    notebook can import makes sure that no output outlives the code that made it.
    """
    lib = ROOT / "lib"
    return CACHES / _digest(path for path in _files(lib) if path.relative_to(lib).parts[0] not in _NEVER_IMPORTED)


def site_fingerprint() -> str:
    """Return a hash of everything that the built site is made from."""
    names = ("_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt")
    settings = [path for name in names if (path := ROOT / name).is_file()]
    return _digest([*_files(ROOT / "lib"), *_files(ROOT / "chapters"), *settings])
