"""Single members of a JSON object, found without building what is passed over.

Logs hold whole conversations beside the few facts that count. A conversation may hold what exact
JSON may not (NaN, a key twice); it is passed over, and only what is taken out is parsed exactly.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection

from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse

_BLANK = re.compile(r"[ \t\r\n]*")
_PASSING = json.JSONDecoder(parse_int=str, parse_float=str)

Members = dict[str, str]
"""Members of one object: each one's name, and its value as it is written."""


def walk_value(text: str, at: int) -> tuple[str, int]:
    """Return the text of the value that begins at a place, and where it ends."""
    _, end = _PASSING.raw_decode(text, at)
    return text[at:end], end


def walk_name(text: str, at: int) -> tuple[str, int]:
    """Return the name of a member that begins at a place, and where it ends."""
    if not text.startswith('"', at):
        raise json.JSONDecodeError("a name", text, at)
    return _PASSING.raw_decode(text, at)


def walk_object(text: str, at: int, wanted: Collection[str] | None = None) -> tuple[Members, int]:
    """Return the wanted members of the object that begins at a place, and where it ends.

    With nothing said, all are wanted. One that stands there twice refuses the object.
    """
    found: Members = {}
    at = _expected(text, at, "{")
    if text.startswith("}", at):
        return found, at + 1
    while True:
        name, at = walk_name(text, at)
        at = _expected(text, _blank(text, at), ":")
        value, at = walk_value(text, at)
        if wanted is None or name in wanted:
            if name in found:
                raise JsonRefused(
                    "DOUBLED_KEY", "One object has the same key twice.", name if wanted else None
                )
            found[name] = value
        at = _blank(text, at)
        if text.startswith("}", at):
            return found, at + 1
        at = _expected(text, at, ",")


def members(text: str, wanted: Collection[str] | None = None) -> Members:
    """Return the wanted members of the object that a whole text is."""
    start = _blank(text, 0)
    if not text.startswith("{", start):
        raise JsonRefused("NOT_AN_OBJECT", "This is not a JSON object.")
    try:
        found, end = walk_object(text, start, wanted)
    except json.JSONDecodeError as error:
        raise JsonRefused(
            "NOT_JSON", "This is not whole JSON.", row=error.lineno, torn=True
        ) from None
    except RecursionError:
        raise JsonRefused("TOO_DEEP", "This nests too deep to be read.") from None
    if _blank(text, end) < len(text):
        raise JsonRefused("NOT_JSON", "There is more behind the end of the JSON text.")
    return found


def one_spelling(text: str) -> str:
    """Return a value's text without what a writer is free in: blanks, and the order of members."""
    return json.dumps(_PASSING.decode(text), sort_keys=True)


def digest_of(found: Members) -> str:
    """Return a digest of members, the same for every spelling and order of them."""
    said = {name: one_spelling(found[name]) for name in sorted(found)}
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def exact(found: Members, depth: int, *, nan_as_null: bool = False) -> dict[str, JsonValue]:
    """Return members parsed exactly; what refuses one is said with its name."""
    values: dict[str, JsonValue] = {}
    for name, text in found.items():
        try:
            values[name] = parse(text.encode(), depth, nan_as_null=nan_as_null)
        except JsonRefused as refused:
            problem = refused.problem
            raise JsonRefused(problem.code, problem.what, name) from None
    return values


def _blank(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _expected(text: str, at: int, mark: str) -> int:
    """Return the place behind a mark that must come here, and behind the blanks after it."""
    if not text.startswith(mark, at):
        raise json.JSONDecodeError("a mark", text, at)
    return _blank(text, at + 1)
