"""How a report is taken apart for a comparison: what identifies an item, what belongs together.

A pattern is a path in the report, with `[]` for the items of a list and `{}` for the values of a
map. What is listed nowhere is still compared, value by value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.publication import (
    accounts,
    arm,
    audit,
    case,
    comparison,
    eio,
    estimates,
    policies,
    study,
)
from generator.publication import study_effects as effects
from generator.publication.base import Public
from generator.publication.changes.records import Kind

KEYS: Mapping[type[Public], tuple[str, ...]] = {
    arm.Arm: ("arm",),
    arm.RunRow: ("run",),
    arm.BudgetRow: ("run",),
    arm.Delta: ("start", "end"),
    accounts.CapRow: ("case", "cap_s"),
    case.Case: ("case",),
    case.ScoreCount: ("score",),
    case.Variant: ("variant",),
    comparison.Comparison: ("a", "b"),
    comparison.LeftOut: ("case",),
    estimates.PassRow: ("k",),
    policies.PolicyReading: ("policy",),
    eio.Ledger: ("ledger",),
    eio.LedgerTrials: ("kind",),
    eio.Occurrence: ("finding",),
    eio.Recurrence: ("claim",),
    eio.KindRecurrence: ("kind",),
    eio.EvaluatorFinding: ("predicate",),
    eio.PredicateDefect: ("predicate",),
    eio.LedgerDisagreement: ("where", "claim", "finding", "task"),
    study.Study: ("study",),
    study.StudyCut: ("hypothesis", "task"),
    study.ImputedRow: ("task", "variant", "arm", "seed"),
    study.PowerPoint: ("tasks",),
    study.StudyAudit: ("id",),
    study.ReplayDifference: ("path",),
    effects.HolmEntry: ("id",),
    effects.TaskEffect: ("comparison", "task"),
    effects.StudyArmOutcome: ("analysis", "arm"),
    audit.AuditArm: ("arm", "basis"),
    audit.AuditRun: ("run",),
    audit.AuditDelta: ("start", "end"),
    audit.Flip: ("case",),
    audit.SeverityDrift: ("case", "start", "end"),
    audit.AuditInvalid: ("run", "case", "cause"),
    audit.RelatedArms: ("a", "b"),
}
"""The fields by which an item of a list is found again in the other report."""


@dataclass(frozen=True, slots=True)
class Part:
    """Values that belong together, and the kind of a change among them.

    `apart` are fields with a kind of their own. A part that is not `whole` is compared field by
    field; its own kind then says only that it came or went.
    """

    kind: Kind
    apart: Mapping[str, Kind] = field(default_factory=dict)
    whole: bool = True
    added: Kind | None = None
    removed: Kind | None = None


def _into(kind: Kind, **apart: Kind) -> Part:
    return Part(kind, apart, whole=False)


PARTS: Mapping[str, Part] = {
    "version": Part("version"),
    "published_on": Part("date"),
    "schema": Part("program"),
    "provenance.spec_sha256": Part("spec"),
    "provenance.inputs_sha256": Part("inputs"),
    "provenance.generator": Part("program"),
    "provenance.seed": Part("rule"),
    "provenance.cells": Part("published_cells"),
    "notes": Part("notes"),
    "limits": Part("limits"),
    "citation": Part("notes"),
    "arms[]": Part("other", whole=False, added="arm_added", removed="arm_removed"),
    "arms[].identity{}": Part("identity"),
    "arms[].primary": Part("headline"),
    "arms[].states": Part("states"),
    "arms[].invalid_causes": Part("invalid"),
    "arms[].invalid_burden": Part("invalid"),
    "arms[].driver_exceptions": Part("invalid"),
    "arms[].failure_modes": Part("states"),
    "arms[].evidence": Part("evidence"),
    "arms[].plan": Part("plan"),
    "arms[].makeups": Part("plan"),
    "arms[].caps[]": Part("invalid"),
    "arms[].claimed_deliveries": Part("states"),
    "arms[].reset_per_trial": Part("dependence"),
    "arms[].resets_unrecorded": Part("dependence"),
    "arms[].policies": _into("states"),
    "arms[].policies.readings[]": Part("states"),
    "arms[].policies.as_read": Part("states"),
    "arms[].recovery": Part("recovery"),
    "arms[].regression": Part("regression"),
    "arms[].pass_at_k[]": Part("pass_at_k"),
    "arms[].pass_hat_k[]": Part("pass_hat_k"),
    "arms[].dependence.overdispersion": Part("dependence"),
    "arms[].dependence.intra_class_correlation": Part("dependence"),
    "arms[].dependence.order_clustering": Part("dependence"),
    "arms[].named_lists": Part("named_lists"),
    "arms[].side_effects": Part("side_effects"),
    "arms[].cost": Part("cost"),
    "arms[].runs[]": Part(
        "run",
        {
            "role": "run_reclassified",
            "evidence": "run_reclassified",
            "differs": "run_reclassified",
            "wire_audit": "run_reclassified",
        },
    ),
    "arms[].budget[]": Part("budget"),
    "arms[].deltas[]": Part("delta"),
    "arms[].limits": Part("limits"),
    "arms[].cases[]": Part(
        "case_trials",
        {
            "kind": "case_definition",
            "decision_critical": "case_definition",
            "primary_outcome": "first_outcome",
            "verdict": "verdict",
            "stage": "stage",
            "escalate": "stage",
            "escalate_reasons": "stage",
            "rate": "case_rate",
            "interval": "case_rate",
            "bracket": "case_rate",
            "upper_bound": "case_rate",
            "boundary": "boundary",
            "order": "order",
        },
        added="case_added",
        removed="case_removed",
    ),
    "comparisons[]": Part(
        "comparison",
        {"verdict": "decision"},
        added="comparison_added",
        removed="comparison_removed",
    ),
    "ledgers[]": Part("ledger", whole=False, added="ledger_added", removed="ledger_removed"),
    "ledgers[].occurrence[]": Part("ledger"),
    "ledgers[].recurrence[]": Part("ledger", {"band": "band"}),
    "ledgers[].finding_bands{}": Part("band"),
    "ledgers[].rate": Part("ledger_rate"),
    "ledgers[].rate_by_kind{}": Part("ledger_rate"),
    "ledgers[].named_lists": Part("named_lists"),
    "ledgers[].evaluator_findings[]": Part("ledger"),
    "ledgers[].predicate_defects[]": Part("ledger"),
    "ledgers[].disagreements[]": Part("ledger"),
    "studies[]": Part(
        "study",
        {
            "study_decision": "decision",
            "decisions": "decision",
            "eligibility": "eligibility",
        },
        added="study_added",
        removed="study_removed",
    ),
    "audit": _into("history"),
    "audit.arms[]": _into("history"),
    "audit.arms[].runs[]": Part("history"),
    "audit.arms[].deltas[]": Part("history"),
    "audit.related_arms[]": Part("history"),
}
"""What belongs together, by pattern."""


_INSIDE: Mapping[str, Kind] = {
    "rules.": "rule",
    "arms[].policies": "states",
    "audit.": "history",
    "ledgers[].": "ledger",
}
"""The kind of any other value whose path begins like this."""


def part_of(pattern: str) -> Part | None:
    """Return what is known of a pattern, by itself or by what it stands in."""
    if pattern in PARTS:
        return PARTS[pattern]
    kinds = (kind for around, kind in _INSIDE.items() if pattern.startswith(around))
    return next(map(Part, kinds), None)
