"""What goes wrong where tokens are counted: in 1.2, 2.3 and 4.3. Shares of a wrong whole, and wrong rounding."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, nan

from lib.bank import places
from lib.bank.definition import Mistake, Numbers
from lib.bank.results import kept
from lib.masking import count_chosen

OF_RULE = (places.RULE, places.EIGHTY_TEN_TEN)

# 1.2


def whole(n: Numbers) -> float:
    """Return what the blanks of 1.2 are parts of: 100 for percentages, else the chosen tokens."""
    return 100 if n["in_percent"] else float(n["tokens"] * n["percent"] / 100)


def part(n: Numbers, *fates: int) -> int:
    """Return the part that meets one of these fates: 0 masked, 1 random, 2 unchanged."""
    share: float = sum(n["shares"][fate] for fate in fates)
    return round(whole(n) * share)


def part_of_all(n: Numbers, fate: int) -> float:
    """Return the same as if all tokens were the whole, not the chosen ones."""
    share = float(n["shares"][fate])
    return share * float(n["percent"] if n["in_percent"] else n["tokens"])


def not_chosen(n: Numbers) -> float:
    """Return the part of the tokens that the choice passes over."""
    return float((100 if n["in_percent"] else n["tokens"]) * (100 - n["percent"]) / 100)


def in_tokens(n: Numbers, value: float) -> float:
    """Return a value where tokens are asked for, and no number where the blanks are percents."""
    return nan if n["in_percent"] else value


THE_CHOICE = Mistake(
    "the-choice", lambda n: n["percent"], "That is the percentage that is chosen. What becomes of these?"
)
EVERY_CHOSEN = Mistake(
    "every-chosen",
    lambda n: part(n, 0, 1, 2),
    "Then all chosen positions would look alike. What is left for the others?",
)
NOT_CHOSEN = Mistake(
    "not-chosen", not_chosen, "Those are the tokens that were not chosen. The question is about the others."
)


def further_fates(fate: int) -> tuple[Mistake, ...]:
    """Return what goes wrong with any of the three fates."""
    return (
        Mistake(
            "percent-for-count",
            lambda n: in_tokens(n, 100 * n["shares"][fate]),
            "That is the rule's percentage. Take it of the chosen tokens: how many are these?",
            also=lambda n: (in_tokens(n, n["shares"][fate]),),
        ),
        Mistake(
            "of-the-others",
            lambda n: not_chosen(n) * n["shares"][fate],
            "That is a share of the tokens that were not chosen. Take the chosen ones as the whole.",
        ),
        Mistake(
            "equal-shares",
            lambda n: whole(n) / 3,
            "That is a third. The three fates are not equally frequent: the name of the rule has their shares.",
            also=lambda n: as_written(whole(n) / 3),
        ),
        Mistake(
            "all-tokens", lambda n: in_tokens(n, n["tokens"]), "Those are all the tokens. Most of them are not chosen."
        ),
    )


def as_written(value: float) -> tuple[float, ...]:
    """Return a value with up to four decimals, rounded and cut off."""
    return tuple(turn(value * 10**decimals) / 10**decimals for decimals in range(5) for turn in (round, floor, ceil))


# 2.3 and 4.3


@kept
def chosen(n: Numbers) -> int:
    """Count the tokens that the plain rule chooses."""
    return count_chosen(n["tokens"], rate=n["percent"] / 100)


def exactly(n: Numbers) -> float:
    """Return the share that is chosen, before it is rounded."""
    return float(n["tokens"] * n["percent"] / 100)


@kept
def shown_mask_only(n: Numbers) -> tuple[float, ...]:
    """Return what 80 % of the chosen tokens may be: of the exact share and of the count, and rounded."""
    shares = (8 * n["tokens"] * n["percent"] / 1000, 8 * chosen(n) / 10)
    return (*shares, *map(round, shares))


def rounding(count: Callable[[Numbers, float], float]) -> tuple[Mistake, ...]:
    """Return what goes wrong with rounding; `count` makes the field's number of what is chosen."""
    nearest = "Round to the nearest whole number, up or down."
    return (
        Mistake("rounded-down", lambda n: count(n, floor(exactly(n))), f"The share was rounded down. {nearest}"),
        Mistake("rounded-up", lambda n: count(n, ceil(exactly(n))), f"The share was rounded up. {nearest}"),
        Mistake(
            "not-rounded",
            lambda n: count(n, exactly(n)),
            "That is the share as it comes out. A number of tokens is whole: round to the nearest.",
        ),
    )


OF_ALL_TOKENS = Mistake(
    "of-all-tokens",
    lambda n: 8 * n["tokens"] / 10,
    "That is 80 % of all tokens. These 80 % belong to the 80/10/10 rule, and what is asked for here is the choice.",
    OF_RULE,
    also=lambda n: (round(8 * n["tokens"] / 10),),
)
FURTHER_SCORED = (
    *rounding(lambda _, count: count),
    Mistake(
        "percent",
        lambda n: n["percent"],
        "That is the percentage. Take it of the tokens.",
        also=lambda n: (n["percent"] / 100,),
    ),
    OF_ALL_TOKENS,
)
FURTHER_NOT_SCORED = (
    *rounding(lambda n, count: n["tokens"] - count),
    Mistake(
        "shown-mask-only",
        lambda n: n["tokens"] - shown_mask_only(n)[0],
        "Then only the positions that show [MASK] would be scored. The other chosen ones are scored too.",
        OF_RULE,
        also=lambda n: tuple(n["tokens"] - count for count in shown_mask_only(n)),
    ),
    Mistake(
        "percent",
        lambda n: 100 - n["percent"],
        "That is a percentage. Take it of the tokens.",
        also=lambda n: (n["percent"], 1 - n["percent"] / 100, n["percent"] / 100),
    ),
)
FURTHER_MASKED = (
    *rounding(lambda _, count: count),
    Mistake("all-words", lambda n: n["words"], "Those are all the words. BERT chooses a share of the tokens."),
    Mistake(
        "difference",
        lambda n: n["tokens"] - n["words"],
        "That is by how much the lengths differ. BERT chooses a share of all the tokens.",
    ),
    OF_ALL_TOKENS,
)


def share_of_words(n: Numbers) -> tuple[float, ...]:
    """Return the classmate's share of the words before it is rounded."""
    return (n["words"] * n["percent"] / 100,)
