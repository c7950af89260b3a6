"""The built site as one zip: ``python -m lib.site.offline``. Unpacked and opened by double-click, it is the whole book.

Nothing in it is made for that: pages ask no host for anything, and what a browser refuses to a local
file (modules, `fetch`) they do without.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from lib.site.build import BUILD, SITE
from lib.site.project import read_project

_DAY = (1980, 1, 1, 0, 0, 0)  # the first that a zip can name: the same bytes whenever it is made


def pack(site: Path, archive: Path) -> None:
    """Write a zip with one folder, named like the zip, that holds the site."""
    parts = sorted(path for path in site.rglob("*") if path.is_file() and not path.name.startswith("."))
    fresh = archive.with_suffix(".part")
    with zipfile.ZipFile(fresh, "w") as packed:
        for path in parts:
            entry = zipfile.ZipInfo(f"{archive.stem}/{path.relative_to(site).as_posix()}", _DAY)
            entry.external_attr, entry.create_system = 0o644 << 16, 3  # readable for everybody, wherever it was made
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    fresh.replace(archive)


def main() -> int:
    """Write the zip into ``_build``, in place of those of other versions."""
    if not (SITE / "index.html").exists():
        print("offline: there is no built book; run `make book` first", file=sys.stderr)
        return 1
    archive = BUILD / f"bert-exercises-{read_project().version}-offline.zip"
    try:
        for old in BUILD.glob("*-offline.zip"):
            old.unlink()
        pack(SITE, archive)
    except OSError as error:
        print(f"offline: {archive} can't be written ({error.strerror})", file=sys.stderr)
        return 1
    print(f"_build/{archive.name} ({archive.stat().st_size / 1e6:.1f} MB): unpack it and open index.html.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
