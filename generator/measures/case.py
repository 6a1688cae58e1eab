"""What is reported of one case under one arm: its counts, its stage, its verdict.

Everything here is as counted; what of it may be published is decided at the door.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.accounting.account import ArmAccount
from generator.accounting.trials import Trial, TrialClass
from generator.artifacts.records import CasePlan, State
from generator.measures.boundary import BoundaryMeasure, measure_boundary
from generator.measures.order import OrderMeasure, measure_order
from generator.measures.proportion import interval_of, upper_bound_of
from generator.spec.model import Spec
from generator.statistics import Interval

Stage = Literal["screen", "confirmation"]
Verdict = Literal[
    "no_recovery_observed", "recovery_capable", "screen_incomplete", "not_screened", "boundary"
]
SCREENED: tuple[Verdict, ...] = ("recovery_capable", "no_recovery_observed", "screen_incomplete")


@dataclass(frozen=True, slots=True)
class VariantMeasure:
    """One scored variant's outcomes over the case's valid trials."""

    variant: str
    valid: int
    passed: int

    @property
    def moved(self) -> bool:
        """Whether it both passed and failed."""
        return 0 < self.passed < self.valid


@dataclass(frozen=True, slots=True)
class CaseMeasure:
    """One case: `trials` are its valid repeat trials in the order of their start."""

    case: CasePlan
    primary_outcome: str
    planned: int
    invalid: int
    protocol_violation: int
    pending: int
    missing: int
    owed: int
    trials: tuple[Trial, ...]
    stage: Stage | None
    verdict: Verdict | None
    boundary: BoundaryMeasure | None
    variants: tuple[VariantMeasure, ...]
    interval: Interval | None
    upper_bound: float | None
    order: OrderMeasure | None

    @property
    def valid(self) -> int:
        """How many valid trials it has."""
        return len(self.trials)

    @property
    def passed(self) -> int:
        """How many of them passed."""
        return sum(bool(trial.passed) for trial in self.trials)

    @property
    def failed_first(self) -> bool:
        """Whether its first pass was a valid failure."""
        return self.primary_outcome == "fail"

    @property
    def on_boundary(self) -> bool:
        """Whether its pass and fail are noise of scoring."""
        return self.boundary is not None and self.boundary.near

    @property
    def screened_only(self) -> bool:
        """Whether nothing but its verdict may be said."""
        return self.stage == "screen"

    @property
    def counted(self) -> bool:
        """Whether it stands in rates and lists: tried, not on the boundary, not a mere screen."""
        return bool(self.trials) and not self.on_boundary and not self.screened_only


def measure_cases(arm: ArmAccount, spec: Spec) -> list[CaseMeasure]:
    """Measure every case of an arm, in the order of case ids."""
    trials: dict[str, list[Trial]] = {case_id: [] for case_id in arm.cases}
    for trial in arm.repeats:
        trials[trial.case_id].append(trial)
    planned: Counter[str] = Counter()
    for run in arm.own_runs:
        if run.role in ("repeat", "observational"):
            planned.update({case.case_id: run.trials_per_case for case in run.cases})
    invalid = _invalid_attempts(arm)
    return [
        _measure(
            primary_outcome(arm, case_id),
            case,
            trials[case_id],
            spec,
            planned=planned[case_id],
            invalid=invalid[case_id],
        )
        for case_id, case in arm.cases.items()
    ]


def _invalid_attempts(arm: ArmAccount) -> Counter[str]:
    """Invalid attempts per case over repeats; a makeup belongs to the trial it makes up."""
    repeating = {run.run_id for run in arm.own_runs if run.role in ("repeat", "observational")}
    counts: Counter[str] = Counter()
    for seen in arm.attempts:
        makeup = arm.makeups.get(seen.names[0])
        home = makeup.root.run_id if makeup else seen.run_id
        if seen.attempt.state is State.INVALID and home in repeating:
            counts[seen.attempt.case_id] += 1
    return counts


def _measure(
    first: str, case: CasePlan, tried: Sequence[Trial], spec: Spec, *, planned: int, invalid: int
) -> CaseMeasure:
    classes = Counter(trial.state for trial in tried)
    valid = sorted((trial for trial in tried if trial.valid), key=_start_order)
    settled = len(valid) + classes[TrialClass.VIOLATION] + classes[TrialClass.PENDING]
    short = max(planned - settled, 0)
    owed = min(classes[TrialClass.OWED], short)
    boundary = measure_boundary(case, valid, spec.boundary.margin)
    passed = sum(bool(trial.passed) for trial in valid)
    return CaseMeasure(
        case=case,
        primary_outcome=first,
        planned=max(planned, settled),
        invalid=invalid,
        protocol_violation=classes[TrialClass.VIOLATION],
        pending=classes[TrialClass.PENDING],
        missing=short - owed,
        owed=owed,
        trials=tuple(valid),
        stage=_stage(first, len(valid), spec),
        verdict=(
            "boundary"
            if boundary is not None and boundary.near
            else _verdict(first, len(valid), passed, spec)
        ),
        boundary=boundary,
        variants=_variants(case, valid),
        interval=interval_of(passed, len(valid), spec),
        upper_bound=upper_bound_of(passed, len(valid), spec),
        order=measure_order(valid, spec),
    )


def _start_order(trial: Trial) -> tuple[int, str, int]:
    return (trial.started_at or 0, trial.run_id, trial.repeat_index)


def primary_outcome(arm: ArmAccount, case_id: str) -> str:
    """Return how the first pass ended for a case, `missing` where there is none."""
    trial = arm.first_pass.get(case_id)
    if trial is None:
        return "missing"
    if trial.valid:
        return "pass" if trial.passed else "fail"
    return trial.state.value


def _stage(first: str, valid: int, spec: Spec) -> Stage | None:
    if valid >= spec.stages.confirmation:
        return "confirmation"
    return "screen" if first == "fail" and valid else None


def _verdict(first: str, valid: int, passed: int, spec: Spec) -> Verdict | None:
    if first != "fail":
        return None
    if not valid:
        return "not_screened"
    if passed:
        return "recovery_capable"
    return "no_recovery_observed" if valid >= spec.stages.screen else "screen_incomplete"


def _variants(case: CasePlan, valid: Sequence[Trial]) -> tuple[VariantMeasure, ...]:
    return tuple(
        VariantMeasure(
            variant,
            len(valid),
            sum(trial.attempts[place].state is State.SUCCESS for trial in valid),
        )
        for place, variant in enumerate(case.scored)
        if variant is not None
    )
