"""No answer in anything that students get: canaries in a copy of the book, and the class's own answers.

The same search over the normal book, and over what the instructor keeps, finds every one of them.
"""

import base64
import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from lib.answers import answer_table
from lib.bank import EXERCISES
from lib.bank.definition import NumberField
from lib.site.class_book.numbers import class_numbers
from tests.class_book.conftest import SALT
from tests.class_book.leaks import texts_in
from tests.conftest import ROOT

PLANT = '''
def _planted(each):
    """Put a word into every text that tells an answer."""
    from dataclasses import replace as other

    def word(kind, *more):
        return f" Canary{kind}{each.number.replace('.', '')}{''.join(map(str, more))}x."

    def field(place, one):
        if isinstance(one, ArgumentField):
            points = tuple(other(c, full=c.full + word("full"), half=c.half + word("half")) for c in one.criteria)
            return other(one, criteria=points)
        told = tuple(other(m, feedback=m.feedback + word("feedback")) for m in one.mistakes)
        return other(one, mistakes=told)

    return other(
        each,
        solution=each.solution + chr(10) * 2 + word("solution"),
        hints=tuple(hint + word("hint", place) for place, hint in enumerate(each.hints, start=1)),
        fields=tuple(field(place, one) for place, one in enumerate(each.fields)),
    )


EXERCISES = tuple(map(_planted, EXERCISES))
_BY_NAME = '''
AFTER = """
Canaryafter{number}x stands in prose below a card.

```{{code-cell}} python
print("Canaryprinted" + "{number}x")  # in one piece, so that no flush parts it: Canarycode{number}x
```
"""
FORBIDDEN = ("solution", "feedback", "full", "half", "after", "printed", "code")


def run(copy, *command):
    """Run a command of the copy with the copy's own lib."""
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run([sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the repository with a canary at every place that tells an answer."""
    copy = tmp_path_factory.mktemp("copy")
    for name in ("lib", "chapters"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, copy)
    bank = copy / "lib/bank/__init__.py"
    bank.write_text(bank.read_text("utf-8").replace("\n_BY_NAME = ", PLANT, 1), "utf-8")
    run(copy, "-m", "lib.bank.sync")
    for each in EXERCISES:
        page = next((copy / "chapters").glob(f"level-{each.level}-*.md"))
        pattern = rf"(```\{{solution\}} {each.id}\n.*?\n```\n)"
        after = AFTER.format(number=each.number.replace(".", ""))
        text, found = re.subn(pattern, lambda m, a=after: m[1] + a, page.read_text("utf-8"), flags=re.S)
        assert found == 1
        page.write_text(text, "utf-8")
    return copy


@pytest.fixture(scope="module")
def class_book(copy, tmp_path_factory):
    """The class book of all exercises, first hints only, made by the real command from that copy."""
    home = tmp_path_factory.mktemp("class")
    (home / "salt").write_bytes(SALT)
    (home / "roster.csv").write_text("student\nada\n", "utf-8")
    wanted = ["all", "--salt", home / "salt", "--roster", home / "roster.csv", "--hints", "first", "--to", home / "out"]
    run(copy, "-m", "lib.site.class_book", *map(str, wanted))
    return home / "out"


@pytest.fixture(scope="module")
def normal_book(copy):
    run(copy, "-m", "lib.site.build")
    run(copy, "-m", "lib.site.offline")
    return copy / "_build/html"


def canaries_in(path):
    """Give every canary found below a path, in small letters as the search index has them, with a file."""
    found = {}
    for where, text in texts_in(path):
        for word in re.findall(r"canary[a-z]+\d+x", text.lower()):
            found.setdefault(word, where)
    return found


def planted(kinds):
    """Give the canaries that stand somewhere in the book, by kind."""

    def words(kind, has_it=lambda each: True):
        return {f"canary{kind}{each.number.replace('.', '')}x" for each in EXERCISES if has_it(each)}

    has_it = {
        "feedback": lambda each: any(field.mistakes for field in each.keyed),
        "full": lambda each: each.rubric,
        "half": lambda each: each.rubric,
    }
    return set().union(*(words(kind, has_it.get(kind, lambda each: True)) for kind in kinds))


@pytest.mark.long
def test_no_canary_is_in_anything_that_students_get(class_book):
    found = canaries_in(class_book / "for-students")
    firsts = {f"canaryhint{each.number.replace('.', '')}1x" for each in EXERCISES}
    assert set(found) == firsts, {word: where for word, where in found.items() if word not in firsts}


@pytest.mark.long
def test_the_same_search_finds_every_canary_in_the_normal_book(normal_book):
    assert planted(FORBIDDEN) <= set(canaries_in(normal_book))


@pytest.mark.long
def test_the_search_finds_every_canary_of_the_key_on_the_instructors_side(class_book):
    assert planted(("feedback", "full", "half")) <= set(canaries_in(class_book / "for-instructors"))


@pytest.mark.long
def test_no_answer_with_decimals_is_in_anything_that_students_get(class_book):
    shown = {}
    for each in EXERCISES:
        for field in answer_table(each, class_numbers(each, SALT, "class").numbers)["fields"]:
            if isinstance(field.get("answer"), float) and each.draw:
                shown[f"{field['answer']:.{field['decimals']}f}"] = (each.number, field["name"])
    assert len(shown) >= 7
    texts = [text for _, text in texts_in(class_book / "for-students")]
    for number, whose in shown.items():
        pattern = re.compile(rf"(?<![\d.]){re.escape(number)}")
        assert not [text for text in texts if pattern.search(text)], whose
    with (class_book / "for-instructors/key.csv").open(encoding="utf-8", newline="") as file:
        key = {(row["exercise"], row["field"]): row["answer"] for row in csv.DictReader(file)}
    assert {f"{float(key[whose]):.{_decimals(*whose)}f}" for whose in shown.values()} == set(shown)


def _decimals(number, name):
    fields = next(each for each in EXERCISES if each.number == number).fields
    return next(each.decimals for each in fields if isinstance(each, NumberField) and each.name == name)


@pytest.mark.long
def test_students_get_no_notebook_no_source_no_judge_and_no_link_to_the_public_pages(class_book):
    names = {path.name for path in (class_book / "for-students").rglob("*")}
    assert not names & {"_sources", "answers", "judge.js", "answers.js", "cards.js", "progress.js", "notebooks"}
    assert not [name for name in names if name.endswith((".ipynb", ".md", ".py", ".json"))]
    for page in (class_book / "for-students").rglob("*.html"):
        assert "github.io" not in page.read_text("utf-8"), page.name


@pytest.mark.long
def test_the_zip_is_the_folder(class_book):
    home = class_book / "for-students"
    with zipfile.ZipFile(home / "class-book.zip") as packed:
        inside = {name: packed.read(name) for name in packed.namelist()}
    assert inside == {
        str(path.relative_to(home)): path.read_bytes() for path in (home / "class-book").rglob("*") if path.is_file()
    }


# ── The search itself ─────────────────────────────────────────────────────────────────────────


def test_a_word_is_found_however_it_is_wrapped(tmp_path):
    word = "canarysolution21x"
    plain = f"<p>{word}</p>".encode()
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as packed:
        packed.writestr("a.txt", base64.b64encode(b"Read this: " + word.encode() + b", please."))
    ways = {
        "plain.html": plain,
        "tags.html": b"<b>canary</b>solution<i>21x</i>",
        "escaped.json": json.dumps({"a": "\\u0063anarysolution21x"}).encode(),
        "lines.ipynb": json.dumps({"source": ["canary", "solution21x"]}).encode(),
        "percent.txt": b"%63anarysolution21x",
        "entity.html": b"&#99;anarysolution21x",
        "page.html.gz": gzip.compress(plain),
        "data.html": b"<img src='data:text/plain;base64," + base64.b64encode(b"text " * 9 + plain) + b"'>",
        "outer.zip": inner.read_bytes(),
        f"{word}.txt": b"",
    }
    inner.unlink()
    for name, data in ways.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert word in canaries_in(path), name


# ── In a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def visit(chromium, class_book):
    """Open pages of the class book as a student does who unpacked the zip; give what a page complains of, too."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    home = class_book / "for-students/class-book"

    def open_page(name):
        page = context.new_page()
        page.trouble = []
        page.on("console", lambda m: m.type in ("error", "warning") and page.trouble.append(m.text))
        page.on("pageerror", lambda e: page.trouble.append(str(e)))
        page.on("requestfailed", lambda r: page.trouble.append(f"failed: {r.url}"))
        page.goto(f"{home.as_uri()}/chapters/{name}.html")
        page.wait_for_selector("html[data-answers=restored]")
        return page

    yield open_page
    context.close()


def fill(page, exercise, **answers):
    for name, text in answers.items():
        page.locator(f"#{exercise} [name={name}]").fill(text)


@pytest.mark.long
@pytest.mark.browser
def test_boxes_keep_what_is_typed_and_say_nothing_of_it(visit):
    page = visit("level-2-application")
    fill(page, "softmax-three-logits", p_dog="0.5", loss="wrong")
    card = page.locator("#softmax-three-logits")
    assert card.locator("button").filter(has_text=re.compile("Check|solution|New numbers")).count() == 0
    assert card.locator(".verdict").all_inner_texts() == ["", ""]
    assert card.locator(".state").inner_text() == "Filled in"
    assert page.locator("[data-step=softmax-three-logits]").get_attribute("data-state") == "judged"
    again = visit("level-2-application")
    assert again.locator("#softmax-three-logits [name=loss]").input_value() == "wrong"
    assert page.trouble == again.trouble == []


@pytest.mark.long
@pytest.mark.browser
def test_what_is_handed_in_is_graded_by_the_class_books_own_manifest(visit, class_book, tmp_path):
    from lib.grade.command import main

    with (class_book / "for-instructors/key.csv").open(encoding="utf-8", newline="") as file:
        key = {(row["exercise"], row["field"]): row["answer"] for row in csv.DictReader(file)}
    page = visit("level-2-application")
    fill(page, "softmax-three-logits", p_dog=key["2.1", "p_dog"], loss="0,001")
    fill(page, "least-likely-word", meaning='It had "little" probability,\nwhatever the rest.')
    page = visit("level-5-mastery")
    figure = page.locator("#continue-a-story [data-widget=mask_builder]")
    for row in range(4):
        for column in range(row + 1):
            figure.locator("[role=grid] input").nth(4 * row + column).click()
    assert page.locator("#continue-a-story [name=grid]").input_value() == "1000/1100/1110/1111"
    assert "Right" not in page.locator("#continue-a-story").inner_text()
    page = visit("index")
    page.get_by_role("button", name="Download my answers").click()
    assert "Say who you are" in page.locator("#hand-in .said").inner_text()
    page.locator("#hand-in [name=student]").fill("ada")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my answers").click()
    assert download.value.suggested_filename == "bert-exercises-ada.csv"
    download.value.save_as(tmp_path / "ada.csv")
    manifest = str(class_book / "for-instructors/manifest.json")
    assert main([manifest, str(tmp_path / "ada.csv"), "--to", str(tmp_path / "graded")]) == 0
    with (tmp_path / "graded/grades.csv").open(encoding="utf-8", newline="") as file:
        found = {(row["exercise"], row["field"]): row for row in csv.DictReader(file)}
    assert found["2.1", "p_dog"]["status"] == "right"
    assert found["2.1", "loss"]["points"] == "0"
    assert found["5.2", "grid"]["status"] == "right"
    assert found["2.2", "meaning"]["answer"].replace("\r", "") == 'It had "little" probability,\nwhatever the rest.'
    assert page.trouble == []


@pytest.mark.long
@pytest.mark.browser
def test_all_can_be_forgotten_on_a_shared_machine(visit):
    page = visit("level-2-application")
    fill(page, "softmax-three-logits", p_dog="0.5")
    page = visit("index")
    assert "1 of" in page.locator("[data-sum]").inner_text()
    for answer, left in (("Keep it", "1 of"), ("Forget all", "Nothing is filled in")):
        page.get_by_role("button", name="Forget all …").click()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        page.wait_for_function(f"document.querySelector('[data-sum]').textContent.includes('{left}')")
    assert visit("level-2-application").locator("#softmax-three-logits [name=p_dog]").input_value() == ""
