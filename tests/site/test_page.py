"""The frame of a page."""

import re

import pytest
from docutils import nodes

from lib.palette import DARK, LIGHT
from lib.site.landing import build_hero
from lib.site.page import STYLES, UNUSED, digest, style_sheet
from lib.site.project import read_project
from tests.site.conftest import build_project

CODE = "```python\nsoftmax(z)\n```"
SELF_CHECK = """\
# Self-check

:::::{div} cards
What is the loss?

```{admonition} Answer
:class: dropdown

$-\\ln 0.844$ = *0.170* `nats`
```

And now?

```{admonition} Answer
:class: dropdown

3.170
```
:::::

```{note}
:class: dropdown

By the way.
```

As {cite:t}`trio` say; others agree {cite:p}`trio,duo`.

:::{div} cell
```{raw} html
<div class="picture" role="img" aria-label="two bars"></div>
```
:::

**Two bars.** One is longer.

**Not a caption.** It follows no picture.

```{bibliography}
```
"""
WELCOME = """\
# Learn BERT by filling in the blanks

::::{div} hero
Sixteen exercises.

:::{div} actions
[Start](check.md) [Levels](#levels)
:::

*Two hours · no account*

`[CLS]` `the` `[MASK]`
::::

(levels)=
## Five levels

:::{div} path
1. **[Self-check](check.md)**

   Afterwards you can check.

   *5 cards · 5 minutes*
:::
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pages = {
        "chapters/index": WELCOME,
        "chapters/check": SELF_CHECK,
        "chapters/plain": f"# Plain\n\nSome *words*.\n\n{CODE}\n",
    }
    return build_project(tmp_path_factory.mktemp("page"), pages)


@pytest.fixture(scope="module")
def welcome(built):
    return built.page("chapters/index")


@pytest.fixture(scope="module")
def plain(built):
    return built.page("chapters/plain")


def test_the_project_builds_without_a_warning(built):
    assert built.warned == ""


def test_scripts_are_ours_and_the_theme_s_two_and_nothing_else(plain):
    sources = [re.sub(r"\?.*", "", each["src"]) for each in plain.select("script[src]")]
    assert sources == [
        "../_static/documentation_options.js",
        "../_static/scripts/pydata-sphinx-theme.js",
        "../_static/scripts/sphinx-book-theme.js",
        "../_static/course.js",
        "../_static/storage.js",
        "../_static/progress.js",
    ]
    assert all(each.has_attr("defer") for each in plain.select("script[src]"))


def test_nothing_is_asked_of_a_foreign_host(built):
    for name in ("chapters/index", "chapters/check", "chapters/plain", "search"):
        for each in built.page(name).select("[src], link[href]"):
            address = each.get("src") or each["href"]
            assert "canonical" in each.get("rel", []) or not re.match(r"(https?:)?//", address), address


def test_thebe_and_the_icon_script_are_neither_linked_nor_shipped(built, plain):
    assert "thebe" not in plain.decode().lower()
    assert "fontawesome" not in plain.decode().lower()
    static = built.out / "_static"
    assert not [path for pattern in UNUSED for path in static.glob(pattern) if path.is_file()]


def test_every_file_that_a_page_links_is_there(built):
    for name in ("chapters/plain", "search"):
        folder = (built.out / f"{name}.html").parent
        for each in built.page(name).select("script[src], link[href]:not([rel=canonical])"):
            path = folder / re.sub(r"\?.*", "", each.get("src") or each["href"])
            assert path.is_file(), path


def test_every_file_that_the_style_sheet_names_is_there(built):
    named = re.findall(r"url\((?!['\"]?data:)([^)]+)\)", (built.out / "_static/course.css").read_text(encoding="utf-8"))
    assert named
    assert all((built.out / "_static" / name).is_file() for name in named)


def test_the_fonts_license_is_shipped_beside_them(built):
    text = (built.out / "_static/fonts/OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in text
    assert all(path.name in text for path in (built.out / "_static/fonts").glob("*.woff2"))


def test_the_style_sheet_holds_both_themes_and_every_part():
    sheet = style_sheet()
    assert f"--amber: {LIGHT.amber};" in sheet
    assert f"--amber: {DARK.amber};" in sheet
    assert sheet.index("/* ── Print") > sheet.index("/* ── Page frame")
    assert len(STYLES) == len(set(STYLES))


def test_the_style_sheet_has_no_color_that_is_not_a_token():
    """A color beside the tokens would not follow the theme; masks and print have their own."""
    sheet = re.sub(r"url\([^)]*\)", "", style_sheet())
    screen = sheet[sheet.index("/* BERT exercises") : sheet.index("/* ── Print")]
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", screen)) <= {LIGHT.ink}


def test_braces_in_the_style_sheet_match():
    sheet = style_sheet()
    assert sheet.count("{") == sheet.count("}")


def test_a_page_preloads_the_fonts_that_it_shows_when_it_opens(built, plain):
    """Code and a formula that stand in the self-check's closed answers don't count; its journal's italics do."""
    assert '"serif sans mono serif-italic"' in plain.head.decode()
    assert '"serif sans"' in built.page("search").head.decode()
    assert '"serif sans serif-italic"' in built.page("chapters/check").head.decode()


def test_title_description_and_canonical_address(plain):
    assert plain.title.get_text() == "Level 2 — Plain · BERT exercises"
    assert plain.find("meta", {"name": "description"})["content"] == "Some words."
    assert plain.find("link", rel="canonical")["href"] == read_project().address + "chapters/plain.html"


def test_the_footer_leads_to_citation_and_source(plain):
    links = [each["href"] for each in plain.select(".bd-footer-content a")]
    assert links == [read_project().citation, read_project().repository]


def test_the_search_finds_the_text_of_a_page_by_its_role(plain):
    assert plain.select_one("main")["role"] == "main"


def test_every_button_has_a_name(plain):
    for button in plain.select("button"):
        assert button.get("aria-label") or button.get_text(strip=True), button


def test_the_page_can_be_skipped_to_and_walked_without_script(plain):
    assert plain.find(id=plain.select_one(".skip-link a")["href"].removeprefix("#")).name == "main"
    assert "#pst-primary-sidebar" in plain.select_one("article").find_previous("noscript").decode()
    assert plain.find(id="pst-primary-sidebar").select("a[href='check.html']")


def test_welcome_is_listed_once_and_first(built, welcome, plain):
    for page, current in ((welcome, True), (plain, False)):
        entries = page.select(".bd-links a")
        assert [entry.get_text(strip=True) for entry in entries] == ["Welcome", "1 Self-check", "2 Plain"]
        assert ("current" in entries[0].parent["class"]) == current


def test_only_the_welcome_page_is_a_landing_page(welcome, plain):
    assert welcome.body["class"] == ["landing"]
    assert not plain.body.has_attr("class")


def test_the_hero_holds_heading_lede_buttons_and_tokens(welcome):
    words, panel = welcome.select_one(".hero").find_all("div", recursive=False)
    assert words.find("h1").get_text() == "Learn BERT by filling in the blanks"
    assert words.select_one(".lede").get_text() == "Sixteen exercises."
    assert [each.get_text() for each in words.select(".actions a")] == ["Start", "Levels"]
    assert words.select_one(".meta").get_text() == "Two hours · no account"
    assert [each.get_text() for each in panel.select(".token")] == ["[CLS]", "the", "[MASK]"]
    assert panel.select_one(".masked").get_text() == "[MASK]"
    assert len(welcome.find_all("h1")) == 1


def test_a_step_of_the_path_has_number_heading_line_and_facts(welcome):
    (step,) = welcome.select(".path li")
    assert step.select_one(".step").get_text() == "1"
    assert step.select_one("h3 a")["href"] == "check.html"
    assert step.select_one("div > p").get_text() == "Afterwards you can check."
    assert step.select_one(".tally").get_text() == "5 cards · 5 minutes"


def test_each_card_holds_its_question_and_a_closed_answer(built):
    panels = built.page("chapters/check").select(".cards > .panel")
    assert [each.select_one(".prompt").get_text(strip=True) for each in panels] == ["What is the loss?", "And now?"]
    answers = [each.select_one("details > div").get_text(strip=True) for each in panels]
    assert answers[0].endswith("0.170nats")
    assert answers[1] == "3.170"


def test_any_dropdown_is_a_closed_fold(built):
    fold = built.page("chapters/check").select("article > section > .panel > details")[0]
    assert fold.find("summary").get_text() == "Note"
    assert not fold.has_attr("open")


def test_citations_read_as_prose(built):
    text = built.page("chapters/check").select_one("article").get_text(" ")
    words = re.sub(r"\s+", " ", text)
    assert "As One et al. ( 2019 ) say" in words
    assert "( Four and Five 2020 , One et al. 2019 )" in words


def test_the_bibliography_is_a_list_that_citations_lead_to(built):
    page = built.page("chapters/check")
    (entries,) = page.select("ul.bibliography")
    assert [each.find("p").get_text()[:6] for each in entries.select("li")] == ["Di\xa0Fou", "Ada On"]
    cited = {each["href"] for each in page.select("article > section > p a[href^='#id']")}
    assert cited == {f"#{each['id']}" for each in entries.select("li")}
    assert not page.select(".label, .citation")


def test_bold_words_below_a_picture_begin_its_caption(built):
    (caption,) = built.page("chapters/check").select("p.caption:not(nav *)")
    assert caption.get_text() == "Two bars. One is longer."


def test_the_figure_after_the_hero_moves_into_it_with_its_caption_and_without_its_code():
    output = nodes.container("", nodes.raw("", "<svg></svg>", format="html"), classes=["cell_output"])
    cell = nodes.container("", nodes.container("", classes=["cell_input"]), output, classes=["cell"])
    caption = nodes.paragraph("", "Three bars.", classes=["caption"])
    hero = nodes.container("", nodes.paragraph("", "Lede."), classes=["hero"])
    page = nodes.document(None, None)
    page += nodes.section("", nodes.title("", "Title"), hero, cell, caption, nodes.paragraph("", "Below."))
    build_hero(hero)
    (section,) = page
    assert [each.astext() for each in section.children[1:]] == ["Below."]
    figure = hero[1][0]
    assert figure.children[0] is output
    assert figure.astext().endswith("Three bars.")


def test_the_root_address_leads_to_the_first_page(built):
    page = built.page("index")
    assert page.find("meta", {"http-equiv": "refresh"})["content"] == "0; url=chapters/index.html"
    assert page.find("a")["href"] == "chapters/index.html"


def test_a_digest_changes_with_any_file(tmp_path):
    (tmp_path / "a.css").write_text("a")
    before = digest(tmp_path)
    assert digest(tmp_path) == before
    (tmp_path / "a.css").write_text("b")
    assert digest(tmp_path) != before


def test_project_addresses_are_read_from_one_file(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text(
        '[project]\nversion = "3.0"\n[project.urls]\nRepository = "https://host/me/book/"\nHomepage = "https://me.host/book"\n'
    )
    project = read_project(path)
    assert project.version == "3.0"
    assert project.repository == "https://host/me/book"
    assert project.address == "https://me.host/book/"
    assert project.citation == "https://host/me/book/blob/main/CITATION.cff"


def test_a_missing_address_is_named(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nversion = "3.0"\n[project.urls]\nRepository = "https://host/me/book"\n')
    with pytest.raises(ValueError, match=r"must say Homepage"):
        read_project(path)
