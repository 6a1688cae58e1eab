"""The ways in which a leak is written so that it does not look like itself.

What is written here is undone by none of the program's own code.
"""

from __future__ import annotations

import base64
import binascii
import bz2
import gzip
import html
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from urllib.parse import quote

import zstandard


def _each(text: str, form: Callable[[str], str]) -> str:
    return "".join(map(form, text))


def _between(text: str, mark: str) -> str:
    return mark.join(text)


_CYRILLIC = str.maketrans("aceopxyisjhABCEHKMOPTXSIJ", "асеорхуіѕјһАВСЕНКМОРТХЅІЈ")
_GREEK = str.maketrans("ovpixABEHIKMNOPTXYZ", "ονριχΑΒΕΗΙΚΜΝΟΡΤΧΥΖ")


def _shifted(text: str, upper: int, lower: int, digit: int | None = None) -> str:
    def one(char: str) -> str:
        if "A" <= char <= "Z":
            return chr(upper + ord(char) - ord("A"))
        if "a" <= char <= "z":
            return chr(lower + ord(char) - ord("a"))
        return (
            chr(digit + ord(char) - ord("0"))
            if digit and char.isascii() and char.isdigit()
            else char
        )

    return _each(text, one)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _wrapped(text: str, width: int) -> str:
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def _cut(text: str, start: float, end: float) -> str:
    return text[int(len(text) * start) : int(len(text) * end + 0.999)]


def _esc(text: str) -> str:
    return html.escape(text)


def _zip(data: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("a.txt"), data, zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def _tar(data: bytes) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        member = tarfile.TarInfo("a.txt")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return whole.getvalue()


INLINE: Mapping[str, Callable[[str], str]] = {
    "plain": _esc,
    "as it is": str,
    "upper": lambda t: _esc(t.upper()),
    "lower": lambda t: _esc(t.lower()),
    "title": lambda t: _esc(t.title()),
    "swapped case": lambda t: _esc(t.swapcase()),
    "spaced": lambda t: _esc(_between(t, " ")),
    "double spaces": lambda t: _esc(t.replace(" ", "  ")),
    "tabs": lambda t: _esc(_between(t, "\t")),
    "no-break spaces": lambda t: _esc(_between(t, "\u00a0")),
    "thin spaces": lambda t: _esc(_between(t, "\u2009")),
    "no spaces": lambda t: _esc(t.replace(" ", "")),
    "underscores": lambda t: _esc(t.replace(" ", "_").replace("-", "_")),
    "dots": lambda t: _esc(t.replace(" ", ".").replace("-", ".")),
    "hyphens": lambda t: _esc(_between(t, "-")),
    "no punctuation": lambda t: "".join(c for c in t if c.isalnum() or c == " "),
    "wrapped at 7": lambda t: _esc(_wrapped(t, 7)),
    "wrapped at 20": lambda t: _esc(_wrapped(t, 20)),
    "wrapped with indent": lambda t: _esc(_wrapped(t, 9).replace("\n", "\n      ")),
    "wrapped with carriage returns": lambda t: _esc(_wrapped(t, 9).replace("\n", "\r\n")),
    "decimal references": lambda t: _each(t, lambda c: f"&#{ord(c)};"),
    "padded references": lambda t: _each(t, lambda c: f"&#{ord(c):07d};"),
    "hex references": lambda t: _each(t, lambda c: f"&#x{ord(c):x};"),
    "upper hex references": lambda t: _each(t, lambda c: f"&#X{ord(c):X};"),
    "references without ends": lambda t: _each(t, lambda c: f"&#{ord(c)}") + " ",
    "every second reference": lambda t: "".join(
        f"&#{ord(c)};" if i % 2 else _esc(c) for i, c in enumerate(t)
    ),
    "escaped twice": lambda t: _esc(_each(t, lambda c: f"&#{ord(c)};")),
    "JSON escapes": lambda t: _each(
        t, lambda c: json.dumps(c)[1:-1] if ord(c) > 126 else f"\\u{ord(c):04x}"
    ),
    "upper JSON escapes": lambda t: _each(t, lambda c: f"\\u{ord(c):04X}"),
    "JSON": lambda t: json.dumps(t),
    "JSON in JSON": lambda t: json.dumps(json.dumps(t)),
    "byte escapes": lambda t: (
        "".join(f"\\x{b:02x}" for b in t.encode())
        if t.isascii()
        else _each(t, lambda c: f"\\u{ord(c):04x}")
    ),
    "braced escapes": lambda t: _each(t, lambda c: f"\\u{{{ord(c):x}}}"),
    "long escapes": lambda t: _each(t, lambda c: f"\\U{ord(c):08x}"),
    "CSS escapes": lambda t: _each(t, lambda c: f"\\{ord(c):06x}"),
    "short CSS escapes": lambda t: _each(t, lambda c: f"\\{ord(c):x} "),
    "percent": lambda t: "".join(f"%{b:02X}" for b in t.encode()),
    "lower percent": lambda t: "".join(f"%{b:02x}" for b in t.encode()),
    "percent where needed": lambda t: quote(t),
    "percent twice": lambda t: quote("".join(f"%{b:02X}" for b in t.encode())),
    "plus for spaces": lambda t: quote(t).replace("%20", "+"),
    "quoted printable": lambda t: binascii.b2a_qp(t.encode()).decode(),
    "quoted printable, all": lambda t: "".join(f"={b:02X}" for b in t.encode()),
    "base64": lambda t: _b64(t.encode()),
    "base64, one before": lambda t: _b64(b"x" + t.encode()),
    "base64, two before": lambda t: _b64(b"xy" + t.encode()),
    "base64, text around": lambda t: _b64(b"see here: " + t.encode() + b" and no more"),
    "base64 without padding": lambda t: _b64(t.encode()).rstrip("="),
    "base64 for addresses": lambda t: base64.urlsafe_b64encode(t.encode()).decode(),
    "base64 in lines": lambda t: _wrapped(_b64(t.encode()), 16),
    "base64 in uneven lines": lambda t: _wrapped(_b64(t.encode()), 18),
    "base64 in short lines": lambda t: _wrapped(_b64(t.encode()), 5),
    "base64 twice": lambda t: _b64(_b64(t.encode()).encode()),
    "base64 of UTF-16": lambda t: _b64(t.encode("utf-16-le")),
    "base64 of UTF-16 and more": lambda t: _b64(b"\2\0" + t.encode("utf-16-le") + b"\0\0"),
    "base64 of gzip": lambda t: _b64(gzip.compress(t.encode(), mtime=0)),
    "base64 of zlib": lambda t: _b64(zlib.compress(t.encode())),
    "base64 of Zstandard": lambda t: _b64(zstandard.compress(t.encode())),
    "base64 of xz": lambda t: _b64(lzma.compress(t.encode())),
    "base64 of zip": lambda t: _b64(_zip(t.encode())),
    "base64 of gzip of gzip, in JSON": lambda t: json.dumps(
        {"x": _b64(gzip.compress(gzip.compress(t.encode(), mtime=0), mtime=0))}
    ),
    "base64 of upper": lambda t: _b64(t.upper().encode()),
    "base64 in a data address": lambda t: f"data:text/plain;base64,{_b64(t.encode())}",
    "base64 in percent": lambda t: quote(_b64(t.encode()), safe=""),
    "base64 of hex": lambda t: _b64(t.encode().hex().encode()),
    "base32": lambda t: base64.b32encode(t.encode()).decode(),
    "lower base32": lambda t: base64.b32encode(t.encode()).decode().lower().rstrip("="),
    "base85": lambda t: _esc(base64.b85encode(t.encode()).decode()),
    "base85 in brackets": lambda t: _esc(base64.a85encode(t.encode(), adobe=True).decode()),
    "hex": lambda t: t.encode().hex(),
    "upper hex": lambda t: t.encode().hex().upper(),
    "spaced hex": lambda t: t.encode().hex(" "),
    "hex with colons": lambda t: t.encode().hex(":"),
    "hex of an array": lambda t: ", ".join(f"0x{b:02x}" for b in t.encode()),
    "hex in lines": lambda t: _wrapped(t.encode().hex(), 16),
    "hex of UTF-16": lambda t: t.encode("utf-16-be").hex(),
    "hex of base64": lambda t: _b64(t.encode()).encode().hex(),
    "character codes": lambda t: ", ".join(str(b) for b in t.encode()),
    "spaced character codes": lambda t: " ".join(str(b) for b in t.encode()),
    "UTF-16 little": lambda t: _each(t, lambda c: f"{c}\0"),
    "UTF-16 big": lambda t: _each(t, lambda c: f"\0{c}"),
    "zero-width spaces": lambda t: _esc(_between(t, "\u200b")),
    "zero-width joiners": lambda t: _esc(_between(t, "\u200d")),
    "zero-width non-joiners": lambda t: _esc(_between(t, "\u200c")),
    "word joiners": lambda t: _esc(_between(t, "\u2060")),
    "byte order marks": lambda t: _esc(_between(t, "\ufeff")),
    "soft hyphens": lambda t: _esc(_between(t, "\u00ad")),
    "soft hyphen references": lambda t: _each(t, lambda c: f"{_esc(c)}&shy;"),
    "variation selectors": lambda t: _esc(_between(t, "\ufe0f")),
    "bytes as selectors": lambda t: (
        "x" + "".join(chr(0xFE00 + b) if b < 16 else chr(0xE0100 + b - 16) for b in t.encode())
    ),
    "tag characters": lambda t: _each(t, lambda c: chr(0xE0000 + ord(c)) if ord(c) < 127 else c),
    "combining marks": lambda t: _esc(_between(t, "\u0301")),
    "direction marks": lambda t: _esc(_between(t, "\u200e")),
    "overrides around": lambda t: f"\u202d{_esc(t)}\u202c",
    "isolates around": lambda t: f"\u2066{_esc(t)}\u2069",
    "reversed by an override": lambda t: f"\u202e{_esc(t[::-1])}\u202c",
    "reversed by a style": lambda t: f'<bdo dir="rtl">{_esc(t[::-1])}</bdo>',
    "full width": lambda t: _each(t, lambda c: chr(ord(c) + 0xFEE0) if 32 < ord(c) < 127 else c),
    "bold": lambda t: _shifted(t, 0x1D400, 0x1D41A, 0x1D7CE),
    "sans serif": lambda t: _shifted(t, 0x1D5A0, 0x1D5BA, 0x1D7E2),
    "monospace": lambda t: _shifted(t, 0x1D670, 0x1D68A, 0x1D7F6),
    "circled": lambda t: _shifted(t, 0x24B6, 0x24D0),
    "on discs": lambda t: _shifted(t.upper(), 0x1F150, 0x1F150),
    "on squares": lambda t: _shifted(t.upper(), 0x1F170, 0x1F170),
    "Cyrillic look-alikes": lambda t: _esc(t.translate(_CYRILLIC)),
    "Greek look-alikes": lambda t: _esc(t.translate(_GREEK)),
    "accented": lambda t: _esc(t.translate(str.maketrans("aeioucn", "áèîõüçñ"))),
    "typographic": lambda t: _esc(t.replace("-", "–").replace("'", "’").replace(".", "…")),
    "letters in tags": lambda t: _each(t, lambda c: f"<b>{_esc(c)}</b>"),
    "letters in classed tags": lambda t: _each(t, lambda c: f'<b class="q">{_esc(c)}</b>'),
    "halves in tags": lambda t: f"{_esc(t[: len(t) // 2])}<em>{_esc(t[len(t) // 2 :])}</em>",
    "break opportunities": lambda t: _each(t, lambda c: f"{_esc(c)}<wbr>"),
    "line breaks": lambda t: "<br>".join(_esc(t[at : at + 6]) for at in range(0, len(t), 6)),
    "comments between": lambda t: _each(t, lambda c: f"{_esc(c)}<!-- -->"),
    "table cells": lambda t: "".join(
        f"<td>{_esc(t[at : at + 5])}</td>" for at in range(0, len(t), 5)
    ),
    "list items": lambda t: "".join(
        f"<li>{_esc(t[at : at + 5])}</li>\n" for at in range(0, len(t), 5)
    ),
    "comment": lambda t: f"<!-- {t.replace('--', '- -')} -->",
    "hidden": lambda t: f'<div hidden style="display:none">{_esc(t)}</div>',
    "title attribute": lambda t: f'<abbr title="{_esc(t)}">x</abbr>',
    "alt attribute": lambda t: f'<img src="x.svg" alt="{_esc(t)}">',
    "data attribute": lambda t: f"<p data-note='{_esc(t)}'>x</p>",
    "attribute without quotes": lambda t: f"<p data-note={_esc(t).replace(' ', '_')}>x</p>",
    "two attributes": lambda t: (
        f'<a title="{_esc(t[: len(t) // 2])}" id="{_esc(t[len(t) // 2 :])}">x</a>'
    ),
    "attribute and text": lambda t: (
        f'<a title="{_esc(t[: len(t) // 2])}">{_esc(t[len(t) // 2 :])}</a>'
    ),
    "meta": lambda t: f'<meta name="keywords" content="{_esc(t)}">',
    "style": lambda t: f"<style>/* {t} */</style>",
    "script": lambda t: f"<script>var x = {json.dumps(t)};</script>",
    "settings": lambda t: f'<script type="application/json">{json.dumps({"x": t})}</script>',
    "SVG text": lambda t: f"<svg><text>{_esc(t)}</text></svg>",
    "SVG letters": lambda t: (
        f"<svg><text>{_each(t, lambda c: f'<tspan>{_esc(c)}</tspan>')}</text></svg>"
    ),
    "SVG metadata": lambda t: f"<svg><metadata>{_esc(t)}</metadata></svg>",
    "SVG description": lambda t: f"<svg><desc>{_esc(t)}</desc></svg>",
    "first 70 %": lambda t: _esc(_cut(t, 0, 0.7)),
    "middle 60 %": lambda t: _esc(_cut(t, 0.2, 0.8)),
    "last 60 %": lambda t: _esc(_cut(t, 0.4, 1)),
}
"""How a canary is written into a page."""

PARTS = {"first 70 %": 0.7, "middle 60 %": 0.6, "last 60 %": 0.6}
"""How much of a canary is left of it where not all of it is."""

OUT_OF_REACH: Mapping[str, Callable[[str], str]] = {
    "leet": lambda t: t.lower().translate(str.maketrans("aeiost", "4310$7")),
    "words the other way": lambda t: " ".join(reversed(t.split())) if " " in t else t[::-1],
    "every second letter": lambda t: t[::2],
    "turned by thirteen": lambda t: _each(
        t, lambda c: chr((ord(c) - 97 + 13) % 26 + 97) if c.islower() else c
    ),
    "xor": lambda t: bytes(b ^ 0x2A for b in t.encode()).hex(),
}
"""What no search can undo; the positive gate need not."""


def _png(chunks: bytes, after: bytes = b"") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        crc = zlib.crc32(kind + body).to_bytes(4)
        return len(body).to_bytes(4) + kind + body + crc

    head = chunk(b"IHDR", (1).to_bytes(4) * 2 + b"\x08\0\0\0\0")
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0"))
    kind, body = (chunks[:4], chunks[4:]) if chunks else (b"", b"")
    text = chunk(kind, body) if chunks else b""
    return b"\x89PNG\r\n\x1a\n" + head + text + pixels + chunk(b"IEND", b"") + after


FILES: Mapping[str, tuple[str, Callable[[str], bytes]]] = {
    "text file": ("notes.txt", lambda t: t.encode()),
    "UTF-16 file": ("notes.txt", lambda t: t.encode("utf-16")),
    "gzip file": ("notes.gz", lambda t: gzip.compress(t.encode(), mtime=0)),
    "bzip2 file": ("notes.bz2", lambda t: bz2.compress(t.encode())),
    "xz file": ("notes.xz", lambda t: lzma.compress(t.encode())),
    "Zstandard file": ("notes.zst", lambda t: zstandard.compress(t.encode())),
    "zip file": ("notes.zip", lambda t: _zip(t.encode())),
    "zip in tar.gz": ("x.tgz", lambda t: gzip.compress(_tar(_zip(t.encode())), mtime=0)),
    "gzip in zip": ("x.zip", lambda t: _zip(gzip.compress(t.encode(), mtime=0))),
    "JSON file": ("data.json", lambda t: json.dumps([t]).encode()),
    "CSV file": ("data.csv", lambda t: f'a,b\n1,"{t}"\n'.encode()),
    "picture, text": ("x.png", lambda t: _png(b"tEXtComment\0" + t.encode())),
    "picture, packed text": (
        "x.png",
        lambda t: _png(b"zTXtComment\0\0" + zlib.compress(t.encode())),
    ),
    "picture, international text": (
        "x.png",
        lambda t: _png(b"iTXtComment\0\x01\0\0\0" + zlib.compress(t.encode())),
    ),
    "behind a picture": ("x.png", lambda t: _png(b"", t.encode())),
    "source map": ("x.js.map", lambda t: json.dumps({"sources": [t]}).encode()),
}
"""How a canary is planted as a file of its own."""
