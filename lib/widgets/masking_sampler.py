"""MaskingSampler: which tokens are chosen, what the model reads at them, and what it must predict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import traitlets
from numpy.typing import NDArray
from traitlets import TraitError

from lib.corruption import corrupt
from lib.losses import IGNORE
from lib.masking import choose_positions
from lib.plots import Picture, masking_rows
from lib.widgets.base import CourseWidget
from lib.widgets.portable import LAST_SEED, PortableGenerator
from lib.widgets.read import read_choice, read_numbers, read_preset, read_tokens

MOST_TOKENS = 60
MOST_WORDS = 200  # that a random token is drawn from
RULES = ("nearest", "original", "independent")
NEVER_CHOSEN = ("[CLS]", "[SEP]")
NOT_YET_THERE = ("[MASK]", "[PAD]")
COMMON_WORDS = (
    "apple blue bread bridge bright cold day door early far fish garden green hand heavy home hour light low map "
    "moon music new night open paper quiet rain river road round salt ship slow small song star stone table tall "
    "tree under very warm water wide wind winter wood young"
)


class Counts(NamedTuple):
    """How many of a sentence's tokens met with what; the chosen ones are those that are scored."""

    can_be_chosen: int
    chosen: int
    masked: int
    random: int
    kept: int
    not_scored: int


class MaskingSampler(CourseWidget):
    """A sentence, the 15 % that are chosen, and the 80/10/10 rule at work on them.

    Parameters
    ----------
    sentence
        A text whose tokens are parted by spaces, or a list of tokens; at most 60. [CLS] and [SEP] stand where
        you write them, and are never chosen.
    seed
        The number of the draw, from 0 to 2³² − 1: one seed, one draw, here and on a page.
    rule
        How many are chosen: "nearest", "original" or "independent", as in `choose_positions`.
    rate
        The share to choose, from 0 to 1.
    shares
        Chances of [MASK], a random token, and the token itself, at a chosen position; they sum to 1.
    vocabulary
        The words that a random token is drawn from, besides those of the sentence; at most 200.
    presets
        Named starting points: ``{"title": …, "tokens": …, "seed": …, "rule": …, "rate": …, "shares": …}``.
    question
        What to try, shown above.

    Examples
    --------
    >>> sampler = MaskingSampler("[CLS] a dog ran to the old house by the sea [SEP]", seed=4)
    >>> sampler.counts.chosen, len(sampler.labels)
    (2, 12)
    """

    stem = "masking_sampler"
    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    seed = traitlets.Int(1).tag(sync=True)
    rule = traitlets.Unicode("nearest").tag(sync=True)
    rate = traitlets.Float(0.15).tag(sync=True)
    shares = traitlets.List(traitlets.Float(), [0.8, 0.1, 0.1]).tag(sync=True)
    vocabulary = traitlets.List(traitlets.Unicode(), COMMON_WORDS.split()).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    question = traitlets.Unicode("Draw a few times. Which positions does the loss count?").tag(sync=True)

    def __init__(self, sentence: str | Sequence[str], **settings: Any) -> None:
        super().__init__(tokens=_read_sentence(sentence), **settings)

    @traitlets.validate("tokens", "seed", "rule", "rate", "shares", "vocabulary")
    def _check(self, proposal: dict[str, Any]) -> Any:
        return _READERS[proposal["trait"].name](proposal["value"])

    @traitlets.validate("presets")
    def _check_presets(self, proposal: dict[str, Any]) -> list[dict[str, Any]]:
        return [read_preset(preset, _READERS) for preset in proposal["value"]]

    @traitlets.observe("tokens", "seed", "rule", "rate", "shares", "vocabulary")
    def _draw_anew(self, _: dict[str, Any]) -> None:
        self.__dict__.pop("_draw", None)

    @property
    def can_be_chosen(self) -> NDArray[np.bool]:
        """True at ordinary tokens, False at [CLS] and [SEP]."""
        return np.array([token not in NEVER_CHOSEN for token in self.tokens])

    @cached_property
    def _draw(self) -> tuple[list[int], list[str], list[str]]:
        """The chosen positions, what the model reads, and the fate of each token."""
        rng = PortableGenerator(self.seed)
        chosen = self._choose(self.rule, rng).tolist()
        words = list(dict.fromkeys([*self.vocabulary, *(t for t in self.tokens if t not in NEVER_CHOSEN)]))
        inputs, fates = list(self.tokens), [""] * len(self.tokens)
        if chosen:
            ids = [words.index(self.tokens[position]) for position in chosen]
            everywhere = range(len(chosen))
            # Which id [MASK] has is of no matter: where it stands is told by the fate.
            result = corrupt(ids, everywhere, rng, mask_id=0, vocabulary_size=len(words), shares=self.shares)
            for position, word, fate in zip(chosen, result.inputs, result.fate, strict=True):
                inputs[position] = "[MASK]" if fate == "masked" else words[word]
                fates[position] = str(fate)
        return chosen, inputs, fates

    @property
    def chosen(self) -> list[int]:
        """The chosen positions, counted from 0: those that the loss is taken at."""
        return list(self._draw[0])

    @property
    def inputs(self) -> list[str]:
        """What the model reads."""
        return list(self._draw[1])

    @property
    def labels(self) -> list[str | int]:
        """The original token at every chosen position, −100 elsewhere."""
        chosen = set(self._draw[0])
        return [token if position in chosen else IGNORE for position, token in enumerate(self.tokens)]

    @property
    def fates(self) -> list[str]:
        """What happened to each token: "masked", "random" or "kept", "" where it is not chosen."""
        return list(self._draw[2])

    @property
    def counts(self) -> Counts:
        """How many can be chosen, are chosen, met each fate, and are not scored."""
        chosen, _, fates = self._draw
        masked, random, kept = (fates.count(fate) for fate in ("masked", "random", "kept"))
        allowed = int(self.can_be_chosen.sum())
        return Counts(allowed, len(chosen), masked, random, kept, not_scored=len(self.tokens) - len(chosen))

    def counts_by_rule(self) -> dict[str, int]:
        """Return how many tokens each of the three rules chooses with this seed."""
        return {rule: int(self._many(rule, 1)[0]) for rule in RULES}

    def many_counts(self, draws: int = 1000) -> NDArray[np.int64]:
        """Return how many tokens are chosen in each of many draws, from this seed on."""
        return self._many(self.rule, draws)

    def _many(self, rule: str, draws: int) -> NDArray[np.int64]:
        seeds = ((self.seed + draw) % (LAST_SEED + 1) for draw in range(draws))
        return np.array([self._choose(rule, PortableGenerator(seed)).size for seed in seeds])

    def _choose(self, rule: Any, rng: PortableGenerator) -> NDArray[np.int64]:
        return choose_positions(self.can_be_chosen, rng, rule=rule, rate=self.rate)

    def still(self) -> Picture:
        """Return the rows of this draw."""
        return masking_rows(self.tokens, self.inputs, self.labels, self.fates)


def _read_sentence(sentence: str | Iterable[str]) -> list[str]:
    found = sentence.split() if isinstance(sentence, str) else sentence
    tokens = read_tokens("tokens", found, fewest=1, most=MOST_TOKENS, distinct=False)
    for token in tokens:
        if token.split() != [token]:
            raise TraitError(f"tokens must have no spaces in them, got {token!r}: make two of it?")
        if token in NOT_YET_THERE:
            raise TraitError(f"tokens must be those before masking and padding, got {token}: write the word itself?")
    if all(token in NEVER_CHOSEN for token in tokens):
        raise TraitError("tokens must hold one that can be chosen, got [CLS] and [SEP] only: add a word?")
    return tokens


def _read_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LAST_SEED:
        raise TraitError(f"seed must be a whole number from 0 to {LAST_SEED}, got {seed!r}")
    return seed


def _read_shares(shares: Iterable[float]) -> list[float]:
    found = read_numbers("shares", shares, low=0, high=1)
    if len(found) != 3 or abs(sum(found) - 1) > 1e-6:
        raise TraitError(f"shares must be three numbers that sum to 1, got {found}: of [MASK], random and kept")
    return found


_READERS: dict[str, Callable[[Any], Any]] = {
    "tokens": _read_sentence,
    "seed": _read_seed,
    "rule": lambda rule: read_choice("rule", rule, RULES),
    "rate": lambda rate: read_numbers("rate", [rate], low=0, high=1)[0],
    "shares": _read_shares,
    "vocabulary": lambda words: read_tokens("vocabulary", words, fewest=1, most=MOST_WORDS),
}
