"""The stripped source of a class book: what is handed to students is built from it, and it holds no answer.

Pages of exercises are written from the bank's prompts and hints alone, so nothing has to be found and cut:
no solution, no mistake, no code or prose that follows a card ever gets there. Pages that teach are copied.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lib.assign.issue import Issued
from lib.bank import LEVELS, Exercise, Level, render
from lib.bank.sync import CHAPTERS, prompt_and_hints
from lib.site.class_book.assigned import Assigned, assigned_exercise
from lib.site.class_book.figures import settings_of
from lib.site.class_book.links import names_in, unlinked
from lib.site.fingerprint import ROOT

Hints = Literal["none", "first", "all"]
TEACHING = ("notation", "background")
LAST = ("glossary", "references")
WELCOME = "index"
NOTEBOOK = """\
---
jupytext:
  formats: md:myst
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

"""


@dataclass(frozen=True)
class Stripped:
    """What a class book is to hold.

    Attributes
    ----------
    issued
        The numbers of each exercise, by id.
    hints
        Which hints stay.
    has_figures
        Whether the figures that move stay.
    """

    title: str
    release: str
    exercises: tuple[Exercise, ...]
    issued: Mapping[str, Issued]
    hints: Hints
    has_figures: bool

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that have exercises here."""
        return tuple(level for level in LEVELS if any(each.level == level.number for each in self.exercises))

    def of(self, level: Level) -> tuple[Exercise, ...]:
        """Return the exercises of a level."""
        return tuple(each for each in self.exercises if each.level == level.number)


def write_source(wanted: Stripped, folder: Path) -> None:
    """Write the chapters, the contents and the settings of a class book into a folder."""
    chapters = folder / "chapters"
    chapters.mkdir(parents=True)
    pages = {name: (CHAPTERS / f"{name}.md").read_text(encoding="utf-8") for name in (*TEACHING, *LAST)}
    pages |= {level.page: _level_page(wanted, level) for level in wanted.levels}
    pages[WELCOME] = _welcome(wanted)
    names = names_in(pages.values())
    for name, text in pages.items():
        (chapters / f"{name}.md").write_text(unlinked(text, names, pages), encoding="utf-8")
    shutil.copy(CHAPTERS / "references.bib", chapters)
    (folder / "_toc.yml").write_text(_contents(wanted), encoding="utf-8")
    (folder / "_config.yml").write_text(_settings(), encoding="utf-8")
    _assigned(wanted).write(folder)


def _assigned(wanted: Stripped) -> Assigned:
    exercises = (
        assigned_exercise(each, wanted.issued[each.id].numbers, has_figure=bool(_cells(wanted, each)))
        for each in wanted.exercises
    )
    return Assigned(wanted.release, wanted.title, tuple(exercises))


def _level_page(wanted: Stripped, level: Level) -> str:
    exercises = wanted.of(level)
    parts = [f"# Level {level.number} — {level.title}", _facts(exercises)]
    for each in exercises:
        kept = {"none": 0, "first": 1, "all": len(each.hints)}[wanted.hints]
        text = prompt_and_hints(each, wanted.issued[each.id].numbers, hints=kept)
        parts += [text.rstrip(), *_cells(wanted, each)]
    return NOTEBOOK + "\n\n".join(parts) + "\n"


def _facts(exercises: Sequence[Exercise]) -> str:
    points, minutes = sum(each.points for each in exercises), sum(each.minutes for each in exercises)
    count = f"{len(exercises)} exercise{'s' if len(exercises) > 1 else ''}"
    return f"*{count} · {points} points · about {minutes} minutes*"


def _cells(wanted: Stripped, exercise: Exercise) -> list[str]:
    """Return the cells that show an exercise's figures; each says all that its figure needs, and calls no bank."""
    if not wanted.has_figures:
        return []
    cells = []
    for widget, settings in settings_of(exercise, wanted.issued[exercise.id].numbers):
        given = ",\n".join(f"    {name}={value!r}" for name, value in settings.items())
        code = f"from lib.widgets import {widget}\n\n{widget}(\n{given},\n)"
        cells.append(f"```{{code-cell}} python\n:tags: [remove-input]\n{code}\n```")
    return cells


def _welcome(wanted: Stripped) -> str:
    """Return the first page: what is to be done, and how it is handed in."""
    rows = [
        f"| {{ref}}`{each.number} {render(each.title, each)} <{each.id}>` | {each.points} | {each.minutes} |"
        for each in wanted.exercises
    ]
    table = "\n".join(["| exercise | points | minutes |", "|---|---|---|", *rows])
    return f"""# {wanted.title}

{_facts(wanted.exercises)}

These are your class's own numbers. Write your answers into the boxes: they are kept in this browser, on this
machine, and go nowhere by themselves. Nothing here says whether an answer is right. When you are done, download
them below and hand the file in.

{table}

::::{{div}} hand-in
::::

To look something up: {{doc}}`notation`, {{doc}}`background`, {{doc}}`glossary`, {{doc}}`references`.
"""


def _contents(wanted: Stripped) -> str:
    """Return the table of contents: as the book's, without what holds answers."""

    def part(caption: str, pages: Sequence[str]) -> str:
        files = "".join(f"      - file: chapters/{page}\n" for page in pages)
        return f"  - caption: {caption}\n    chapters:\n{files}"

    levels = [level.page for level in wanted.levels]
    parts = [part("To do", levels), part("To look up", (*TEACHING, *LAST))]
    return f"format: jb-book\nroot: chapters/{WELCOME}\nparts:\n{''.join(parts)}"


def _settings() -> str:
    """Return the book's settings with the extension of class books in place of its own.

    Raises
    ------
    ValueError
        If the book's own is not there to be replaced.
    """
    text = (ROOT / "_config.yml").read_text(encoding="utf-8")
    ours = "extra_extensions: [sphinx_exercise, lib.site.class_book]"
    changed = text.replace("extra_extensions: [sphinx_exercise, lib.site]", ours)
    if changed == text:
        raise ValueError("_config.yml must have the line extra_extensions: [sphinx_exercise, lib.site]")
    return changed
