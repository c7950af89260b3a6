"""Worksheets and key as PDF, read back by a library that shares nothing with what made them."""

import csv
import json
import os
import re
import subprocess
import sys
from io import BytesIO

import pytest
import typst
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    IndirectObject,
    StreamObject,
    TextStringObject,
)

from lib.answers.packing import as_table, patched
from lib.answers.shapes import show_shape
from lib.answers.table import answer_table
from lib.assign.command import main
from lib.assign.issue import Issued
from lib.assign.paper import typeset
from lib.assign.paper.answering import answering
from lib.assign.paper.files import name_of
from lib.assign.paper.formulas import formula
from lib.assign.paper.keybook import key_of
from lib.assign.paper.text import to_typst
from lib.assign.paper.worksheet import Sheet, worksheets
from lib.assign.prose import UnknownMarkupError
from lib.assign.roster import Student
from lib.bank import EXERCISES, exercise, render
from tests.conftest import ROOT

HOSTILE = 'x] #panic("out") $1$ \\ "q" ../../y'
ROSTER = (("student", "first name", "last name"), ("ada", "Ada", "Lovelace"), ("zoë", "Zoë", "Ünal"), (HOSTILE, "", ""))


def squeezed(text):
    """Take out what a line break may have changed."""
    return re.sub(r"[\s\u00ad]+", "", text)


@pytest.fixture(scope="module")
def roster_of_three(tmp_path_factory):
    path = tmp_path_factory.mktemp("class") / "roster.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(ROSTER)
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory, salt, roster_of_three):
    to = tmp_path_factory.mktemp("paper") / "all"
    arguments = [
        "all",
        "--salt",
        salt,
        "--roster",
        roster_of_three,
        "--targets",
        "paper,key",
        "--variants",
        2,
        "--to",
        to,
    ]
    assert main([str(each) for each in arguments]) == 0
    return to


@pytest.fixture(scope="module")
def issued(made):
    """The answer tables of each student, from the manifest."""
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    return [
        {
            each["number"]: as_table(patched(each["table"], student["issued"].get(key, {"change": {}})["change"]))
            for key, each in manifest["exercises"].items()
        }
        for student in manifest["students"].values()
    ]


@pytest.fixture(scope="module")
def pages(made):
    """The text of each page of the pack."""
    return [page.extract_text() for page in PdfReader(made / "worksheets" / "all.pdf").pages]


def singles(made):
    """Give the worksheets that come by themselves."""
    return sorted(path for path in (made / "worksheets").iterdir() if not path.name.startswith("all"))


def everything_in(path):
    """Give every text of a PDF: of its pages, its metadata, and of any object in it, alt texts and bookmarks too."""
    reader = PdfReader(path)
    found = [page.extract_text() for page in reader.pages]
    found += [path.read_bytes().decode("latin-1")]
    seen = set()
    left = [reader.trailer]
    while left:
        thing = left.pop()
        if isinstance(thing, IndirectObject):
            if (thing.idnum, thing.generation) in seen:
                continue
            seen.add((thing.idnum, thing.generation))
            thing = thing.get_object()
        if isinstance(thing, StreamObject) and thing.get("/Subtype") == "/XML":
            found.append(thing.get_data().decode("utf-8"))
        if isinstance(thing, DictionaryObject):
            left += [thing.raw_get(key) for key in thing]
        elif isinstance(thing, ArrayObject):
            left += list(thing)
        elif isinstance(thing, TextStringObject | ByteStringObject):
            found.append(str(thing))
    return squeezed("\n".join(found))


def test_each_worksheet_has_name_and_code_on_every_page_and_counts_them(pages, made):
    files = singles(made)
    names = ["Ada Lovelace · ada", "Zoë Ünal · zoë", HOSTILE]
    at = 0
    for number, (file, name) in enumerate(zip(files, names, strict=True), start=1):
        own = [page.extract_text() for page in PdfReader(file).pages]
        for place, text in enumerate(own, start=1):
            [code] = re.findall(rf"([0-9a-f]{{8}}-00{number}) · page {place} of {len(own)}\b", text)
            assert squeezed(name) in squeezed(text)
            assert text.count(code) == (3 if place == 1 else 2)  # head, foot, and the first page's heading
        assert [text.strip() for text in own] == [text.strip() for text in pages[at : at + len(own)]]
        at += len(own) + len(own) % 2  # the next begins on an odd page, for printing on both sides
    assert len(pages) in (at, at - 1)


def test_file_names_are_safe_whatever_a_student_is_called(made):
    names = sorted(path.name for path in singles(made))
    assert names == ["001-ada.pdf", "002-zoë.pdf", "003-x___panic__out____1_____q__.._.._y.pdf"]


def test_every_exercise_begins_a_page_of_its_own_with_its_points(pages):
    heads = [f"{each.number} {each.title.replace('`', '')} {each.points} point" for each in EXERCISES]
    own = [text for text in pages if re.search(r"-001 · page", text)]
    found = [[head for head in heads if squeezed(head) in squeezed(text)] for text in own]
    assert [head for on_page in found for head in on_page] == heads
    assert max(map(len, found)) == 1


def test_a_worksheet_asks_with_the_students_own_numbers(made):
    students = json.loads((made / "manifest.json").read_text("utf-8"))["students"]
    for file, student in zip(singles(made), students.values(), strict=True):
        text = " ".join(page.extract_text() for page in PdfReader(file).pages)
        numbers = {key: each["numbers"] for key, each in student["issued"].items()}
        scores = [f"{score:.1f}".replace("-", "−") for score in numbers["softmax-three-logits"]["logits"]]
        assert " ".join(scores) in text
        for word, score in zip(numbers["softmax-three-logits"]["words"], scores, strict=True):
            assert f"{word} {score}" in text  # beside its bar
        assert f"{numbers['scored-positions']['tokens']} tokens" in text
        first, second = numbers["batch-loss"]["probabilities"]
        assert f"{first:.3f}" in text
        assert f"{second:.3f}" in text


def test_no_two_students_have_the_same_sheets(made):
    texts = [
        re.sub(
            r"-00\d|Ada Lovelace · ada|Zoë Ünal · zoë", "", " ".join(p.extract_text() for p in PdfReader(file).pages)
        )
        for file in singles(made)[:2]
    ]
    assert texts[0] != texts[1]


def secrets_of(tables):
    """List what a worksheet must not say: answers that no prompt prints, feedback, criteria, solutions."""
    for table in tables.values():
        for field in table["fields"]:
            for each in field.get("mistakes", ()):
                yield each["feedback"]
            for each in field.get("criteria", ()):
                yield from (each["full"], each["half"])
            if field["kind"] == "number" and field["answer"]:
                yield f"{field['answer']:.{field['decimals']}f}"
            if field["kind"] == "shape" and len(field["answer"]) == 2:
                yield "({}, {})".format(*field["answer"])
            if field["kind"] == "mask":
                yield field["answer"]


def test_no_worksheet_holds_an_answer_anywhere(made, issued):
    files = singles(made)
    for file, tables in zip(files, issued, strict=True):
        text = everything_in(file)
        assert [each for each in secrets_of(tables) if squeezed(each) in text] == []
        assert "✓" not in text
    text = everything_in(made / "worksheets" / "all.pdf")
    assert [each for tables in issued for each in secrets_of(tables) if squeezed(each) in text] == []


def test_the_key_holds_all_that_worksheets_must_not(made, issued):
    """What is looked for is found where it should be."""
    text = everything_in(made / "key.pdf")
    wanted = [each for tables in issued for each in secrets_of(tables) if not re.fullmatch(r"[01/]+", each)]
    assert len(wanted) > 300
    for each in wanted:
        if re.fullmatch(r"\d\.\d+", each):  # the key has two decimals more, so that the last may round up
            assert any(
                abs(float(more) - float(each)) <= 0.5001 * 10 ** -len(each[2:])
                for more in re.findall(r"(\d\.\d{5,6})±", text)
            ), each
        else:
            assert squeezed(re.sub(r"y = [01]\?", "y = …?", each)) in text, each
    assert text.count("✓") >= 10


def test_a_worksheet_says_nothing_about_itself_but_its_title(made):
    for file in (*singles(made), made / "key.pdf"):
        told = dict(PdfReader(file).metadata)
        assert told.keys() == {"/Title", "/Creator"}
        assert told["/Title"] in ("BERT exercises", "Key: BERT exercises")


def test_the_key_tells_tolerance_and_the_rubrics_points(made, issued):
    text = squeezed(" ".join(page.extract_text() for page in PdfReader(made / "key.pdf").pages))
    for tables in issued:
        for table in tables.values():
            for field in table["fields"]:
                if field["kind"] == "number":
                    answer = f"{field['answer']:.{field['decimals'] + 2}f} ± {field['tolerance']:g} {field['points']}"
                    assert squeezed(answer) in text
    for each in EXERCISES:
        assert sum(field["points"] for field in answer_table(each)["fields"]) == each.points
    computed, read = (
        sum(f["points"] for t in issued[0].values() for f in t["fields"] if (f["kind"] == "argument") is is_read)
        for is_read in (False, True)
    )
    assert f"all{computed + read}{computed}{read}" in text


def test_a_screen_reader_is_told_language_headings_and_what_figures_show(made):
    reader = PdfReader(singles(made)[0])
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    assert "<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data().decode("utf-8")
    text = everything_in(singles(made)[0])
    assert text.count("Barsoftherawscores:") >= 3
    assert squeezed(r"\hat p = \sigma(s)") in text


def test_the_bookmarks_of_a_pack_lead_to_each_worksheet_and_exercise(made):
    outline = PdfReader(made / "worksheets" / "all.pdf").outline
    sheets = [each.title for each in outline if not isinstance(each, list)]
    assert [re.sub(r"[0-9a-f]{8}", "CODE", each) for each in sheets] == [
        f"BERT exercises CODE-00{number}" for number in (1, 2, 3)
    ]
    inside = [[each.title for each in part] for part in outline if isinstance(part, list)]
    assert [len(part) for part in inside] == [len(EXERCISES)] * 3
    assert inside[0][0].startswith("1.1")


def test_the_key_says_which_other_convention_counts_as_right(made, issued):
    text = squeezed(" ".join(page.extract_text() for page in PdfReader(made / "key.pdf").pages))
    excused = [
        f"{each['name']}, counts as right: {show_shape(each['value'])}"
        for field in issued[0]["4.1"]["fields"]
        for each in field["mistakes"]
        if each.get("excused")
    ]
    assert len(excused) == 6  # each of three heads: transposed, and with an axis for the batch
    for each in excused:
        assert squeezed(each) in text


@pytest.mark.long
def test_the_same_class_gets_the_same_bytes_in_any_process(made, salt, roster_of_three, tmp_path):
    arguments = [
        "all",
        "--salt",
        salt,
        "--roster",
        roster_of_three,
        "--targets",
        "paper,key",
        "--variants",
        2,
        "--to",
        tmp_path / "x",
    ]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1"}
    subprocess.run(
        [sys.executable, "-m", "lib.assign", *map(str, arguments)],
        env=environment,
        check=True,
        capture_output=True,
        cwd=ROOT,
    )
    for path in sorted(made.rglob("*.pdf")):
        assert (tmp_path / "x" / path.relative_to(made)).read_bytes() == path.read_bytes(), path.name


def test_without_a_roster_each_variant_has_a_line_for_the_name(salt, tmp_path):
    arguments = [
        "level-2",
        "--salt",
        salt,
        "--variants",
        3,
        "--targets",
        "paper",
        "--exercises",
        "2.4",
        "--page",
        "us-letter",
    ]
    assert main([str(each) for each in [*arguments, "--to", tmp_path / "x"]]) == 0
    files = singles(tmp_path / "x")
    assert [path.name for path in files] == [f"variant-00{n}.pdf" for n in (1, 2, 3)]
    for number, file in enumerate(files, start=1):
        [page] = PdfReader(file).pages
        assert re.search(rf"Name [0-9a-f]{{8}}-v00{number}\n", page.extract_text())
        assert (page.mediabox.width, page.mediabox.height) == (612, 792)


def test_more_worksheets_than_a_pack_holds_come_in_several(salt, tmp_path):
    arguments = ["level-1", "--salt", salt, "--variants", 21, "--targets", "paper", "--exercises", "1.3"]
    assert main([str(each) for each in [*arguments, "--to", tmp_path / "x"]]) == 0
    packs = [PdfReader(tmp_path / "x" / "worksheets" / name) for name in ("all.pdf", "all-2.pdf")]
    assert [sum("speaks for" in page.extract_text() for page in pack.pages) for pack in packs] == [20, 1]
    assert (tmp_path / "x" / "key-2.pdf").exists()


def test_a_worksheet_is_all_gray():
    sheet = Sheet("Ada", "x-001", {each.id: issued_as_in_the_book(each) for each in EXERCISES})
    source = f'#import "frame.typ": *\n{worksheets("x", "a4", EXERCISES, [sheet])}'
    images = typeset._compiler(False).compile(source.encode(), format="png", ppi=20)
    for image in images:
        pixels = Image.open(BytesIO(image)).convert("RGB")
        assert all(red == green == blue for red, green, blue in pixels.get_flattened_data())


def test_a_long_name_leaves_the_title_its_line():
    only = EXERCISES[:1]
    sheet = Sheet("von und zu " * 12 + "Au · id", "x-001", {each.id: issued_as_in_the_book(each) for each in only})
    made = typeset.typeset(worksheets("A title of four words", "a4", only, [sheet]))
    head, *_ = PdfReader(BytesIO(made)).pages[0].extract_text(extraction_mode="layout").split("Exercise")
    assert len(re.findall(r"^ *A title of four words\b", head, re.MULTILINE)) == 2  # in the head, and as the heading


def issued_as_in_the_book(found):
    return Issued("", found.defaults, {})


def test_typst_has_nothing_to_warn_of():
    sheet = Sheet("", "x-001", {each.id: issued_as_in_the_book(each) for each in EXERCISES})
    for content in (worksheets("x", "a4", EXERCISES, [sheet]), key_of("x", "a4", EXERCISES, [sheet])):
        source = f'#import "frame.typ": *\n{content}'
        _, warnings = typeset._compiler(False).compile_with_warnings(
            source.encode(), format="pdf", pdf_standards="ua-1"
        )
        assert warnings == []


def typeset_text(content):
    made = typeset.typeset(f'#set document(title: "t")\n{content}')
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(made)).pages)


def test_every_formula_of_the_bank_can_be_set():
    texts = [
        render(text, each, each.defaults) for each in EXERCISES for text in (each.prompt, *each.hints, each.solution)
    ]
    found = [
        (block or line, bool(block))
        for text in texts
        for block, line in re.findall(r"\$\$(.+?)\$\$|\$([^$]+)\$", text, re.DOTALL)
    ]
    assert len(found) > 130
    text = typeset_text(" ".join(formula(tex.strip(), block=block) for tex, block in found))
    assert "MLM" in text


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\frac{1}{2}", "12"),
        (r"L_{\text{MLM}}", "𝐿MLM"),
        (r"\ln p", "ln𝑝"),
        (r"a, b; c \$ \# \& \_ \%", "𝑎,𝑏;𝑐$#&_%"),
        (r"f(x) = [0, 1) / \{y\}", "𝑓(𝑥)=[0,1)/{𝑦}"),
        (r"\left(\frac{1}{|M|}\right)^2", "(1|𝑀|)2"),
        (r"\sum_{i=1}^n x_i^2", "∑𝑛𝑖=1𝑥2𝑖"),
        (r"\sqrt{x}", "√𝑥"),
        (r"a < b \le c \to \infty", "𝑎<𝑏≤𝑐→∞"),
    ],
)
def test_a_formula_shows_what_it_should_and_nothing_of_it_is_a_command(tex, shown):
    text = squeezed(typeset_text(formula(tex, block=True)))
    assert sorted(text) == sorted(shown)


@pytest.mark.parametrize(
    "markdown", [r"$\frac{1}$", r"$\overbrace{x}$", "![a](b.png)", "{kbd}`x`", "1. one", "```\nx\n```"]
)
def test_what_has_no_form_on_paper_is_refused(markdown):
    with pytest.raises(UnknownMarkupError):
        to_typst(markdown)


def test_nothing_in_a_text_is_taken_for_markup():
    text = '*not* _it_ #panic() $x$ @a <b> [c] ~ -- \\ "q" `r` = 1 // no /* no */'
    assert squeezed(typeset_text(to_typst(re.sub(r"([*_$`\\<\[{])", r"\\\1", text)))) == squeezed(text)


@pytest.mark.parametrize(("number", "lines"), [("2.2", [3]), ("3.1", [18, 6]), ("3.2", [12, 6, 6]), ("5.2", [12, 15])])
def test_arguments_get_lines_by_their_points(number, lines):
    found = exercise(number)
    written = answering(found, answer_table(found))
    assert [int(count) for count in re.findall(r'#lines\(.*?, "\d+ points?", (\d+)\)', written)] == lines


@pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.number)
def test_there_is_a_place_for_every_answer(each):
    written = answering(each, answer_table(each))
    kinds = [field["kind"] for field in answer_table(each)["fields"]]
    assert written.count("#blank(") == sum(kind in ("number", "count", "shape", "word") for kind in kinds)
    assert written.count("#options(") == kinds.count("choice")
    assert written.count("#lines(") == kinds.count("argument")
    assert written.count("#mask(") == kinds.count("mask")


def test_a_name_that_no_font_can_show_leaves_the_id_or_a_line(monkeypatch):
    monkeypatch.setattr(typeset, "_OTHER_SCRIPT", re.compile("(?!)"))  # as on a machine without more fonts
    typeset.has_letters_of.cache_clear()
    assert name_of(Student("wang", "王", "小明")) == "wang"
    assert name_of(Student("王", "", "")) == ""
    assert name_of(Student("дa", "Ада", "Ὠμέγα")) == "Ада Ὠμέγα · дa"
    typeset.has_letters_of.cache_clear()


def test_where_typst_lacks_one_line_says_what_to_install(salt, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(typeset, "find_spec", lambda _: None)
    assert main(["level-2", "--salt", str(salt), "--targets", "paper", "--to", str(tmp_path / "x")]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("-m pip install -c constraints.txt typst")
    assert not (tmp_path / "x").exists()


def test_typst_is_the_one_that_is_pinned():
    [pin] = re.findall(r"^typst==(\S+)", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert typst.__version__ == pin
