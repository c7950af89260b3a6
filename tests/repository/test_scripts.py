"""The widgets' shared JavaScript: nothing in it that no widget uses, nothing named twice."""

import re

import pytest

from tests.conftest import ROOT

WIDGETS = ROOT / "lib" / "widgets"
NAMED = re.compile(r"^(?:async )?(?:function|const|let|class) ([A-Za-z_$][\w$]*)", re.MULTILINE)


def read(path):
    """A script without its comments."""
    return re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def parts(text):
    """The top-level names of a script, each with its text up to the next."""
    found = list(NAMED.finditer(text))
    ends = [each.start() for each in found[1:]] + [len(text)] * bool(found)
    return {each[1]: text[each.end() : end] for each, end in zip(found, ends, strict=True)}


def uses(text, name):
    return re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", text) is not None


SHARED = {name: body for path in sorted((WIDGETS / "shared").glob("*.js")) for name, body in parts(read(path)).items()}
OWN = {path.stem: read(path) for path in sorted(WIDGETS.glob("*.js"))}


def test_the_shared_scripts_are_read():
    assert {"softmax", "h", "SVG", "counted", "numeral", "slider"} <= set(SHARED)
    assert len(OWN) >= 8


@pytest.mark.parametrize("name", SHARED)
def test_every_shared_name_is_used_by_a_widget(name):
    """By itself, or by something shared that a widget uses."""
    used = {each for each in SHARED if any(uses(text, each) for text in OWN.values())}
    while more := {each for each in SHARED if any(uses(SHARED[other], each) for other in used)} - used:
        used |= more
    assert name in used


def test_no_widget_names_what_is_shared_or_what_another_file_of_it_names():
    """The shared part and a widget's own files make one module."""
    for stem, text in OWN.items():
        if stem.endswith("_formulas"):
            continue
        own = [*parts(text), *parts(OWN.get(f"{stem}_formulas", ""))]
        assert len(own) == len(set(own)), stem
        assert not set(own) & set(SHARED), stem


def test_no_widget_writes_markup_or_runs_text():
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setInterval|\bfetch\(|XMLHttp"
    )
    for path in sorted(WIDGETS.rglob("*.js")):
        assert not re.search(forbidden, read(path)), path.name
