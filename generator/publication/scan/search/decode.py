"""The ways in which a text can be written so that it does not look like itself.

Every view of a file is another reading of its bytes. Views are deliberately generous: a reading
that makes no sense finds nothing.
"""

from __future__ import annotations

import base64
import html
import re
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import zstandard

from generator.artifacts.table_parquet import parquet_values
from generator.errors import UnusableInput
from generator.publication.scan.search.packed import PARQUET_MARK

_DEPTH = 3
_SHORTEST_WIDE = 24
"""Fewer bytes can be read as UTF-16 by chance."""

_MOST_UNPACKED = 64 << 20

_MARKUP = re.compile(
    r"""</?[A-Za-z][A-Za-z0-9:-]*|(?<=[\s"'])[A-Za-z_:][\w:.-]*\s*=\s*(?=["'])|<!--|-->|/?>"""
)
_BLOCK = re.compile(
    r"</?(?:address|article|aside|br|dd|div|dl|dt|fig\w+|footer|h[1-6r]|header|li|main|nav|ol|p|pre"
    r"|section|t[abdfhr]\w*|title|ul)\b[^<>]*>"
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)
_ESCAPE = re.compile(
    r"\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\([0-9A-Fa-f]{1,6}) ?"
)
_ESCAPED_BYTES = re.compile(r"(?:\\x[0-9A-Fa-f]{2})+|(?:=[0-9A-F]{2}(?:=\r?\n)?)+|=\r?\n")
_ENDED = re.compile(r"</[A-Za-z]|>[A-Za-z]/<")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_REVERSES = re.compile("[\u202e\u2066-\u2069\u202a-\u202d]|bidi-override|<bdo|rtl")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_BASE64_LINES = re.compile(r"[A-Za-z0-9+/]{4,}(?:\s+[A-Za-z0-9+/]+)+={0,2}")
_BASE32 = re.compile(r"[A-Z2-7]{13,}=*|[a-z2-7]{13,}=*")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[\s,:;-]{0,2}){6,}")
_CODES = re.compile(r"(?:[12]?[0-9]{2}[\s,;]{1,2}){5,}[12]?[0-9]{2}")
_HEX_DIGITS = re.compile(r"(?:0x|\\x)|[^0-9A-Fa-f]")
_READABLE = re.compile("[^\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd]{10,}")
"""So much in a row that can be read is no chance, if not all that was decoded can be."""
_READABLE_WIDE = re.compile(rb"(?:[\x20-\x7e]\x00){5,}|(?:\x00[\x20-\x7e]){5,}")


class View(NamedTuple):
    """One reading of a file: what was done to it, and the text that came out."""

    name: str
    text: str


def views(data: bytes, depth: int = _DEPTH) -> Iterator[View]:
    """Yield every reading of some bytes; what is packed or encoded in them is read in turn."""
    unpacked = _unpacked(data)
    if unpacked is not None:
        if depth:
            yield from (_within("packed", view) for view in views(unpacked, depth - 1))
        yield View("", data.decode("latin-1"))
        return
    text = _text(data)
    yield View("", text)
    read = dict(_readings(text))
    yield from (View(name, reading) for name, reading in read.items())
    if depth:
        # Where tags are taken out, a run that they were put into is whole again.
        plain = read.get("references", text)
        for name, decoded in _encoded(*dict.fromkeys((plain, read.get("text", plain)))):
            yield from (_within(name, view) for view in views(decoded, depth - 1))


def _readings(text: str) -> Iterator[View]:
    """Yield what a text says without its escapes, without its tags, and the other way round."""
    for name, part in (("", text), *_without_tags(text)):
        plain = _referred(part)
        if name or plain != part:
            yield from _and_without_tags(name or "references", plain)
        unescaped = _unescaped(plain)
        if unescaped != plain:
            yield from _and_without_tags(f"{name} without escapes".strip(), unescaped)
        if _REVERSES.search(plain):
            yield from _and_without_tags(f"{name} reversed".strip(), plain[::-1])


def _and_without_tags(name: str, text: str) -> Iterator[View]:
    yield View(name, text)
    if _ENDED.search(text):
        yield View(f"{name}, tags taken out", _COMMENT.sub("", text))


def _within(outer: str, view: View) -> View:
    return View(f"{outer}, {view.name}" if view.name else outer, view.text)


def _text(data: bytes) -> str:
    """Decode bytes as what they say they are; what is no text at all stays letter by letter."""
    if data.startswith(_UTF16_MARKS):
        return data.decode("utf-16", errors="replace")
    if _READABLE_WIDE.search(data):
        data = data.replace(b"\0", b"")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("utf-8", errors="ignore") + "\n" + data.decode("latin-1")


def _referred(text: str) -> str:
    """Undo references and percent signs, one within the other, until nothing changes."""
    for _ in range(_DEPTH):
        before = text
        text = html.unescape(text) if "&" in text else text
        text = _PERCENT.sub(_unquoted, text) if "%" in text else text
        if text == before:
            break
    return text


def _unquoted(match: re.Match[str]) -> str:
    return _decoded(bytes.fromhex(match[0].replace("%", "")))


def _unescaped(text: str) -> str:
    """Undo backslashes and the signs of quoted printable, one within the other."""
    for _ in range(_DEPTH):
        before = text
        if "\\" in text or "=" in text:
            text = _ESCAPE.sub(_escaped, _ESCAPED_BYTES.sub(_bytes, text))
            text = _SURROGATES.sub(_joined, text)
        if text == before:
            break
    return text


def _bytes(match: re.Match[str]) -> str:
    return _decoded(bytes.fromhex("".join(re.findall("[=x]([0-9A-Fa-f]{2})", match[0]))))


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _escaped(match: re.Match[str]) -> str:
    code = int(next(group for group in match.groups() if group), 16)
    return chr(code) if 0 < code < 0x110000 else ""


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _without_tags(text: str) -> Iterator[View]:
    if "<" not in text:
        return
    # Where a block ends so does a word, though not a text that was cut into blocks.
    yield View("text", _COMMENT.sub("", _BLOCK.sub("\0", text)))
    yield View("text and attributes", _MARKUP.sub("", text))


def _encoded(*texts: str) -> Iterator[tuple[str, bytes]]:
    """Yield what reads as something once a run of an encoding's letters is decoded."""
    decoders: tuple[tuple[str, re.Pattern[str], Callable[[str], Iterator[bytes]]], ...] = (
        ("base64", _BASE64, _from_base64),
        ("base64", _BASE64_LINES, _from_base64),
        ("base32", _BASE32, _from_base32),
        ("hex", _HEX, _from_hex),
        ("character codes", _CODES, _from_codes),
        ("selectors", _SELECTORS, _from_selectors),
    )
    for name, pattern, decode in decoders:
        runs = dict.fromkeys(run for text in texts for run in pattern.findall(text))
        # No encoding has a bar among its letters: what was apart stays apart.
        found = b" | ".join(
            part for run in runs for decoded in decode(run) for part in _readable(decoded)
        )
        if found:
            yield name, found


def _readable(data: bytes) -> Iterator[bytes]:
    unpacked = _unpacked(data)
    if unpacked is not None:
        yield unpacked
    text = data.decode("utf-8", errors="replace")
    if text.isprintable() and "\ufffd" not in text:
        yield data
    elif wide := list(_wide(data)):
        yield from wide
    else:
        yield from (part.encode() for part in _READABLE.findall(text))
        yield from (part.replace(b"\0", b"") for part in _READABLE_WIDE.findall(data))


def _wide(data: bytes) -> Iterator[bytes]:
    """Yield as UTF-8 what can be read throughout as UTF-16."""
    for part in (data[1:], data[:-1]) if len(data) % 2 else (data,):
        for encoding in ("utf-16-le", "utf-16-be") if len(part) >= _SHORTEST_WIDE else ():
            text = part.decode(encoding, errors="replace")
            if text.isprintable() and "\ufffd" not in text:
                yield text.encode()


def _from_base64(run: str) -> Iterator[bytes]:
    letters = re.sub(r"[\s=]", "", run).translate(str.maketrans("-_", "+/"))
    if letters.islower() or letters.isdigit():
        return  # a word or a number: text in base64 has capitals
    for start in range(min(4, len(letters) - 7)):
        part = letters[start : len(letters) - (len(letters) - start) % 4 % 4]
        rest = (len(letters) - start) % 4
        tail = letters[len(letters) - rest :] if rest > 1 else ""
        yield base64.b64decode(part + (tail + "=" * (4 - rest) if tail else ""))


def _from_base32(run: str) -> Iterator[bytes]:
    letters = run.rstrip("=").upper()
    whole = len(letters) // 8 * 8
    rest = letters[whole:]
    if len(rest) in {1, 3, 6}:
        rest = rest[:-1]
    yield base64.b32decode(letters[:whole] + (rest.ljust(8, "=") if rest else ""))


def _from_hex(run: str) -> Iterator[bytes]:
    digits = _HEX_DIGITS.sub("", run)
    for start in (0, 1):
        even = digits[start : start + (len(digits) - start) // 2 * 2]
        yield bytes.fromhex(even)


def _from_codes(run: str) -> Iterator[bytes]:
    codes = [int(code) for code in re.findall("[0-9]+", run)]
    if all(code < 256 for code in codes):
        yield bytes(codes)


def _from_selectors(run: str) -> Iterator[bytes]:
    yield bytes(
        ord(char) - 0xFE00 if ord(char) < 0xFE10 else ord(char) - 0xE0100 + 16 for char in run
    )


def _unpacked(data: bytes) -> bytes | None:
    """Return what an archive, a table or a picture holds, bounded; None for anything else."""
    try:
        return _opened(data)
    except (zlib.error, zstandard.ZstdError, UnusableInput):
        return None


def _opened(data: bytes) -> bytes | None:
    if data.startswith(b"\x1f\x8b"):
        return zlib.decompressobj(31).decompress(data, _MOST_UNPACKED)
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        return zstandard.ZstdDecompressor().stream_reader(data).read(_MOST_UNPACKED)
    if data[:1] == b"\x78" and data[1:2] in b"\x01\x5e\x9c\xda" and len(data) > 8:
        return zlib.decompressobj().decompress(data, _MOST_UNPACKED)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png_text(data)
    if data.startswith(PARQUET_MARK) and data.endswith(PARQUET_MARK):
        return _table_text(data)
    return None


def _table_text(data: bytes) -> bytes:
    """Return what a Parquet table says, with bars between what stands apart."""
    found, left = [], _MOST_UNPACKED
    for text in parquet_values(data):
        found.append(text.encode(errors="replace"))
        left -= len(found[-1])
        if left <= 0:
            break
    return b" | ".join(found)


def _png_text(data: bytes) -> bytes:
    """Return a picture's text chunks, unpacked, and whatever stands behind its end."""
    at, found = 8, []
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        if kind in {b"tEXt", b"zTXt", b"iTXt", b"eXIf"}:
            found.append(body)
            found += [_inflated(body[i + 1 :]) for i, byte in enumerate(body[:90]) if not byte]
        at += 12 + size
        if kind == b"IEND":
            break
    return b"\n".join([*found, data[at:]])


def _inflated(data: bytes) -> bytes:
    for start in (0, 1):
        try:
            return zlib.decompressobj().decompress(data[start:], _MOST_UNPACKED)
        except zlib.error:
            continue
    return b""
