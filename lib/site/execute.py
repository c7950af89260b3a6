"""Run the notebooks that have no stored outputs yet, side by side, before Sphinx asks for them.

Sphinx reads one page after the other, and starting a kernel takes longer than running it.
"""

from __future__ import annotations

import logging
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from myst_nb.core.config import NbParserConfig
from myst_nb.core.read import create_nb_reader
from myst_parser.config.main import MdParserConfig
from nbclient import execute
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode

TIMEOUT = 120  # seconds for a cell, and for a kernel to start


def settings(folder: Path, root: Path) -> dict[str, str]:
    """Return the environment in which the book means the same on every machine.

    What a person has set up for Matplotlib, IPython or Jupyter stays out of it, a home that can't be
    written to does no harm, and `lib` is the one beside the chapters, also in a copy of a folder.
    """
    names = ("MPLCONFIGDIR", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    ours = {name: str(folder / name.removesuffix("DIR").strip("_").lower()) for name in names}
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    return {**ours, "JUPYTER_PATH": "", "JUPYTER_PREFER_ENV_PATH": "1", "PYTHONPATH": path}


def fill_cache(folder: Path, pages: list[Path]) -> dict[Path, str]:
    """Store the outputs of each page that `folder` does not hold; return what went wrong, by page.

    The first line of it says what, the rest where.
    """
    version, storing = folder / "__version__.txt", folder / "storing"
    if storing.exists() or not version.exists():
        shutil.rmtree(folder, ignore_errors=True)  # cut off while it was written
    cache = get_cache(str(folder))
    waiting = [(page, notebook) for page in pages if (notebook := read_notebook(page)) and not _holds(cache, notebook)]
    if not waiting:
        return {}
    _find_fonts()
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        problems = list(pool.map(_run, waiting))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    storing.touch()
    for (page, notebook), problem in zip(waiting, problems, strict=True):
        if not problem:
            cache.cache_notebook_bundle(CacheBundleIn(notebook, str(page)), check_validity=False, overwrite=True)
    storing.unlink()
    return {page: problem for (page, _), problem in zip(waiting, problems, strict=True) if problem}


def _holds(cache: JupyterCacheAbstract, notebook: NotebookNode) -> bool:
    try:
        cache.match_cache_notebook(notebook)
    except KeyError:
        return False
    return True


def _find_fonts() -> None:
    """Let Matplotlib list this machine's fonts once: slow, it says so on stderr, an error in a cell."""
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    import matplotlib.font_manager  # noqa: F401


def _run(waiting: tuple[Path, NotebookNode]) -> str:
    """Run a notebook, which receives the outputs; return what went wrong in its code."""
    page, notebook = waiting
    try:
        execute(notebook, cwd=str(page.parent), timeout=TIMEOUT, startup_timeout=TIMEOUT)
    except CellExecutionError as error:
        return f"{error.ename}: {error.evalue}\n{error}"
    except CellTimeoutError:
        return f"a cell runs for more than {TIMEOUT} seconds"
    except RuntimeError as error:  # also a DeadKernelError
        return f"its code was cut short: {error}"
    return ""


def read_notebook(page: Path) -> NotebookNode | None:
    """Return the page as a notebook, as myst-nb reads it; None if it has no code, or Sphinx must say what is wrong."""
    try:
        content = page.read_text(encoding="utf-8")
        reader = create_nb_reader(str(page), MdParserConfig(), NbParserConfig(), content)
        notebook = reader.read(content) if reader else None
    except Exception:
        return None
    return notebook if notebook and any(cell.cell_type == "code" for cell in notebook.cells) else None
