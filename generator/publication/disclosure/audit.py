"""The historical audit as it is published: ids aliased, texts left behind, scores of screens too.

The outcomes of first passes and full-library runs are the protocol's own report, so they stand
here case by case. What a screen withholds is no part of the audit, and of a screened case no score
is shown: against its threshold it would tell a pass from a failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from generator.accounting.cells import CellAccount
from generator.artifacts.cell_records import Cell, CellStatus
from generator.artifacts.records import InvalidCause
from generator.measures.audit import AuditedArm, AuditMeasure
from generator.measures.cell_history import RelatedMeasure
from generator.measures.history import (
    DriftMeasure,
    FailSetDelta,
    FlipMeasure,
    Grade,
    InvalidMeasure,
    PastRun,
)
from generator.publication.aliases import Aliases
from generator.publication.arm import RunRow
from generator.publication.audit import (
    Audit,
    AuditArm,
    AuditDelta,
    AuditInvalid,
    AuditRun,
    CellCounts,
    CellsRead,
    Flip,
    InvalidCauseName,
    RelatedArms,
    Score,
    SeverityDrift,
    ShownScore,
)
from generator.publication.disclosure.accounts import publish_runs
from generator.publication.strings import Evidence, Outcome

Rows = Mapping[str, RunRow]


def publish_audit(audit: AuditMeasure, labels: Mapping[str, str], aliases: Aliases) -> Audit:
    """Return the audit with arms labelled, cases and runs aliased, in the order of labels."""
    arms = [_arm(arm, labels[arm.arm_id], aliases) for arm in audit.arms]
    related = [_related(pair, labels, aliases) for pair in audit.related]
    return Audit(
        arms=sorted(arms, key=lambda arm: (arm.basis != "runs", arm.arm)),
        related_arms=sorted(related, key=lambda pair: (pair.a, pair.b)),
    )


def publish_cells_read(cells: CellAccount) -> CellsRead | None:
    """Return how many cells were read, None where there was no page to read."""
    if not cells.homes and not cells.reprints:
        return None
    return CellsRead(
        home=_counts(cells.homes), reprints=_counts(cells.reprints), duplicates=cells.folded
    )


def _counts(cells: Iterable[Cell]) -> CellCounts:
    listed = list(cells)
    statuses = [cell.status for cell in listed]
    causes = [cell.unscored_cause.invalid_cause for cell in listed if cell.unscored_cause]
    return CellCounts(
        cells=len(listed),
        passed=statuses.count(CellStatus.PASS),
        failed=statuses.count(CellStatus.FAIL),
        unscored=statuses.count(CellStatus.UNSCORED),
        missing=statuses.count(CellStatus.MISSING),
        harness_timeout=causes.count(InvalidCause.HARNESS_TIMEOUT),
        model_delivery_budget_burn=causes.count(InvalidCause.DELIVERY_BUDGET),
    )


def _arm(arm: AuditedArm, label: str, aliases: Aliases) -> AuditArm:
    rows = {row.run: row for row in publish_runs(arm.account, aliases)} if arm.account else {}
    runs = [_run(run, rows, aliases) for run in arm.runs]
    order = {run.run: place for place, run in enumerate(runs)}
    return AuditArm(
        arm=label,
        basis="runs" if arm.account else "cells",
        runs=runs,
        deltas=[_delta(delta, _days(delta), aliases) for delta in arm.deltas],
        repeated=arm.repeated,
        flips=sorted((_flip(flip, aliases) for flip in arm.flips), key=lambda flip: flip.case),
        boundary=_cases(arm.boundary, aliases),
        invalid=sorted(
            (_invalid(each, aliases) for each in arm.invalid),
            key=lambda each: (order.get(each.run, len(order)), each.case, each.cause),
        ),
        unplaced_makeups=arm.unplaced_makeups,
        severity_drift=sorted(
            (_drift(drift, arm, aliases) for drift in arm.drift),
            key=lambda drift: (drift.case, order[drift.start]),
        ),
        other_runs=[_run(run, rows, aliases) for run in arm.other_runs],
        other_deltas=[
            _delta(delta, rows[aliases.of("run", delta.after.run_id)].evidence, aliases)
            for delta in arm.other_deltas
        ],
    )


def _cases(case_ids: Iterable[str], aliases: Aliases) -> list[str]:
    return sorted(aliases.of("case", each) for each in case_ids)


def _run(run: PastRun, rows: Rows, aliases: Aliases) -> AuditRun:
    alias = aliases.of("run", run.run_id)
    row = rows.get(alias)
    outcomes = {aliases.of("case", case): outcome for case, outcome in run.outcomes.items()}
    score = _score(run)
    return AuditRun(
        run=alias,
        role=run.role,
        evidence=row.evidence if row else None,
        differs=row.differs if row else [],
        date=row.date if row else None,
        passed=score.passed,
        cases=score.cases,
        fail_set=_cases(run.fail_set, aliases),
        made_up=_cases(run.made_up, aliases),
        outcomes=cast("dict[str, Outcome]", dict(sorted(outcomes.items()))),
    )


def _score(run: PastRun) -> Score:
    failed, cases = len(run.fail_set), len(run.valid)
    return Score(passed=cases - failed, cases=cases, failed=failed)


def _days(delta: FailSetDelta) -> Evidence | None:
    if delta.same_day is None:
        return None
    return "same_day" if delta.same_day else "cross_day"


def _delta(delta: FailSetDelta, evidence: Evidence | None, aliases: Aliases) -> AuditDelta:
    was = delta.before.valid
    before = sum(was[case] for case in delta.compared)
    return AuditDelta(
        start=aliases.of("run", delta.before.run_id),
        end=aliases.of("run", delta.after.run_id),
        evidence=evidence,
        compared=len(delta.compared),
        passed_from=before,
        passed_to=before + len(delta.fail_to_pass) - len(delta.pass_to_fail),
        fail_to_pass=_cases(delta.fail_to_pass, aliases),
        pass_to_fail=_cases(delta.pass_to_fail, aliases),
        stayed_failed=len(delta.stayed_failed),
        only_from=_cases(delta.only_before, aliases),
        only_to=_cases(delta.only_after, aliases),
        score_from=_score(delta.before),
        score_to=_score(delta.after),
    )


def _flip(flip: FlipMeasure, aliases: Aliases) -> Flip:
    return Flip(
        case=aliases.of("case", flip.case_id),
        pattern=flip.pattern,
        fail_to_pass=flip.fail_to_pass,
        pass_to_fail=flip.pass_to_fail,
    )


def _invalid(invalid: InvalidMeasure, aliases: Aliases) -> AuditInvalid:
    cause = "not_stated" if invalid.cause is None else invalid.cause.value
    return AuditInvalid(
        run=aliases.of("run", invalid.run_id),
        case=aliases.of("case", invalid.case_id),
        cause=cast("InvalidCauseName", cause),
        attempts=invalid.attempts,
        outcome=cast("Outcome", invalid.outcome),
    )


def _drift(drift: DriftMeasure, arm: AuditedArm, aliases: Aliases) -> SeverityDrift:
    hidden = drift.case_id in arm.screened
    before, after = (run.grades[drift.case_id] for run in (drift.before, drift.after))
    return SeverityDrift(
        case=aliases.of("case", drift.case_id),
        start=aliases.of("run", drift.before.run_id),
        end=aliases.of("run", drift.after.run_id),
        outcome="pass" if drift.outcome == "pass" else "fail",
        score_from=None if hidden else _shown(before),
        score_to=None if hidden else _shown(after),
    )


def _shown(grade: Grade) -> ShownScore | None:
    return None if grade.score is None else ShownScore(score=grade.score, out_of=grade.out_of)


def _related(pair: RelatedMeasure, labels: Mapping[str, str], aliases: Aliases) -> RelatedArms:
    delta = pair.delta
    was = delta.before.valid
    passed = sum(was[case] for case in delta.compared)
    return RelatedArms(
        a=labels[pair.a],
        b=labels[pair.b],
        differs=list(pair.differs),
        compared=len(delta.compared),
        passed_a=passed,
        passed_b=passed + len(delta.fail_to_pass) - len(delta.pass_to_fail),
        only_a=_cases(delta.pass_to_fail, aliases),
        only_b=_cases(delta.fail_to_pass, aliases),
    )
