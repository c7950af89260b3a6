"""Level 3, Analysis: arguments, and the measurements that they have to live with."""

from __future__ import annotations

from collections.abc import Mapping

from lib.bank.definition import ArgumentField, Criterion, Exercise, Numbers

# What the papers measured. Each row is one way of training; the columns are named in the tables below.
MASKING = {
    "80 / 10 / 10": (84.2, 95.4, 94.9),
    "100 / 0 / 0": (84.3, 94.9, 94.0),
    "80 / 0 / 20": (84.1, 95.2, 94.6),
    "80 / 20 / 0": (84.4, 95.2, 94.7),
    "0 / 20 / 80": (83.7, 94.8, 94.6),
    "0 / 0 / 100": (83.6, 94.9, 94.6),
}
"""Devlin et al. (2019), Table 8: shares of masked, unchanged and random; MNLI, NER fine-tuned, NER on fixed vectors."""

BERT_WITHOUT_NSP = {
    "with NSP": (84.4, 88.4, 86.7, 92.7, 88.5),
    "without NSP": (83.9, 84.9, 86.5, 92.6, 87.9),
}
"""Devlin et al. (2019), Table 5: accuracy, and F1 for SQuAD."""

BERT_TASKS = ("{term}`MNLI`", "{term}`QNLI`", "{term}`MRPC`", "{term}`SST-2`", "{term}`SQuAD` 1.1")

ROBERTA_INPUTS = {
    "two segments, NSP": (90.4, 78.7, 84.0, 92.9, 64.2),
    "two sentences, NSP": (88.7, 76.2, 82.9, 92.1, 63.0),
    "one block": (90.4, 79.1, 84.7, 92.5, 64.8),
    "one block, one document": (90.6, 79.7, 84.7, 92.7, 65.6),
}
"""Liu et al. (2019), Table 2: accuracy, and F1 for SQuAD."""

ROBERTA_TASKS = ("{term}`SQuAD` 1.1", "{term}`SQuAD` 2.0", "{term}`MNLI`", "{term}`SST-2`", "{term}`RACE`")

ALBERT_SIGNALS = {
    "next sentence": (90.5, 52.0, 79.2),
    "sentence order": (78.9, 86.5, 80.1),
}
"""Lan et al. (2020), Table 5: accuracy on next sentence and on order, average over tasks."""

ALBERT_NEITHER = 79.0
"""The same average without a sentence task."""


def table(first: str, columns: tuple[str, ...], rows: Mapping[str, tuple[float, ...]]) -> str:
    """Return measurements as a Markdown table, one decimal each."""
    lines = [
        f"| {first} | " + " | ".join(columns) + " |",
        "|---" * (1 + len(columns)) + "|",
        *(f"| {name} | " + " | ".join(f"{score:.1f}" for score in scores) + " |" for name, scores in rows.items()),
    ]
    return "\n".join(lines)


def change(rows: Mapping[str, tuple[float, ...]], before: str, after: str) -> list[float]:
    """Return how much each score changes from one row to another, in points."""
    return [round(new - old, 1) for old, new in zip(rows[before], rows[after], strict=True)]


def visible_tokens(n: Numbers) -> dict[str, object]:
    """Return what percentage of the tokens that don't show [MASK] is scored, and what percentage is random."""
    chosen = n["percent"] / 100
    masked, random, unchanged = (chosen * share for share in n["shares"])
    visible = 1 - masked
    return {
        "scored_visible": 100 * (random + unchanged) / visible,
        "random_visible": 100 * random / visible,
        "always_mask": change(MASKING, "80 / 10 / 10", "100 / 0 / 0"),
    }


def sentence_task_changes(_: Numbers) -> dict[str, object]:
    """Return the differences that the solution of 3.2 prints."""
    averages = {name: scores[-1] for name, scores in ALBERT_SIGNALS.items()}
    return {
        "neither": ALBERT_NEITHER,
        "gains": [round(average - ALBERT_NEITHER, 1) for average in averages.values()],
        "order_by_nsp": ALBERT_SIGNALS["next sentence"][1],
        "qnli_fall": -change(BERT_WITHOUT_NSP, "with NSP", "without NSP")[1],
        "block": change(ROBERTA_INPUTS, "two segments, NSP", "one block"),
    }


ALWAYS_MASK = Exercise(
    id="always-mask",
    number="3.1",
    title="Why not always [MASK]?",
    points=8,
    minutes=10,
    sources=("devlin2019bert",),
    defaults={"percent": 15, "shares": (0.8, 0.1, 0.1)},
    derive=visible_tokens,
    prompt="""\
One in five of the {term}`chosen positions` shows no {term}`[MASK]`: half of these show a random
token, half the token that was there. Suppose a team drops the exceptions and shows `[MASK]` at all
chosen positions. Write a few sentences.

- (a) Argue how this could hurt the model after {term}`fine-tuning`. A good answer names the
  difference between {term}`pretraining` and use, says by which mechanism it does harm, and what
  random and unchanged tokens do against it.
- (b) A pretrained model can be fine-tuned further, or its vectors can be read as they are. Predict how large the
  harm is and for which of these uses it is larger, and say which experiment would tell. Commit yourself before
  you compare.""",
    hints=(
        "Hold two inputs side by side: one from pretraining, one from a user. What occurs in one of them only?",
        "Suppose every chosen position shows `[MASK]`. At which positions is a final vector ever scored?",
        "Take the place of the encoder at a token that is not `[MASK]`. What may it take for granted with the "
        "exceptions, and what without them?",
        "For (b): fine-tuning goes on training the encoder, on text without `[MASK]`. Which use does not?",
    ),
    solution=f"""\
**(a)** *The difference.* `[MASK]` is all over the input in pretraining, and absent from every text
that the model meets later, in fine-tuning and in use {{cite:p}}`devlin2019bert`.

*The mechanism.* The loss of masked language modeling is taken at the chosen positions. If all of
these show `[MASK]`, the encoder can see where it is tested, and the final vector of a visible token
never enters this loss. Visible tokens still have to serve as context for the hidden ones, but nothing
asks that their own final vectors be of use. Those are the vectors that a tagger or a span finder
reads later.

*What the exceptions do.* With random tokens around, a visible token may be wrong, so it has to be
held against its context. Unchanged tokens tie the vector of a visible token to the word that is
really there {{cite:p}}`devlin2019bert`. Taken together: at a visible token the encoder can't know
whether it is being tested, so a good vector pays everywhere. (At a `[MASK]` it does know.) The dose is
small: of the visible tokens <<scored_visible:.1f>> % are scored, and <<random_visible:.1f>> % are random.

**(b)** It is small, and it depends on the use. BERT's authors trained with several mixtures and
report accuracy on {{term}}`MNLI` (pairs of sentences) and {{term}}`F1` on {{term}}`NER` (tagging names), both on
development sets {{cite:p}}`devlin2019bert`:

{table("masked / unchanged / random", ("MNLI", "NER, fine-tuned", "NER, fixed vectors"), MASKING)}

Always `[MASK]` changes MNLI by <<always_mask[0]:+.1f>>, fine-tuned tagging by <<always_mask[1]:+.1f>>, and
tagging on vectors that are read as they are by <<always_mask[2]:+.1f>>. That fits the mechanism.
Fine-tuning can repair a mismatch, since it trains the encoder on text without `[MASK]`; a use that
leaves the encoder as it is cannot. The authors call fine-tuning surprisingly robust to the mixture.
The last two rows go further than the question: without any `[MASK]`, MNLI falls most.

Would always masking at least lower the loss in pretraining? The paper doesn't report it, and the two
exceptions pull in opposite directions: an unchanged token shows the answer, a random one shows a
wrong answer.""",
    fields=(
        ArgumentField(
            name="mechanism",
            label="(a) how it could hurt",
            criteria=(
                Criterion(
                    2,
                    "Names the difference: [MASK] occurs in pretraining, and in neither fine-tuning nor use.",
                    "Says that training and use differ, but not in what.",
                ),
                Criterion(
                    2,
                    "Gives the mechanism: only [MASK] positions would be scored, so nothing asks for good final "
                    "vectors at visible tokens.",
                    "Says that visible tokens would be neglected, without tying it to where the loss is taken.",
                ),
                Criterion(
                    2,
                    "Says what the exceptions do: a visible token may be wrong and may be tested, so each needs a "
                    "vector in context; unchanged tokens tie that vector to the word.",
                    "Explains only the random or only the unchanged tokens.",
                ),
            ),
        ),
        ArgumentField(
            name="effect",
            label="(b) how large, and where",
            criteria=(
                Criterion(
                    2,
                    "Commits to a size, expects more harm where vectors are read as they are, and names an experiment: "
                    "train with several mixtures and compare on tasks.",
                    "Names the experiment or the use, but not both.",
                ),
            ),
        ),
    ),
)

NEXT_SENTENCE_DROPPED = Exercise(
    id="next-sentence-dropped",
    number="3.2",
    title="What next-sentence prediction taught",
    points=8,
    minutes=10,
    sources=("devlin2019bert", "liu2019roberta", "lan2020albert", "joshi2020spanbert", "yang2019xlnet"),
    derive=sentence_task_changes,
    prompt="""\
In {term}`next-sentence prediction` (NSP), BERT reads two passages, A and B. Half the time B follows
A in the text; otherwise it comes from another document. RoBERTa was trained without NSP and
matched or slightly improved on the results with it {cite:p}`liu2019roberta`. Write a few sentences.

- (a) Which two signals tell a true B from a false one? Say which is the easier, and how one could
  test which of them a model has learned.
- (b) How could NSP, or the input that it needs, get in the way of
  {term}`masked language modeling`? Name the mechanism.
- (c) BERT's own paper found that results fall without NSP {cite:p}`devlin2019bert`. How can both be right,
  and what does RoBERTa's result not show?""",
    hints=(
        "The false B comes from another document. What is different about it, apart from not being next?",
        "To separate the two signals, hold one of them fixed. Which one can a true and a false B have in common?",
        "For (b): an input has at most 512 tokens. What fills them with NSP, and what could fill them without?",
        "For (c): taking NSP away can mean two things, leaving out its loss or leaving out its pairs.",
    ),
    solution=f"""\
**(a)** *Topic*: a passage from another document is mostly about something else. *Coherence*: B takes
up what A has said. Topic is the easier signal, and where it is enough, nothing else need be learned.
BERT gets 97 to 98 % of the pairs right {{cite:p}}`devlin2019bert`. That it does so by topic is a
conjecture of ALBERT's authors. They have a test that keeps the topic fixed: two consecutive passages,
in order or swapped {{cite:p}}`lan2020albert`. In percent:

{table("trained on", ("next sentence", "order", "average of tasks"), ALBERT_SIGNALS)}

The model trained on NSP gets <<order_by_nsp:.1f>> % on order, barely more than a coin. With neither
task the average is <<neither:.1f>>, so NSP added <<gains[0]:.1f>> and the order task <<gains[1]:.1f>>.

**(b)** NSP needs pairs. Each passage gets only a part of the 512 tokens, so a hidden word has less
running text around it, and in half of the pairs the other passage has nothing to do with it. Shorter
contexts and noise are what SpanBERT's authors suspect, again as a conjecture
{{cite:p}}`joshi2020spanbert`. Without NSP the input can be one block of consecutive text. It is no longer
than before, at most 512 tokens, but it is all of a piece.

**(c)** RoBERTa's authors compared four inputs, by {{term}}`F1` on SQuAD and accuracy elsewhere
{{cite:p}}`liu2019roberta`:

{table("input", ROBERTA_TASKS, ROBERTA_INPUTS)}

From the first row to the third, SQuAD 2.0 rises by <<block[1]:.1f>>, MNLI by <<block[2]:.1f>> and RACE
by <<block[4]:.1f>>; SQuAD 1.1 stays, and SST-2 changes by <<block[3]:+.1f>>. BERT's authors had compared
two, by the same measures {{cite:p}}`devlin2019bert`:

{table("BERT-Base", BERT_TASKS, BERT_WITHOUT_NSP)}

Everything falls, QNLI most, by <<qnli_fall:.1f>>. The two can both be right if BERT's experiment left
out only the loss and kept the pairs, as RoBERTa's authors suspect {{cite:p}}`liu2019roberta`. Then what
NSP gave was gone, and what (b) describes was still there.

What RoBERTa's result shows is that with the input in one block, NSP can go at little or no cost. It
doesn't show that leaving out the loss is what helped, since the input changed with it. Nor that NSP
takes up room in the model that other learning needs. Nor that the finished RoBERTa owes its lead to
this, for it also had more data, more steps and larger batches. And the pairs need not go with the
loss: XLNet dropped NSP and kept two segments {{cite:p}}`yang2019xlnet`.""",
    fields=(
        ArgumentField(
            name="signals",
            label="(a) two signals and a test",
            criteria=(
                Criterion(
                    2,
                    "Names topic and coherence, and says that topic is the easier and may be enough, because the "
                    "false B comes from another document.",
                    "Names only one signal, or both without saying which is easier.",
                ),
                Criterion(
                    2,
                    "Gives a test that keeps the topic fixed, such as two passages in order or swapped.",
                    "Wants a harder false B, without saying what it must have in common with A.",
                ),
            ),
        ),
        ArgumentField(
            name="context",
            label="(b) what gets in the way",
            criteria=(
                Criterion(
                    2,
                    "Says that pairs leave a hidden word less running text, and half the time an unrelated passage "
                    "beside it; one block avoids this.",
                    "Says that inputs are shorter or noisier, without what that does to masked language modeling.",
                ),
            ),
        ),
        ArgumentField(
            name="limits",
            label="(c) both results together",
            criteria=(
                Criterion(
                    2,
                    "Tells leaving out the loss from leaving out the pairs, says that BERT may have left out the first "
                    "alone and RoBERTa left out both, and names one thing that RoBERTa's result does not show.",
                    "Says that the two experiments differ, but not in what.",
                ),
            ),
        ),
    ),
)

THREE_EMBEDDINGS = Exercise(
    id="three-embeddings",
    number="3.3",
    title="Why three embeddings",
    points=8,
    minutes=10,
    sources=(
        "devlin2019bert",
        "lee2019settransformer",
        "vaswani2017attention",
        "raffel2020t5",
        "radford2018gpt",
        "haviv2022positional",
        "warner2024modernbert",
    ),
    prompt="""\
A token enters BERT as the sum of three vectors: a token {term}`embedding`, a
{term}`position embedding` and a {term}`segment embedding`. Write a few sentences.

- (a) Suppose only the first were there. What would {term}`self-attention` make of *dog bites man* and
  of *man bites dog*? Say what becomes of the vector of each word, and why: point to the place in the
  computation where order could come in, and doesn't.
- (b) What does the position embedding change, and what does the segment embedding add? Say for each
  whether a model could do without it.""",
    hints=(
        "How is one output vector made? It is a weighted sum. What does each weight depend on?",
        "Reorder the input. Does the weight between *dog* and *bites* change? Does the sum?",
        "For (b): compare the vectors with which *dog* enters the first layer, once as the first word and once as "
        "the third.",
        "Segments matter where a token's sentence matters. In what other way might a model mark a border?",
    ),
    solution="""\
**(a)** Each word gets the same vector in both sentences; the vectors only change places. Reorder the
input rows $X$ by any permutation $P$, and the output is reordered likewise:

$$
f(PX) = P\\,f(X)
$$

Such a function is called {term}`equivariant` {cite:p}`lee2019settransformer`. (*Invariant* would mean
that the output doesn't change at all.) To see why, write out what token $i$ gets:

$$
\\begin{aligned}
\\text{out}_i &= \\sum_j a_{ij}\\, v_j \\\\
a_{ij} &= \\frac{e^{q_i \\cdot k_j / \\sqrt{d_k}}}{\\sum_m e^{q_i \\cdot k_m / \\sqrt{d_k}}}
\\end{aligned}
$$

where $d_k$ is the length of a query or key. A weight depends on two vectors, the {term}`query` of $i$ and the
{term}`key` of $j$, and on no place. The {term}`value` $v_j$ depends on the vector of $j$ alone, and a sum has no
order. The other parts of a layer treat each token by itself, so the whole encoder is equivariant as well.
{term}`[CLS]` stands still while the other tokens are shuffled, so what is read from it *is* invariant:
a classifier on it couldn't tell who bit whom.

**(b)** *Position.* BERT learns one vector for each of its 512 positions {cite:p}`devlin2019bert`. With
it, *dog* as the first word enters as another vector than *dog* as the third, so order is in the
input and the symmetry is gone. A bidirectional encoder needs some such source of order, though it
need not be a learned vector that is added. The first Transformer added fixed waves
{cite:p}`vaswani2017attention`, T5 adds to each attention score a number that depends on the distance
{cite:p}`raffel2020t5`, ModernBERT rotates queries and keys {cite:p}`warner2024modernbert`.
{term}`Causal attention` breaks the symmetry by itself, and causal models without positions stay
competitive {cite:p}`haviv2022positional`.

*Segment.* One vector marks the tokens of sentence A, another those of B. So a word in a question and
the same word in the passage enter differently, which suits tasks about pairs, such as next-sentence
prediction or entailment {cite:p}`devlin2019bert`. It helps BERT and is not essential: {term}`[SEP]`
marks the border too, the first GPT puts a delimiter token between the parts {cite:p}`radford2018gpt`,
and T5 names them in words {cite:p}`raffel2020t5`.

With the token's own vector alone, *dog* would begin the same in every place, in either sentence, and
in any role.""",
    fields=(
        ArgumentField(
            name="order",
            label="(a) without positions",
            criteria=(
                Criterion(
                    2,
                    "Says that each word gets the same vector in both sentences, and only the places are swapped.",
                    "Says that order is lost, without what becomes of the vectors.",
                ),
                Criterion(
                    2,
                    "Gives the reason: a weight depends on the two vectors alone, and a sum has no order.",
                    "Gives only one of the two, or says only that attention ignores order.",
                ),
            ),
        ),
        ArgumentField(
            name="embeddings",
            label="(b) position and segment",
            criteria=(
                Criterion(
                    2,
                    "Says that the same word enters as another vector at another place, and that an encoder needs some "
                    "source of order, though it need not be a learned vector that is added.",
                    "Says that positions add order, but not how, or not whether a model could do without them.",
                ),
                Criterion(
                    2,
                    "Says that segments tell sentence A from B for tasks about pairs, and that other marks can do it.",
                    "Names the purpose, but calls segments essential or leaves the question open.",
                ),
            ),
        ),
    ),
)

EXERCISES = (ALWAYS_MASK, NEXT_SENTENCE_DROPPED, THREE_EMBEDDINGS)
