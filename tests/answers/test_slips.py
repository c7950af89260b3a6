"""The usual wrong answers, as a learner types them: each is told by its step, in the book and in variants."""

import dataclasses
import math

import pytest

from lib.answers import answer_table, check, judge
from lib.answers.mistakes import mistake_rows
from lib.answers.names import word
from lib.bank import EXERCISES, CountField, NumberField, WordField, exercise, variants_of
from lib.bank.definition import Mistake

# Exercise, variant, field, what is typed, the mistake's name.
SLIPS = """
1.2  0 mask       68        of-the-others          # 80 % of the 85 % that are not chosen
1.2  0 mask       85 %      not-chosen
1.2  0 mask       20        both-exceptions
1.2  0 mask       33.3      equal-shares
1.2  0 random     15        the-choice
1.2  0 random     100       every-chosen
1.2  0 random     8.5       of-the-others
1.2  0 random     90 %      the-other-fates
1.2  0 unchanged  33        equal-shares
1.2  1 mask       80        both-exceptions-or-percent-for-count  # 1,600 tokens, 25 %: 400 are chosen
1.2  1 mask       0.8       percent-for-count
1.2  1 mask       1280      of-all-tokens
1.2  1 mask       960       of-the-others
1.2  1 mask       1600      all-tokens
1.2  1 random     10        percent-for-count
1.2  1 random     0,1       percent-for-count
1.2  1 random     120       of-the-others
1.2  1 random     133       equal-shares
1.2  1 unchanged  360       the-other-fates
1.2  8 random     10        percent-for-count-or-equal-shares  # 150 tokens, 20 %: 30
1.2  8 unchanged  20        the-choice

2.1  0 p_dog      0.114     first-other-word
2.1  0 p_dog      0.042     second-other-word
2.1  0 p_dog      0.953     one-score
2.1  0 p_dog      5.402     sum-of-the-others
2.1  0 p_dog      20.086    power-alone
2.1  0 p_dog      0.035     sign
2.1  0 p_dog      0.333     all-alike
2.1  0 p_dog      0.170     the-loss
2.1  0 loss       0.844     the-probability
2.1  0 loss       0.156     the-rest
2.1  0 loss       2.170     first-other-word
2.1  0 loss       3.170     second-other-word
2.1  0 loss       0.288     no-exponential
2.1  0 loss       0.318     powers-of-2
2.1  1 p_dog      0.017     first-other-word       # piano −1.5, coat −0.5, umbrella 2.5: coat
2.1  1 p_dog      0.936     second-other-word
2.1  8 p_dog      0.665     first-other-word       # bread 2, cake 1, shoe 0: cake
2.1  8 p_dog      0.090     base-10-or-second-other-word
2.1  8 loss       0.408     first-other-word
2.1  8 loss       0.245     the-probability

2.2  0 p_log      0         base-10-or-no-exponential
2.2  0 p_log      0.001     base-10-or-no-exponential
2.2  0 p_log      0.232     softmax-twice
2.2  0 p_log      0.114     middle-word
2.2  0 p_log      3.170     the-loss
2.2  0 loss       2.170     middle-word
2.2  0 loss       0.042     the-probability
2.2  0 loss       0.958     the-rest
2.2  1 p_log      0.052     no-exponential         # 0.3 of 5.8
2.2  1 p_log      0.227     softmax-twice
2.2  1 p_log      0.106     middle-word
2.2  2 p_log      -0.030    no-exponential         # −0.1 of 3.3
2.2  7 loss       1.519     middle-word

2.3  0 scored     2         shown-mask-only        # 2.4 by 80 % of 3
2.3  0 scored     15        percent
2.3  0 scored     0.15      percent
2.3  0 scored     16        of-all-tokens
2.3  0 scored     7.5       not-whole
2.3  0 not_scored 18        shown-mask-only
2.3  0 not_scored 17.6      shown-mask-only
2.3  0 not_scored 85        percent
2.3  0 not_scored 15        percent
2.3  0 not_scored 17.5      not-whole
2.3  1 scored     17        rounded-down           # 15 % of 118 is 17.7
2.3  1 scored     17.7      not-rounded
2.3  1 scored     14        shown-mask-only
2.3  1 scored     14.16     shown-mask-only
2.3  1 scored     14.4      shown-mask-only
2.3  1 not_scored 101       rounded-down
2.3  1 not_scored 100.3     not-rounded
2.3  1 not_scored 104       shown-mask-only
2.3  4 scored     19        rounded-up             # 18.3
2.3  4 not_scored 103       rounded-up
2.3  2 scored     6         shown-mask-only-or-rounded-down  # 6.6; 80 % of 7 is 5.6

2.4  0 p_isnext   0.8337    tanh
2.4  0 p_isnext   0.6832    sigmoid-twice
2.4  0 p_isnext   1.3012    no-reciprocal
2.4  0 p_isnext   0.4545    no-exponential
2.4  0 p_isnext   0.2633    the-loss
2.4  0 loss       0.7685    the-probability
2.4  0 loss       0.2315    the-rest
2.4  0 loss       1.7265    both-terms
2.4  0 loss       0.3810    sigmoid-twice
2.4  1 loss       0.0911    the-probability        # s = −2.3, y = 0
2.4  1 loss       0.9089    the-rest

4.2  0 p_pos      0.2       other-class-without-exponential
4.2  0 p_pos      4.4817    sum-of-the-others
4.2  0 p_pos      7.3891    power-alone
4.2  0 p_pos      0.9241    sigmoid-of-the-sum
4.2  0 p_pos      0.2014    the-loss
4.2  2 p_pos      0.4013    other-score

4.3  0 masked     5         shown-mask-only        # 80 % of 6 is 4.8
4.3  0 masked     4.8       shown-mask-only
4.3  0 masked     4.2       words
4.3  0 masked     28        all-words
4.3  0 masked     32        of-all-tokens
4.3  0 masked     0.15      percent
4.3  0 masked     6.5       not-whole
4.3  1 masked     9.6       not-rounded            # 64 tokens, 57 words
4.3  1 masked     8.55      words
4.3  3 masked     11        rounded-down           # 11.7
4.3  5 masked     17.85     not-rounded
4.3  8 masked     14        rounded-up             # 13.35

5.1  0 loss       0.408     first-alone
5.1  0 loss       3.170     second-alone
5.1  0 loss       1.993     one-term-halved
5.1  0 loss       3.374     one-term-halved
5.1  0 loss       0.354     mean-of-probabilities
5.1  0 loss       0.347     logarithm-of-the-sum
5.1  1 loss       1.973     first-alone            # 0.139 and 0.409
5.1  1 loss       0.894     second-alone
5.3  0 loss_at_one 0.368    exponential

1.3  0 token      <s>               roberta
1.3  0 token      BOS               beginning
1.3  0 token      pooler_output     pooler-output
1.3  0 token      the separator     separator
1.3  0 token      [UNK]             unknown
1.3  0 token      mean pooling      average
1.3  0 token      last token        end
"""


def rows_of(text):
    """Read a list of slips; the typed text may have spaces in it."""
    for row in filter(None, (line.split("#")[0].strip() for line in text.splitlines())):
        number, variant, name, rest = row.split(None, 3)
        yield number, int(variant), name, *rest.rsplit(None, 1)


@pytest.mark.parametrize(("number", "variant", "field", "given", "name"), list(rows_of(SLIPS)))
def test_a_usual_wrong_answer_is_told_by_its_name_and_where_it_is_mended(number, variant, field, given, name):
    [judged] = check(number, variant, **{field: given}).fields
    assert (judged.status, judged.name_of_mistake) == ("mistake", name), judged.feedback
    assert judged.points == 0


@pytest.mark.parametrize(
    ("given", "remark"),
    [
        ("h_[CLS]", "That is the vector. Its token is named without the rest."),
        ("[CLS] vector", "That is the vector. Its token is named without the rest."),
        ("the vector of [CLS]", "That is the vector. Its token is named without the rest."),
        ("C", "That is the vector. Its token is named without the rest."),
        ("the first token", "That is where it stands. In BERT it has a name as well."),
        ("Position 0", "That is where it stands. In BERT it has a name as well."),
        ("classifier token", ""),
    ],
)
def test_what_means_the_token_of_1_3_is_right_with_a_remark(given, remark):
    [judged] = check("1.3", token=given).fields
    assert (judged.status, judged.remark, judged.points) == ("right", remark, 1)


# What has too few digits to tell is accused of nothing; what is cut off is called so.
COARSE = """
4.2  0 p_pos      0.8       few-digits   # 0.8176 rounds to it, and the raw scores give it
4.2  0 p_pos      0.82      few-digits
4.2  0 p_pos      0.81      cut-off
4.2  0 p_pos      0.817     cut-off
4.2  0 p_pos      0.800     no-exponential
4.2  0 p_pos      0.9       few-digits   # of two slips, and not of the answer
4.2  0 p_pos      4/5       no-exponential
2.4  0 p_isnext   0.768     cut-off
2.4  0 p_isnext   76.8 %    cut-off
2.4  0 p_isnext   0.76      cut-off
2.4  0 p_isnext   0.7       few-digits   # cut off, or from base 2
2.4  0 loss       0.26      few-digits
2.4  0 loss       0.2       few-digits
2.1  0 p_dog      0.8       few-digits
2.1  0 p_dog      0.7       few-digits   # from base 2, or else from the raw scores
2.1  0 loss       0.2       few-digits
2.1  0 loss       0.16      few-digits   # cut off, or 1 − p
5.1  0 loss       1.78      cut-off
5.1  0 loss       1.7       cut-off
5.1  0 loss       2         few-digits
5.1  0 loss       3         few-digits   # position 2 alone
"""


@pytest.mark.parametrize(("number", "variant", "field", "given", "name"), list(rows_of(COARSE)))
def test_too_few_digits_to_tell_are_called_that(number, variant, field, given, name):
    [judged] = check(number, variant, **{field: given}).fields
    assert (judged.status, judged.name_of_mistake) == ("mistake", name), judged.feedback


@pytest.mark.parametrize(
    ("answers", "feedback"),
    [
        (
            {"p_pos": "0.8"},
            "Not yet. Too few digits to tell. Give four decimals. If there are no more: You divided the raw scores "
            "themselves. Raise e to each score first.",
        ),
        ({"p_pos": "0.82"}, "Not yet. On the way. Give four decimals."),
        ({"p_pos": "0.817"}, "Not yet. The last digit is cut off, not rounded. Give four decimals."),
        ({"p_pos": "0.9"}, "Not yet. Too few digits to tell which step went astray. Give four decimals."),
        ({"p_pos": 0.8}, "Not yet. Too few digits to tell. Give four decimals. If there are no more: You divided"),
    ],
)
def test_too_few_digits_are_told_what_can_be_told(answers, feedback):
    assert check("4.2", **answers).fields[0].feedback.startswith(feedback)


def test_a_number_that_is_not_whole_is_told_so_where_tokens_are_counted_and_not_where_percents_are():
    assert "A count is a whole number" in check("4.3", masked="6.5").fields[0].feedback
    assert check("4.3", masked="6.0").status == "right"
    assert check("4.3", masked="7").fields[0].feedback.endswith("The next hint may help.")
    assert check("1.2", mask="80.5").fields[0].status == "wrong"
    assert check("1.2", variant=1, mask="320.5").fields[0].name_of_mistake == "not-whole"


def test_two_slips_that_give_the_same_are_told_together():
    [judged] = check("2.2", p_log="0.001").fields
    assert judged.feedback == (
        "Not yet. Two slips lead here. One: You used base 10. Softmax raises e ≈ 2.718 to each score. The other: You "
        "divided the raw scores themselves. Raise e to each score first."
    )


# Every mistake, with every set of numbers

EVERY = [(each.number, variant) for each in EXERCISES for variant in range(len(variants_of(each)))]


def typed(field, value):
    """Write a value as a learner does, with enough digits."""
    if isinstance(field, NumberField):
        return f"{value:.{max(3, field.decimals)}f}"
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(field, CountField) else value


def is_answer(field, value, answer):
    """Whether a value can't be told from the answer."""
    if isinstance(field, NumberField):
        return abs(value - answer) <= 2 * field.tolerance
    return abs(value - answer) < 1e-6 if isinstance(field, CountField) else word(value) == word(answer)


def unplanned(field, numbers):
    """List what is named besides the mistakes for which numbers are drawn."""
    every = [(each, value) for each in field.mistakes for value in each.also(numbers)]
    every += [(each, value) for each in field.further for value in (each.value(numbers), *each.also(numbers))]
    return [(each, value) for each, value in every if isinstance(value, str) or math.isfinite(value)]


@pytest.mark.parametrize(("number", "variant"), EVERY)
def test_whatever_a_mistake_gives_is_named_unless_it_is_the_answer(number, variant):
    varied = exercise(number, variant)
    for field in varied.keyed:
        answer = field.answer(varied.defaults)
        for mistake, value in unplanned(field, varied.defaults):
            if is_answer(field, value, answer):
                continue
            given = typed(field, value)
            [judged] = check(number, variant, **{field.name: given}).fields
            if mistake.is_excused:
                assert (judged.status, judged.remark) == ("right", mistake.feedback)
                continue
            assert judged.status == "mistake", (field.name, mistake.name, given)
            assert mistake.name in judged.name_of_mistake.split("-or-"), (field.name, mistake.name, given)


@pytest.mark.parametrize(("number", "variant"), EVERY)
def test_no_value_belongs_to_two_mistakes_or_to_a_mistake_and_the_answer(number, variant):
    for row in answer_table(exercise(number, variant), variant=variant)["fields"]:
        if row["kind"] not in {"number", "count"}:
            continue
        values = [value for mistake in row["mistakes"] for value in (mistake["value"], *mistake.get("also", ()))]
        apart = 2 * row.get("tolerance", 1e-7)
        assert all(abs(value - row["answer"]) > apart for value in values)
        assert all(math.isfinite(value) for value in values)
        firsts = [mistake["name"] for mistake in row["mistakes"]]
        assert len(set(firsts)) == len(firsts)


@pytest.mark.parametrize(("number", "variant"), EVERY)
def test_what_is_right_is_right_with_the_numbers_of_every_draw(number, variant):
    varied = exercise(number, variant)
    for field in varied.keyed:
        if isinstance(field, NumberField | CountField):
            given = typed(field, field.answer(varied.defaults))
            assert check(number, variant, **{field.name: given}).status == "right"


# How a table names mistakes


def rows(*further, kind="2.1", drawn=()):
    """Make the rows of the first field of an exercise whose further mistakes are these."""
    each = exercise(kind)
    field = dataclasses.replace(each.keyed[0], mistakes=drawn, further=further)
    return mistake_rows(field, each.defaults, lambda value: value, lambda text: text)


def gives(name, *values, is_excused=False):
    first, *rest = values
    return Mistake(name, lambda _: first, f"{name}.", is_excused=is_excused, also=lambda _: tuple(rest))


def test_what_is_no_number_or_the_answer_is_left_out():
    assert rows(gives("a", math.nan), gives("b", math.inf), gives("c", 0.8445)) == []


def test_a_division_by_zero_is_left_out_without_a_warning(recwarn):
    one = Mistake("a", lambda n: float(exercise("2.1").keyed[0].mistakes[2].value({**n, "logits": (1, -1, 0)})), "a.")
    assert rows(one) == []
    assert not recwarn.list


def test_values_of_one_mistake_make_one_row_and_are_no_two_slips():
    [row] = rows(gives("a", 0.2, 0.3, 0.3005))
    assert (row["name"], row["value"], row["also"], row["feedback"]) == ("a", 0.2, [0.3], "a.")


def test_only_the_value_that_two_mistakes_share_is_told_as_both():
    found = rows(gives("b", 0.2), gives("c", 0.4), drawn=(gives("a", 0.2, 0.3),))
    assert [(row["name"], row["value"], row.get("also")) for row in found] == [
        ("a-or-b", 0.2, None),
        ("a", 0.3, None),
        ("c", 0.4, None),
    ]
    assert found[0]["feedback"] == "Two slips lead here. One: a. The other: b."


def test_three_slips_that_give_the_same_are_all_told():
    [row] = rows(gives("a", 0.2), gives("b", 0.2), gives("c", 0.2))
    assert (row["name"], row["feedback"]) == ("a-or-b-or-c", "Several slips lead here. a. Or: b. Or: c.")


def test_another_convention_is_never_told_as_a_slip_nor_a_slip_as_that():
    [row] = rows(gives("a", 0.2), gives("b", 0.2, is_excused=True))
    assert (row["name"], "excused" in row) == ("a", False)
    [row] = rows(gives("a", 0.2, is_excused=True), gives("b", 0.2))
    assert (row["name"], row["excused"]) == ("a", True)


def test_words_are_the_same_however_they_are_bracketed():
    [row] = rows(gives("a", "<s>"), gives("b", "s"), gives("c", "[CLS]"), kind="1.3")
    assert row["name"] == "a-or-b"
    assert isinstance(exercise("1.3").keyed[0], WordField)


def test_a_number_in_a_row_of_two_values_is_judged_by_the_nearer():
    table = answer_table(exercise("2.3", variant=1))
    assert judge(table, {"scored": "14"}).fields[0].name_of_mistake == "shown-mask-only"
