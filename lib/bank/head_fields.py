"""What exercise 4.1 asks: for three heads, what goes in, the shapes of W and b, what comes out."""

from __future__ import annotations

from collections.abc import Callable

from lib.bank import places
from lib.bank.definition import ChoiceField, Field, Mistake, Numbers, ShapeField
from lib.heads import HeadShapes, head_shapes

ONE = "[CLS]"
ALL = "every token"
ALSO = {
    ONE: ("only [CLS]", "[CLS] only", "the first token", "one vector"),
    ALL: ("all tokens", "all", "each token", "every hidden vector", "all hidden vectors"),
}
HEAD = (places.HEAD, places.FINE_TUNING)
BIAS = (places.BIAS, places.HEAD)


def sentiment_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that judges a whole text."""
    return head_shapes(n["classes"], hidden=n["hidden"])


def tag_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that tags each token."""
    return head_shapes(n["tags"], hidden=n["hidden"], per_token=True)


def span_head(n: Numbers) -> HeadShapes:
    """Return the shapes of a head that scores each token as a span's start and as its end."""
    return head_shapes(2, hidden=n["hidden"], per_token=True)


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
    )


ROW_PER_TOKEN = Mistake(
    "one-row-per-token",
    lambda n: ("n", n["hidden"]),
    "W has a row for each output of one token, not for each token.",
)
TOKENS_FIRST = "Rows and columns are exchanged. Put the tokens first: one row for each."
SHARED_BIAS = "That is a bias for each token. All tokens share one, as they share W."

SENTIMENT_FIELDS: tuple[Field, ...] = (
    ChoiceField(
        name="sentiment_input",
        label="(a) fed into the head",
        options=(ONE, ALL),
        also=ALSO,
        see=HEAD,
        answer=lambda _: ONE,
        mistakes=(
            Mistake("every-token", lambda _: ALL, "That gives a verdict for each token. The review needs one in all."),
        ),
    ),
    ShapeField(
        name="sentiment_weight",
        label="(a) shape of W",
        answer=lambda n: sentiment_head(n).weight,
        see=HEAD,
        mistakes=(
            *weight_mistakes(sentiment_head),
            Mistake(
                "one-output",
                lambda n: (1, n["hidden"]),
                "That head returns a single score. Softmax over the classes needs a score for each of them.",
            ),
            Mistake(
                "square",
                lambda n: (n["hidden"], n["hidden"]),
                "That returns a vector as long as h, as the pooler does. How many numbers should come out?",
            ),
        ),
    ),
    ShapeField(
        name="sentiment_bias",
        label="(a) shape of b",
        answer=lambda n: sentiment_head(n).bias,
        see=BIAS,
        mistakes=(
            *bias_mistakes(sentiment_head),
            Mistake("one-number", lambda _: (1,), "One number would shift all scores alike. Each output has its own."),
        ),
    ),
    ShapeField(
        name="sentiment_output",
        label="(a) shape of the output",
        answer=lambda n: sentiment_head(n).output,
        see=HEAD,
        mistakes=(
            Mistake(
                "one-per-token",
                lambda n: ("n", n["classes"]),
                "That is a verdict for each token. How many vectors go into this head?",
            ),
            Mistake(
                "the-decision",
                lambda _: (1,),
                "That is what is left after arg max. The head itself returns a score for each class.",
            ),
            Mistake("as-long-as-h", lambda n: (n["hidden"],), "That is what goes in. W has changed the length."),
        ),
    ),
)

NER_FIELDS: tuple[Field, ...] = (
    ChoiceField(
        name="ner_input",
        label="(b) fed into the head",
        options=(ONE, ALL),
        also=ALSO,
        see=HEAD,
        answer=lambda _: ALL,
        mistakes=(
            Mistake("cls-only", lambda _: ONE, "One vector gives one tag. Here each token is to get a tag of its own."),
        ),
    ),
    ShapeField(
        name="ner_weight",
        label="(b) shape of W",
        answer=lambda n: tag_head(n).weight,
        see=HEAD,
        mistakes=(
            *weight_mistakes(tag_head),
            Mistake(
                "one-matrix-per-token",
                lambda n: ("n", n["tags"], n["hidden"]),
                "That is a matrix for each token. All tokens share one, else the head would depend on the length.",
            ),
            ROW_PER_TOKEN,
        ),
    ),
    ShapeField(
        name="ner_bias",
        label="(b) shape of b",
        answer=lambda n: tag_head(n).bias,
        see=BIAS,
        mistakes=(
            *bias_mistakes(tag_head),
            Mistake("one-per-token", lambda n: ("n", n["tags"]), SHARED_BIAS),
            Mistake("token-length", lambda _: ("n",), "b has an entry for each output of one token."),
        ),
    ),
    ShapeField(
        name="ner_output",
        label="(b) shape of the output",
        answer=lambda n: tag_head(n).output,
        see=HEAD,
        mistakes=(
            Mistake("transposed", lambda n: (n["tags"], "n"), TOKENS_FIRST),
            Mistake(
                "one-per-text",
                lambda n: (n["tags"],),
                "Those are the scores of one token. How many tokens go through the head?",
            ),
            Mistake(
                "the-decision",
                lambda _: ("n",),
                "That is what is left after arg max. The head itself returns a score for each tag.",
            ),
            Mistake("as-wide-as-h", lambda n: ("n", n["hidden"]), "That is what goes in. W has changed the width."),
        ),
    ),
)

SQUAD_FIELDS: tuple[Field, ...] = (
    ChoiceField(
        name="squad_input",
        label="(c) fed into the head",
        options=(ONE, ALL),
        also=ALSO,
        see=HEAD,
        answer=lambda _: ALL,
        mistakes=(
            Mistake("cls-only", lambda _: ONE, "The answer can start at any token. Each one needs its own scores."),
        ),
    ),
    ShapeField(
        name="squad_weight",
        label="(c) shape of W",
        answer=lambda n: span_head(n).weight,
        see=HEAD,
        mistakes=(
            *weight_mistakes(span_head),
            Mistake(
                "one-score",
                lambda n: (1, n["hidden"]),
                "That is one score for each token. A start and an end are two different things to score.",
            ),
            ROW_PER_TOKEN,
        ),
    ),
    ShapeField(
        name="squad_bias",
        label="(c) shape of b",
        answer=lambda n: span_head(n).bias,
        see=BIAS,
        mistakes=(
            *bias_mistakes(span_head),
            Mistake(
                "one-number",
                lambda _: (1,),
                "One number would shift every score alike. How many outputs has this head for one token?",
            ),
            Mistake("one-per-token", lambda _: ("n", 2), SHARED_BIAS),
        ),
    ),
    ShapeField(
        name="squad_output",
        label="(c) shape of the output",
        answer=lambda n: span_head(n).output,
        see=HEAD,
        mistakes=(
            Mistake("transposed", lambda _: (2, "n"), TOKENS_FIRST),
            Mistake(
                "one-score",
                lambda _: ("n",),
                "That is one list of scores. The head returns a start and an end score for each token.",
            ),
            Mistake(
                "the-decision",
                lambda _: (2,),
                "That would be the chosen start and end. The head returns scores for all tokens to choose from.",
            ),
            Mistake(
                "every-pair",
                lambda _: ("n", "n"),
                "That is a score for each pair, which is made later. The head scores one token at a time.",
            ),
        ),
    ),
)
