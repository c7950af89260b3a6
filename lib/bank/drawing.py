"""How each exercise draws new numbers. What does not fit is rejected by `lib.bank.acceptance`."""

from __future__ import annotations

from lib.bank.contexts import BAD, GAPS, GOOD
from lib.bank.definition import Numbers
from lib.bank.draws import Draw


def eighty_ten_ten(draw: Draw) -> Numbers:
    """Draw how long the text is and which share is chosen: BERT's or another, so that the three fates are whole."""
    percent = draw.choice((15, 15, 15, 10, 20, 25, 30, 40))
    chosen = 10 * draw.integer(2, 45)
    return {"tokens": chosen * 100 // percent, "percent": percent, "shares": (0.8, 0.1, 0.1), "in_percent": False}


def _three_words(draw: Draw, scores: tuple[float, float, float], truth: int) -> Numbers:
    """Put a sentence to three scores that fall, and shuffle the columns; `truth` is the place before that."""
    sentence, words = draw.choice(GAPS)
    order = draw.shuffle((0, 1, 2))
    return {
        "sentence": sentence,
        "words": tuple(words[i] for i in order),
        "logits": tuple(scores[i] for i in order),
        "truth": order.index(truth),
    }


def three_scores(draw: Draw) -> Numbers:
    """Draw a sentence, halves as scores, and a truth that is the likeliest word or the second."""
    first = draw.parts(1, 4, of=2)
    second = first - draw.parts(0.5, 3, of=2)
    third = second - draw.parts(0.5, 2.5, of=2)
    return _three_words(draw, (first, second, third), truth=draw.choice((0, 0, 1)))


def least_likely_word(draw: Draw) -> Numbers:
    """Draw a sentence, a favorite far ahead of the others, and the last as the truth."""
    tenths = [draw.integer(10, 40)]
    tenths.append(tenths[0] - draw.integer(10, 30))
    tenths.append(tenths[1] - draw.integer(2, 15))
    first, second, third = (each / 10 for each in tenths)
    return _three_words(draw, (first, second, third), truth=2)


def scored_positions(draw: Draw) -> Numbers:
    """Draw the length of a text."""
    return {"tokens": draw.integer(14, 130), "percent": 15}


def next_sentence_loss(draw: Draw) -> Numbers:
    """Draw a score of either sign, and a label that it need not agree with."""
    return {"score": draw.choice((1, -1)) * draw.tenths(0.3, 3), "is_next": draw.choice((True, False))}


def three_heads(draw: Draw) -> Numbers:
    """Draw the hidden size of one of BERT's two models, the classes, and tags as begin, inside and outside give."""
    return {
        "hidden": draw.choice((768, 1024)),
        "classes": draw.choice((2, 3, 5)),
        "tags": 2 * draw.integer(3, 12) + 1,
    }


def sentiment_probability(draw: Draw) -> Numbers:
    """Draw a review, and two scores of which the fitting one is ahead."""
    is_good = draw.choice((True, False))
    review, blamed = draw.choice(GOOD if is_good else BAD)
    ahead = draw.integer(-5, 30)
    behind = ahead - draw.integer(6, 36)
    scores = (behind / 10, ahead / 10) if is_good else (ahead / 10, behind / 10)
    return {"logits": scores, "review": review, "blamed": blamed}


def words_and_tokens(draw: Draw) -> Numbers:
    """Draw the length of a passage in tokens, and fewer words."""
    tokens = draw.integer(24, 130)
    return {"tokens": tokens, "words": draw.integer(tokens * 55 // 100, tokens * 90 // 100), "percent": 15}


def batch_loss(draw: Draw) -> Numbers:
    """Draw a position that is nearly right and one that is far from it, in either order."""
    return {"probabilities": draw.shuffle((draw.parts(0.3, 0.9, of=1000), draw.parts(0.02, 0.25, of=1000)))}
