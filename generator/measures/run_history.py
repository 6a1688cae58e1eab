"""The past runs of an arm that run directories state: its first pass and its later full runs.

The trials of a screen are no part of it: how often a screened case passed is not told. Of a full
run with several trials a case, the first valid one is taken, as in the arm's deltas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from generator.accounting.account import ArmAccount, definition
from generator.accounting.identity import Standing
from generator.accounting.runs import Observation
from generator.accounting.trials import Slot, Trial
from generator.artifacts.records import InvalidCause, Run, State
from generator.artifacts.times import utc_day
from generator.measures.history import Grade, InvalidMeasure, PastRole, PastRun

_ROLES: dict[str, PastRole] = {
    "primary": "primary",
    "repeat": "repeat",
    "observational": "observational",
}


def past_runs(arm: ArmAccount) -> list[PastRun]:
    """Return the first pass and every later full run of the arm itself, in time order."""
    if arm.first_run is None:
        return []
    known: dict[str, Iterable[Trial]] = {arm.first_run.run_id: arm.first_pass.values()}
    known |= {run.run_id: trials.values() for run, trials in arm.later_primaries}
    for run in arm.own_runs:
        if run.role in ("repeat", "observational") and run.scope == "full":
            known[run.run_id] = [trial for trial in arm.repeats if trial.run_id == run.run_id]
    made_up = {_home(seen, arm) for seen in _invalid(arm)}
    return [
        _past_run(run, known[run.run_id], made_up) for run in arm.own_runs if run.run_id in known
    ]


def other_runs(arm: ArmAccount) -> list[PastRun]:
    """Return the full runs of the arm's name that are of another arm or at other settings."""
    if arm.first_run is None:
        return []
    return [
        _past_run(each.run, _trials_of(each.run, arm.excluded[each.standing]), set())
        for each in arm.runs
        if each.standing in (Standing.CROSS_ARM, Standing.CROSS_TIME) and _is_full(each.run)
    ]


def redefined(arm: ArmAccount, run_id: str) -> set[str]:
    """Return the cases that a run defines in another way than the arm's own runs do."""
    (run,) = (each.run for each in arm.runs if each.run.run_id == run_id)
    return {
        case.case_id
        for case in run.cases
        if case.case_id in arm.cases and definition(case) != definition(arm.cases[case.case_id])
    }


def invalid_attempts(arm: ArmAccount, runs: Sequence[PastRun]) -> list[InvalidMeasure]:
    """Return the invalid attempts that belong to these runs, those of makeups with them."""
    outcomes = {run.run_id: run.outcomes for run in runs}
    found: Counter[tuple[str, str, InvalidCause]] = Counter()
    for seen in _invalid(arm):
        run_id, case_id, _ = _home(seen, arm)
        if run_id in outcomes and seen.attempt.invalid_cause is not None:
            found[run_id, case_id, seen.attempt.invalid_cause] += 1
    return [
        InvalidMeasure(run_id, case_id, cause, attempts, outcomes[run_id][case_id])
        for (run_id, case_id, cause), attempts in sorted(found.items())
    ]


def _is_full(run: Run) -> bool:
    return run.role == "primary" or (run.scope == "full" and run.role in _ROLES)


def _trials_of(run: Run, trials: Iterable[Trial]) -> list[Trial]:
    return [trial for trial in trials if trial.run_id == run.run_id]


def _invalid(arm: ArmAccount) -> list[Observation]:
    return [seen for seen in arm.attempts if seen.attempt.state is State.INVALID]


def _home(seen: Observation, arm: ArmAccount) -> Slot:
    """The trial that an attempt belongs to: a makeup's is that of the attempt it makes up."""
    makeup = arm.makeups.get(seen.names[0])
    home = makeup.root if makeup else seen
    return (home.run_id, home.attempt.case_id, home.attempt.repeat_index)


def _past_run(run: Run, trials: Iterable[Trial], made_up: set[Slot]) -> PastRun:
    chosen = _first_valid(trials)
    scale = {case.case_id: case.max_score for case in run.cases}
    return PastRun(
        run_id=run.run_id,
        role=_ROLES[run.role],
        full=True,
        outcomes={case: _outcome(chosen.get(case)) for case in sorted(scale)},
        made_up=frozenset(
            case
            for case, trial in chosen.items()
            if trial.valid and (trial.run_id, case, trial.repeat_index) in made_up
        ),
        days={
            case: utc_day(trial.started_at)
            for case, trial in chosen.items()
            if trial.started_at is not None
        },
        grades={
            case: grade for case, trial in chosen.items() if (grade := _grade(trial, scale[case]))
        },
    )


def _first_valid(trials: Iterable[Trial]) -> Mapping[str, Trial]:
    """For every case its first valid trial, or its first one where none is valid."""
    chosen: dict[str, Trial] = {}
    for trial in sorted(trials, key=_valid_first):
        chosen.setdefault(trial.case_id, trial)
    return chosen


def _valid_first(trial: Trial) -> tuple[bool, int, int]:
    return (not trial.valid, trial.started_at or 0, trial.repeat_index)


def _outcome(trial: Trial | None) -> str:
    if trial is None:
        return "missing"
    if trial.valid:
        return "pass" if trial.passed else "fail"
    return trial.state.value


def _grade(trial: Trial, out_of: float | None) -> Grade | None:
    """The scores of a trial; that of a case with variants is no single number."""
    scores = tuple(attempt.score for attempt in trial.attempts)
    if not scores or None in scores:
        return None
    return Grade(scores, scores[0], out_of) if len(scores) == 1 else Grade(scores)
