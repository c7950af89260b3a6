"""What several tests share: the repository, its pages, the built book."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright

from tests.find_browser import find_browser

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no foreign host can be reached
]


@pytest.fixture(scope="session")
def site() -> Path:
    """The built book. `make test` builds it; a stale one would test yesterday's sources."""
    from lib.site.build import MADE_FROM
    from lib.site.fingerprint import site_fingerprint

    if not MADE_FROM.exists() or MADE_FROM.read_text(encoding="utf-8") != site_fingerprint():
        pytest.fail("the built book is not what the sources are; run `make book` first")
    return SITE


@pytest.fixture(scope="session")
def pages(site) -> dict[str, BeautifulSoup]:
    """Every built chapter, parsed, by its name."""
    return {
        path.stem: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        for path in sorted((site / "chapters").glob("*.html"))
    }


@pytest.fixture(scope="session")
def chromium():
    """A real browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield browser
        browser.close()


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items):
    """Keep `make test` short: a test in a browser runs with the first of its cases, and for one widget of eight.

    `make test-all` runs every case.
    """
    seen = set()
    for item in items:
        if not {"view", "stage"} & set(item.fixturenames):
            continue
        test = (item.path, item.originalname)
        if test in seen or ("stage" in item.fixturenames and item.path.stem != "test_logit_explorer"):
            item.add_marker(pytest.mark.long)
        seen.add(test)
