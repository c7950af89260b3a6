"""Saying in words what a "can attend" grid is: a pattern, a pattern with mistakes, or one of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.attention_patterns import PAD, Features, as_column, find_features, read_grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

BACK_AND_ITSELF = "every token can attend to itself and to what came before"
# For each shape, and whether padding is left out: the name, the head of the sentence, the rest.
PLAIN = {
    ("full", False): (
        "bidirectional",
        "Bidirectional",
        "every token can attend to every token.",
    ),
    ("full", True): (
        "padding",
        "Padding left out",
        "every token can attend to all but [PAD]. The rows of [PAD] keep their ✓; what comes out of them is not used.",
    ),
    ("lower", False): ("causal", "Causal", f"{BACK_AND_ITSELF}."),
    ("lower", True): ("causal with padding", "Causal with padding left out", f"{BACK_AND_ITSELF}, but not to [PAD]."),
    ("cross", False): (
        "cross-attention",
        "Cross-attention",
        "every target token can attend to every source token, as in T5.",
    ),
    ("cross", True): (
        "cross-attention with padding",
        "Cross-attention with padding left out",
        "every target token can attend to every source token but [PAD].",
    ),
}
# For each mistake: its name, how the sentence goes on, and what to know.
TRIANGLE = (
    "a triangle in cross-attention",
    "with a triangle",
    "The source has been read to its end, so each target token can attend to all of it.",
)
TRANSPOSED = (
    "causal but transposed",
    "transposed",
    "Each token looks at what comes after it. A row is the token that looks, a column the token looked at.",
)
DIAGONAL = (
    "diagonal blocked",
    "with the diagonal blocked",
    "A token can attend to itself, in bidirectional and in causal attention alike.",
)
PADDING = {
    "rows": (
        "padding rows instead of columns",
        "with the rows of [PAD] blocked instead of its columns",
        "Padding takes away columns: no token should look at [PAD]. What [PAD] looks at is not used.",
    ),
    "both": (
        "padding rows as well as columns",
        "with the rows of [PAD] blocked as well as its columns",
        "Padding takes away columns only. A row of [PAD] keeps its ✓; what comes out of it is not used.",
    ),
}
MASKED_LINES = {"columns": "column", "rows": "row", "both": "row and the column"}
MASKED = "[MASK] is a token of the input, not this grid. It attends and can be attended to like any other."


class Diagnosis(NamedTuple):
    """What a grid is: a short name for it, and what there is to say about it."""

    name: str
    sentence: str


def diagnose(can_attend: ArrayLike, tokens: Sequence[str], queries: Sequence[str] | None = None) -> Diagnosis:
    """Say what a grid is: a pattern, a pattern with mistakes, or one of its own.

    Parameters
    ----------
    can_attend : array_like of bool, shape (queries, tokens)
        True where the query (row) can attend to the key (column).
    tokens : sequence of str
        The tokens that are attended to; `[PAD]` and `[MASK]` are known by their text.
    queries : sequence of str, optional
        The tokens that attend, when they are others, as in cross-attention.

    Returns
    -------
    Diagnosis
        `name`, such as "causal" (several mistakes are joined by a comma), and a `sentence` that explains it.

    Raises
    ------
    ValueError, TypeError
        If the grid does not fit the tokens, or is not True and False.

    References
    ----------
    Vaswani et al. (2017), §3.2.3; Devlin et al. (2019), §3; Raffel et al. (2020), §3.2.1.

    Examples
    --------
    >>> diagnose([[True, True], [False, True]], ["he", "saw"]).name
    'causal but transposed'
    """
    grid = read_grid(can_attend, tokens, queries)
    if not grid.any():
        sentence = "No token can attend to anything. Each row needs a ✓, over which softmax shares out 1."
        return Diagnosis("nothing", sentence)
    found, empty = find_features(grid, tokens, queries), _empty_rows(grid, tokens, queries)
    if found is None:
        name = "a row without ✓" if empty else "a pattern of its own"
        return Diagnosis(name, " ".join([f"A pattern of its own: {_counts(grid, queries)}.", *empty]))
    shape = "cross" if queries is not None else "lower" if found.shape == "upper" else found.shape
    name, head, rest = PLAIN[shape, found.padding == "columns"]
    mistakes = _mistakes(found, queries is not None)
    notes = empty if found.padding == "rows" else [*_seen_padding(grid, tokens, queries), *empty]
    if not mistakes:
        return Diagnosis(name, " ".join([f"{head}: {rest}", *notes]))
    names, told, advice = zip(*mistakes, strict=True)
    return Diagnosis(", ".join(names), " ".join([f"{head}, but {', and '.join(told)}.", *advice, *notes]))


def count_only(can_attend: ArrayLike, tokens: Sequence[str], queries: Sequence[str] | None = None) -> Diagnosis:
    """Count the ✓ of a grid and say nothing of what it is: for where to find that is the exercise.

    Raises
    ------
    ValueError, TypeError
        As `diagnose`.

    Examples
    --------
    >>> count_only([[True, False], [True, True]], ["he", "saw"]).sentence
    '3 of 4 cells have a ✓.'
    """
    grid = read_grid(can_attend, tokens, queries)
    count = int(grid.sum())
    verb = "has" if count == 1 else "have"
    return Diagnosis("counted", f"{count} of {grid.size} cells {verb} a ✓." if count else "No cell has a ✓ yet.")


def name_each(tokens: Sequence[str]) -> list[str]:
    """Quote each token; one that occurs more than once gets its place.

    >>> name_each(["he", "[PAD]", "[PAD]"])
    ['“he”', '“[PAD]” (2)', '“[PAD]” (3)']
    """
    words = list(tokens)
    return [f"“{word}” ({place})" if words.count(word) > 1 else f"“{word}”" for place, word in enumerate(words, 1)]


def _mistakes(features: Features, is_cross: bool) -> list[tuple[str, str, str]]:
    found = []
    if is_cross and features.shape != "full":
        found.append(TRIANGLE)
    elif features.shape == "upper":
        found.append(TRANSPOSED)
    if features.is_diagonal_blocked:
        found.append(DIAGONAL)
    if features.padding in PADDING:
        found.append(PADDING[features.padding])
    if features.mask:
        told = f"with the {MASKED_LINES[features.mask]} of [MASK] blocked"
        found.append(("[MASK] taken for the attention mask", told, MASKED))
    return found


def _seen_padding(grid: NDArray[np.bool], tokens: Sequence[str], queries: Sequence[str] | None) -> list[str]:
    """Return a sentence if a token that counts can attend to padding."""
    is_real = as_column(tokens if queries is None else queries) != PAD
    is_seen = (grid & is_real[:, np.newaxis] & (as_column(tokens) == PAD)).any()
    return ["[PAD] can be attended to here: padding is not left out."] if is_seen else []


def _empty_rows(grid: NDArray[np.bool], tokens: Sequence[str], queries: Sequence[str] | None) -> list[str]:
    """Return a sentence if a row has no ✓."""
    names = name_each(tokens if queries is None else queries)
    empty = [name for name, row in zip(names, grid, strict=True) if not row.any()]
    if not empty:
        return []
    listed = " and ".join([", ".join(empty[:-1]), empty[-1]] if len(empty) > 1 else empty)
    return [f"{listed} can attend to nothing, so softmax has nothing to share 1 out over."]


def _counts(grid: NDArray[np.bool], queries: Sequence[str] | None) -> str:
    total = f"{int(grid.sum())} of {grid.size} cells have a ✓"
    if queries is not None:
        return total
    back, ahead = int(np.tril(grid, -1).sum()), int(np.triu(grid, 1).sum())
    return f"{total}, {back} looking back, {int(np.trace(grid))} on the diagonal, {ahead} looking ahead"
