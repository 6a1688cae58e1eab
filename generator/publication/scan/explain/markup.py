"""Markup as a sequence of tokens, read so strictly that two readers cannot differ about it.

No comment, no processing instruction, no attribute without quotes, no reference that is not known,
no stray bracket: a browser repairs those, and what it makes of them is anybody's guess.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

_NAME = r"[A-Za-z][A-Za-z0-9:-]*"
_ATTRIBUTE = rf"\s+{_NAME}(?:=\"[^\"<]*\")?"
_TOKEN = re.compile(
    rf"(?P<start><(?P<tag>{_NAME})(?P<attributes>(?:{_ATTRIBUTE})*)\s*(?P<closed>/?)>)"
    rf"|(?P<end></(?P<ended>{_NAME})>)"
    r"|(?P<doctype><!doctype html>|<\?xml version=\"1\.0\" encoding=\"UTF-8\"\?>)"
    r"|(?P<text>[^<]+)",
    re.IGNORECASE,
)
_EACH_ATTRIBUTE = re.compile(rf"\s+(?P<name>{_NAME})(?:=\"(?P<value>[^\"<]*)\")?")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_RAW = frozenset({"script", "style"})


class Refused(Exception):
    """A text that the grammar does not hold; `at` is the character where it ends."""

    def __init__(self, at: int, what: str) -> None:
        self.at = at
        self.what = what
        super().__init__(what)


class Start(NamedTuple):
    """A tag that opens, its attributes in their order with references resolved."""

    at: int
    tag: str
    attributes: tuple[tuple[str, str | None], ...]


class End(NamedTuple):
    """A tag that closes."""

    at: int
    tag: str


class Text(NamedTuple):
    """Text between tags with references resolved; of `script` and `style` as it stands."""

    at: int
    text: str


Token = Start | End | Text


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text; a `Refused` says where it leaves the grammar."""
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Refused(at, "This is no markup that a page may have.")
        if match["text"] is not None:
            yield Text(at, _resolved(match["text"], at))
        elif match["end"] is not None:
            yield End(at, match["ended"].lower())
        elif match["start"] is not None:
            tag = match["tag"].lower()
            yield Start(at, tag, _attributes(match["attributes"], match.start("attributes")))
            if match["closed"]:
                yield End(at, tag)
            elif tag in _RAW:
                raw = _raw(text, match.end(), tag)
                if raw:
                    yield Text(match.end(), raw)
                at = match.end() + len(raw)
                continue
        at = match.end()


def _raw(text: str, start: int, tag: str) -> str:
    end = text.find(f"</{tag}>", start)
    if end < 0:
        raise Refused(start, "This is no markup that a page may have.")
    return text[start:end]


def _attributes(text: str, at: int) -> tuple[tuple[str, str | None], ...]:
    found = tuple(
        (match["name"], None if match["value"] is None else _resolved(match["value"], at))
        for match in _EACH_ATTRIBUTE.finditer(text)
    )
    if len({name.lower() for name, _ in found}) != len(found):
        raise Refused(at, "A tag has one attribute twice.")
    return found


def _resolved(text: str, at: int) -> str:
    if "&" not in text:
        return text
    for place in re.finditer("&", text):
        reference = _REFERENCE.match(text, place.start())
        if reference is None or html.unescape(reference[0]) == reference[0]:
            raise Refused(at + place.start(), "This is no character reference.")
    return html.unescape(text)
