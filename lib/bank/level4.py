"""Level 4, Synthesis: heads for three tasks, what one head says, and words against tokens."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np

from lib.bank import drawing, loss_slips, places, premises
from lib.bank.count_slips import FURTHER_MASKED, chosen, share_of_words, shown_mask_only
from lib.bank.definition import (
    ArgumentField,
    CountField,
    Criterion,
    Exercise,
    Mistake,
    NumberField,
    Numbers,
)
from lib.bank.head_fields import NER_FIELDS, SENTIMENT_FIELDS, SQUAD_FIELDS
from lib.masking import count_chosen
from lib.probabilities import sigmoid, softmax

MILLIONS = {768: 110, 1024: 340}
"""How many million parameters BERT has, by the size of its hidden vectors."""


def all_heads(n: Numbers) -> dict[str, object]:
    """Return what 4.1 prints of the three heads together, and of the encoder below."""
    encoder = f"about {MILLIONS[n['hidden']]} million" if n["hidden"] in MILLIONS else "far more"
    return {"size": (n["classes"] + n["tags"] + 2) * (n["hidden"] + 1), "encoder": encoder}


THREE_HEADS = Exercise(
    id="three-heads",
    number="4.1",
    title="Three heads on one encoder",
    points=12,
    minutes=14,
    sources=("devlin2019bert", "rajpurkar2016squad"),
    defaults={"hidden": 768, "classes": 2, "tags": 9},
    derive=all_heads,
    draw=drawing.three_heads,
    holds=premises.three_heads,
    prompt="""\
A {term}`pretrained <pretraining>` {term}`encoder` turns $n$ {term}`tokens <token>` into $n$
{term}`hidden vectors <hidden vector>`, each of size $d = <<hidden>>$. For {term}`fine-tuning` you put a
{term}`head` on top, one linear layer with a {term}`bias`:

$$
z = W h + b .
$$

Design a head for each of three tasks:

- (a) Sentiment: one of <<classes>> classes for a whole review.
- (b) Named-entity recognition ({term}`NER`): one of <<tags>> tags for each token.
- (c) Question answering as in {term}`SQuAD`: the answer is a {term}`span` of the passage, so find its first and its
  last token.

For each, say which hidden vectors go into the head, the shapes of $W$ and $b$, and the shape of
what the head returns for one input. Write *n* for the number of tokens, as in (n, 4); a vector of length 4 has the
shape (4,).""",
    hints=(
        "Start from the end: how many decisions does the task ask for, and between how many options is each?",
        "$W$ takes a vector of <<hidden>> numbers and returns one number for each output. In $z = Wh + b$ it has one "
        "row for each output.",
        "$b$ is added to $Wh$, so the two have the same length.",
        "Where every token goes in, all of them share one $W$ and one $b$. Stack the results, one row for each token.",
        "For (c), each token is scored twice: how good a start would it be, and how good an end?",
    ),
    solution="""\
$W$ has one row for each output and one column for each entry of $h$. The bias $b$ is learned too and
adds one number to each output, so its length is always the number of outputs.

**(a) Sentiment.** There is one decision for the whole text, so one vector goes in: that of {term}`[CLS]`.

$$
\\begin{aligned}
W &\\in \\mathbb{R}^{<<classes>> \\times <<hidden>>} \\\\
b &\\in \\mathbb{R}^{<<classes>>} \\\\
z &\\in \\mathbb{R}^{<<classes>>}
\\end{aligned}
$$

{term}`Softmax` makes probabilities of the <<classes>> {term}`logits <logit>`. The `[CLS]` vector is no summary
of the text by nature; without fine-tuning it is not a meaningful sentence vector, as BERT's authors note
{cite:p}`devlin2019bert`. It becomes one because the task's loss reaches the encoder through it. In
{ref}`BERT's code <bert-code>` it also passes through the {term}`pooler` first, a linear layer and tanh, which keeps the
size <<hidden>>.

**(b) NER.** Every hidden vector $h_i$ goes through the same $W$ and $b$.

$$
\\begin{aligned}
W &\\in \\mathbb{R}^{<<tags>> \\times <<hidden>>} \\\\
b &\\in \\mathbb{R}^{<<tags>>} \\\\
Z &\\in \\mathbb{R}^{n \\times <<tags>>}
\\end{aligned}
$$

Each row of $Z$ gets a softmax of its own, over the <<tags>> tags. Where a word has several pieces, BERT's
authors tag it by its first {cite:p}`devlin2019bert`.

**(c) SQuAD** {cite:p}`rajpurkar2016squad`. Again every $h_i$ goes through one shared head, now with two outputs: a
start score and an end score.

$$
\\begin{aligned}
W &\\in \\mathbb{R}^{2 \\times <<hidden>>} \\\\
b &\\in \\mathbb{R}^{2} \\\\
Z &\\in \\mathbb{R}^{n \\times 2}
\\end{aligned}
$$

Split $Z$ into its two columns, each of length $n$. This time softmax runs along the *positions*: once over
the start scores, which gives $P(\\text{start} = i)$, and once over the end scores, which gives
$P(\\text{end} = j)$. The answer is the pair $i \\le j$ with the largest product

$$
P(\\text{start} = i) \\cdot P(\\text{end} = j) .
$$

The paper adds raw scores instead, $S \\cdot T_i + E \\cdot T_j$ with $j \\ge i$
{cite:p}`devlin2019bert`; $S$ and $E$ are the two rows of $W$, and $T_i$ is $h_i$. Within one window of text
that finds the same pair: the logarithm of the product is the sum of scores minus a constant. A long passage is cut
into several windows, and there the constants differ. So the two softmaxes are *normalized separately*; start and end
are still chosen together, under $i \\le j$. {ref}`BERT's code <bert-code>` allows tokens of the passage only, and at
most 30 of them.

The paper's formula has no $b$, its code has one. In this task it changes nothing: it shifts all start scores alike, and
all end scores, which softmax does not notice.

All three heads have <<size:,>> weights and biases between them. The encoder below has <<encoder>>
{cite:p}`devlin2019bert`.""",
    fields=(*SENTIMENT_FIELDS, *NER_FIELDS, *SQUAD_FIELDS),
)


def p_positive(n: Numbers) -> float:
    """Probability that softmax gives to the positive class."""
    return float(softmax(n["logits"])[1])


def p_positive_in_base(base: float, n: Numbers) -> float:
    """Return the same with powers of another base than e."""
    return float(softmax(np.multiply(n["logits"], np.log(base)))[1])


def verdict_parts(n: Numbers) -> dict[str, object]:
    """Return the powers of e that the solution prints, and the difference of the scores."""
    raised = np.exp(n["logits"])
    return {"powers": raised, "total": raised.sum(), "gap": n["logits"][1] - n["logits"][0]}


SENTIMENT_PROBABILITY = Exercise(
    id="sentiment-probability",
    number="4.2",
    title="From two logits to a verdict",
    points=2,
    minutes=4,
    sources=("devlin2019bert", "guo2017calibration", "desai2020calibration"),
    defaults={"logits": (0.5, 2.0), "review": "this movie is great", "blamed": "great"},
    derive=verdict_parts,
    draw=drawing.sentiment_probability,
    holds=premises.sentiment_probability,
    prompt="""\
After fine-tuning, the sentiment head of {ref}`4.1 <three-heads>` reads

`[CLS] <<review>> [SEP]`

and returns two {term}`logits <logit>`:

| negative | positive |
|---|---|
| <<logits[0]:.1f>> | <<logits[1]:.1f>> |

Which probability does it assign to *positive*? Give four decimals.""",
    hints=(
        "Two classes need nothing new: it is the softmax of {ref}`2.1 <softmax-three-logits>` with two terms in "
        "the sum.",
        "One of the two powers is $e^{<<logits[0]:.1f>>} = <<powers[0]:.4f>>$.",
    ),
    solution="""\
{term}`Softmax` over two classes:

$$
\\begin{aligned}
P(\\text{positive}) &= \\frac{e^{<<logits[1]:.1f>>}}{e^{<<logits[0]:.1f>>} + e^{<<logits[1]:.1f>>}} \\\\
&= \\frac{<<powers[1]:.4f>>}{<<powers[0]:.4f>> + <<powers[1]:.4f>>} \\\\
&= \\frac{<<powers[1]:.4f>>}{<<total:.4f>>} = <<p_pos:.4f>>
\\end{aligned}
$$

With two classes this is the {term}`sigmoid` of the difference, $\\sigma(<<gap:.1f>>)$, as in
{ref}`2.4 <next-sentence-loss>`.

So the head assigns <<p_pos:.2f>> to *positive*. Two things this number does not say:

- *How often it is right.* Whether reviews that get <<p_pos:.2f>> are positive in <<p_pos:.0%>> of cases is a
  question of {term}`calibration`. It has to be measured, and modern networks are often too sure
  {cite:p}`guo2017calibration`. Fine-tuned BERT was found fairly well calibrated on texts like those it was tuned on
  {cite:p}`desai2020calibration`; for this head nobody has looked.
- *Which word did it.* It is tempting to say *<<blamed>>*. But nothing here has measured what each word contributed.""",
    fields=(
        NumberField(
            name="p_pos",
            label="P(positive)",
            answer=p_positive,
            decimals=4,
            tolerance=0.0002,
            mistakes=(
                Mistake(
                    "other-class",
                    lambda n: float(softmax(n["logits"])[0]),
                    "That is the other class. Whose power belongs in the numerator?",
                ),
                Mistake(
                    "no-exponential",
                    lambda n: float(n["logits"][1] / np.sum(n["logits"])),
                    "You divided the raw scores themselves. Raise e to each score first.",
                ),
                Mistake(
                    "base-2",
                    lambda n: p_positive_in_base(2, n),
                    "You used base 2. Softmax raises e ≈ 2.718 to each score.",
                ),
                Mistake(
                    "base-10",
                    lambda n: p_positive_in_base(10, n),
                    "You used base 10. Softmax raises e ≈ 2.718 to each score.",
                ),
                Mistake(
                    "softmax-twice",
                    lambda n: float(softmax(softmax(n["logits"]))[1]),
                    "Softmax was applied twice. The scores go through it once.",
                ),
                Mistake(
                    "one-score",
                    lambda n: float(sigmoid(n["logits"][1])),
                    "That is σ of one score alone, as if the other were 0. Both scores count.",
                    (places.SIGMOID, places.NEXT_SENTENCE),
                ),
            ),
            further=loss_slips.FURTHER_P_POSITIVE,
            see=(places.SOFTMAX, places.THREE_SCORES),
        ),
    ),
)


def counts(n: Numbers) -> dict[str, object]:
    """Return what 4.3 prints: both shares, and how the count spreads when every token is drawn alone."""
    tokens, rate, fixed = n["tokens"], n["percent"] / 100, chosen(n)
    exact, exact_words = tokens * n["percent"] / 100, n["words"] * n["percent"] / 100
    from_words = count_chosen(n["words"], rate=rate)
    return {
        "exact": exact,
        "rounding": "" if fixed == exact else f" and rounds to {fixed}",
        "exact_words": exact_words,
        "from_words": from_words,
        "arriving": (
            f"is {from_words}"
            if from_words == exact_words
            else f"is {exact_words:g}, and {'stops' if from_words < exact_words else 'arrives'} at {from_words}"
        ),
        "mean": tokens * rate,
        "deviation": sqrt(tokens * rate * (1 - rate)),
        "p_exactly": comb(tokens, fixed) * rate**fixed * (1 - rate) ** (tokens - fixed),
    }


WORDS_AND_TOKENS = Exercise(
    id="words-and-tokens",
    number="4.3",
    title="Words are not tokens",
    points=4,
    minutes=7,
    sources=("devlin2019bert", "song2021wordpiece"),
    defaults={"tokens": 40, "words": 28, "percent": 15},
    derive=counts,
    draw=drawing.words_and_tokens,
    holds=premises.words_and_tokens,
    prompt="""\
{term}`WordPiece` splits words that are not in its {term}`vocabulary`. Suppose it makes three tokens of
*unhappiness*, `un ##happi ##ness`, and <<tokens>> tokens of a passage of <<words>> words. All of the tokens may
be chosen.

BERT chooses <<percent>> % of the *tokens*, rounded to the nearest whole number. A classmate takes <<percent>> % of
the *words*.

- (a) How many tokens does BERT choose?
- (b) How can the two counts differ? A good answer says in two or three sentences what each percentage is taken of,
  which count can be the larger and when they agree, and what choosing by token can do to a word of several pieces.""",
    hints=(
        "The model never sees words. What is the sequence that it gets made of?",
        "For (a), one of the two lengths is not needed.",
        "For (b), can a passage have fewer tokens than words? And what if only `##happi` is chosen?",
    ),
    solution="""\
**(a)** <<percent>> % of <<tokens>> tokens is <<exact:g>><<rounding>>, so <<masked>> are chosen.

**(b)** The two percentages are taken of different wholes. A word is one token or more, so a passage
never has fewer tokens than words, and the count by tokens is at least as large. Here your classmate gets
<<percent>> % of <<words>>, which <<arriving>>. The counts agree where no word is
split, or where so few are that rounding hides it.

They also hide different things. BERT as published chooses token by token {cite:p}`devlin2019bert`, so it may take
`##happi` and leave `un` and `##ness` in sight, which may give the missing piece away. BERT's authors later released
models with {term}`whole-word masking`: the same share of tokens, but a chosen word goes with all its pieces. By the
notes to {ref}`their code <bert-code>`, the large uncased model then rose from 91.0 to 92.8 {term}`F1` on {term}`SQuAD`.

Two cautions:

- The split above is invented. The released uncased vocabulary has no `##happi`; taking the longest match first
  {cite:p}`song2021wordpiece`, it splits the word into four, `un ##ha ##pp ##iness`.
- <<masked>> assumes a fixed count, which {ref}`BERT's script <bert-code>` keeps (with at least one position and at
  most 20). In a {ref}`common library <common-libraries>`, the code that assembles batches (its *collator*) draws each
  token by itself. From <<tokens>> tokens it takes <<mean:g>> on average, with a standard
  deviation of <<deviation:.2f>>, and exactly <<masked>> only in <<p_exactly:.0%>> of cases.""",
    fields=(
        CountField(
            name="masked",
            label="(a) chosen tokens",
            answer=chosen,
            mistakes=(
                Mistake(
                    "words",
                    lambda n: count_chosen(n["words"], rate=n["percent"] / 100),
                    "That is the classmate's count, a share of the words. BERT takes a share of the tokens.",
                    also=share_of_words,
                ),
                Mistake(
                    "shown-mask-only",
                    lambda n: round(0.8 * n["tokens"] * n["percent"] / 100),
                    "Those are the tokens that show [MASK]. The other chosen ones belong to the count too.",
                    also=shown_mask_only,
                ),
                Mistake("the-rest", lambda n: n["tokens"] - chosen(n), "Those are the tokens that are not chosen."),
                Mistake("all", lambda n: n["tokens"], "Those are all the tokens. BERT chooses a share of them."),
                Mistake(
                    "percent",
                    lambda n: n["percent"],
                    "That is the percentage. Take it of the tokens.",
                    also=lambda n: (n["percent"] / 100,),
                ),
            ),
            further=FURTHER_MASKED,
            see=(places.WORDPIECE, places.SCORED_POSITIONS),
        ),
        ArgumentField(
            name="difference",
            label="(b) how the two counts can differ",
            criteria=(
                Criterion(
                    1,
                    "Says that the percentages are of two different wholes, that the count by tokens is at least as "
                    "large because a word may be several tokens, and that the two agree where no word is split.",
                    "Says that words and tokens are different, but not which count can be larger or why.",
                ),
                Criterion(
                    1,
                    "Says that a word of several pieces may have one piece chosen while the others stay visible.",
                    "Says that pieces are chosen, but not that the rest of the word stays visible.",
                ),
            ),
        ),
    ),
)

EXERCISES = (THREE_HEADS, SENTIMENT_PROBABILITY, WORDS_AND_TOKENS)
