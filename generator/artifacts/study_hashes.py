"""How the study's harness spells what it digests: JSON as JavaScript writes it."""

from __future__ import annotations

import hashlib
import json
import math
import re
from decimal import Decimal

from generator.artifacts.records import JsonValue
from generator.artifacts.study_records import RowIdentity

ROW_KEY = "h6-row-v1-"

_PLAIN = range(-6, 21)
"""The decimal exponents of the numbers that JavaScript writes without one."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def canonical_json(value: JsonValue) -> str:
    """Return JSON with its keys in code-point order, without spaces, numbers as JavaScript's."""
    if isinstance(value, dict):
        members = (f"{_text(key)}:{canonical_json(value[key])}" for key in sorted(value))
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _number(float(value))


def canonical_digest(value: JsonValue) -> str:
    """Return the SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def cell_key(identity: RowIdentity) -> str:
    """Return how the harness names a cell in the reasons for a cut; it is private."""
    return canonical_json([*identity.cell])


def row_key(identity: RowIdentity) -> str:
    """Return the key of a row: a digest of its whole identity."""
    return ROW_KEY + canonical_digest([*identity.cell, str(identity.arm)])


def _text(value: str) -> str:
    spelled = json.dumps(value, ensure_ascii=False)
    return _HALF_CHARACTER.sub(lambda half: f"\\u{ord(half[0]):04x}", spelled)


def _number(value: float) -> str:
    """Spell a number as JavaScript does: the shortest digits that read back as the same double."""
    if not math.isfinite(value):
        raise ValueError("JSON holds finite numbers only")
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    if value == 0 or not isinstance(exponent, int):
        return "0"
    shown = "".join(map(str, digits))
    point = len(shown) + exponent
    if point - 1 not in _PLAIN:
        mantissa = shown[0] + (f".{shown[1:]}" if len(shown) > 1 else "")
        shown = f"{mantissa}e{point - 1:+d}"
    elif point <= 0:
        shown = f"0.{'0' * -point}{shown}"
    elif point >= len(shown):
        shown += "0" * (point - len(shown))
    else:
        shown = f"{shown[:point]}.{shown[point:]}"
    return f"-{shown}" if sign else shown
