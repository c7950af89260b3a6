"""Level 1, Recognition: three models, one rule, one token."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lib.attention import bidirectional_attention, causal_attention, t5_attention
from lib.bank import drawing, places, premises, token_slips
from lib.bank.count_slips import (
    EVERY_CHOSEN,
    NOT_CHOSEN,
    THE_CHOICE,
    further_fates,
    not_chosen,
    part,
    part_of_all,
    whole,
)
from lib.bank.definition import (
    ChoiceField,
    CountField,
    Exercise,
    Mistake,
    Numbers,
    WordField,
)

ATTENTION = ("bidirectional", "causal", "both")
JOBS = ("understanding", "generation", "sequence-to-sequence")
ATTENTION_ALSO = {
    "bidirectional": ("both directions", "both ways", "two-way", "left and right", "both sides", "non-causal"),
    "causal": ("unidirectional", "left to right", "autoregressive", "one-way", "one direction"),
    "both": ("both kinds", "bidirectional and causal", "causal and bidirectional", "mixed"),
}
JOBS_ALSO = {
    "understanding": ("NLU", "language understanding", "natural language understanding", "comprehension"),
    "generation": ("NLG", "text generation", "language generation", "natural language generation", "generating text"),
    "sequence-to-sequence": ("seq2seq", "seq to seq", "s2s", "text-to-text", "text2text"),
}


def directions(*grids: NDArray[np.bool_]) -> str:
    """Say how a model's self-attention looks, from the grids of its stacks."""
    kinds = {"bidirectional" if grid.all() else "causal" for grid in grids}
    return kinds.pop() if len(kinds) == 1 else "both"


def t5_directions(_: Numbers) -> str:
    """Say how T5 looks: one answer for its encoder and decoder together."""
    grids = t5_attention(4, 3)
    return directions(grids.encoder, grids.decoder)


def always(option: str) -> Callable[[Numbers], str]:
    """Return the answer of a choice that depends on no numbers."""
    return lambda _: option


def wrong_choices(**feedback: str) -> tuple[Mistake, ...]:
    """Return one mistake for each wrong option; an underscore in its name stands for a hyphen."""
    options = {name.replace("_", "-"): text for name, text in feedback.items()}
    return tuple(Mistake(option, always(option), text) for option, text in options.items())


MODEL_FAMILIES = Exercise(
    id="model-families",
    number="1.1",
    title="Three models, two questions",
    points=6,
    minutes=4,
    sources=("devlin2019bert", "radford2018gpt", "raffel2020t5", "vaswani2017attention"),
    prompt="""\
Three families of models, told apart by two questions. Which way can a token look: is its
{term}`attention` *bidirectional*, *causal*, or are there *both* kinds in the model? And which job is
the family best known for: *understanding*, *generation*, or *sequence-to-sequence*, where one text
goes in and another comes out? Answer both for

- (a) BERT
- (b) GPT
- (c) T5""",
    hints=(
        "Attention is bidirectional if a token can look at both sides of itself, and causal if it can look only at "
        "itself and at what came before.",
        "Ask what each model had to predict in training: a word hidden in the middle of a text, the next word, or a "
        "whole answer to a text that it had read.",
        "T5 has two stacks, one that reads and one that writes. Judge each by itself, then put the two together.",
    ),
    solution="""\
| | attention | best known for |
|---|---|---|
| (a) BERT | <<bert_attention>> | <<bert_job>> |
| (b) GPT | <<gpt_attention>> | <<gpt_job>> |
| (c) T5 | <<t5_attention>> | <<t5_job>> |

**(a)** BERT is an {term}`encoder`. Its training hides words in the middle of a text, so it is built
to use what stands on either side of them {cite:p}`devlin2019bert`. Out comes one vector for each token,
to which a small {term}`head` adds a label, a tag or a span. That is what is called understanding here.

**(b)** GPT is a {term}`decoder` that is trained to predict the next token. Each token can look at
itself and to its left, so the token to be predicted stays out of sight. The first GPT used this
training as a preparation for understanding tasks, and says so in its title
{cite:p}`radford2018gpt`. Generation is what the training itself practices, and what the family
became known for.

**(c)** T5 has an encoder that sees the whole input and a decoder that is causal over what it has
written so far. Through {term}`cross-attention` every token of the decoder can also look at every
token of the encoder {cite:p}`vaswani2017attention`. So T5 can treat every task as text in, text
out, classification included {cite:p}`raffel2020t5`.""",
    fields=(
        ChoiceField(
            name="bert_attention",
            label="(a) BERT: attention",
            options=ATTENTION,
            also=ATTENTION_ALSO,
            answer=lambda _: directions(bidirectional_attention(4)),
            mistakes=wrong_choices(
                causal="Then a hidden word would be guessed from its left alone. Which words does BERT use?",
                both="Both takes two kinds of stack, one that reads and one that writes. How many has BERT?",
            ),
            see=(places.SELF_ATTENTION, places.CAN_ATTEND),
        ),
        ChoiceField(
            name="bert_job",
            label="(a) BERT: job",
            options=JOBS,
            also=JOBS_ALSO,
            answer=always("understanding"),
            mistakes=wrong_choices(
                generation="To continue a text, a model is trained on what comes next. What was BERT trained to find?",
                sequence_to_sequence="That takes a part that writes a text of its own length. BERT gives one vector "
                "for each token that it read.",
            ),
            see=(places.FINE_TUNING,),
        ),
        ChoiceField(
            name="gpt_attention",
            label="(b) GPT: attention",
            options=ATTENTION,
            also=ATTENTION_ALSO,
            answer=lambda _: directions(causal_attention(4)),
            mistakes=wrong_choices(
                bidirectional="Then each token could look at the next one, which is the one it has to predict.",
                both="Both takes an encoder beside the decoder. GPT is a single stack of equal blocks.",
            ),
            see=(places.DECODERS, places.CAN_ATTEND),
        ),
        ChoiceField(
            name="gpt_job",
            label="(b) GPT: job",
            options=JOBS,
            also=JOBS_ALSO,
            answer=always("generation"),
            mistakes=wrong_choices(
                understanding="The first GPT was indeed tuned for that. What does predicting the next token practice?",
                sequence_to_sequence="That job has two texts, one read and one written. GPT carries on with the text "
                "that it has.",
            ),
            see=(places.DECODERS,),
        ),
        ChoiceField(
            name="t5_attention",
            label="(c) T5: attention",
            options=ATTENTION,
            also=ATTENTION_ALSO,
            answer=t5_directions,
            mistakes=wrong_choices(
                bidirectional="True of the stack that reads. What about the one that writes?",
                causal="True of the stack that writes. What about the one that reads?",
            ),
            see=(places.ENCODER_DECODERS,),
        ),
        ChoiceField(
            name="t5_job",
            label="(c) T5: job",
            options=JOBS,
            also=JOBS_ALSO,
            answer=always("sequence-to-sequence"),
            mistakes=wrong_choices(
                understanding="T5 does such tasks too. In which form does its answer come?",
                generation="T5 does write. But what does it read first, and with which stack?",
            ),
            see=(places.ENCODER_DECODERS,),
        ),
    ),
)


OF_ALL_TOKENS = "That is a share of all tokens. Take the chosen ones as the whole."
BOTH_EXCEPTIONS = "That is (b) and (c) together. Each has a share of its own."
OTHER_FATES = "Those are the chosen positions that meet another fate."
USUAL_FATE = "That is the share of the usual fate. This one is an exception."


def blanks(n: Numbers) -> dict[str, object]:
    """Return how 1.2 asks, and the worked example of its solution."""
    chosen = round(n["tokens"] * n["percent"] / 100)
    asked = (
        "At what percentage of the chosen positions does the encoder find"
        if n["in_percent"]
        else f"A text has {n['tokens']:,} tokens. At how many of them, on average, does the encoder find"
    )
    return {
        "asked": asked,
        "picked": (
            "15 % of the tokens are picked"
            if n["percent"] == 15
            else f"suppose {n['percent']} % of the tokens (BERT's own share is 15 %) are picked"
        ),
        "unit": " %" if n["in_percent"] else "",
        "places": " %" if n["in_percent"] else " positions",
        "whole": round(whole(n)),
        "chosen": chosen,
        "example": [round(chosen * share) for share in n["shares"]],
        "of_all": [n["percent"] * share for share in n["shares"]],
    }


EIGHTY_TEN_TEN = Exercise(
    id="eighty-ten-ten",
    number="1.2",
    title="Eighty, ten and ten",
    points=3,
    minutes=3,
    sources=("devlin2019bert",),
    defaults={"tokens": 400, "percent": 15, "shares": (0.8, 0.1, 0.1), "in_percent": True},
    derive=blanks,
    draw=drawing.eighty_ten_ten,
    holds=premises.eighty_ten_ten,
    prompt="""\
In {term}`pretraining`, <<picked>> at random, and BERT is asked what stood
there. What it sees at these {term}`chosen positions` is settled by the {term}`80/10/10 rule`.
<<asked>>

- (a) {term}`[MASK]` in the token's place?
- (b) a random token of the {term}`vocabulary` in its place?
- (c) the chosen token itself, unchanged?""",
    hints=(
        "The name of the rule lists its three shares. Each is a share of the chosen positions.",
        "Most chosen positions show `[MASK]`. The two exceptions are equally frequent.",
    ),
    solution="""\
**(a)** `[MASK]` at <<mask>><<places>>, **(b)** a random token at <<random>><<places>>, **(c)** the token
itself at <<unchanged>><<places>>.

The three add up, $<<mask>> + <<random>> + <<unchanged>> = <<whole>>$, because each chosen position
meets exactly one of these fates. The whole is the *chosen* tokens, not the sentence: of
<<tokens:,>> tokens <<chosen>> are chosen, and of these about <<example[0]>> show `[MASK]`,
<<example[1]>> show something random and <<example[2]>> show themselves. As shares of all tokens that is
<<of_all[0]:.0f>> %, <<of_all[1]:.1f>> % and <<of_all[2]:.1f>> %.

All <<chosen>> are predicted and scored, whatever they show {cite:p}`devlin2019bert`. What the two
exceptions are for is the question of {ref}`3.1 <always-mask>`.""",
    fields=(
        CountField(
            name="mask",
            label="(a) [MASK]",
            unit="<<unit>>",
            see=(places.RULE, places.CHOSEN),
            answer=lambda n: part(n, 0),
            mistakes=(
                Mistake("of-all-tokens", lambda n: part_of_all(n, 0), OF_ALL_TOKENS),
                Mistake(
                    "the-choice",
                    lambda n: n["percent"],
                    "That is the percentage that is chosen. What becomes of these?",
                ),
                Mistake(
                    "every-chosen",
                    lambda n: part(n, 0, 1, 2),
                    "Then all chosen positions would look alike. What is left for (b) and (c)?",
                ),
                Mistake("exception", lambda n: part(n, 1), "That is the share of an exception. Which fate is usual?"),
            ),
            further=(
                Mistake("both-exceptions", lambda n: part(n, 1, 2), BOTH_EXCEPTIONS),
                Mistake("two-fates", lambda n: part(n, 0, 1), "That is (a) and one of the exceptions together."),
                NOT_CHOSEN,
                *further_fates(0),
            ),
        ),
        CountField(
            name="random",
            label="(b) random token",
            unit="<<unit>>",
            see=(places.RULE, places.CHOSEN),
            answer=lambda n: part(n, 1),
            mistakes=(
                Mistake("of-all-tokens", lambda n: part_of_all(n, 1), OF_ALL_TOKENS),
                Mistake("both-exceptions", lambda n: part(n, 1, 2), BOTH_EXCEPTIONS),
                Mistake("usual-fate", lambda n: part(n, 0), USUAL_FATE),
            ),
            further=(
                Mistake("the-other-fates", lambda n: part(n, 0, 2), OTHER_FATES),
                THE_CHOICE,
                EVERY_CHOSEN,
                NOT_CHOSEN,
                *further_fates(1),
            ),
        ),
        CountField(
            name="unchanged",
            label="(c) unchanged",
            unit="<<unit>>",
            see=(places.RULE, places.CHOSEN),
            answer=lambda n: part(n, 2),
            mistakes=(
                Mistake("of-all-tokens", lambda n: part_of_all(n, 2), OF_ALL_TOKENS),
                Mistake(
                    "not-chosen", not_chosen, "Those are the tokens that were not chosen. (c) asks about chosen ones."
                ),
                Mistake("both-exceptions", lambda n: part(n, 1, 2), BOTH_EXCEPTIONS),
                Mistake("usual-fate", lambda n: part(n, 0), USUAL_FATE),
            ),
            further=(
                Mistake("the-other-fates", lambda n: part(n, 0, 1), OTHER_FATES),
                THE_CHOICE,
                EVERY_CHOSEN,
                *further_fates(2),
            ),
        ),
    ),
)

SUMMARY_TOKEN = Exercise(
    id="summary-token",
    number="1.3",
    title="The token that speaks for the sentence",
    points=1,
    minutes=3,
    sources=("devlin2019bert", "reimers2019sentencebert"),
    prompt="""\
To sort a whole sentence into classes, BERT puts a classifier on one vector, not on one for
each word. Which special token's final {term}`hidden vector` is it?""",
    hints=(
        "It is a token that BERT adds to every input, whatever the sentence says.",
        "It stands at the very beginning, and its name says what it is for.",
    ),
    solution="""\
It is **{term}`<<token>>`**, the first token of every input {cite:p}`devlin2019bert`. It stands for no word,
so its vector $h_{\\text{[CLS]}}$ is free to collect what the task needs: in every layer it can look
at all the others. One linear layer on top then decides for the whole sentence.

That the vector *is* a summary is more than one may say at the start. Its use comes with
{term}`fine-tuning`, when the classifier and BERT learn together; before that, the authors note, it is
not a meaningful sentence vector {cite:p}`devlin2019bert`. Taken as it is to compare sentences, it
often does worse than an average of ordinary word vectors {cite:p}`reimers2019sentencebert`.

In {ref}`BERT's code <bert-code>` one more layer lies between: the {term}`pooler`, a linear layer and tanh on
the vector of `<<token>>`. The classifier reads what comes out of it. So what {ref}`common libraries
<common-libraries>` call `pooler_output` is not $h_{\\text{[CLS]}}$ itself.""",
    fields=(
        WordField(
            name="token",
            label="token",
            answer=always("[CLS]"),
            also=("classification token", "classifier token", "class token"),
            see=(places.FINE_TUNING,),
            mistakes=token_slips.MISTAKES,
            further=token_slips.FURTHER,
        ),
    ),
)

EXERCISES = (MODEL_FAMILIES, EIGHTY_TEN_TEN, SUMMARY_TOKEN)
