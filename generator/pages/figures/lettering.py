"""Text for a figure: shown as it is read, cut to the room there is, never markup."""

from __future__ import annotations

import unicodedata

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_EM = 0.6
"""Mean advance of a character in ems; a wide one takes a whole em and a little."""


def plain(text: str) -> str:
    """Return `text` with control, format and unassigned characters spelled out."""
    if text.isprintable():
        return text
    return "".join(
        f"\\u{{{ord(letter):x}}}" if unicodedata.category(letter) in _UNSEEN else letter
        for letter in text
    )


def advance(text: str, size: float) -> float:
    """Return about how wide `text` is at a font size; rather too wide than too narrow."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return size * (_EM * (len(text) - wide) + 1.05 * wide)


def fitted(text: str, width: float, size: float) -> str:
    """Return `text` cut in its middle so that it fits: both ends of a label tell it apart."""
    text = plain(text)
    if advance(text, size) <= width:
        return text
    head, tail = (len(text) + 1) // 2, len(text) // 2
    while head + tail > 2 and advance(text[:head] + "…" + text[-tail:], size) > width:
        head, tail = (head - 1, tail) if head > tail else (head, tail - 1)
    return text[:head].rstrip() + "…" + text[-tail:].lstrip()
