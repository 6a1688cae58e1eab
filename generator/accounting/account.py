"""The account of an arm: what of all that was read counts, and as what.

Everything read has a place here: attempts of the arm's own runs, attempts of excluded runs, driver
exceptions, and prints folded into others. The measures are taken from the tables of this module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as replace_struct

from generator.accounting.identity import (
    ArmRun,
    Standing,
    by_time,
    check_public,
    classify,
    reference_run,
    standing_warnings,
)
from generator.accounting.makeups import Makeups, resolve_makeups
from generator.accounting.masquerade import unmask
from generator.accounting.runs import Observation, RunRecord, fold_runs
from generator.accounting.trials import Trial, judge_all, place_attempts, tried_again
from generator.artifacts.records import Attempt, CasePlan, Run, RunArtifact, State
from generator.errors import Problem, UnusableInput
from generator.spec.model import Spec


@dataclass(frozen=True, slots=True)
class ArmAccount:
    """One arm: its runs, its cases, its counted attempts and its trials.

    `first_pass` are the trials of the first clean primary run, by case, and `first_run` that run;
    `later_primaries` are the others in time order; `repeats` the trials of repeat and
    observational runs; `excluded` those of the runs that are no evidence for the arm.
    """

    arm_id: str
    reference: Run
    runs: tuple[ArmRun, ...]
    cases: Mapping[str, CasePlan]
    attempts: tuple[Observation, ...]
    excluded_attempts: int
    driver_exceptions: int
    excluded_driver_exceptions: int
    makeups: Makeups
    first_run: Run | None
    first_pass: Mapping[str, Trial]
    later_primaries: tuple[tuple[Run, Mapping[str, Trial]], ...]
    repeats: tuple[Trial, ...]
    excluded: Mapping[Standing, tuple[Trial, ...]]

    @property
    def has_primary(self) -> bool:
        """Whether there is a first pass to recover from."""
        return self.first_run is not None

    @property
    def valid_trials(self) -> list[Trial]:
        """Every valid trial of the arm's own runs, first passes included."""
        firsts = (self.first_pass, *(trials for _, trials in self.later_primaries))
        return [
            t for trials in (*(f.values() for f in firsts), self.repeats) for t in trials if t.valid
        ]

    @property
    def own_runs(self) -> list[Run]:
        """The runs that count for the arm, in time order."""
        return [run.run for run in self.runs if run.own]


@dataclass(frozen=True, slots=True)
class Account:
    """All arms, in the order of their ids, with what must be said on the way."""

    arms: tuple[ArmAccount, ...]
    warnings: tuple[Problem, ...]
    folded: int


def account(artifacts: Sequence[RunArtifact], spec: Spec) -> Account:
    """Account for every attempt of every run under the spec's rules."""
    records = [
        replace(record, observations=unmask(record.observations, spec.masquerade.max_wall_s))
        for record in fold_runs(artifacts)
    ]
    by_arm: defaultdict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        by_arm[record.run.arm.arm_id].append(record)
    arms, warnings = [], []
    for arm_id in sorted(by_arm):
        arm, found = _account_arm(arm_id, by_arm[arm_id], spec)
        arms.append(arm)
        warnings += found
    return Account(tuple(arms), tuple(warnings), sum(record.folded for record in records))


def account_again(arm: ArmAccount, change: Callable[[Attempt], Attempt], spec: Spec) -> ArmAccount:
    """Account for an arm's attempts once more, as a change to each of them would have it.

    What was made up stays as it is: its makeup is the outcome of its trial.
    """
    made_up = {stand_in.named.names for stand_in in arm.makeups.values()}
    records = [
        replace(
            run.record,
            observations=tuple(
                seen if seen.names in made_up else replace(seen, attempt=change(seen.attempt))
                for seen in run.record.observations
            ),
        )
        for run in arm.runs
    ]
    again, _ = _account_arm(arm.arm_id, records, spec)
    return again


def _account_arm(
    arm_id: str, records: Sequence[RunRecord], spec: Spec
) -> tuple[ArmAccount, list[Problem]]:
    reference = reference_run(records)
    check_public(reference, spec.identity_public)
    everything = [seen for record in records for seen in record.observations]
    makeups = resolve_makeups(everything)
    runs = classify(records, reference, makeups)
    standing = {run.run.run_id: run.standing for run in runs}
    excluded = {run_id for run_id, each in standing.items() if each is not Standing.OWN}
    cases = _one_definition(runs)
    crashed = [seen for seen in everything if seen.attempt.state is State.DRIVER_EXCEPTION]
    counted = [seen for seen in everything if seen.attempt.state is not State.DRIVER_EXCEPTION]
    makeup_runs = {run.run.run_id for run in runs if run.own and run.run.role == "makeup"}
    placeable = [s for s in everything if s.run_id not in makeup_runs or s.names[0] in makeups]
    slots = place_attempts(placeable, makeups, excluded, makeup_runs)
    trials = judge_all(
        slots,
        {run.run.run_id: {case.case_id: case for case in run.run.cases} for run in runs},
        spec.case_rule,
    )
    by_run: defaultdict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        by_run[trial.run_id].append(trial)
    primaries = [run for run in runs if run.own and run.run.role == "primary"]
    passes = [(each.run, {t.case_id: t for t in by_run[each.run.run_id]}) for each in primaries]
    arm = ArmAccount(
        arm_id=arm_id,
        reference=reference.run,
        runs=tuple(runs),
        cases=cases,
        attempts=tuple(seen for seen in counted if seen.run_id not in excluded),
        excluded_attempts=sum(seen.run_id in excluded for seen in counted),
        driver_exceptions=sum(seen.run_id not in excluded for seen in crashed),
        excluded_driver_exceptions=sum(seen.run_id in excluded for seen in crashed),
        makeups=makeups,
        first_run=passes[0][0] if passes else None,
        first_pass=passes[0][1] if passes else {},
        later_primaries=tuple(passes[1:]),
        repeats=tuple(t for run in runs if _repeats(run) for t in by_run[run.run.run_id]),
        excluded={
            each: tuple(t for t in trials if standing[t.run_id] is each)
            for each in Standing
            if each is not Standing.OWN
        },
    )
    found = standing_warnings(runs) + _loose_makeups(runs, makeups, excluded) + tried_again(slots)
    return arm, found


def _repeats(run: ArmRun) -> bool:
    return run.own and run.run.role in ("repeat", "observational")


def _loose_makeups(
    runs: Sequence[ArmRun], makeups: Makeups, excluded: Container[str]
) -> list[Problem]:
    """Name the attempts of makeup runs that make up nothing which counts."""
    remedy = "Let makeup_of name an invalid attempt that counts, or file the run as a repeat."
    what = "It is in a makeup run but makes up nothing that counts: it is an attempt and no trial."
    return [
        seen.problem("MAKEUP_OF_NOTHING", what, remedy, "makeup_of")
        for run in runs
        if run.own and run.run.role == "makeup"
        for seen in run.record.observations
        if seen.names[0] not in makeups or makeups[seen.names[0]].root.run_id in excluded
    ]


def _one_definition(runs: Sequence[ArmRun]) -> dict[str, CasePlan]:
    """The cases of an arm's own runs; one case_id defined in two ways is refused.

    A case is decision-critical if any of the runs says so.
    """
    cases: dict[str, tuple[CasePlan, ArmRun]] = {}
    for run in sorted((r for r in runs if r.own), key=lambda r: by_time(r.record)):
        for case in run.run.cases:
            known, where = cases.setdefault(case.case_id, (case, run))
            if definition(known) != definition(case):
                what = "One case_id is defined in two ways among an arm's runs."
                remedy = "Give the changed case a case_id of its own."
                raise UnusableInput(
                    Problem("CASE_REDEFINED", what, remedy, where.record.file, field="cases"),
                    Problem(
                        "CASE_REDEFINED",
                        "This is the other one.",
                        remedy,
                        run.record.file,
                        field="cases",
                    ),
                )
    critical = {c.case_id for run in runs if run.own for c in run.run.cases if c.decision_critical}
    return {
        case_id: replace_struct(cases[case_id][0], decision_critical=case_id in critical)
        for case_id in sorted(cases)
    }


def definition(case: CasePlan) -> tuple[object, ...]:
    """What must be equal for two runs to have set out to attempt the same case."""
    return (case.kind, case.threshold, frozenset(case.variants), frozenset(case.scored))
