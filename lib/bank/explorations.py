"""Which widget stands at which exercise, and where it starts.

A widget never starts at the numbers that its exercise asks for: it shows how things move, and
leaves the answer to be worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lib.bank.definition import Numbers

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Exploration:
    """A widget at an exercise.

    Attributes
    ----------
    widget
        Name of its class in `lib.widgets`.
    question
        What to try, and to watch.
    settings
        What the class is given, for the exercise's numbers.
    """

    widget: str
    question: str
    settings: Callable[[Numbers], Settings]


def always(**settings: Any) -> Callable[[Numbers], Settings]:
    """Return settings that are the same for all numbers."""
    return lambda _: settings


def _three_words(n: Numbers) -> Settings:
    words = list(n["words"])
    return {
        "tokens": words,
        "logits": [2.0, 1.5, 0.5],
        "true_token": words[n["truth"]],
        "presets": [
            {"title": "all equal", "logits": [0.0, 0.0, 0.0]},
            {"title": "one far ahead", "logits": [6.0, 0.0, 0.0]},
            {"title": "all ten higher", "logits": [12.0, 11.5, 10.5]},
        ],
    }


SHORT_SENTENCE = "she poured the tea into a cup and waited for the rain"
MASKED_SENTENCE = "the dog barked at the mail van and ran home before the rain came down on the small town"

EXPLORATIONS: Mapping[str, tuple[Exploration, ...]] = {
    "model-families": (
        Exploration(
            "MaskBuilder",
            "Which words may “dog” look at? Change the pattern, then build one yourself.",
            always(
                tokens=["the", "dog", "ran", "home"],
                pattern="bidirectional",
                presets=[
                    {"title": "every token sees every token", "pattern": "bidirectional"},
                    {"title": "a token sees the past", "pattern": "causal"},
                    {
                        "title": "two tokens are padding",
                        "tokens": ["hi", "there", "[PAD]", "[PAD]"],
                        "pattern": "padding",
                    },
                ],
            ),
        ),
    ),
    "eighty-ten-ten": (
        Exploration(
            "MaskingSampler",
            "Draw a few times. How often does a chosen token stay as it is?",
            always(sentence=MASKED_SENTENCE, seed=3, rate=0.3),
        ),
    ),
    "softmax-three-logits": (
        Exploration("LogitExplorer", "Add 1 to every score. Which probabilities change?", _three_words),
    ),
    "least-likely-word": (
        Exploration(
            "LogitExplorer",
            "Make the hidden word less and less likely. How fast does the loss grow?",
            lambda n: {**_three_words(n), "logits": [1.0, 1.0, 0.0]},
        ),
    ),
    "scored-positions": (
        Exploration(
            "MaskingSampler",
            "Draw a few times under each of the three rules. Which of the counts never change?",
            always(sentence=SHORT_SENTENCE, seed=5),
        ),
    ),
    "next-sentence-loss": (
        Exploration(
            "NspExplorer",
            "At which score do both labels cost the same?",
            always(
                score=-0.5,
                presets=[
                    {"title": "undecided", "score": 0.0},
                    {"title": "sure of IsNext", "score": 6.0},
                    {"title": "sure of NotNext", "score": -6.0},
                ],
            ),
        ),
    ),
    "always-mask": (
        Exploration(
            "MaskingSampler",
            "Here every chosen token shows [MASK]. Draw again: is a visible token ever scored?",
            always(sentence=MASKED_SENTENCE, seed=8, shares=[1.0, 0.0, 0.0]),
        ),
    ),
    "three-embeddings": (
        Exploration(
            "WordOrder",
            "Swap two words, first without position embeddings, then with them.",
            always(words=["dog", "bites", "man"], positions=False),
        ),
    ),
    "three-heads": (
        Exploration(
            "SpanPicker",
            "Move the scores until the best start lies after the best end.",
            always(
                tokens=["born", "in", "Rome", "in", "1920"],
                start_logits=[0.2, 0.4, 2.5, 1.0, 0.6],
                end_logits=[0.1, 0.3, 2.0, 0.2, 1.4],
                presets=[
                    {
                        "title": "two answers compete",
                        "start_logits": [0.0, 0.2, 2.4, 2.0, 0.5],
                        "end_logits": [0.0, 0.1, 2.2, 0.3, 2.3],
                    },
                    {
                        "title": "best start after best end",
                        "start_logits": [0.0, 0.0, 1.2, 2.8, 0.4],
                        "end_logits": [0.0, 0.3, 2.6, 0.1, 1.9],
                    },
                ],
            ),
        ),
    ),
    "sentiment-probability": (
        Exploration(
            "LogitExplorer",
            "Which matters, the two scores or their difference?",
            always(tokens=["negative", "positive"], logits=[1.0, 1.5], true_token="positive", noun="true class"),
        ),
    ),
    "words-and-tokens": (
        Exploration("WordPieceSplitter", "Type other words. Which of them stay whole?", always()),
        Exploration(
            "MaskingSampler",
            "How many tokens does each rule choose, in a sentence of your own?",
            always(sentence=MASKED_SENTENCE, seed=2),
        ),
    ),
    "batch-loss": (
        Exploration(
            "LossCurve",
            "Drag one position toward 0. Which grows faster, its loss or its share of the gradient?",
            always(
                probabilities=[0.8, 0.2],
                presets=[
                    {"title": "both alike", "probabilities": [0.5, 0.5]},
                    {"title": "one nearly impossible", "probabilities": [0.9, 0.001]},
                    {"title": "four positions", "probabilities": [0.95, 0.7, 0.3, 0.05]},
                ],
            ),
        ),
    ),
    "continue-a-story": (
        Exploration(
            "MaskBuilder",
            "Build the grid that training on next tokens needs.",
            always(tokens=["once", "upon", "a", "time"], can_attend=[[False] * 4] * 4, is_diagnosed=False),
        ),
    ),
    "limits-of-the-loss": (
        Exploration(
            "LogitExplorer",
            "How far must the true token fall behind before its probability prints as 0.000?",
            always(
                tokens=["true", "other"],
                logits=[0.0, 2.0],
                true_token="true",
                noun="true token",
                presets=[
                    {"title": "ten behind", "logits": [0.0, 10.0]},
                    {"title": "forty ahead", "logits": [40.0, 0.0]},
                    {"title": "a hundred behind", "logits": [-50.0, 50.0]},
                ],
            ),
        ),
        Exploration(
            "LossCurve",
            "Follow the curve to both ends. What does each end cost?",
            always(probabilities=[0.999, 0.001]),
        ),
    ),
}
"""For each exercise that has one, by id, in the order in which they stand on the page."""
