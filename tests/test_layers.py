"""The layers of `lib`, read from its imports: who may use whom, and what each may bring in from outside."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lib

ROOT = Path(lib.__file__).parents[1]
MATHS = {
    "arguments",
    "attention",
    "attention_diagnosis",
    "attention_goals",
    "attention_patterns",
    "corruption",
    "encoder",
    "entropies",
    "heads",
    "losses",
    "masking",
    "probabilities",
    "wordpiece",
}
# Each layer with those it may use. "root" is lib/__init__.py, which offers names of the others to notebooks.
MAY_USE = {
    "maths": {"maths"},
    "bank": {"maths", "bank"},
    "answers": {"maths", "bank", "answers"},
    "files": {"files"},
    "assign": {"maths", "bank", "answers", "files", "palette", "plots", "assign"},  # the book's figures, in keys
    # Of the bank the types alone: keys come from the manifest.
    "grade": {"maths", "bank", "answers", "files", "palette", "plots", "grade"},
    "palette": {"palette"},
    "plots": {"maths", "palette", "plots"},
    "widgets": {"maths", "palette", "plots", "widgets"},
    "exploring": {"bank", "widgets"},  # brings the two together: the widget of an exercise
    "root": {"maths", "bank", "answers", "plots", "widgets", "exploring"},
    "site": {"maths", "bank", "answers", "files", "assign", "grade", "palette", "plots", "widgets", "site", "root"},
}
DRAWING = {"matplotlib", "IPython", "ipywidgets", "anywidget"}


def layer_of(module):
    """Give the layer of a module of lib, as in "lib.plots.bars"."""
    parts = module.split(".")
    if len(parts) == 1:
        return "root"
    return "maths" if parts[1] in MATHS else parts[1]


def offered_by_root():
    """Map each name that lib offers to the module it comes from."""
    tree = ast.parse((ROOT / "lib/__init__.py").read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module for node in imports for alias in node.names if node.module.startswith("lib")}


def imports_of(source, module, *, is_package=False):
    """List the full names of what a module's source imports, wherever in it the import stands."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found += [offered_by_root().get(alias.name, f"lib.{alias.name}") for alias in node.names] * (base == "lib")
            found += [base] * (base != "lib")
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rsplit(".")[-1] in ("import_module", "__import__"):
            found += [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return found


def offences(source, module, *, is_package=False):
    """List what a module imports though its layer forbids it."""
    layer = layer_of(module)
    wrong = []
    for name in imports_of(source, module, is_package=is_package):
        top = name.split(".")[0]
        if top == "lib":
            is_fine = layer_of(name) in MAY_USE[layer]
        elif layer == "maths":
            is_fine = top == "numpy" or top in sys.stdlib_module_names
        elif layer == "palette":
            is_fine = top in sys.stdlib_module_names
        else:
            is_fine = top not in DRAWING or layer not in {"bank", "root"}
        if not is_fine:
            wrong.append(f"{module} ({layer}) imports {name}")
    return wrong


def modules():
    for path in sorted((ROOT / "lib").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        yield path, ".".join(parts[:-1] if is_package else parts), is_package


def test_every_module_belongs_to_a_layer():
    assert {module for _, module, _ in modules() if layer_of(module) not in MAY_USE} == set()
    assert {f"lib.{name}" for name in MATHS} <= {module for _, module, _ in modules()}


def test_no_module_imports_what_its_layer_forbids():
    found = [
        offence
        for path, module, is_package in modules()
        for offence in offences(path.read_text("utf-8"), module, is_package=is_package)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("lib.losses", "import scipy.special"),
        ("lib.losses", "from lib.bank import exercise"),
        ("lib.losses", "def f():\n    from lib import exercise"),
        ("lib.losses", "from lib import plots"),
        ("lib.losses", "from .plots import bars"),
        ("lib.losses", "from importlib import import_module\nimport_module('lib.plots')"),
        ("lib.bank.level1", "from matplotlib.figure import Figure"),
        ("lib.bank.level1", "import IPython.display"),
        ("lib.bank.level1", "from lib.plots import Picture"),
        ("lib.bank.level1", "from ..answers import check"),
        ("lib.answers.check", "import lib.plots.bars"),
        ("lib.grade.points", "from lib.assign import manifest"),
        ("lib.palette", "import numpy"),
        ("lib.palette", "from lib.plots import style"),
        ("lib.plots.bars", "from lib.bank import EXERCISES"),
        ("lib.plots.bars", "from lib.site import build"),
        ("lib.widgets.explorer", "from lib import exercise"),
        ("lib", "from lib.site import build"),
        ("lib", "import matplotlib"),
    ],
)
def test_a_forbidden_import_is_noticed(module, source):
    assert len(offences(source, module, is_package=module == "lib")) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("lib.losses", "import math\nimport numpy as np\nfrom lib.probabilities import softmax"),
        ("lib.bank.level2", "from lib import softmax\nfrom .exercise import Exercise\nfrom ..losses import mlm_loss"),
        (
            "lib.plots.bars",
            "import matplotlib\nfrom lib import softmax\nfrom lib.palette import LIGHT",
        ),
        ("lib.site.cards", "import lib\nfrom lib.bank import exercise\nimport sphinx"),
    ],
)
def test_an_allowed_import_is_let_through(module, source):
    assert offences(source, module) == []


def cells_of(text):
    """Give the code cells of a MyST notebook, without their options."""
    cells, lines, fence = [], None, ""
    for line in text.splitlines():
        if lines is None and line.lstrip("`").startswith("{code-cell}") and line.startswith("```"):
            lines, fence = [], line[: len(line) - len(line.lstrip("`"))]
        elif lines is not None and line.strip() == fence:
            cells.append("\n".join(lines))
            lines = None
        elif lines is not None and not line.startswith((":", "%")):
            lines.append(line)
    return cells


def offences_of_a_cell(cell):
    """List what a notebook's cell imports beside NumPy and names that lib offers."""
    wrong = []
    for node in ast.walk(ast.parse(cell)):
        if isinstance(node, ast.Import):
            wrong += [alias.name for alias in node.names if alias.name != "numpy"]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            wrong += [f"{node.module}.{name}" for name in names if node.module != "lib" or name not in lib.__all__]
    return wrong


@pytest.mark.parametrize("path", sorted((ROOT / "chapters").glob("*.md")), ids=lambda path: path.stem)
def test_a_notebook_imports_names_from_lib_and_numpy_only(path):
    assert [wrong for cell in cells_of(path.read_text("utf-8")) for wrong in offences_of_a_cell(cell)] == []


def test_a_notebook_that_imports_something_else_is_noticed():
    lines = [":tags: [hide-input]", "from lib import softmax", "from lib.losses import mlm_loss", "import scipy"]
    text = "\n".join(["Prose.", "```{code-cell}", *lines, "```", "import this, which is prose"])
    assert [offences_of_a_cell(cell) for cell in cells_of(text)] == [["lib.losses.mlm_loss", "scipy"]]
    assert offences_of_a_cell("from lib import no_such_name\nimport numpy as np") == ["lib.no_such_name"]


def test_no_module_has_the_name_of_something_that_lib_offers():
    assert {path.stem for path, _, _ in modules()} & set(lib.__all__) == set()
    assert {path.parent.name for path, _, _ in modules()} & set(lib.__all__) == set()


def test_lib_offers_its_names_in_order_and_each_once():
    assert sorted(set(lib.__all__)) == lib.__all__
    assert set(lib.__all__) <= set(dir(lib))
    assert set(offered_by_root()) == set(lib.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'soft_max'"):
        lib.soft_max  # noqa: B018


@pytest.mark.parametrize("name", lib.__all__)
def test_every_name_that_lib_offers_can_be_had(name):
    assert getattr(lib, name) is not None


def run(code):
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_importing_lib_loads_numpy_and_nothing_else_from_outside():
    code = "import sys, numpy; before = set(sys.modules); import lib; print(*sorted(set(sys.modules) - before))"
    loaded = {name.split(".")[0] for name in run(code).split()}
    assert loaded - set(sys.stdlib_module_names) == {"lib"}


def test_a_lazy_name_is_loaded_when_it_is_used():
    code = "import sys, lib; lib.exercise; print('lib.bank' in sys.modules, 'matplotlib' in sys.modules)"
    assert run(code).split() == ["True", "False"]
    assert run("import sys, lib; lib.Picture; print('lib.bank' in sys.modules)").split() == ["False"]


def test_softmax_stays_a_function_whatever_else_was_imported():
    imports = "; ".join(f"import {module}" for _, module, _ in modules() if layer_of(module) in {"maths", "bank"})
    assert run(f"{imports}; import lib; print(lib.softmax([0.0]))").strip() == "[1.]"
