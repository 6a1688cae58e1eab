"""The historical audit: what the results that are there already say, before new runs are bought.

Every arm's past runs are laid side by side, same-arm repeats apart from runs of other arms, flips
apart from severity drift, invalid attempts apart from both. Run directories and published pages
are never mixed: a page may print the very run that lies in a directory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.accounting.account import ArmAccount
from generator.accounting.cells import CellAccount, CellArm
from generator.measures.arm import ArmMeasure
from generator.measures.cell_history import (
    RelatedMeasure,
    invalid_cells,
    past_cell_runs,
    related_arms,
)
from generator.measures.history import (
    DriftMeasure,
    FailSetDelta,
    FlipMeasure,
    InvalidMeasure,
    PastRun,
    deltas_in_order,
    fail_set_delta,
    find_flips,
    outcome_patterns,
    severity_drift,
)
from generator.measures.run_history import invalid_attempts, other_runs, past_runs, redefined


@dataclass(frozen=True, slots=True)
class AuditedArm:
    """One arm's past; `account` is None where published pages state it.

    `patterns` has the outcomes of every case but the boundary cases, whose flips are noise of
    scoring. `other_deltas` hold the first pass against runs that are no repeats. `screened` are
    the cases of which no score may be told.
    """

    arm_id: str
    account: ArmAccount | None
    runs: tuple[PastRun, ...]
    deltas: tuple[FailSetDelta, ...]
    patterns: Mapping[str, str]
    flips: tuple[FlipMeasure, ...]
    drift: tuple[DriftMeasure, ...]
    invalid: tuple[InvalidMeasure, ...]
    other_runs: tuple[PastRun, ...] = ()
    other_deltas: tuple[FailSetDelta, ...] = ()
    boundary: frozenset[str] = frozenset()
    screened: frozenset[str] = frozenset()
    unplaced_makeups: int = 0

    @property
    def repeated(self) -> int:
        """How many cases have two outcomes or more, so that a flip could show."""
        return sum(len(pattern) > 1 for pattern in self.patterns.values())


@dataclass(frozen=True, slots=True)
class AuditMeasure:
    """The past of every arm, and the arms that pages print under one label."""

    arms: tuple[AuditedArm, ...]
    related: tuple[RelatedMeasure, ...]

    @property
    def arm_ids(self) -> set[str]:
        """Every arm_id that it speaks of."""
        return {arm.arm_id for arm in self.arms}

    @property
    def run_ids(self) -> set[str]:
        """Every run_id that it speaks of."""
        runs = {run.run_id for arm in self.arms for run in (*arm.runs, *arm.other_runs)}
        return runs | {each.run_id for arm in self.arms for each in arm.invalid}

    @property
    def case_ids(self) -> set[str]:
        """Every case_id that it speaks of."""
        runs = (run for arm in self.arms for run in (*arm.runs, *arm.other_runs))
        stated = {case for run in runs for case in run.outcomes}
        return stated | {each.case_id for arm in self.arms for each in arm.invalid}


def measure_audit(arms: Sequence[ArmMeasure], cells: CellAccount) -> AuditMeasure | None:
    """Audit every arm with a first pass or a published cell; None where there is none."""
    audited = [_audit_runs(arm) for arm in arms if arm.account.has_primary]
    audited += [_audit_cells(arm) for arm in cells.arms]
    if not audited:
        return None
    return AuditMeasure(tuple(audited), tuple(related_arms(cells.arms)))


def _audit_runs(measure: ArmMeasure) -> AuditedArm:
    account = measure.account
    runs, others = past_runs(account), other_runs(account)
    boundary = frozenset(case.case.case_id for case in measure.cases if case.on_boundary)
    patterns = outcome_patterns(runs, boundary)
    return AuditedArm(
        arm_id=account.arm_id,
        account=account,
        runs=tuple(runs),
        deltas=tuple(deltas_in_order(runs, boundary)),
        patterns=patterns,
        flips=tuple(find_flips(patterns)),
        drift=tuple(severity_drift(runs)),
        invalid=tuple(invalid_attempts(account, runs)),
        other_runs=tuple(others),
        other_deltas=tuple(
            fail_set_delta(
                _first_pass(account, runs), run, boundary | redefined(account, run.run_id)
            )
            for run in others
        ),
        boundary=boundary,
        screened=frozenset(
            case.case.case_id
            for case in measure.cases
            if case.screened_only and not case.on_boundary
        ),
    )


def _first_pass(account: ArmAccount, runs: Sequence[PastRun]) -> PastRun:
    """The run that the others are held against; a full run may have been made before it."""
    first = account.first_run.run_id if account.first_run else None
    return next(run for run in runs if run.run_id == first)


def _audit_cells(arm: CellArm) -> AuditedArm:
    runs = past_cell_runs(arm)
    patterns = outcome_patterns(runs, frozenset())
    return AuditedArm(
        arm_id=arm.arm_id,
        account=None,
        runs=tuple(runs),
        deltas=tuple(deltas_in_order(runs, frozenset())),
        patterns=patterns,
        flips=tuple(find_flips(patterns)),
        drift=tuple(severity_drift(runs)),
        invalid=tuple(invalid_cells(arm, runs)),
        unplaced_makeups=len(arm.unplaced),
    )
