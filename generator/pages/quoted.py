"""Which of an arm's rows of pass^k is quoted where there is room for one."""

from __future__ import annotations

from collections.abc import Iterable

from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.estimates import PassRow


def rows_over_same_cases(arm: Arm) -> list[PassRow]:
    """Return the published rows of pass^k that are over the same cases as the first of them.

    A row for a larger k may be over fewer cases; beside k = 1 it would compare other cases.
    """
    rows = [row for row in arm.pass_hat_k if row.estimate is not None]
    return [row for row in rows if row.tasks == rows[0].tasks]


def quoted_row(arm: Arm, k: int | None = None) -> PassRow | None:
    """Return the row for k, or without one the row with the largest; None without such a row."""
    rows = [row for row in rows_over_same_cases(arm) if k is None or row.k == k]
    return max(rows, key=lambda row: row.k, default=None)


def single_trial(arm: Arm) -> PassRow | None:
    """Return the row for k = 1, which is the mean over cases of the share that passed."""
    return next((row for row in arm.pass_hat_k if row.k == 1), None)


def has_primary_run(arm: Arm) -> bool:
    """Whether a run was meant as the first pass; harnesses that run equal trials have none."""
    return any(run.role == "primary" for run in arm.runs)


def common_k(arms: Iterable[Arm]) -> int | None:
    """Return the largest k of two or more that every arm with such a row can be quoted for."""
    quotable = [{row.k for row in rows_over_same_cases(arm) if row.k > 1} for arm in arms]
    shared = [ks for ks in quotable if ks]
    return max(set.intersection(*shared), default=None) if shared else None


def counted_cases(arm: Arm, trials: int = 1) -> list[Case]:
    """Return the cases that rates are over and that have at least so many valid trials."""
    return [
        case
        for case in arm.cases
        if case.valid >= trials and case.stage != "screen" and case.verdict != "boundary"
    ]


def uncounted_cases(arm: Arm, trials: int = 1) -> int:
    """Return how many cases with so many valid trials no rate is over: screens, boundary cases."""
    return sum(case.valid >= trials for case in arm.cases) - len(counted_cases(arm, trials))
