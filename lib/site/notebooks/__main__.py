"""Copy the notebooks out of the built site: ``python -m lib.site.notebooks``."""

from __future__ import annotations

import shutil
import sys

from lib.site.build import BUILD, SITE
from lib.site.notebooks.names import FOLDER

NOTEBOOKS = BUILD / "notebooks"


def main() -> int:
    """Write them to ``_build/notebooks``, and nothing else there."""
    made = sorted((SITE / FOLDER).glob("*.ipynb"))
    if not made:
        print("notebooks: there is no built book; run `make book` first", file=sys.stderr)
        return 1
    try:
        shutil.rmtree(NOTEBOOKS, ignore_errors=True)
        NOTEBOOKS.mkdir()
        for path in made:
            shutil.copyfile(path, NOTEBOOKS / path.name)
    except OSError as error:
        print(f"notebooks: {NOTEBOOKS} can't be written to ({error.strerror})", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in made)
    told = f"{len(made)} notebooks ({size / 1000:.0f} kB) are in _build/notebooks/"
    print(f"{told}: each chapter's, with and without solutions.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
