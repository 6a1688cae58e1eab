"""The digest of a bundle is that of its canonical JSON."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.artifacts.eio_digest import archive_sha256, canonical


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        # the number samples of RFC 8785, appendix B, as far as they are ordinary numbers
        (0.0, "0"),
        (-0.0, "0"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9007199254740992.0, "9007199254740992"),
        (1e21, "1e+21"),
        (1e23, "1e+23"),
        (333333333.3333332, "333333333.3333332"),
        (0.1, "0.1"),
        # what it says of keys, strings and structure
        ({"b": 1, "a": [True, False, None]}, '{"a":[true,false,null],"b":1}'),
        ({"\U0001f600": 1, "\ufb33": 2}, '{"\U0001f600":1,"\ufb33":2}'),  # by UTF-16 units
        ("\u20ac$\u000f\nA'B\"\\/", '"\u20ac$\\u000f\\nA\'B\\"\\\\/"'),
    ],
)
def test_the_canonical_spelling(value: object, spelled: str) -> None:
    assert canonical(value) == spelled  # type: ignore[arg-type]


def test_the_digest_is_that_of_the_spelling() -> None:
    digest = hashlib.sha256(b'{"a":1,"b":"x"}').hexdigest()
    assert archive_sha256({"b": "x", "a": 1.0}) == f"sha256:{digest}"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_the_spelling_is_json_of_the_same_value(value: object) -> None:
    assert json.loads(canonical(value)) == value  # type: ignore[arg-type]


def test_half_a_character_has_a_digest_too() -> None:
    assert archive_sha256("\ud800") != archive_sha256("\ud801")


def test_extreme_numbers_are_spelled_as_the_reference_package_does() -> None:
    reference = pytest.importorskip("eio_agents.base.canon")
    for value in (1e-5, 1.5e-7, 2.5e-6, 1e-10, 0.00012, 123456.789, 295147905179352830000.0):
        assert canonical(value) == reference.jcs(value)
