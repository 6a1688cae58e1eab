"""Aliases that anybody can make of an id are known for what they are; drawn ones are not."""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Callable

import pytest

from generator.publication.scan.search.self_attack import guessed, made_without_key

ID = "queue-drain-on-sigterm"


def sha(text: str) -> hashlib._Hash:
    return hashlib.sha256(text.encode())


CARELESS: dict[str, Callable[[str], str]] = {
    "digest": lambda i: sha(i).hexdigest()[:8],
    "digest, later": lambda i: sha(i).hexdigest()[8:16],
    "digest, anywhere": lambda i: sha(i).hexdigest()[13:23],
    "digest, end": lambda i: sha(i).hexdigest()[-8:],
    "digest of kind and id": lambda i: sha(f"case\0{i}").hexdigest()[:8],
    "digest of kind and id, later": lambda i: sha(f"case\0{i}").hexdigest()[16:24],
    "digest, capitals": lambda i: hashlib.md5(i.upper().encode()).hexdigest()[:8],  # noqa: S324
}
SPELLED: dict[str, Callable[[str], str]] = {
    "digest in capitals": lambda i: sha(i).hexdigest()[:8].upper(),
    "digest in base32": lambda i: base64.b32encode(sha(i).digest()).decode()[:12],
    "without dashes": lambda i: i.replace("-", ""),
    "a part": lambda _: "queuedrain",
    "with more": lambda i: "x" + i.replace("-", "") + "7",
    "hex": lambda i: i.encode().hex(),
    "base32": lambda i: base64.b32encode(i.encode()).decode().rstrip("="),
}


@pytest.mark.parametrize("way", [*CARELESS, *SPELLED])
def test_a_map_entry_that_needs_no_key_is_known(way: str) -> None:
    assert made_without_key(ID, (CARELESS | SPELLED)[way](ID))


def test_the_id_itself_is_known_however_short() -> None:
    assert made_without_key("B-7", "b7")


def test_drawn_aliases_are_no_part_of_anything() -> None:
    draw = random.Random(7)  # noqa: S311 - nothing is secret here
    for number in range(300):
        digits = draw.choice([6, 8, 12, 32])
        assert not made_without_key(f"ops-{number}", f"{draw.getrandbits(4 * digits):0{digits}x}")
    assert not made_without_key("1", "3f09c2d1")
    assert not made_without_key("ops-1", "KestrelGrove")


@pytest.mark.parametrize("way", CARELESS)
def test_a_site_of_careless_aliases_is_opened(way: str) -> None:
    ids = [f"ops-{number}" for number in range(40)]
    assert {private for private, _ in guessed(ids, {CARELESS[way](i) for i in ids})} == set(ids)


@pytest.mark.parametrize("way", CARELESS)
def test_one_careless_alias_among_drawn_ones_is_opened(way: str) -> None:
    draw = random.Random(11)  # noqa: S311 - nothing is secret here
    digits = {f"{draw.getrandbits(32):08x}" for _ in range(40)} | {CARELESS[way](ID)}
    assert dict(guessed([ID, *(f"ops-{n}" for n in range(40))], digits)) == {ID: CARELESS[way](ID)}


def test_short_aliases_by_the_thousand_are_no_attack() -> None:
    draw = random.Random(3)  # noqa: S311 - nothing is secret here
    digits = {f"{draw.getrandbits(24):06x}" for _ in range(2000)}
    assert list(guessed([f"ops-{number}" for number in range(300)], digits)) == []
