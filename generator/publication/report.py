"""The public report: the closed types that pages, downloads and figures are rendered from.

A field reaches the public only by being listed here. Every string is of one of the classes of
`strings`; every number that is withheld or undefined is None with its reason beside it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

from generator.errors import Problem, UnusableInput
from generator.publication.arm import Arm
from generator.publication.audit import Audit, CellsRead
from generator.publication.base import Count, Public, Share
from generator.publication.comparison import Comparison
from generator.publication.eio import Ledger
from generator.publication.strings import (
    Address,
    ClassName,
    Day,
    Digest,
    IdentityField,
    IntervalMethod,
    Label,
    LimitCode,
    Note,
    Version,
)
from generator.publication.study import Study

Schema = Literal["stability-report/1"]
SCHEMA: Schema = "stability-report/1"

_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?([\w.\[\]]*)`\Z")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_FIELD = re.compile(r"[A-Za-z_]\w*")
"""How a refusal tells a path, the field that is not there, and a field's name in either."""


# A field that came later is left out where it says nothing, so that a report from before it was
# there keeps its spelling.
class Provenance(Public, frozen=True):
    """What the report was computed from and by."""

    spec_sha256: Digest
    inputs_sha256: Digest
    generator: Generator
    seed: Count
    cells: CellsRead | None = None


class Generator(Public, frozen=True):
    """The program that computed the report."""

    name: Literal["stability-report"]
    version: Version


class Rules(Public, frozen=True):
    """The spec's numbers that decide something on the pages."""

    protocol: Label
    protocol_version: Label
    screen: Count
    confirmation: Count
    pass_k: list[Count]
    case_rule: Literal["all", "any"] | Count
    minimum_tasks: Count
    interval_method: IntervalMethod
    level: Share
    one_sided_level: Share
    boundary_margin: float
    order_alpha: Share
    order_minimum_trials: Count
    masquerade_max_wall_s: float
    identity_public: list[IdentityField]
    side_effect_classes: list[ClassName]


class Citation(Public, frozen=True):
    """How the report wants to be cited, as the spec states it."""

    title: Label | None = None
    authors: list[Label] = msgspec.field(default_factory=list)
    url: Address | None = None


class Report(Public, frozen=True):
    """A whole public report: all that the pages are rendered from."""

    schema: Schema
    version: Version
    published_on: Day | None
    provenance: Provenance
    rules: Rules
    notes: list[Note]
    arms: list[Arm]
    comparisons: list[Comparison]
    ledgers: list[Ledger]
    studies: list[Study]
    limits: list[LimitCode]
    audit: Audit | None = None
    citation: Citation | None = None


def encode(report: Report) -> bytes:
    """Return the one spelling of a report: indented, fields as declared, a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def decode(data: bytes) -> Report:
    """Read a report back; anything outside the closed types is refused."""
    return msgspec.json.decode(data, type=Report)


def checked(report: Report) -> Report:
    """Return a report whose every value was held against its class; others are refused.

    Types alone do not hold a value against a pattern or a range. The refusal names the field of the
    report and never the value, which may be private.
    """
    try:
        return decode(encode(report))
    except msgspec.ValidationError as error:
        place = place_of(error) or "the report"
        raise UnusableInput(
            Problem(
                "NOT_PUBLIC",
                "A value is not of the class that this field of the public report may hold.",
                "Correct it at its source; of an identity field, take it from identity_public, or "
                "shorten it and remove its control characters.",
                field=place,
            )
        ) from None


def place_of(error: msgspec.ValidationError) -> str | None:
    """Return the path of the value that a type refused, or of what holds it.

    The words around the path may quote an unknown field, which may itself be spelled like a path:
    only names of a report's own fields are repeated.
    """
    found = _PLACE.search(str(error))
    missing = _MISSING.match(str(error))
    path = ".".join(part[1] for part in (found, missing) if part and part[1])
    return path if path and _fields().issuperset(_FIELD.findall(path)) else None


@cache
def _fields() -> frozenset[str]:
    """Return the name of every field that a report can have."""
    defined = msgspec.json.schema(Report)["$defs"].values()
    return frozenset(name for each in defined for name in each.get("properties", ()))


def json_schema() -> bytes:
    """Return the JSON Schema of the report, closed like the types."""
    schema = msgspec.json.schema(Report)
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=2) + b"\n"
