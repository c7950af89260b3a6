"""Saying how far a "can attend" grid is from a pattern that is to be built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lib.attention_diagnosis import Diagnosis
from lib.attention_patterns import PAD, as_column, attention_pattern, read_grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

GOALS = {
    "bidirectional": "bidirectional attention",
    "causal": "causal attention",
    "padding": "attention with padding left out",
    "T5 encoder": "the attention of T5’s encoder",
    "T5 decoder": "the attention of T5’s decoder",
    "T5 cross": "T5’s cross-attention",
}


def compare_with(
    goal: str, can_attend: ArrayLike, tokens: Sequence[str], queries: Sequence[str] | None = None
) -> Diagnosis:
    """Say how far a grid is from a pattern, by kinds of cells and not cell by cell.

    Parameters
    ----------
    goal : str
        One of `PATTERNS`.
    can_attend, tokens, queries
        As for `diagnose`.

    Returns
    -------
    Diagnosis
        `name` is "right", "not yet" or "not started".

    Raises
    ------
    ValueError, TypeError
        As `diagnose`, and if there is no such pattern.

    Examples
    --------
    >>> compare_with("causal", [[True, True], [True, False]], ["he", "saw"]).sentence
    '2 of 4 cells differ from causal attention. Too many ✓: 1 looking ahead. Missing ✓: 1 on the diagonal.'
    """
    grid, wanted = read_grid(can_attend, tokens, queries), attention_pattern(goal, tokens, queries)
    called = GOALS[goal]
    if not grid.any():
        return Diagnosis("not started", f"Build {called}. No cell has a ✓ yet.")
    wrong = grid != wanted
    if not wrong.any():
        return Diagnosis("right", f"All {grid.size} cells are those of {called}.")
    verb = "differs" if wrong.sum() == 1 else "differ"
    said = [f"{int(wrong.sum())} of {grid.size} cells {verb} from {called}."]
    kinds = _kinds(goal, tokens, queries)
    for title, cells in (("Too many ✓", wrong & grid), ("Missing ✓", wrong & wanted)):
        counted = [f"{int((cells & kind).sum())} {name}" for name, kind in kinds.items() if (cells & kind).any()]
        said += [f"{title}: {', '.join(counted)}."] if counted else []
    return Diagnosis("not yet", " ".join(said))


def _kinds(goal: str, tokens: Sequence[str], queries: Sequence[str] | None) -> dict[str, NDArray[np.bool]]:
    """Return the kinds of cells that a comparison with the goal counts apart."""
    rows, columns = len(tokens if queries is None else queries), len(tokens)
    if goal == "padding":
        is_padding = np.tile(as_column(tokens) == PAD, (rows, 1))
        return {"in columns of [PAD]": is_padding, "in other columns": ~is_padding}
    if queries is not None:
        return {"from target to source": np.ones((rows, columns), dtype=bool)}
    back, diagonal = np.tri(rows, columns, -1, dtype=bool), np.eye(rows, columns, dtype=bool)
    return {"looking back": back, "on the diagonal": diagonal, "looking ahead": ~back & ~diagonal}
