"""What goes wrong with the shapes of W and b, whatever the head of exercise 4.1."""

from __future__ import annotations

from collections.abc import Callable

from lib.bank.definition import Mistake, Numbers
from lib.heads import HeadShapes, head_shapes


def sentiment_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that judges a whole text."""
    return head_shapes(n["classes"], hidden=n["hidden"])


def tag_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that tags each token."""
    return head_shapes(n["tags"], hidden=n["hidden"], per_token=True)


def span_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that scores each token as a span's start and as its end."""
    return head_shapes(2, hidden=n["hidden"], per_token=True)


ROW_PER_TOKEN = Mistake(
    "one-row-per-token",
    lambda n: ("n", n["hidden"]),
    "W has a row for each output of one token, not for each token.",
)


def weight_mistakes(head: Callable[[Numbers], HeadShapes]) -> tuple[Mistake, ...]:
    """Return what goes wrong with any head's W."""
    return (
        Mistake(
            "transposed",
            lambda n: head(n).weight[::-1],
            "This is W as written for hW, with h as a row. In z = Wh + b it has a row for each output.",
            is_excused=True,
        ),
        Mistake(
            "bias-folded-in",
            lambda n: (head(n).weight[0], n["hidden"] + 1),
            "The bias seems to be folded in as one more column. Here it is a vector of its own, b.",
        ),
        Mistake(
            "one-vector",
            lambda n: (n["hidden"],),
            "That is one row of W: the weights of a single output. W has a row for each output.",
        ),
        Mistake(
            "one-column",
            lambda n: (n["hidden"], 1),
            "One column of weights makes one number of h. How many numbers should come out?",
        ),
        Mistake(
            "like-the-bias",
            lambda n: head(n).bias,
            "That is the shape of b. W has an entry for each pair of an output and an entry of h.",
        ),
        Mistake(
            "square",
            lambda n: (n["hidden"], n["hidden"]),
            "That returns a vector as long as h, as the pooler does. How many numbers should come out?",
        ),
        ROW_PER_TOKEN,
    )


def bias_mistakes(head: Callable[[Numbers], HeadShapes]) -> tuple[Mistake, ...]:
    """Return what goes wrong with any head's b."""
    return (
        Mistake(
            "forgotten",
            lambda _: (0,),
            "The head has a bias: b is added to Wh, so it needs an entry for each output.",
        ),
        Mistake(
            "as-long-as-h",
            lambda n: (n["hidden"],),
            "b is added after W has done its work. It is as long as what comes out, not as what goes in.",
        ),
        Mistake(
            "like-the-weight",
            lambda n: head(n).weight,
            "That is the shape of W. b is a vector, added to the product of W and h.",
        ),
        Mistake("one-number", lambda _: (1,), "One number would shift all scores alike. Each output has its own."),
        Mistake(
            "as-a-column",
            lambda n: (*head(n).bias, 1),
            "That is a table with one column. b has a single axis: a column added to a vector spreads into a table.",
        ),
        Mistake(
            "as-a-row",
            lambda n: (1, *head(n).bias),
            "That is a table with one row. b has a single axis, like the scores of one vector that it is added to.",
        ),
        Mistake(
            "one-per-token",
            lambda n: ("n", *head(n).bias),
            "That is a bias for each token. All tokens share one, as they share W.",
        ),
        Mistake("token-length", lambda _: ("n",), "b has an entry for each output of one vector, not for each token."),
    )
