"""The ways in which a text can be written so that it does not look like itself.

Every view of a file is another reading of its bytes. Views are deliberately generous: a reading
that makes no sense finds nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.artifacts.files import MIB
from generator.publication.scan.search.archives import PARQUET_MARK, Room, is_packed, unfold
from generator.publication.scan.search.encoded import ENCODINGS

_DEPTH = 4
"""So many encodings and archives may lie in each other."""

_ROUNDS = 3
_SHORTEST_WIDE = 24
"""Fewer bytes can be read as UTF-16 by chance."""

_RATIO = 100
_LEAST_UNPACKED, _MOST_UNPACKED = MIB, 64 * MIB
"""So much of one public file is unfolded, whatever its own size is, and never more than so."""

_LONGEST_KEPT, _MOST_KEPT = 100, 50_000
"""Page after page has the same runs: what one of at most so many letters says is kept."""

# A search goes straight to a literal or a set, and tries every place for a repeat or a look behind:
# so a pattern begins with the former, if need be the first of a repeat by itself.
_MARKUP = re.compile(
    r"""</?[A-Za-z][A-Za-z0-9:-]*|[A-Za-z_:](?<=[\s"'].)[\w:.-]*+\s*=\s*(?=["'])|<!--|-->|/?>"""
)
_BLOCK = re.compile(
    r"</?(?:address|article|aside|br|dd|div|dl|dt|fig\w+|footer|h[1-6r]|header|li|main|nav|ol|p|pre"
    r"|section|t[abdfhr]\w*|title|ul)\b[^<>]*>"
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)
_ESCAPE = re.compile(
    r"\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\([0-9A-Fa-f]{1,6}) ?"
)
_ESCAPED_BYTES = re.compile(
    r"\\x[0-9A-Fa-f]{2}(?:\\x[0-9A-Fa-f]{2})*"
    r"|=[0-9A-F]{2}(?:=\r?\n)?(?:=[0-9A-F]{2}(?:=\r?\n)?)*|=\r?\n"
)
_ENDED = re.compile(r"</[A-Za-z]|>[A-Za-z]/<")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_REVERSES = re.compile(
    "\u202a|\u202b|\u202c|\u202d|\u202e|\u2066|\u2067|\u2068|\u2069|bidi-override|<bdo|rtl"
)
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_READABLE = re.compile("[^\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd]{10,}")
"""So much in a row that can be read is no chance, if not all that was decoded can be."""
_READABLE_IN_TABLE = re.compile("[^\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]{6,}")
"""So much between the lengths and numbers of a binary table is a text, and less may be chance."""

_READABLE_WIDE = re.compile(rb"(?:[\x20-\x7e]\x00){5,}|(?:\x00[\x20-\x7e]){5,}")


class View(NamedTuple):
    """One reading of a file: what was done to it, and the text that came out."""

    name: str
    text: str


def room_for(data: bytes) -> Room:
    """Return the room in which what is packed in a public file may unfold."""
    return Room(min(max(_RATIO * len(data), _LEAST_UNPACKED), _MOST_UNPACKED))


def views(data: bytes, depth: int = _DEPTH, room: Room | None = None) -> Iterator[View]:
    """Yield every reading of some bytes; what is packed or encoded in them is read in turn.

    What is packed deeper than `depth`, or beyond the `room` there is, leaves the room short.
    """
    room = room or room_for(data)
    members = unfold(data, room)
    if members and (room.short or not depth):
        room.short = True  # nobody reads what stops the release as it is
    elif members:
        names = "\n".join(filter(None, (each.name for each in members))).encode(errors="replace")
        for part in filter(None, (names, *(each.data for each in members))):
            yield from (_within("packed", view) for view in views(part, depth - 1, room))
    text = _text(data)
    yield View("", text)
    read = dict(_readings(text))
    yield from (View(name, reading) for name, reading in read.items())
    if depth:
        # Where tags are taken out, a run that they were put into is whole again.
        plain = read.get("references", text)
        for name, decoded in _encoded(*dict.fromkeys((plain, read.get("text", plain)))):
            yield from (_within(name, view) for view in views(decoded, depth - 1, room))


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
    if data.startswith(PARQUET_MARK):
        return _text_of_table(data)
    if b"\0" in data and _READABLE_WIDE.search(data):
        data = data.replace(b"\0", b"")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("utf-8", errors="ignore") + "\n" + data.decode("latin-1")


def _text_of_table(data: bytes) -> str:
    """Return what can be read between the numbers of a table, each text at its place.

    What its columns hold is read apart; a number beside a text is no part of it.
    """
    whole = data.decode("utf-8", errors="surrogateescape")
    text = [" "] * len(whole)
    for run in _READABLE_IN_TABLE.finditer(whole):
        text[run.start() : run.end()] = run[0]
    return "".join(text)


def _referred(text: str) -> str:
    """Undo references and percent signs, one within the other, until nothing changes."""
    for _ in range(_ROUNDS):
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
    for _ in range(_ROUNDS):
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
    for encoding in ENCODINGS:
        readable: list[bytes] = []
        for run in dict.fromkeys(run for text in texts for run in encoding.runs(text)):
            undo = _undone_before if len(run) <= _LONGEST_KEPT else _undone
            said, packed = undo(encoding.decode, run)
            readable += said
            yield from ((encoding.name, data) for data in packed)
        # No encoding has a bar among its letters: what was apart stays apart.
        if readable:
            yield encoding.name, b" | ".join(readable)


def _undone(
    decode: Callable[[str], Iterator[bytes]], run: str
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """Return what can be read of all that a run may be, and what of it is packed."""
    all_decoded = tuple(decode(run))
    readable = tuple(part for decoded in all_decoded for part in _readable(decoded))
    return readable, tuple(filter(is_packed, all_decoded))


_undone_before = lru_cache(_MOST_KEPT)(_undone)


def _readable(data: bytes) -> Iterator[bytes]:
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
