"""Copies of one attempt within one file: the same observation if they are equal, else an error.

Equal means equal JSON values, times compared as instants. The fields the format defines are
compared as records; only for lines that agree in those is the file read again, to compare what
the format does not define. Nothing of a line outlives its turn but a digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.artifacts.files import Limits
from generator.artifacts.lines import LineFile
from generator.artifacts.records import Attempt, JsonValue
from generator.artifacts.strict_json import parse_object
from generator.errors import Problem, UnusableInput

ATTEMPT_FIELDS = frozenset(Attempt.__struct_fields__) - {"line", "end", "contested"}
"""The fields that the format defines; every other is allowed, private, and never named."""


def first_difference(one: Attempt, other: Attempt) -> str | None:
    """Return the first field of the format in which two attempts differ, if there is one."""
    return next(
        (
            name
            for name in Attempt.__struct_fields__
            if name in ATTEMPT_FIELDS and getattr(one, name) != getattr(other, name)
        ),
        None,
    )


def unlike_copy(line: int, first: int, field: str | None) -> Problem:
    """Return the problem of a line that has another's attempt_id and says something else."""
    where = "here" if field else "in a field that the format does not define"
    return Problem(
        "COPIES_DIFFER",
        f"The line has the attempt_id of line {first}, but differs from it {where}.",
        "Give different attempts different attempt_ids, or remove the wrong line.",
        line=line,
        field=field,
    )


def unlike_elsewhere(
    path: Path, limits: Limits, copies: Collection[tuple[int, int]], sha256: str
) -> Iterator[Problem]:
    """Yield the copies, as (first line, line), that differ in fields the format does not define."""
    digests = _digests(path, limits, {line for pair in copies for line in pair}, sha256)
    for first, line in copies:
        if digests[first] != digests[line]:
            yield unlike_copy(line, first, None)


def _digests(path: Path, limits: Limits, wanted: Collection[int], sha256: str) -> dict[int, bytes]:
    lines = LineFile(path, limits)
    digests = {
        line.number: _digest(parse_object(line.data, limits.json_depth))
        for line in lines
        if line.number in wanted
    }
    if lines.sha256 != sha256:
        raise UnusableInput(
            Problem(
                "CHANGED_WHILE_READ",
                "The file changed while it was read.",
                "Run the command again when its writer has finished.",
                path,
            )
        )
    return digests


def _digest(values: dict[str, JsonValue]) -> bytes:
    """Return a digest of what the format does not define, the same for equal JSON values."""
    rest = {name: _plain(value) for name, value in values.items() if name not in ATTEMPT_FIELDS}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).digest()


def _plain(value: JsonValue) -> JsonValue:
    """Return a value with equal numbers written alike: 1.0 is 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return value
