"""Sentences in which a word is hidden, and reviews to judge: what new numbers are told of."""

from __future__ import annotations

BARKED = "the `[MASK]` barked at the mail van"

GAPS: tuple[tuple[str, tuple[str, str, str]], ...] = (
    (BARKED, ("dog", "fox", "log")),
    ("the baker took the `[MASK]` out of the oven", ("bread", "cake", "shoe")),
    ("she wrote the letter with a `[MASK]`", ("pen", "pencil", "spoon")),
    ("he stirred the sugar into his `[MASK]`", ("tea", "coffee", "hat")),
    ("it was raining, so I took my `[MASK]`", ("umbrella", "coat", "piano")),
    ("the `[MASK]` sailed out of the harbor", ("ship", "boat", "train")),
    ("the lake froze over in `[MASK]`", ("winter", "spring", "summer")),
    ("a `[MASK]` was singing in the apple tree", ("bird", "child", "stone")),
    ("we planted `[MASK]` behind the house", ("trees", "beans", "coins")),
    ("the moon rose over the `[MASK]`", ("hill", "sea", "soup")),
    ("the `[MASK]` was late, so we waited on the platform", ("train", "guide", "moon")),
    ("she put the book back on the `[MASK]`", ("shelf", "table", "cloud")),
    ("the farmer milked the `[MASK]` before breakfast", ("cow", "goat", "fence")),
    ("they crossed the river by the old `[MASK]`", ("bridge", "ferry", "candle")),
)
"""Each with three words for the gap, the likeliest first."""

GOOD: tuple[tuple[str, str], ...] = (
    ("this movie is great", "great"),
    ("the service was excellent", "excellent"),
    ("a wonderful evening for all of us", "wonderful"),
    ("the second season is even better", "better"),
    ("we loved every minute of it", "loved"),
    ("a charming book from start to end", "charming"),
)
BAD: tuple[tuple[str, str], ...] = (
    ("this movie is dull", "dull"),
    ("the room was dirty and loud", "dirty"),
    ("a tedious sequel nobody needed", "tedious"),
    ("the soup was cold again", "cold"),
    ("we regret having bought it", "regret"),
    ("the plot is a mess", "mess"),
)
"""Reviews, each with the word that one is tempted to hold responsible."""
