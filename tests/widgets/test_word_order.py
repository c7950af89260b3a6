"""WordOrder: in Python, and on a page without a kernel."""

import json
from itertools import permutations
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.encoder import attention_weights, self_attention, sum_embeddings
from lib.widgets import WordOrder
from lib.widgets.word_order import POSITIONS, SEGMENTS, TOKENS

WORDS = ["dog", "bites", "man"]
TURNED = [2, 1, 0]


def order(**settings):
    return WordOrder(WORDS, **settings)


def output_of(word, turned, positions=False, segments=False, border=2):
    """The layer's output for a word, computed apart from the widget."""
    position = POSITIONS[: len(turned)] if positions else None
    segment = [SEGMENTS[int(place >= border)] for place in range(len(turned))] if segments else None
    entered = sum_embeddings(np.array([TOKENS[each] for each in turned], float), position, segment)
    return self_attention(entered)[turned.index(word)]


def test_python_knows_both_outputs_and_their_difference():
    widget = order()
    assert widget.order == TURNED
    assert widget.output == pytest.approx(output_of(0, TURNED, positions=True), abs=1e-15)
    assert widget.first_output == pytest.approx(output_of(0, [0, 1, 2], positions=True), abs=1e-15)
    assert widget.difference == pytest.approx(0.6795431068562516)
    assert widget.inputs[2].tolist() == [2.0, 1.0, 0.0, 1.0], "dog (2 0 0 1) at place 3 (0 1 0 0)"


@pytest.mark.parametrize("count", [2, 3, 6])
def test_without_positions_and_segments_no_order_changes_any_word(count):
    names = list("abcdef"[:count])
    for turned in list(permutations(range(count)))[:60]:
        widget = WordOrder(names, list(turned), positions=False)
        for widget.chosen in names:
            assert widget.difference <= 1e-12


def test_with_positions_a_moved_word_changes():
    for turned in list(permutations(range(3)))[1:]:
        for word in WORDS:
            assert order(order=list(turned), chosen=word).difference > 0.01


def test_segments_matter_only_across_their_border():
    within, across = [1, 0, 2], [2, 1, 0]
    assert order(order=within, positions=False, segments=True, border=2).difference <= 1e-12
    assert order(order=across, positions=False, segments=True, border=2).difference > 0.1
    assert order(order=across, positions=False, segments=True, border=3).difference <= 1e-12


def test_a_renamed_word_stays_chosen():
    widget = order()
    widget.words = ["cat", "bites", "man"]
    assert widget.chosen == "cat"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("words", ["one"], "2 to 6"),
        ("words", ["a"] * 10_000, "2 to 6"),
        ("words", ["a", "a", "b"], "different"),
        ("words", ["a", "b"], "make a new WordOrder"),
        ("order", [0, 1], "0 to 2 once"),
        ("order", [0, 0, 1], "0 to 2 once"),
        ("order", [0, 1, 7], "0 to 2 once"),
        ("chosen", "cow", "one of"),
        ("border", 0, "from 1 to 3"),
        ("border", 4, "from 1 to 3"),
        ("token_vectors", [[1.0, 2.0]] * 3, "vectors of 4 numbers"),
        ("token_vectors", [[1.0, 2.0, 3.0, float("nan")]] * 3, "from -10 to 10"),
        ("position_vectors", [[1e400, 0, 0, 0]] * 3, "from -10 to 10"),
        ("segment_vectors", [[0.0] * 4] * 3, "2 vectors"),
        ("presets", [{"order": [0, 1, 2]}], "title"),
        ("presets", [{"title": "x", "order": [1]}], "once"),
        ("presets", [{"title": "x", "positions": 1}], "True or False"),
        ("presets", [{"title": "x", "colour": 1}], "colour"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = order()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


@pytest.mark.parametrize("given", [5, [0, 1, "2"], [0, 1, 2.5], "abc"])
def test_an_order_that_is_none_is_refused_at_once(given):
    with pytest.raises(TraitError, match="order must"):
        WordOrder(WORDS, given)


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    widget = order()
    widget.set_state({"order": [0, 0, 0]})
    assert widget.order == TURNED
    assert "once" in widget.refused
    widget.set_state({"order": [0, 1, 2], "chosen": "man"})
    assert (widget.order, widget.chosen, widget.refused) == ([0, 1, 2], "man", "")


def test_the_state_is_plain_and_the_still_figure_shows_both_outputs():
    json.dumps(order().state)
    alt = order().still().alt
    assert alt.startswith("Output for “dog”. dog bites man: 1.688, 0.156, 0.084, 1.958. man bites dog: 1.472,")
    assert alt.endswith("Largest difference 0.680.")
    assert order(positions=False).still().alt.endswith("Largest difference 2e−16.")
    assert "difference" not in order(order=[0, 1, 2]).still().alt


# ── on a page ──


def said(page):
    return page.locator(".says").inner_text()


def outputs(page):
    """The two outputs as the page shows them."""
    rows = page.locator(".outputs tbody tr").all()
    read = [[float(v.replace("−", "-")) for v in row.locator(".v").all_text_contents()] for row in rows]
    return [list(column) for column in zip(*read, strict=True)]


def sentence(page):
    return page.locator("ol bdi").all_text_contents()


def test_the_page_shows_what_python_computes(stage):
    page = stage(order())
    widget = order()
    first, now = outputs(page)
    assert first == pytest.approx(widget.first_output, abs=6e-4)
    assert now == pytest.approx(widget.output, abs=6e-4)
    assert page.locator(".outputs thead bdi").all_text_contents() == ["dog bites man", "man bites dog"]
    assert "changes: largest difference 0.680. It enters with another position embedding." in said(page)
    assert page.trouble == []


def test_words_move_by_keyboard_and_keep_the_focus(stage):
    page = stage(order(order=[0, 1, 2], positions=False))
    assert said(page) == "This is the order to compare with. Swap two words."
    page.get_by_role("button", name="Move dog right").focus()
    page.keyboard.press("Enter")
    assert sentence(page) == ["bites", "dog", "man"]
    assert page.evaluate("document.activeElement.ariaLabel") == "Move dog right"
    page.keyboard.press("Space")
    assert sentence(page) == ["bites", "man", "dog"]
    assert page.evaluate("document.activeElement.ariaLabel") == "Move dog left", "the other arrow, at the edge"
    assert page.get_by_role("button", name="Move dog right").is_disabled()
    assert page.get_by_role("button", name="Move bites left").is_disabled()
    page.keyboard.press("Enter")
    assert sentence(page) == ["bites", "dog", "man"]


def test_without_positions_the_outputs_are_equal_up_to_rounding(stage):
    page = stage(order())
    page.get_by_label("position embeddings").uncheck()
    first, now = outputs(page)
    assert first == now == pytest.approx(output_of(0, TURNED), abs=6e-4)
    assert "is equal up to rounding: largest difference" in said(page)
    assert "equivariant" in said(page)
    shown = page.locator(".says b").last.inner_text()
    assert shown == "0" or float(shown.replace("−", "-")) < 1e-12
    page.get_by_label("position embeddings").check()
    assert outputs(page)[0] != outputs(page)[1]


def test_segments_matter_where_a_word_crosses_their_border(stage):
    page = stage(order(positions=False))
    assert not page.get_by_label("words in sentence A").is_visible()
    page.get_by_label("segment embeddings").check()
    assert page.locator(".place").all_text_contents() == ["1 · A", "2 · A", "3 · B"]
    assert "another segment embedding" in said(page)
    page.get_by_label("words in sentence A").select_option("3")
    assert "equal up to rounding" in said(page)
    assert "enters as the same vector as before" in said(page)
    assert outputs(page)[1] == pytest.approx(output_of(0, TURNED, segments=True, border=3), abs=6e-4)


def test_a_word_that_stays_changes_because_others_moved(stage):
    page = stage(order())
    page.get_by_role("radio").nth(1).check()
    assert "What the layer makes of bites" in page.locator(".outputs caption").inner_text()
    assert "It enters as before, but dog, man don’t, and it attends to every word." in said(page)
    assert outputs(page)[1] == pytest.approx(output_of(1, TURNED, positions=True), abs=6e-4)


def test_turn_around_start_again_and_presets(stage):
    presets = [{"title": "no positions", "positions": False, "order": [1, 0, 2], "chosen": "man"}]
    page = stage(order(presets=presets))
    page.get_by_role("button", name="Turn around").click()
    assert sentence(page) == WORDS
    page.get_by_label("start from").select_option(label="no positions")
    assert sentence(page) == ["bites", "dog", "man"]
    assert page.get_by_role("radio").nth(2).is_checked()
    assert "equivariant" in said(page)
    page.get_by_role("button", name="Start again").click()
    assert sentence(page) == WORDS[::-1]
    assert page.get_by_label("position embeddings").is_checked()


def test_what_enters_is_in_a_table(stage):
    page = stage(order(segments=True))
    page.get_by_text("Show what enters").click()
    rows = page.locator("details tbody tr").all()
    cells = [row.locator("th, td").all_text_contents() for row in rows]
    assert cells[2][:5] == ["3 dog", "(2 0 0 1)", "(0 1 0 0)", "(0 0 0 0.5)", "(2 1 0 1.5)"]
    assert sum(float(row[-1]) for row in cells) == pytest.approx(1, abs=0.002)


def test_the_link_carries_the_order_to_another_page(stage):
    page = stage(order())
    page.get_by_role("button", name="Move dog left").click()
    page.get_by_label("segment embeddings").check()
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    assert sentence(page) == ["man", "dog", "bites"]
    assert page.get_by_label("segment embeddings").is_checked()


@pytest.mark.parametrize(
    "carried",
    [
        "{}",
        "nonsense",
        "null",
        '{"order":[0,0,1]}',
        '{"order":5}',
        '{"chosen":"<b>"}',
        '{"border":1e999}',
        '{"positions":1}',
    ],
)
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    page = stage(order(), search=f"?w0={quote(carried)}")
    assert sentence(page) == WORDS[::-1]
    assert page.trouble == []


def test_markup_emoji_and_other_scripts_are_text(stage):
    names = ["<img src=x onerror=alert(1)>", "كلب 🐕", "$x$"]
    page = stage(WordOrder(names))
    assert page.locator(".word-order img").count() == 0
    assert sentence(page) == names[::-1]
    assert page.trouble == []


def test_two_on_a_page_don_t_touch_each_other(stage):
    page = stage(order(), order())
    page.locator("#s1").get_by_role("button", name="Turn around").click()
    page.locator("#s1").get_by_role("radio").nth(1).check()
    assert page.locator("#s0 ol bdi").all_text_contents() == WORDS[::-1]
    assert page.locator("#s0").get_by_role("radio").nth(2).is_checked()


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page_and_every_target_is_large_enough(stage, width, theme):
    long = ["unbelievably long words in it", "b", "🐕", "كلب", "x" * 40, "man"]
    page = stage(WordOrder(long, segments=True), order(), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.evaluate(
        "[...document.querySelectorAll('.word-order :is(button, select, label)')]"
        ".filter(each => each.offsetParent).map(each => { const b = each.getBoundingClientRect(); "
        "return [b.width, b.height, b.right]; })"
    )
    assert all(across >= 24 and high >= 24 and right <= width for across, high, right in boxes)
    assert page.trouble == []


def test_without_javascript_the_figure_stands_there(stage):
    page = stage(order(), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert picture.is_visible()
    assert "1.688" in picture.get_attribute("aria-label")


# ── the formulas of the page are those of lib ──


def near(left, right):
    return np.allclose(np.array(left, float), np.array(right, float), rtol=1e-12, atol=1e-12)


def cases(count=300):
    rng = np.random.default_rng(8)
    for _ in range(count):
        rows, size, scale = int(rng.integers(1, 9)), int(rng.integers(1, 7)), rng.choice([0, 0.1, 1, 10, 300])
        yield rng.normal(0, scale, (rows, size)).tolist() if scale else np.zeros((rows, size)).tolist()
    yield from ([[1e150]], [[1e100, -1e100], [-1e100, 1e100]], [[700.0, 0.0], [0.0, 700.0]], [[1e-300, 0.0]])


def test_attention_on_the_page_is_that_of_lib(formulas):
    module, inputs = formulas("word_order"), list(cases())
    for got, vectors in zip(module.many("selfAttention", [(x,) for x in inputs]), inputs, strict=True):
        scale = max(1.0, np.abs(vectors).max())
        assert near(np.array(got) / scale, self_attention(vectors) / scale), vectors
    for got, vectors in zip(module.many("attentionWeights", [(x,) for x in inputs]), inputs, strict=True):
        x = np.array(vectors)
        scores = x @ x.T / np.sqrt(x.shape[1])
        assert near(got, attention_weights(scores, np.ones(scores.shape, dtype=bool))), vectors


def test_the_sums_on_the_page_are_those_of_lib(formulas):
    rng, calls = np.random.default_rng(9), []
    for number in range(200):
        token, position, segment = rng.normal(0, 10, (3, int(rng.integers(1, 7)), 4)).tolist()
        calls.append((token, position if number % 2 else None, segment if number % 3 else None))
    for got, call in zip(formulas("word_order").many("sumEmbeddings", calls), calls, strict=True):
        assert near(got, sum_embeddings(*call))


def test_a_difference_is_written_short(formulas):
    calls = [(0,), (2.22e-16,), (-1.1e-17,), (0.68,), (-0.2154,), (0.0004,)]
    assert formulas("word_order").many("small", calls) == ["0", "2e−16", "−1e−17", "0.680", "−0.215", "4e−4"]
    assert formulas("word_order")("largestDifference", [1, -2], [1.5, 2]) == 4
