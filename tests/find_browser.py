"""Find a Chromium for the browser tests: ``python -m tests.find_browser`` prints its path."""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

# The shell draws the same pages without a browser's windows and menus, in half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find_browser() -> str:
    """Return the path of a Chromium or Chrome: $BROWSER, an installed one, or Playwright's own download."""
    if chosen := os.environ.get("BROWSER"):
        return chosen
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        for place in (*PLACES, playwright.chromium.executable_path):
            if Path(place).exists():
                return place
    raise FileNotFoundError("no Chromium or Chrome found; install one, or set BROWSER to its path")


if __name__ == "__main__":
    try:
        print(find_browser())
    except FileNotFoundError as error:
        sys.exit(str(error))
