"""What `nbgrader autograde` does with an assignment of ours: it reads answers, and runs no student's code.

The `nbgrader_config.py` that `lib.assign` writes puts these steps in the place of nbgrader's own. Checks get
their output from the manifest, cells that lost nbgrader's metadata get it back, and whoever reads arguments
finds below each what it is held against.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    NbGraderPreprocessor,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from traitlets import Unicode

from lib.grade.cells import Sheet, locate, read_sheet, role_of
from lib.grade.hidden import score
from lib.grade.manifest import Manifest, read_manifest

Notebook = Any
Resources = dict[str, Any]


class OfOurs(NbGraderPreprocessor):  # type: ignore[misc]
    """A step that knows what was issued."""

    manifest_file = Unicode("manifest.json", help="what lib.assign wrote of the assignment").tag(config=True)

    @property
    def manifest(self) -> Manifest:
        """What was issued."""
        return _manifest(self.manifest_file)


@cache
def _manifest(path: str) -> Manifest:
    return read_manifest(Path(path))


class RestoreMetadata(OfOurs):
    """Give cells back the metadata that an editor or a platform took from them."""

    def preprocess(self, nb: Notebook, resources: Resources) -> tuple[Notebook, Resources]:
        """Restore what can be found."""
        kept = self.manifest.notebook["cells"]
        for name, cell in locate(nb.cells, kept, Sheet()).items():
            if not role_of(cell):
                cell["metadata"]["nbgrader"] = dict(kept[name]["role"])
        return nb, resources


class ReadAnswers(OfOurs):
    """Put the points, and what to say, below each check."""

    def preprocess(self, nb: Notebook, resources: Resources) -> tuple[Notebook, Resources]:
        """Read all answers, and fill in the outputs of the checks."""
        manifest, student = self.manifest, resources["nbgrader"]["student"]
        sheet = read_sheet(nb.cells, nb.metadata, manifest)
        cells = []
        for cell in nb.cells:
            cells.append(cell)
            about = manifest.notebook["cells"].get(role_of(cell).get("grade_id"), {})
            if "hash" in about:
                points, said = score(manifest, student, about["exercise"], sheet)
                cell.outputs = [
                    _output("stream", name="stdout", text=f"{said}\n"),
                    _output("execute_result", data={"text/plain": str(points)}, execution_count=None, metadata={}),
                ]
            elif "field" in about:
                criteria = manifest.fields(about["exercise"])[about["field"]]["criteria"]
                cells.append(_node(cell_type="markdown", metadata=_node(), source=_rubric(criteria)))
        nb.cells = cells
        return nb, resources


def _output(kind: str, **what: object) -> NotebookNode:
    return _node(output_type=kind, **what)


def _node(**parts: object) -> NotebookNode:
    return NotebookNode(parts)  # type: ignore[no-untyped-call]


def _rubric(criteria: list[dict[str, Any]]) -> str:
    rows = [f"| {each['points']} | {each['full']} | {each['half']} |".replace("\n", " ") for each in criteria]
    return "\n".join(["| points | in full | half of them |", "|---|---|---|", *rows])


SANITIZING = [ClearOutput, RestoreMetadata, DeduplicateIds, OverwriteKernelspec, OverwriteCells, CheckCellMetadata]
"""In the place of `Autograde.sanitize_preprocessors`."""
GRADING = [ReadAnswers, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata]
"""In the place of `Autograde.autograde_preprocessors`: without nbgrader's Execute."""
