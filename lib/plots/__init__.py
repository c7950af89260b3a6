"""The figures of the course: drawn from data, described from the same data, ready for a page."""

from lib.plots.bars import plot_softmax_bars
from lib.plots.curve import plot_loss_and_gradient
from lib.plots.grids import plot_attention
from lib.plots.picture import Picture
from lib.plots.pictures import attention_grids, loss_and_gradient, softmax_bars
from lib.plots.token_pictures import masking_rows, word_pieces
from lib.plots.tokens import plot_masking, plot_pieces
from lib.plots.vectors import describe_vectors, plot_vectors, vector_bars
from lib.plots.words import (
    describe_attention,
    describe_loss_and_gradient,
    describe_masking,
    describe_pieces,
    describe_softmax_bars,
)

__all__ = [
    "Picture",
    "attention_grids",
    "describe_attention",
    "describe_loss_and_gradient",
    "describe_masking",
    "describe_pieces",
    "describe_softmax_bars",
    "describe_vectors",
    "loss_and_gradient",
    "masking_rows",
    "plot_attention",
    "plot_loss_and_gradient",
    "plot_masking",
    "plot_pieces",
    "plot_softmax_bars",
    "plot_vectors",
    "softmax_bars",
    "vector_bars",
    "word_pieces",
]
