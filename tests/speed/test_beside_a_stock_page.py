"""How soon a chapter answers, beside the same chapter as Jupyter Book 1 makes it, in one run."""

import functools
import http.server
import shutil
import statistics
import threading

import pytest

from tests.speed import stock

needs_npm = pytest.mark.skipif(not shutil.which("npm"), reason="npm brings the stock page's scripts")
pytestmark = [pytest.mark.long, needs_npm]
ROUNDS = 5
ASK = """(([find, poke, read]) => {
  const wait = () => {
    const there = eval(find);
    if (!there) return setTimeout(wait, 2);
    const before = eval(read)(there);
    eval(poke)(there);
    const seen = () => eval(read)(there) === before ? setTimeout(seen, 2) : globalThis.answered = performance.now();
    seen();
  };
  wait();
})"""
TYPE = """box => {
  box.value = '2.5';
  for (const event of ['input', 'change']) box.dispatchEvent(new Event(event, {bubbles: true}));
}"""
OURS = (
    "document.querySelector('.live input[type=range]')",
    TYPE,
    "box => box.closest('[data-widget]').querySelector('table').textContent",
)
STOCK = (
    "document.querySelectorAll('.widget-text input')[1] && document.querySelector('.widget-text input')",
    TYPE,
    "box => document.querySelectorAll('.widget-text input')[1].value",
)


@pytest.fixture(scope="module")
def addresses(site, tmp_path_factory):
    """The addresses of our chapter and of the stock one, from the same kind of server."""
    stock.install()
    servers = []
    for folder in (site, stock.build(tmp_path_factory.mktemp("stock") / "book")):
        handler = functools.partial(Quiet, directory=str(folder))
        servers.append(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
    ours, theirs = (f"http://127.0.0.1:{each.server_port}/" for each in servers)
    yield {"ours": f"{ours}chapters/{stock.CHAPTER}.html", "stock": f"{theirs}{stock.CHAPTER}.html"}
    for each in servers:
        each.shutdown()
        each.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Say nothing of each file."""

    def log_message(self, format, *args):
        pass


def seconds_to_the_first_answer(chromium, address, question):
    """Open a page with an empty cache; return when a value that was typed into its first widget was answered."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.add_init_script(f"{ASK}({list(question)!r})")
        page.goto(address, wait_until="commit")
        return page.wait_for_function("globalThis.answered", timeout=60_000).json_value() / 1000
    finally:
        context.close()


def test_a_widget_answers_in_a_quarter_of_the_time(chromium, addresses, record_property):
    times = {"ours": [], "stock": []}
    for _ in range(ROUNDS):
        for name, question in (("ours", OURS), ("stock", STOCK)):
            times[name].append(seconds_to_the_first_answer(chromium, addresses[name], question))
    ours, theirs = (statistics.median(times[name]) for name in ("ours", "stock"))
    record_property("seconds", (ours, theirs))
    print(f"first answer: {ours:.2f} s, stock {theirs:.2f} s, ratio {ours / theirs:.2f}")
    assert ours <= theirs / 4, times
