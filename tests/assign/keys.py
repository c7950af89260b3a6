"""The answers again, by the plainest arithmetic there is: neither `lib`'s maths nor NumPy."""

from decimal import ROUND_HALF_UP, Decimal
from math import exp, log


def _share(scores, place):
    return exp(scores[place]) / sum(map(exp, scores))


def _rounded(tokens, percent):
    return int((Decimal(tokens) * percent / 100).quantize(Decimal(1), ROUND_HALF_UP))


def _three_words(n, p_name):
    p = _share(n["logits"], n["truth"])
    return {p_name: p, "loss": -log(p)}


def _fates(n):
    if n["in_percent"]:
        return {"mask": 80, "random": 10, "unchanged": 10}
    chosen = n["tokens"] * n["percent"] // 100
    return {"mask": chosen * 8 // 10, "random": chosen // 10, "unchanged": chosen // 10}


def _next_sentence(n):
    p = 1 / (1 + exp(-n["score"]))
    return {"p_isnext": p, "loss": -log(p if n["is_next"] else 1 - p)}


def _heads(n):
    d, classes, tags = n["hidden"], n["classes"], n["tags"]
    return {
        "sentiment_input": "[CLS]",
        "sentiment_weight": [classes, d],
        "sentiment_bias": [classes],
        "sentiment_output": [classes],
        "ner_input": "every token",
        "ner_weight": [tags, d],
        "ner_bias": [tags],
        "ner_output": ["n", tags],
        "squad_input": "every token",
        "squad_weight": [2, d],
        "squad_bias": [2],
        "squad_output": ["n", 2],
    }


def _batch(n):
    first, second = n["probabilities"]
    weaker = 1 if first < second else 2
    return {"loss": -(log(first) + log(second)) / 2, "dominates": f"position {weaker} (p = {min(first, second):.3f})"}


def _scored(n):
    chosen = _rounded(n["tokens"], n["percent"])
    return {"scored": chosen, "not_scored": n["tokens"] - chosen}


KEYS = {
    "1.1": lambda _: {
        "bert_attention": "bidirectional",
        "bert_job": "understanding",
        "gpt_attention": "causal",
        "gpt_job": "generation",
        "t5_attention": "both",
        "t5_job": "sequence-to-sequence",
    },
    "1.2": _fates,
    "1.3": lambda _: {"token": "[CLS]"},
    "2.1": lambda n: _three_words(n, "p_dog"),
    "2.2": lambda n: _three_words(n, "p_log"),
    "2.3": _scored,
    "2.4": _next_sentence,
    "4.1": _heads,
    "4.2": lambda n: {"p_pos": _share(n["logits"], 1)},
    "4.3": lambda n: {"masked": _rounded(n["tokens"], n["percent"])},
    "5.1": _batch,
    "5.2": lambda _: {"grid": "/".join("1" * looks + "0" * (4 - looks) for looks in (1, 2, 3, 4))},
    "5.3": lambda _: {"loss_at_one": 0.0},
}
