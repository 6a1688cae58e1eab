"""The public types of the historical audit: the case x arm matrix, and what moved in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.publication.base import Count, Public
from generator.publication.strings import (
    Alias,
    Day,
    Evidence,
    IdentityField,
    Label,
    OrderPattern,
    Outcome,
)

Basis = Literal["runs", "cells"]
"""Whether run directories state it, or cells of published pages."""

PastRole = Literal["primary", "repeat", "observational", "retest"]
ArmPart = Literal["model", "lane", "band"]
InvalidCauseName = Literal[
    "infrastructure_missing",
    "harness_timeout",
    "billing_exhausted",
    "model_delivery_budget_burn",
    "not_stated",
]


class AuditRun(Public, frozen=True):
    """One column of the matrix: the outcome of every case that the run lists.

    A published page states neither a day nor a class of evidence. `made_up` are the cases whose
    outcome is that of a makeup.
    """

    run: Alias
    role: PastRole
    evidence: Evidence | None
    differs: list[IdentityField]
    date: Day | None
    passed: Count
    cases: Count
    fail_set: list[Alias]
    made_up: list[Alias]
    outcomes: dict[Alias, Outcome]


class AuditDelta(Public, frozen=True):
    """Who moved between two runs, over the cases valid in both, beside the runs' own scores.

    A run's own score counts every case with an outcome, so that cases that were added move it
    although nothing else did.
    """

    start: Alias = msgspec.field(name="from")
    end: Alias = msgspec.field(name="to")
    evidence: Evidence | None
    compared: Count
    passed_from: Count
    passed_to: Count
    fail_to_pass: list[Alias]
    pass_to_fail: list[Alias]
    stayed_failed: Count
    only_from: list[Alias]
    only_to: list[Alias]
    score_from: Score
    score_to: Score


class Score(Public, frozen=True):
    """A run's own score: passed of the cases with an outcome, and how many failed."""

    passed: Count
    cases: Count
    failed: Count


class Flip(Public, frozen=True):
    """A case whose outcome moved, with its outcomes in the order of the runs."""

    case: Alias
    pattern: OrderPattern
    fail_to_pass: Count
    pass_to_fail: Count


class ShownScore(Public, frozen=True):
    """A partial score as it is shown, and of how much where that is stated."""

    score: float
    out_of: float | None


class SeverityDrift(Public, frozen=True):
    """A case with the same outcome in two runs in succession, but shown otherwise.

    A score is null where what is shown is no single number, or where a screen withholds it.
    """

    case: Alias
    start: Alias = msgspec.field(name="from")
    end: Alias = msgspec.field(name="to")
    outcome: Literal["pass", "fail"]
    score_from: ShownScore | None
    score_to: ShownScore | None


class AuditInvalid(Public, frozen=True):
    """Attempts at a case that were no outcome, by cause, and what stands for the case now."""

    run: Alias
    case: Alias
    cause: InvalidCauseName
    attempts: Count
    outcome: Outcome


class AuditArm(Public, frozen=True):
    """One arm's past: same-arm runs and what moved between them, and the runs that are no repeats.

    `repeated` cases have two outcomes or more, so that a flip could show. `boundary` cases are
    left out of deltas and flips. Makeups are unplaced where there is no single cell to stand in
    for.
    """

    arm: Label
    basis: Basis
    runs: list[AuditRun]
    deltas: list[AuditDelta]
    repeated: Count
    flips: list[Flip]
    boundary: list[Alias]
    invalid: list[AuditInvalid]
    unplaced_makeups: Count
    severity_drift: list[SeverityDrift]
    other_runs: list[AuditRun]
    other_deltas: list[AuditDelta]


class RelatedArms(Public, frozen=True):
    """Two arms that a page prints under one label: what differs, and their first outcomes."""

    a: Label
    b: Label
    differs: list[ArmPart]
    compared: Count
    passed_a: Count
    passed_b: Count
    only_a: list[Alias]
    only_b: list[Alias]


class Audit(Public, frozen=True):
    """The past of every arm that has one."""

    arms: list[AuditArm]
    related_arms: list[RelatedArms]


class CellCounts(Public, frozen=True):
    """Published cells by what they say; the causes are those of cells without an outcome."""

    cells: Count
    passed: Count
    failed: Count
    unscored: Count
    missing: Count
    harness_timeout: Count
    model_delivery_budget_burn: Count


class CellsRead(Public, frozen=True):
    """What was read of published pages: cells at home, reprints of them, and agreeing duplicates.

    Only cells at home are observations.
    """

    home: CellCounts
    reprints: CellCounts
    duplicates: Count
