"""Background, self-check, glossary and references hold what the rest of the book leans on."""

import re
from pathlib import Path

import pytest

from lib.bank.cards import CARDS

CHAPTERS = Path(__file__).parents[2] / "chapters"
PAGES = sorted(page.stem for page in CHAPTERS.glob("*.md"))


def read(name):
    return (CHAPTERS / name).read_text(encoding="utf-8")


def cited_in(text):
    return {key.strip() for role in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text) for key in role.split(",")}


def linked_in(text):
    """The entries that `{term}` roles lead to, in lower case, as Sphinx takes either."""
    targets = (re.sub(r".*<(.*)>$", r"\1", role, flags=re.DOTALL) for role in re.findall(r"\{term\}`([^`]+)`", text))
    return {re.sub(r"\s+", " ", target).lower() for target in targets}


def groups():
    """The glossary's terms, in lower case and in their order."""
    blocks = re.findall(r"^```\{glossary\}\n(.*?)^```", read("glossary.md"), re.MULTILINE | re.DOTALL)
    return [[line.lower() for line in block.splitlines() if line and not line.startswith(" ")] for block in blocks]


def entries():
    return [term for group in groups() for term in group]


def references():
    return re.split(r"^@", read("references.bib"), flags=re.MULTILINE)[1:]


def keys():
    return [re.match(r"\w+\{([^,\s]+),", entry)[1] for entry in references()]


def sections():
    return re.split(r"^## ", read("background.md"), flags=re.MULTILINE)[1:]


def test_background_has_what_the_exercises_leave_out():
    assert [section.splitlines()[0] for section in sections()] == [
        "Cross-entropy",
        "Self-attention",
        "WordPiece",
        "Fine-tuning against pretraining",
        "GPT and decoders",
        "T5 and encoder–decoders",
        "Encoders since BERT",
    ]


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.splitlines()[0])
def test_a_section_of_background_is_short_cited_and_has_one_cell(section):
    (cell,) = re.findall(r"```\{code-cell\} python\n(.*?)```", section, re.DOTALL)
    assert len(cell.splitlines()) <= 8
    assert all(line.startswith("from lib import ") for line in cell.splitlines() if "import" in line)
    assert cited_in(section)
    words = re.sub(r"```\{code-cell\}.*?```|\{cite(?::\w+)?\}`[^`]+`", "", section, flags=re.DOTALL)
    assert len(words.split()) <= 250


def test_every_answer_of_the_self_check_is_closed():
    text = read("self-check.md")
    assert len(re.findall(r"^```\{admonition\} Answer\n:class: dropdown\n", text, re.MULTILINE)) == len(CARDS)
    assert len(re.findall(r"\{admonition\}", text)) == len(CARDS)


@pytest.mark.parametrize("page", PAGES)
def test_every_citation_has_its_reference(page):
    assert cited_in(read(f"{page}.md")) <= set(keys())


def test_every_reference_is_there_once_and_listed():
    assert len(keys()) == len(set(keys()))
    assert "```{bibliography}\n:all:\n" in read("references.md")


@pytest.mark.parametrize("reference", references(), ids=keys())
def test_a_reference_has_authors_title_year_and_a_way_to_find_it(reference):
    fields = set(re.findall(r"^\s+(\w+)\s*=", reference, re.MULTILINE))
    assert {"author", "title", "year"} <= fields
    assert fields & {"doi", "eprint", "url"}


@pytest.mark.parametrize("page", PAGES)
def test_every_linked_term_has_its_entry(page):
    assert linked_in(read(f"{page}.md")) <= set(entries())


def test_every_entry_of_the_glossary_is_linked_from_the_text():
    linked = set().union(*(linked_in(read(f"{page}.md")) for page in PAGES if page != "glossary"))
    assert set(entries()) <= linked


def test_a_term_has_one_entry_and_the_entries_are_in_order():
    assert len(entries()) == len(set(entries()))
    assert groups() == [sorted(group) for group in groups()]
