"""The boxes for answers in the cards, and the scripts that hold tables and new numbers."""

import json
import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from lib.answers import answer_table
from lib.bank import EXERCISES, LEVELS, exercise, render, variants_of
from lib.bank.definition import ArgumentField
from lib.bank.sync import block
from lib.site import answer_scripts
from lib.site.answers import form
from lib.site.slots import slotted, texts_of
from tests.site.conftest import build_project

KINDS = dict.fromkeys(("number", "count", "shape", "word", "mask"), "input") | {"argument": "textarea"}
LEVEL = LEVELS[1].page
EACH = [pytest.param(each, id=each.number) for each in EXERCISES]
WITH_NUMBERS = [pytest.param(each, id=each.number) for each in EXERCISES if each.draw]


def form_of(each):
    return BeautifulSoup(form(each).astext(), "html.parser").form


# ── The form ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("each", EACH)
def test_every_field_of_the_bank_has_a_labeled_box_of_its_kind_in_order(each):
    table = answer_table(each)
    found = form_of(each).select("[data-field]")
    assert [box["data-field"] for box in found] == [field["name"] for field in table["fields"]]
    for box, field in zip(found, table["fields"], strict=True):
        if field["kind"] == "choice":
            assert box.find("legend").get_text() == field["label"]
            radios = box.select("fieldset input[type=radio]")
            assert [radio["value"] for radio in radios] == field["options"]
            assert [radio.find_parent("label").get_text() for radio in radios] == field["options"]
            assert {radio["name"] for radio in radios} == {field["name"]}
        else:
            entry = box.find(KINDS[field["kind"]], attrs={"name": field["name"]})
            assert box.find("label", attrs={"for": entry["id"]}).get_text() == field["label"]
            assert entry.get("value") is None
            if entry.name == "input":  # a keypad would lack the minus, the percent sign, the slash and letters
                assert entry["inputmode"] == "text"
                assert (entry["autocapitalize"], entry["spellcheck"], entry["enterkeyhint"]) == ("off", "false", "done")


@pytest.mark.parametrize("each", EACH)
def test_each_verdict_is_a_live_region_that_its_box_refers_to(each):
    page = form_of(each)
    for box in page.select("[data-field]"):
        told = box.select_one(".verdict")
        assert told["role"] == "status"
        assert told.get_text() == ""
        refers = box.find(attrs={"aria-describedby": True})["aria-describedby"].split()
        assert told["id"] in refers
        assert all(page.find(id=name) for name in refers)


def test_no_id_stands_twice_in_all_forms():
    ids = [tag["id"] for each in EXERCISES for tag in form_of(each).find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_a_unit_stands_behind_its_box():
    units = {box["data-field"]: box.select_one(".unit").get_text() for box in form_of(exercise("2.1")).select(".field")}
    assert units == {"p_dog": "", "loss": "nats"}


@pytest.mark.parametrize("each", EACH)
def test_new_numbers_are_offered_where_there_are_some(each):
    page = form_of(each)
    has_some = each.draw is not None
    assert bool(page.select("[data-new]")) == bool(page.select("[data-back][hidden]")) == has_some
    assert ("The book’s numbers" in page.get_text()) == has_some
    primary = page.select("button.primary")
    assert [button.get_text() for button in primary] == ["Check"]
    assert primary[0].get("type", "submit") == "submit"
    assert all(button["type"] == "button" for button in page.select("button:not(.primary)"))


@pytest.mark.parametrize("each", EACH)
def test_nothing_in_a_form_tells_an_answer(each):
    text = form(each).astext()
    for field in answer_table(each)["fields"]:
        for secret in [mistake["feedback"] for mistake in field.get("mistakes", ())]:
            assert secret not in text
        for criterion in field.get("criteria", ()):
            assert criterion["full"] not in text
            assert criterion["half"] not in text
        if field["kind"] == "number":
            assert f"{field['answer']:.{field['decimals']}f}" not in text or field["answer"] == 0
        if field["kind"] == "word":
            assert field["answer"] not in text
    assert "checked" not in text


def test_parts_with_several_boxes_each_are_set_apart():
    apart = [box["data-field"] for box in form_of(exercise("4.1")).select(".first")]
    assert apart == ["sentiment_input", "ner_input", "squad_input"]
    assert not form_of(exercise("2.2")).select(".first")


# ── Texts that are nearly alike ───────────────────────────────────────────────────────────────

TEXTS = st.lists(st.text("ab 0.<>/é", max_size=30), min_size=1, max_size=5)


@given(TEXTS)
def test_slotted_texts_come_back_as_they_were(texts):
    parted = slotted(texts)
    assert texts_of(parted) == texts
    assert {len(row) for row in parted["slots"]} == {len(parted["fixed"]) - 1}


def test_what_texts_share_is_kept_once():
    texts = [
        f"<p>The loss is <b>{loss}</b> nats, <i>{word}</i>.</p>" for loss, word in ((0.17, "small"), (3.2, "large"))
    ]
    assert slotted(texts) == {
        "fixed": ["<p>The loss is <b>", "</b> nats, <i>", "</i>.</p>"],
        "slots": [["0.17", "small"], ["3.2", "large"]],
    }


# ── The page and its script ───────────────────────────────────────────────────────────────────


def glossary(texts):
    """A page with every term that the texts use, each place outside of exercises that they refer to, and the papers."""
    terms = {term for text in texts for term in re.findall(r"\{term\}`(?:[^`<]*<)?([^`<>]+)>?`", text)}
    entries = "\n\n".join(f"{term}\n  What it is." for term in sorted(terms))
    labels = {label for text in texts for label in re.findall(r"\{ref\}`[^`<]*<([^`<>]+)>`", text)}
    places = "".join(f"({each})=\n## {each}\n\n" for each in sorted(labels - {each.id for each in EXERCISES}))
    return f"# Glossary\n\n````{{glossary}}\n{entries}\n````\n\n{places}```{{bibliography}}\n```\n"


def papers(texts):
    keys = {key for text in texts for keys in re.findall(r"\{cite:[pt]\}`([^`]+)`", text) for key in keys.split(",")}
    return "".join(
        f"@article{{{key}, author={{A {key.title()}}}, title={{T}}, journal={{J}}, year={{2020}}}}\n" for key in keys
    )


def build_level(folder, *, glossary_page=None):
    """Build a small book: the second level as the bank has it, and all that it refers to."""
    known = [each for each in EXERCISES if each.level == 2]
    texts = [text for each in EXERCISES for text in (each.prompt, *each.hints, each.solution)]
    texts += [str(each.derive(each.defaults)) for each in EXERCISES]
    text = "# Application\n\nWhat it is about.\n\nAfterwards you can\n\n- do it.\n\n```python\n1\n```\n\n"
    pages = {
        "index": "# Welcome\n",
        LEVELS[0].page: "# Recognition\n",
        LEVEL: text + "\n".join(block(each) for each in known),
        "glossary": glossary_page or glossary(texts),
    }
    (folder / "all.bib").write_text(papers(texts), encoding="utf-8")
    return build_project(folder, pages, course_variants=True, bibtex_bibfiles=["all.bib"])


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The small book, with the book's own numbers once more as the one variant of each exercise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer_scripts, "notebook_cache", lambda: tmp_path_factory.mktemp("cache"))
        patch.setattr(answer_scripts, "variants_of", lambda each: (each.defaults, each.defaults))
        return build_level(tmp_path_factory.mktemp("book"))


def read_script(built, page=LEVEL):
    text = (built.out / "_static" / "answers" / f"{page}.js").read_text(encoding="utf-8")
    return json.loads(re.fullmatch(r"course\.answers\((.*)\);\n", text, re.DOTALL)[1])


def test_the_small_book_builds_without_a_warning(book):
    assert book.warned == ""


@pytest.mark.parametrize("name", ["2.1", "2.2", "2.3", "2.4"])
def test_what_the_script_renders_is_what_the_page_would_show(book, name):
    """Both ways from the bank to HTML give the same for the same numbers, but for ids: a page has each once."""
    section = book.page(LEVEL).find(id=exercise(name).id)
    shown = [section.select_one(".prompt"), *section.select("details > div")]
    rendered = [texts_of(part)[0] for part in read_script(book)[exercise(name).id]["parts"]]
    assert len(shown) == len(rendered)
    for marked in section.find_all(id=True):
        del marked["id"]
    for there, here in zip(shown, rendered, strict=True):
        assert " id=" not in here
        assert BeautifulSoup(here, "html.parser").decode().split() == there.decode_contents().split()


def test_new_numbers_are_formulas_references_and_tokens_like_the_book_s(book):
    parts = read_script(book)["least-likely-word"]["parts"]
    prompt, *_, solution = (BeautifulSoup(texts_of(part)[0], "html.parser") for part in parts)
    assert prompt.find("a", href="#softmax-three-logits").get_text() == "2.1"
    assert solution.select(".formula math")
    assert "$" not in solution.get_text()


def test_only_a_page_with_boxes_loads_the_scripts_and_says_where_its_own_is(book):
    script = book.page(LEVEL).select_one("script[src*='answers.js']")
    assert re.sub(r"\?.*", "", script["data-tables"]) == f"_static/answers/{LEVEL}.js"
    assert (book.out / "_static" / "answers" / f"{LEVEL}.js").is_file()
    order = [re.sub(r".*/|\?.*", "", each["src"]) for each in book.page(LEVEL).select("script[src]")]
    assert order.index("storage.js") < order.index("judge.js") < order.index("answers.js")
    assert not book.page("glossary").select("script[src*='answers.js']")
    assert not (book.out / "_static" / "answers" / "glossary.js").exists()


def test_the_level_s_squares_lead_to_its_exercises_below_the_objectives(book):
    page = book.page(LEVEL)
    links = page.select("nav .steps a")
    assert [(link.get_text(), link["href"]) for link in links] == [
        (each.number, f"#{each.id}") for each in EXERCISES if each.level == 2
    ]
    nav = links[0].find_parent("nav")
    assert nav.find_previous_sibling().get_text(strip=True) == "do it."
    assert nav.find_next("pre").get_text().strip() == "1"


def test_a_card_is_not_started_until_script_knows_better(book):
    states = book.page(LEVEL).select(".exercise > .meta > .state.scripted")
    assert [state["data-state"] for state in states] == ["new"] * 4
    assert {state.get_text() for state in states} == {"Not started"}


@pytest.mark.long
def test_a_reference_to_nothing_in_new_numbers_is_a_warning_that_names_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(answer_scripts, "notebook_cache", lambda: tmp_path / "cache")
    built = build_level(tmp_path, glossary_page="# Glossary\n\n```{bibliography}\n```\n")
    assert re.search(rf"{LEVEL}\.md.*WARNING: term not in glossary: .*softmax", built.warned)


def test_what_was_rendered_is_used_again_until_something_changes(tmp_path, monkeypatch):
    rendered = []
    monkeypatch.setattr(answer_scripts, "notebook_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr(answer_scripts, "answers_of", lambda _app, page, _all: rendered.append(page) or {"at": page})
    for _ in range(2):
        assert read_script(build_level(tmp_path)) == {"at": LEVEL}
    assert rendered == [LEVEL]
    other = glossary(["{term}`logit`"]).replace("# Glossary", "(another-place)=\n# Glossary")
    build_level(tmp_path, glossary_page=other)
    assert rendered == [LEVEL, LEVEL]
    assert len(list((tmp_path / "cache" / "answers").iterdir())) == 1


# ── The book ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="session")
def scripts(site):
    """What the script of each level's page holds, by exercise."""
    found = {}
    for level in LEVELS:
        text = (site / "_static" / "answers" / f"{level.page}.js").read_text(encoding="utf-8")
        found |= json.loads(text.removeprefix("course.answers(").removesuffix(");\n"))
    return found


@pytest.mark.book
@pytest.mark.parametrize("each", EACH)
def test_the_book_s_scripts_hold_the_table_of_every_variant(scripts, each):
    tables = [json.loads(text) for text in texts_of(scripts[each.id]["table"])]
    said = scripts[each.id]["said"]
    for mistake in (m for table in tables for field in table["fields"] for m in field.get("mistakes", ())):
        mistake |= said[mistake.pop("said")]
    expected = [answer_table(each, numbers, variant=k) for k, numbers in enumerate(variants_of(each))]
    assert tables == json.loads(json.dumps(expected))
    assert len({json.dumps(row) for row in said}) == len(said), "each once"


@pytest.mark.book
@pytest.mark.parametrize("each", WITH_NUMBERS)
def test_the_book_s_scripts_hold_every_text_of_at_least_25_variants(scripts, each):
    parts = [texts_of(part) for part in scripts[each.id]["parts"]]
    assert len(parts) == 2 + len(each.hints)
    assert {len(part) for part in parts} == {len(variants_of(each)) - 1}
    assert len(parts[0]) >= 25
    for part in parts:
        for text in part:
            for trace in ("$", "<<", "{term}", "{ref}", "{cite", "merror", "system-message"):
                assert trace not in text
    for numbers, solution in zip(variants_of(each)[1:], parts[-1], strict=True):
        for field in each.keyed:
            if isinstance(answer := field.answer(numbers), float):
                shown = render(f"<<{field.name}:.{field.decimals}f>>", each, numbers)
                assert shown in BeautifulSoup(solution, "html.parser").get_text(), (field.name, answer)


@pytest.mark.book
def test_the_book_s_pages_hold_nothing_of_a_table(pages):
    for level in LEVELS:
        text = pages[level.page].decode()
        for each in (each for each in EXERCISES if each.level == level.number):
            for field in answer_table(each)["fields"]:
                secrets = [mistake["feedback"] for mistake in field.get("mistakes", ())]
                secrets += [criterion["full"] for criterion in field.get("criteria", ())]
                assert not [secret for secret in secrets if secret in text]
    assert any(isinstance(field, ArgumentField) for each in EXERCISES for field in each.fields)


@pytest.mark.book
def test_the_scripts_are_light(site):
    import gzip

    for level in LEVELS:
        script = (site / "_static" / "answers" / f"{level.page}.js").read_bytes()
        assert len(gzip.compress(script)) < 150_000, level.page
    shared = [(site / "_static" / f"{name}.js").read_bytes() for name in ("answers", "judge", "storage")]
    assert sum(len(gzip.compress(script)) for script in shared) < 25_000
