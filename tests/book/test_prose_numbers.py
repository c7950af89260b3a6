"""The pages around the levels print no number that `lib` does not give, or that is not known as given."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from lib import (
    batch_loss,
    binary_cross_entropy,
    count_chosen,
    cross_entropy,
    cross_entropy_gradient,
    head_shapes,
    mlm_loss,
    nsp_loss,
    sigmoid,
    softmax,
    split_word,
)

CHAPTERS = Path(__file__).parents[2] / "chapters"

EXERCISE_NUMBERS = {f"{level}.{place}" for level, last in enumerate((3, 4, 3, 3, 3), 1) for place in range(1, last + 1)}
TEA, DOG, SENTIMENT = [2.5, 1.5, -1.0], [3.0, 1.0, 0.0], [0.5, 2.0]
HIGH, LOW = 0.665, 0.042
BATCH = batch_loss([HIGH, LOW])
GUESS = cross_entropy(np.zeros(30522), 0)
SINGLE, DOUBLE = np.finfo(np.float32), np.finfo(np.float64)


def loss_of(probability):
    """The loss at one position whose true token has this probability."""
    return float(batch_loss([probability]))


def underflow(float_type):
    """How far a logit must trail for its power to round to 0: half of the smallest number, as a logarithm."""
    return math.log(2) - math.log(float(float_type.smallest_subnormal))


def parameters(head):
    return math.prod(head.weight) + math.prod(head.bias)


# The words around each number, with the number as it must be printed.
PRINTED = {
    "notation": [
        (r"with $e \approx {}$", f"{math.e:.3f}"),
        ("the same loss is {} times as large in bits", f"{1 / math.log(2):.3f}"),
        (r"$e^2 \approx {}$ times", f"{softmax(DOG)[0] / softmax(DOG)[1]:.2f}"),
        ("the loss differs by a factor of {}", f"{loss_of(LOW) / loss_of(HIGH):.1f}"),
        ("the gradient by one of {}", f"{(1 - LOW) / (1 - HIGH):.2f}"),
    ],
    "background": [
        ("<bert-code>` that is {}", f"{GUESS:.2f}"),
        ("2 {{term}}`biases <bias>`, {} numbers", f"{parameters(head_shapes(2)):,}"),
    ],
    "glossary": [
        ("One nat is {} bits", f"{1 / math.log(2):.3f}"),
        ("base *e* ≈ {}", f"{math.e:.3f}"),
    ],
    "errata": [
        ("loss of *dog* | 0.169 | {}", f"{cross_entropy(DOG, 0):.3f} |"),
        ("probability of *pos* | 0.8177 | {}", f"{softmax(SENTIMENT)[1]:.4f} |"),
        ("−ln 0.665 | 0.4079 | {}", f"{loss_of(HIGH):.4f} |"),
        ("sum of the two losses | 3.5780 | {}", f"{2 * BATCH:.4f} |"),
        ("loss for *p* = 0.844 | 0.169 | {}", f"{loss_of(0.844):.3f} |"),
        ("{}", f"7.3891 / 9.0378, is {7.3891 / 9.0378:.5f}"),
        ("batch loss {} of 5.1", f"{BATCH:.3f}"),
        ("the model did put {} % on *dog*", f"{100 * softmax(DOG)[0]:.0f}"),
        ("30,522 tokens costs {}", f"{GUESS:.2f}"),
        ("The model *assigns* {}.", f"{softmax(SENTIMENT)[1]:.2f}"),
        ("right in {} % of such cases", f"{100 * softmax(SENTIMENT)[1]:.0f}"),
        ("And *exactly {}* assumes", f"{count_chosen(40)}"),
        ("the mean is then {}", f"{40 * 0.15:.0f}"),
        ("the standard deviation {}", f"{math.sqrt(40 * 0.15 * 0.85):.2f}"),
        ("and exactly 6 has probability {}", f"{math.comb(40, 6) * 0.15**6 * 0.85**34:.2f}"),
        ("losses differ by a factor of {}", f"{loss_of(LOW) / loss_of(HIGH):.1f}"),
        ("these gradients by one of {}", f"{(1 - LOW) / (1 - HIGH):.2f}"),
        ("leads by about {}", f"{-math.log(SINGLE.eps / 2):.0f}"),
        ("trails by about {}", f"{underflow(SINGLE):.0f}"),
        ("({} in double precision)", f"{underflow(DOUBLE):.0f}"),
    ],
    "references": [],
}

# Numbers that no function gives: inputs, values that the original document printed, results from papers.
GIVEN = {
    "index": {"2.5", "1.5", "1.0", "0.715"},
    "notation": {"0.665", "0.042"},
    "background": {"0.8"},
    "glossary": {"0.8", "2.0"},
    "errata": {"0.169", "0.8177", "0.4079", "3.5780", "0.665", "0.844", "0.15"}
    | {"84.2", "84.3", "95.4", "94.9", "94.0", "84.0", "84.7", "92.9", "92.5", "88.4", "84.9"},
    "references": set(),
}


def prose(page):
    """A page without front matter and code cells, line breaks as spaces."""
    text = (CHAPTERS / f"{page}.md").read_text(encoding="utf-8")
    text = re.sub(r"\A---\n.*?\n---\n|```\{code-cell\}.*?```", "", text, flags=re.DOTALL)
    return re.sub(r"\s+", " ", text)


def decimals(text):
    return set(re.findall(r"(?<![\d.])\d+\.\d+", text))


@pytest.mark.parametrize(
    ("page", "words", "number"), [(page, *printed) for page, all_printed in PRINTED.items() for printed in all_printed]
)
def test_a_number_printed_in_the_text_is_what_lib_gives(page, words, number):
    assert words.format(number) in prose(page)


@pytest.mark.parametrize("page", PRINTED)
def test_every_decimal_number_in_the_text_is_computed_or_given(page):
    computed = set().union(*(decimals(words.format(number)) for words, number in PRINTED[page]))
    assert decimals(prose(page)) <= computed | GIVEN[page] | EXERCISE_NUMBERS


def test_the_score_of_notation_is_the_difference_of_two_logits():
    assert softmax([2.0, 0.8])[0] == pytest.approx(float(sigmoid(1.2)))
    assert float(nsp_loss(1.2, True)) == pytest.approx(float(binary_cross_entropy(sigmoid(1.2), 1)))


def test_the_gradients_of_notation_and_errata_are_exact():
    p = softmax(DOG)
    gradient = cross_entropy_gradient(DOG, 0)
    assert gradient == pytest.approx(p - np.array([1, 0, 0]))
    assert gradient[0] == pytest.approx(p[0] - 1)
    assert np.abs(gradient).sum() == pytest.approx(2 * (1 - p[0]))
    step = 1e-6
    assert (loss_of(p[0] + step) - loss_of(p[0] - step)) / (2 * step) == pytest.approx(-1 / p[0])


def test_a_label_of_minus_100_is_not_scored():
    mean = (cross_entropy(DOG, 0) + cross_entropy(DOG, 2)) / 2
    assert float(mlm_loss([DOG, DOG, DOG], [0, -100, 2])) == pytest.approx(float(mean))


def test_single_precision_reaches_one_where_errata_says():
    assert softmax(np.array([16, 0], np.float32))[0] < 1
    assert softmax(np.array([17, 0], np.float32))[0] == 1


def test_ten_and_thirty_tokens_are_rounded_up_from_one_half():
    assert [count_chosen(10), count_chosen(30)] == [2, 5]


@pytest.mark.parametrize("page", ["background", "errata"])
def test_the_pieces_of_unhappiness_are_those_of_the_released_list(page):
    pieces = ["un", "##ha", "##pp", "##iness"]
    assert split_word("unhappiness", pieces) == pieces
    assert ", ".join(f"`{piece}`" for piece in pieces) in prose(page)
