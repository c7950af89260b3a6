"""Reading what a MaskBuilder is given: its tokens, which of them attend to which, and the grid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numpy.typing import ArrayLike
from traitlets import TraitError

from lib.attention_patterns import PAD, PATTERNS, attention_pattern, read_grid
from lib.widgets.read import read_choice, read_tokens

FEWEST, MOST = 2, 8
SIDES = ("source", "target", "cross")
SIDES_OF = {"T5 decoder": "target", "T5 cross": "cross"}  # every other pattern is about the source
Sides = tuple[list[str], list[str] | None]


def read_state(
    tokens: Iterable[str],
    can_attend: ArrayLike | None = None,
    *,
    pattern: str | None = None,
    target: Iterable[str] = (),
    sides: str | None = None,
    goal: str | None = None,
) -> dict[str, Any]:
    """Return all traits of a grid, whether it is given by its cells or by the name of a pattern."""
    if can_attend is not None and pattern is not None:
        raise TraitError("can_attend or pattern must be left out, got both: which of them is to be shown?")
    source, written = read_side("tokens", tokens), read_side("target", target, may_be_empty=True)
    read_pattern("pattern", pattern, source, written)
    read_pattern("goal", goal, source, written)
    known = sides_of(pattern or goal) if sides is None else sides
    pair = pair_of(source, written, known)
    if can_attend is None:
        can_attend = attention_pattern(pattern or "bidirectional", *pair) & (pattern is not None or goal is None)
    return {
        "tokens": source,
        "target": written,
        "sides": known,
        "can_attend": read_rows(can_attend, pair),
        "goal": goal,
    }


def sides_of(pattern: str | None) -> str:
    """Return which tokens a pattern is about."""
    return SIDES_OF.get(pattern or "", "source")


def pair_of(tokens: list[str], target: list[str], sides: str) -> Sides:
    """Return the tokens that are attended to, and those that attend when they are others."""
    read_choice("sides", sides, SIDES)
    if sides != "source" and not target:
        raise TraitError(f"target must be {FEWEST} to {MOST} strings where sides is {sides!r}, got none")
    return target if sides == "target" else tokens, target if sides == "cross" else None


def read_side(name: str, tokens: Iterable[str], *, may_be_empty: bool = False) -> list[str]:
    """Read the tokens of one side; one of them at least is no padding."""
    if may_be_empty and not isinstance(tokens, str) and not list(tokens):
        return []
    found = read_tokens(name, tokens, fewest=FEWEST, most=MOST, distinct=False)
    if set(found) == {PAD}:
        raise TraitError(f"{name} must hold something besides {PAD}, got only padding")
    return found


def read_pattern(name: str, pattern: str | None, tokens: list[str], target: list[str]) -> str | None:
    """Read the name of a pattern that these tokens can show."""
    if pattern is None:
        return None
    read_choice(name, pattern, PATTERNS)
    if pattern == "padding" and PAD not in tokens:
        raise TraitError(f"{name} 'padding' takes {PAD} away, got no {PAD} among the tokens: write one?")
    pair_of(tokens, target, sides_of(pattern))
    return pattern


def read_rows(can_attend: ArrayLike, pair: Sides) -> list[list[bool]]:
    """Read a grid, as lists or as an array."""
    try:
        rows: list[list[bool]] = read_grid(can_attend, *pair).tolist()
    except (TypeError, ValueError) as error:
        raise TraitError(str(error)) from error
    return rows
