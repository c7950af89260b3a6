"""The page's judge against Python's: one verdict, whatever is typed."""

import json
import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lib.answers import answer_table, judge
from lib.answers.fields import read_field
from lib.answers.reading import NotRead
from lib.answers.rules import step
from lib.bank import EXERCISES
from lib.bank.committed import variants_of
from lib.site.judging import judge_script
from tests.answers import test_read_masks, test_read_numbers, test_read_shapes
from tests.answers.forms import forms_of

TABLES = [answer_table(each) for each in EXERCISES]
VARIANTS = [
    answer_table(each, numbers, variant=variant)
    for each in EXERCISES
    for variant, numbers in enumerate(variants_of(each))
    if variant > 0
]
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table["number"])
READ_ELSEWHERE = [
    *test_read_masks.READ,
    *test_read_masks.NOT_READ,
    *("[CLS] at position 0", "position 0", "[SEP] [CLS]", "27/32 %", "8/10 percent", "3/20", "-1/3"),
    *(text for text, *_ in test_read_numbers.READ + test_read_numbers.NOT_READ),
    *(text for text, *_ in test_read_shapes.READ + test_read_shapes.NOT_READ),
]
NUMBERS = """80|80 %|0.8|1|1.5|0.8 %|0.015|8/10|-0.5|1,000|12,345|1,000/4|2,4|1000,125|1,000 tokens|1/32|-1/3|-1/1e9
    |1/.5|9e-400|.5e-400|1e15|1e-20|1e305/1|-0,0|−0/1|0.844\n|111111111111111111111111111111|20,086/23.804|3,0000"""
NAMES = """The [CLS] token|seq2seq|left-to-right|classification token|ſep|\u212bngström|ΣΑΣ|\u0130|（ｎ，９）
    |n,n,n,n,n,n,n,n|n,n,n,n,n,n,n,n,n"""
LONG = [
    *("x" * 40, "x" * 41, "x" * 80, "x" * 81, "🙂" * 80, "🙂" * 81, "\ud800" * 30, "12🙂" * 12, "1,000 " + "x" * 90),
    *(" " * 3200 + "1", " " * 3199 + "1", "\u00a0" * 190 + "abc" * 20, "0." + "1" * 40, "1." + "0" * 40),
]
TEXTS = [
    *(text for text in READ_ELSEWHERE if isinstance(text, str)),
    *(text.removesuffix("\n    ") for text in f"{NUMBERS}|{NAMES}".split("|")),
    *LONG,
]


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """A page with the judge on it, opened from a file."""
    folder = tmp_path_factory.mktemp("judge")
    (folder / "judge.js").write_text(judge_script(), encoding="utf-8")
    html = '<!doctype html><meta charset="utf-8"><title>judge</title><script src="judge.js"></script>'
    (folder / "page.html").write_text(html, encoding="utf-8")
    page = chromium.new_page()
    page.goto((folder / "page.html").as_uri())
    yield page
    page.close()


def evaluate(page, program, data):
    """Run a program on data, both as JSON in plain ASCII, so that any text gets there and back."""
    text = page.evaluate(f"(text) => JSON.stringify(({program})(JSON.parse(text)))", json.dumps(data))
    return json.loads(text, parse_int=float)  # JavaScript writes 1e20 without its exponent


def as_json(verdicts):
    """Return verdicts or readings of Python's as JSON has them."""
    return json.loads(json.dumps(verdicts, default=vars))


def differences(page, table, given):
    """Judge many answers by a table, there and here, and return those on which the two disagree."""
    program = "({ table, given }) => given.map((answers) => course.judge(table, answers))"
    there = evaluate(page, program, {"table": table, "given": given})
    here = as_json([judge(table, answers) for answers in given])
    assert len(there) == len(here) == len(given) > 0
    return [each for each in zip(given, there, here, strict=True) if each[1] != each[2]]


def plain(value, decimals):
    return f"{value:.{decimals}f}"


def cut_off(value, decimals):
    return plain(value, 15)[: -15 + decimals]


def near(value, distance):
    """Write a number at, and on both sides of, the edge of a tolerance."""
    return [plain(value + factor * distance, 12) for factor in (-1.01, -1, -0.99, -0.5, 0.5, 0.99, 1, 1.01)]


def writings_of(field, value):
    """List what may be typed for a value of a field, in every form and however rounded."""
    texts = [form for form in forms_of(field, value) if isinstance(form, str)]
    if field["kind"] == "number":
        texts += [write(value, decimals) for decimals in range(1, 8) for write in (plain, cut_off)]
        texts += [plain(value, 0), *near(value, field["tolerance"])]
        texts += [text for decimals in range(4) for text in near(value, 10**-decimals / 2)]
    return texts


def values_of(field):
    if "answer" not in field:
        return []
    others = [field, *field["mistakes"]] if field["kind"] == "mask" else field["mistakes"]
    values = [field["answer"], *(mistake["value"] for mistake in field["mistakes"])]
    return [*values, *(value for each in others for value in each.get("also", ()))]  # grids of other sizes, too


def pairs_of(table, typed):
    """List answers of which one follows from another: rightly, nearly, or not at all."""
    for field in table["fields"]:
        if "follows" not in field:
            continue
        first = next(each for each in table["fields"] if each["name"] == field["follows"]["field"])
        for before in typed[first["name"]]:
            reading = read_field(first, before)
            value = None if isinstance(reading, NotRead) else step(field["follows"], getattr(reading, "value", 0))
            afters = ["0.3", "7.601", *([] if value is None else [plain(value, n) for n in range(7)])]
            afters += [] if value is None else near(value, field.get("tolerance", 0.5))
            yield from ({first["name"]: before, field["name"]: after} for after in afters)


def answers_to(table, *, most=1000, sets=40):
    """List what is compared for an exercise: each field alone, pairs, and sets of all together.

    Of each value at most so many writings, drawn from a fixed seed.
    """
    rng = random.Random(f"{table['number']} {table['variant']}")
    typed = {}
    for field in table["fields"]:
        writings = [writings_of(field, value) for value in values_of(field)]
        typed[field["name"]] = [text for each in writings for text in rng.sample(each, min(most, len(each)))]
        typed[field["name"]] += rng.sample(["0", "1", "-1", "0.5", "2/3", "Because.", "?", ""], min(most, 8))
    alone = [{name: text} for name, texts in typed.items() for text in texts]
    together = [{name: rng.choice(texts) for name, texts in typed.items()} for _ in range(sets)]
    right = {name: texts[0] for name, texts in typed.items()}
    return [*alone, *pairs_of(table, typed), *together, right, {}]


@each_table
def test_both_judge_every_answer_and_mistake_alike_in_every_form(page, table):
    assert differences(page, table, answers_to(table)) == []


@pytest.mark.long
@pytest.mark.skipif(not VARIANTS, reason="there are no variants")
def test_both_judge_every_variant_alike(page):
    for table in VARIANTS:
        assert differences(page, table, answers_to(table, most=2, sets=4)) == []


@each_table
def test_both_judge_alike_what_any_field_can_be_given(page, table):
    names = [field["name"] for field in table["fields"]]
    assert differences(page, table, [{name: text} for name in names for text in TEXTS]) == []


def one_field_of_each_kind():
    """Make a table with one field for every way of reading."""
    fields = [field for table in TABLES for field in table["fields"]]
    ways = {(field["kind"], field.get("percent"), *field.get("units", ())): field for field in fields}
    mixed = [{**field, "name": f"field_{n}"} for n, field in enumerate(ways.values())]
    return {**TABLES[0], "fields": [{k: v for k, v in field.items() if k != "follows"} for field in mixed]}


MIXED = one_field_of_each_kind()
ANYTHING = (
    st.text(max_size=30)
    | st.text(alphabet="0123456789.,-+eE/% ≈−nats\n=()[]×10^⁻¹…p:", max_size=20)
    | st.text(alphabet="0129nN ,;xX×*·()[]{}.=RW^by", max_size=14)
    | st.text(alphabet="clsCLS[]<> thetokn", max_size=16)
    | st.from_regex(r"\A[-+−]?[0-9]{0,4}[.,]?[0-9]{0,6}(e-?[0-9]{1,3})?( ?/ ?[0-9]{1,3}[.,]?[0-9]{0,3})? ?%?\Z")
)


# Without shrinking: a batch shows the text on which the two disagree at once.
@pytest.mark.long
@settings(deadline=None, derandomize=True, max_examples=30, phases=[Phase.generate])
@given(st.lists(ANYTHING, min_size=60, max_size=100))
def test_both_read_and_judge_any_text_alike(page, texts):
    names = [field["name"] for field in MIXED["fields"]]
    assert differences(page, MIXED, [{name: text} for name in names for text in texts]) == []
    program = "({ fields, texts }) => fields.map((field) => texts.map((text) => course.read(field, text)))"
    there = evaluate(page, program, {"fields": MIXED["fields"], "texts": texts})
    for field, readings in zip(MIXED["fields"], there, strict=True):
        for text, reading in zip(texts, readings, strict=True):
            here = as_json(read_field(field, text))
            assert reading.items() <= here.items(), (field["kind"], text)
            assert field["kind"] == "argument" or {"value", "reason"} & set(reading)


@pytest.mark.parametrize("value", [True, 0, 0.844, 1e300, [], [2, 768], {}, {"toString": None}])
def test_what_is_no_text_is_not_read_on_the_page_and_never_throws(page, value):
    program = "({ table, value }) => table.fields.map(({ name }) => course.judge(table, { [name]: value }))"
    for verdict in evaluate(page, program, {"table": MIXED, "value": value}):
        assert (verdict["status"], verdict["points"], len(verdict["fields"])) == ("not read", 0, 1)
        assert "is not a text. Write " in verdict["fields"][0]["feedback"]


@pytest.mark.parametrize(
    "answers", ["null", "undefined", "7", "'text'", "[]", "{}", "Symbol()", "() => 1", "new Map()"]
)
def test_no_answers_at_all_are_told_so_and_never_throw(page, answers):
    verdict = evaluate(page, f"(table) => course.judge(table, {answers})", TABLES[3])
    assert verdict == as_json(judge(TABLES[3], {}))


def test_a_field_that_does_not_exist_is_told_so_with_those_that_do(page):
    given = [{"zzzzzz": "1"}, {"__proto__": "1"}, {"toString": "1", "p_dog": "0.844"}, {"<b>🙂\n": "1"}]
    assert differences(page, TABLES[3], given) == []


def test_a_table_is_the_same_after_as_before(page):
    program = "({ table, given }) => given.map((each) => course.judge(table, each)) && table"
    for table in TABLES:
        assert evaluate(page, program, {"table": table, "given": answers_to(table, most=3)}) == table


def unusual_table():
    """Make a table that no exercise has: crowded mistakes, a step from what is left, an option with one name."""
    first, then = (dict(field) for field in TABLES[3]["fields"])
    crowd = [0.7, 0.7005, 0.701, 0.7004, 0.6996]
    first["mistakes"] = [{"name": f"{n}", "value": value, "feedback": f"No. {n}."} for n, value in enumerate(crowd)]
    first["mistakes"][1]["also"] = [0.7011, 0.4]
    then["follows"] = {"field": first["name"], "how": "minus-ln-of-rest"}
    choice = {**TABLES[0]["fields"][0], "options": ["causal", "?", "bidirectional"], "also": {}}
    return {**TABLES[3], "fields": [first, then, choice]}


def test_both_judge_alike_where_mistakes_are_crowded_and_a_step_starts_from_the_rest(page):
    table = unusual_table()
    first, then, choice = (field["name"] for field in table["fields"])
    texts = ["0.70", "0.700", "0.7002", "0.70045", "0.7007", "0.69", "0.7", "1", "0.3", "0.4", "0.401"]
    pairs = [{first: one, then: other} for one in texts for other in ["1.2", "1.204", "1.1", "0.357", "0", "-0.01"]]
    names = [{choice: text} for text in ["causal", "CAUSAL", "left to right", "!"]]
    assert differences(page, table, pairs + names) == []
    assert judge(table, {first: "0.7007"}).fields[0].name_of_mistake == "1"
    assert judge(table, {first: "0.401"}).fields[0].name_of_mistake == "1", "by what else it gives"
    assert judge(table, {first: "0.700", then: "1.204"}).fields[1].name_of_mistake == "carried-forward"


def made_up_number(rng, name):
    """Make a number field whose answer and mistakes are anything, near each other or not."""
    decimals = rng.randint(2, 4)
    answer = rng.choice([round(rng.uniform(-2, 3), rng.randint(2, 9)), rng.gauss(0, 10.0**-decimals)])
    near = [[answer + rng.gauss(0, 10.0 ** -rng.randint(0, decimals)) for _ in range(n)] for n in (1, 1, 2, 3)]
    return {
        **TABLES[3]["fields"][0],
        "name": name,
        "decimals": decimals,
        "answer": answer,
        "tolerance": rng.choice([0.6, 1, 3]) * 10.0**-decimals,
        "mistakes": [
            {"name": f"{n}", "value": value, "also": also, "feedback": f"No. {n}."}
            for n, (value, *also) in enumerate(near)
        ],
    }


def test_both_judge_made_up_numbers_alike(page):
    rng = random.Random(3)
    for _ in range(60):
        field = made_up_number(rng, "it")
        texts = [text for value in values_of(field) for text in rng.sample(writings_of(field, value), 15)]
        given = [{"it": f"{text}{end}"} for text in texts for end in ("", "/1", "0")]
        assert differences(page, {**TABLES[3], "fields": [field]}, given) == []


def test_both_judge_alike_what_has_fewer_decimals_and_is_near_all_the_same(page):
    field = {**TABLES[3]["fields"][0], "answer": 0.8999, "decimals": 3, "tolerance": 0.001, "mistakes": []}
    texts = ["0.9", "0.90", "0.900", "90 %", ".9", "1", "0", "0.0"]
    assert differences(page, {**TABLES[3], "fields": [field]}, [{field["name"]: text} for text in texts]) == []


def uncovered(source, functions):
    """List the parts of a script that were never run."""
    never = [each for function in functions for each in function["ranges"] if each["count"] == 0]
    utf_16 = source.encode("utf-16-le")
    return [utf_16[2 * each["startOffset"] : 2 * each["endOffset"]].decode("utf-16-le") for each in never]


def test_the_comparisons_above_run_every_branch_of_the_pages_judge(chromium):
    page = chromium.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    source = f"{judge_script()}\n//# sourceURL=counted.js"  # not the text that other tests run: counts are kept by text
    page.add_script_tag(content=source)
    for table in TABLES:
        assert differences(page, table, answers_to(table, most=10)) == []
    test_both_judge_alike_what_any_field_can_be_given(page, MIXED)
    test_what_is_no_text_is_not_read_on_the_page_and_never_throws(page, 1)
    test_what_is_no_text_is_not_read_on_the_page_and_never_throws(page, {})
    test_no_answers_at_all_are_told_so_and_never_throw(page, "null")
    test_no_answers_at_all_are_told_so_and_never_throw(page, "7")
    test_a_field_that_does_not_exist_is_told_so_with_those_that_do(page)
    test_both_judge_alike_where_mistakes_are_crowded_and_a_step_starts_from_the_rest(page)
    test_both_judge_alike_what_has_fewer_decimals_and_is_near_all_the_same(page)
    [counted] = [each for each in session.send("Profiler.takePreciseCoverage")["result"] if "counted" in each["url"]]
    page.close()
    assert len(counted["functions"]) > 60
    assert uncovered(source, counted["functions"]) == []
