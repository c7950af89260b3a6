"""The bank as a whole: sixteen exercises, each complete and consistent."""

import math
import re

import pytest

from lib.bank import (
    EXERCISES,
    ArgumentField,
    ChoiceField,
    CountField,
    KeyedField,
    MaskField,
    NumberField,
    ShapeField,
    WordField,
    exercise,
)
from tests.conftest import ROOT

NUMBERS = [
    "1.1",
    "1.2",
    "1.3",
    "2.1",
    "2.2",
    "2.3",
    "2.4",
    "3.1",
    "3.2",
    "3.3",
    "4.1",
    "4.2",
    "4.3",
    "5.1",
    "5.2",
    "5.3",
]
FIELDS = {
    "1.1": ["bert_attention", "bert_job", "gpt_attention", "gpt_job", "t5_attention", "t5_job"],
    "1.2": ["mask", "random", "unchanged"],
    "1.3": ["token"],
    "2.1": ["p_dog", "loss"],
    "2.2": ["p_log", "loss"],
    "2.3": ["scored", "not_scored"],
    "2.4": ["p_isnext", "loss"],
    "4.1": [
        f"{head}_{part}" for head in ("sentiment", "ner", "squad") for part in ("input", "weight", "bias", "output")
    ],
    "4.2": ["p_pos"],
    "4.3": ["masked"],
    "5.1": ["loss", "dominates"],
    "5.2": ["grid"],
    "5.3": ["loss_at_one"],
}
each_exercise = pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.number)
KEYED = [(each, field) for each in EXERCISES for field in each.keyed]
each_keyed = pytest.mark.parametrize(("each", "field"), KEYED, ids=lambda v: getattr(v, "number", None) or v.name)


def test_there_are_sixteen_numbered_as_in_the_source():
    assert [each.number for each in EXERCISES] == NUMBERS
    assert len({each.id for each in EXERCISES}) == 16


def test_an_exercise_is_found_by_number_and_by_id():
    assert exercise("2.1") is exercise("softmax-three-logits")


@pytest.mark.parametrize("name", ["2.9", "", None, 2.1, ["2.1"]])
def test_an_unknown_exercise_is_refused_with_the_list_of_known_ones(name):
    with pytest.raises(KeyError, match="softmax-three-logits"):
        exercise(name)


@pytest.mark.parametrize(("number", "names"), FIELDS.items())
def test_the_keyed_fields_have_their_permanent_names(number, names):
    assert [field.name for field in exercise(number).keyed] == names


@each_exercise
def test_an_exercise_is_complete(each):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.id)
    assert each.points > 0
    assert each.minutes > 0
    assert each.fields
    assert each.hints
    assert len(each.solution) > 100
    assert len({field.name for field in each.fields}) == len(each.fields)
    for point in each.rubric:
        assert point.points > 0
        assert point.full != point.half


@each_exercise
def test_its_sources_are_in_the_bibliography(each):
    keys = set(re.findall(r"@\w+\{([^,]+),", (ROOT / "chapters" / "references.bib").read_text(encoding="utf-8")))
    assert each.sources
    assert set(each.sources) <= keys


@each_exercise
def test_the_written_parts_are_worth_no_more_than_the_exercise(each):
    worth = sum(point.points for point in each.rubric)
    assert worth <= each.points
    if not each.keyed:
        assert worth == each.points


@each_keyed
def test_an_answer_has_the_type_of_its_field(each, field):
    answer = field.answer(each.defaults)
    kinds = {NumberField: float, CountField: int, ShapeField: tuple, ChoiceField: str, WordField: str, MaskField: tuple}
    assert type(answer) is kinds[type(field)]
    if isinstance(field, ChoiceField):
        assert answer in field.options


@each_keyed
def test_a_number_has_at_least_three_mistakes(each, field):
    if isinstance(field, NumberField | CountField):
        assert len(field.mistakes) >= 3
    names = [mistake.name for mistake in (*field.mistakes, *field.further)]
    assert len(set(names)) == len(names)
    assert not any("-or-" in name for name in names)  # which joins two


@each_keyed
def test_no_mistake_is_right_or_looks_like_another(each, field):
    """A number is told apart from the truth and from every other mistake by twice the tolerance."""
    values = [field.answer(each.defaults), *(mistake.value(each.defaults) for mistake in field.mistakes)]
    for i, a in enumerate(values):
        for b in values[:i]:
            if isinstance(field, NumberField):
                assert math.isfinite(a)
                assert abs(a - b) > 2 * field.tolerance, (a, b)
            else:
                assert a != b


@each_keyed
def test_feedback_never_gives_the_answer_away(each, field):
    answer = field.answer(each.defaults)
    if isinstance(field, NumberField):
        told = f"{answer:.{field.decimals}f}"
    elif isinstance(field, CountField):
        return
    else:
        told = str(answer)
    for mistake in (*field.mistakes, *field.further):
        assert mistake.feedback.rstrip().endswith((".", "?"))
        if isinstance(field, NumberField):
            assert told not in mistake.feedback


@each_exercise
def test_written_parts_are_fields_of_words(each):
    for field in each.fields:
        assert isinstance(field, KeyedField | ArgumentField)
