"""Figure 3: the loss over the probability of the true word, and the size of its gradient below."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lib.arguments import read_probabilities
from lib.palette import LIGHT, SIZES, Palette
from lib.plots.numerals import write_loss, write_name, write_probability
from lib.plots.read import axis_end, read_marks
from lib.plots.spots import Spots
from lib.plots.style import bare, new_figure, place, text_width, write, write_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

WIDTH, HEIGHT = 320, 394
LEFT, ACROSS = 22, 286
TITLE = 22  # pixels from the gradient up to its title, with room for a value between them
LINE = 14  # the height of a line of words


class _Dot(NamedTuple):
    x: float
    y: float
    value: str
    name: str


def plot_loss_and_gradient(
    p: ArrayLike,
    loss: ArrayLike,
    gradient: ArrayLike,
    *,
    marked: Iterable[Sequence[float]] = (),
    theme: Palette = LIGHT,
    axes: tuple[Axes, Axes] | None = None,
) -> tuple[Axes, Axes]:
    """Draw loss and gradient over the probability of the true word, and mark some probabilities.

    Parameters
    ----------
    p : array_like, shape (points,)
        Probabilities of the true word along the curve.
    loss : array_like, shape (points,)
        Their loss in nats; inf where p is 0.
    gradient : array_like, shape (points,)
        The size of the gradient at the true logit, from 0 to 1.
    marked : iterable of (p, loss, gradient)
        The dots, at most 4. A loss beyond the axis is drawn at its upper edge, and says so.
    theme : Palette
        `LIGHT` or `DARK`.
    axes : pair of Axes, optional
        Where to draw. Without it, a new figure is made.

    Returns
    -------
    pair of Axes
        Loss and gradient.

    Raises
    ------
    ValueError, TypeError
        If the curves differ in length, or a value is out of its range.
    """
    curves = _read_curves(p, loss, gradient)
    marks = sorted(read_marks(marked))
    if axes is None:
        figure = new_figure(WIDTH, HEIGHT)
        axes = place(figure, LEFT, 28, ACROSS, 176), place(figure, LEFT, 252, ACROSS, 96)
    top = axis_end(marks)
    _curve(axes[0], curves[0], curves[1], theme.amber, theme, top=top)
    _curve(axes[1], curves[0], curves[2], theme.cyan, theme, top=1)
    _name_axis(axes[1], theme)
    write_title(axes[0], "loss −ln p, in nats", theme.amber, above=9)
    write_title(axes[1], "gradient at the true logit, size 1 − p", theme.cyan, above=TITLE)
    _mark(axes[0], _losses(marks, top), curves[:2], theme.amber_fill, theme, over=6)
    _mark(axes[1], _gradients(marks), (curves[0], curves[2]), theme.cyan_fill, theme, over=TITLE - 5)
    return axes


def _read_curves(*given: ArrayLike) -> tuple[NDArray[np.floating], ...]:
    p, loss, gradient = (np.asarray(values, dtype=float) for values in given)
    if not (p.ndim == 1 and p.shape == loss.shape == gradient.shape and p.size >= 2):
        shapes = ", ".join(str(each.shape) for each in (p, loss, gradient))
        raise ValueError(
            f"p, loss and gradient must be three lists of one length, got shapes {shapes}: compute from one p?"
        )
    read_probabilities("p", p)
    read_probabilities("gradient", gradient)
    if not (loss >= 0).all():
        raise ValueError(f"loss must be at least 0, got {loss[~(loss >= 0)][0]:g}: is the minus sign missing?")
    order = np.argsort(p)
    return p[order], loss[order], gradient[order]


def _curve(
    axes: Axes, x: NDArray[np.floating], y: NDArray[np.floating], color: str, theme: Palette, *, top: int
) -> None:
    bare(axes)
    axes.set(xlim=(0, 1), ylim=(0, top))
    for tick in range(top + 1):
        hue, order = (theme.muted, 2) if tick == 0 else (theme.line, 0.5)
        axes.axhline(tick, color=hue, lw=SIZES.hair, zorder=order, clip_on=False)
        write(axes, str(tick), (0, tick), theme.muted, shift=(-9, 0), size=SIZES.small, ha="right")
    shown = y <= top + 1e-9
    axes.plot(x[shown], y[shown], color=color, lw=SIZES.curve, solid_capstyle="round", zorder=3, clip_on=False)


def _name_axis(axes: Axes, theme: Palette) -> None:
    for tick in (0, 0.5, 1):
        write(axes, f"{tick:g}", (tick, 0), theme.muted, shift=(0, -14), size=SIZES.small, ha="center")
    name = "p, the probability of the true word"
    write(axes, name, (0.5, 0), theme.muted, shift=(0, -34), size=SIZES.small, ha="center")


def _mark(
    axes: Axes, dots: Sequence[_Dot], curve: tuple[NDArray[np.floating], ...], fill: str, theme: Palette, over: float
) -> None:
    """Draw the dots, and beside each its words."""
    top = axes.get_ylim()[1]
    spots = Spots(axes, over=over)
    spots.avoid_curve(*curve)
    for dot in dots:
        axes.plot([dot.x, dot.x], [0, top], color=theme.muted, lw=SIZES.hair, ls=(0, (2, 3)), zorder=1, clip_on=False)
        style: dict[str, Any] = {"mec": theme.ink, "mew": SIZES.outline, "ms": SIZES.dot, "color": fill}
        axes.plot([dot.x], [min(dot.y, top)], "o", clip_on=False, zorder=5, **style)
        spots.avoid_dot(dot.x, min(dot.y, top), SIZES.dot)
    for dot in dots:
        at = (dot.x, min(dot.y, top))
        width = max(text_width(dot.value, semibold=True), text_width(dot.name, SIZES.small))
        along, up = spots.take(at, width, 2 * LINE if dot.name else LINE)
        drop = LINE / 2 if dot.name else 0
        write(axes, dot.value, at, theme.ink, shift=(along, up - drop), weight="semibold", zorder=6)
        if dot.name:
            write(axes, dot.name, at, theme.muted, shift=(along, up + drop), size=SIZES.small, zorder=6)


def _losses(marks: Sequence[tuple[float, float, float]], top: int) -> list[_Dot]:
    dots = []
    for p, loss, _ in marks:
        name = f"p = {write_name(p)}"
        is_beyond = loss > top
        beyond = ", beyond the axis" if is_beyond else ""
        dots.append(_Dot(p, loss, write_loss(loss) + " ↑" * is_beyond, name + beyond))
    return dots


def _gradients(marks: Sequence[tuple[float, float, float]]) -> list[_Dot]:
    """Leave out the names of the probabilities, which the upright lines tell, unless these stand close together."""
    is_crowded = any(b[0] - a[0] < 0.15 for a, b in pairwise(marks))
    names = [f"p = {write_name(p)}" if is_crowded else "" for p, _, _ in marks]
    return [_Dot(p, y, write_probability(y), name) for (p, _, y), name in zip(marks, names, strict=True)]
