"""The self-check: questions to answer in the mind, each with its answer and the reason.

Texts are MyST. ``<<name:.3f>>`` prints one of the card's numbers; in a question, `[MASK]` as code
is the place of the answer. What stands in the chapter is written by `lib.bank.sync`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from lib.bank import exercise
from lib.bank.render import fill
from lib.entropies import cross_entropy, cross_entropy_gradient
from lib.heads import head_shapes
from lib.losses import batch_loss
from lib.masking import count_chosen
from lib.probabilities import sigmoid, softmax


@dataclass(frozen=True, kw_only=True)
class Card:
    """One question of the self-check.

    Attributes
    ----------
    id
        A permanent slug, the key under which a reader's progress is kept.
    exercise
        The id of the exercise that teaches it.
    question, answer, why
        Templates. The answer is short: it stands in the question's blank, if there is one.
    sources
        Keys of the papers that the text cites.
    numbers
        What the texts print, computed by `lib`.
    """

    id: str
    exercise: str
    question: str
    answer: str
    why: str
    sources: tuple[str, ...] = ()
    numbers: Mapping[str, object] = field(default_factory=dict)

    @property
    def level(self) -> int:
        """The level that its exercise belongs to, 1 to 5."""
        return exercise(self.exercise).level

    def text(self, template: str) -> str:
        """Return one of the card's templates with its numbers filled in."""
        return fill(template, self.numbers, f"card {self.id!r}")


VOCABULARY = 30522  # entries of the released uncased list
HIGH, LOW = 0.665, 0.042
RATE, SHARES = 15, {"masked": 0.8, "random": 0.1, "kept": 0.1}


def loss_of(probability: float) -> float:
    """Return the loss at one position, in nats."""
    return float(batch_loss([probability]))


def ratio_of_gradients() -> float:
    """Return how the gradients at the true logit compare between the two positions of 5.1."""
    low, high = (cross_entropy_gradient([math.log(p), math.log(1 - p)], 0)[0] for p in (LOW, HIGH))
    return float(low / high)


RECOGNITION = (
    Card(
        id="bert-attention",
        exercise="model-families",
        question="GPT's attention is causal. BERT's is `[MASK]`.",
        answer="bidirectional",
        why="To find a hidden word, BERT uses what stands on both sides of it {cite:p}`devlin2019bert`. GPT predicts "
        "the next token, so what comes later has to stay out of sight {cite:p}`radford2018gpt`.",
        sources=("devlin2019bert", "radford2018gpt"),
    ),
    Card(
        id="decoder-reads-encoder",
        exercise="model-families",
        question="T5 has two stacks. The one that writes looks at the one that reads through `[MASK]`.",
        answer="cross-attention",
        why="In {term}`cross-attention` the queries are tokens of the target and the keys are tokens of the source; "
        "every query can attend to every key {cite:p}`vaswani2017attention,raffel2020t5`.",
        sources=("vaswani2017attention", "raffel2020t5"),
    ),
    Card(
        id="padding-in-the-grid",
        exercise="model-families",
        question="A grid has a row for each query and a column for each key. Padding takes its `[MASK]` away.",
        answer="columns",
        why="No token can attend to {term}`padding`, so its keys go. The rows of padding queries are computed all the "
        "same, and ignored; they aren't empty.",
    ),
    Card(
        id="shares-of-what",
        exercise="eighty-ten-ten",
        question="The 80/10/10 rule gives shares. Of what?",
        answer="Of the chosen positions",
        why="About <<rate>> % of the tokens are chosen {cite:p}`devlin2019bert`. So of all tokens about "
        "<<masked:.0f>> % become `[MASK]`, <<random:.1f>> % a random token, and <<kept:.1f>> % are chosen and stay as "
        "they are.",
        sources=("devlin2019bert",),
        numbers={"rate": RATE, **{fate: RATE * share for fate, share in SHARES.items()}},
    ),
    Card(
        id="hidden-word-and-attention",
        exercise="eighty-ten-ten",
        question="A word is hidden in pretraining. Is its position left out of attention?",
        answer="No",
        why="`[MASK]` is a token like any other: it can attend to the rest, and the rest to it. Who "
        "{term}`can attend` to whom is set by an array of its own, which code calls a mask too.",
    ),
    Card(
        id="sentiment-vector",
        exercise="summary-token",
        question="Which token's final vector does a head for sentiment read?",
        answer="`[CLS]`",
        why="In {ref}`BERT's code <bert-code>` it passes through the {term}`pooler` first. It becomes a useful "
        "summary through {term}`fine-tuning` {cite:p}`devlin2019bert`. {ref}`4.1 <three-heads>` builds the head.",
        sources=("devlin2019bert",),
    ),
    Card(
        id="before-fine-tuning",
        exercise="summary-token",
        question="Is the vector of `[CLS]` a good summary of a sentence before fine-tuning?",
        answer="No",
        why="BERT's authors say themselves that it isn't {cite:p}`devlin2019bert`. Used as sentence vectors, raw "
        "outputs of BERT are often worse than averaged word vectors {cite:p}`reimers2019sentencebert`.",
        sources=("devlin2019bert", "reimers2019sentencebert"),
    ),
    Card(
        id="pooler-output",
        exercise="summary-token",
        question="In common libraries, is `pooler_output` the final vector of `[CLS]`?",
        answer="Not quite",
        why="It is what the {term}`pooler` makes of that vector, with a linear layer and a tanh. In "
        "{ref}`BERT's code <bert-code>`, next-sentence prediction and the sentence classifier read it.",
    ),
)

APPLICATION = (
    Card(
        id="likely-word",
        exercise="softmax-three-logits",
        question="The model gave the hidden word $p = <<p>>$. The loss at this position is `[MASK]` nats.",
        answer="<<loss:.3f>>",
        why="$-\\ln <<p>>$. A small loss: most of the probability was on the truth. If you found <<bits:.3f>>, that is "
        "the same loss in bits; <<base_ten:.3f>> is base 10.",
        numbers={
            "p": 0.844,
            "loss": loss_of(0.844),
            "bits": loss_of(0.844) / math.log(2),
            "base_ten": loss_of(0.844) / math.log(10),
        },
    ),
    Card(
        id="nats-and-bits",
        exercise="softmax-three-logits",
        question="One nat is `[MASK]` bits.",
        answer="<<bits:.3f>>",
        why="$1 / \\ln 2$. A loss that is too large by this factor was computed to base 2; this book's losses use the "
        "{term}`natural logarithm`.",
        numbers={"bits": 1 / math.log(2)},
    ),
    Card(
        id="shifted-logits",
        exercise="softmax-three-logits",
        question="Add 5 to every logit. What becomes of the probabilities?",
        answer="They stay as they are",
        why="Above and below the fraction bar of {term}`softmax`, everything grows by the factor $e^5$. Only "
        "differences between logits count.",
    ),
    Card(
        id="two-above",
        exercise="softmax-three-logits",
        question="One logit is 2 above another. Its probability is `[MASK]` times as large.",
        answer="<<ratio:.2f>>",
        why="$e^2$. Softmax makes of a difference between logits a ratio between probabilities, whatever the other "
        "logits are.",
        numbers={"ratio": softmax([3.0, 1.0, 0.0])[0] / softmax([3.0, 1.0, 0.0])[1]},
    ),
    Card(
        id="unlikely-word",
        exercise="least-likely-word",
        question="The model gave the hidden word only $p = <<p>>$. The loss at this position is `[MASK]` nats.",
        answer="<<loss:.3f>>",
        why="$-\\ln <<p>>$. The model gave the truth little probability. Whether it was sure of another word, this "
        "number alone doesn't say.",
        numbers={"p": LOW, "loss": loss_of(LOW)},
    ),
    Card(
        id="knows-nothing",
        exercise="least-likely-word",
        question="A model gives each of <<size:,>> tokens the same probability. Its loss is `[MASK]` nats.",
        answer="<<loss:.2f>>",
        why="Spread evenly over $K$ candidates, a model pays $\\ln K$: a large loss, and no confidence anywhere. So a "
        "large loss doesn't mean *sure of something wrong*.",
        numbers={"size": VOCABULARY, "loss": float(cross_entropy(np.zeros(VOCABULARY), 0))},
    ),
    Card(
        id="which-are-scored",
        exercise="scored-positions",
        question="Which positions does the loss of masked language modeling score?",
        answer="The chosen ones, all of them",
        why="Those that show a random token or the original one are scored too {cite:p}`devlin2019bert`; those that "
        "were not chosen never are. Of 20 tokens at 15 %, <<scored>> count and <<rest>> don't.",
        sources=("devlin2019bert",),
        numbers={"scored": count_chosen(20), "rest": 20 - count_chosen(20)},
    ),
    Card(
        id="minus-hundred",
        exercise="scored-positions",
        question="In common libraries, a label of −100 says: `[MASK]`.",
        answer="don't score this position",
        why="It stands wherever a position was not chosen, and the loss passes over it. It is no token to predict. The "
        "{ref}`libraries <common-libraries>` are named under References.",
    ),
    Card(
        id="class-of-is-next",
        exercise="next-sentence-loss",
        question="In this book $y = 1$ means IsNext. In BERT's own code, IsNext is class `[MASK]`.",
        answer="0",
        why="{ref}`The code <bert-code>` has two logits, and IsNext comes first. This book's one score is "
        "$s = z_{\\text{IsNext}} - z_{\\text{NotNext}}$, so a large one means yes.",
    ),
    Card(
        id="what-nsp-gives",
        exercise="next-sentence-loss",
        question="What comes out of next-sentence prediction: a sentence, a similarity, or a yes or no?",
        answer="A yes or no",
        why="It says how probable it is that the second segment followed the first in the original text, rather than "
        "coming from elsewhere {cite:p}`devlin2019bert`. It writes nothing, and two passages that are alike needn't "
        "follow each other.",
        sources=("devlin2019bert",),
    ),
    Card(
        id="turned-score",
        exercise="next-sentence-loss",
        question="$\\sigma(1.2) = <<yes:.4f>>$. So $\\sigma(-1.2)$ is `[MASK]`.",
        answer="<<no:.4f>>",
        why="$\\sigma(-s) = 1 - \\sigma(s)$, the probability of the other answer. Turn the sign of the score, and you "
        "have the loss of the other label.",
        numbers={"yes": float(sigmoid(1.2)), "no": float(sigmoid(-1.2))},
    ),
)

ANALYSIS = (
    Card(
        id="why-exceptions",
        exercise="always-mask",
        question="Some of the chosen positions show a random token, some the original one. What for?",
        answer="So that visible tokens need good vectors too",
        why="The text of a task has no `[MASK]`. If all tested positions showed it, nothing in the loss would ask for "
        "good vectors at visible tokens. With the exceptions, the encoder can't know which of these are tested "
        "{cite:p}`devlin2019bert`.",
        sources=("devlin2019bert",),
    ),
    Card(
        id="price-of-no-exceptions",
        exercise="always-mask",
        question="BERT's authors left the exceptions out and hid every chosen token. Of the uses they measured, the "
        "harm was largest for `[MASK]`.",
        answer="tagging with fixed vectors",
        why="There F1 fell from 94.9 to 94.0; with fine-tuning, which can repair a mismatch, from 95.4 to 94.9. On "
        "MNLI accuracy even rose, by 0.1 {cite:p}`devlin2019bert`.",
        sources=("devlin2019bert",),
    ),
    Card(
        id="dropped-by-roberta",
        exercise="next-sentence-dropped",
        question="Which of BERT's two pretraining tasks did RoBERTa drop, and why could it?",
        answer="Next-sentence prediction",
        why="Without it, and with full blocks of text as input, results matched or slightly improved "
        "{cite:p}`liu2019roberta`. A likely reason, offered as a conjecture, is that a random second segment gives "
        "itself away by its topic {cite:p}`lan2020albert`.",
        sources=("liu2019roberta", "lan2020albert"),
    ),
    Card(
        id="trained-on-nsp",
        exercise="next-sentence-dropped",
        question="ALBERT's authors gave a model trained on next-sentence prediction two passages in order or swapped. "
        "How well did it tell?",
        answer="Hardly better than a coin",
        why="It was right in 52.0 % {cite:p}`lan2020albert`. Both passages have the same topic here, which fits the "
        "authors' conjecture that topic is what the task is mostly solved by.",
        sources=("lan2020albert",),
    ),
    Card(
        id="shuffled-input",
        exercise="three-embeddings",
        question="Take BERT's position embeddings away and shuffle its input. The output vectors are `[MASK]`.",
        answer="the same, shuffled alike",
        why="A weight of self-attention depends on two vectors and on no place, so without positions BERT is "
        "{term}`equivariant` {cite:p}`lee2019settransformer`. *Invariant* would mean that nothing changes.",
        sources=("lee2019settransformer",),
    ),
    Card(
        id="who-bit-whom",
        exercise="three-embeddings",
        question="Without position embeddings, can a classifier on `[CLS]` tell *dog bites man* from *man bites dog*?",
        answer="No",
        why="While the other tokens change places, `[CLS]` takes the same weighted sum of the same vectors. What is "
        "read from it is *invariant*.",
    ),
    Card(
        id="causal-without-positions",
        exercise="three-embeddings",
        question="Does a causal model without position embeddings know anything about order?",
        answer="Yes",
        why="*What came before* is itself a kind of order: the first token can attend to one key, the second to two. "
        "Causal models without positions stay competitive {cite:p}`haviv2022positional`.",
        sources=("haviv2022positional",),
    ),
    Card(
        id="segment-ids",
        exercise="three-embeddings",
        question="Segment ids are 0 in the first segment and 1 in the second. Passed as the attention mask by mistake, "
        "they hide `[MASK]`.",
        answer="the whole first segment",
        why="In common libraries a 0 in the attention mask means that nobody can attend to this token. Segment ids, "
        "there called `token_type_ids`, only say which {term}`segment embedding` to add.",
    ),
)

SYNTHESIS = (
    Card(
        id="tagging-output",
        exercise="three-heads",
        question="Nine tags and *n* tokens: a head for tagging returns an array of shape `[MASK]`.",
        answer="(<<rows>>, <<tags>>)",
        why="One $W$ of shape <<weight>> is shared by all tokens. Each row of the result gets a {term}`softmax` of its "
        "own.",
        numbers={
            "rows": f"*{head_shapes(9, per_token=True).output[0]}*",
            "tags": head_shapes(9, per_token=True).output[-1],
            "weight": head_shapes(9, per_token=True).weight,
        },
    ),
    Card(
        id="numbers-of-a-head",
        exercise="three-heads",
        question="Hidden vectors have 768 entries. A sentiment head with 2 classes, one linear layer, learns `[MASK]` "
        "numbers.",
        answer="<<count:,>>",
        why="A weight of shape <<weight>> and a {term}`bias` of length 2, which is easily forgotten. The encoder below "
        "has about 110 million {cite:p}`devlin2019bert`.",
        sources=("devlin2019bert",),
        numbers={
            "weight": head_shapes(2).weight,
            "count": math.prod(head_shapes(2).weight) + math.prod(head_shapes(2).bias),
        },
    ),
    Card(
        id="choosing-a-span",
        exercise="three-heads",
        question="Each token has a start score and an end score. Which pair $(i, j)$ is the answer's span?",
        answer="Among all *i* ≤ *j*, the largest sum of scores",
        why="Start and end are chosen together {cite:p}`devlin2019bert`. Two separate {term}`arg max` could give an "
        "answer that ends before it begins.",
        sources=("devlin2019bert",),
    ),
    Card(
        id="eighty-two-percent",
        exercise="sentiment-probability",
        question="A head gives *positive* <<p:.2f>>. Is it right in <<percent:.0f>> % of such cases?",
        answer="That has to be measured",
        why="Softmax doesn't promise it; it is a question of {term}`calibration`. Modern networks are often too sure "
        "{cite:p}`guo2017calibration`. Fine-tuned BERT was found fairly well calibrated on data like that of its "
        "training {cite:p}`desai2020calibration`.",
        sources=("guo2017calibration", "desai2020calibration"),
        numbers={"p": softmax([0.5, 2.0])[1], "percent": 100 * softmax([0.5, 2.0])[1]},
    ),
    Card(
        id="softmax-of-two",
        exercise="sentiment-probability",
        question="Two logits, 0.5 and 2.0. The second one's probability is the sigmoid of `[MASK]`.",
        answer="1.5",
        why="Over two classes, {term}`softmax` is the {term}`sigmoid` of the difference: $\\sigma(1.5) = <<p:.4f>>$.",
        numbers={"p": float(sigmoid(2.0 - 0.5))},
    ),
    Card(
        id="unknown-part",
        exercise="words-and-tokens",
        question="One part of a word fits no entry of the vocabulary. What does WordPiece make of the word?",
        answer="A single `[UNK]`",
        why="The whole word goes, not only the part that failed {cite:p}`song2021wordpiece`.",
        sources=("song2021wordpiece",),
    ),
    Card(
        id="two-kinds-of-entry",
        exercise="words-and-tokens",
        question="Are `un` and `##un` the same entry of the vocabulary?",
        answer="No",
        why="One can only begin a word, the other only continue it. And pieces follow the list, not the grammar: the "
        "{ref}`released one <bert-code>` makes `un`, `##ha`, `##pp`, `##iness` of *unhappiness*.",
    ),
    Card(
        id="tokens-not-words",
        exercise="words-and-tokens",
        question="A passage of 28 words makes 40 tokens. At 15 %, to the nearest whole number, BERT chooses `[MASK]` "
        "tokens.",
        answer="<<chosen>>",
        why="The share is of the tokens. Code may count otherwise: {ref}`BERT's own <bert-code>` caps the count, and a "
        "common alternative draws each token by itself, so that the count varies.",
        numbers={"chosen": count_chosen(40)},
    ),
)

MASTERY = (
    Card(
        id="loss-of-a-batch",
        exercise="batch-loss",
        question="Two chosen positions have $p = <<high>>$ and $p = <<low>>$. The loss of the batch is `[MASK]` nats.",
        answer="<<loss:.3f>>",
        why="The mean of the two losses: $\\tfrac{1}{2}(<<first:.4f>> + <<second:.4f>>)$. If you found <<total:.3f>>, "
        "that is their sum.",
        numbers={
            "high": HIGH,
            "low": LOW,
            "loss": float(batch_loss([HIGH, LOW])),
            "first": loss_of(HIGH),
            "second": loss_of(LOW),
            "total": loss_of(HIGH) + loss_of(LOW),
        },
    ),
    Card(
        id="slope-at-the-true-logit",
        exercise="batch-loss",
        question="With respect to the true logit, the slope of $-\\ln p$ is `[MASK]`.",
        answer="$p - 1$",
        why="It is the entry of softmax minus the {term}`one-hot` truth that belongs to the truth. With respect to $p$ "
        "itself the slope is $-1/p$; see {ref}`gradients`.",
    ),
    Card(
        id="ratio-of-gradients",
        exercise="batch-loss",
        question="One position has $p = <<low>>$, another $p = <<high>>$. The first has <<losses:.1f>> times the loss. "
        "Its gradient at the true logit is `[MASK]` times as large.",
        answer="<<gradients:.2f>>",
        why="The size is $1 - p$, so <<first:.3f>> against <<second:.3f>>. It never exceeds 1, while the loss has no "
        "bound.",
        numbers={
            "low": LOW,
            "high": HIGH,
            "losses": loss_of(LOW) / loss_of(HIGH),
            "gradients": ratio_of_gradients(),
            "first": 1 - LOW,
            "second": 1 - HIGH,
        },
    ),
    Card(
        id="own-place",
        exercise="continue-a-story",
        question="Under causal attention, can a token attend to itself?",
        answer="Yes",
        why="The diagonal belongs to the lower triangle. What a position has to predict is the next token, and that "
        "is what stays hidden {cite:p}`radford2018gpt`.",
        sources=("radford2018gpt",),
    ),
    Card(
        id="next-tokens-under-berts-grid",
        exercise="continue-a-story",
        question="Why can't next tokens be learned under BERT's grid?",
        answer="Each position would see its answer",
        why="In training the next token stands in the input, one place to the right, and copying it would do. In use "
        "there is nothing there yet: the leak is a problem of training.",
    ),
    Card(
        id="text-from-a-gap-filler",
        exercise="continue-a-story",
        question="Can a model that fills gaps write a text at all?",
        answer="Yes, by filling gaps again and again",
        why="BERT does so by sampling {cite:p}`wang2019mouth`, other models were trained for it "
        "{cite:p}`ghazvininejad2019maskpredict,nie2025llada`. What BERT lacks is a training for continuing from left "
        "to right, and a probability of the whole text by the chain rule.",
        sources=("wang2019mouth", "ghazvininejad2019maskpredict", "nie2025llada"),
    ),
    Card(
        id="softmax-twice",
        exercise="limits-of-the-loss",
        question="Two classes, every prediction right, and the loss will not fall below <<floor:.3f>>. What is wrong?",
        answer="Softmax is applied twice",
        why="Once in the model, once more in the loss. Even $p = 1$ then costs $\\ln(1 + e^{-1})$. The order of the "
        "classes is kept, so the {term}`arg max` gives no sign of it.",
        numbers={"floor": float(cross_entropy([1.0, 0.0], 0))},
    ),
    Card(
        id="probability-of-zero",
        exercise="limits-of-the-loss",
        question="Can softmax give the truth a probability of exactly 0?",
        answer="On paper no, in floating point yes",
        why="A power of e is never 0. But in {term}`float32` $p$ is rounded to 0 once the true logit lags by about "
        "<<gap:.0f>>. A loss from log-softmax stays finite there.",
        numbers={"gap": math.log(2) - math.log(float(np.finfo(np.float32).smallest_subnormal))},
    ),
)

CARDS: tuple[Card, ...] = (*RECOGNITION, *APPLICATION, *ANALYSIS, *SYNTHESIS, *MASTERY)
