"""From what a learner typed to a verdict with a reason."""

from __future__ import annotations

from lib.answers.checking import check
from lib.answers.judge import judge
from lib.answers.table import answer_table, points_of
from lib.answers.verdict import FieldVerdict, Verdict

__all__ = ["FieldVerdict", "Verdict", "answer_table", "check", "judge", "points_of"]
