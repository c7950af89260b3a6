"""Run the notebooks that have no stored outputs yet, side by side, before Sphinx asks for them.

Sphinx reads one page after the other, and starting a kernel takes longer than running it.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.config import NbParserConfig
from myst_nb.core.read import create_nb_reader
from myst_parser.config.main import MdParserConfig
from nbformat import NotebookNode

TIMEOUT = 60  # seconds a cell


def fill_cache(folder: Path, pages: list[Path]) -> int:
    """Store the outputs of each page that `folder` does not hold; return how many were run.

    A page whose code fails is left out: Sphinx runs it again and tells what went wrong.
    """
    cache = get_cache(str(folder))
    waiting = []
    for page in pages:
        notebook = _read(page)
        if notebook is None:
            continue
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            waiting.append((page, notebook))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(_run, waiting)
        for (page, notebook), result in zip(waiting, results, strict=True):
            if result.err is None:
                bundle = CacheBundleIn(notebook, str(page), data={"execution_seconds": result.time})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    return len(waiting)


def _run(waiting: tuple[Path, NotebookNode]) -> ExecutionResult:
    page, notebook = waiting
    return single_nb_execution(notebook, cwd=str(page.parent), timeout=TIMEOUT, allow_errors=False)


def _read(page: Path) -> NotebookNode | None:
    """Return the page as a notebook, as myst-nb reads it; None if it has no code."""
    content = page.read_text(encoding="utf-8")
    reader = create_nb_reader(str(page), MdParserConfig(), NbParserConfig(), content)
    if reader is None:
        return None
    notebook = reader.read(content)
    return notebook if any(cell.cell_type == "code" for cell in notebook.cells) else None
