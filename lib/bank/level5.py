"""Level 5, Mastery: which error teaches most, what BERT was never asked to do, where the loss ends."""

from __future__ import annotations

from functools import lru_cache
from math import e, log

import numpy as np

from lib.attention import bidirectional_attention, causal_attention
from lib.bank import drawing, grids, loss_slips, places, premises
from lib.bank.definition import (
    ArgumentField,
    ChoiceField,
    Criterion,
    Exercise,
    MaskField,
    Mistake,
    NumberField,
    Numbers,
)
from lib.bank.results import kept
from lib.entropies import cross_entropy, cross_entropy_gradient
from lib.losses import batch_loss

FIRST = "position 1 (p = <<probabilities[0]:.3f>>)"
SECOND = "position 2 (p = <<probabilities[1]:.3f>>)"
ALIKE = "both alike"
ALSO = {
    FIRST: ("1", "position 1", "first", "the first", "the first position", "p1"),
    SECOND: ("2", "position 2", "second", "the second", "the second position", "p2"),
    ALIKE: ("both", "alike", "equal", "the same", "both the same"),
}


@lru_cache(maxsize=1000)  # a draw and its texts ask for the same few sizes a dozen times
def gradient_size(p: float) -> float:
    """Size of the gradient at the true logit, where the true token has probability p."""
    return float(-cross_entropy_gradient(np.log([p, 1 - p]), 0)[0])


def stronger(n: Numbers) -> int:
    """Index of the position with the larger gradient at its true logit."""
    return int(np.argmax([gradient_size(p) for p in n["probabilities"]]))


@kept
def mean_loss(n: Numbers) -> float:
    """Loss of the batch, in nats."""
    return float(batch_loss(n["probabilities"]))


def pair(n: Numbers) -> dict[str, object]:
    """Return what 5.1 prints of its two positions: losses, gradients, ratios."""
    p = n["probabilities"]
    losses = [float(batch_loss([each])) for each in p]
    sizes = [gradient_size(each) for each in p]
    slopes = [-1 / each for each in p]
    winner, loser = stronger(n), 1 - stronger(n)
    return {
        "losses": losses,
        "sizes": sizes,
        "slopes": slopes,
        "at_logit": [-each for each in sizes],
        "over_all": [2 * each for each in sizes],
        "total": sum(losses),
        "winner": winner + 1,
        "loser": loser + 1,
        "large": sizes[winner],
        "small": sizes[loser],
        "loss_ratio": losses[winner] / losses[loser],
        "size_ratio": sizes[winner] / sizes[loser],
        "slope_ratio": slopes[winner] / slopes[loser],
    }


BATCH_LOSS = Exercise(
    id="batch-loss",
    number="5.1",
    title="Two positions, one loss",
    points=6,
    minutes=10,
    sources=("devlin2019bert",),
    defaults={"probabilities": (0.665, 0.042)},
    derive=pair,
    draw=drawing.batch_loss,
    holds=premises.batch_loss,
    prompt="""\
A {term}`batch` has two {term}`chosen positions`. The model gives their true tokens the probabilities
$p_1 = <<probabilities[0]:.3f>>$ and $p_2 = <<probabilities[1]:.3f>>$.

- (a) What is the loss of the batch, $L_{\\text{MLM}} = -\\frac{1}{|M|} \\sum_{i \\in M} \\ln p_i$ with $|M| = 2$? Give
  three decimals, in {term}`nats`.
- (b) Which position dominates the {term}`gradient`?
- (c) Why? A good answer says with respect to what it takes the gradient, gives it as a formula in $p$, puts
  both numbers in, and does not take the size of the loss for the size of the gradient.""",
    hints=(
        "The loss is a mean of two losses, so take the logarithm at each position first.",
        "One of the two terms is $-\\ln <<probabilities[0]:.3f>> = <<losses[0]:.4f>>$.",
        "Training changes logits, not probabilities. How does $-\\ln p$ change when the true logit grows a little? "
        "The figure at {ref}`2.1 <softmax-three-logits>` shows the gradient: raise the true score a little "
        "and watch it.",
        "The gradient of the cross-entropy with respect to the logits is softmax minus the {term}`one-hot` truth. "
        "Look at its entry for the true token.",
    ),
    solution="""\
**(a)** Logarithm first, then the mean over the chosen positions {cite:p}`devlin2019bert`:

$$
\\begin{aligned}
L_{\\text{MLM}} &= -\\tfrac{1}{2} (\\ln <<probabilities[0]:.3f>> + \\ln <<probabilities[1]:.3f>>) \\\\
&= \\tfrac{1}{2} (<<losses[0]:.4f>> + <<losses[1]:.4f>>) \\\\
&= \\tfrac{1}{2} \\cdot <<total:.4f>> = <<loss:.3f>> \\text{ nats}
\\end{aligned}
$$

**(b)** Position <<winner>>.

**(c)** Three different things are called *the gradient* of $-\\ln p$, so say which one you mean:

| with respect to | it is | position 1 | position 2 |
|---|---|---|---|
| the probability $p$ | $-1/p$ | <<slopes[0]:.2f>> | <<slopes[1]:.2f>> |
| the true logit | $p - 1$ | <<at_logit[0]:.3f>> | <<at_logit[1]:.3f>> |
| all logits | softmax − one-hot | sizes: <<over_all[0]:.3f>> in all | sizes: <<over_all[1]:.3f>> in all |

{term}`Softmax` stands between the {term}`logits <logit>` and $p$, so the first row is not yet what reaches the
network: the slope of $p$ along the true logit is $p(1 - p)$, which turns $-1/p$ into $-(1 - p)$, the second
row. So the size at the true logit is exactly $1 - p$: <<large:.3f>> at position <<winner>>, <<small:.3f>> at
position <<loser>>. The other logits share the same amount with the opposite sign, in proportion to their
probabilities, so all sizes together make $2(1 - p)$. The mean halves both positions' gradients and leaves their
ratio as it is.

So the token that was given least is pushed hardest, though by less than the losses suggest: position <<winner>> costs
<<loss_ratio:.1f>> times as much loss as position <<loser>>, but its gradient is only <<size_ratio:.2f>> times as large.
The loss has no upper bound; the gradient at the true logit never exceeds 1.

That is what arrives at the logits. What arrives at a parameter is this, multiplied by everything that lies between:
hidden vectors, weights, derivatives. There the ratio can be another one.""",
    fields=(
        NumberField(
            name="loss",
            label="(a) loss",
            answer=mean_loss,
            decimals=3,
            tolerance=0.001,
            unit="nats",
            mistakes=(
                Mistake(
                    "sum",
                    lambda n: mean_loss(n) * len(n["probabilities"]),
                    "That is the sum. The loss is the mean over the chosen positions.",
                ),
                Mistake(
                    "mean-before-logarithm",
                    lambda n: float(batch_loss([np.mean(n["probabilities"])])),
                    "You averaged the probabilities. Take the logarithm at each position first, then the mean.",
                ),
                Mistake(
                    "base-10",
                    lambda n: mean_loss(n) / log(10),
                    "That is a logarithm of base 10. This loss uses the natural logarithm.",
                ),
                Mistake(
                    "base-2",
                    lambda n: mean_loss(n) / log(2),
                    "That is in bits. This loss uses the natural logarithm.",
                ),
                Mistake(
                    "no-minus",
                    lambda n: -mean_loss(n),
                    "The sign is missing: ln of a number below 1 is negative.",
                ),
                Mistake(
                    "mean-of-gradients",
                    lambda n: float(np.mean([gradient_size(p) for p in n["probabilities"]])),
                    "That is the mean of 1 − p. The loss is made of −ln p.",
                ),
            ),
            further=loss_slips.FURTHER_BATCH_LOSS,
            see=(places.CROSS_ENTROPY, places.THREE_SCORES),
        ),
        ChoiceField(
            name="dominates",
            label="(b) dominates the gradient",
            options=(FIRST, SECOND, ALIKE),
            also=ALSO,
            answer=lambda n: (FIRST, SECOND)[stronger(n)],
            mistakes=(
                Mistake(
                    "the-surer-one",
                    lambda n: (SECOND, FIRST)[stronger(n)],
                    "That one is nearer to being right. How much is left to gain at p = 1?",
                ),
                Mistake(
                    "both-alike",
                    lambda _: ALIKE,
                    "They have the same weight in the mean, but each gradient depends on its own p.",
                ),
            ),
            see=(places.GRADIENTS, places.THREE_SCORES),
        ),
        ArgumentField(
            name="why",
            label="(c) why",
            criteria=(
                Criterion(
                    2,
                    "Says that at the true logit the gradient of the loss is p − 1, of size exactly 1 − p.",
                    "Says that the gradient grows as p falls, or uses −1/p, without saying which gradient is meant.",
                ),
                Criterion(
                    1,
                    "Puts in both probabilities and compares the two sizes.",
                    "Names the larger one without its number.",
                ),
                Criterion(
                    1,
                    "Keeps loss and gradient apart: the loss is unbounded, the gradient at the true logit stays below "
                    "1, so their ratios differ.",
                    "Mentions both, but treats one as the measure of the other.",
                ),
            ),
        ),
    ),
)

CONTINUE_A_STORY = Exercise(
    id="continue-a-story",
    number="5.2",
    title="Can BERT continue a story?",
    points=10,
    minutes=14,
    sources=(
        "devlin2019bert",
        "vaswani2017attention",
        "radford2018gpt",
        "raffel2020t5",
        "yang2019xlnet",
        "wang2019mouth",
        "goyal2021exposing",
        "ghazvininejad2019maskpredict",
        "sahoo2024mdlm",
        "nie2025llada",
        "samuel2024generative",
    ),
    defaults={"length": 512, "base": 110, "large": 340},
    prompt="""\
Somebody proposes: *BERT is a Transformer that has learned from a great deal of text. So I type the beginning of a
story, and it writes the rest.*

Refute this, twice. “It is only an {term}`encoder`” names the difference and explains nothing.

- (a) By who {term}`can attend` to whom. First build the grid that training on next tokens needs, for the four
  tokens *once*, *upon*, *a*, *time*: a row looks, a column is looked at. Then argue. A good answer describes the loop
  that writes a text one token at a time, compares your grid with BERT's, and says what goes wrong in training and what
  in use.
- (b) By the loss. A good answer writes down which terms BERT's loss has and which one it lacks, says what
  follows for the probability of a whole continuation, and ends with a conclusion that is no stronger than the
  argument: what is BERT unfit for, and what can still be done with it?""",
    hints=(
        "Write the loop as code: predict a token, append it, begin again. What does each step know?",
        "A text for training is complete: the token to be predicted stands in the input, one place to the right. "
        "Which grid hides it?",
        "In use there is nothing to the right yet. What, then, is still wrong with BERT's grid?",
        "Write the two losses side by side, as sums of $-\\ln p(\\ldots \\mid \\ldots)$. What stands after the bar?",
        "Before you write “impossible”: could BERT be given a row of `[MASK]` after the beginning?",
    ),
    solution="""\
**(a) The grid.** Continuing a text is a loop: predict token $t + 1$ from tokens $1$ to $t$, append it, begin again.
A model is trained for this on finished texts, at all positions at once. There the token to be predicted is part of
the input, so it has to be hidden from the position that predicts it. {term}`Causal attention` does that: a token
looks at itself and at what came before {cite:p}`vaswani2017attention,radford2018gpt`. The cells with a ✓ are the
diagonal and all below it. The diagonal belongs to them, since what position $t$ has to predict is not token $t$, which
it may see, but the next one.

In BERT's grid every token can attend to every other, later ones included. Trained on next tokens under
{term}`bidirectional attention`, position $t$ would find its answer in the input and would only have to copy it. The
loss would fall and nothing would be learned about continuing. That is why BERT hides words in another way,
behind `[MASK]`, and predicts those {cite:p}`devlin2019bert`.

The leak is a problem of *training*. In use, the later tokens do not exist yet, so there is nothing to peek at. What
is wrong in use is less dramatic: BERT's vectors were learned with both sides present, and here one side is missing.
And since every token attends to every other, each appended token changes all vectors before it. They have to be
computed anew at each step, where a causal model keeps them.

**(b) The loss.** BERT's objective for words, {term}`masked language modeling`, has a term for each chosen
position, and no other:

$$
L_{\\text{MLM}} = -\\frac{1}{|M|} \\sum_{i \\in M} \\ln p(y_i \\mid \\tilde x)
$$

Each term asks: what stood here, given the corrupted text $\\tilde x$ on both sides? A model that continues texts is
trained on

$$
L = -\\sum_{t} \\ln p(x_{t+1} \\mid x_1, \\ldots, x_t) .
$$

BERT's loss has no such term. By the chain rule these conditional probabilities multiply to the probability of a
whole text, so one can sample from them, token after token. BERT's terms are conditioned on both sides, and those of
one text are predicted independently of each other {cite:p}`yang2019xlnet`, so they do not multiply to its probability.
Nor does the loss teach how long a text should be: the number of gaps is given with the input, which may have any
length up to <<length>> tokens {cite:p}`devlin2019bert`.

**Conclusion.** BERT was not trained to continue a text from left to right, and is inefficient at it. For a
story, take a {term}`decoder` such as GPT {cite:p}`radford2018gpt` or an encoder–decoder such as T5
{cite:p}`raffel2020t5`. Size is not the point: BERT has about <<base>> or <<large>> million parameters, and more
of them would change neither grid nor loss.

But *unfit* is not *unable*. A model that fills gaps can write by filling gaps, again and again:

- {cite:t}`wang2019mouth` sampled sentences from BERT. The claim that BERT is a Markov random field was withdrawn
  later; the use for generation stands. {cite:t}`goyal2021exposing` read masked models as
  energy-based instead (one score for a whole text), and sample by Metropolis–Hastings: propose a change, and accept it
  or not by that score.
- Mask-Predict {cite:p}`ghazvininejad2019maskpredict` fills and masks again in an encoder–decoder trained for that.
- MDLM {cite:p}`sahoo2024mdlm` and LLaDA {cite:p}`nie2025llada` train models for filling in at every degree of masking.
- {cite:t}`samuel2024generative` generates with an existing masked model, without any further training.

Each of them changes how the text is filled in, or how the model is trained, or both. What BERT's own grid and loss
teach is filling in.""",
    fields=(
        MaskField(
            name="grid",
            label="(a) the grid",
            answer=grids.grids(causal_attention),
            tokens=4,
            mistakes=(
                Mistake(
                    "transposed",
                    grids.grids(grids.transposed),
                    "Rows and columns are exchanged. A row is the token that looks, a column the token looked at.",
                ),
                Mistake(
                    "bidirectional",
                    grids.grids(bidirectional_attention),
                    "That is BERT's own grid. Go along each row: can the token that is to be predicted there be seen?",
                ),
                Mistake(
                    "diagonal-blocked",
                    grids.grids(grids.before_itself),
                    "The diagonal is blocked. Which token does a position predict: its own, or another?",
                ),
                Mistake(
                    "diagonal-blocked-both-ways",
                    grids.grids(grids.all_but_itself, fewest=3),
                    "Only the diagonal is blocked. Which token does a position predict: its own, or another?",
                ),
                Mistake(
                    "transposed-and-diagonal-blocked",
                    grids.grids(grids.after_itself),
                    "Rows and columns are exchanged, and the diagonal is blocked. A row is the token that looks; ask "
                    "for each which token it predicts.",
                ),
                Mistake(
                    "one-ahead",
                    grids.grids(grids.one_ahead, fewest=3),
                    "Each row goes one token too far. Is that token not the one to be predicted?",
                ),
                Mistake(
                    "one-back",
                    grids.grids(grids.one_back, fewest=3),
                    "What lies further back is hidden. Ask of each hidden token whether seeing it would give the "
                    "prediction away.",
                ),
                Mistake(
                    "itself-alone",
                    grids.grids(grids.itself_alone),
                    "Each token sees itself alone, so nothing of the text before it counts. What else does a step of "
                    "the loop know?",
                ),
                Mistake(
                    "nothing",
                    grids.grids(grids.nothing),
                    "No token can attend to anything. Softmax shares out 1 over each row, so each row needs a ✓.",
                ),
            ),
            see=(places.CAN_ATTEND, places.SELF_ATTENTION),
        ),
        ArgumentField(
            name="mask",
            label="(a) who can attend to whom",
            criteria=(
                Criterion(
                    1,
                    "Describes the loop (predict, append, repeat) and says that each prediction may use only what "
                    "stands before it, which is the causal, lower-triangular grid.",
                    "Says that generation goes from left to right, without the loop or without the grid.",
                ),
                Criterion(
                    2,
                    "Says that under BERT's grid a position sees the later tokens, so that training on next tokens "
                    "would let it copy its answer.",
                    "Says that BERT is bidirectional, but not what that does to next-token training.",
                ),
                Criterion(
                    1,
                    "Places the leak in training, and names what is left in use: vectors learned with both sides "
                    "present, or all of them computed anew at each step.",
                    "Names the leak or the trouble in use, but not which belongs to training and which to use.",
                ),
            ),
        ),
        ArgumentField(
            name="loss",
            label="(b) the loss",
            criteria=(
                Criterion(
                    2,
                    "Says that the loss scores the chosen positions only, each given the text on both sides.",
                    "Names masked language modeling, but not which positions are scored or given what.",
                ),
                Criterion(
                    2,
                    "Says that there is no term for token t + 1 given tokens 1 to t, so that the conditionals do not "
                    "multiply to the probability of a continuation.",
                    "Says that BERT does not predict next tokens, without the term or what follows from its absence.",
                ),
                Criterion(
                    1,
                    "Concludes with measure: not trained for continuing and inefficient at it, but filling in again "
                    "and again does generate text.",
                    "Concludes that BERT is not made for it, but not what can still be done with it.",
                ),
            ),
        ),
    ),
)


def limits(_: Numbers) -> dict[str, object]:
    """Return where float32 gives out, and the loss that even such a p would have."""
    single = np.finfo(np.float32)
    far = 110.0
    return {
        "overflow": log(float(single.max)),
        "all_of_it": -log(float(single.epsneg)),
        "none_of_it": -log(float(single.smallest_subnormal) / 2),
        "flushed": -log(float(single.tiny)),
        "far": far,
        "far_loss": float(cross_entropy(np.array([far, 0.0], dtype=np.float32), 1)),
    }


LIMITS_OF_THE_LOSS = Exercise(
    id="limits-of-the-loss",
    number="5.3",
    title="The two ends of the loss",
    points=6,
    minutes=11,
    sources=("devlin2019bert",),
    defaults={"certain": 1.0},
    derive=limits,
    prompt="""\
At a chosen position the loss is $L = -\\ln p$, where $p$ is what {term}`softmax` gives to the true token. The
vocabulary has at least two tokens, and all logits are finite.

- (a) What would the loss be at $p = 1$? Show it from what the {term}`natural logarithm` means.
- (b) Why does the loss grow beyond every bound as $p \\to 0$, and yet is never infinite? A good answer gives
  the limit, says from the formula of softmax which values $p$ can take, and keeps exact arithmetic apart from what
  a computer does in {term}`float32`.""",
    hints=(
        "$\\ln x$ is the power to which e must be raised to give $x$.",
        "In (b) there are two questions: how $-\\ln p$ behaves near 0, and whether $p$ can be 0.",
        "Softmax divides one power of e by a sum of powers of e. Which of these can be 0?",
        "On a computer: what is $e^{90}$ if the largest number is about $3.4 \\cdot 10^{38}$? And what is "
        "$e^{-<<far:.0f>>}$ if the smallest positive one is about $1.4 \\cdot 10^{-45}$?",
    ),
    solution="""\
**(a)** $\\ln 1$ is the power to which e must be raised to give 1. Since $e^0 = 1$, it is 0:

$$
L = -\\ln 1 = <<loss_at_one:.0f>>
$$

A prediction that puts everything on the truth costs nothing.

**(b)** *The limit.* Name any bound $B$. As soon as $p < e^{-B}$, the loss is above $B$. So $-\\ln p \\to \\infty$ as
$p \\to 0$: the less the truth is given, the more that costs, without an upper limit.

*The values of* $p$. Softmax gives the true token $y$

$$
p = \\frac{e^{z_y}}{\\sum_{v \\in V} e^{z_v}} .
$$

A power of e is never 0, so the numerator is positive: $p > 0$, and the loss is finite. How large can it get? Let $m$ be
the largest logit. Then no term of the sum below exceeds $e^{m - z_y}$:

$$
\\begin{aligned}
L &= \\ln \\sum_{v \\in V} e^{z_v - z_y} \\\\
&\\le (m - z_y) + \\ln |V|
\\end{aligned}
$$

The loss is at most the gap by which the true logit falls short of the largest, plus a constant. With finite logits that
is finite; only a growing gap drives it up. The same formula closes the other end: with two tokens or more the sum
has a positive term besides the numerator, so $p < 1$ and the loss is above 0. **Both ends are limits. Exact arithmetic
comes as near as you like and reaches neither.**

*A computer reaches both.* In {term}`float32` the largest number is about $e^{<<overflow:.2f>>}$.

- A logit above <<overflow:.2f>> makes $e^z$ overflow to infinity, and softmax as written above then divides infinity
  by infinity. Subtracting $m$ from all logits first prevents that and changes nothing else.
- Of two logits, one that leads by <<all_of_it:.2f>> or more gets $p = 1$, rounded. One that lags by about
  <<none_of_it:.0f>> gets $p = 0$, and $-\\ln 0$ is infinite. (Hardware that drops the very smallest numbers gets
  there at <<flushed:.1f>>.)
- Log-softmax never forms $p$. It computes $\\ln p = (z_y - m) - \\ln \\sum_v e^{z_v - m}$, and at a gap of
  <<far:.0f>> the loss is <<far_loss:.0f>> nats. {ref}`BERT's code <bert-code>` does it this way.

So *always finite* is a theorem about exact numbers, and on a computer a matter of how the loss is written.""",
    fields=(
        NumberField(
            name="loss_at_one",
            label="(a) loss at p = 1",
            answer=lambda n: float(batch_loss([n["certain"]])),
            decimals=0,
            tolerance=0.0005,
            unit="nats",
            mistakes=(
                Mistake(
                    "the-probability",
                    lambda n: n["certain"],
                    "That is p itself. The loss is its negative natural logarithm.",
                ),
                Mistake(
                    "exponential",
                    lambda n: e ** n["certain"],
                    "You raised e to a power. The logarithm goes the other way: which power of e gives 1?",
                    also=lambda n: (e ** -n["certain"],),
                ),
                Mistake(
                    "inverse",
                    lambda n: -1 / n["certain"],
                    "That is the slope of −ln p there. What is −ln p itself?",
                ),
                Mistake(
                    "log-of-one-plus",
                    lambda n: log(1 + n["certain"]),
                    "That is ln 2: 1 was added before the logarithm.",
                ),
                Mistake(
                    "softmax-twice",
                    lambda n: float(cross_entropy(np.array([n["certain"], 1 - n["certain"]]), 0)),
                    "That is where a loss stops if softmax is applied twice: p = 1 was put through it again.",
                ),
            ),
            see=(places.LOGARITHM, places.CROSS_ENTROPY_BACKGROUND),
        ),
        ArgumentField(
            name="limit",
            label="(b) the other end",
            criteria=(
                Criterion(
                    1,
                    "Says that −ln p exceeds every bound as p → 0.",
                    "Says only that the loss becomes large.",
                ),
                Criterion(
                    2,
                    "Says that a power of e is positive, so a softmax output is never 0, and the loss stays finite for "
                    "finite logits.",
                    "Says that p is never 0, without the reason from the formula.",
                ),
                Criterion(
                    1,
                    "Says that in float32 p can round to 0, so that −ln p becomes infinite, and that log-softmax "
                    "avoids this.",
                    "Says that computers round, but not what that does to p or to the loss.",
                ),
            ),
        ),
    ),
)

EXERCISES = (BATCH_LOSS, CONTINUE_A_STORY, LIMITS_OF_THE_LOSS)
