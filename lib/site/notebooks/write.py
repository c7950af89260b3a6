"""Write the notebooks of each chapter with code, while its page is made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from jupyter_cache import get_cache
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from lib.site.execute import read_notebook
from lib.site.launch import has_code
from lib.site.notebooks import names
from lib.site.notebooks.cells import Cell, Cells
from lib.site.notebooks.inline import Inline
from lib.site.notebooks.markdown import Markdown
from lib.site.project import Project, read_project
from lib.site.prose import chapter_title

_INSTALL = """\
# Where the book's package is missing, as on Colab and Kaggle, this installs it.
# (On Kaggle, switch on Internet in the settings first.)
try:
    from lib import check
except ImportError:
    %pip install --quiet {archive}
    from lib import check"""
_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_log = logging.getLogger(__name__)


class Notebooks(SphinxPostTransform):
    """Write a page's notebooks once its references are resolved, before cards and panels are built."""

    default_priority = 690
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Write both, if the page has code."""
        page = self.env.docname
        section = next(iter(self.document.findall(nodes.section)), None)
        if section is None or page == self.config.root_doc or not has_code(self.document):
            return  # the welcome page shows code, but is no chapter
        source = Path(self.env.doc2path(page))
        code = _code_of(self.app, source)
        folder = Path(self.app.outdir) / names.FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        for name, is_full in ((names.learners, False), (names.full, True)):
            notebook = _notebook(self.app, page, section, code, is_full=is_full)
            (folder / name(Path(page).name)).write_text(notebook, encoding="utf-8")


def _notebook(app: Sphinx, page: str, section: nodes.section, code: dict[int, NotebookNode], *, is_full: bool) -> str:
    project = read_project()
    address = f"{app.config.html_baseurl.rstrip('/')}/{app.builder.get_target_uri(page)}"
    cells = Cells(Markdown(Inline(address, _warn), Path(app.srcdir)), code, is_full)
    cells.add_code(_INSTALL.format(archive=names.archive(project)), name="install")
    cells.add_section(section, title=chapter_title(app, page))
    _say_whence(cells.cells, project, address)
    return _as_text(cells.cells)


def _say_whence(cells: list[Cell], project: Project, address: str) -> None:
    """Put below the title where the notebook comes from."""
    whence = f"*From the book [BERT exercises]({address}), version {project.version}. Text CC BY 4.0, code MIT.*"
    title, _, rest = cells[1]["source"].partition("\n")
    cells[1]["source"] = f"{title}\n\n{whence}\n{rest}".rstrip()


def _as_text(cells: list[Cell]) -> str:
    """Return a notebook as a file: valid, and the same bytes each time."""
    notebook: dict[str, Any] = {"cells": cells, "metadata": _KERNEL, "nbformat": 4, "nbformat_minor": 5}
    nbformat.validate(notebook)
    for cell in cells:
        cell["source"] = cell["source"].splitlines(keepends=True)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _warn(node: nodes.Node) -> None:
    _log.warning(f"a notebook has no Markdown for this: {node!s:.80}", location=node, type="notebooks")


def _code_of(app: Sphinx, source: Path) -> dict[int, NotebookNode]:
    """Return a page's code cells by their number, with their outputs where these are kept."""
    notebook = read_notebook(source)
    if notebook is None:
        return {}
    if app.config.nb_execution_mode == "cache":
        _, notebook = get_cache(app.config.nb_execution_cache_path).merge_match_into_notebook(notebook)
    return {number: cell for number, cell in enumerate(notebook.cells) if cell.cell_type == "code"}


def setup(app: Sphinx) -> None:
    """Run it when pages are written."""
    app.add_post_transform(Notebooks)
