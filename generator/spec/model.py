"""The stability spec as types: every threshold the program applies, and nothing else."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from generator.spec.seen import SEEN

# A pattern ends in \Z, for $ would let a line break through at the end. Every pattern is told in
# words, which messages give; every number has bounds, far beyond what a person can mean.
Level = Annotated[float, Meta(ge=0.5, le=0.999999)]
Alpha = Annotated[float, Meta(ge=1e-9, le=0.5)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Amount = Annotated[float, Meta(ge=0, le=1e9)]
Score = Annotated[float, Meta(ge=-1e15, le=1e15)]
Prefix = Annotated[str, Meta(pattern=r"^[A-Za-z]{1,8}\Z", description="1 to 8 letters, a to z")]
Label = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+/@:()-]{0,79}\Z",
        description="text of 1 to 80 characters: letters and digits, and behind the first also "
        "spaces and . _ + / @ : ( ) -",
    ),
]
Text = Annotated[
    str, Meta(min_length=1, max_length=1000, description="text of 1 to 1,000 characters")
]
ClassName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z",
        description="a name of 1 to 64 letters and digits, behind the first also . _ -",
    ),
]
EnvironmentName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*\Z",
        description="the name of an environment variable: letters, digits and _, no digit first",
    ),
]
FilePath = Annotated[
    str, Meta(pattern=r"^[^\0]{1,4096}\Z", description="the path of a file, as text")
]

# Tags stand beyond what every language's patterns reach; here they are left out too.
_VISIBLE = rf"(?![\U000e0000-\U000e0fff]){SEEN}"
Note = Annotated[
    str,
    Meta(
        pattern=rf"^(?:{_VISIBLE}){{1,2000}}\Z",
        description="one line of 1 to 2,000 characters, none of them a control character or "
        "invisible",
    ),
]
Cited = Annotated[
    str,
    Meta(
        pattern=rf"^(?:{_VISIBLE}){{1,200}}\Z",
        description="one line of 1 to 200 characters, none of them a control character or "
        "invisible",
    ),
]
Address = Annotated[
    str,
    Meta(
        pattern=r"^https://[A-Za-z0-9][A-Za-z0-9._~:/?=&%+-]{0,199}\Z",
        description="an address that begins with https:// and holds letters, digits and "
        ". _ ~ : / ? = & % + -",
    ),
]
PUBLIC_IDENTITY = re.compile(rf"(?:{_VISIBLE}){{0,200}}")
"""What an identity field that the spec declares public may hold, to stand on a page."""

IntervalMethod = Literal["clopper-pearson", "wilson", "jeffreys", "mid-p"]

PublicIdentityField = Literal[
    "provider_endpoint",
    "lane",
    "served_model",
    "model_snapshot",
    "effort",
    "reasoning_wire",
    "harness",
    "harness_version",
    "profile",
    "fallback_policy",
    "isolation",
    "egress",
    "spec_sha256",
    "base_bundle_sha256",
    "oracle_pack_sha256",
    "index_version",
]
"""Identity fields a project may declare public; runner_config is an object and never one."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the spec's sections: immutable and closed."""


class Protocol(Section, frozen=True):
    """The protocol shown on the pages."""

    name: Label
    version: Label


class IntervalRule(Section, frozen=True):
    """Which interval stands beside a rate, and at which level."""

    method: IntervalMethod
    level: Level
    one_sided_level: Level


class Stages(Section, frozen=True):
    """Valid trials a screen and a confirmation need."""

    screen: Count
    confirmation: Count


class Publication(Section, frozen=True):
    """The floor under which a rate is replaced by named lists."""

    minimum_tasks: Count


class BoundaryRule(Section, frozen=True):
    """How near to its threshold a modal score makes a boundary case."""

    margin: Amount


class OrderRule(Section, frozen=True):
    """When failures count as clustered in the run order."""

    alpha: Alpha
    minimum_trials: Count


class Masquerade(Section, frozen=True):
    """How short an attempt after a billing_exhausted one must be to be no completed round."""

    max_wall_s: Amount


class Labels(Section, frozen=True):
    """Labels a person declared public."""

    arms: dict[str, Label]


class AliasRule(Section, frozen=True):
    """Prefixes of the keyed pseudonyms, their length, and where the key is."""

    case: Prefix
    arm: Prefix
    run: Prefix
    task: Prefix
    finding: Prefix
    claim: Prefix
    account: Prefix
    digits: Annotated[int, Meta(ge=4, le=64)]
    key_env: EnvironmentName
    key_file: FilePath
    map_file: FilePath | None


class Resampling(Section, frozen=True):
    """How many draws a resampled estimate takes."""

    draws: Count


class Limits(Section, frozen=True):
    """Bounds on input, against archives that unfold and documents that nest without end."""

    line_mib: Annotated[int, Meta(ge=1, le=65_536)]
    archive_ratio: Count
    # What walks a document goes down with it, and Python's stack is a thousand frames.
    json_depth: Annotated[int, Meta(ge=1, le=200)]


class IdentityRule(Section, frozen=True):
    """What an arm is, as far as its files do not say it."""

    provider_endpoint: Text | None = None
    lane: Text | None = None
    served_model: Text | None = None
    model_snapshot: Text | None = None
    effort: Text | None = None
    reasoning_wire: Text | None = None
    harness: Text | None = None
    harness_version: Text | None = None
    profile: Text | None = None
    fallback_policy: Text | None = None
    isolation: Text | None = None
    egress: Text | None = None
    spec_sha256: Text | None = None
    base_bundle_sha256: Text | None = None
    oracle_pack_sha256: Text | None = None
    index_version: Text | None = None


class TableRule(Section, frozen=True):
    """Which column of a table holds what. `outcome`, `score` or `state` says how a trial ended."""

    task: Text
    arm: Text | None = None
    trial: Text | None = None
    outcome: Text | None = None
    passes: tuple[str, ...] = ("true", "1", "1.0", "pass", "passed")
    fails: tuple[str, ...] = ("false", "0", "0.0", "fail", "failed")
    score: Text | None = None
    threshold: Score | None = None
    state: Text | None = None
    started_at: Text | None = None
    ended_at: Text | None = None
    tokens_in: Text | None = None
    tokens_out: Text | None = None
    cost_usd: Text | None = None
    wall_s: Text | None = None
    planned: Count | None = None


class SourceRule(Section, frozen=True):
    """What lies at one path: its format, its arm, and how its own words are read.

    With `skip` it is left out.
    """

    path: Text
    format: Text | None = None
    arm: Text | None = None
    label: Label | None = None
    identity: IdentityRule = IdentityRule()
    ends: dict[str, str] = {}
    table: TableRule | None = None
    skip: bool = False


class CitationRule(Section, frozen=True):
    """How the report wants to be cited; all of it is public."""

    title: Cited | None = None
    authors: tuple[Cited, ...] = ()
    url: Address | None = None


class Spec(Section, frozen=True):
    """The whole spec: the defaults with a project's own values over them."""

    schema: Literal["stability-spec/1"]
    protocol: Protocol
    interval: IntervalRule
    stages: Stages
    pass_k: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=100)]
    case_rule: Literal["all", "any"] | Count
    publication: Publication
    boundary: BoundaryRule
    order: OrderRule
    masquerade: Masquerade
    side_effect_classes: tuple[ClassName, ...]
    identity_public: tuple[PublicIdentityField, ...]
    labels: Labels
    alias: AliasRule
    random_seed: Annotated[int, Meta(ge=0, le=10**18 - 1)]
    resampling: Resampling
    limits: Limits
    notes: tuple[Note, ...]
    sources: tuple[SourceRule, ...] = ()
    citation: CitationRule = CitationRule()
