"""A chapter that is open as a notebook in JupyterLab, in a browser."""

import re
import time

from playwright.sync_api import expect


class Notebook:
    """What a person does with it."""

    def __init__(self, page):
        self.page = page
        self.cells = page.locator(".jp-Notebook .jp-CodeCell")

    def idle(self):
        self.page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()

    def run_all(self):
        """Run all cells by the menu, as people do; return the seconds until the last one has run."""
        started = time.monotonic()
        self.page.locator(".lm-MenuBar-item", has_text="Run").first.click()
        self.page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()
        for cell in self.cells.all():
            expect(cell.locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\[\d+\]:"))
        return time.monotonic() - started

    def add(self, code):
        """Write a cell below the last, run it, and return its output."""
        last = self.cells.count() - 1
        self.cells.nth(last).locator(".jp-InputPrompt").first.click()
        self.page.keyboard.press("b")
        expect(self.cells).to_have_count(last + 2)
        cell = self.cells.nth(last + 1)
        cell.locator(".cm-content").click()
        self.page.keyboard.insert_text(code)
        return self.run(cell)

    def run(self, cell):
        cell.locator(".cm-content").click()
        before = cell.locator(".jp-InputPrompt").first.inner_text()
        self.page.keyboard.press("Control+Enter")
        expect(cell.locator(".jp-InputPrompt").first).not_to_have_text(before)
        expect(cell.locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\[\d+\]:"))
        return cell.locator(".jp-Cell-outputArea")
