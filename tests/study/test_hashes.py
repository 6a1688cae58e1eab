"""What the harness digests is spelled as JavaScript spells it, to the byte."""

from __future__ import annotations

import hashlib

import pytest

from generator.artifacts.records import JsonValue
from generator.artifacts.study_hashes import canonical_digest, canonical_json, cell_key, row_key
from generator.artifacts.study_records import RowIdentity
from generator.artifacts.study_words import Arm

IDENTITY = RowIdentity(
    suite_version="h6-suite-v1",
    task_id="task/a",
    variant_id="variant:1",
    profile_id="model-profile@test",
    profile_hash="a" * 64,
    seed=17,
    arm=Arm.PRE_ACTION_FAILURE,
)


def test_the_published_row_key_comes_out() -> None:
    assert row_key(IDENTITY) == (
        "h6-row-v1-fd5539ff1046b205f4515dd87cca5c8ba8bc86482b5b8edda9f7ef1fe4a83ff8"
    )


def test_a_cell_is_an_identity_without_its_arm() -> None:
    hash_of_profile = "a" * 64
    assert cell_key(IDENTITY) == (
        f'["h6-suite-v1","task/a","variant:1","model-profile@test","{hash_of_profile}",17]'
    )


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (100, "100"),
        (1e20, "100000000000000000000"),
        (123456789012345680000, "123456789012345680000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (0.000001, "0.000001"),
        (0.00000123, "0.00000123"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (2**53 + 1, "9007199254740992"),
        (0.1 + 0.2, "0.30000000000000004"),
    ],
)
def test_numbers_are_spelled_as_javascript_spells_them(value: float, spelled: str) -> None:
    assert canonical_json(value) == spelled


@pytest.mark.parametrize(
    ("value", "spelled"),
    [
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"ä": 1, "z": 2, "Z": 3}, '{"Z":3,"z":2,"ä":1}'),
        ('"\\\n\u2028', '"\\"\\\\\\n\u2028"'),
        ("\ud800", '"\\ud800"'),
        ([], "[]"),
        ({}, "{}"),
    ],
)
def test_the_rest_is_json_without_spaces_and_in_the_order_of_its_keys(
    value: JsonValue, spelled: str
) -> None:
    assert canonical_json(value) == spelled


def test_a_digest_is_of_the_spelling_in_utf_8() -> None:
    assert canonical_digest({"ä": 1.0}) == hashlib.sha256('{"ä":1}'.encode()).hexdigest()


def test_what_is_no_number_of_json_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        canonical_json(float("inf"))
