"""Run the command: ``python -m lib.grade``."""

from __future__ import annotations

import sys

from lib.grade.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
