"""The private salt of a class, from which its numbers follow."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from lib.files import PlainError

SHORTEST = 16
"""Bytes; fewer could be tried one after another."""
LEAST_VARIETY = 8
"""How many different bytes a salt must have: random ones of this length have more."""


def read_salt(path: Path) -> bytes:
    """Read a salt; white space around it does not count.

    Raises
    ------
    PlainError
        If there is none, or it could be guessed.
    """
    mend = f"make one with `python -m lib.assign --new-salt {path}`"
    try:
        salt = path.read_bytes().strip()
    except OSError as error:
        raise PlainError(f"the salt {path} can't be read ({error.strerror}): {mend}") from None
    anew = f"make another with `python -m lib.assign --new-salt {path}.new`"
    if len(salt) < SHORTEST:
        raise PlainError(f"the salt {path} has {len(salt)} bytes, and needs {SHORTEST}: {anew}")
    if len(set(salt)) < LEAST_VARIETY or _repeats(salt) or _is_a_run(salt):
        raise PlainError(f"the salt {path} repeats itself and could be guessed: {anew}")
    return salt


def _repeats(salt: bytes) -> bool:
    """Whether a salt is a shorter one, written again and again."""
    return any(salt[n:] == salt[:-n] for n in range(1, SHORTEST))


def _is_a_run(salt: bytes) -> bool:
    """Whether most steps from byte to byte are the same, as in abcdefgh."""
    steps = [after - before for before, after in pairwise(salt)]
    return max(map(steps.count, set(steps))) > len(steps) // 2


def write_new_salt(path: Path) -> None:
    """Write a new random salt that only its owner can read.

    Raises
    ------
    PlainError
        If there is a file already, or none can be written.
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise PlainError(f"{path} exists, and a salt in use must not change: give another name") from None
    except OSError as error:
        raise PlainError(f"{path} can't be written ({error.strerror}): give another name") from None
    with os.fdopen(file, "w", encoding="ascii") as opened:
        opened.write(secrets.token_hex(32) + "\n")


def seed_of(salt: bytes, *what: str | int) -> str:
    """Return the seed for something: the same for the same salt and words, and telling nothing of the salt.

    Examples
    --------
    >>> seed_of(b"a salt for tests", "spring", "ada")
    '67d8960317753c18bb717aa139162565'
    """
    return hmac.new(salt, json.dumps(what).encode(), sha256).hexdigest()[:32]
