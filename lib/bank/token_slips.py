"""What is said of other names for the token of 1.3: its vector's, its place's, other tokens', other models'."""

from __future__ import annotations

from collections.abc import Callable

from lib.bank import places
from lib.bank.definition import Answer, Mistake, Numbers, Place


def named(name: str, words: tuple[str, ...], feedback: str, *see: Place, is_excused: bool = False) -> Mistake:
    """Return what is said of some words, however they are bracketed."""
    first, *rest = words
    return Mistake(name, _always(first), feedback, see, is_excused, also=lambda _: tuple(rest))


def _always(word: str) -> Callable[[Numbers], Answer]:
    return lambda _: word


MISTAKES = (
    named(
        "separator", ("[SEP]", "separator"), "That token marks where a sentence ends. Another one is read.", places.SEP
    ),
    named("mask", ("[MASK]",), "That token hides a word in pretraining. Here none is hidden.", places.MASK),
    named(
        "padding",
        ("[PAD]", "padding"),
        "That token fills up short inputs, and nothing looks at it.",
        places.PADDING,
    ),
    named(
        "pooler", ("pooler", "pooling"), "The pooler is a layer, not a token. Whose vector goes into it?", places.POOLER
    ),
)
FURTHER = (
    named(
        "its-vector",
        (
            *(
                "h_[CLS]",
                "[CLS] vector",
                "vector of [CLS]",
                "[CLS]'s vector",
                "[CLS] embedding",
                "[CLS] hidden state",
                "C",
            ),
            *("[CLS] hidden vector", "hidden vector of [CLS]", "[CLS] output", "h_0", "last_hidden_state[:, 0]"),
        ),
        "That is the vector. Its token is named without the rest.",
        is_excused=True,
    ),
    named(
        "its-place",
        ("first", "first special token", "token 0", "position 0", "first position", "the one at the start"),
        "That is where it stands. In BERT it has a name as well.",
        is_excused=True,
    ),
    named(
        "pooler-output",
        ("pooler_output", "pooled output", "output of the pooler"),
        "That is a vector, and a layer has changed it already. Which token's vector goes into the pooler?",
        places.POOLER,
    ),
    named(
        "roberta",
        ("<s>",),
        "That is how RoBERTa, a later model, writes its tokens. BERT's first token is named for what it is for.",
    ),
    named(
        "beginning",
        ("bos", "start", "sos", "beginning of sequence", "beginning of sentence", "start of sequence"),
        "Models that write text set out from such a token. BERT's first token is named for what it is for.",
    ),
    named(
        "end",
        ("eos", "end of sequence", "end of sentence", "endoftext", "the last token"),
        "That stands at the end. The one that is asked for stands at the other end.",
    ),
    named("unknown", ("[UNK]", "unknown"), "That token stands for what the vocabulary lacks.", places.WORDPIECE),
    named(
        "average",
        ("average", "mean", "mean pooling", "average pooling", "all tokens", "every token", "average of all tokens"),
        "That would use every vector. This classifier reads a single one.",
    ),
)
