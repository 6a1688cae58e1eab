"""Evidence classes: trials of the day of the first pass, of another day, or of no known day."""

from __future__ import annotations

from collections import Counter

from generator.accounting.account import ArmAccount
from generator.accounting.trials import Trial
from generator.artifacts.records import Run
from generator.artifacts.times import utc_day


def first_pass_day(arm: ArmAccount, case_id: str) -> str | None:
    """Return the day that a case's repeats are held against.

    That of its first pass: of the earliest attempt that counts for it, else of its first attempt,
    else of the run's start. An arm without a first pass is held against the start of its first run.
    """
    trial = arm.first_pass.get(case_id)
    start = None
    if trial is not None:
        start = trial.started_at if trial.valid else trial.first_attempt
    if start is None:
        return window_day(arm.first_run or arm.reference)
    return utc_day(start)


def window_day(run: Run) -> str | None:
    """Return the day a run started, None for a run that states no time."""
    return None if run.window is None else utc_day(run.window.start)


def same_day(arm: ArmAccount, trial: Trial) -> bool | None:
    """Whether a valid trial is of the day of its case's first pass; None where a day is unknown."""
    first = first_pass_day(arm, trial.case_id)
    if first is None or trial.started_at is None:
        return None
    return utc_day(trial.started_at) == first


def count_evidence(arm: ArmAccount) -> Counter[bool | None]:
    """Return how many valid repeat trials are of the same day, of another, of none known."""
    return Counter(same_day(arm, trial) for trial in arm.repeats if trial.valid)
