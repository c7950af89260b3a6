"""What a reader could hold against an exercise with new numbers, read from its rendered texts alone."""

import math
import re
from fractions import Fraction
from itertools import combinations

from lib import count_chosen, sigmoid, softmax
from lib.bank import CountField, NumberField, exercise
from lib.bank.render import fill, values

NUMBER = r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?"


def number(text):
    return float(text.replace("−", "-").replace(",", ""))


def printed(value, decimals):
    return float(f"{value:.{decimals}f}")


def texts_of(each):
    """Every text of an exercise, rendered, by kind."""
    texts = {
        "prompt": each.prompt,
        "solution": each.solution,
        **{f"hint {i}": hint for i, hint in enumerate(each.hints, start=1)},
        **{f"label of {field.name}": field.label for field in each.fields},
        **{f"{field.name}: {m.name}": m.feedback for field in each.keyed for m in (*field.mistakes, *field.further)},
    }
    known = values(each, each.defaults)
    return {name: " ".join(fill(text, known, each.number).split()) for name, text in texts.items()}


def check_everything(each):
    """Hold every rule of the bank against an exercise with its numbers."""
    texts = texts_of(each)
    check_texts(each, texts)
    check_answers(each)
    PREMISES[each.number](each.defaults, texts, {field.name: field.answer(each.defaults) for field in each.keyed})


def check_texts(each, texts):
    for name, text in texts.items():
        assert "<<" not in text, name
        assert ">>" not in text, name
        assert not re.search(r"\b(nan|inf|None|Infinity)\b", text), (name, text)
        assert not re.search(r"--\d|\+ -\d", text), (name, text)
    for field in each.keyed:
        if isinstance(field, NumberField):
            answer = f"{field.answer(each.defaults):.{field.decimals}f}"
            told = [name for name, text in texts.items() if name != "solution" and answer in text]
            assert told == [], f"{answer} is told in {told}"
            assert answer in texts["solution"]


def check_answers(each):
    numbers, book = each.defaults, exercise(each.number).defaults
    for field in each.keyed:
        answer = field.answer(numbers)
        results = [answer, *(mistake.value(numbers) for mistake in field.mistakes)]
        assert len(results) == len(exercise(each.number).keyed[each.keyed.index(field)].mistakes) + 1
        if isinstance(field, NumberField):
            assert all(math.isfinite(result) for result in results)
            assert answer >= 0.02 if field.unit else 0.02 <= answer <= 0.98, field.name
            for one, other in combinations(results, 2):
                assert abs(one - other) > 2 * field.tolerance, field.name
        elif isinstance(field, CountField):
            assert type(answer) is int
            assert answer > 0
            assert all(abs(one - other) > 1e-9 for one, other in combinations(results, 2)), (field.name, results)
        else:
            assert len(set(results)) == len(results), field.name
    for one, other in combinations(each.keyed, 2):
        if type(one) is type(other) and one.answer(book) != other.answer(book):
            assert one.answer(numbers) != other.answer(numbers), (one.name, other.name)


def check_1_2(n, texts, answers):
    chosen = Fraction(n["tokens"] * n["percent"], 100)
    assert list(answers.values()) == [chosen * share / 100 for share in (80, 10, 10)]
    assert f"A text has {n['tokens']:,} tokens" in texts["prompt"]
    assert ("BERT's own share is 15 %" in texts["prompt"]) == (n["percent"] != 15)
    assert f"{n['percent']} % of the tokens" in texts["prompt"]
    assert f"of {n['tokens']:,} tokens {chosen} are chosen" in texts["solution"]
    shares = re.search(
        rf"As shares of all tokens that is ({NUMBER}) %, ({NUMBER}) % and ({NUMBER}) %", texts["solution"]
    )
    assert [number(share) for share in shares.groups()] == [n["percent"] * share / 100 for share in (80, 10, 10)]


def check_scores_and_words(n, texts):
    assert n["sentence"].count("`[MASK]`") == 1
    assert f"One word of *{n['sentence']}* is hidden" in texts["prompt"]
    assert "| " + " | ".join(n["words"]) + " |" in texts["prompt"]
    assert "| " + " | ".join(f"{score:.1f}".replace("-", "−") for score in n["logits"]) + " |" in texts["prompt"]
    assert f"The hidden word is **{n['words'][n['truth']]}**" in texts["prompt"]
    assert len(set(n["words"])) == len(set(n["logits"])) == 3


def check_sum(terms, total, decimals=3):
    assert printed(sum(map(number, terms)), decimals) == number(total)


def check_2_1(n, texts, answers):
    check_scores_and_words(n, texts)
    solution = texts["solution"]
    top, *terms = re.search(r"\\frac\{([\d.]+)\}\{([\d.]+) \+ ([\d.]+) \+ ([\d.]+)\}", solution).groups()
    numerator, total, p = re.search(r"\\frac\{([\d.]+)\}\{([\d.]+)\} = ([\d.]+)", solution).groups()
    check_sum(terms, total)
    assert top == numerator == terms[n["truth"]]
    assert printed(number(numerator) / number(total), 3) == number(p) == printed(answers["p_dog"], 3)
    longer, loss = re.search(r"-\\ln ([\d.]+) = ([\d.]+) \\text", solution).groups()
    assert printed(number(longer), 3) == number(p)
    assert printed(-math.log(number(longer)), 3) == number(loss) == printed(answers["loss"], 3)
    share = float(softmax(n["logits"])[n["truth"]])
    assert ("The loss is small" in solution) == (share >= 0.7)
    assert ("The loss is not small" in solution) == (share < 0.7)
    assert f"{100 * share:.0f} % of its probability" in solution
    assert numerator not in texts["hint 2"].replace("1.000", ""), "the hint shows another power than the numerator"


def check_2_2(n, texts, answers):
    check_scores_and_words(n, texts)
    solution = texts["solution"]
    assert n["logits"][n["truth"]] == min(n["logits"])
    *terms, total = re.search(r"\$([\d.]+) \+ ([\d.]+) \+ ([\d.]+) = ([\d.]+)\$", solution).groups()
    numerator, again, p = re.search(r"\\frac\{([\d.]+)\}\{([\d.]+)\} = ([\d.]+)", solution).groups()
    check_sum(terms, total)
    assert again == total
    assert numerator == terms[n["truth"]]
    assert printed(number(numerator) / number(total), 3) == number(p) == printed(answers["p_log"], 3)
    longer, loss = re.search(r"-\\ln ([\d.]+) = ([\d.]+) \\text", solution).groups()
    assert printed(-math.log(number(longer)), 3) == number(loss) == printed(answers["loss"], 3)
    share = max(softmax(n["logits"]))
    favorite = n["words"][n["logits"].index(max(n["logits"]))]
    assert share > 0.5, "the rest went mostly to one word"
    assert f"mostly to one word: {100 * share:.0f} % to {favorite}, so" in solution
    assert answers["loss"] > math.log(3), "a loss that is called large is larger than that of an even guess"
    for text in texts.values():
        assert not re.search("The scores are those|haven't changed|The same sum", text), "these are not 2.1's scores"


def is_rounded_alike(tokens, percent):
    exact = Fraction(tokens * percent, 100)
    rounded = {count_chosen(tokens, rate=percent / 100), round(exact), math.floor(exact + Fraction(1, 2))}
    return len(rounded) == 1


def check_2_3(n, texts, answers):
    assert is_rounded_alike(n["tokens"], n["percent"])
    assert count_chosen(n["tokens"], rule="original") == answers["scored"], "BERT's script takes as many"
    assert answers["scored"] > 1, "the texts say positions"
    assert f"A {'sentence' if n['tokens'] <= 40 else 'passage'} has {n['tokens']} tokens" in texts["prompt"]
    exact = re.search(rf"{n['percent']} % of {n['tokens']} is ({NUMBER})", texts["solution"])[1]
    assert Fraction(exact) == Fraction(n["tokens"] * n["percent"], 100)
    assert (f"and rounds to {answers['scored']}, so" in texts["solution"]) == ("." in exact)
    assert f"${n['tokens']} - {answers['scored']} = {answers['not_scored']}$" in texts["solution"]


def check_2_4(n, texts, answers):
    solution, label = texts["solution"], int(n["is_next"])
    assert f"= {n['score']:.1f}$" in texts["prompt"]
    told = "It does follow, so the label is $y = 1$ (IsNext)", "It does not follow, so the label is $y = 0$ (NotNext)"
    assert told[1 - label] in texts["prompt"]
    sign, side = re.search(r"A (\w+) score must give a probability (\w+) one half", texts["hint 1"]).groups()
    assert sign == ("positive" if n["score"] > 0 else "negative")
    assert side == ("above" if answers["p_isnext"] > 0.5 else "below")
    exponent, size = re.search(rf"\$e\^\{{({NUMBER})\}}\$ is (above|below) 1", texts["hint 2"]).groups()
    assert number(exponent) == -n["score"]
    assert (size == "above") == (math.exp(-n["score"]) > 1)
    assert f"With $y = {label}$ one of" in texts["hint 3"]
    assert f"With $y = {label}$ the {'second' if label else 'first'} term vanishes" in solution
    power, p = re.search(r"\\frac\{1\}\{1 \+ ([\d.]+)\} = ([\d.]+)", solution).groups()
    assert printed(1 / (1 + number(power)), 4) == number(p) == printed(float(sigmoid(n["score"])), 4)
    given, loss = re.search(r"-\\ln ([\d.]+) = ([\d.]+) \\text", solution).groups()
    assert number(given) == (number(p) if label else printed(1 - number(p), 4))
    assert (f"-\\ln(1 - {p}) = " in solution) == (not label)
    assert printed(-math.log(number(given)), 4) == number(loss) == printed(answers["loss"], 4)
    assert f"is left when y = {label}?" in texts["loss: other-label"]


def check_4_1(n, texts, answers):
    assert {768: "about 110 million", 1024: "about 340 million"}[n["hidden"]] in texts["solution"]
    shapes = [answers[f"{head}_{part}"] for head in ("sentiment", "ner", "squad") for part in ("weight", "bias")]
    total = sum(math.prod(shape) for shape in shapes)
    assert f"All three heads have {total:,} weights and biases" in texts["solution"]
    assert f"one of {n['classes']} classes" in texts["prompt"]
    assert f"one of {n['tags']} tags" in texts["prompt"]
    assert 4 not in (n["classes"], n["tags"]), "(n, 4) is the prompt's example of a shape"


def check_4_2(n, texts, answers):
    assert f"`[CLS] {n['review']} [SEP]`" in texts["prompt"]
    assert n["blamed"] in n["review"].split()
    assert f"to say *{n['blamed']}*" in texts["solution"]
    assert answers["p_pos"] != 0.5
    solution = texts["solution"]
    top, *terms = re.search(r"\\frac\{([\d.]+)\}\{([\d.]+) \+ ([\d.]+)\}", solution).groups()
    numerator, total, p = re.search(r"\\frac\{([\d.]+)\}\{([\d.]+)\} = ([\d.]+)", solution).groups()
    check_sum(terms, total, 4)
    assert top == numerator == terms[1]
    assert printed(number(numerator) / number(total), 4) == number(p) == printed(answers["p_pos"], 4)
    gap = number(re.search(rf"\\sigma\(({NUMBER})\)", solution)[1])
    assert math.isclose(gap, n["logits"][1] - n["logits"][0])
    assert printed(float(sigmoid(gap)), 4) == number(p)


def check_4_3(n, texts, answers):
    solution, masked = texts["solution"], answers["masked"]
    assert n["words"] < n["tokens"], "a word is one token or more"
    assert all(is_rounded_alike(length, n["percent"]) for length in (n["tokens"], n["words"]))
    assert count_chosen(n["tokens"], rule="original") == masked
    exact = re.search(rf"{n['percent']} % of {n['tokens']} tokens is ({NUMBER})", solution)[1]
    assert Fraction(exact) == Fraction(n["tokens"] * n["percent"], 100)
    assert (f"and rounds to {masked}, so {masked} are chosen" in solution) == ("." in exact)
    share, rest = re.search(
        rf"{n['percent']} % of {n['words']}, which is ({NUMBER})(.*?)\. The counts", solution
    ).groups()
    by_words = count_chosen(n["words"])
    assert Fraction(share) == Fraction(n["words"] * n["percent"], 100)
    verb = "stops" if Fraction(share) > by_words else "arrives"
    assert rest == ("" if Fraction(share) == by_words else f", and {verb} at {by_words}")
    assert by_words < masked, "(b) asks how the two can differ, and here they do"
    exactly = int(re.search(rf"exactly {masked} only in (\d+) % of cases", solution)[1])
    assert 5 <= exactly <= 40


def check_5_1(n, texts, answers):
    solution = texts["solution"]
    first, second, total, loss = map(
        number, re.search(r"\(([\d.]+) \+ ([\d.]+)\) .*?\\cdot ([\d.]+) = ([\d.]+) \\text", solution).groups()
    )
    assert [first, second] == [printed(-math.log(p), 4) for p in n["probabilities"]]
    assert printed(first + second, 4) == total
    assert printed(total / 2, 3) == loss == printed(answers["loss"], 3)
    winner = 1 + n["probabilities"].index(min(n["probabilities"]))
    assert f"**(b)** Position {winner}." in solution
    assert answers["dominates"].startswith(f"position {winner} ")
    losses, sizes = re.search(
        rf"position {winner} costs ([\d.]+) times as much loss as position {3 - winner}, but its gradient is only "
        r"([\d.]+) times as large",
        solution,
    ).groups()
    assert number(losses) > number(sizes) > 1


PREMISES = {
    "1.2": check_1_2,
    "2.1": check_2_1,
    "2.2": check_2_2,
    "2.3": check_2_3,
    "2.4": check_2_4,
    "4.1": check_4_1,
    "4.2": check_4_2,
    "4.3": check_4_3,
    "5.1": check_5_1,
}
"""For each exercise that draws numbers, what else must be true of its texts."""
