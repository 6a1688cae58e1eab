"""Checks that the files of a study share."""

from __future__ import annotations

import re

from generator.artifacts.checks import Check, Wrong, identifier, number, one_of, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.records import JsonValue
from generator.artifacts.study_records import RowIdentity
from generator.artifacts.study_words import Arm

_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_LARGEST_SEED = 0xFFFFFFFF

IDENTITY_NAMES = frozenset(
    {"suiteVersion", "taskId", "variantId", "modelProfileId", "modelProfileHash", "seed", "arm"}
)

ARM: Check[Arm] = one_of(Arm)


def digest(value: JsonValue) -> str:
    """Return a SHA-256, in lower-case hex."""
    if not isinstance(value, str) or not _DIGEST.match(value):
        raise Wrong("BAD_DIGEST", "must be 64 digits of lower-case hex")
    return value


def seed(value: JsonValue) -> int:
    """Return a 32-bit unsigned integer."""
    found = whole(0)(value)
    if found > _LARGEST_SEED:
        raise Wrong("OUT_OF_RANGE", "must fit 32 bits")
    return found


def share(value: JsonValue) -> float:
    """Return a number from 0 to 1."""
    found = number(value)
    if not 0 <= found <= 1:
        raise Wrong("OUT_OF_RANGE", "must lie between 0 and 1")
    return found


def level(value: JsonValue) -> float:
    """Return a number between 0 and 1 that is neither."""
    found = share(value)
    if found in (0, 1):
        raise Wrong("OUT_OF_RANGE", "must lie inside (0, 1)")
    return found


def identity(fields: Fields) -> RowIdentity:
    """Return the identity that an object states."""
    return RowIdentity(
        suite_version=fields.required("suiteVersion", identifier),
        task_id=fields.required("taskId", identifier),
        variant_id=fields.required("variantId", identifier),
        profile_id=fields.required("modelProfileId", identifier),
        profile_hash=fields.required("modelProfileHash", text),
        seed=fields.required("seed", seed),
        arm=fields.required("arm", ARM),
    )
