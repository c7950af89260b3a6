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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Keep `make test` short: of the widgets' browser tests it takes one widget's, `make test-all` every one's."""
    for item in items:
        if "stage" in item.fixturenames and item.path.stem != "test_logit_explorer":
            item.add_marker(pytest.mark.long)
