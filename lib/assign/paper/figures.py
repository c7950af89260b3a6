"""Figures on paper: what an exercise gives, drawn by Typst; what its answer looks like, drawn as in the book."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lib.assign.paper.typst import Content, array, call, string
from lib.bank import Exercise
from lib.bank.definition import Numbers

if TYPE_CHECKING:
    from lib.plots.picture import Picture

CLASSES = ("negative", "positive")
TOKENS = ("the", "dog", "barked", "loudly")


def given_figure(exercise: Exercise, numbers: Numbers) -> Content:
    """Return the raw scores that an exercise gives as bars; nothing for an exercise without."""
    if "logits" not in numbers:
        return ""
    words = [str(word) for word in numbers.get("words", CLASSES)]
    shown = [f"{score:.1f}".replace("-", "−") for score in numbers["logits"]]
    alt = f"Bars of the raw scores: {', '.join(map(' '.join, zip(words, shown, strict=True)))}."
    scores = array(repr(float(score)) for score in numbers["logits"])
    return call("bars", array(map(string, words)), scores, array(map(string, shown)), string(alt))


def answer_figure(exercise: Exercise) -> Content:
    """Return the book's figure of an answer, with the book's numbers; nothing for an exercise that has none."""
    from lib.palette import LIGHT

    picture = _picture(exercise)
    if picture is None:
        return ""
    return call("drawing", string(picture.svg(replace(LIGHT, paper="#ffffff"))), string(" ".join(picture.alt.split())))


def _picture(exercise: Exercise) -> Picture | None:
    # Worksheets alone need no Matplotlib.
    from lib import attention
    from lib.plots import pictures

    numbers = exercise.defaults
    if "logits" in numbers:
        return pictures.softmax_bars(numbers["logits"], numbers.get("words", CLASSES))
    if "probabilities" in numbers:
        return pictures.loss_and_gradient(numbers["probabilities"])
    if exercise.id == "model-families":
        kinds = {"BERT": attention.bidirectional_attention, "GPT": attention.causal_attention}
        return pictures.attention_grids({name: kind(len(TOKENS)) for name, kind in kinds.items()}, TOKENS)
    return None
