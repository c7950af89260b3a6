"""What the two judges share besides an exercise's table: words, patterns, limits, as plain JSON."""

from __future__ import annotations

from lib.answers import findings, forms, masks, names, read, reading, rules, shapes
from lib.answers.judge import FROM_BEST
from lib.answers.table import Table
from lib.answers.verdict import SIGNS, WORDS
from lib.bank.grids import FEWEST, MOST


def shared() -> Table:
    """Return what the page's judge takes from Python's instead of saying it again.

    Patterns are regular expressions that both languages read alike. ``alike`` has characters, and at the
    same places of a second text what each of them is taken for.

    Examples
    --------
    >>> shared()["words"]["mistake"], shared()["limits"]["axes"]
    ('Not yet', 8)
    """
    return {
        "words": WORDS,
        "signs": SIGNS,
        "from_best": FROM_BEST,
        "remarks": {
            "cut_off": findings.CUT_OFF,
            "rounded_early": findings.ROUNDED_EARLY,
            "fewer": findings.FEWER,
            "far_fewer": findings.FAR_FEWER,
            "more": findings.MORE,
        },
        "texts": {
            "nearly": findings.NEARLY,
            "give": findings.GIVE,
            "unclear": findings.UNCLEAR,
            "which_slip": findings.WHICH_SLIP,
            "no_more": findings.NO_MORE,
            "not_whole": findings.NOT_WHOLE,
            "outside": findings.OUTSIDE,
            "extreme": findings.EXTREME,
            "wrong": findings.WRONG,
            "yours": findings.YOURS,
        },
        "numerals": findings.NUMERALS,
        "percent_signs": read.PERCENT_SIGNS,
        "other_units": read.OTHER_UNITS,
        "beside": names.BESIDE,
        "powers": [forms.RAISED, forms.LOWERED],
        "alike": ["".join(map(chr, reading.LOOK_ALIKES)), "".join(reading.LOOK_ALIKES.values())],
        "patterns": {
            "spaces": reading.SPACES.pattern,
            "number": read.NUMBER.pattern,
            "plain": read.PLAIN.pattern,
            "grouped": read.GROUPED.pattern,
            "zeros": read.ZEROS.pattern,
            "wrapped": forms.WRAPPED.pattern,
            "named": forms.NAMED.pattern,
            "about": forms.ABOUT.pattern,
            "power": forms.POWER.pattern,
            "more_follows": forms.MORE_FOLLOWS.pattern,
            "numeral": forms.NUMERAL.pattern,
            "equal": forms.EQUAL.pattern,
            "calculation": forms.CALCULATION.pattern,
            "around_number": forms.AROUND.pattern,
            "before": shapes.BEFORE.pattern,
            "doubled": shapes.DOUBLED.pattern,
            "dimensions": shapes.DIMENSIONS.pattern,
            "shape": shapes.SHAPE.pattern,
            "between": shapes.BETWEEN.pattern,
            "length": shapes.LENGTH.pattern,
            "outside": shapes.OUTSIDE.pattern,
            "two_lengths": shapes.TWO_LENGTHS.pattern,
            "ignored": names.IGNORED.pattern,
            "edges": names.EDGES.pattern,
            "words": names.WORDS.pattern,
            "floats": masks.FLOATS.pattern,
            "rows": masks.ROWS.pattern,
            "around": masks.AROUND.pattern,
            "can": masks.CAN.pattern,
            "cannot": masks.CANNOT.pattern,
            "part": findings.PART.pattern,
        },
        "limits": {
            "longest": reading.LONGEST,
            "word": names.LONGEST_WORD,
            "axes": shapes.MOST_AXES,
            "mask": masks.LONGEST_MASK,
            "fewest": FEWEST,
            "most": MOST,
            "decimals": read.MOST_DECIMALS,
            "exact": findings.EXACT,
            "tiny": rules.TINY,
        },
    }
