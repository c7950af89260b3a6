"""An answer table (`lib.answers.table`) as a small difference from another one of the same exercise.

A class of 10,000 has 10,000 tables of an exercise, which differ in a dozen numbers. A table is turned so
that fields and mistakes have their names as keys, and kept as a JSON merge patch (RFC 7396): what is
named is replaced, what is null is taken out, everything else stays.
"""

from __future__ import annotations

from lib.answers.table import Table


def by_name(table: Table) -> Table:
    """Return a table with its fields and their mistakes by name.

    Examples
    --------
    >>> by_name({"id": "x", "fields": [{"name": "p", "answer": 1, "mistakes": [{"name": "sign", "value": -1}]}]})
    {'id': 'x', 'fields': {'p': {'answer': 1, 'mistakes': {'sign': {'value': -1}}}}}
    """
    return {**table, "fields": {field["name"]: _field_by_name(field) for field in table["fields"]}}


def _field_by_name(field: Table) -> Table:
    turned = _without_name(field)
    if "mistakes" in field:
        turned["mistakes"] = {each["name"]: _without_name(each) for each in field["mistakes"]}
    return turned


def _without_name(table: Table) -> Table:
    return {name: value for name, value in table.items() if name != "name"}


def as_table(turned: Table) -> Table:
    """Return the table of which `by_name` made this.

    Examples
    --------
    >>> as_table({"id": "x", "fields": {"p": {"answer": 1, "mistakes": {}}}})
    {'id': 'x', 'fields': [{'name': 'p', 'answer': 1, 'mistakes': []}]}
    """
    fields = [{"name": name, **field} for name, field in turned["fields"].items()]
    for field in fields:
        if "mistakes" in field:
            field["mistakes"] = [{"name": name, **each} for name, each in field["mistakes"].items()]
    return {**turned, "fields": fields}


def patch(base: Table, table: Table) -> Table:
    """Return what makes `table` of `base`, both with names as keys.

    Examples
    --------
    >>> patch({"a": 1, "b": {"c": 2, "d": 3}, "e": 4}, {"a": 1, "b": {"c": 5, "d": 3}})
    {'b': {'c': 5}, 'e': None}
    """
    made: Table = dict.fromkeys(name for name in base if name not in table)
    for name, value in table.items():
        before = base.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            if inner := patch(before, value):
                made[name] = inner
        elif name not in base or value != before:
            made[name] = value
    return dict(sorted(made.items()))


def patched(base: Table, change: Table) -> Table:
    """Return `base` with a change made; `base` itself stays as it is.

    Examples
    --------
    >>> patched({"a": 1, "b": {"c": 2}, "e": 4}, {"b": {"c": 5}, "e": None})
    {'a': 1, 'b': {'c': 5}}
    """
    made = {name: value for name, value in base.items() if change.get(name, 0) is not None}
    for name, value in change.items():
        if value is None:
            continue
        before = base.get(name)
        made[name] = patched(before if isinstance(before, dict) else {}, value) if isinstance(value, dict) else value
    return made
