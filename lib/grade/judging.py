"""Judge what was handed in: by the rules of the page, without the hints that it offers next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lib.answers.findings import NEXT_HINT
from lib.answers.judge import judge
from lib.answers.table import Table
from lib.answers.verdict import Verdict


def judge_handed_in(table: Table, answers: Mapping[str, str]) -> Verdict:
    """Return the verdict on a student's answers to an exercise, fields that were left out aside."""
    verdict = judge(table, answers)
    fields = (replace(each, feedback=each.feedback.removesuffix(f" {NEXT_HINT}")) for each in verdict.fields)
    return replace(verdict, fields=tuple(fields))
