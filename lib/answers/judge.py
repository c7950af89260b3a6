"""Judge answers by a table: what a learner gave to an exercise, field by field and together.

A field's answer goes through these rules in this order, and the first that applies decides. All
distances allow 1e-12 more, for floating-point arithmetic.

0.  *Left out*: absent, None, or a text of spaces alone. Not judged.
1.  *Not read*, with the reason and the field's ``example`` (`lib.answers.fields`).
2.  An argument is **yours** to judge. For a **number**, with v its value, d its decimals as written
    (none for a fraction), D and t the field's ``decimals`` and ``tolerance``, a the ``answer``:

    1.  *Right* if |v − a| ≤ t; or if d = D − 1 and |v − a| ≤ 10^(1−D) / 2, which is *short*. For this rule,
        zeros at the end of v beyond D decimals don't count in d. Remarks, with E = max(D, d): short, FEWER
        (but a number of Python's has lost its zeros: for it E = D, and it is short only if |v − a| > 10^−D / 2);
        d < D − 1 and |v − a| ≤ 10^−d / 2, FAR_FEWER, with the same exception;
        |v − a| ≤ 10^−E / 2, none, or MORE if E > D; v is a cut off after E decimals (same sign,
        0 ≤ |a| − |v| < 10^−E, and v · 10^E within 1e-6 of a whole number), CUT_OFF; else ROUNDED_EARLY.
    2.  *Carried forward*: the field follows another, x, which was read. With f(x) = −ln x, −ln(1 − x) or
        of − x, which must exist, v lies from the least of f(x), f(x + h), f(x − h) to the greatest, those that
        exist, widened on both sides by t, or by 10^(1−D) / 2 if that is more and d = D − 1. Here
        h = 10^−max(dₓ, Dₓ) / 2, or 0 if x is right or a fraction. Called ``carried-forward``; keeps the
        points. If x is right, the step is right as well, with a remark: it starts from a rounded number.
    3.  *Coarse*: d < D, and v may be the answer all the same: |v − a| ≤ 10^−d / 2 with d < D − 1 (called
        ``few-digits``), or v is a cut off after d ≥ 1 decimals (``cut-off``); but not 0, nor 1 for a probability.
        If a mistake lies within t, its feedback comes with it, and if one lies within 10^−d / 2, it is said that
        nobody can tell (both ``few-digits``): what may be right is accused of nothing.
    4.  The nearest *mistake* within t. One that is ``excused`` is right, with its feedback as the remark.
    5.  The nearest *mistake* within 10^−d / 2, if d ≥ 2.
    6.  *Outside*: ``percent`` is "probability", and v ≤ 0 or v ≥ 1; at 0 and 1 with a sentence of its own.
    7.  *Unclear*: a mistake within 10^−d / 2, with d < 2 and d < D − 1: ``few-digits``; but not 0.
    8.  *Wrong*.

    Among mistakes what ``also`` lists counts as their value, too. For a **count**, exact to 1e-9: right, carried
    forward (h = 0), the first mistake, *not whole* (unless ``percent`` is "percent"), wrong. For a **shape**, a
    **choice**, a **word** and a **mask** right, mistake or wrong; a word's and a mask's own ``also`` is right, too.

3.  The feedback is the status in words (`verdict.WORDS`), then "Read as …" if it was written in another form
    than it was understood, then the rule's own sentence or remark. A mistake links to where it is mended; one that
    is none of the bank's to the field's ``see``, *carried forward* to that of the field it starts from.

Together: the worst of the fields given, in the order right, not read, mistake, wrong. What is yours to
judge counts only where nothing else is given. Points: a field's own if it is right or keeps them, else none.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from lib.answers import findings, rules
from lib.answers.fields import Reading, is_left_out, read_field
from lib.answers.reading import NotRead, Number, quote
from lib.answers.table import Table
from lib.answers.verdict import WORDS, FieldVerdict, Status, Verdict
from lib.bank import Place

FROM_BEST: tuple[Status, ...] = ("yours", "right", "not read", "mistake", "wrong")
EXACTLY: tuple[findings.Rule, ...] = (findings.right_exactly, findings.exact_mistake, findings.wrong)
RULES: dict[str, tuple[findings.Rule, ...]] = {
    "number": (
        rules.right_number,
        rules.followed,
        rules.coarse,
        rules.near_mistake,
        rules.rounded_mistake,
        rules.outside,
        rules.unclear,
        findings.wrong,
    ),
    "count": (findings.right_exactly, rules.followed, findings.exact_mistake, rules.not_whole, findings.wrong),
    "shape": EXACTLY,
    "choice": EXACTLY,
    "word": EXACTLY,
    "mask": EXACTLY,
}


def judge(table: Table, answers: Mapping[str, object]) -> Verdict:
    """Judge the answers to one exercise.

    Examples
    --------
    >>> from lib.answers.table import answer_table
    >>> from lib.bank import exercise
    >>> judge(answer_table(exercise("2.1")), {"p_dog": "0,75", "loss": "0.288"})
    2.1 · 2 of 4 points · Not yet.
      ≠ (a) p(dog): Not yet. Read as 0.75. You divided the raw scores themselves. Raise e to each score first.
        See notation: Softmax.
      ≠ (b) loss: Not yet. The step is right, and starts from your (a). Correct (a), then redo this step.
        See notation: Softmax.
    """
    verdicts: dict[str, FieldVerdict] = {}
    numbers: dict[str, Number] = {}
    for field in table["fields"]:
        name = field["name"]
        given = answers.get(name)
        if is_left_out(given):
            continue
        reading = read_field(field, given)
        if isinstance(reading, Number):
            numbers[name] = reading
        verdicts[name] = judge_reading(field, reading, _earlier(field, table, numbers, verdicts))
    unknown = [_unknown(name, table) for name in answers if name not in {field["name"] for field in table["fields"]}]
    return together(table, [*verdicts.values(), *unknown])


def judge_reading(field: Table, reading: Reading, earlier: findings.Earlier | None = None) -> FieldVerdict:
    """Judge what was read, by the first rule that applies."""
    if isinstance(reading, NotRead):
        finding = findings.Finding("not read", f"{reading.reason}. Write {field['example']}.")
    elif field["kind"] == "argument":
        finding = findings.Finding("yours", findings.YOURS)
    else:
        finding = next(made for rule in RULES[field["kind"]] if (made := rule(field, reading, earlier)))
    read_as = "" if isinstance(reading, NotRead) or not reading.read_as else f"Read as {reading.read_as}."
    said = (f"{WORDS[finding.status]}.", read_as, finding.remark, finding.text)
    return FieldVerdict(
        name=field["name"],
        label=field["label"],
        status=finding.status,
        feedback=" ".join(part for part in said if part),
        points=field["points"] if finding.status == "right" or finding.keeps_points else 0,
        possible=field["points"],
        name_of_mistake=finding.name,
        remark=finding.remark,
        see=tuple(Place(**place) for place in findings.places(finding, field, earlier)),
    )


def _earlier(
    field: Table, table: Table, numbers: Mapping[str, Number], verdicts: Mapping[str, FieldVerdict]
) -> findings.Earlier | None:
    """Return the answer that this field follows from, if there is one and it was read."""
    name = field.get("follows", {}).get("field")
    if name not in numbers:
        return None
    source = next(each for each in table["fields"] if each["name"] == name)
    called = findings.called(source["label"], field["label"])
    is_right = verdicts[name].status == "right"
    return findings.Earlier(numbers[name], is_right, source.get("decimals", 0), called, source.get("see", ()))


def _unknown(name: str, table: Table) -> FieldVerdict:
    """Say that there is no such field, and which there are."""
    names = [field["name"] for field in table["fields"]]
    close = get_close_matches(name[:40], names, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    text = f"Not read. {quote(name)} is no field of {table['number']}.{meant} There are {', '.join(names)}."
    return FieldVerdict(name=name, label=quote(name), status="not read", feedback=text)


def together(table: Table, verdicts: list[FieldVerdict]) -> Verdict:
    """Put the verdicts on some fields together."""
    if not verdicts:
        names = ", ".join(field["name"] for field in table["fields"])
        return nothing(f"Nothing was given. There are {names}.", table["number"], table["points"])
    status = max((verdict.status for verdict in verdicts), key=FROM_BEST.index)
    return Verdict(
        status=status,
        feedback=_summary(table, verdicts, status),
        points=sum(verdict.points for verdict in verdicts),
        possible=table["points"],
        remark=" ".join(verdict.remark for verdict in verdicts if verdict.remark),
        fields=tuple(verdicts),
        exercise=table["number"],
    )


def nothing(text: str, number: str = "", possible: int = 0) -> Verdict:
    """Return the verdict where there is nothing to judge."""
    return Verdict("not read", f"{WORDS['not read']}. {text}", possible=possible, exercise=number)


def _summary(table: Table, verdicts: list[FieldVerdict], status: Status) -> str:
    """Say which fields are what, the worst first; one word where all are alike."""
    given = {verdict.name for verdict in verdicts}
    groups: dict[str, list[str]] = {WORDS[each]: [] for each in reversed(FROM_BEST)}
    for verdict in verdicts:
        groups[WORDS[verdict.status]].append(verdict.label)
    groups["Left out"] = [field["label"] for field in table["fields"] if field["name"] not in given]
    named = {
        group: ", ".join(labels) if len(labels) < 4 else f"{len(labels)} parts"
        for group, labels in groups.items()
        if labels
    }
    if len(named) == 1:
        return f"{WORDS[status]}."
    return " ".join(f"{group}: {labels}." for group, labels in named.items())
