"""Everything that can be read out of files, however it is wrapped: for looking for what must not be there."""

import base64
import binascii
import html
import io
import json
import re
import zipfile
import zlib
from urllib.parse import unquote

BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
DEEPEST = 6


def texts_in(path):
    """Yield where and what for every text in a file or a folder of files, in all its readings."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        if file.is_file():
            yield str(file), file.name
            yield from _texts(str(file), file.read_bytes(), 0)


def _texts(where, data, depth):
    if depth > DEEPEST:
        return
    text = data.decode("utf-8", "replace")
    yield where, text
    for reading in (html.unescape(text), unquote(text), _without_tags(text), _without_escapes(text)):
        if reading != text:
            yield where, reading
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield f"{where}!{name}", name
                yield from _texts(f"{where}!{name}", packed.read(name), depth + 1)
        return
    for unpacked in (_inflated(data), *_strings(text), *_from_base64(data)):
        if unpacked:
            yield from _texts(f"{where}!", unpacked, depth + 1)


def _without_tags(text):
    """Return the words that a page shows, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).split())


def _without_escapes(text):
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text).replace("\\n", " ")


def _inflated(data):
    for kind in (15, 31, -15):  # zlib, gzip, bare
        try:
            return zlib.decompressobj(kind).decompress(data) if data[:2] in (b"\x1f\x8b", b"\x78\x9c") else b""
        except zlib.error:
            continue
    return b""


def _strings(text):
    """Yield the texts in a JSON file, lists of lines put together as in a notebook."""
    try:
        found = json.loads(text)
    except ValueError:
        return
    yield "\n".join(_all(found)).encode()


def _all(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _all(each)
    elif isinstance(value, list):
        if all(isinstance(each, str) for each in value):
            yield "".join(value)
        for each in value:
            yield from _all(each)


def _from_base64(data):
    for match in BASE64.finditer(data):
        try:
            found = base64.b64decode(match[0].translate(bytes.maketrans(b"-_", b"+/")) + b"===", validate=False)
        except binascii.Error:
            continue
        if found.isascii() or found[:2] == b"PK":  # anything else is chance
            yield found
