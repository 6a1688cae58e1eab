"""Aliases of the reference: keyed pseudonyms, and the spec with its defaults."""

from __future__ import annotations

import copy
import hashlib
import hmac
import re
from typing import Any

# formats/spec.md's table of defaults, as far as the reference reads it.
DEFAULTS: dict[str, Any] = {
    "interval": {"method": "clopper-pearson", "level": 0.95, "one_sided_level": 0.95},
    "stages": {"screen": 5, "confirmation": 20},
    "pass_k": [1, 2, 3, 4, 5, 8],
    "case_rule": "all",
    "publication": {"minimum_tasks": 5},
    "boundary": {"margin": 1},
    "order": {"alpha": 0.05, "minimum_trials": 5},
    "masquerade": {"max_wall_s": 10},
    "side_effect_classes": [],
    "identity_public": [
        "served_model",
        "model_snapshot",
        "effort",
        "harness",
        "harness_version",
        "profile",
        "isolation",
        "egress",
        "index_version",
    ],
    "labels": {"arms": {}},
    "alias": {"case": "A", "arm": "M", "run": "R", "digits": 8},
}

PUBLIC_ALIAS = re.compile(r"A-[0-9a-f]{8}")


def with_defaults(spec: dict[str, Any]) -> dict[str, Any]:
    """The spec's own values over the defaults; nested keys keep theirs."""
    whole = copy.deepcopy(DEFAULTS)
    for key, value in spec.items():
        if isinstance(value, dict) and key in whole:
            whole[key].update(value)
        else:
            whole[key] = value
    return whole


def digest(key: bytes, *parts: str) -> str:
    """The HMAC-SHA256 of the parts with NUL between them, in lower-case hex."""
    return hmac.new(key, "\0".join(parts).encode(), hashlib.sha256).hexdigest()


def aliases(kind: str, ids: set[str], spec: dict[str, Any], key: bytes) -> dict[str, str]:
    """id → alias for all ids of one kind in the report; lengthened by four until none collide."""
    kept = {each for each in ids if kind == "case" and PUBLIC_ALIAS.fullmatch(each)}
    digits = spec["alias"]["digits"]
    while True:
        names = {each: each for each in kept}
        for each in ids - kept:
            names[each] = f"{spec['alias'][kind]}-{digest(key, kind, each)[:digits]}"
        if len(set(names.values())) == len(names):
            return names
        digits += 4
