"""Run the command: ``python -m lib.site.class_book``."""

from __future__ import annotations

import sys

from lib.site.class_book.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
