"""A stage for one widget: a page of its own in a real browser, run by the site's host without a kernel."""

import json

import pytest

from lib.palette import css_variables
from lib.widgets.base import page_fragment, script_of, shared_script, shared_style, style_of
from tests.conftest import ROOT

HOST = (ROOT / "lib" / "site" / "host.js").read_text(encoding="utf-8")


def stage_page(widgets, theme):
    """The HTML of a page that holds these widgets and asks nothing of anybody."""
    stems = sorted({widget.stem for widget in widgets})
    code = {"shared": shared_script(), "widgets": {stem: script_of(stem) for stem in stems}}
    style = "\n".join([css_variables(), shared_style(), *map(style_of, stems)])
    body = "".join(
        f'<section id="s{i}"><h2>{i}</h2>{page_fragment(each.stem, each.state, each.still())}</section>'
        for i, each in enumerate(widgets)
    )
    source = json.dumps(code).replace("<", "\\u003c")
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8"><title>stage</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style} body {{ margin: 16px; }}</style>'
        f"<main>{body}</main><script>const CODE = {source};\n{HOST}</script></html>"
    )


@pytest.fixture
def stage(chromium, tmp_path):
    """Show widgets and return the page: ``stage(LossCurve([0.5]), width=320, theme="dark")``.

    The page's `trouble` collects errors; a test that expects none asserts that it is empty.
    """
    contexts = []

    def show(*widgets, width=680, theme="light", search="", **settings):
        path = tmp_path / f"stage-{len(contexts)}.html"
        path.write_text(stage_page(widgets, theme), encoding="utf-8")
        context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, **settings)
        contexts.append(context)
        page = context.new_page()
        page.trouble = []
        page.on("console", lambda m: m.type in ("error", "warning") and page.trouble.append(m.text))
        page.on("pageerror", lambda e: page.trouble.append(str(e)))
        page.on("request", lambda r: r.url.startswith(("file:", "blob:", "data:")) or page.trouble.append(r.url))
        page.goto(path.as_uri() + search)
        if settings.get("java_script_enabled", True):
            page.wait_for_selector("html[data-widgets=ready]")
        return page

    yield show
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def formulas(chromium):
    """Call a named function of a widget's module: ``formulas("logit_explorer")("softmax", [3, 1, 0])``.

    Several calls at once are faster: ``formulas(stem).many("softmax", [([3, 1, 0],), …])``.
    """
    page = chromium.new_page()
    page.goto("about:blank")
    send = "JSON.stringify(x, (k, v) => typeof v === 'number' && !Number.isFinite(v) ? String(v) : v)"

    class Module:
        def __init__(self, stem):
            self.source = f"{shared_script()}\n{script_of(stem)}"

        def many(self, name, calls):
            program = (
                "async ([source, name, calls]) => {"
                " const text = `${source}\nexport { ${name} as it };`;"
                " const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));"
                " const { it } = await import(url);"
                f" const x = calls.map((call) => it(...call)); return {send}; }}"
            )
            return json.loads(page.evaluate(program, [self.source, name, [list(call) for call in calls]]))

        def __call__(self, name, *arguments):
            return self.many(name, [arguments])[0]

    yield Module
    page.close()
