"""Addresses that people may have linked to: ``python -m tests.addresses`` adds new ones to the list that is kept."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bs4 import BeautifulSoup

from tests.conftest import SITE

KEPT = Path(__file__).with_suffix(".txt")
PLACES = "section, dt, li, details, .flash, span, div.math, table, figure"
HEAD = """\
# Pages and places on them that must last: somebody has linked to them. `make addresses` adds new ones.
# Who takes one away says in lib/site/moved.py where it leads; the line stays.
"""


def found(site: Path) -> list[str]:
    """List the addresses of a built site: pages, each place in the text that a link can name, and downloads."""
    addresses = [path.relative_to(site).as_posix() for path in site.rglob("*.ipynb")]
    for path in sorted(site.rglob("*.html")):
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        here = path.relative_to(site).as_posix()
        addresses.append(here)
        for place in page.select("article :is(" + PLACES + ")[id]"):
            is_numbered = re.fullmatch(r"id\d+", place["id"])  # made up while building, so nobody should link there
            if not is_numbered and not place.find_parent(["form", "svg", "dialog"]):
                addresses.append(f"{here}#{place['id']}")
    return sorted(set(addresses))


def kept() -> list[str]:
    """List the addresses that must last."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def main() -> int:
    """Add what is new; nothing is ever taken out."""
    if not SITE.exists():
        print("addresses: there is no built book; run `make book` first", file=sys.stderr)
        return 1
    before = kept()
    after = sorted({*before, *found(SITE)})
    KEPT.write_text(HEAD + "\n".join(after) + "\n", encoding="utf-8")
    print(f"{len(after)} addresses, {len(after) - len(before)} of them new, are in tests/{KEPT.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
