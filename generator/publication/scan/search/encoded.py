"""Encodings that write bytes as text: what a run of their letters looks like, and what it says."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_BASE64_LINES = re.compile(
    r"[A-Za-z0-9+/](?<![A-Za-z0-9+/].)[A-Za-z0-9+/]{3,}+(?:\s+[A-Za-z0-9+/]++)+={0,2}"
)
_BASE32 = re.compile(r"[A-Z2-7]{13,}=*|[a-z2-7]{13,}=*")
_BASE85 = re.compile(r"[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{15,}")
_ASCII85 = re.compile(r"<~[!-uz\s]{10,}~>")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[\s,:;-]{0,2}){6,}")
_CODES = re.compile(r"(?:[12]?[0-9]{2}[\s,;]{1,2}){5,}[12]?[0-9]{2}")
_HEX_DIGITS = re.compile(r"(?:0x|\\x)|[^0-9A-Fa-f]")
_SELECTORS = re.compile(
    "[\ufe00-\ufe0f\U000e0100-\U000e01ef][\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}"
)


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


def _from_base85(run: str) -> Iterator[bytes]:
    if run.islower() or re.fullmatch("[0-9A-Za-z_-]*", run):
        return  # a word or a name: text in base85 has capitals and signs
    with suppress(ValueError):
        yield base64.b85decode(run)


def _from_ascii85(run: str) -> Iterator[bytes]:
    with suppress(ValueError):
        yield base64.a85decode(run, adobe=True)


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


class Encoding(NamedTuple):
    """One way of writing bytes as text: the runs of its letters, and what each of them may be.

    Runs stand in `stretches` only, which are quicker to look for.
    """

    name: str
    pattern: re.Pattern[str]
    decode: Callable[[str], Iterator[bytes]]
    stretches: re.Pattern[str] | None = None

    def runs(self, text: str) -> Iterator[str]:
        """Yield every run of the encoding's letters in a text."""
        stretches = [text] if self.stretches is None else self.stretches.findall(text)
        return (run for stretch in stretches for run in self.pattern.findall(stretch))


ENCODINGS = (
    Encoding("base64", _BASE64, _from_base64),
    Encoding("base64", _BASE64_LINES, _from_base64),
    Encoding("base32", _BASE32, _from_base32, re.compile("[A-Za-z2-7][A-Za-z2-7]{12,}=*")),
    Encoding("base85", _BASE85, _from_base85),
    Encoding("base85", _ASCII85, _from_ascii85),
    Encoding("hex", _HEX, _from_hex, re.compile(r"[0-9A-Fa-f%\\][0-9A-Fa-fx%\\\s,:;-]{11,}")),
    Encoding("character codes", _CODES, _from_codes, re.compile(r"[0-9][0-9\s,;]{16,}")),
    Encoding("selectors", _SELECTORS, _from_selectors),
)
"""All encodings that are undone."""
