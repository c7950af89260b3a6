"""A page, as Sphinx has resolved it, as the cells of a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes
from nbformat import NotebookNode
from sphinx_exercise.nodes import is_exercise_node, solution_node

from lib.bank import Exercise, exercise
from lib.site.notebooks import answers
from lib.site.notebooks.markdown import Markdown, details
from lib.site.notebooks.outputs import stored

Cell = dict[str, Any]
_HIDING = {"remove-input", "hide-input", "remove-cell", "hide-cell"}


@dataclass
class Cells:
    """Collects the cells of one notebook.

    Attributes
    ----------
    markdown
        Writes prose.
    code
        The page's code cells, by the number that the page's nodes carry.
    is_full
        Whether solutions and outputs go in.
    """

    markdown: Markdown
    code: Mapping[int, NotebookNode]
    is_full: bool
    cells: list[Cell] = field(default_factory=list)
    _waiting: list[str] = field(default_factory=list)  # prose of the cell that is not closed yet
    _place: str = "top"
    _count: int = 0

    def add_code(self, source: str, *, name: str = "", of: NotebookNode | None = None) -> None:
        """Add a code cell; `of` is the page's cell that it is."""
        self._close()
        hides = of is not None and bool(_HIDING & set(of.metadata.get("tags", ())))
        outputs = stored(of.get("outputs", [])) if of is not None and self.is_full else []
        cell = {"cell_type": "code", "execution_count": None, "outputs": outputs}
        self._add(cell, source, name, {"jupyter": {"source_hidden": True}} if hides else {})

    def add_prose(self, text: str, *, name: str = "") -> None:
        """Add Markdown: to the cell that is open, or as one with a name of its own."""
        if not text:
            return
        if name:
            self._close()
            self._add({"cell_type": "markdown"}, text, name, {})
        else:
            self._waiting.append(text)

    def add_section(self, section: nodes.Element, depth: int = 1, title: str = "") -> None:
        """Add a section and those within it; each begins a cell. `title` stands in for its own."""
        self._close()
        self._place, self._count = section["ids"][0], 0
        done: list[nodes.Node] = []
        for child in section.children:
            if child in done:
                continue
            if isinstance(child, nodes.title):
                self.add_prose(f"{'#' * depth} {title or self.markdown.inline(child.children)}")
            elif isinstance(child, nodes.section):
                self.add_section(child, depth + 1)
            elif isinstance(child, nodes.container) and child.get("nb_element") == "cell_code":
                cell = self.code[child["cell_index"]]
                self.add_code(cell.source, of=cell)
            elif isinstance(child, nodes.Element) and is_exercise_node(child):
                done = self._add_exercise(section, child)
            else:
                self.add_prose(self.markdown([child]))
        self._close()

    def _add_exercise(self, section: nodes.Element, node: nodes.Element) -> list[nodes.Node]:
        """Add prompt, hints, the place for the answer and the solution; return what is done with that."""
        known = exercise(node["label"])
        after = section.children[section.index(node) + 1 :]
        hints = [each for each in after if isinstance(each, nodes.hint)]
        solutions = [each for each in after if isinstance(each, solution_node)]
        self.add_prose(self.markdown(node.children[-1].children))
        for number, hint in enumerate(hints, 1):
            self.add_prose(details(f"Hint {number} of {len(hints)}", self.markdown(hint.children)))
        self._add_answer(known)
        if self.is_full:
            for each in solutions:
                self.add_prose(
                    details("Solution", self.markdown(each.children[-1].children)), name=f"{known.id}_solution"
                )
            self.add_prose(answers.rubric(known), name=f"{known.id}_rubric")
        return [*hints, *solutions]

    def _add_answer(self, known: Exercise) -> None:
        if call := answers.check_cell(known, is_full=self.is_full):
            self.add_code(call, name=f"{known.id}_answer")
        if not self.is_full:
            solution = f"{self.markdown.inline.address}#solution-{known.id}"
            for name, text in answers.own_words(known, solution).items():
                self.add_prose(text, name=f"{known.id}_{name.replace('_', '-')}")

    def _close(self) -> None:
        if self._waiting:
            text = "\n\n".join(self._waiting)
            self._waiting = []
            self._add({"cell_type": "markdown"}, text, "", {})

    def _add(self, cell: Cell, source: str, name: str, metadata: dict[str, Any]) -> None:
        """Add a cell. Its id comes from where it stands, so that a change elsewhere leaves it as it is."""
        if not name:
            self._count += 1
            name = f"{self._place[:56]}_{self._count}"
        self.cells.append({**cell, "id": name, "metadata": metadata, "source": source})
