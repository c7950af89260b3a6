"""The stripped source: what is in it, and that no answer is."""

import json
import re

import pytest

from lib.answers import answer_table
from lib.assign.issue import has_the_books_answer
from lib.bank import EXERCISES, exercise, render, variants_of
from lib.bank.explorations import EXPLORATIONS
from lib.site.class_book.assigned import TOLD, read_assigned
from lib.site.class_book.figures import settings_of
from lib.site.class_book.links import names_in, unlinked
from lib.site.class_book.numbers import class_numbers, starts_at
from lib.site.class_book.source import write_source
from tests.class_book.conftest import SALT, stripped_of

EACH = [pytest.param(each, id=each.number) for each in EXERCISES]
WITH_NUMBERS = [pytest.param(each, id=each.number) for each in EXERCISES if each.draw]


def sentences(text):
    """Give the sentences of a text that are long enough to be known again."""
    return [each for each in re.split(r"(?<=[.:])\s+|\n\n+|\|", text) if len(each) > 25]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The stripped source of all exercises, as one text."""
    folder = tmp_path_factory.mktemp("whole")
    write_source(stripped_of(), folder)
    return folder, "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.is_file())


# ── What is in it ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("each", EACH)
def test_every_exercise_is_asked_with_the_numbers_of_the_class(each, whole):
    numbers = class_numbers(each, SALT, "class").numbers
    for line in render(each.prompt, each, numbers).split("\n"):
        assert unlinked(line, names_in([whole[1]]), []) in whole[1] or "`" in line


@pytest.mark.parametrize("each", WITH_NUMBERS)
def test_the_class_gets_other_numbers_than_the_book_and_its_public_variants(each):
    assert class_numbers(each, SALT, "class").numbers not in variants_of(each)


def test_hints_are_kept_as_chosen(tmp_path):
    counts = {}
    for hints in ("none", "first", "all"):
        write_source(stripped_of("2.1", "2.3", hints=hints), tmp_path / hints)
        counts[hints] = (tmp_path / hints / "chapters" / "level-2-application.md").read_text("utf-8").count("{hint}")
    assert counts == {"none": 0, "first": 2, "all": 5}


def test_only_chosen_exercises_and_their_levels_are_there(tmp_path):
    write_source(stripped_of("2.1", "4.2"), tmp_path)
    assert re.findall(r"^:label: (.*)$", (tmp_path / "chapters/level-2-application.md").read_text("utf-8"), re.M) == [
        "softmax-three-logits"
    ]
    assert sorted(path.stem for path in (tmp_path / "chapters").glob("level-*.md")) == [
        "level-2-application",
        "level-4-synthesis",
    ]
    assert "level-1" not in (tmp_path / "_toc.yml").read_text("utf-8")


def test_a_figure_that_moves_can_be_left_out(tmp_path):
    for has_figures in (True, False):
        folder = tmp_path / str(has_figures)
        write_source(stripped_of("5.2", has_figures=has_figures), folder)
        assert ("MaskBuilder(" in (folder / "chapters/level-5-mastery.md").read_text("utf-8")) is has_figures
        assert read_assigned(folder).exercises[0].has_figure is has_figures


# ── What is not ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("each", EACH)
def test_no_sentence_of_a_solution_feedback_or_rubric_is_in_the_source(each, whole):
    numbers = class_numbers(each, SALT, "class").numbers
    fields = answer_table(each, numbers)["fields"]
    told = [mistake["feedback"] for field in fields for mistake in field.get("mistakes", ())]
    told += [text for field in fields for point in field.get("criteria", ()) for text in (point["full"], point["half"])]
    solutions = [s for text in (each.solution,) for s in sentences(render(text, each, numbers))]
    prompts = "\n".join([each.prompt, *each.hints])
    assert solutions
    for text in [*solutions, *told]:
        assert text not in whole[1] or text in prompts


def test_the_same_search_finds_every_solution_in_the_books_own_chapters():
    from lib.bank.sync import CHAPTERS

    book = "\n".join(path.read_text("utf-8") for path in CHAPTERS.glob("level-*.md"))
    for each in EXERCISES:
        assert all(text in book for text in sentences(render(each.solution, each))), each.number


def test_boxes_know_of_a_field_only_what_is_printed_beside_them(whole):
    found = json.loads((whole[0] / "assigned.json").read_text("utf-8"))
    names = {name for each in found["exercises"] for field in each["fields"] for name in field}
    assert names <= set(TOLD)
    assert {"name", "kind", "label"} <= names


@pytest.mark.parametrize("each", [pytest.param(exercise(name), id=name) for name in EXPLORATIONS])
def test_no_figurestarts_at_what_is_asked_for_or_knows_its_goal(each):
    for salt in (SALT, b"another salt of a class", b"0d9f8e7c6b5a49382716"):
        numbers = class_numbers(each, salt, "class").numbers
        assert each.draw is None or not starts_at(each, numbers)
        assert all("goal" not in settings for _, settings in settings_of(each, numbers))


def test_numbers_at_which_a_figure_starts_are_known():
    asked = exercise("2.1")
    start = dict(settings_of(asked, asked.defaults))["LogitExplorer"]["logits"]
    assert starts_at(asked, {**asked.defaults, "logits": tuple(start)})
    assert starts_at(asked, {**asked.defaults, "logits": tuple(score + 1 for score in reversed(start))})
    assert not starts_at(asked, asked.defaults)
    assert starts_at(exercise("2.4"), {**exercise("2.4").defaults, "score": -0.5})


def test_no_answer_with_decimals_is_the_one_that_the_book_prints():
    asked = exercise("2.2")
    alike = {**asked.defaults, "logits": (1.8, -1.2, -0.2), "truth": 1}  # drawn once: the book's differences again
    assert has_the_books_answer(asked, alike)
    assert not has_the_books_answer(asked, {**alike, "logits": (1.8, -1.2, 0.2)})
    for each in (each for each in EXERCISES if each.draw):
        for salt in (SALT, b"another salt of a class", b"0d9f8e7c6b5a49382716"):
            assert not has_the_books_answer(each, class_numbers(each, salt, "class").numbers)


# ── Links ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see {ref}`2.1 <softmax>`", "see 2.1"),
        ("see {ref}`the\nrule <rule>`", "see {ref}`the\nrule <rule>`"),
        ("{doc}`notation` and {doc}`Level 1 <level-1>`", "{doc}`notation` and Level 1"),
        ("[Errata](errata.md#x) and [Notation](./notation.md)", "Errata and [Notation](./notation.md)"),
        ("{term}`logits <logit>` {cite:p}`devlin2019bert`", "{term}`logits <logit>` {cite:p}`devlin2019bert`"),
    ],
)
def test_a_link_to_what_is_left_out_becomes_its_words(text, left):
    assert unlinked(text, {"rule"}, {"notation"}) == left


def test_a_link_without_words_to_what_is_left_out_is_an_error():
    with pytest.raises(ValueError, match="give it words"):
        unlinked("{doc}`self-check`", set(), set())
