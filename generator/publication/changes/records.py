"""The records of change: of what kind, where, from what to what, why, and how much to make of it.

They hold values of two public reports and codes of this module, and nothing else; how they are
said is the pages' business.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from generator.publication.strings import Alias, Day, Version

Kind = Literal[
    "version_reused",
    "aliases_replaced",
    "rule",
    "arm_renamed",
    "identity",
    "run_reclassified",
    "arm_removed",
    "case_removed",
    "case_definition",
    "decision",
    "eligibility",
    "first_outcome",
    "verdict",
    "band",
    "shown",
    "headline",
    "recovery",
    "pass_hat_k",
    "pass_at_k",
    "regression",
    "case_rate",
    "ledger_rate",
    "delta",
    "limits",
    "arm_added",
    "case_added",
    "comparison_removed",
    "ledger_removed",
    "study_removed",
    "comparison_added",
    "ledger_added",
    "study_added",
    "stage",
    "comparison",
    "case_trials",
    "boundary",
    "order",
    "named_lists",
    "dependence",
    "states",
    "plan",
    "evidence",
    "invalid",
    "run",
    "budget",
    "side_effects",
    "cost",
    "ledger",
    "study",
    "history",
    "published_cells",
    "other",
    "notes",
    "program",
    "spec",
    "inputs",
    "version",
    "date",
]
"""Every kind of change, in the order in which a reviewer should look.

`shown` is a rate that is published now and was not, or the other way round.
"""

Cause = Literal["unexplained", "correction", "data", "spec", "program", "representation", "release"]
"""What changed it: `data` is new input, `correction` input of a version that corrects the old one,
`representation` the same value in another spelling, `release` a new version's name and date.
`unexplained` is a change although nothing that a report states of its making differs.
"""

Noise = Literal["within", "beyond", "unknown"]
"""A measured move against what noise alone would give."""


class Where(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The place of a change; `field` is its path in the report, lists and maps marked."""

    field: str
    arm: str | None = None
    other_arm: str | None = None
    case: Alias | None = None
    ledger: Alias | None = None
    study: Alias | None = None
    basis: str | None = None
    item: str | None = None


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The cases with a first-pass outcome in both versions: who moved, and how likely by chance.

    `p_value` is McNemar's exact test of as many moves one way and the other.
    """

    compared: int
    fail_to_pass: list[Alias]
    pass_to_fail: list[Alias]
    p_value: float


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change; `old` and `new` are the whole values around it, `fields` what in them differs.

    `old` is null where it was added, `new` where it was taken away. `cause` names the likeliest
    cause first, then those that could not be told apart from it. `look` asks for a reviewer.
    """

    kind: Kind
    where: Where
    fields: list[str]
    old: Any
    new: Any
    cause: list[Cause]
    noise: Noise | None
    look: bool
    moved: Moved | None = None


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two versions."""

    version: Version
    published_on: Day | None
    arms: int
    cases: int
    runs: int
    trials: int


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in both versions, so that no change is told from nothing compared."""

    arms: int
    cases: int
    comparisons: int
    ledgers: int
    studies: int


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """All that changed between two reports, what a reviewer must look at first.

    `verdict`: nothing but the frame (names, dates, digests, program) differs; or only what needs no
    decision; or something must be looked at.
    """

    old: Side
    new: Side
    corrects: bool
    verdict: Literal["same", "routine", "look"]
    sources: list[Cause]
    compared: Compared
    changes: list[Change]


FRAME: frozenset[Kind] = frozenset({"program", "spec", "inputs", "version", "date"})
"""What a version states of its own making: it changes no number by itself."""
