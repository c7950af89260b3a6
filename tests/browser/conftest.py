"""A real browser on the built book, with every foreign host shut out."""

import threading

import pytest

LEFT = "net::ERR_ABORTED"  # the page was left while this was on its way


@pytest.fixture(scope="session")
def address(site) -> str:
    """Where the built book is served during the tests."""
    from lib.site.serve import server

    serving = server()
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()


@pytest.fixture
def view(chromium, address):
    """Open a page of the book: ``view("chapters/notation.html", width=320, theme="dark")``.

    The page's `trouble` collects console errors, uncaught errors, failed and foreign requests.
    """
    contexts = []

    def open_page(path, *, width=1280, height=900, theme="light", base=None, **settings):
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=theme, **settings)
        contexts.append(context)
        page = context.new_page()
        page.trouble = []
        home = address if base is None else base
        own = (home, "data:", "blob:")
        page.on("console", lambda m: m.type in ("error", "warning") and page.trouble.append(f"console: {m.text}"))
        page.on("pageerror", lambda e: page.trouble.append(f"error: {e}"))
        page.on("request", lambda r: r.url.startswith(own) or page.trouble.append(f"foreign: {r.url}"))
        page.on("requestfailed", lambda r: r.failure == LEFT or page.trouble.append(f"failed: {r.url}"))
        page.on("response", lambda r: r.status >= 400 and page.trouble.append(f"{r.status}: {r.url}"))
        page.goto(home + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
