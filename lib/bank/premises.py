"""What the texts take for granted, exercise by exercise: checked for every set of new numbers.

Each is asked with everything that the texts can print. Most see to it that a printed chain of
rounded numbers holds as it stands, so that a reader who follows it on paper arrives at what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Any

Printed = Mapping[str, Any]


def as_printed(value: float, decimals: int) -> float:
    """Return a number as it stands on the page."""
    return float(f"{value:.{decimals}f}")


def prints(value: float, result: float, decimals: int) -> bool:
    """Whether what a reader works out from printed numbers prints as the result does."""
    return as_printed(value, decimals) == as_printed(result, decimals)


def is_far_from_half(tokens: int, percent: int) -> bool:
    """Whether a share of tokens rounds to the same whole number by every rule."""
    return abs(tokens * percent % 100 - 50) >= 5


def _sum_holds(v: Printed, decimals: int) -> bool:
    """Whether the printed powers add up to the printed total."""
    return prints(sum(as_printed(each, decimals) for each in v["powers"]), v["total"], decimals)


def _softmax_and_loss_hold(v: Printed, p: float) -> bool:
    """Whether the quotient gives the probability, and the probability, with a decimal more, the loss."""
    quotient, longer = as_printed(v["power"], 3) / as_printed(v["total"], 3), as_printed(p, 4)
    is_p = prints(quotient, p, 3) and prints(longer, p, 3)
    return _sum_holds(v, 3) and is_p and prints(-log(longer), v["loss"], 3)


def eighty_ten_ten(v: Printed) -> bool:
    """Ask that the three fates are whole numbers of tokens, in a text of moderate length."""
    return bool(v["in_percent"]) or (v["tokens"] * v["percent"] % 1000 == 0 and v["tokens"] <= 2000)


def three_scores(v: Printed) -> bool:
    """Ask for scores not far below 0, and not those that the widget starts with."""
    first, second, third = sorted(v["logits"], reverse=True)
    is_shown = (round(first - second, 1), round(second - third, 1)) == (0.5, 1.0)
    return third >= -2 and not is_shown and _softmax_and_loss_hold(v, v["p_dog"])


def least_likely_word(v: Printed) -> bool:
    """Ask that the hidden word is the least likely, and that a favorite has most of the rest."""
    least, second, _ = sorted(v["logits"])
    is_least = v["score"] == least < second and v["p_log"] <= 0.15
    return is_least and v["favorite"] >= 0.6 and least >= -2 and _softmax_and_loss_hold(v, v["p_log"])


def scored_positions(v: Printed) -> bool:
    """Ask for more than one chosen token and no more than BERT's script takes, by every rule of rounding."""
    return is_far_from_half(v["tokens"], v["percent"]) and 2 <= v["scored"] <= 20


def next_sentence_loss(v: Printed) -> bool:
    """Ask for a score that is not the one that the widget starts with."""
    p = as_printed(v["p_isnext"], 4)
    holds = prints(1 / (1 + as_printed(v["power"], 4)), v["p_isnext"], 4)
    return holds and abs(v["score"]) != 0.5 and prints(-log(p if v["is_next"] else 1 - p), v["loss"], 4)


def three_heads(v: Printed) -> bool:
    """Ask for the hidden size of BERT's base or large model, and more tags than classes."""
    return v["hidden"] in (768, 1024) and v["classes"] < v["tags"]


def sentiment_probability(v: Printed) -> bool:
    """Ask for a verdict that is no tie, and not the one that the widget starts with."""
    quotient = as_printed(v["powers"][1], 4) / as_printed(v["total"], 4)
    return _sum_holds(v, 4) and prints(quotient, v["p_pos"], 4) and abs(v["gap"]) > 0.55


def words_and_tokens(v: Printed) -> bool:
    """Ask that the two counts differ by every rule of rounding, and that BERT's script takes as many."""
    lengths = (v["tokens"], v["words"])
    is_clear = all(is_far_from_half(length, v["percent"]) for length in lengths)
    return is_clear and 2 <= v["from_words"] < v["masked"] <= 20


def batch_loss(v: Printed) -> bool:
    """Ask that the losses are plainly further apart than the gradients."""
    first, second = (as_printed(each, 4) for each in v["losses"])
    holds = prints(first + second, v["total"], 4) and prints(as_printed(v["total"], 4) / 2, v["loss"], 3)
    return holds and v["loss_ratio"] >= v["size_ratio"] + 0.5
