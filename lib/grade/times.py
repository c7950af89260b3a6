"""When something was handed in, and until when it was due."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

_TIME = re.compile(r"^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(\S*)")


def read_stamp(data: bytes | None) -> datetime | None:
    """Return the time that nbgrader puts beside a notebook; None if there is none that can be read."""
    try:
        return read_time((data or b"").decode("utf-8", "replace").strip())
    except ValueError:
        return None


def read_time(text: str) -> datetime:
    """Read a date and time; without a zone it is UTC.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> read_time("2026-12-01 09:30:00 Europe/Berlin").isoformat()
    '2026-12-01T08:30:00+00:00'
    """
    match = _TIME.match(text)
    if not match:
        raise ValueError(f"{text!r} is no time such as 2026-12-01T23:59")
    time = datetime.fromisoformat(f"{match[1]}T{match[2]}")
    return time.replace(tzinfo=_zone(match[3])).astimezone(UTC)


def _zone(name: str) -> timezone | ZoneInfo:
    offset = re.match(r"^([+-])(\d\d):?(\d\d)$", name)
    if offset:
        away = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-away if offset[1] == "-" else away)
    try:
        return UTC if name in ("", "Z", "UTC") else ZoneInfo(name)
    except (KeyError, OSError):
        raise ValueError(f"{name!r} is no time zone") from None
