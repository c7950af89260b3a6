"""Widgets when the site is built: their code once, their state in the page, none that needs a kernel."""

import gzip
import json
import re

import pytest
from bs4 import BeautifulSoup

from lib.site.page import style_sheet
from lib.site.widgets import HOST, STEMS, widget_script, widget_style
from lib.widgets import WIDGETS, LogitExplorer
from lib.widgets.base import page_fragment, script_of, shared_script, shared_style, style_of
from tests.site.conftest import NOTEBOOK, build_project

SLIDER = f"""{NOTEBOOK}# Slider

```{{code-cell}} python
import ipywidgets
ipywidgets.IntSlider(3)
```
"""
EXPLORERS = f"""{NOTEBOOK}# Explorers

```{{code-cell}} python
from lib import LogitExplorer, NspExplorer
LogitExplorer(["</script><b>bold</b>", "<!--"], [1, 0])
```

```{{code-cell}} python
NspExplorer(1.0)
```

```{{code-cell}} python
LogitExplorer(["dog", "cat"], [3, 1])
```
"""
PLAIN = "# Plain\n\nWords.\n"
EXECUTED = {
    "nb_execution_mode": "force",
    "nb_execution_raise_on_error": True,
    "nb_ipywidgets_js": {},
    "nb_mime_priority_overrides": [("html", "text/html", 5)],
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pages = {"index": PLAIN, "explorers": EXPLORERS, "slider": SLIDER}
    return build_project(tmp_path_factory.mktemp("widgets"), pages, **EXECUTED)


@pytest.fixture(scope="module")
def explorers(built):
    return built.page("explorers")


def test_a_widget_that_only_a_kernel_can_serve_is_warned_of_which_fails_the_build(built):
    assert "WARNING: slider shows IntSliderModel, SliderStyleModel, which only a kernel can serve" in built.warned
    assert built.warned.count("WARNING") == 1


def test_the_book_itself_fails_on_a_warning():
    source = (HOST.parent / "steps.py").read_text(encoding="utf-8")
    assert re.search(r'"-W"|warningiserror', source)


def test_a_page_holds_figure_and_state_of_its_widgets_and_none_of_their_code(explorers):
    places = explorers.select("[data-widget]")
    assert [each["data-widget"] for each in places] == ["logit_explorer", "nsp_explorer", "logit_explorer"]
    for place in places:
        assert [each.name for each in place.find_all(recursive=False)] == ["script", "div"]
        assert place.select_one(".still [role=img]")["aria-label"]
    text = explorers.decode()
    for name in ("render({", "function softmax", "export default", "anywidget", "_esm", "_css", ".logit-explorer {"):
        assert name not in text


def test_a_token_that_looks_like_the_end_of_a_script_is_text(explorers):
    state = json.loads(explorers.select_one("[data-widget] > script").string)
    assert state["tokens"] == ["</script><b>bold</b>", "<!--"]
    assert not explorers.select("article b")


def test_only_pages_with_widgets_load_their_script_and_style(built, explorers):
    def loaded(page):
        names = [each.get("src") or each.get("href") for each in page.select("head [src], head link[rel=stylesheet]")]
        return {re.sub(r".*/|\?.*", "", name) for name in names}

    assert {"widgets.js", "widgets.css"} <= loaded(explorers)
    assert not {"widgets.js", "widgets.css"} & loaded(built.page("index"))
    assert len(explorers.select("script[src*='widgets.js']")) == 1
    assert not explorers.select("script[src*='require'], script[src*='html-manager']")


def test_code_and_host_are_one_file_and_the_style_is_one(built):
    static = built.out / "_static"
    assert (static / "widgets.js").read_text(encoding="utf-8") == widget_script()
    assert (static / "widgets.css").read_text(encoding="utf-8") == widget_style()
    code, _ = json.JSONDecoder().raw_decode(widget_script().split("const CODE = ", 1)[1])
    assert set(code["widgets"]) == {each.stem for each in WIDGETS}
    assert widget_script().count("class Model") == 1


def test_every_widget_has_script_style_and_class_of_one_name():
    for widget in WIDGETS:
        name = widget.stem.replace("_", "-")
        assert (
            re.sub(r"(?<!^)(?=[A-Z])", "_", widget.__name__).lower().replace("word_piece", "wordpiece") == widget.stem
        )
        assert re.search(rf'widgetRoot\(\s*"{name}"', script_of(widget.stem))
        assert f".{name} " in style_of(widget.stem)


def test_a_widget_s_style_touches_nothing_but_the_widget():
    for stem in STEMS:
        sheet = re.sub(r"/\*.*?\*/", "", style_of(stem), flags=re.DOTALL)
        for selectors in re.findall(r"([^{}]+)\{", sheet):
            for selector in re.split(r",(?![^(]*\))", selectors):
                assert re.match(rf"\s*(@|\.{stem.replace('_', '-')}\b)", selector), (stem, selector)
    for selectors in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", shared_style(), flags=re.DOTALL)):
        assert re.match(r"\s*(@|\.course-widget\b|\[data-widget\])", selectors), selectors


def test_colors_of_a_widget_are_tokens():
    """Others would not follow the theme, save for what is written on amber, which is alike in both."""
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", widget_style())) <= {"#1b1e25"}


def test_the_book_s_own_style_does_not_reach_into_a_widget():
    """A rule for one class alone would; the few that are meant are named here."""
    named = {name for stem in STEMS for name in re.findall(r"\.([a-z][a-z-]*)", style_of(stem) + shared_style())}
    rules = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", style_sheet(), flags=re.DOTALL))
    alone = {each.strip().removeprefix(".") for rule in rules for each in rule.split(",") if each.strip()[:1] == "."}
    assert alone & named <= {"button", "choice", "tokens"}


def packed(text):
    return len(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def test_the_host_is_at_most_4_kb_and_all_code_and_style_at_most_45():
    host = HOST.read_text(encoding="utf-8")
    assert packed(host) <= 4000
    assert packed(widget_script()) + packed(widget_style()) - packed(host) <= 45_000


def test_the_fragment_of_a_widget_is_the_same_in_every_build():
    widgets = [LogitExplorer(["dog", "cat"], [3, 1]) for _ in range(2)]
    one, other = (page_fragment(each.stem, each.state, each.still()) for each in widgets)
    assert one == other
    assert BeautifulSoup(one, "html.parser").select_one("[data-widget]")["data-widget"] == "logit_explorer"


def test_shared_code_is_written_once():
    assert widget_script().count(json.dumps(shared_script(), ensure_ascii=False)) == 1
