"""The five levels: what each page is called, leads to and asks for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One chapter of exercises.

    Attributes
    ----------
    page
        The chapter's file name without its ending.
    objectives
        What the reader can do afterwards; each completes "You can …".
    before
        Pages that it builds on.
    bloom
        What it asks for in the main, in the words of Bloom's taxonomy as revised in 2001.
    """

    number: int
    title: str
    page: str
    objectives: tuple[str, ...]
    before: tuple[str, ...]
    bloom: str


LEVELS = (
    Level(
        1,
        "Recognition",
        "level-1-recognition",
        (
            "tell BERT, GPT and T5 apart by who may look at whom",
            "say what happens to the tokens that are chosen for prediction",
            "name the token whose vector feeds a sentence classifier",
        ),
        ("notation",),
        "remember",
    ),
    Level(
        2,
        "Application",
        "level-2-application",
        (
            "turn a list of logits into probabilities by hand",
            "compute the loss of masked language modeling, and say which positions count",
            "do the same for a yes-or-no task with one score",
        ),
        ("notation",),
        "apply",
    ),
    Level(
        3,
        "Analysis",
        "level-3-analysis",
        (
            "argue what the 80/10/10 rule protects against, and how strong the evidence is",
            "explain what next-sentence prediction could teach, and why it could go",
            "show what attention does without position embeddings",
        ),
        ("level-1-recognition", "level-2-application"),
        "analyze",
    ),
    Level(
        4,
        "Synthesis",
        "level-4-synthesis",
        (
            "design heads for classification, tagging and span extraction, shapes and all",
            "read a head's output as probabilities",
            "count chosen tokens where words split into pieces",
        ),
        ("level-2-application",),
        "create",
    ),
    Level(
        5,
        "Mastery",
        "level-5-mastery",
        (
            "compute a batch loss and say which position dominates its gradient",
            "refute a claim about BERT at the level of its mask and its loss",
            "say what a softmax loss can and cannot reach, on paper and in floating point",
        ),
        ("level-3-analysis", "level-4-synthesis"),
        "evaluate",
    ),
)
