"""Two spellings in which texts are compared: folded, and squashed to letters and digits.

Case, spaces, punctuation, accents, widths, look-alikes and characters that nobody sees are the
cheapest ways to carry a text past a search; none of them survives here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

_DRAWN_ALIKE = {
    "a": "аәɑαᴀ",
    "b": "ьвʙᏏ",
    "c": "сϲᴄⅽ",
    "d": "ԁɗᴅđð",
    "e": "еєҽᴇεℯ",
    "f": "ғꜰƒ",
    "g": "ԍɡɢց",
    "h": "һнʜհ",
    "i": "іɩɪıι",
    "j": "јᴊϳ",
    "k": "кᴋκ",
    "l": "ӏʟℓⅼł",
    "m": "мᴍⅿ",
    "n": "пɴոηռ",
    "o": "оοօᴏσø",
    "p": "рρᴘþ",
    "q": "ԛզ",
    "r": "гʀᴦ",
    "s": "ѕꜱտ",
    "t": "тτᴛ",
    "u": "υսᴜи",
    "v": "ѵνᴠⅴ",
    "w": "ԝѡωᴡ",
    "x": "хχⅹ",
    "y": "уүγʏ",
    "z": "ᴢ",
    "A": "АΑ",
    "B": "ВΒЬ",
    "C": "СϹ",
    "E": "ЕΕ",
    "H": "НΗ",
    "I": "ІΙӀ",
    "J": "Ј",
    "K": "КΚ",
    "M": "МΜ",
    "N": "Ν",
    "O": "ОΟՕ",
    "P": "РΡ",
    "S": "ЅՏ",
    "T": "ТΤ",
    "U": "Ս",
    "V": "Ѵ",
    "X": "ХΧ",
    "Y": "УΥҮ",
    "Z": "Ζ",
    "0": "०০",
    "3": "ЗзӠӡ",
    "4": "Чч",
    "6": "б",
}
"""Letters of other scripts that are drawn like Latin ones and that no decomposition leads to."""

_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
_BLOCKS = {
    first + letter: ord("a") + letter
    for first in (0x1F150, 0x1F170, 0x1F1E6)  # letters on discs, on squares, and of flags
    for letter in range(26)
}
_ALIKE = {ord(a): latin for latin, drawn in _DRAWN_ALIKE.items() for a in drawn} | _TAGS | _BLOCKS

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_ASCII_NOT_ALNUM = bytes(byte for byte in range(128) if not chr(byte).isalnum())
_APART = bytes(ord(" ") if byte in _ASCII_NOT_ALNUM else byte for byte in range(256))
_ONLY_BEYOND = bytes(ord(" ") if byte < 128 else byte for byte in range(256))
_SPACE = re.compile(r"\s+")
_FEW = 100
"""So many different runs beyond ASCII are replaced one after the other, which is quicker."""


def lowered(text: str) -> str:
    """Return a text lower-case and folded, its punctuation and its spaces as they are."""
    return (text if text.isascii() else _replaced(text, _folded)).lower()


def letters_of(lowered_text: str) -> bytes:
    """Return the letters and digits of a text that is folded already, as UTF-8 without a gap."""
    return _without_odd(lowered_text).translate(None, _ASCII_NOT_ALNUM)


def runs_of(text: str) -> set[str]:
    """Return every run of letters and digits in a text."""
    return set(_without_odd(text).translate(_APART).decode().split())


def _without_odd(text: str) -> bytes:
    """Return a text as UTF-8, a space for all beyond ASCII that is neither a letter nor a digit."""
    if not text.isascii():
        text = _replaced(text, lambda run: "".join(c if c.isalnum() else " " for c in run))
    return text.encode()


def _replaced(text: str, form: Callable[[str], str]) -> str:
    """Replace every run of characters beyond ASCII by its form."""
    data = text.encode("utf-8", errors="surrogatepass").translate(_ONLY_BEYOND)
    runs = {run.decode("utf-8", errors="surrogatepass") for run in set(data.split())}
    if len(runs) > _FEW:
        return _BEYOND_ASCII.sub(lambda run: form(run[0]), text)
    for run in sorted(runs, key=len, reverse=True):
        text = text.replace(run, form(run))
    return text


def squash(text: str) -> bytes:
    """Return the letters and digits of a text, lower-case and folded, as UTF-8 without a gap."""
    return letters_of(lowered(text))


def fold(text: str) -> str:
    """Return a text lower-case and folded, its punctuation kept and its spaces single."""
    return _SPACE.sub(" ", lowered(text)).strip()


@lru_cache(maxsize=100_000)
def _folded(run: str) -> str:
    plain = unicodedata.normalize("NFKD", run.translate(_ALIKE)).translate(_ALIKE)
    kept = (c for c in plain if unicodedata.category(c) not in {"Cf", "Mn", "Me", "Cn", "Co"})
    return unicodedata.normalize("NFC", "".join(kept))
