"""What a public side says, in parts: enough to see that a private text stands nowhere in it.

An old version does not change, and to read it in every way takes longer than to build it. So what
was gathered is kept from one search to the next. Where a private text may stand in what was
gathered, the files themselves are read; nothing is found without them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
import numpy as np

from generator.publication.scan.search.grams import Numbers

_DIGEST = hashlib.sha256
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


def spelled(gathered: Gathered, versions: Mapping[str, str]) -> bytes:
    """Return what was gathered, with the versions it was gathered from, as the bytes of a file."""
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
    return _DIGEST(body).digest() + body


def read_back(data: bytes) -> tuple[Gathered, dict[str, str]]:
    """Return what was gathered and from which versions; nothing, if a single bit is not as it was.

    Pieces out of order would be looked for in vain.
    """
    digest, body = data[: _DIGEST().digest_size], data[_DIGEST().digest_size :]
    if _DIGEST(body).digest() != digest:
        return Gathered(), {}
    try:
        found = msgspec.msgpack.decode(body, type=_Spelled)
    except msgspec.DecodeError:
        return Gathered(), {}
    gathered = Gathered(
        short=np.frombuffer(found.short, _NUMBER).astype(np.uint64),
        long=np.frombuffer(found.long, _NUMBER).astype(np.uint64),
        words=frozenset(found.words),
        digits=frozenset(found.digits),
        excused=frozenset(found.excused),
    )
    return gathered, found.versions
