"""How a name has to stand in a text to be found in it."""

from __future__ import annotations

import pytest

from generator.publication.scan.search.names import Common, telling
from generator.publication.scan.search.reading import Reading

COMMON = Common.of(["The pass rate of a primary run is above its own failures."], [], [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a3-prim", "see a3-prim, then"),
        ("a3-prim", "a3 prim"),
        ("a3-prim", "a 3 p r i m"),
        ("a3-prim", '"a","3","p","r","i","m"'),
        ("a3-prim", "xa3-prim"),
        ("kelp-lamp", "kelp_lamp"),
        ("kelp-lamp", '"kelp" "-lamp"'),
        ("kelp-lamp", "k e l p l a m p"),
        ("kelp", "<p>Kelp</p>"),
        ("abovefailures-kelp", "abovefailures kelp"),
        ("passratekelps", "xxpass-ratekelpsxx"),
    ],
)
def test_a_name_stands_here(name: str, text: str) -> None:
    found = telling(name, COMMON)
    assert found is not None
    assert Reading(text, COMMON).holds(found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a3-prim", "A-12fe4ca3,primary,7"),
        ("a3-prim", "A-12fe4ca3-prim"),
        ("a3-prim", "see a3, prim"),
        ("a3-prim", '{"a3": "prim"}'),
        ("a3-prim", "a3\0\0prim"),
        ("a3-prim", "a3\n\n  prim"),
        ("a3-prim", "xa3-primy"),
        ("e5-medium7", "a-12cd34e5-medium7"),
        ("kelp-lamp", "kel plamp"),
        ("kelp-lamp", "kelp, lamp"),
        ("kelp", "kelps"),
        ("kelp", "k e l p"),
        ("passrate90", "a pass rate 90"),
        ("abovefailures", "the counts above. Failures"),
    ],
)
def test_a_name_does_not_stand_here(name: str, text: str) -> None:
    found = telling(name, COMMON)
    assert found is not None
    assert found.letters in Reading(text, COMMON).letters
    assert not Reading(text, COMMON).holds(found)
