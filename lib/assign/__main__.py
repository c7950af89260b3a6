"""Run the command: ``python -m lib.assign``."""

from __future__ import annotations

import sys

from lib.assign.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
