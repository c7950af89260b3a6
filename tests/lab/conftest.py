"""A real JupyterLab on loopback, with settings of its own, and a real browser in it."""

import json
import os
import sys
import time

import nbformat
import pytest

from tests.lab.server import serving

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
    # All cells stand in the page, also those below its edge.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    # A page of the course opens as the notebook that it is.
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Jupytext Notebook"}},
}


# A JupyterLab as most have it; the course's own is tested in tests/binder.
WITHOUT = {"disabledExtensions": {"jupyterlab-myst": True, "bert-exercises": True}}


class Lab:
    """A running JupyterLab: its folder, and the address of a notebook in it."""

    def __init__(self, folder, port, token):
        self.folder, self.port, self.token = folder, port, token

    def address(self, name):
        """A workspace for each notebook, so that none opens what another left behind."""
        workspace = name.replace(".", "-").replace("/", "-")
        return f"http://127.0.0.1:{self.port}/lab/workspaces/{workspace}/tree/{name}?reset&token={self.token}"

    def write(self, name, *cells):
        """Write a notebook with these code cells."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.folder / name)
        return name


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Start JupyterLab away from anybody's settings; end it and its kernels whatever happens."""
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    settings = home / "config" / "labconfig"
    for each in (folder, settings):
        each.mkdir(parents=True)
    (settings / "default_setting_overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (settings / "page_config.json").write_text(json.dumps(WITHOUT), encoding="utf-8")
    own = {f"JUPYTER_{part.upper()}_DIR": str(home / part) for part in ("config", "data", "runtime")}
    command = [
        *(sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"),
        *("--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly"),
        f"--LabApp.workspaces_dir={home / 'workspaces'}",
    ]
    environment = {**os.environ, **own, "IPYTHONDIR": str(home / "ipython")}
    with serving(command, folder, environment, home / "log.txt") as server:
        yield Lab(folder, server.port, server.token)


class Notebook:
    """A notebook that is open in the browser."""

    def __init__(self, page):
        self.page = page

    def cell(self, number):
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def output(self, number):
        return self.cell(number).locator(".jp-Cell-outputArea")

    def prompt(self, number):
        return self.cell(number).locator(".jp-InputPrompt").inner_text()

    def run(self, number):
        """Run one cell and wait until it has run. Its prompt shows `*` in between."""
        before, deadline = self.prompt(number), time.monotonic() + 90
        while (now := self.prompt(number)) == before or "*" in now:
            if time.monotonic() > deadline:
                pytest.fail(f"cell {number} did not run; its prompt is {now}")
            if now == before:  # a kernel that is just connecting drops what it is sent
                self.cell(number).locator(".cm-content").click()
                self.page.keyboard.press("Control+Enter")
            self.page.wait_for_timeout(500)

    def run_all(self):
        """Run every cell, in order."""
        for number in range(self.page.locator(".jp-Notebook .jp-CodeCell").count()):
            self.run(number)


@pytest.fixture(scope="session")
def open_notebook(chromium, lab):
    """Open a notebook of the running JupyterLab; its page's `trouble` collects errors and foreign requests."""
    contexts = []

    def open_it(name):
        context = chromium.new_context(viewport={"width": 1280, "height": 1000})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.trouble, page.foreign = [], []
        own = (f"http://127.0.0.1:{lab.port}/", f"ws://127.0.0.1:{lab.port}/", "data:", "blob:")
        context.route(lambda url: not url.startswith(own), lambda route: route.abort())
        page.on(
            "console", lambda m: m.type == "error" and page.trouble.append(f"{m.location.get('url', '')}: {m.text}")
        )
        page.on("pageerror", lambda e: page.trouble.append(f"uncaught: {e}"))
        page.on("request", lambda r: r.url.startswith(own) or page.foreign.append(r.url))
        page.goto(lab.address(name))
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        page.locator("#jp-main-statusbar").get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        return Notebook(page)

    yield open_it
    for context in contexts:
        context.close()
