"""Characters that nobody sees: refused everywhere, whatever they are explained by.

Zero-width marks, direction marks, tags, variation selectors and rare spaces can carry a text
between the letters of another one.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Letters and marks that draw nothing, and the selectors that choose how another one is drawn.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef]"
)
_SPACES = frozenset("\u00a0\u2009\u202f")
"""Spaces that typography needs."""


def unseen(text: str) -> int | None:
    """Return where the first character stands that nobody sees, None where all can be seen."""
    found = _CONTROL.search(text)
    at = found.start() if found else None
    if text.isascii():
        return at
    for match in _BEYOND_ASCII.finditer(text, 0, len(text) if at is None else at):
        if _hidden(match[0]):
            return match.start()
    return at


def _hidden(char: str) -> bool:
    category = unicodedata.category(char)
    if category == "Zs":
        return char not in _SPACES
    return category in _UNSEEN or bool(_BLANK.match(char))
