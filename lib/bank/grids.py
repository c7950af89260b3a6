"""Grids of "can attend" as text, one for each number of tokens that a learner may build them for.

A row is the token that looks, a column the token looked at: ``"10/11"`` is causal attention for two tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lib.attention import bidirectional_attention, causal_attention
from lib.attention_patterns import Features, build
from lib.bank.definition import Grids, Numbers

FEWEST, MOST = 2, 8
"""How many tokens a grid may have: as many as `lib.widgets.MaskBuilder` takes."""

Pattern = Callable[[int], NDArray[np.bool]]


def written(can_attend: NDArray[np.bool]) -> str:
    """Write a grid row by row, 1 where the row's token can attend to the column's.

    Examples
    --------
    >>> written(causal_attention(3))
    '100/110/111'
    """
    return "/".join("".join("1" if can else "0" for can in row) for row in can_attend)


def grids(pattern: Pattern, *, fewest: int = FEWEST) -> Callable[[Numbers], Grids]:
    """Return what gives a pattern for every number of tokens from `fewest` on: the value of a `MaskField`.

    Examples
    --------
    >>> grids(causal_attention)({})[:2]
    ('10/11', '100/110/111')
    """
    return lambda _: tuple(written(pattern(n)) for n in range(fewest, MOST + 1))


def grid_of(values: Sequence[object], tokens: int) -> str:
    """Return the grid for so many tokens from a pattern's.

    Examples
    --------
    >>> grid_of(("10/11", "100/110/111"), 3)
    '100/110/111'
    """
    return next(grid for grid in map(str, values) if grid.count("/") == tokens - 1)


def _built(shape: str, *, is_diagonal_blocked: bool = False) -> Pattern:
    features = Features(shape, is_diagonal_blocked, "", "")
    return lambda n: build(features, [""] * n)


def nothing(n: int) -> NDArray[np.bool]:
    """Let no token attend to anything."""
    return ~bidirectional_attention(n)


def transposed(n: int) -> NDArray[np.bool]:
    """Return the causal grid with rows and columns exchanged."""
    return causal_attention(n).T


def one_ahead(n: int) -> NDArray[np.bool]:
    """Let each token attend to the next one as well; for two tokens that is everything."""
    can_attend: NDArray[np.bool] = np.tri(n, k=1, dtype=bool)
    return can_attend


def one_back(n: int) -> NDArray[np.bool]:
    """Let each token attend to itself and its neighbor to the left; for two tokens that is causal."""
    return causal_attention(n) & one_ahead(n).T


def itself_alone(n: int) -> NDArray[np.bool]:
    """Let each token attend to itself alone."""
    return causal_attention(n) & transposed(n)


before_itself = _built("lower", is_diagonal_blocked=True)
after_itself = _built("upper", is_diagonal_blocked=True)
all_but_itself = _built("full", is_diagonal_blocked=True)
