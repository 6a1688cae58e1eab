"""Aliases against an HMAC of the test's own: their length, collisions, kinds, and order."""

from __future__ import annotations

import hashlib
import hmac
from itertools import count

import msgspec
import pytest

from generator.errors import UnusableInput
from generator.publication.aliases import Aliases
from generator.spec.load import load_spec
from generator.spec.model import AliasRule

KEY = b"a key of thirty-two bytes for tests"
RULE: AliasRule = msgspec.structs.replace(load_spec(None).spec.alias, digits=4)


def digest(kind: str, private: str) -> str:
    return hmac.new(KEY, f"{kind}\0{private}".encode(), hashlib.sha256).hexdigest()


def colliding(digits: int) -> tuple[str, str]:
    """Two ids of cases whose digests begin alike in so many digits."""
    seen: dict[str, str] = {}
    for number in count():
        one = f"case-{number}"
        begin = digest("case", one)[:digits]
        if begin in seen:
            return seen[begin], one
        seen[begin] = one
    raise AssertionError


def test_an_alias_is_the_beginning_of_a_keyed_digest_behind_its_prefix() -> None:
    aliases = Aliases(KEY, RULE)
    aliases.learn("case", ["ops-7"])
    aliases.learn("run", ["ops-7"])
    assert aliases.of("case", "ops-7") == f"{RULE.case}-{digest('case', 'ops-7')[:4]}"
    assert aliases.of("run", "ops-7") == f"{RULE.run}-{digest('run', 'ops-7')[:4]}"


@pytest.mark.parametrize("alike", [4, 5])
def test_two_ids_that_collide_lengthen_all_aliases_of_their_kind_by_four(alike: int) -> None:
    ids = [*colliding(alike), "another"]
    aliases = Aliases(KEY, RULE)
    aliases.learn("case", ids)
    aliases.learn("run", ids)
    expected = next(
        length
        for length in range(4, 65, 4)
        if len({digest("case", each)[:length] for each in ids}) == 3
    )
    assert expected == 8
    for each in ids:
        assert aliases.of("case", each) == f"{RULE.case}-{digest('case', each)[:expected]}"
        assert aliases.of("run", each) == f"{RULE.run}-{digest('run', each)[:4]}"


def test_aliases_do_not_hang_on_the_order_of_ids_nor_on_how_often_one_comes() -> None:
    ids = [*colliding(4), "another"]
    one, other = Aliases(KEY, RULE), Aliases(KEY, RULE)
    one.learn("case", ids)
    other.learn("case", [*reversed(ids), *ids])
    assert [one.of("case", each) for each in ids] == [other.of("case", each) for each in ids]


def test_a_public_alias_is_kept_and_a_computed_one_keeps_clear_of_it() -> None:
    taken = f"A-{digest('case', 'ops-7')[:8]}"
    aliases = Aliases(KEY, msgspec.structs.replace(RULE, case="A", digits=8))
    aliases.learn("case", [taken, "ops-7"])
    assert aliases.of("case", taken) == taken
    assert aliases.of("case", "ops-7") == f"A-{digest('case', 'ops-7')[:12]}"


def test_a_map_that_gives_two_ids_one_alias_is_refused() -> None:
    aliases = Aliases(KEY, RULE, {"one": "A-1", "two": "A-1"})
    with pytest.raises(UnusableInput) as refused:
        aliases.learn("case", ["one", "two"])
    assert refused.value.problems[0].code == "ALIAS_SHARED"
