"""Read what was given to a field, by its kind."""

from __future__ import annotations

from lib.answers.masks import read_mask
from lib.answers.names import read_choice, read_word
from lib.answers.read import read_count, read_number
from lib.answers.reading import NotRead, Number, Shape, Word, kind_of, tidy
from lib.answers.shapes import read_shape
from lib.answers.table import Table

Reading = Number | Shape | Word | NotRead


def is_left_out(given: object) -> bool:
    """Whether nothing was given."""
    return given is None or (issubclass(type(given), str) and not tidy(str.__str__(given)))


def read_field(field: Table, given: object) -> Reading:
    """Read what was given to a field; what refuses to be looked at is not read."""
    if issubclass(type(given), str):
        return _read(field, str.__str__(given))
    try:
        return _read(field, given)
    except Exception:  # in a notebook it may be any object, whose own methods may raise anything
        return NotRead(f"{kind_of(given)} can't be read")


def _read(field: Table, given: object) -> Reading:
    match field["kind"]:
        case "number":
            return read_number(given, percent=field["percent"], units=field["units"])
        case "count":
            return read_count(given, percent=field["percent"], units=field["units"])
        case "shape":
            return read_shape(given)
        case "choice":
            return read_choice(given, {option: field["also"].get(option, ()) for option in field["options"]})
        case "word":
            mistakes = [name for each in field["mistakes"] for name in (each["value"], *each.get("also", ()))]
            return read_word(given, (field["answer"], *field["also"], *mistakes))
        case "mask":
            return read_mask(given)
        case _:
            return Word("") if isinstance(given, str) else NotRead(f"{kind_of(given)} is not a text")
