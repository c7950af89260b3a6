"""MaskBuilder: tick who can attend to whom, and read what the grid is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray
from traitlets import TraitError

from lib.attention_diagnosis import Diagnosis, count_only, diagnose
from lib.attention_goals import compare_with
from lib.attention_patterns import continue_pattern
from lib.plots import Picture, attention_grids
from lib.widgets.base import CourseWidget
from lib.widgets.mask_state import Sides, pair_of, read_pattern, read_rows, read_side, read_state, sides_of

TITLE = "Who can attend to whom"


class MaskBuilder(CourseWidget):
    """A grid of who can attend to whom: row = query, column = key, ✓ = can attend.

    Parameters
    ----------
    tokens
        2 to 8 tokens, the source; `[PAD]` and `[MASK]` are known by their text.
    can_attend
        True where the row's token can attend to the column's, or
    pattern
        the name of a pattern: "bidirectional", "causal", "padding", "T5 encoder", "T5 decoder" or "T5 cross".
        Without both, every cell has a ✓, or none if there is a `goal`.
    target
        2 to 8 tokens that a decoder writes.
    sides
        Which tokens attend to which: "source" to source, "target" to target, or "cross", target to source.
        A pattern or goal knows it by itself.
    goal
        The pattern that the learner is to build, if there is one.
    is_diagnosed
        Whether the widget says what the grid is, and offers patterns and goals. Where building it is the
        exercise it does not: it counts the ✓.
    presets
        Named starting points: ``{"title": …}`` with any of the above.
    question
        What to try, shown above.

    Examples
    --------
    >>> builder = MaskBuilder(["he", "saw"], [[True, True], [False, True]])
    >>> builder.diagnosis.name
    'causal but transposed'
    """

    stem = "mask_builder"
    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    target = traitlets.List(traitlets.Unicode()).tag(sync=True)
    sides = traitlets.Unicode("source").tag(sync=True)
    can_attend: Any = traitlets.TraitType([]).tag(
        sync=True
    )  # lists of bool; an array is taken too, and turned into them
    goal = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    is_diagnosed = traitlets.Bool(True).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Who can look at whom? A click sets or clears a ✓.").tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[str],
        can_attend: ArrayLike | None = None,
        *,
        pattern: str | None = None,
        target: Sequence[str] = (),
        sides: str | None = None,
        goal: str | None = None,
        **settings: Any,
    ) -> None:
        state = read_state(tokens, can_attend, pattern=pattern, target=target, sides=sides, goal=goal)
        super().__init__(**state, **settings)
        self._over = self._pair
        self.observe(self._fit, ["tokens", "target", "sides"])
        self.observe(lambda change: self.set_trait("sides", sides_of(change["new"])), "goal")

    @traitlets.validate("tokens")
    def _check_tokens(self, proposal: dict[str, Any]) -> list[str]:
        return read_side("tokens", proposal["value"])

    @traitlets.validate("target")
    def _check_target(self, proposal: dict[str, Any]) -> list[str]:
        return read_side("target", proposal["value"], may_be_empty=self.sides == "source")

    @traitlets.validate("sides")
    def _check_sides(self, proposal: dict[str, Any]) -> str:
        pair_of(self.tokens, self.target, proposal["value"])
        return str(proposal["value"])

    @traitlets.validate("can_attend")
    def _check_can_attend(self, proposal: dict[str, Any]) -> list[list[bool]]:
        return read_rows(proposal["value"], self._pair)

    @traitlets.validate("goal")
    def _check_goal(self, proposal: dict[str, Any]) -> str | None:
        return read_pattern("goal", proposal["value"], self.tokens, self.target)

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        return [self._read_preset(**preset) for preset in proposal["value"]]

    def _read_preset(self, title: str = "", **given: Any) -> dict[str, Any]:
        if not isinstance(title, str) or not title.strip():
            raise TraitError(f"presets must each have a title, got {title!r}")
        try:
            return {"title": title, **read_state(**{"tokens": self.tokens, "target": self.target, **given})}
        except TypeError as error:
            raise TraitError(f"presets must hold what MaskBuilder takes, got {sorted(given)}") from error

    @property
    def _pair(self) -> Sides:
        return pair_of(self.tokens, self.target, self.sides)

    def _fit(self, _: object) -> None:
        """Give the grid the shape of the tokens: its pattern goes on, without one new cells are empty."""
        before, self._over = self._over, self._pair
        keys, queries = self._over
        if np.shape(self.can_attend) != (len(queries or keys), len(keys)):
            self.can_attend = continue_pattern(self.can_attend, before, self._over)

    @property
    def array(self) -> NDArray[np.bool]:
        """The grid as an array, (queries, keys); True means can attend."""
        return np.array(self.can_attend, dtype=bool)

    @property
    def diagnosis(self) -> Diagnosis:
        """What the grid is: a name and a sentence."""
        return (diagnose if self.is_diagnosed else count_only)(self.array, *self._pair)

    @property
    def verdict(self) -> Diagnosis | None:
        """How far the grid is from the goal, if there is one: "right", "not yet" or "not started"."""
        if self.goal is None or not self.is_diagnosed:
            return None
        return compare_with(self.goal, self.array, *self._pair)

    def still(self) -> Picture:
        """Return the grid as it is now."""
        keys, queries = self._pair
        return attention_grids({TITLE: self.array}, keys, queries)
