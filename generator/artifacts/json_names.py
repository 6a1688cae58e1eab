"""The names at the beginning of a JSON text, as far as a first piece shows them: what it may be."""

from __future__ import annotations

import re

_BEGINNINGS = {
    "[{": re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\[[ \t\r\n]*(?=\{)"),
    "{": re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*(?=\{)"),
}
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:]', re.DOTALL)


def first_names(piece: bytes, beginning: str) -> dict[str, set[str]]:
    """Return the names in the first object of a text, each with the names in its value.

    `beginning` is "{" for a text that is an object, "[{" for one that is a list of objects. A text
    that begins in another way has no names.
    """
    found = _BEGINNINGS[beginning].match(piece)
    names: dict[str, set[str]] = {}
    depth, last, member = 0, b"", ""
    for match in _TOKEN.finditer(piece, found.end() if found else len(piece)):
        token = match.group()
        if token in b"[{":
            depth += 1
        elif token in b"]}":
            depth -= 1
            if depth == 0:
                break
        elif token == b":" and depth == 1:
            member = _name(last)
            names.setdefault(member, set())
        elif token == b":" and depth == 2 and member:
            names[member].add(_name(last))
        last = token
    return names


def _name(quoted: bytes) -> str:
    return quoted.strip(b'"').decode(errors="replace")
