"""WordPieceSplitter: in Python, on a page without a kernel, and the same split in both."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.masking import count_chosen
from lib.widgets import WordPieceSplitter
from lib.widgets.wordpiece_splitter import RELEASED, SENTENCE
from lib.wordpiece import explain_split, split_sentence, split_word

PLAY = ["play", "pl", "##ay", "##ing", "ing", "##s"]
LETTERS = ["a", "b", "é", "海", "🐕", "e\u0301", "ß", "##"]


def random_words(count=400):
    """Words and vocabularies that share letters, so that words split, fail, and split in more than one way."""
    rng = np.random.default_rng(31)
    for i in range(count):
        letters = LETTERS[: 2 + i % 7]
        make = lambda most, letters=letters: "".join(rng.choice(letters, rng.integers(1, most)))  # noqa: E731
        vocabulary = sorted({make(4) for _ in range(i % 9 + 1)} | {"##" + make(4) for _ in range(i % 11)})
        yield make(12), vocabulary, [100, 3][i % 5 == 4]


# ── in Python ──


def test_pieces_and_steps_are_those_of_lib():
    widget = WordPieceSplitter("playing", PLAY)
    assert widget.pieces == ["play", "##ing"] == split_word("playing", PLAY)
    assert widget.steps == explain_split("playing", PLAY)
    assert widget.steps[0].tried == ("playing", "playin", "playi", "play")


def test_unhappiness_splits_as_in_the_released_list_and_with_an_invented_piece_as_one_might_expect():
    widget = WordPieceSplitter()
    assert widget.pieces == ["un", "##ha", "##pp", "##iness"]
    presets = {preset["title"]: preset["vocabulary"] for preset in widget.presets}
    pieces = {title: split_word("unhappiness", vocabulary) for title, vocabulary in presets.items()}
    assert pieces == {
        "pieces of the released list": ["un", "##ha", "##pp", "##iness"],
        "with an invented ##happi": ["un", "##happi", "##ness"],
        "without ##pp": ["[UNK]"],
    }
    assert "##happi" not in RELEASED.split()
    assert "happiness" in RELEASED.split()


def test_the_first_sentence_is_wholly_known_and_its_two_counts_differ():
    widget = WordPieceSplitter()
    assert "[UNK]" not in widget.tokens
    assert widget.counts == (13, 22, count_chosen(13), count_chosen(22)) == (13, 22, 2, 3)


def test_word_and_sentence_are_read_in_lower_case():
    widget = WordPieceSplitter("Playing", PLAY, sentence="Playing PLAYS, here")
    assert (widget.word, widget.pieces) == ("playing", ["play", "##ing"])
    assert widget.tokens == ["play", "##ing", "play", "##s", "[UNK]", "[UNK]"]
    assert widget.counts.words == 3


def test_a_word_that_is_too_long_is_unknown_untried():
    widget = WordPieceSplitter("a" * 101, ["a", "##a"])
    assert (widget.pieces, widget.steps) == (["[UNK]"], [])
    widget.longest_word = 200
    assert len(widget.pieces) == 101


def test_a_set_is_taken_in_order_so_that_the_page_is_the_same_each_time():
    assert WordPieceSplitter("a", {"b", "a", "##a"}).vocabulary == ["##a", "a", "b"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("word", "", "one word"),
        ("word", "two words", "one word"),
        ("word", "don't", "one word"),
        ("word", "##ing", "one word"),
        ("word", "a" * 201, "at most 200"),
        ("vocabulary", [], "1 to 300"),
        ("vocabulary", ["a"] * 10_000, "1 to 300"),
        ("vocabulary", ["a", "a"], "different"),
        ("vocabulary", ["a b"], "without spaces"),
        ("vocabulary", ["a", "##"], "letter"),
        ("vocabulary", ["x" * 41], "at most 40"),
        ("sentence", " \n", "at least one word"),
        ("sentence", "a" * 1001, "at most 1000"),
        ("longest_word", 0, "1 to 200"),
        ("longest_word", True, "whole number"),
        ("presets", [{"word": "play"}], "title"),
        ("presets", [{"title": "x", "word": "two words"}], "one word"),
        ("presets", [{"title": "x", "pieces": []}], "must hold"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = WordPieceSplitter("playing", PLAY)
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    widget = WordPieceSplitter("playing", PLAY)
    widget.set_state({"word": "two words"})
    assert widget.word == "playing"
    assert "two words" in widget.refused
    widget.set_state({"word": "plays"})
    assert (widget.pieces, widget.refused) == (["play", "##s"], "")


def test_state_is_plain_json_and_the_figure_tells_the_same_pieces():
    widget = WordPieceSplitter("plays", PLAY)
    assert json.loads(json.dumps(widget.state)) == widget.state
    assert widget.still().alt == "The word “plays” in 2 pieces: “play”, “##s”."
    assert "[UNK]" in WordPieceSplitter("aaaa", ["a", "##a"], longest_word=3).still().alt


# ── the same split on a page ──


def test_a_page_splits_words_as_lib_does(formulas):
    module, calls = formulas("wordpiece_splitter"), list(random_words())
    pieces, steps = module.many("splitWord", calls), module.many("explainSplit", calls)
    outcomes = set()
    for (word, vocabulary, longest), got, tried in zip(calls, pieces, steps, strict=True):
        assert got == split_word(word, vocabulary, longest_word=longest), (word, vocabulary)
        expected = [step._asdict() for step in explain_split(word, vocabulary, longest_word=longest)]
        assert [{**step, "tried": tuple(step["tried"])} for step in tried] == expected
        outcomes.add("unknown" if got == ["[UNK]"] else min(len(got), 3))
    assert outcomes == {"unknown", 1, 2, 3}


def test_a_page_splits_sentences_as_lib_does(formulas):
    rng = np.random.default_rng(32)
    signs = [
        "play",
        "PLAYS",
        "pl",
        "Ünd",
        " ",
        "\t",
        "\n",
        ".",
        ",",
        "–",
        "«",
        "$",
        "+",
        "`",
        "[",
        "~",
        "1",
        "🐕",
        "كلب",
        "。",
    ]
    texts = ["x" + "".join(rng.choice(signs, rng.integers(1, 30))) for _ in range(300)]
    got = formulas("wordpiece_splitter").many("splitSentence", [(text, [*PLAY, ".", "«", "1"]) for text in texts])
    assert got == [split_sentence(text, [*PLAY, ".", "«", "1"]) for text in texts]


def shown(page):
    return page.locator(".pieces .chip").all_text_contents()


def said(page, n=0):
    return page.locator(".says").nth(n).inner_text().replace("\u00a0", " ")


def test_typing_a_word_shows_its_pieces_and_steps(stage):
    page = stage(WordPieceSplitter("playing", PLAY))
    assert shown(page) == ["play", "##ing"]
    field = page.get_by_label("word", exact=True)
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Plays")
    assert field.input_value() == "Plays", "what is being typed stays as it is"
    assert shown(page) == ["play", "##s"]
    assert page.locator(".pieces .mono").all_text_contents() == ["play", "s"]
    assert said(page) == "“plays” becomes 2 pieces: play ##s."
    assert page.trouble == []


def test_every_candidate_is_shown_from_the_longest_with_the_match_last(stage):
    page = stage(WordPieceSplitter("playing", PLAY))
    steps = page.locator(".tries > li")
    first = steps.nth(0).locator("li")
    assert first.locator("s").all_text_contents() == ["playing", "playin", "playi"]
    assert [text.replace(" is in the vocabulary", "") for text in first.last.all_text_contents()] == ["play ✓"]
    assert steps.nth(0).locator(".left").inner_text() == "playing"
    assert steps.nth(1).locator(".left").inner_text() == "ing"
    assert steps.nth(1).locator("li").count() == 1


def test_x_and_continuing_x_are_told_apart(stage):
    page = stage(WordPieceSplitter())
    candidate = page.locator(".tries > li").nth(1).locator("li").first
    assert candidate.locator("s").inner_text() == "##happiness"
    assert candidate.locator(".other").inner_text().strip() == "(only happiness)"
    assert "ness and ##ness are two entries" in page.locator(".note").first.inner_text()
    assert "not a morpheme" in page.locator(".note").first.inner_text()


def test_one_missing_piece_makes_the_whole_word_unknown(stage):
    page = stage(WordPieceSplitter())
    page.get_by_label("start from").select_option(label="without ##pp")
    assert shown(page) == ["[UNK]"]
    assert page.locator(".pieces .mono").all_text_contents() == ["unhappiness"]
    assert said(page) == (
        "“unhappiness” becomes [UNK] as a whole: after un ##ha, nothing in the vocabulary fits what is left, “ppiness”."
    )
    page.get_by_label("start from").select_option(label="with an invented ##happi")
    assert shown(page) == ["un", "##happi", "##ness"]
    page.get_by_role("button", name="Start again").click()
    assert shown(page) == ["un", "##ha", "##pp", "##iness"]


def test_a_word_that_is_too_long_is_told_to_be_untried(stage):
    page = stage(WordPieceSplitter("a", ["a", "##a"]))
    page.get_by_label("word", exact=True).fill("a" * 101)
    assert shown(page) == ["[UNK]"]
    assert "it has 101 characters, and a word of more than 100 is not tried at all" in said(page)
    assert page.locator(".tries > li").count() == 0
    page.get_by_label("word", exact=True).fill("a" * 100)
    assert len(shown(page)) == 100
    assert "… and 88 more steps." in page.locator(".tries").inner_text()
    assert page.trouble == []


@pytest.mark.parametrize("typed", ["", "   ", "two words", "don't", "<b>", "##ing", "a" * 201])
def test_what_is_no_word_is_told_and_changes_nothing(stage, typed):
    page = stage(WordPieceSplitter("playing", PLAY))
    page.get_by_label("word", exact=True).fill(typed)
    assert page.locator(".trouble").inner_text()
    assert shown(page) == ["play", "##ing"]
    page.get_by_label("word", exact=True).fill("play")
    assert page.locator(".trouble").inner_text() == ""
    assert page.trouble == []


@pytest.mark.parametrize("typed", ["كلب", "🐕", "e\u0301t\u00e9", "naïve", "1e400", "NaN", "constructor", "–"])
def test_odd_words_are_split_like_others(stage, typed):
    page = stage(WordPieceSplitter("playing", PLAY))
    page.get_by_label("word", exact=True).fill(typed)
    assert shown(page) == ["[UNK]"]
    assert said(page) == f"“{typed}” becomes [UNK] as a whole: no entry of the vocabulary begins it.".replace(
        "NaN", "nan"
    )
    assert page.trouble == []


def test_the_vocabulary_can_be_changed(stage):
    page = stage(WordPieceSplitter("playing", PLAY))
    page.get_by_text("Change the vocabulary").click()
    field = page.get_by_label("entries in lower case")
    field.fill("pl ##ay ##ing pl <b>x</b>\n")
    assert shown(page) == ["pl", "##ay", "##ing"]
    field.fill("play ing")
    assert shown(page) == ["[UNK]"]
    assert page.locator(".wordpiece-splitter b b").count() == 0
    assert page.trouble == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (" ", "at least one entry"),
        (" ".join(map(str, range(10_000))), "at most 300 entries here, this one has 10000"),
        ("a ##", "Letters are missing"),
        ("x" * 41, "at most 40 characters"),
    ],
)
def test_what_is_no_vocabulary_is_told_and_changes_nothing(stage, typed, told):
    page = stage(WordPieceSplitter("playing", PLAY))
    page.get_by_text("Change the vocabulary").click()
    page.get_by_label("entries in lower case").fill(typed)
    assert told in page.locator(".trouble").inner_text()
    assert shown(page) == ["play", "##ing"]


def counts_shown(page):
    return [row.split("\t") for row in page.locator(".part tbody").inner_text().splitlines()]


def test_the_two_counts_stand_beside_each_other(stage):
    page = stage(WordPieceSplitter())
    assert counts_shown(page) == [["words", "13", "1.95", "2"], ["tokens", "22", "3.3", "3"]]
    assert said(page, 1) == "Words would give 2, tokens give 3. BERT chooses among tokens."
    assert "the nearest whole number, a half up" in page.locator(".part .note").inner_text()
    page.get_by_label("a sentence").fill(" ".join(["word"] * 10))
    assert counts_shown(page) == [["words", "10", "1.5", "2"], ["tokens", "10", "1.5", "2"]]
    assert "here rounding hides the difference" not in said(page, 1)
    assert said(page, 1) == "Words and tokens both give 2: no word is split. BERT chooses among tokens."
    page.get_by_label("a sentence").fill(" ".join(["word"] * 10) + ".")
    assert (
        said(page, 1) == "Words and tokens both give 2: here rounding hides the difference. BERT chooses among tokens."
    )


def test_words_of_the_sentence_without_pieces_are_pointed_out(stage):
    page = stage(WordPieceSplitter("play", PLAY, sentence="Play <b>him</b> كلب"))
    assert page.locator(".sentence .chip").all_text_contents() == split_sentence("Play <b>him</b> كلب", PLAY)
    assert "9 tokens are [UNK]" in said(page, 1)
    assert page.trouble == []


@pytest.mark.parametrize(("typed", "told"), [(" ", "Type a sentence."), ("a" * 1001, "at most 1000 characters")])
def test_what_is_no_sentence_is_told_and_changes_nothing(stage, typed, told):
    page = stage(WordPieceSplitter())
    page.get_by_label("a sentence").fill(typed)
    assert told in page.locator(".trouble:visible").inner_text()
    assert counts_shown(page)[0] == ["words", "13", "1.95", "2"]


def test_the_table_tells_every_step(stage):
    page = stage(WordPieceSplitter("playq", PLAY))
    page.get_by_text("Show the table").click()
    rows = [row.split("\t") for row in page.locator(".words tbody").inner_text().splitlines()]
    assert rows == [["1", "playq", "2", "play"], ["2", "q", "1", "none"]]
    page.get_by_label("word", exact=True).fill("plays")
    assert page.locator(".words tbody tr").last.inner_text().split("\t") == ["2", "s", "1", "##s"]


def test_the_link_carries_the_word_to_another_page(stage):
    page = stage(WordPieceSplitter())
    page.get_by_label("start from").select_option(label="with an invented ##happi")
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    assert shown(page) == ["un", "##happi", "##ness"]


@pytest.mark.parametrize(
    "carried",
    ["{}", "null", '{"word":"two words"}', '{"word":5}', '{"word":"Play"}', '{"vocabulary":[]}', '{"vocabulary":"abc"}',
     '{"vocabulary":[1]}', '{"sentence":""}', '{"longest_word":1e999}'],
)  # fmt: skip
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    page = stage(WordPieceSplitter(), search=f"?w0={quote(carried)}")
    assert shown(page) == ["un", "##ha", "##pp", "##iness"]
    assert page.trouble == []


def test_two_splitters_on_a_page_don_t_touch_each_other(stage):
    page = stage(WordPieceSplitter(), WordPieceSplitter())
    page.locator("#s1").get_by_label("word", exact=True).fill("playing")
    assert page.locator("#s0 .pieces .chip").all_text_contents() == ["un", "##ha", "##pp", "##iness"]
    assert page.locator("#s1 .pieces .chip").all_text_contents() == ["playing"]


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    long = WordPieceSplitter(
        "w" * 100, ["w" * 40, "##" + "w" * 38], sentence="w" * 100 + " " + SENTENCE, longest_word=100
    )
    page = stage(long, WordPieceSplitter("a" * 100, ["a", "##a"]), width=width, theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    beyond = (
        "() => { const edge = document.querySelector('.live').getBoundingClientRect().right + 9; return [...document."
        "querySelectorAll('.live :is(button, input, select, textarea, p, .chip, .mono)')].filter(e => "
        "e.getBoundingClientRect().right > edge).map(e => e.className || e.tagName) }"
    )
    assert page.evaluate(beyond) == []
    assert page.trouble == []


def test_every_control_is_named_and_large_enough(stage):
    page = stage(WordPieceSplitter())
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    controls = page.locator(".live :is(button, input, select, textarea, summary):visible").all()
    assert len(controls) == 7
    for control in controls:
        assert min(control.bounding_box()["height"], control.bounding_box()["width"]) >= 24
        named = "e => e.ariaLabel || [...(e.labels ?? [])].map(l => l.textContent).join('') || e.textContent"
        assert control.evaluate(named).strip()


def test_without_javascript_the_figure_stands_there(stage):
    page = stage(WordPieceSplitter(), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert picture.is_visible()
    assert "in 4 pieces: “un”, “##ha”, “##pp”, “##iness”" in picture.get_attribute("aria-label")
