"""Level 2, Application: from raw scores to a probability to a loss."""

from __future__ import annotations

import numpy as np

from lib.bank import count_slips, drawing, loss_slips, places, premises, word_slips
from lib.bank.contexts import BARKED
from lib.bank.definition import (
    ArgumentField,
    CountField,
    Criterion,
    Exercise,
    Follows,
    Mistake,
    NumberField,
    Numbers,
)
from lib.losses import binary_cross_entropy, cross_entropy, nsp_loss
from lib.masking import count_chosen
from lib.probabilities import sigmoid, softmax

SCORES = """\
| <<words[0]>> | <<words[1]>> | <<words[2]>> |
|---|---|---|
| <<logits[0]:.1f>> | <<logits[1]:.1f>> | <<logits[2]:.1f>> |"""


def powers(n: Numbers) -> dict[str, object]:
    """Return the powers of e that the solutions print, and their sum."""
    raised = np.exp(n["logits"])
    truth = n["truth"]
    another = 2 if truth != 2 else 1
    return {
        "powers": raised,
        "other_score": n["logits"][another],
        "other_power": raised[another],
        "total": raised.sum(),
        "power": raised[truth],
        "score": n["logits"][truth],
        "word": n["words"][truth],
        "others": [n["words"][column] for column in word_slips.others(n)],
        "middle": n["words"][word_slips.middle(n)],
        "judgment": (
            "The loss is small because the model had already put"
            if raised[truth] / raised.sum() >= 0.7
            else "The loss is not small, because the model had put only"
        ),
    }


SOFTMAX_THREE_LOGITS = Exercise(
    id="softmax-three-logits",
    number="2.1",
    title="Three scores, one loss",
    points=4,
    minutes=6,
    sources=("devlin2019bert",),
    defaults={"sentence": BARKED, "words": ("dog", "cat", "log"), "logits": (3.0, 1.0, 0.0), "truth": 0},
    derive=powers,
    draw=drawing.three_scores,
    holds=premises.three_scores,
    prompt=f"""\
One word of *<<sentence>>* is hidden. Suppose there are only three
candidates, and the model gives each a raw score, its {{term}}`logit`:

{SCORES}

The hidden word is **<<word>>**. Give three decimals.

- (a) Which probability does {{term}}`softmax` give to <<word>>?
- (b) What is the loss of {{term}}`masked language modeling` at this position, in {{term}}`nats`?""",
    hints=(
        "Softmax has three moves: raise e to each score, add the powers up, divide each power by the sum.",
        "One of the three powers is $e^{<<other_score:.1f>>} = <<other_power:.3f>>$. Find the other two, then the sum.",
        "For (b) only the hidden word's probability counts. Take its natural logarithm and flip the sign.",
    ),
    solution="""\
**(a)** Softmax turns scores of any sign into positive shares that sum to 1. The vocabulary $V$
has three words here, so the sum has three powers:

$$
\\begin{aligned}
p(\\text{<<word>>})
&= \\frac{e^{<<score:.1f>>}}{e^{<<logits[0]:.1f>>} + e^{<<logits[1]:.1f>>} + e^{<<logits[2]:.1f>>}} \\\\
&= \\frac{<<power:.3f>>}{<<powers[0]:.3f>> + <<powers[1]:.3f>> + <<powers[2]:.3f>>} \\\\
&= \\frac{<<power:.3f>>}{<<total:.3f>>} = <<p_dog:.3f>>
\\end{aligned}
$$

**(b)** The loss looks at the true word alone. It is the negative natural logarithm of what that
word was given:

$$
L = -\\ln p(\\text{<<word>>}) = -\\ln <<p_dog:.4f>> = <<loss:.3f>> \\text{ nats}
$$

<<judgment>> <<p_dog:.0%>> of its probability on the right
word. Had it put all of it there, the loss would be 0.""",
    fields=(
        NumberField(
            name="p_dog",
            label="(a) p(<<word>>)",
            answer=word_slips.p_truth,
            decimals=3,
            tolerance=0.001,
            mistakes=word_slips.WRONG_P,
            further=(*word_slips.OTHER_WORDS_P, *word_slips.FURTHER_P),
            see=(places.SOFTMAX,),
        ),
        NumberField(
            name="loss",
            label="(b) loss",
            answer=word_slips.truth_loss,
            decimals=3,
            tolerance=0.001,
            unit="nats",
            mistakes=word_slips.WRONG_LOSS,
            further=(*word_slips.OTHER_WORDS_LOSS, *word_slips.FURTHER_LOSS),
            follows=Follows("p_dog", "minus-ln"),
            see=(places.CROSS_ENTROPY,),
        ),
    ),
)


def powers_of_another_word(n: Numbers) -> dict[str, object]:
    """Return the same for 2.2, and how its texts refer to 2.1: to its scores, or to its steps alone."""
    known = powers(n)
    p = softmax(n["logits"])
    if n["sentence"] == BARKED and n["logits"] == SOFTMAX_THREE_LOGITS.defaults["logits"]:
        texts = {
            "opening": "The scores are those of {ref}`2.1 <softmax-three-logits>`, but now the hidden word is",
            "first_hint": "The scores haven't changed, so neither has the sum of the powers. Only the numerator "
            "changes.",
            "step": "The same sum, another numerator:",
        }
    else:
        terms = " + ".join(f"{each:.3f}" for each in np.exp(n["logits"]))
        texts = {
            "opening": f"One word of *{n['sentence']}* is hidden. As in {{ref}}`2.1 <softmax-three-logits>` there are "
            "three\ncandidates, each with its score. The hidden word is",
            "first_hint": "The steps are those of {ref}`2.1 <softmax-three-logits>`: three powers of e and their sum. "
            "The numerator is the power of the hidden word.",
            "step": f"The three powers add up to ${terms} = {known['total']:.3f}$. The numerator is that of the\n"
            "hidden word:",
        }
    return {
        **known,
        **texts,
        "uniform": np.log(30_522),
        "favorite": p.max(),
        "favored": n["words"][int(p.argmax())],
    }


LEAST_LIKELY_WORD = Exercise(
    id="least-likely-word",
    number="2.2",
    title="The least likely word",
    points=3,
    minutes=4,
    sources=("devlin2019bert",),
    defaults={**SOFTMAX_THREE_LOGITS.defaults, "truth": 2},
    derive=powers_of_another_word,
    draw=drawing.least_likely_word,
    holds=premises.least_likely_word,
    prompt=f"""\
<<opening>> **<<word>>**,
the least likely of the three:

{SCORES}

- (a) Which probability did <<word>> get, and what is the loss? Give three decimals.
- (b) In one line: what does a large loss say about the model's guess?""",
    hints=(
        "<<first_hint>>",
        "Keep the quotient unrounded until after the logarithm.",
        "For (b): the loss is computed from a single probability. Whose? And what does that leave open?",
    ),
    solution="""\
**(a)** <<step>>

$$
\\begin{aligned}
p(\\text{<<word>>}) &= \\frac{<<power:.3f>>}{<<total:.3f>>} = <<p_log:.3f>> \\\\
L &= -\\ln <<p_log:.4f>> = <<loss:.3f>> \\text{ nats}
\\end{aligned}
$$

**(b)** A large loss says that the model gave the true word little probability, whatever it did
with the rest.

Here the rest went mostly to one word: <<favorite:.0%>> to <<favored>>, so this guess was confident
and wrong. That need not be so. A model that spreads its probability evenly over BERT's 30,522
tokens is not confident of anything, and its loss is $\\ln 30522 = <<uniform:.2f>>$ nats.""",
    fields=(
        NumberField(
            name="p_log",
            label="(a) p(<<word>>)",
            answer=word_slips.p_truth,
            decimals=3,
            tolerance=0.001,
            mistakes=(
                word_slips.BASE_2,
                word_slips.BASE_10,
                Mistake(
                    "other-word",
                    lambda n: float(softmax(n["logits"]).max()),
                    "That is the favorite's share. Which word is hidden now?",
                ),
            ),
            further=(
                word_slips.NO_EXPONENTIAL,
                word_slips.SOFTMAX_TWICE,
                word_slips.MIDDLE_WORD_P,
                *word_slips.FURTHER_P,
            ),
            see=(places.SOFTMAX, places.THREE_SCORES),
        ),
        NumberField(
            name="loss",
            label="(a) loss",
            answer=word_slips.truth_loss,
            decimals=3,
            tolerance=0.001,
            unit="nats",
            mistakes=(
                *word_slips.WRONG_LOSS,
                Mistake(
                    "other-word",
                    lambda n: float(cross_entropy(n["logits"], int(np.argmax(n["logits"])))),
                    "That is the loss if the favorite were hidden. Which word is hidden now?",
                ),
            ),
            further=(word_slips.MIDDLE_WORD_LOSS, *word_slips.FURTHER_LOSS),
            follows=Follows("p_log", "minus-ln"),
            see=(places.CROSS_ENTROPY, places.THREE_SCORES),
        ),
        ArgumentField(
            name="meaning",
            label="(b) in one line",
            criteria=(
                Criterion(
                    1,
                    "Says that the true word got little probability.",
                    "Says only that the model was wrong, or sure of another word.",
                ),
            ),
        ),
    ),
)


def share_of_tokens(n: Numbers) -> dict[str, object]:
    """Return what 2.3 prints: what the text is called, the exact share, and how it is rounded."""
    hundredths = n["tokens"] * n["percent"]
    chosen = count_chosen(n["tokens"], rate=n["percent"] / 100)
    return {
        "text": "sentence" if n["tokens"] <= 40 else "passage",
        "exact": hundredths / 100,
        "rounding": f" and rounds to {chosen}" if hundredths % 100 else "",
    }


SCORED_POSITIONS = Exercise(
    id="scored-positions",
    number="2.3",
    title="Which positions count",
    points=2,
    minutes=4,
    sources=("devlin2019bert", "clark2020electra"),
    defaults={"tokens": 20, "percent": 15},
    derive=share_of_tokens,
    draw=drawing.scored_positions,
    holds=premises.scored_positions,
    prompt="""\
A <<text>> has <<tokens>> tokens, all of which may be chosen. BERT chooses <<percent>> % of them, rounded to the
nearest whole token.

- (a) How many positions enter $L_{\\text{MLM}}$?
- (b) How many add nothing to it?""",
    hints=(
        "The loss is a mean over the {term}`chosen positions`, and over nothing else.",
        "A chosen position counts whether or not it shows `[MASK]`: some keep their word, some show another one.",
    ),
    solution="""\
**(a)** <<percent>> % of <<tokens>> is <<exact:g>><<rounding>>, so $|M| = <<scored>>$: the loss is the mean over
these <<scored>> positions.

**(b)** The other $<<tokens>> - <<scored>> = <<not_scored>>$ don't enter it. In {ref}`common
libraries <common-libraries>` their label is −100, which means *leave this one out*.

Why only these? Because the task is to say what stood at positions that were picked for testing. It
is not that a visible token could teach nothing: one chosen position in ten shows its own word and
is scored all the same {cite:p}`devlin2019bert`, and ELECTRA learns from every position, which its
authors found to explain much of its gain {cite:p}`clark2020electra`.

BERT's own {ref}`script <bert-code>` leaves a half to Python's `round`, and Python 3 takes it to the even number. It
also counts `[CLS]` and `[SEP]`, which it never chooses, and takes at least one position and at most a cap, 20 by
default.""",
    fields=(
        CountField(
            name="scored",
            label="(a) in the loss",
            answer=lambda n: count_chosen(n["tokens"], rate=n["percent"] / 100),
            mistakes=(
                Mistake(
                    "all", lambda n: n["tokens"], "Those are all the tokens. The loss is taken at the chosen ones."
                ),
                Mistake(
                    "shown-mask-only",
                    lambda n: 0.8 * n["tokens"] * n["percent"] / 100,
                    "You counted only the positions that show [MASK]. The other chosen ones are scored too.",
                    count_slips.OF_RULE,
                    also=count_slips.shown_mask_only,
                ),
                Mistake(
                    "the-rest",
                    lambda n: n["tokens"] - count_chosen(n["tokens"], rate=n["percent"] / 100),
                    "Those are the positions that are left out. Look at (a) again.",
                ),
            ),
            further=count_slips.FURTHER_SCORED,
            see=(places.CHOSEN, places.CROSS_ENTROPY),
        ),
        CountField(
            name="not_scored",
            label="(b) not in it",
            answer=lambda n: n["tokens"] - count_chosen(n["tokens"], rate=n["percent"] / 100),
            mistakes=(
                Mistake("none", lambda n: 0, "Then every token would be scored. Which ones does BERT choose?"),
                Mistake(
                    "the-chosen",
                    lambda n: count_chosen(n["tokens"], rate=n["percent"] / 100),
                    "Those are the scored positions. (b) asks for the others.",
                ),
                Mistake("all", lambda n: n["tokens"], "Then nothing would be scored. Which ones does BERT choose?"),
            ),
            further=count_slips.FURTHER_NOT_SCORED,
            follows=Follows("scored", "rest-of", of=lambda n: n["tokens"]),
            see=(places.CHOSEN, places.CROSS_ENTROPY),
        ),
    ),
)


def pair_of_sentences(n: Numbers) -> dict[str, object]:
    """Return what 2.4 prints of its score and label: both signs, both labels."""
    score, is_next = n["score"], n["is_next"]
    p, rest = (f"{float(sigmoid(each)):.4f}" for each in (score, -score))
    return {
        "power": np.exp(-score),
        "exponent": -score,
        "label": int(is_next),
        "truth": (
            "It does follow, so the label is $y = 1$ (IsNext)."
            if is_next
            else "It does not follow, so the label is $y = 0$ (NotNext)."
        ),
        "sign": "positive" if score > 0 else "negative",
        "side": "above" if score > 0 else "below",
        "size": "below" if score > 0 else "above",
        "vanishing": "second" if is_next else "first",
        "given": f"-\\ln {p}" if is_next else f"-\\ln(1 - {p}) = -\\ln {rest}",
    }


NEXT_SENTENCE_LOSS = Exercise(
    id="next-sentence-loss",
    number="2.4",
    title="One score for yes or no",
    points=4,
    minutes=6,
    sources=("devlin2019bert",),
    defaults={"score": 1.2, "is_next": True},
    derive=pair_of_sentences,
    draw=drawing.next_sentence_loss,
    holds=premises.next_sentence_loss,
    prompt="""\
{term}`Next-sentence prediction` gives a pair of sentences one score,
$s = w^\\top h_{\\text{[CLS]}} = <<score:.1f>>$. The probability that the second sentence follows the
first is $\\hat p = \\sigma(s)$ with the {term}`sigmoid`

$$
\\sigma(x) = \\frac{1}{1 + e^{-x}} .
$$

<<truth>> Give four decimals.

- (a) What is $\\hat p$?
- (b) What is the loss $-[\\,y \\ln \\hat p + (1 - y) \\ln(1 - \\hat p)\\,]$, in nats?""",
    hints=(
        "A <<sign>> score must give a probability <<side>> one half.",
        "Mind the sign in the exponent: $e^{<<exponent:.1f>>}$ is <<size>> 1.",
        "With $y = <<label>>$ one of the two terms of the loss is multiplied by 0.",
    ),
    solution="""\
**(a)** The answer is yes or no, so one score is enough: σ squeezes it into a probability.

$$
\\hat p = \\frac{1}{1 + e^{<<exponent:.1f>>}} = \\frac{1}{1 + <<power:.4f>>} = <<p_isnext:.4f>>
$$

**(b)** With $y = <<label>>$ the <<vanishing>> term vanishes, and what is left is the same idea as before, the
negative logarithm of what the truth was given:

$$
L_{\\text{NSP}} = <<given>> = <<loss:.4f>> \\text{ nats}
$$

{ref}`BERT's code <bert-code>` makes two scores from the {term}`pooler`'s output, one for each answer, and takes a
softmax over them. That is the same thing written differently: softmax over two scores is σ of their
difference, $s = z_{\\text{IsNext}} - z_{\\text{NotNext}}$. It also numbers the labels the other way round: 0 is
IsNext.""",
    fields=(
        NumberField(
            name="p_isnext",
            label="(a) σ(s)",
            answer=lambda n: float(sigmoid(n["score"])),
            decimals=4,
            tolerance=0.0002,
            mistakes=(
                Mistake(
                    "sign",
                    lambda n: float(sigmoid(-n["score"])),
                    "The sign in the exponent is flipped: σ raises e to minus the score.",
                ),
                Mistake(
                    "base-2",
                    lambda n: float(sigmoid(n["score"] * np.log(2))),
                    "You used base 2. The sigmoid raises e ≈ 2.718.",
                ),
                Mistake(
                    "no-one",
                    lambda n: float(np.exp(-n["score"])),
                    "That is the power alone. Add 1 to it, then take the reciprocal.",
                ),
            ),
            further=loss_slips.FURTHER_P_NEXT,
            see=(places.SIGMOID, places.CROSS_ENTROPY),
        ),
        NumberField(
            name="loss",
            label="(b) loss",
            answer=lambda n: float(nsp_loss(n["score"], n["is_next"])),
            decimals=4,
            tolerance=0.0002,
            unit="nats",
            mistakes=(
                Mistake(
                    "other-label",
                    lambda n: float(nsp_loss(n["score"], not n["is_next"])),
                    "That is the loss for the other label. Which of the two terms is left when y = <<label>>?",
                ),
                Mistake(
                    "base-10",
                    lambda n: float(nsp_loss(n["score"], n["is_next"]) / np.log(10)),
                    "That is a logarithm of base 10. This loss uses the natural logarithm.",
                    word_slips.OF_LN,
                ),
                Mistake(
                    "base-2",
                    lambda n: float(nsp_loss(n["score"], n["is_next"]) / np.log(2)),
                    "That is in bits. This loss uses the natural logarithm.",
                    word_slips.OF_LN,
                ),
                Mistake(
                    "no-minus",
                    lambda n: -float(binary_cross_entropy(sigmoid(n["score"]), int(n["is_next"]))),
                    "The sign is missing: ln of a number below 1 is negative.",
                    word_slips.OF_LN,
                ),
            ),
            further=loss_slips.FURTHER_LOSS_NEXT,
            follows=Follows("p_isnext", lambda n: "minus-ln" if n["is_next"] else "minus-ln-of-rest"),
            see=(places.CROSS_ENTROPY, places.THREE_SCORES),
        ),
    ),
)

EXERCISES = (SOFTMAX_THREE_LOGITS, LEAST_LIKELY_WORD, SCORED_POSITIONS, NEXT_SENTENCE_LOSS)
