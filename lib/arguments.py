"""Reading what a function of the maths is given.

Each reader takes an argument's name and its value, and returns a clean array or
number. What breaks its rule raises a `TypeError` (wrong kind) or a `ValueError`
(wrong value) that says the argument, the rule, what arrived and the likely mend.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def read_floats(name: str, values: ArrayLike) -> NDArray[np.floating]:
    """Read finite numbers: float32 stays float32, everything else becomes float64."""
    array = _read_array(name, values)
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one number, got shape {array.shape}: is the data filtered away?")
    if array.dtype.kind not in "iuf" or _holds_claims(values):
        raise TypeError(f"{name} must be numbers, got {_kind(array, values)}: convert them with float?")
    wanted = np.float32 if array.dtype.type is np.float32 else np.float64
    if array.dtype.type is not wanted:
        with np.errstate(over="ignore"):  # a longer float that becomes inf is told below
            array = array.astype(wanted)
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        got = f"{array[where]}" + (f" at index {show(where)}" if where else "")
        raise ValueError(f"{name} must be finite, got {got}: a division by zero, or −inf meant to rule something out?")
    return array


def read_probabilities(name: str, values: ArrayLike) -> NDArray[np.floating]:
    """Read numbers from 0 to 1."""
    array = read_floats(name, values)
    outside = array[(array < 0) | (array > 1)]
    if outside.size:
        mend = "divide percent by 100?" if outside[0] > 1 else "is it a logit? softmax or sigmoid comes first"
        raise ValueError(f"{name} must be from 0 to 1, got {outside[0]}: {mend}")
    return array


def read_shares(name: str, values: ArrayLike, count: int) -> list[float]:
    """Read that many probabilities that sum to 1."""
    shares = read_probabilities(name, values)
    if shares.shape != (count,):
        raise ValueError(f"{name} must be {count} numbers, got shape {show(shares.shape)}: is one left out?")
    if not math.isclose(shares.sum(), 1, abs_tol=1e-6):
        raise ValueError(f"{name} must sum to 1, got {shares.sum():g}: they are shares of the chosen, not of all")
    return [float(share) for share in shares]


def read_integers(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Read whole numbers, of an integer type; nothing is rounded. May be empty."""
    array = _read_array(name, values)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu" or _holds_claims(values):
        raise TypeError(f"{name} must be integers, got {_kind(array, values)}: convert them with int?")
    numbers = array.astype(np.int64)
    if array.dtype.kind == "u" and (numbers < 0).any():
        raise ValueError(f"{name} must be below 2**63, got {array.max()}: is it a negative number stored unsigned?")
    return numbers


def read_integers_below(name: str, values: ArrayLike, bound: int, *, besides: int | None = None) -> NDArray[np.int64]:
    """Read whole numbers from 0 to `bound` − 1; the number `besides` is let through too."""
    numbers = read_integers(name, values)
    is_wrong = (numbers < 0) | (numbers >= bound)
    if besides is not None:
        is_wrong &= numbers != besides
    if is_wrong.any():
        rule = f"from 0 to {bound - 1}" + ("" if besides is None else f", or {besides} where not scored")
        mend = "mlm_loss leaves such positions out" if numbers[is_wrong][0] == -100 else "counting starts at 0"
        raise ValueError(f"{name} must be {rule}, got {numbers[is_wrong][0]}: {mend}")
    return numbers


def read_claims(name: str, values: ArrayLike) -> NDArray[np.bool]:
    """Read True and False. 1 and 0 are refused: which of them means yes differs between libraries."""
    array = _read_array(name, values)
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one True or False, got shape {array.shape}: is the data missing?")
    if array.dtype.kind != "b":
        raise TypeError(f"{name} must be True or False, got {_kind(array, values)}: compare first, as in ids == 1?")
    return array


def read_whole(name: str, value: object, *, least: int = 1) -> int:
    """Read one whole number, at least `least`."""
    if isinstance(value, bool | np.bool):
        raise TypeError(f"{name} must be a whole number, got {value}: pass the count itself?")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {value!r}: convert it with int?") from None
    if number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}: is it counted right?")
    return number


def read_axis(axis: int, shape: Sequence[int]) -> int:
    """Read the number of an axis of an array of that shape."""
    if not shape:
        raise ValueError("logits must have an axis to share 1 along, got a single number: write [number]?")
    number = read_whole("axis", axis, least=-len(shape))
    if number >= len(shape):
        raise ValueError(f"axis must be below {len(shape)} for shape {tuple(shape)}, got {axis}: −1 is the last axis")
    return number


def read_generator(rng: np.random.Generator) -> np.random.Generator:
    """Read a random generator; a bare seed is refused, since it would give the same draw each time."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a NumPy generator, got {rng!r}: write np.random.default_rng(seed)?")
    return rng


def read_targets(
    name: str, targets: ArrayLike, logits: NDArray[np.floating], *, besides: int | None = None
) -> NDArray[np.int64]:
    """Read one candidate's index for each item of the logits; the number `besides` is let through too."""
    if logits.ndim == 0:
        raise ValueError("logits must have an axis of candidates, got a single number: write all scores of the item?")
    shape = read_integers(name, targets).shape
    if shape != logits.shape[:-1]:
        expected = f"{show(logits.shape[:-1])} for logits of shape {show(logits.shape)}"
        raise ValueError(f"{name} must be {expected}, got {show(shape)}: one index an item, not one a candidate?")
    return read_integers_below(name, targets, logits.shape[-1], besides=besides)


def check_one_for_each(name: str, array: NDArray[np.bool], other: str, expected: NDArray[np.floating]) -> None:
    """Check that there is one claim for all numbers, or one for each."""
    if array.ndim and array.shape != expected.shape:
        rule = f"a single one, or {show(expected.shape)} as {other}"
        raise ValueError(f"{name} must be {rule}, got {show(array.shape)}: one for each?")


def show(shape: Sequence[object]) -> str:
    """Write a shape or index as Python does, without NumPy's type names."""
    return f"({', '.join(str(n) for n in shape)}{',' if len(shape) == 1 else ''})"


def _read_array(name: str, values: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (ValueError, TypeError):
        raise ValueError(f"{name} must be rectangular, got rows of different lengths: pad the shorter ones?") from None


def _holds_claims(values: object) -> bool:
    # NumPy reads [True, 2] as [1, 2], so lists are looked through before.
    if isinstance(values, list | tuple):
        return any(_holds_claims(value) for value in values)
    return isinstance(values, bool | np.bool) or (isinstance(values, np.ndarray) and values.dtype.kind == "b")


def _kind(array: NDArray[Any], values: object) -> str:
    if _holds_claims(values):
        return "bool"
    if array.dtype.kind == "O" and array.ndim == 0:
        return type(values).__name__
    return {"U": "text", "S": "text", "O": "a mixture of things", "c": "complex numbers"}.get(
        array.dtype.kind, array.dtype.name
    )
