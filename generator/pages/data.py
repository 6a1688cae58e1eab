"""The downloads: every table of a report, unrounded, with columns that never vary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from generator.pages.data_dictionary import data_dictionary
from generator.pages.data_file import DataFile, DataKind, Keys
from generator.pages.ledger_data import LEDGER_KINDS
from generator.pages.policy_rows import pass_rows, policy_readings
from generator.pages.study_data import STUDY_KINDS
from generator.publication.accounts import CapRow
from generator.publication.arm import Arm, BudgetRow, Delta, RunRow
from generator.publication.audit import (
    AuditArm,
    AuditDelta,
    AuditInvalid,
    AuditRun,
    Flip,
    RelatedArms,
    SeverityDrift,
)
from generator.publication.base import Public
from generator.publication.case import Case, ScoreCount, Variant
from generator.publication.comparison import Comparison, LeftOut
from generator.publication.estimates import PassRow
from generator.publication.policies import ContestedStates, PolicyFirstPass, PolicyReading
from generator.publication.report import Report


def _past(
    of: Callable[[AuditArm], Iterable[Public]],
) -> Callable[[Report], Iterable[tuple[Keys, Public]]]:
    """Return the rows of every arm of the historical audit, behind the arm and its basis."""
    return lambda report: (
        ((arm.arm, arm.basis), record)
        for arm in (report.audit.arms if report.audit else ())
        for record in of(arm)
    )


def _readings(report: Report) -> Iterator[tuple[Keys, PolicyReading]]:
    """Yield every reading of contested ends, behind the arm, its name, and whether it is used."""
    for arm in report.arms:
        if stated := arm.policies:
            for each in policy_readings(stated):
                yield (arm.arm, each.policy, each.policy == stated.used), each


_KINDS = (
    DataKind("arms", "an arm", (), Arm, lambda report: (((), arm) for arm in report.arms)),
    DataKind(
        "identity",
        "a public field of an arm's identity",
        ("arm", "field", "value"),
        None,
        lambda report: (
            ((arm.arm, field, value), None)
            for arm in report.arms
            for field, value in arm.identity.items()
        ),
    ),
    DataKind(
        "cases",
        "a case of an arm",
        ("arm",),
        Case,
        lambda report: (((arm.arm,), case) for arm in report.arms for case in arm.cases),
    ),
    DataKind(
        "variants",
        "a scored variant of a case",
        ("arm", "case"),
        Variant,
        lambda report: (
            ((arm.arm, case.case), variant)
            for arm in report.arms
            for case in arm.cases
            for variant in case.variants
        ),
    ),
    DataKind(
        "scores",
        "a score that trials of a partial-credit case reached",
        ("arm", "case"),
        ScoreCount,
        lambda report: (
            ((arm.arm, case.case), score)
            for arm in report.arms
            for case in arm.cases
            if case.boundary
            for score in case.boundary.score_distribution or ()
        ),
    ),
    DataKind(
        "pass",
        "a k of pass@k or pass^k",
        ("arm", "measure"),
        PassRow,
        lambda report: (
            ((arm.arm, measure), at_k)
            for arm in report.arms
            for measure, rows in (("pass_at_k", arm.pass_at_k), ("pass_hat_k", arm.pass_hat_k))
            for at_k in rows
        ),
    ),
    DataKind(
        "policies",
        "a k of pass^k under one reading of contested ends",
        ("arm", "policy", "used", "trials", "passed"),
        PassRow,
        lambda report: (
            ((*keys, each.trials, each.passed), at_k)
            for keys, each in _readings(report)
            for at_k in pass_rows(each)
        ),
    ),
    DataKind(
        "policies-first-pass",
        "a first pass under one reading of contested ends",
        ("arm", "policy", "used"),
        PolicyFirstPass,
        lambda report: (
            (keys, each.first_pass) for keys, each in _readings(report) if each.first_pass
        ),
    ),
    DataKind(
        "contested",
        "an arm with contested ends of which no one reading is used",
        ("arm", "contested"),
        ContestedStates,
        lambda report: (
            ((arm.arm, arm.policies.contested), arm.policies.states)
            for arm in report.arms
            if arm.policies and arm.policies.states
        ),
    ),
    DataKind(
        "deltas",
        "a full run against the first pass",
        ("arm",),
        Delta,
        lambda report: (((arm.arm,), delta) for arm in report.arms for delta in arm.deltas),
    ),
    DataKind(
        "runs",
        "a run",
        ("arm",),
        RunRow,
        lambda report: (((arm.arm,), run) for arm in report.arms for run in arm.runs),
    ),
    DataKind(
        "budget",
        "a designed run and its budget gate",
        ("arm",),
        BudgetRow,
        lambda report: (((arm.arm,), gate) for arm in report.arms for gate in arm.budget),
    ),
    DataKind(
        "caps",
        "a time cap of a case",
        ("arm",),
        CapRow,
        lambda report: (((arm.arm,), cap) for arm in report.arms for cap in arm.caps),
    ),
    DataKind(
        "side-effects",
        "a count of side effects by class, by case or by run",
        ("arm", "counted_by", "name", "count"),
        None,
        lambda report: (
            ((arm.arm, counted_by, name, count), None)
            for arm in report.arms
            for counted_by, counts in (
                ("class", arm.side_effects.per_class),
                ("case", arm.side_effects.per_case),
                ("run", arm.side_effects.per_run),
            )
            for name, count in sorted(counts.items())
        ),
    ),
    DataKind(
        "tiers",
        "an account tier and the valid repeat trials on it",
        ("arm", "tier", "trials"),
        None,
        lambda report: (
            ((arm.arm, tier, trials), None)
            for arm in report.arms
            for tier, trials in arm.cost.trials_by_tier.items()
        ),
    ),
    DataKind(
        "comparisons",
        "a pair of arms",
        (),
        Comparison,
        lambda report: (((), pair) for pair in report.comparisons),
    ),
    DataKind(
        "left-out",
        "a case that a comparison leaves out",
        ("a", "b"),
        LeftOut,
        lambda report: (
            ((pair.a, pair.b), case) for pair in report.comparisons for case in pair.left_out
        ),
    ),
    DataKind(
        "audit",
        "a past run of an arm",
        ("arm", "basis"),
        AuditRun,
        _past(lambda arm: (*arm.runs, *arm.other_runs)),
    ),
    DataKind(
        "matrix",
        "a case of a past run",
        ("arm", "basis", "run", "case", "outcome", "made_up"),
        None,
        lambda report: (
            (
                (arm.arm, arm.basis, run.run, case, outcome, case in run.made_up),
                None,
            )
            for arm in (report.audit.arms if report.audit else ())
            for run in (*arm.runs, *arm.other_runs)
            for case, outcome in run.outcomes.items()
        ),
    ),
    DataKind(
        "audit-deltas",
        "a past run against one before it",
        ("arm", "basis"),
        AuditDelta,
        _past(lambda arm: (*arm.deltas, *arm.other_deltas)),
    ),
    DataKind(
        "flips",
        "a case whose outcome moved between past runs",
        ("arm", "basis"),
        Flip,
        _past(lambda arm: arm.flips),
    ),
    DataKind(
        "audit-invalid",
        "a case of a past run with attempts that were no outcome",
        ("arm", "basis"),
        AuditInvalid,
        _past(lambda arm: arm.invalid),
    ),
    DataKind(
        "severity-drift",
        "a case that ended alike in two past runs but was shown otherwise",
        ("arm", "basis"),
        SeverityDrift,
        _past(lambda arm: arm.severity_drift),
    ),
    DataKind(
        "related-arms",
        "a pair of arms that pages print under one label",
        (),
        RelatedArms,
        lambda report: (((), pair) for pair in (report.audit.related_arms if report.audit else ())),
    ),
    *LEDGER_KINDS,
    *STUDY_KINDS,
)


def tables(report: Report) -> list[DataFile]:
    """Return every table of a report, those without rows as well, and last their dictionary."""
    return [*(kind.of(report) for kind in _KINDS), data_dictionary(_KINDS)]


def data_files(downloads: Iterable[DataFile]) -> dict[str, bytes]:
    """Return every download in each of its forms: path to bytes."""
    return {file.path(form): data for file in downloads for form, data in file.forms.items()}
