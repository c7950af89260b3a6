"""What goes wrong where three words get scores, in 2.1 and 2.2: at the probability, and at the loss."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lib.bank import places
from lib.bank.definition import Mistake, Numbers
from lib.bank.results import kept
from lib.losses import cross_entropy
from lib.probabilities import sigmoid, softmax

OF_LN = (places.LOGARITHM, places.CROSS_ENTROPY)
OF_SOFTMAX = (places.SOFTMAX, places.CROSS_ENTROPY)


@kept
def p_truth(n: Numbers) -> float:
    """Probability that softmax gives to the true word."""
    return float(softmax(n["logits"])[n["truth"]])


def p_truth_in_base(base: float, n: Numbers) -> float:
    """Return the same with powers of another base than e."""
    return float(softmax(np.multiply(n["logits"], np.log(base)))[n["truth"]])


def raw_share(n: Numbers) -> float:
    """Return the true score over the sum of scores: softmax without its exponential."""
    return float(n["logits"][n["truth"]] / np.sum(n["logits"]))


@kept
def truth_loss(n: Numbers) -> float:
    """Loss at the position, in nats."""
    return float(cross_entropy(n["logits"], n["truth"]))


@kept
def truth_loss_after_two_softmaxes(n: Numbers) -> float:
    """Return the loss when probabilities are passed where logits belong."""
    return float(cross_entropy(softmax(n["logits"]), n["truth"]))


def others(n: Numbers) -> tuple[int, int]:
    """Return the columns of the two words that are not hidden, from left to right."""
    first, second = (column for column in range(3) if column != n["truth"])
    return first, second


def middle(n: Numbers) -> int:
    """Return the column of the second likeliest word."""
    return int(np.argsort(n["logits"])[1])


@kept
def all_losses(n: Numbers) -> list[float]:
    """Return what the loss would be with each word hidden in turn."""
    return [float(cross_entropy(n["logits"], column)) for column in range(3)]


def p_of(which: Callable[[Numbers], int]) -> Callable[[Numbers], float]:
    """Return what gives the probability of another word."""
    return lambda n: p_truth({**n, "truth": which(n)})


def loss_of(which: Callable[[Numbers], int]) -> Callable[[Numbers], float]:
    """Return what gives the loss if another word were hidden."""
    return lambda n: truth_loss({**n, "truth": which(n)})


def minus_ln(p: float) -> float:
    """Return −ln p, which is not a number where there is none."""
    return float(-np.log(p)) if p > 0 else float("nan")


BASE_2 = Mistake("base-2", lambda n: p_truth_in_base(2, n), "You used base 2. Softmax raises e ≈ 2.718 to each score.")
BASE_10 = Mistake(
    "base-10", lambda n: p_truth_in_base(10, n), "You used base 10. Softmax raises e ≈ 2.718 to each score."
)
NO_EXPONENTIAL = Mistake(
    "no-exponential", raw_share, "You divided the raw scores themselves. Raise e to each score first."
)
SOFTMAX_TWICE = Mistake(
    "softmax-twice",
    lambda n: float(softmax(softmax(n["logits"]))[n["truth"]]),
    "Softmax was applied twice. The scores go through it once.",
)
WRONG_P = (BASE_2, BASE_10, NO_EXPONENTIAL, SOFTMAX_TWICE)
WRONG_LOSS = (
    Mistake(
        "base-10",
        lambda n: truth_loss(n) / np.log(10),
        "That is a logarithm of base 10. This loss uses the natural logarithm.",
        OF_LN,
    ),
    Mistake(
        "base-2",
        lambda n: truth_loss(n) / np.log(2),
        "That is in bits. This loss uses the natural logarithm.",
        OF_LN,
    ),
    Mistake(
        "no-minus",
        lambda n: -truth_loss(n),
        "The sign is missing: ln of a number below 1 is negative.",
        OF_LN,
    ),
    Mistake(
        "softmax-twice",
        truth_loss_after_two_softmaxes,
        "That is the loss after two softmaxes. Take the probability from (a) as it is.",
    ),
)

OTHER_WORDS_P = (
    Mistake("first-other-word", p_of(lambda n: others(n)[0]), "That is what <<others[0]>> gets. Which word is hidden?"),
    Mistake(
        "second-other-word", p_of(lambda n: others(n)[1]), "That is what <<others[1]>> gets. Which word is hidden?"
    ),
)
OTHER_WORDS_LOSS = (
    Mistake(
        "first-other-word",
        loss_of(lambda n: others(n)[0]),
        "That is the loss if <<others[0]>> were hidden. Which word is it?",
    ),
    Mistake(
        "second-other-word",
        loss_of(lambda n: others(n)[1]),
        "That is the loss if <<others[1]>> were hidden. Which word is it?",
    ),
)
MIDDLE_WORD_P = Mistake("middle-word", p_of(middle), "That is what <<middle>> gets. Which word is hidden now?")
MIDDLE_WORD_LOSS = Mistake(
    "middle-word", loss_of(middle), "That is the loss if <<middle>> were hidden. Which word is hidden now?"
)

FURTHER_P = (
    Mistake(
        "one-score",
        lambda n: float(sigmoid(n["logits"][n["truth"]])),
        "That is σ of one score alone, as if there were a single other score, of 0. All three scores count.",
        (places.SIGMOID, places.SOFTMAX),
    ),
    Mistake(
        "sum-of-the-others",
        lambda n: float(p_truth(n) / (1 - p_truth(n))),
        "You divided by the powers of the other two words. The sum runs over all three.",
    ),
    Mistake(
        "power-alone",
        lambda n: float(np.exp(n["logits"][n["truth"]])),
        "That is the power alone. Divide it by the sum of all three.",
    ),
    Mistake(
        "sign",
        lambda n: p_truth_in_base(float(np.exp(-1)), n),
        "The signs of the scores are turned. Softmax raises e to the score itself.",
    ),
    Mistake("all-alike", lambda _: 1 / 3, "That is an equal share for each word. Their scores differ."),
    Mistake(
        "the-loss",
        truth_loss,
        "That is the loss already. Here the probability is asked for.",
        (places.CROSS_ENTROPY,),
    ),
)
FURTHER_LOSS = (
    Mistake("the-probability", p_truth, "That is the probability. The loss is minus its natural logarithm.", OF_LN),
    Mistake(
        "the-rest",
        lambda n: 1 - p_truth(n),
        "That is 1 − p, what the other words get. The loss is −ln p.",
        OF_LN,
    ),
    Mistake(
        "no-exponential",
        lambda n: minus_ln(raw_share(n)),
        "That follows from the raw scores, divided as they are. Raise e to each score first.",
        OF_SOFTMAX,
    ),
    Mistake(
        "powers-of-2",
        lambda n: minus_ln(p_truth_in_base(2, n)),
        "That follows from powers of 2. Softmax raises e ≈ 2.718 to each score.",
        OF_SOFTMAX,
    ),
    Mistake(
        "powers-of-10",
        lambda n: minus_ln(p_truth_in_base(10, n)),
        "That follows from powers of 10. Softmax raises e ≈ 2.718 to each score.",
        OF_SOFTMAX,
    ),
    Mistake(
        "every-word",
        lambda n: float(np.mean(all_losses(n))),
        "That has a term for every word. Only the hidden one counts.",
        also=lambda n: (float(np.sum(all_losses(n))),),
    ),
)
