"""A chapter as Jupyter Book 1 makes it out of the box, with its scripts from foreign hosts served from here."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.conftest import ROOT

HERE = Path(__file__).parent
MODULES = ROOT / "_build" / "npm" / "node_modules"
CHAPTER = "level-2-application"
WIDGET = """```{code-cell} python
:tags: [remove-input]
from ipywidgets import FloatSlider, FloatText, VBox, jslink
asked = {"description": "logit"}
logit, slider, answer = FloatText(**asked), FloatSlider(**asked), FloatText(description="answer")
links = [jslink((logit, "value"), (other, "value")) for other in (slider, answer)]
VBox([logit, slider, answer])
```"""


def install() -> None:
    """Put the npm packages where `make clean` finds them."""
    MODULES.parent.mkdir(parents=True, exist_ok=True)
    kept = MODULES.parent / "package.json"
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    if MODULES.exists() and kept.exists() and kept.read_text(encoding="utf-8") == wanted:
        return
    kept.write_text(wanted, encoding="utf-8")
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]
    subprocess.run(["npm", "install", *options], cwd=MODULES.parent, check=True, capture_output=True, timeout=600)


def configuration() -> dict:
    """Return the settings of a new Jupyter Book, but for the addresses of the scripts."""
    require, manager = "vendor/requirejs/require.js", "vendor/@jupyter-widgets/html-manager/dist/embed-amd.js"
    return {
        "title": "Stock",
        "execute": {"execute_notebooks": "cache"},
        "bibtex_bibfiles": ["references.bib"],
        "sphinx": {
            "extra_extensions": ["sphinx_exercise"],
            "config": {
                "html_extra_path": ["extra"],
                "mathjax_path": "../vendor/mathjax/es5/tex-mml-chtml.js",
                "nb_ipywidgets_js": {f"../{require}": {}, f"../{manager}": {"data-jupyter-widgets-cdn": "../vendor/"}},
            },
        },
    }


def build(folder: Path) -> Path:
    """Build the chapter, its own widgets replaced by stock ones; return the site."""
    chapters = ROOT / "chapters"
    text = (chapters / f"{CHAPTER}.md").read_text(encoding="utf-8")
    cell = re.compile(r"```\{code-cell\} python\n:tags: \[remove-input\]\nexplore\([^)]*\)\n```")
    assert cell.search(text)
    folder.mkdir(parents=True)
    (folder / f"{CHAPTER}.md").write_text(cell.sub(lambda _: WIDGET, text), encoding="utf-8")
    shutil.copy(chapters / "references.bib", folder)
    (folder / "_config.yml").write_text(yaml.safe_dump(configuration(), sort_keys=False), encoding="utf-8")
    (folder / "_toc.yml").write_text(f"format: jb-book\nroot: {CHAPTER}\n", encoding="utf-8")
    vendor = folder / "extra" / "vendor"
    for name in ("requirejs", "mathjax/es5", "@jupyter-widgets/html-manager/dist"):
        shutil.copytree(MODULES / name, vendor / name)
    start = "from jupyter_book.cli.main import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", start, "build", str(folder)], capture_output=True, text=True, timeout=600, check=False
    )
    site = folder / "_build" / "html"
    assert (site / f"{CHAPTER}.html").exists(), run.stdout + run.stderr
    return site
