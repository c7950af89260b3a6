"""The grids of "can attend" that have a name, and what other grids are put together from.

A pattern is a shape (full, causal, causal turned over) with or without the diagonal and with or without
the rows and columns of `[PAD]` and `[MASK]`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lib.arguments import read_claims, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

PAD, MASK = "[PAD]", "[MASK]"
PATTERNS = ("bidirectional", "causal", "padding", "T5 encoder", "T5 decoder", "T5 cross")
SHAPES = ("full", "lower", "upper")
LINES = ("", "columns", "rows", "both")


class Features(NamedTuple):
    """What a grid is put together from."""

    shape: str
    """"full", "lower" (key ≤ query) or "upper" (key ≥ query)."""
    is_diagonal_blocked: bool
    padding: str
    """Which lines of `[PAD]` are blocked: "", "columns", "rows" or "both"."""
    mask: str
    """The same for `[MASK]`."""


def attention_pattern(name: str, tokens: Sequence[str], queries: Sequence[str] | None = None) -> NDArray[np.bool]:
    """Build the grid of a pattern.

    Parameters
    ----------
    name : str
        One of `PATTERNS`. "padding" takes away the columns of `[PAD]`.
    tokens : sequence of str
        The tokens that are attended to.
    queries : sequence of str, optional
        The tokens that attend, when they are others, as in cross-attention.

    Returns
    -------
    ndarray of bool, shape (queries, tokens)
        True means can attend.

    Raises
    ------
    ValueError
        If there is no such pattern.

    References
    ----------
    Devlin et al. (2019), §3; Radford et al. (2018), §3.1; Raffel et al. (2020), §3.2.1.

    Examples
    --------
    >>> attention_pattern("padding", ["he", "[PAD]"])
    array([[ True, False],
           [ True, False]])
    """
    if name not in PATTERNS:
        raise ValueError(f"name must be one of {', '.join(map(repr, PATTERNS))}, got {name!r}: is it spelled so?")
    shape = "lower" if name in ("causal", "T5 decoder") else "full"
    return build(Features(shape, False, "columns" if name == "padding" else "", ""), tokens, queries)


def build(features: Features, tokens: Sequence[str], queries: Sequence[str] | None = None) -> NDArray[np.bool]:
    """Put a grid together: True where the query (row) can attend to the key (column)."""
    keys, rows = as_column(tokens), as_column(tokens if queries is None else queries)
    q, k = np.arange(len(rows))[:, np.newaxis], np.arange(len(keys))
    grid: NDArray[np.bool] = np.ones((len(rows), len(keys)), dtype=bool)
    if features.shape != "full":
        grid = k <= q if features.shape == "lower" else k >= q
    if features.is_diagonal_blocked:
        grid = grid & (k != q)
    for token, lines in ((PAD, features.padding), (MASK, features.mask)):
        if lines in ("columns", "both"):
            grid = grid & (keys != token)
        if lines in ("rows", "both"):
            grid = grid & (rows != token)[:, np.newaxis]
    return grid


def find_features(
    grid: NDArray[np.bool], tokens: Sequence[str], queries: Sequence[str] | None = None
) -> Features | None:
    """Return what the grid is put together from, with as few mistakes as possible, or None."""
    candidates = _by_mistakes(queries is not None)
    return next((each for each in candidates if np.array_equal(build(each, tokens, queries), grid)), None)


def continue_pattern(
    can_attend: ArrayLike,
    before: tuple[Sequence[str], Sequence[str] | None],
    after: tuple[Sequence[str], Sequence[str] | None],
) -> NDArray[np.bool]:
    """Carry a grid over to more or fewer tokens: its pattern goes on; without one, new cells are empty.

    Parameters
    ----------
    can_attend : array_like of bool, shape (queries, tokens)
        The grid over the tokens `before`.
    before, after : pair of tokens and queries
        As for `attention_pattern`; queries are None where the tokens attend to themselves.

    Returns
    -------
    ndarray of bool
        The grid over the tokens `after`. What both have keeps its place, counted from the upper left.

    Examples
    --------
    >>> continue_pattern([[True, False], [True, True]], (["he", "saw"], None), (["he", "saw", "."], None))[2]
    array([ True,  True,  True])
    """
    grid = read_grid(can_attend, *before)
    is_same_kind = (before[1] is None) == (after[1] is None)
    found = find_features(grid, *before) if is_same_kind and grid.any() else None
    rows, columns = len(after[0] if after[1] is None else after[1]), len(after[0])
    carried = np.zeros((rows, columns), dtype=bool) if found is None else build(found, *after)
    kept = grid[:rows, :columns]
    carried[: kept.shape[0], : kept.shape[1]] = kept
    return carried


def count_mistakes(features: Features, is_cross: bool) -> int:
    """Count what no model does on purpose. Cross-attention has no diagonal and no triangle."""
    is_turned = features.shape != "full" if is_cross else features.shape == "upper"
    return is_turned + features.is_diagonal_blocked + (features.padding in ("rows", "both")) + bool(features.mask)


def read_grid(can_attend: ArrayLike, tokens: Sequence[str], queries: Sequence[str] | None = None) -> NDArray[np.bool]:
    """Read a grid of these tokens: a row for each query, a column for each key."""
    grid = read_claims("can_attend", can_attend)
    expected = (len(tokens if queries is None else queries), len(tokens))
    if grid.shape != expected:
        mend = "add a query axis?" if grid.ndim < 2 else "pass the tokens that it is about?"
        raise ValueError(f"can_attend must be {show(expected)} for these tokens, got {show(grid.shape)}: {mend}")
    return grid


def as_column(tokens: Sequence[str]) -> NDArray[np.object_]:
    """Return tokens as an array that can be compared with one token."""
    return np.array(list(tokens), dtype=object)


@lru_cache(maxsize=2)
def _by_mistakes(is_cross: bool) -> list[Features]:
    diagonals = (False,) if is_cross else (False, True)
    every = [Features(*parts) for parts in product(SHAPES, diagonals, LINES, LINES)]
    return sorted(every, key=lambda features: count_mistakes(features, is_cross))
