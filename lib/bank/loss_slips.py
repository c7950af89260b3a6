"""What else goes wrong where two things are weighed: a yes and a no (2.4), two classes (4.2), two positions (5.1)."""

from __future__ import annotations

import numpy as np

from lib.bank import places
from lib.bank.definition import Mistake, Numbers
from lib.bank.results import kept
from lib.losses import batch_loss, cross_entropy, nsp_loss
from lib.probabilities import sigmoid, softmax

OF_LN = (places.LOGARITHM, places.CROSS_ENTROPY)


@kept
def p_next(n: Numbers) -> float:
    """Probability that σ gives to the second sentence following."""
    return float(sigmoid(n["score"]))


def next_loss(n: Numbers, score: float) -> float:
    """Loss of 2.4 if the score were another."""
    return float(nsp_loss(score, n["is_next"]))


@kept
def both_terms(n: Numbers) -> float:
    """Return the sum of the losses for both labels."""
    return float(nsp_loss(n["score"], True) + nsp_loss(n["score"], False))


FURTHER_P_NEXT = (
    Mistake("tanh", lambda n: float(np.tanh(n["score"])), "That is tanh. Here σ is 1 over 1 plus a power of e."),
    Mistake(
        "sigmoid-twice",
        lambda n: float(sigmoid(sigmoid(n["score"]))),
        "σ was applied twice. The score goes through it once.",
    ),
    Mistake(
        "base-10", lambda n: float(sigmoid(n["score"] * np.log(10))), "You used base 10. The sigmoid raises e ≈ 2.718."
    ),
    Mistake(
        "no-reciprocal",
        lambda n: 1 + float(np.exp(-n["score"])),
        "That is what stands below the fraction bar. Take 1 over it.",
        also=lambda n: (1 + float(np.exp(n["score"])),),
    ),
    Mistake(
        "plus-in-the-exponent",
        lambda n: float(np.exp(n["score"])),
        "That is e to the score, alone. The exponent is minus the score; then come the 1 and the reciprocal.",
    ),
    Mistake(
        "no-exponential",
        lambda n: float(np.divide(1, 1 + n["score"])),
        "The score stands where its power belongs. Raise e to minus the score first.",
        also=lambda n: (float(np.divide(1, 1 - n["score"])),),
    ),
    Mistake("undecided", lambda _: 0.5, "That is σ of a score of 0. Here the score is another."),
    Mistake(
        "the-loss", lambda n: next_loss(n, n["score"]), "That is the loss already. Here the probability is asked for."
    ),
)
FURTHER_LOSS_NEXT = (
    Mistake("the-probability", p_next, "That is the probability itself. The loss is minus a logarithm.", OF_LN),
    Mistake(
        "the-rest", lambda n: 1 - p_next(n), "That is 1 minus the probability. The loss is minus a logarithm.", OF_LN
    ),
    Mistake(
        "both-terms",
        both_terms,
        "Both terms were kept. With y = <<label>> one of them is multiplied by 0.",
        also=lambda n: (both_terms(n) / 2,),
    ),
    Mistake(
        "sigmoid-twice",
        lambda n: next_loss(n, p_next(n)),
        "That is the loss after two sigmoids. Take the probability from (a) as it is.",
        (places.SIGMOID,),
    ),
    Mistake(
        "powers-of-2",
        lambda n: next_loss(n, n["score"] * np.log(2)),
        "That follows from a power of 2. The sigmoid raises e ≈ 2.718.",
        (places.SIGMOID,),
    ),
)


FURTHER_P_POSITIVE = (
    Mistake(
        "sum-of-the-others",
        lambda n: float(np.exp(n["logits"][1] - n["logits"][0])),
        "You divided by the power of the other class. The sum has both.",
    ),
    Mistake(
        "power-alone",
        lambda n: float(np.exp(n["logits"][1])),
        "That is the power alone. Divide it by the sum of both.",
    ),
    Mistake(
        "other-class-without-exponential",
        lambda n: float(np.divide(n["logits"][0], np.sum(n["logits"]))),
        "You divided the raw scores themselves, and took the other class. Raise e to each score first.",
    ),
    Mistake(
        "other-score",
        lambda n: float(sigmoid(n["logits"][0])),
        "That is σ of the negative class's score alone. Both scores count.",
        (places.SIGMOID, places.NEXT_SENTENCE),
    ),
    Mistake(
        "sigmoid-of-the-sum",
        lambda n: float(sigmoid(np.sum(n["logits"]))),
        "That is σ of the sum. Softmax over two scores is σ of their difference.",
        (places.SIGMOID, places.NEXT_SENTENCE),
    ),
    Mistake("all-alike", lambda _: 0.5, "That is an equal share for each class. Their scores differ."),
    Mistake(
        "the-loss",
        lambda n: float(cross_entropy(n["logits"], 1)),
        "That is a loss, if the review is positive. Here the probability is asked for.",
        (places.CROSS_ENTROPY,),
    ),
    Mistake(
        "other-class-twice",
        lambda n: float(softmax(softmax(n["logits"]))[0]),
        "Softmax was applied twice, and that is the other class. The scores go through it once.",
    ),
)


@kept
def first_loss(n: Numbers) -> float:
    """Loss at the first position of 5.1."""
    return float(batch_loss(n["probabilities"][:1]))


@kept
def second_loss(n: Numbers) -> float:
    """Loss at its second position."""
    return float(batch_loss(n["probabilities"][1:]))


FURTHER_BATCH_LOSS = (
    Mistake("first-alone", first_loss, "That is the loss at position 1 alone. The mean has both."),
    Mistake("second-alone", second_loss, "That is the loss at position 2 alone. The mean has both."),
    Mistake(
        "one-term-halved",
        lambda n: first_loss(n) + second_loss(n) / 2,
        "Only one of the two terms was halved. Add them first: the sum belongs in brackets.",
        also=lambda n: (first_loss(n) / 2 + second_loss(n),),
    ),
    Mistake(
        "half-of-one",
        lambda n: first_loss(n) / 2,
        "That is half the loss of a single position. The other one's belongs to it.",
        also=lambda n: (second_loss(n) / 2,),
    ),
    Mistake(
        "halved-twice",
        lambda n: (first_loss(n) + second_loss(n)) / 4,
        "That is halved once too often. The mean of two is half their sum.",
    ),
    Mistake(
        "mean-of-probabilities",
        lambda n: float(np.mean(n["probabilities"])),
        "That is the mean of the probabilities. The loss is a mean of −ln p.",
    ),
    Mistake(
        "logarithm-of-the-sum",
        lambda n: float(-np.log(np.sum(n["probabilities"]))),
        "You added the probabilities before the logarithm. Take the logarithm at each position first, then the mean.",
    ),
    Mistake(
        "difference",
        lambda n: abs(first_loss(n) - second_loss(n)) / 2,
        "That is half the difference. Both terms count with the same sign.",
    ),
)
