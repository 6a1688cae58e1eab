"""What a JSON file begins as: the names in it, as far as a bounded part of its text shows them."""

from __future__ import annotations

import re
from pathlib import Path

from generator.artifacts.files import peek

NamePath = tuple[str, ...]

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]', re.DOTALL)
_BOM = b"\xef\xbb\xbf"
_DEEPEST = 4


def names_in(file: Path) -> frozenset[NamePath]:
    """Return the names that the beginning of a file shows."""
    return name_paths(peek(file))


def name_paths(prefix: bytes) -> frozenset[NamePath]:
    """Return the names of an object and of the objects in it, each as the way that leads to it.

    Of a list only the first item is looked into; it stands in a way as `[]`. Of several texts, a
    line each perhaps, only the first is looked at.
    """
    prefix = prefix.removeprefix(_BOM)
    if not prefix.lstrip(b" \t\r\n").startswith((b"{", b"[")):
        return frozenset()
    found: set[NamePath] = set()
    way: list[str] = []  # the name or [] that each open bracket hangs from, "" for the first
    lists: list[int] = []  # for each open bracket how many commas passed, -1 within an object
    last, name = b"", ""
    for match in _TOKEN.finditer(prefix):
        token = match.group()
        if token == b":":
            name = last[1:-1].decode(errors="replace")
            if len(way) <= _DEEPEST and not any(count > 0 for count in lists):
                found.add((*way[1:], name))
        elif token in (b"{", b"["):
            inside = bool(lists) and lists[-1] >= 0
            way.append("[]" if inside else name)
            lists.append(0 if token == b"[" else -1)
        elif token in (b"}", b"]"):
            if not lists:
                break
            way.pop()
            lists.pop()
            if not lists:
                break
        elif token == b"," and lists and lists[-1] >= 0:
            lists[-1] += 1
            if len(lists) == 1:
                break
        last = token
    return frozenset(found)
