"""Everything that the notebooks of the course call.

The maths is loaded at once and needs NumPy alone. The pictures and the exercises are loaded when
they are first used, so that a notebook which only computes never waits for Matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from lib.attention import bidirectional_attention, causal_attention, padding_attention, t5_attention
from lib.corruption import corrupt
from lib.encoder import attention_weights, self_attention, sum_embeddings
from lib.entropies import binary_cross_entropy, cross_entropy, cross_entropy_gradient
from lib.heads import apply_head, best_span, head_shapes
from lib.losses import IGNORE, batch_loss, mlm_loss, nsp_loss
from lib.masking import choose_positions, count_chosen
from lib.probabilities import log_softmax, sigmoid, softmax
from lib.wordpiece import explain_split, split_sentence, split_word

if TYPE_CHECKING:
    from lib.answers import check
    from lib.bank import EXERCISES, exercise
    from lib.exploring import explore
    from lib.plots import Picture, attention_grids, loss_and_gradient, softmax_bars
    from lib.widgets import (
        LogitExplorer,
        LossCurve,
        MaskBuilder,
        MaskingSampler,
        NspExplorer,
        SpanPicker,
        WordOrder,
        WordPieceSplitter,
    )

__all__ = [
    "EXERCISES",
    "IGNORE",
    "LogitExplorer",
    "LossCurve",
    "MaskBuilder",
    "MaskingSampler",
    "NspExplorer",
    "Picture",
    "SpanPicker",
    "WordOrder",
    "WordPieceSplitter",
    "apply_head",
    "attention_grids",
    "attention_weights",
    "batch_loss",
    "best_span",
    "bidirectional_attention",
    "binary_cross_entropy",
    "causal_attention",
    "check",
    "choose_positions",
    "corrupt",
    "count_chosen",
    "cross_entropy",
    "cross_entropy_gradient",
    "exercise",
    "explain_split",
    "explore",
    "head_shapes",
    "log_softmax",
    "loss_and_gradient",
    "mlm_loss",
    "nsp_loss",
    "padding_attention",
    "self_attention",
    "sigmoid",
    "softmax",
    "softmax_bars",
    "split_sentence",
    "split_word",
    "sum_embeddings",
    "t5_attention",
]

_LOADED_WHEN_USED = {
    "EXERCISES": "lib.bank",
    "check": "lib.answers",
    "exercise": "lib.bank",
    "Picture": "lib.plots",
    "attention_grids": "lib.plots",
    "loss_and_gradient": "lib.plots",
    "softmax_bars": "lib.plots",
    "LogitExplorer": "lib.widgets",
    "LossCurve": "lib.widgets",
    "MaskBuilder": "lib.widgets",
    "MaskingSampler": "lib.widgets",
    "NspExplorer": "lib.widgets",
    "SpanPicker": "lib.widgets",
    "WordOrder": "lib.widgets",
    "WordPieceSplitter": "lib.widgets",
    "explore": "lib.exploring",
}


def __getattr__(name: str) -> object:
    """Load a name on its first use and keep it."""
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LOADED_WHEN_USED[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
