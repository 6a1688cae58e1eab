"""What a public side says, in parts: enough to see that a private text stands nowhere in it.

An old version does not change, and to read it in every way takes longer than to build it. So what
was gathered is kept from one search to the next. Where a private text may stand in what was
gathered, the files themselves are read; nothing is found without them.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
import numpy as np

from generator.publication.scan.search.grams import Numbers

_NUMBER = np.dtype("<u8")


def _none() -> Numbers:
    return np.empty(0, np.uint64)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Short and long pieces in order, runs of letters and digits, the digits of aliases.

    `excused` are texts in a shape that no site may have, squashed: everybody knew them.
    """

    short: Numbers = field(default_factory=_none)
    long: Numbers = field(default_factory=_none)
    words: frozenset[str] = frozenset()
    digits: frozenset[str] = frozenset()
    excused: frozenset[bytes] = frozenset()


class _Spelled(msgspec.Struct, forbid_unknown_fields=True):
    versions: dict[str, str]
    short: bytes
    long: bytes
    words: list[str]
    digits: list[str]
    excused: list[bytes]


def spelled(gathered: Gathered, versions: Mapping[str, str], by: str) -> bytes:
    """Return what was gathered as the bytes of a file.

    `versions` are those it was gathered from, each with the digest of its folder; `by` is the
    digest of the program that gathered it. Of a draft that has changed since, its parts may stay:
    too much is harmless, for where something may stand the files are read.
    """
    body = msgspec.msgpack.encode(
        _Spelled(
            versions=dict(sorted(versions.items())),
            short=gathered.short.astype(_NUMBER).tobytes(),
            long=gathered.long.astype(_NUMBER).tobytes(),
            words=sorted(gathered.words),
            digits=sorted(gathered.digits),
            excused=sorted(gathered.excused),
        )
    )
    return _seal(body, by) + body


def read_back(data: bytes, by: str) -> tuple[Gathered, dict[str, str]]:
    """Return what was gathered and from which versions; nothing, if a single bit is not as it was.

    Pieces out of order, or numbered in another way, would be looked for in vain.
    """
    size = hashlib.sha256().digest_size
    if data[:size] != _seal(data[size:], by):
        return Gathered(), {}
    try:
        found = msgspec.msgpack.decode(data[size:], type=_Spelled)
        short, long = (np.frombuffer(each, _NUMBER) for each in (found.short, found.long))
    except (msgspec.DecodeError, ValueError):
        return Gathered(), {}
    gathered = Gathered(
        short=short.astype(np.uint64),
        long=long.astype(np.uint64),
        words=frozenset(found.words),
        digits=frozenset(found.digits),
        excused=frozenset(found.excused),
    )
    return gathered, found.versions


def _seal(body: bytes, by: str) -> bytes:
    """Return a digest of what was gathered and of all that decides how it is."""
    made_with = [by, sys.version, np.__version__, unicodedata.unidata_version]
    return hashlib.sha256("\0".join(made_with).encode() + body).digest()
