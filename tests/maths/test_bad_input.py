"""What can't be computed is refused, with the argument, the rule, what arrived and the likely mend."""

import re

import numpy as np
import pytest

from lib import (
    IGNORE,
    apply_head,
    attention_weights,
    batch_loss,
    best_span,
    bidirectional_attention,
    binary_cross_entropy,
    causal_attention,
    choose_positions,
    corrupt,
    count_chosen,
    cross_entropy,
    cross_entropy_gradient,
    head_shapes,
    log_softmax,
    mlm_loss,
    nsp_loss,
    padding_attention,
    self_attention,
    sigmoid,
    softmax,
    split_sentence,
    split_word,
    sum_embeddings,
    t5_attention,
)

NAN, INF = float("nan"), float("inf")
THREE = [3.0, 1.0, 0.0]
PIECES = {"play", "##ing"}


def rng():
    return np.random.default_rng(1)


def masked(ids=(4, 5), chosen=(0,), **options):
    return corrupt(ids, chosen, rng(), **{"mask_id": 3, "vocabulary_size": 10, **options})


def positions(can_be_chosen=(True, True), generator=None, **options):
    return choose_positions(can_be_chosen, generator or rng(), **options)


REFUSED = [
    # empty
    (lambda: softmax([]), ValueError, "logits must hold at least one number, got shape (0,)"),
    (lambda: softmax(np.empty((0, 3))), ValueError, "logits must hold at least one number, got shape (0, 3)"),
    (lambda: log_softmax([[]]), ValueError, "logits must hold at least one number"),
    (lambda: sigmoid([]), ValueError, "x must hold at least one number"),
    (lambda: cross_entropy(np.empty((2, 0)), [0, 0]), ValueError, "logits must hold at least one number"),
    (lambda: batch_loss([]), ValueError, "probabilities must hold at least one number"),
    (lambda: padding_attention([]), ValueError, "is_token must hold at least one True or False"),
    (lambda: best_span([], []), ValueError, "start_logits must hold at least one number"),
    (lambda: split_word("", PIECES), ValueError, "word must be one word without spaces, got ''"),
    (lambda: split_word("play", set()), ValueError, "vocabulary must hold at least one piece, got none"),
    (lambda: split_sentence(" \n", PIECES), ValueError, "text must hold at least one word, got ' \\n'"),
    (lambda: masked(ids=[], chosen=[]), ValueError, "token_ids must be one sequence, (n,), got (0,)"),
    # NaN and infinity
    (lambda: softmax([1.0, NAN]), ValueError, "logits must be finite, got nan at index (1,)"),
    (lambda: log_softmax([[0, 1], [-INF, 0]]), ValueError, "logits must be finite, got -inf at index (1, 0)"),
    (lambda: sigmoid(INF), ValueError, "x must be finite, got inf:"),
    (lambda: cross_entropy([INF, 0.0], 0), ValueError, "logits must be finite, got inf at index (0,)"),
    (lambda: cross_entropy_gradient([NAN, 0.0], 0), ValueError, "logits must be finite"),
    (lambda: mlm_loss([THREE, [NAN, 0, 0]], [0, IGNORE]), ValueError, "logits must be finite, got nan at index (1, 0)"),
    (lambda: nsp_loss(NAN, True), ValueError, "score must be finite, got nan"),
    (lambda: binary_cross_entropy(NAN, 1), ValueError, "probability must be finite, got nan"),
    (lambda: attention_weights([[NAN]], [[True]]), ValueError, "scores must be finite"),
    (lambda: self_attention([[1e300, 1e300]]), ValueError, "scores must be finite, got inf"),
    (lambda: apply_head([1.0], [[INF]], [0.0]), ValueError, "weight must be finite, got inf at index (0, 0)"),
    (lambda: best_span([0.0], [NAN]), ValueError, "end_logits must be finite, got nan at index (0,)"),
    (lambda: softmax([np.longdouble("1e4000"), 0]), ValueError, "logits must be finite, got inf"),
    # no numbers
    (lambda: softmax(["3", "1"]), TypeError, "logits must be numbers, got text"),
    (lambda: softmax(None), TypeError, "logits must be numbers, got NoneType"),
    (lambda: softmax([True, False]), TypeError, "logits must be numbers, got bool"),
    (lambda: softmax([True, 0.5]), TypeError, "logits must be numbers, got bool"),
    (lambda: softmax([1j, 2]), TypeError, "logits must be numbers, got complex numbers"),
    (lambda: softmax({3.0, 1.0}), TypeError, "logits must be numbers, got set"),
    (lambda: softmax([10**400, 0]), TypeError, "logits must be numbers, got a mixture of things"),
    (lambda: softmax([[1.0, 2.0], [3.0]]), ValueError, "logits must be rectangular, got rows of different lengths"),
    # axes and shapes
    (lambda: softmax(3.0), ValueError, "logits must have an axis to share 1 along, got a single number"),
    (lambda: softmax(THREE, axis=1), ValueError, "axis must be below 1 for shape (3,), got 1"),
    (lambda: softmax(THREE, axis=-2), ValueError, "axis must be at least -1, got -2"),
    (lambda: softmax(THREE, axis=0.0), TypeError, "axis must be a whole number, got 0.0"),
    (lambda: softmax(THREE, axis=True), TypeError, "axis must be a whole number, got True"),
    (lambda: cross_entropy(3.0, 0), ValueError, "logits must have an axis of candidates, got a single number"),
    (lambda: cross_entropy([THREE], [0, 1]), ValueError, "targets must be (1,) for logits of shape (1, 3), got (2,)"),
    (lambda: cross_entropy(THREE, [1, 0, 0]), ValueError, "targets must be () for logits of shape (3,), got (3,)"),
    (lambda: cross_entropy([THREE], []), ValueError, "targets must be (1,) for logits of shape (1, 3), got (0,)"),
    (lambda: mlm_loss([THREE], 0), ValueError, "labels must be (1,) for logits of shape (1, 3), got ()"),
    (lambda: binary_cross_entropy([0.1, 0.2], [1, 0, 1]), ValueError, "label must be a single one, or (2,)"),
    (lambda: nsp_loss([1.0, 2.0], [True]), ValueError, "is_next must be a single one, or (2,) as score, got (1,)"),
    (lambda: attention_weights(np.zeros((4, 4)), [True] * 4), ValueError,
     "can_attend must be (4, 4) for 4 tokens, got (4,): add a query axis?"),
    (lambda: attention_weights(np.zeros((2, 3)), np.ones((3, 2), bool)), ValueError,
     "can_attend must be (2, 3) for 2 queries and 3 keys, got (3, 2): transpose it"),
    (lambda: attention_weights(np.zeros((2, 3, 3)), np.ones((5, 3, 3), bool)), ValueError, "got (5, 3, 3)"),
    (lambda: attention_weights(np.zeros((3, 3)), np.ones((1, 3, 3), bool)), ValueError, "got (1, 3, 3)"),
    (lambda: attention_weights([1.0], [True]), ValueError, "scores must be (queries, keys), got (1,)"),
    (lambda: padding_attention(True), ValueError, "is_token must have one entry a position"),
    (lambda: sum_embeddings([1.0, 2.0]), ValueError, "token must be (tokens, numbers), got (2,): add an axis"),
    (lambda: sum_embeddings(np.ones((3, 2)), np.ones((2, 2))), ValueError, "position must be (3, 2)"),
    (lambda: sum_embeddings(np.ones((3, 2)), segment=np.ones((1, 2))), ValueError, "segment must be (3, 2)"),
    (lambda: self_attention(np.ones((3, 2)), query=np.ones((4, 2))), ValueError, "query must be (2, …)"),
    (lambda: self_attention(np.ones((3, 2)), query=np.ones((2, 4))), ValueError, "key must be as wide as query, 4"),
    (lambda: apply_head([1.0, 2.0], [[1.0], [2.0]], [0.0]), ValueError, "weight must be (outputs, 2)"),
    (lambda: apply_head([1.0, 2.0], [[1.0, 2.0]], [0.0, 0.0]), ValueError, "bias must be (1,), one an output"),
    (lambda: apply_head(1.0, [[1.0]], [0.0]), ValueError, "hidden must be a vector, got a single number"),
    (lambda: best_span([1.0, 2.0], [1.0]), ValueError, "end_logits must be as long as start_logits"),
    (lambda: best_span([[1.0]], [[1.0]]), ValueError, "one passage at a time?"),
    (lambda: positions([[True]]), ValueError, "can_be_chosen must be one sequence, (n,), got (1, 1)"),
    (lambda: masked(ids=[[4, 5]]), ValueError, "token_ids must be one sequence, (n,), got (1, 2)"),
    # out of range
    (lambda: cross_entropy(THREE, 3), ValueError, "targets must be from 0 to 2, got 3: counting starts at 0"),
    (lambda: cross_entropy(THREE, -1), ValueError, "targets must be from 0 to 2, got -1"),
    (lambda: cross_entropy(THREE, IGNORE), ValueError, "targets must be from 0 to 2, got -100: mlm_loss leaves"),
    (lambda: cross_entropy(THREE, np.uint64(2**64 - 100)), ValueError, "targets must be below 2**63"),
    (lambda: mlm_loss([THREE], [-1]), ValueError, "labels must be from 0 to 2, or -100 where not scored, got -1"),
    (lambda: binary_cross_entropy(84.4, 1), ValueError,
     "probability must be from 0 to 1, got 84.4: divide percent by 100?"),
    (lambda: binary_cross_entropy(-0.1, 1), ValueError, "probability must be from 0 to 1, got -0.1: is it a logit?"),
    (lambda: binary_cross_entropy(0.5, 2), ValueError, "label must be from 0 to 1, got 2"),
    (lambda: batch_loss([0.5, 1.1]), ValueError, "probabilities must be from 0 to 1, got 1.1"),
    (lambda: count_chosen(0), ValueError, "n must be at least 1, got 0"),
    (lambda: count_chosen(20, rate=15), ValueError, "rate must be from 0 to 1, got 15.0: divide percent by 100?"),
    (lambda: count_chosen(20, rule="original", cap=0), ValueError, "cap must be at least 1, got 0"),
    (lambda: bidirectional_attention(0), ValueError, "n must be at least 1, got 0"),
    (lambda: t5_attention(2, 0), ValueError, "n_target must be at least 1, got 0"),
    (lambda: head_shapes(0), ValueError, "outputs must be at least 1, got 0"),
    (lambda: best_span([1.0], [1.0], longest=0), ValueError, "longest must be at least 1, got 0"),
    (lambda: masked(ids=[4, 10]), ValueError, "token_ids must be from 0 to 9, got 10"),
    (lambda: masked(chosen=[2]), ValueError, "chosen must be from 0 to 1, got 2"),
    (lambda: masked(chosen=[1, 1]), ValueError, "chosen must be a list of different positions, got [1, 1]"),
    (lambda: masked(mask_id=10), ValueError, "mask_id must be from 0 to 9, got 10"),
    (lambda: masked(shares=(0.8, 0.1)), ValueError, "shares must be 3 numbers, got shape (2,)"),
    (lambda: masked(shares=(0.12, 0.015, 0.015)), ValueError, "shares must sum to 1, got 0.15"),
    (lambda: masked(shares=(80, 10, 10)), ValueError, "shares must be from 0 to 1, got 80.0: divide percent"),
    # nothing left to work with
    (lambda: attention_weights(np.zeros((2, 2)), [[True, True], [False, False]]), ValueError,
     "can_attend must have a True in each row, got none in row 1"),
    (lambda: self_attention(np.ones((2, 2)), np.zeros((2, 2), bool)), ValueError, "got none in row 0"),
    (lambda: padding_attention([[True], [False]]), ValueError, "is_token must have a True in each sequence"),
    (lambda: mlm_loss([THREE, THREE], [IGNORE, IGNORE]), ValueError, "labels must choose at least one position"),
    (lambda: positions([False, False]), ValueError, "can_be_chosen must have a True, got none"),
    # the wrong kind
    (lambda: cross_entropy(THREE, 1.0), TypeError, "targets must be integers, got float64"),
    (lambda: cross_entropy(THREE, True), TypeError, "targets must be integers, got bool"),
    (lambda: cross_entropy([THREE, THREE], [True, 2]), TypeError, "targets must be integers, got bool"),
    (lambda: cross_entropy(THREE, "dog"), TypeError, "targets must be integers, got text"),
    (lambda: binary_cross_entropy(0.5, 1.0), TypeError, "label must be integers, got float64"),
    (lambda: nsp_loss(1.2, 1), TypeError, "is_next must be True or False, got int64"),
    (lambda: attention_weights([[1.0]], [[1]]), TypeError, "can_attend must be True or False, got int64"),
    (lambda: padding_attention([1, 1, 0]), TypeError, "is_token must be True or False, got int64: compare first"),
    (lambda: positions([0, 1]), TypeError, "can_be_chosen must be True or False, got int64"),
    (lambda: positions(generator=7), TypeError, "rng must be a NumPy generator, got 7: write np.random.default_rng"),
    (lambda: count_chosen(True), TypeError, "n must be a whole number, got True"),
    (lambda: count_chosen(20.0), TypeError, "n must be a whole number, got 20.0"),
    (lambda: causal_attention("4"), TypeError, "n must be a whole number, got '4'"),
    (lambda: head_shapes(9, per_token=5), TypeError, "per_token must be True or False, got 5"),
    (lambda: best_span([1.0], [1.0], longest=2.5), TypeError, "longest must be a whole number, got 2.5"),
    (lambda: masked(ids=[4.0, 5.0]), TypeError, "token_ids must be integers, got float64"),
    (lambda: masked(chosen=[True, False]), TypeError, "chosen must be integers, got bool"),
    (lambda: masked(mask_id="[MASK]"), TypeError, "mask_id must be a whole number, got '[MASK]'"),
    (lambda: split_word(7, PIECES), TypeError, "word must be text, got int"),
    (lambda: split_word("play", "play"), TypeError, "vocabulary must be a set of pieces, got one text"),
    (lambda: split_word("play", 7), TypeError, "vocabulary must be a set of pieces, got int"),
    (lambda: split_sentence(["play"], PIECES), TypeError, "text must be text, got list"),
    # names that are not offered
    (lambda: split_word("play ing", PIECES), ValueError, "got 'play ing': use split_sentence?"),
    (lambda: count_chosen(20, rule="independent"), ValueError, "it draws each position alone"),
    (lambda: count_chosen(20, rule="round"), ValueError, "rule must be"),
    (lambda: positions(rule="round"), ValueError, "rule must be"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "words"), REFUSED, ids=[words for _, _, words in REFUSED])
def test_what_cannot_be_computed_is_refused_with_the_rule_and_a_mend(call, kind, words):
    with np.errstate(all="raise"), pytest.raises(kind, match=re.escape(words)) as told:
        call()
    assert re.fullmatch(r"\w+ must .+, got .+: .+", str(told.value), re.DOTALL)
