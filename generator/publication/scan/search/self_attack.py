"""The attack that a reader with a list of likely ids would make on the aliases.

An alias that is the beginning of an unkeyed digest of its id is no alias: whoever guesses the id
can check the guess.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator

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
_CHANCE = 1e-4


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
    hits: dict[tuple[tuple[str, str], int], list[tuple[str, str]]] = defaultdict(list)
    for private in ids:
        for way, digest in _ways(private):
            for length, known in by_length.items():
                if digest[:length] in known:
                    hits[way, length].append((private, digest[:length]))
    for (_, length), found in hits.items():
        expected = len(ids) * len(by_length[length]) / 16.0**length
        if len(found) > 1 or expected < _CHANCE:
            yield from found


def _ways(private: str) -> Iterator[tuple[tuple[str, str], str]]:
    spellings = {"as it is": private, "lower": private.lower(), "upper": private.upper()}
    spellings |= {
        f"{kind}{joint!r}": f"{kind}{joint}{private}" for kind in KINDS for joint in _JOINTS
    }
    for spelling, text in spellings.items():
        data = text.encode(errors="replace")
        for name, digest in _DIGESTS.items():
            yield (name, spelling), digest(data, usedforsecurity=False).hexdigest()
        yield ("hmac", spelling), hmac.digest(b"", data, "sha256").hex()
        yield ("crc32", spelling), f"{zlib.crc32(data):08x}"
