"""A page for each student: what they typed, what to say of it, and their points. No answer is on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from lib.answers.verdict import SIGNS, FieldVerdict
from lib.grade.gradebooks import points as shown
from lib.grade.manifest import Manifest
from lib.grade.marks import Mark, Read

_NO_NAME = re.compile(r'[/\\:*?"<>|%\x00-\x1f]')
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}: {name}</title>
<style>
:root {{ color-scheme: light dark; --edge: #8886; --right: #24703c; --notyet: #9a4a00; }}
@media (prefers-color-scheme: dark) {{ :root {{ --right: #7fd69a; --notyet: #f0b070; }} }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ line-height: 1.2; }}
h2 {{ font-size: 1.1rem; margin: 2rem 0 .25rem; border-top: 1px solid var(--edge); padding-top: 1rem; }}
h2 {{ display: flex; justify-content: space-between; gap: 1rem; }}
.points {{ white-space: nowrap; font-weight: normal; }}
ul {{ list-style: none; padding: 0; margin: 0; }}
li {{ margin: .75rem 0; padding-left: 1.75rem; overflow-wrap: anywhere; }}
li > b:first-child {{ float: left; margin-left: -1.75rem; width: 1.25rem; }}
.right > b:first-child {{ color: var(--right); }}
.mistake > b:first-child, .wrong > b:first-child {{ color: var(--notyet); }}
.typed {{ font-family: ui-monospace, monospace; white-space: pre-wrap; }}
.yours .typed {{ font-family: inherit; font-style: italic; }}
table {{ border-collapse: collapse; font-size: .9rem; margin-top: .25rem; }}
td:first-child, th:first-child {{ white-space: nowrap; }}
td, th {{ border: 1px solid var(--edge); padding: .25rem .5rem; text-align: left; vertical-align: top; }}
h2, li {{ break-inside: avoid; }}
</style>
<h1>{title}</h1>
<p>{name}: <strong>{points} of {possible} points</strong>{unread}.</p>
{exercises}
</html>
"""


def write_feedback(directory: Path, student: str, marks: Sequence[Mark], manifest: Manifest, read: Read) -> None:
    """Write one student's page."""
    directory.mkdir(exist_ok=True)
    text = page(student, marks, manifest, read)
    (directory / file_name(student)).write_text(text, encoding="utf-8", newline="\n")


def file_name(student: str) -> str:
    """Return what a student's page is called; no id can lead out of its folder.

    Examples
    --------
    >>> file_name("ada"), file_name("../x")
    ('ada.html', '..%2Fx.html')
    """
    return _NO_NAME.sub(lambda sign: f"%{ord(sign[0]):02X}", student) + ".html"


def page(student: str, marks: Sequence[Mark], manifest: Manifest, read: Read) -> str:
    """Return one student's page."""
    who = manifest.students[student]
    unread = sum(mark.unread for mark in marks)
    return _PAGE.format(
        title=escape(manifest.title),
        name=escape(" ".join(filter(None, (who.get("first_name"), who.get("last_name")))) or student),
        points=shown(sum(mark.points for mark in marks)),
        possible=manifest.points,
        unread=f" so far; {shown(unread)} more are still to be read" if unread else "",
        exercises="\n".join(line for mark in marks for line in _exercise(mark, manifest, read)),
    )


def _exercise(mark: Mark, manifest: Manifest, read: Read) -> Iterator[str]:
    """Yield the lines on one exercise."""
    exercise = manifest.exercises[mark.exercise]
    title = f"{exercise['number']} {exercise['title']}"
    points = f"{shown(mark.points)} of {exercise['points']}"
    yield f'<h2><span>{escape(title)}</span> <span class="points">{points}</span></h2>'
    if not mark.verdict.fields:
        yield "<p>No answer.</p>"
        return
    yield "<ul>"
    for each in mark.verdict.fields:
        typed = f'<span class="typed">{escape(mark.answers[each.name])}</span>'
        if each.status == "yours":
            given = read.get((mark.student, mark.exercise, each.name), {})
            sign, said = "·" if given else SIGNS[each.status], _criteria(given, mark, each, manifest)
        else:
            sign, said = SIGNS[each.status], escape(each.feedback)
        status = escape(each.status)
        yield f'<li class="{status}"><b aria-hidden="true">{sign}</b>{escape(each.label)}: {typed}<br>{said}</li>'
    left_out = [label for name, label in _labels(mark, manifest) if name not in mark.answers]
    if left_out:
        yield f'<li><b aria-hidden="true">·</b>Left out: {escape("; ".join(left_out))}</li>'
    yield "</ul>"


def _labels(mark: Mark, manifest: Manifest) -> Iterator[tuple[str, str]]:
    for field in manifest.table(mark.student, mark.exercise)["fields"]:
        yield field["name"], field["label"]


def _criteria(given: Mapping[int, float], mark: Mark, verdict: FieldVerdict, manifest: Manifest) -> str:
    """Return the points of an argument; what full credit asks for is shown once they are given."""
    if not given:
        return "Still to be read."
    rows = "".join(
        f"<tr><td>{shown(given[place])} of {each['points']}</td><td>{escape(each['full'])}</td></tr>"
        for place, each in enumerate(manifest.fields(mark.exercise)[verdict.name]["criteria"], start=1)
        if place in given
    )
    return f"<table><tr><th>points</th><th>for all of them</th></tr>{rows}</table>"
