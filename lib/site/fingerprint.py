"""What the site and the notebooks' outputs depend on, as hashes."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHES = ROOT / "_build" / "cache"
_NEVER_IMPORTED = ("site", "assign", "grade")  # no notebook sees these parts of lib


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    installed = {f"{each.name}=={each.version}" for each in distributions()}
    digest.update("\n".join([sys.version, *sorted(installed)]).encode())
    return digest.hexdigest()[:16]


def _lib_files() -> list[Path]:
    return [path for path in (ROOT / "lib").rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def notebook_cache() -> Path:
    """Return where outputs are kept that today's `lib` gives.

    jupyter-cache looks at a notebook's cells alone. A folder for each state of everything that a
    notebook can import makes sure that no output outlives the code that made it.
    """
    seen = [path for path in _lib_files() if path.relative_to(ROOT / "lib").parts[0] not in _NEVER_IMPORTED]
    return CACHES / _digest(seen)


def site_fingerprint() -> str:
    """Return a hash of everything that the built site is made from."""
    sources = [path for path in (ROOT / "chapters").rglob("*") if path.is_file() and ".ipynb" not in path.as_posix()]
    settings = [ROOT / name for name in ("_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt")]
    return _digest([*_lib_files(), *sources, *settings])
