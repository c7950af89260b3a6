"""Pages as notebooks that stand alone, on tiny projects."""

import json

import nbformat
import pytest

from lib.bank import exercise
from lib.bank.sync import block
from lib.site.notebooks.answers import check_cell
from lib.site.notebooks.names import FOLDER, archive, on_colab
from lib.site.project import Project
from tests.site.conftest import NOTEBOOK, build_project

OURS = Project(version="1.2", repository="https://github.com/owner/book", address="https://owner.github.io/book/")
CELL = "```{code-cell} python\n1 + 1\n```\n"
KINDS = r"""
# Kinds

*About a minute*

A [word](other.md), {ref}`a place <there>`, {doc}`other`, {cite:t}`duo`, {cite:p}`trio`, a {term}`token`, `code`,
2 \* 3 and a_b < c at \$1, $p_i$.
- is no list

(there)=
## A place

```{note}
Mind *this*.
```

```{admonition} Answer
:class: dropdown
It is **closed**.
```

```{margin}
An aside.
```

:::{div} box
1. one

   more of it
2. two

   - deep
:::

| a | b |
|---|---|
| `x\|y` | $\lvert p \rvert$ |

$$
a &= b \\
$$

```python
print("{ref}`kept`")
```

```{image} dot.png
:alt: a dot
```

"""
OTHER = "# Other\n\n```{glossary}\ntoken\n  A word.\n```\n\n```{bibliography}\n:all:\n```\n"


def read(built, name):
    notebook = json.loads((built.out / FOLDER / name).read_text(encoding="utf-8"))
    nbformat.validate(notebook)
    return notebook["cells"]


def prose(cells):
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


PAGES = {"chapters/index": "# Root\n", "chapters/kinds": NOTEBOOK + KINDS + CELL, "chapters/other": OTHER}


def build_kinds(folder):
    (folder / "chapters").mkdir(parents=True)
    (folder / "chapters" / "dot.png").write_bytes(b"dot")
    return build_project(folder, PAGES, html_baseurl="https://site/", bibtex_cite_id="{key}")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_kinds(tmp_path_factory.mktemp("kinds") / "once")


def test_every_kind_of_block_becomes_plain_markdown(built):
    assert "no Markdown" not in built.warned
    text = prose(read(built, "kinds.ipynb"))
    for part in (
        "*About a minute*",
        "[word](https://site/chapters/other.html)",
        "[a place](https://site/chapters/kinds.html#there)",
        "[Other](https://site/chapters/other.html)",
        "Four and Five ([2020](https://site/chapters/other.html#duo)), ([One et al. 2019](",
        "a [token](https://site/chapters/other.html#term-token)",
        "`code`, 2 \\* 3 and a\\_b &lt; c at \\$1, $p_i$.",
        "- is no list",
        "## A place",
        "> **Note**\n>\n> Mind *this*.",
        "<details>\n<summary>Answer</summary>\n\nIt is **closed**.\n\n</details>",
        "> An aside.",
        "1. one\n\n   more of it\n\n2. two\n\n   - deep",
        "| a | b |\n| --- | --- |\n| `x\\|y` | $\\lvert p \\rvert$ |",
        "$$\na &= b \\\\\n$$",
        '```python\nprint("{ref}`kept`")\n```',
        "![a dot](data:image/png;base64,ZG90)",
    ):
        assert part in text, part
    for trace in (":::", "```{", "{ref}`a", "{term}", "{cite", "(there)="):
        assert trace not in text, trace


def test_what_has_no_markdown_is_a_warning(tmp_path):
    odd = f"{NOTEBOOK}# Odd\n\n```{{parsed-literal}}\nSo *odd*.\n```\n\n::::{{epigraph}}\nFine.\n::::\n\n| a |\n|---|\n"
    pages = {"index": "# Root\n", "odd": odd + "| $\\|$ |\n\n```{raw} html\n<b>raw</b>\n```\n\n" + CELL}
    warned = build_project(tmp_path, pages).warned
    assert "a notebook has no Markdown for this: <raw" in warned
    assert "a notebook has no Markdown for this: <entry" in warned


def test_the_same_sources_give_the_same_bytes(tmp_path, built):
    again = build_kinds(tmp_path / "again")
    one, other = ({path.name: path.read_bytes() for path in (each.out / FOLDER).iterdir()} for each in (built, again))
    assert one == other
    assert len(one) == 2


def test_only_chapters_with_code_become_notebooks(build):
    built = build(
        {"index": f"{NOTEBOOK}# Root\n\n{CELL}", "prose": "# Prose\n\nWords.\n", "code": f"{NOTEBOOK}# Code\n\n{CELL}"}
    )
    assert sorted(path.name for path in (built.out / FOLDER).iterdir()) == ["code-with-solutions.ipynb", "code.ipynb"]


@pytest.fixture(scope="module")
def exercised(tmp_path_factory):
    terms = "softmax logit masked-language-modeling nats batch chosen-positions gradient one-hot".replace("-", " ")
    known = exercise("2.2")
    page = f"{NOTEBOOK}# Application\n\n{block(known)}\n{CELL}\n## Later\n\nWords.\n\n{CELL}"
    pages = {
        "index": "# Root\n",
        "level": page.replace("{ref}`2.1 <softmax-three-logits>`", "2.1"),
        "terms": f"# {terms}\n",
    }
    return build_project(tmp_path_factory.mktemp("exercised"), pages, html_baseurl="https://site/")


def test_a_learners_exercise_has_an_empty_answer_and_no_solution(exercised):
    cells = read(exercised, "level.ipynb")
    assert [cell["id"] for cell in cells] == [
        "install",
        "application_1",
        "least-likely-word_1",
        "least-likely-word_answer",
        "least-likely-word_meaning",
        "least-likely-word_2",
        "later_1",
        "later_2",
    ]
    answer, words = "".join(cells[3]["source"]), "".join(cells[4]["source"])
    assert answer == 'check(\n    "2.2",\n    p_log=None,  # (a) p(log)\n    loss=None,  # (a) loss, in nats\n)'
    assert "(b) in one line, in your own words" in words
    assert "https://site/level.html#solution-least-likely-word" in words
    text = prose(cells)
    hints = len(exercise("2.2").hints)
    assert f"Hint {hints} of {hints}" in text
    assert "The same sum, another numerator" not in text
    assert "What the answer is held against" not in text


def test_the_full_notebook_has_answers_solution_and_criteria(exercised):
    cells = {cell["id"]: "".join(cell["source"]) for cell in read(exercised, "level-with-solutions.ipynb")}
    assert "p_log=0.042," in cells["least-likely-word_answer"]
    assert "The same sum, another numerator" in cells["least-likely-word_solution"]
    assert "(b) in one line, 1 point: " in cells["least-likely-word_rubric"]
    assert "least-likely-word_meaning" not in cells


def test_an_answer_cell_runs_in_either_form():
    from lib import check

    for number in ("1.1", "1.3", "2.1", "4.1", "5.1"):
        full, empty = (eval(check_cell(exercise(number), is_full=each), {"check": check}) for each in (True, False))
        assert {str(each.status) for each in full.fields} == {"right"}, number
        assert empty.status == "not read", number
    assert check_cell(exercise("3.1"), is_full=False) == ""


def test_the_first_cell_installs_the_tag_of_this_version(exercised):
    from lib.site.project import read_project

    ours = read_project()
    first = "".join(read(exercised, "level.ipynb")[0]["source"])
    assert f"%pip install --quiet {ours.repository}/archive/refs/tags/v{ours.version}.zip" in first


def test_addresses_name_the_projects_own_repository():
    assert archive(OURS) == "https://github.com/owner/book/archive/refs/tags/v1.2.zip"
    on = "https://colab.research.google.com/github/owner/book/blob/notebooks/notation.ipynb"
    assert on_colab(OURS, "notation") == on
