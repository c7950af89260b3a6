"""The widgets: figures that can be moved, on a published page and in a notebook."""

from lib.widgets.base import CourseWidget
from lib.widgets.logit_explorer import LogitExplorer
from lib.widgets.loss_curve import LossCurve
from lib.widgets.mask_builder import MaskBuilder
from lib.widgets.masking_sampler import MaskingSampler
from lib.widgets.nsp_explorer import NspExplorer
from lib.widgets.span_picker import SpanPicker
from lib.widgets.word_order import WordOrder
from lib.widgets.wordpiece_splitter import WordPieceSplitter

WIDGETS: tuple[type[CourseWidget], ...] = (
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
    "WIDGETS",
    "CourseWidget",
    "LogitExplorer",
    "LossCurve",
    "MaskBuilder",
    "MaskingSampler",
    "NspExplorer",
    "SpanPicker",
    "WordOrder",
    "WordPieceSplitter",
]
