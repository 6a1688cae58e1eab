"""Fail-set deltas: who moved between the first pass and a later run of the full case set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.accounting.account import ArmAccount
from generator.accounting.trials import Trial
from generator.artifacts.records import Run
from generator.measures.case import CaseMeasure
from generator.measures.evidence import same_day
from generator.statistics import drift_expected


@dataclass(frozen=True, slots=True)
class DeltaMeasure:
    """Who moved, over the cases valid in both runs; `expected_moves` is what noise alone moves.

    `same_day` is None where no trial is known to be of another day, and not all are known to be of
    the same.
    """

    start: str
    end: str
    same_day: bool | None
    compared: int
    passed_from: int
    passed_to: int
    fail_to_pass: tuple[str, ...]
    pass_to_fail: tuple[str, ...]
    stayed_failed: int
    expected_moves: float | None
    undefined: str | None


def measure_deltas(arm: ArmAccount, cases: Sequence[CaseMeasure]) -> list[DeltaMeasure]:
    """Return a delta from the first pass to every later full run of the arm, in time order."""
    if arm.first_run is None:
        return []
    steady = {each.case.case_id: each for each in cases if not each.on_boundary}
    before = {case_id: t for case_id, t in arm.first_pass.items() if t.valid and case_id in steady}
    later = dict[str, Mapping[str, Trial]]()
    for run, trials in arm.later_primaries:
        later[run.run_id] = {case_id: t for case_id, t in trials.items() if t.valid}
    for run in arm.own_runs:
        if run.role in ("repeat", "observational") and run.scope == "full":
            later[run.run_id] = _first_valid(run, arm.repeats)
    return [
        _measure(arm, run.run_id, before, later[run.run_id], steady)
        for run in arm.own_runs
        if before.keys() & later.get(run.run_id, {}).keys()
    ]


def _first_valid(run: Run, repeats: Sequence[Trial]) -> dict[str, Trial]:
    first: dict[str, Trial] = {}
    mine = (trial for trial in repeats if trial.run_id == run.run_id and trial.valid)
    for trial in sorted(mine, key=lambda t: (t.started_at or 0, t.repeat_index)):
        first.setdefault(trial.case_id, trial)
    return first


def _measure(
    arm: ArmAccount,
    end: str,
    before: Mapping[str, Trial],
    after: Mapping[str, Trial],
    steady: Mapping[str, CaseMeasure],
) -> DeltaMeasure:
    common = sorted(before.keys() & after.keys())
    was = {case_id: bool(before[case_id].passed) for case_id in common}
    now = {case_id: bool(after[case_id].passed) for case_id in common}
    expected, undefined = _expected_moves([steady[case_id] for case_id in common])
    return DeltaMeasure(
        start=arm.first_run.run_id if arm.first_run else "",
        end=end,
        same_day=_all_same_day(arm, [after[case_id] for case_id in common]),
        compared=len(common),
        passed_from=sum(was.values()),
        passed_to=sum(now.values()),
        fail_to_pass=tuple(c for c in common if now[c] and not was[c]),
        pass_to_fail=tuple(c for c in common if was[c] and not now[c]),
        stayed_failed=sum(not was[c] and not now[c] for c in common),
        expected_moves=expected,
        undefined=undefined,
    )


def _all_same_day(arm: ArmAccount, trials: Sequence[Trial]) -> bool | None:
    days = {same_day(arm, trial) for trial in trials}
    if False in days:
        return False
    return None if None in days else True


def _expected_moves(compared: Sequence[CaseMeasure]) -> tuple[float | None, str | None]:
    """What two runs would differ by if nothing changed, from the cases' own repeat trials."""
    if any(case.valid < 2 for case in compared) or not compared:
        return None, "TOO_FEW_TRIALS"
    if any(case.screened_only for case in compared):
        return None, "WITHHELD_COUNTS"
    n = [case.valid for case in compared]
    return drift_expected(n, [case.passed for case in compared]), None
