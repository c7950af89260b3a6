"""MaskingSampler: in Python, on a page without a kernel, and the same draw in both."""

import json
from urllib.parse import quote

import numpy as np
import pytest
from traitlets import TraitError

from lib.losses import IGNORE
from lib.masking import choose_positions, count_chosen
from lib.widgets import MaskingSampler
from lib.widgets.masking_sampler import COMMON_WORDS, RULES
from lib.widgets.portable import LAST_SEED, PortableGenerator

SENTENCE = "[CLS] the ship left the old harbor at night and the crew sang a slow song about the sea [SEP]"
TOKENS = SENTENCE.split()


def sampler(**settings):
    return MaskingSampler(SENTENCE, **settings)


def random_samplers(count=250):
    """Sentences of every length, with every rule, at odd rates and shares."""
    rng = np.random.default_rng(21)
    words = ["a", "b", "##ing", "sea", "é", "海", "🐕", "كلب", "<b>", "[CLS]", "[SEP]"]
    for i in range(count):
        tokens = ["word", *rng.choice(words, rng.integers(0, 60))]
        mixture = [[0.8, 0.1, 0.1], [0.0, 1.0, 0.0], [0.2, 0.5, 0.3]][i % 3]
        rate = float([0.15, 0.0, 1.0, 0.4, rng.random()][i % 5])
        seed = int([0, LAST_SEED, rng.integers(LAST_SEED)][i % 3 if i < 30 else 2])
        yield MaskingSampler([str(t) for t in tokens], seed=seed, rule=RULES[i // 5 % 3], rate=rate, shares=mixture)


# ── in Python ──


def test_labels_differ_from_minus_100_exactly_at_the_chosen_positions():
    for each in random_samplers(60):
        assert [i for i, label in enumerate(each.labels) if label != IGNORE] == each.chosen
        assert all(each.labels[i] == each.tokens[i] for i in each.chosen)
        assert [i for i, fate in enumerate(each.fates) if fate] == each.chosen
        assert not {"[CLS]", "[SEP]"} & {each.tokens[i] for i in each.chosen}


def test_what_is_shown_follows_the_fate():
    for each in random_samplers(60):
        words = {*COMMON_WORDS.split(), *each.tokens} - {"[CLS]", "[SEP]"}
        for token, shown, fate in zip(each.tokens, each.inputs, each.fates, strict=True):
            if fate == "masked":
                assert shown == "[MASK]"
            elif fate == "random":
                assert shown in words
            else:
                assert shown == token


def test_counts_add_up():
    for each in random_samplers(60):
        counts = each.counts
        assert counts.masked + counts.random + counts.kept == counts.chosen == len(each.chosen)
        assert counts.chosen + counts.not_scored == len(each.tokens)
        assert counts.can_be_chosen == sum(token not in ("[CLS]", "[SEP]") for token in each.tokens)


def test_the_three_rules_count_as_lib_does():
    widget = sampler()
    assert widget.counts_by_rule()["nearest"] == count_chosen(18)
    assert widget.counts_by_rule()["original"] == count_chosen(20, rule="original")
    assert set(sampler(rule="nearest").many_counts(50)) == {count_chosen(18)}


def test_the_independent_draw_has_the_mean_and_spread_of_its_formula():
    counts = MaskingSampler(["word"] * 40, rule="independent").many_counts(4000)
    assert counts.mean() == pytest.approx(0.15 * 40, abs=0.12)
    assert counts.std() == pytest.approx(np.sqrt(40 * 0.15 * 0.85), abs=0.1)
    assert (counts == 6).mean() == pytest.approx(0.17, abs=0.02)


def test_the_fates_have_their_shares_and_a_random_token_may_be_the_original():
    fates, same = [], 0
    for seed in range(400):
        widget = MaskingSampler(["sea", "ship"] * 5, seed=seed, rate=1.0, vocabulary=["star"])
        fates += widget.fates
        triples = zip(widget.tokens, widget.inputs, widget.fates, strict=True)
        same += sum(fate == "random" and shown == token for token, shown, fate in triples)
    assert [fates.count(fate) / 4000 for fate in ("masked", "random", "kept")] == pytest.approx(
        [0.8, 0.1, 0.1], abs=0.02
    )
    assert same / fates.count("random") == pytest.approx(1 / 3, abs=0.06)


def test_the_same_seed_gives_the_same_draw_and_a_change_is_drawn_anew():
    first, second = sampler(seed=9), sampler(seed=9)
    assert (first.chosen, first.inputs, first.fates) == (second.chosen, second.inputs, second.fates)
    draws = set()
    for seed in range(20):
        first.seed = seed
        draws.add(tuple(first.chosen))
    assert len(draws) > 15
    first.rate = 1.0
    assert len(first.chosen) == 18
    first.tokens = ["one"]
    assert first.labels == ["one"]


def test_the_portable_generator_is_mulberry32_and_goes_on_where_it_stopped():
    whole, parts = PortableGenerator(1), PortableGenerator(1)
    drawn = whole.random(6)
    assert drawn[:3] == pytest.approx([0.6270739405881613, 0.002735721180215478, 0.5274470399599522], abs=1e-16)
    assert np.concatenate([parts.random(2), parts.random(0), parts.random(4)]).tolist() == drawn.tolist()
    assert (
        PortableGenerator(7).integers(3, size=900).tolist() == np.floor(PortableGenerator(7).random(900) * 3).tolist()
    )
    picked = PortableGenerator(3).choice([5, 6, 7, 8], size=4, replace=False)
    assert sorted(picked.tolist()) == [5, 6, 7, 8]


def test_the_portable_generator_chooses_every_position_equally_often():
    for rule in RULES:
        times = np.zeros(20)
        for seed in range(3000):
            times[choose_positions([True] * 20, PortableGenerator(seed), rule=rule)] += 1
        assert np.abs(times / 3000 - 0.15).max() < 0.03


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tokens", [], "1 to 60"),
        ("tokens", ["a"] * 10_000, "1 to 60"),
        ("tokens", ["a b"], "no spaces"),
        ("tokens", [" "], "show something"),
        ("tokens", ["x" * 41], "at most 40"),
        ("tokens", ["a", "[MASK]"], "before masking"),
        ("tokens", ["[CLS]", "[SEP]"], "can be chosen"),
        ("seed", -1, "from 0 to 4294967295"),
        ("seed", 2**32, "from 0 to 4294967295"),
        ("seed", True, "whole number"),
        ("rule", "closest", "one of 'nearest'"),
        ("rate", float("nan"), "from 0 to 1"),
        ("rate", 15, "from 0 to 1"),
        ("shares", [0.8, 0.2], "three numbers"),
        ("shares", [0.8, 0.1, 0.2], "sum to 1"),
        ("shares", [1.1, -0.1, 0.0], "from 0 to 1"),
        ("vocabulary", [], "1 to 200"),
        ("presets", [{"shares": [1, 0, 0]}], "title"),
        ("presets", [{"title": "x", "colour": 1}], "must hold"),
        ("presets", [{"title": "x", "rate": 2}], "from 0 to 1"),
    ],
)
def test_python_refuses_a_bad_value_and_keeps_the_old_one(name, value, said):
    widget = sampler()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=said):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


def test_what_the_page_sends_and_python_refuses_is_told_on_the_page():
    widget = sampler()
    widget.set_state({"tokens": ["[SEP]"]})
    assert widget.tokens == TOKENS
    assert "can be chosen" in widget.refused
    widget.set_state({"tokens": ["sea"], "rate": 1})
    assert (widget.chosen, widget.refused) == ([0], "")


def test_state_is_plain_json_and_the_figure_tells_the_same_draw():
    widget = sampler(seed=4, presets=[{"title": "always [MASK]", "shares": [1, 0, 0], "tokens": "a b"}])
    assert json.loads(json.dumps(widget.state)) == widget.state
    assert widget.state["presets"][0]["tokens"] == ["a", "b"]
    alt = widget.still().alt
    assert alt.startswith("A sentence of 20 tokens: “[CLS] the ship")
    assert "3 are chosen and scored" in alt


# ── the same draw on a page ──


def test_a_page_draws_what_python_draws(formulas):
    samplers = list(random_samplers())
    names = ("tokens", "seed", "rule", "rate", "shares", "vocabulary")
    states = [({name: each.state[name] for name in names},) for each in samplers]
    module = formulas("masking_sampler")
    for each, drawn in zip(samplers, module.many("drawTokens", states), strict=True):
        expected = {"chosen": each.chosen, "inputs": each.inputs, "fates": each.fates}
        assert drawn == expected, (each.tokens, each.seed, each.rule, each.rate)
    few = [(state, 30) for (state,) in states]
    for each, counts in zip(samplers, module.many("manyCounts", few), strict=True):
        assert counts == each.many_counts(30).tolist()


def test_a_page_counts_as_lib_does(formulas):
    rates = [0.15, 0.0, 1.0, 0.5, 0.1, 0.25, *np.random.default_rng(1).random(10).tolist()]
    calls = [(n, rule, rate) for n in range(1, 200) for rule in ("nearest", "original") for rate in rates]
    got = formulas("masking_sampler").many("countChosen", calls)
    assert got == [count_chosen(n, rule=rule, rate=rate) for n, rule, rate in calls]


def test_mean_and_spread_on_a_page_are_numpy_s(formulas):
    drawn = np.random.default_rng(2).integers(0, 60, (200, 50)).tolist()
    got = formulas("masking_sampler").many("meanAndSd", [(values,) for values in drawn])
    assert np.allclose(got, [(np.mean(values), np.std(values)) for values in drawn], rtol=1e-12, atol=1e-12)


def test_three_shares_always_sum_to_100(formulas):
    rng = np.random.default_rng(3)
    calls = [([80, 10, 10], 0, 100), ([100, 0, 0], 0, 50), ([0, 0, 100], 2, 1)]
    for _ in range(300):
        first, second = sorted(rng.integers(0, 101, 2).tolist())
        calls.append(([first, second - first, 100 - second], int(rng.integers(3)), int(rng.integers(0, 101))))
    for (_, i, value), shares in zip(calls, formulas("masking_sampler").many("balanced", calls), strict=True):
        assert sum(shares) == 100
        assert shares[i] == value
        assert min(shares) >= 0
    assert formulas("masking_sampler")("balanced", [80, 10, 10], 0, 60) == [60, 20, 20]


def rows(page):
    """Return the rows that a page shows, by name."""
    chips = page.locator(".tokens .chip").all_text_contents()
    return {
        "original": page.locator(".tokens .original").all_text_contents(),
        "shown": chips,
        "label": page.locator(".tokens .label").all_text_contents(),
        "fate": page.locator(".tokens .fate").all_text_contents(),
    }


def assert_shows(page, widget):
    shown = rows(page)
    assert shown["original"] == widget.tokens
    assert shown["shown"] == widget.inputs
    assert shown["label"] == [str(label).replace("-", "−") if label == IGNORE else label for label in widget.labels]
    assert shown["fate"] == [fate if fate != "masked" else "" for fate in widget.fates]


def test_new_draw_takes_the_next_seed_by_keyboard(stage):
    page = stage(sampler(seed=3))
    assert_shows(page, sampler(seed=3))
    page.get_by_role("button", name="New draw").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.get_by_label("seed").input_value() == "5"
    assert_shows(page, sampler(seed=5))
    page.get_by_role("button", name="Start again").click()
    assert_shows(page, sampler(seed=3))
    assert page.trouble == []


def test_after_the_last_seed_comes_the_first(stage):
    page = stage(sampler(seed=LAST_SEED))
    assert_shows(page, sampler(seed=LAST_SEED))
    page.get_by_role("button", name="New draw").click()
    assert_shows(page, sampler(seed=0))


def test_seed_rate_and_rule_change_the_draw(stage):
    page = stage(sampler())
    page.get_by_label("seed").fill("77")
    page.keyboard.press("Enter")
    assert_shows(page, sampler(seed=77))
    slider = page.get_by_label("share of tokens to choose")
    slider.focus()
    for _ in range(25):
        page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "40 %"
    assert_shows(page, sampler(seed=77, rate=0.4))
    page.get_by_label("count by").select_option(label="each token by itself")
    assert_shows(page, sampler(seed=77, rate=0.4, rule="independent"))
    assert page.trouble == []


@pytest.mark.parametrize("typed", ["abc", "1e400", "NaN", "-1", "4294967296", "<b>1</b>", "", "1.5"])
def test_what_is_no_seed_is_told_and_changes_nothing(stage, typed):
    page = stage(sampler(seed=3))
    page.get_by_label("seed").fill(typed)
    page.keyboard.press("Tab")
    assert page.locator(".trouble").inner_text()
    assert_shows(page, sampler(seed=3))
    assert page.trouble == []


def test_the_sentence_tells_chosen_fates_and_scored_positions(stage):
    draws = (sampler(seed=seed, rate=0.5) for seed in range(99))
    widget = next(each for each in draws if each.counts[2:5] == (6, 1, 2))
    said = stage(widget).locator(".says").inner_text().replace("\u00a0", " ")
    assert said == (
        "Of 18 tokens that can be chosen, 9 are chosen: 6 shown as [MASK], 1 as a random token, 2 kept. "
        "The loss counts 9 positions, whatever is shown there; the other 11 have the label −100."
    )
    nothing = stage(sampler(rate=0.0)).locator(".says").inner_text()
    assert "none is chosen this time" in nothing


def test_a_random_token_that_is_the_original_is_pointed_out(stage):
    one = {"shares": [0, 1, 0], "rate": 1.0, "vocabulary": ["sea"]}
    page = stage(MaskingSampler("sea", **one))
    assert rows(page) == {"original": ["sea"], "shown": ["sea"], "label": ["sea"], "fate": ["random"]}
    assert "The random token for “sea” happens to be the original." in page.locator(".says").inner_text()
    page.get_by_text("Change 80/10/10").click()
    assert "by chance it may be the original" in page.locator(".note:visible").inner_text()


def test_the_shares_move_together_and_sum_to_100(stage):
    page = stage(sampler(seed=2, rate=1.0))
    page.get_by_text("Change 80/10/10").click()
    masked = page.get_by_label("share of [MASK]")
    masked.focus()
    page.keyboard.press("End")
    shown = [text.replace("\u00a0", " ") for text in page.locator(".mixture output").all_text_contents()]
    assert shown == ["100 %", "0 %", "0 %"]
    assert_shows(page, sampler(seed=2, rate=1.0, shares=[1, 0, 0]))
    page.get_by_label("share of kept").focus()
    page.keyboard.press("End")
    assert_shows(page, sampler(seed=2, rate=1.0, shares=[0, 0, 1]))


def test_the_sentence_can_be_changed(stage):
    page = stage(sampler())
    page.get_by_text("Change the sentence").click()
    field = page.get_by_label("tokens, separated by spaces")
    field.fill("  a <img src=x onerror=alert(1)>\n🐕 كلب ##s ")
    assert rows(page)["original"] == ["a", "<img", "src=x", "onerror=alert(1)>", "🐕", "كلب", "##s"]
    assert page.locator(".masking-sampler img").count() == 0
    assert field.input_value().startswith("  a <img"), "what is being typed stays as it is"
    assert page.trouble == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "besides [CLS] and [SEP]"),
        ("[CLS] [SEP]", "besides [CLS] and [SEP]"),
        ("word " * 10_000, "at most 60 tokens here, this one has 10000"),
        ("x" * 41, "at most 40 characters"),
        ("a [MASK]", "Write the word itself"),
    ],
)
def test_what_is_no_sentence_is_told_and_changes_nothing(stage, typed, said):
    page = stage(sampler())
    page.get_by_text("Change the sentence").click()
    field = page.get_by_label("tokens, separated by spaces")
    field.fill(typed)
    assert said in page.locator(".trouble").inner_text()
    assert rows(page)["original"] == TOKENS
    field.fill("one two")
    assert page.locator(".trouble").inner_text() == ""
    assert page.trouble == []


def test_the_three_rules_stand_beside_each_other(stage):
    words = ["[CLS]", *["word"] * 30, "[SEP]"]
    page = stage(MaskingSampler(words, seed=8))
    page.get_by_text("Compare the three counting rules").click()
    cells = [row.split("\t") for row in page.locator(".rules tbody").inner_text().replace("\u00a0", " ").splitlines()]
    by_rule = MaskingSampler(words, seed=8).counts_by_rule()
    assert cells == [
        ["nearest whole number", "15 % of 30 = 4.5", "5", "5"],
        ["BERT’s own code", "15 % of 32 = 4.8", "5", "5"],
        ["each token by itself", "15 % of 30 = 4.5", "4.5 ± 1.96", str(by_rule["independent"])],
    ]


def test_many_draws_are_those_of_python(stage):
    widget = sampler(seed=11, rule="independent")
    page = stage(widget)
    page.get_by_text("Draw 1000 times").click()
    counts = widget.many_counts()
    text = page.locator(".many").inner_text().replace("\u00a0", " ")
    assert f"mean {counts.mean():.2f}, standard deviation {counts.std():.2f}" in text
    assert "In the long run the mean is 0.15 · 18 = 2.7, and the standard deviation √(18 · 0.15 · 0.85) = 1.51." in text
    page.get_by_text("Show the counts").click()
    table = [tuple(map(int, row.split("\t"))) for row in page.locator(".many tbody").inner_text().splitlines()]
    assert table == [(k, int((counts == k).sum())) for k in range(counts.max() + 1) if (counts == k).any()]
    assert page.locator(".bar.now .count").inner_text() == str(widget.counts.chosen)
    page.get_by_label("count by").select_option(label="nearest whole number")
    assert "This rule’s count is fixed." in page.locator(".many").inner_text()
    assert page.locator(".many tbody").inner_text().split() == ["3", "1000"]


def test_the_table_tells_every_token(stage):
    widget = sampler(seed=5)
    page = stage(widget)
    page.get_by_text("Show the table").click()
    found = [row.split("\t") for row in page.locator(".words tbody").inner_text().splitlines()]
    assert found == [
        [str(i), token, shown, str(label).replace("-100", "−100"), fate or "not chosen"]
        for i, (token, shown, label, fate) in enumerate(
            zip(widget.tokens, widget.inputs, widget.labels, widget.fates, strict=True)
        )
    ]


def test_presets_start_from_what_the_exercise_says(stage):
    preset = {"title": "always [MASK]", "shares": [1, 0, 0], "rate": 1.0, "tokens": "to be"}
    page = stage(sampler(presets=[preset]))
    page.get_by_label("start from").select_option(label="always [MASK]")
    assert rows(page)["shown"] == ["[MASK]", "[MASK]"]


def test_the_link_carries_the_draw_to_another_page(stage):
    page = stage(sampler())
    page.get_by_role("button", name="New draw").click()
    page.get_by_label("count by").select_option(label="each token by itself")
    page.goto(page.locator(".state-link").get_attribute("href"))
    page.wait_for_selector("html[data-widgets=ready]")
    assert_shows(page, sampler(seed=2, rule="independent"))


@pytest.mark.parametrize(
    "carried",
    ["{}", "null", '{"tokens":[1]}', '{"tokens":["[MASK]"]}', '{"seed":-1}', '{"rate":1e999}', '{"shares":[1,1,1]}',
     '{"rule":"toString"}', '{"tokens":"abc"}', '{"vocabulary":[]}'],
)  # fmt: skip
def test_an_address_that_makes_no_sense_is_left_aside(stage, carried):
    page = stage(sampler(), search=f"?w0={quote(carried)}")
    assert_shows(page, sampler())
    assert page.trouble == []


def test_two_samplers_on_a_page_don_t_touch_each_other(stage):
    page = stage(sampler(), sampler())
    page.locator("#s1").get_by_role("button", name="New draw").click()
    assert page.locator("#s0").get_by_label("seed").input_value() == "1"
    assert page.locator("#s1").get_by_label("seed").input_value() == "2"


@pytest.mark.parametrize("width", [288, 400, 680])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_its_page(stage, width, theme):
    tokens = ["[CLS]", "W" * 40, "🐕", *["word"] * 56, "[SEP]"]
    page = stage(
        MaskingSampler(tokens, rule="independent", rate=0.5, presets=[{"title": "x" * 60}]), width=width, theme=theme
    )
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.wait_for_selector(".many .bars")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    beyond = (
        "() => { const edge = document.querySelector('.live').getBoundingClientRect().right + 9; return [...document."
        "querySelectorAll('.live :is(button, input, select, textarea, p, .chip, .bars)')].filter(e => "
        "e.getBoundingClientRect().right > edge).map(e => e.className || e.tagName) }"
    )
    assert page.evaluate(beyond) == []
    assert page.trouble == []


def test_every_control_is_named_and_large_enough(stage):
    page = stage(sampler(presets=[{"title": "x"}]))
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    controls = page.locator(".live :is(button, input, select, textarea, summary):visible").all()
    assert len(controls) >= 12
    for control in controls:
        assert min(control.bounding_box()["height"], control.bounding_box()["width"]) >= 24
        named = "e => e.ariaLabel || [...(e.labels ?? [])].map(l => l.textContent).join('') || e.textContent"
        assert control.evaluate(named).strip()


def test_without_javascript_the_figure_stands_there(stage):
    page = stage(sampler(seed=4), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert picture.is_visible()
    assert "3 are chosen and scored" in picture.get_attribute("aria-label")
