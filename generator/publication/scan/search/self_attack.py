"""The attack that a reader with a list of likely ids would make on the aliases.

An alias that is a piece of an unkeyed digest of its id, or of the id itself, is no alias: whoever
guesses the id can check the guess.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import math
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator

from generator.publication.scan.search.fold import squash

KINDS = ("case", "arm", "run", "task", "finding", "claim", "account")
_DIGESTS = {
    name: getattr(hashlib, name)
    for name in (
        *("md5", "sha1", "sha224", "sha256", "sha384", "sha512"),
        *("blake2b", "blake2s", "sha3_256"),
    )
}
_JOINTS = ("\0", ":", "-", "/", "")
_ALIAS = re.compile(r"-(?<=[A-Za-z]-)([0-9a-f]{6,64})\b")
_HEX = re.compile(r"[0-9a-f]+\Z")
_NO_ALNUM = re.compile(r"[^0-9a-z]")
_CHANCE, _CHANCE_INSIDE = 1e-4, 1e-6
"""How unlikely hits of one way must be by chance: at the digest's beginning, and further in it.

There are so many more places further in that each of them has to tell more.
"""

_SHORTEST_DIGEST, _SHORTEST_JOINED, _SHORTEST_INSIDE = 4, 6, 8
"""How many digits are no coincidence: of the id's own digest, of any way's, and inside a digest."""

_SHORTEST_SPELLED = 5
_PLAIN = ("as it is", "lower", "upper")
_Way = tuple[str, str]


def alias_digits(text: str) -> Iterator[str]:
    """Yield the digits of everything in a text that looks like a keyed alias."""
    return (match[1] for match in _ALIAS.finditer(text))


def guessed(ids: Collection[str], digits: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each id one of whose unkeyed digests is an alias, with that alias's digits.

    One way of digesting that hits no more often than chance would is left out.
    """
    by_length: dict[int, set[str]] = defaultdict(set)
    for each in digits:
        by_length[len(each)].add(each)
    hits: dict[tuple[_Way, int, int], list[tuple[str, str]]] = defaultdict(list)
    for private in ids:
        for way, digest in _ways(private):
            for length, known in by_length.items():
                for at in _places(way, digest, length):
                    if digest[at : at + length] in known:
                        hits[way, length, at].append((private, digest[at : at + length]))
    for (_, length, at), found in hits.items():
        expected = len(ids) * len(by_length[length]) / 16.0**length
        likely = len(found) * math.log(expected) - math.lgamma(len(found) + 1)
        if likely < math.log(_CHANCE_INSIDE if at else _CHANCE):
            yield from found


def made_without_key(private: str, tail: str) -> bool:
    """Whether what stands behind an alias's prefix can be made of its id by anybody."""
    tail = tail.lower()
    return _spells(private, tail) or _digests(private, tail)


def _spells(private: str, tail: str) -> bool:
    """Whether the id itself is in the alias, or the alias in the id, as it is or encoded."""
    letters = squash(private).decode()
    texts = [letters]
    for spelling in {private, private.lower(), private.upper(), letters}:
        texts += _encoded(spelling.encode(errors="replace"))
    return tail == letters or any(
        min(len(tail), len(text)) >= _SHORTEST_SPELLED and (tail in text or text in tail)
        for text in texts
    )


def _digests(private: str, tail: str) -> bool:
    if not _HEX.match(tail):
        return len(tail) >= _SHORTEST_JOINED and any(
            tail in text
            for _, digest in _ways(private)
            for text in _encoded(bytes.fromhex(digest))[1:]
        )
    for way, digest in _ways(private):
        if len(tail) >= _SHORTEST_INSIDE:
            places: Collection[int] = _places(way, digest, len(tail))
        else:
            least = _SHORTEST_DIGEST if way[1] == "as it is" else _SHORTEST_JOINED
            places = (0,) if len(tail) >= least else ()
        if any(digest.startswith(tail, at) for at in places):
            return True
    return False


def _encoded(data: bytes) -> list[str]:
    """Return bytes as hex, base32 and base64, in lower case and without what no alias can hold."""
    return [data.hex()] + [
        _NO_ALNUM.sub("", encode(data).decode().lower())
        for encode in (base64.b32encode, base64.b64encode)
    ]


def _places(way: _Way, digest: str, length: int) -> range:
    """Return where in a digest an alias may begin: anywhere, or one alias's length after another.

    Digests of an id with something before it are so many that only the latter is looked at.
    """
    step = 1 if way[1] in _PLAIN else length
    return range(0, len(digest) - length + 1, step)


def _ways(private: str) -> Iterator[tuple[_Way, str]]:
    spellings = dict(zip(_PLAIN, (private, private.lower(), private.upper()), strict=True))
    spellings |= {
        f"{kind}{joint!r}": f"{kind}{joint}{private}" for kind in KINDS for joint in _JOINTS
    }
    for spelling, text in spellings.items():
        data = text.encode(errors="replace")
        for name, digest in _DIGESTS.items():
            yield (name, spelling), digest(data, usedforsecurity=False).hexdigest()
        yield ("hmac", spelling), hmac.digest(b"", data, "sha256").hex()
        yield ("crc32", spelling), f"{zlib.crc32(data):08x}"
