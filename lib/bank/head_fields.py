"""What exercise 4.1 asks: for three heads, what goes in, the shapes of W and b, what comes out."""

from __future__ import annotations

from lib.bank import places
from lib.bank.definition import ChoiceField, Field, Mistake, ShapeField
from lib.bank.head_mistakes import bias_mistakes, sentiment_head, span_head, tag_head, weight_mistakes

ONE = "[CLS]"
ALL = "every token"
ALSO = {
    ONE: ("only [CLS]", "[CLS] only", "the first token", "one vector"),
    ALL: ("all tokens", "all", "each token", "every hidden vector", "all hidden vectors"),
}
HEAD = (places.HEAD, places.FINE_TUNING)
BIAS = (places.BIAS, places.HEAD)


ONE_TEXT = "The 1 counts texts: with an axis for the texts of a batch, one text has a table of its own."
ANY_LENGTH = "That is the most that BERT takes in. Texts have any length up to it: write n for the tokens."
TOKENS_FIRST = "Rows and columns are exchanged. Put the tokens first: one row for each."

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
        ),
    ),
    ShapeField(
        name="sentiment_bias",
        label="(a) shape of b",
        answer=lambda n: sentiment_head(n).bias,
        see=BIAS,
        mistakes=bias_mistakes(sentiment_head),
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
            Mistake(
                "as-a-column",
                lambda n: (n["classes"], 1),
                "That is a table with one column. One vector goes in, so one vector comes out: it has a single axis.",
            ),
            Mistake(
                "batch-of-one",
                lambda n: (1, n["classes"]),
                "The 1 counts texts: with an axis for the texts of a batch, one text gives one row.",
                is_excused=True,
            ),
            Mistake("token-length", lambda _: ("n",), "That is one number for each token. One vector goes in here."),
            Mistake(
                "like-the-weight",
                lambda n: sentiment_head(n).weight,
                "That is the shape of W. Its product with h has lost the axis that is as long as h.",
            ),
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
        ),
    ),
    ShapeField(
        name="ner_bias",
        label="(b) shape of b",
        answer=lambda n: tag_head(n).bias,
        see=BIAS,
        mistakes=bias_mistakes(tag_head),
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
            Mistake("batch-of-one", lambda n: (1, "n", n["tags"]), ONE_TEXT, is_excused=True),
            Mistake("longest-input", lambda n: (512, n["tags"]), ANY_LENGTH),
            Mistake("as-wide-as-h", lambda n: ("n", n["hidden"]), "That is what goes in. W has changed the width."),
            Mistake(
                "one-column",
                lambda _: ("n", 1),
                "That is one number for each token. How many outputs has this head for one token?",
            ),
            Mistake(
                "like-the-weight",
                lambda n: tag_head(n).weight,
                "That is the shape of W. The output has a row for each token, and no axis as long as h.",
            ),
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
        ),
    ),
    ShapeField(
        name="squad_bias",
        label="(c) shape of b",
        answer=lambda n: span_head(n).bias,
        see=BIAS,
        mistakes=bias_mistakes(span_head),
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
            Mistake("batch-of-one", lambda _: (1, "n", 2), ONE_TEXT, is_excused=True),
            Mistake("longest-input", lambda _: (512, 2), ANY_LENGTH),
            Mistake("as-wide-as-h", lambda n: ("n", n["hidden"]), "That is what goes in. W has changed the width."),
            Mistake(
                "one-column",
                lambda _: ("n", 1),
                "That is one number for each token. How many outputs has this head for one token?",
            ),
            Mistake(
                "like-the-weight",
                lambda n: span_head(n).weight,
                "That is the shape of W. The output has a row for each token, and no axis as long as h.",
            ),
        ),
    ),
)
