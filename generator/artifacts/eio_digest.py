"""The digest by which a Portable Evaluation Record names the bundle it was made from.

SHA-256 of the JSON Canonicalization Scheme's bytes (RFC 8785): keys in the order of their UTF-16
code units, no white space, numbers as JavaScript prints them. Very large and very small numbers
are spelled as eio-agents spells them, whose digests the records bear.
"""

from __future__ import annotations

import hashlib
import json

from generator.artifacts.records import JsonValue

_PLAIN_BELOW = 1e21


def archive_sha256(document: JsonValue) -> str:
    """Return the digest of a document as records write it: `sha256:` and 64 hex digits."""
    spelled = canonical(document).encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(spelled).hexdigest()}"


def canonical(value: JsonValue) -> str:
    """Return a JSON value in its canonical spelling."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return _number(value)
    return json.dumps(value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    if value.is_integer() and abs(value) < _PLAIN_BELOW:
        return str(int(value))
    return repr(value).replace("e-0", "e-")
