"""Exercise sections as cards."""

import pytest

from lib.bank import exercise
from tests.site.conftest import build_project

KNOWN = exercise("2.1")
EXERCISE = f"""\
## 2.1 {KNOWN.title}

```{{exercise}}
:label: {KNOWN.id}
:enumerator: 2.1

Prompt with `[MASK]` and `[CLS]`.

- (a) First *part*?
- (b) Second part?
```

```{{hint}}
:class: dropdown

First hint.
```

```{{hint}}
:class: dropdown

Second hint.
```

```{{solution}} {KNOWN.id}
:class: dropdown

The solution.
```

```{{margin}}
A note.
```

Prose below.

- an ordinary
- list
"""
LEVEL = f"# Application\n\n*4 exercises · {{doc}}`index`*\n\nWhat it is.\n\n{EXERCISE}"
OTHER = f"# Analysis\n\nSee {{ref}}`{KNOWN.id}` and {{numref}}`{KNOWN.id}`.\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cards")
    return build_project(folder, {"index": "# Welcome\n", "one": "# Recognition\n", "two": LEVEL, "three": OTHER})


@pytest.fixture(scope="module")
def page(built):
    return built.page("two")


@pytest.fixture(scope="module")
def section(page):
    return page.find(id=KNOWN.id)


def test_a_right_exercise_builds_without_a_warning(built):
    assert built.warned == ""


def test_the_section_carries_the_label_and_nothing_else_does(page, section):
    assert section.name == "section"
    assert section["class"] == ["exercise"]
    assert len(page.find_all(id=KNOWN.id)) == 1


def test_the_heading_keeps_its_number_apart_from_its_title(section):
    heading = section.find("h2")
    assert heading.select_one(".number").get_text() == "2.1"
    assert heading.get_text().removesuffix("#") == f"2.1 {KNOWN.title}"


def test_points_and_minutes_come_from_the_bank(section):
    line = section.find("h2").find_next_sibling()
    assert line["class"] == ["meta"]
    state, facts = line.find_all(recursive=False)
    assert state.get_text() == "Not started"
    assert facts.get_text() == f"{KNOWN.points} points · about {KNOWN.minutes} minutes"


def test_prompt_answer_hints_and_solution_stand_in_one_panel_in_this_order(section):
    panel = section.select_one(".panel")
    assert [" ".join(each["class"]) for each in panel.find_all(recursive=False)] == [
        "prompt",
        "answer scripted",
        "fold hint",
        "fold hint",
        "fold solution",
    ]


def test_folds_are_native_closed_and_named(section):
    folds = section.select("details")
    names = ["Hint 1 of 2", "Hint 2 of 2", "Solution", "After your answer: the computation, step by step"]
    assert [fold.find("summary").get_text() for fold in folds] == names
    assert not any(fold.has_attr("open") for fold in folds)
    assert folds[2]["id"] == f"solution-{KNOWN.id}"
    assert "The solution." in folds[2].get_text()


def test_a_single_hint_is_not_counted(build):
    one = EXERCISE.replace("```{hint}\n:class: dropdown\n\nSecond hint.\n```\n\n", "")
    assert build(f"# Page\n\n{one}").page("index").select_one(".hint summary").get_text() == "Hint"


def test_what_follows_the_solution_stays_below_the_panel(section):
    assert "Prose below." not in section.select_one(".panel").get_text()
    assert "Prose below." in section.get_text()


def test_a_lettered_list_becomes_parts_and_another_list_stays(section):
    parts = section.select_one(".prompt ol.parts")
    assert [each.get_text() for each in parts.select(".part")] == ["(a)", "(b)"]
    assert parts.find("li").find("div").get_text().strip() == "First part?"
    assert [each.get_text().strip() for each in section.select("ul li")] == ["an ordinary", "list"]


def test_only_the_mask_token_is_marked(section):
    marked, plain = section.select(".prompt code")
    assert {"token", "masked"} <= set(marked["class"])
    assert "token" not in plain["class"]


def test_the_ids_that_sphinx_exercise_repeats_are_gone(page):
    assert not page.select("#exercise-content, #solution-content")


def test_on_this_page_lists_the_exercise_and_leads_to_it(page):
    (entry,) = page.select("#pst-page-toc-nav a")
    assert entry["href"] == f"#{KNOWN.id}"
    assert entry.get_text(strip=True) == f"2.1 {KNOWN.title}"


def test_references_from_other_pages_lead_to_the_heading_by_number(built):
    links = built.page("three").select("article p a")
    assert [link["href"] for link in links] == [f"two.html#{KNOWN.id}"] * 2
    assert [link.get_text() for link in links] == ["Exercise 2.1"] * 2
    assert not built.page("three").select("article code")


def test_the_chapter_is_called_a_level(page, built):
    assert page.select_one("h1").get_text() == "Level 2\u00a0— Application#"
    assert built.page("one").select_one(".prev-next-area .prev-next-title").get_text() == "Welcome"
    assert built.page("one").select_one(".right-next .prev-next-title").get_text() == "Level 2\u00a0— Application"


def test_a_line_in_italics_below_the_title_is_its_line_of_facts(page):
    line = page.select_one("h1").find_next_sibling()
    assert line["class"] == ["meta"]
    assert not line.find("em")
    assert line.find("a")["href"] == "index.html"


def test_a_margin_note_has_no_empty_title(page):
    (note,) = page.select("aside.margin")
    assert note.get_text(strip=True) == "A note."
    assert not note.select(".sidebar-title")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (EXERCISE.replace(KNOWN.id, "no-such-exercise"), "exercise 'no-such-exercise' is not in the bank"),
        (EXERCISE.replace("## 2.1", "## 2.7"), f"exercise '{KNOWN.id}' is 2.1 in the bank, but its heading is '2.7"),
        (
            EXERCISE.replace("```{solution}", "## Elsewhere\n\n```{solution}"),
            f"the solution of '{KNOWN.id}' must stand in its exercise's section",
        ),
    ],
    ids=["unknown", "other number", "solution elsewhere"],
)
def test_what_is_wrong_is_a_warning_that_names_the_page(build, text, complaint):
    warned = build({"index": "# Page\n", "level": f"# Level\n\n{text}"}).warned
    assert complaint in warned
    assert "level.md" in warned
