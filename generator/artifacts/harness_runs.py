"""A run of a harness that knows no first pass: so many equal trials of every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from generator.artifacts.records import (
    ArmIdentity,
    Attempt,
    CasePlan,
    Role,
    Run,
    Window,
    WireAudit,
)
from generator.errors import Problem


def harness_run(
    *,
    run_id: str,
    arm: ArmIdentity,
    cases: Iterable[str],
    trials_per_case: int,
    window: Window | None = None,
    concurrency: int | None = None,
    timeout_s: float | None = None,
    role: Role = "observational",
) -> Run:
    """Return the run; its cases stay in their order, which must not be that of a hash."""
    return Run(
        run_id=run_id,
        role=role,
        stage=None,
        scope="full",
        arm=arm,
        cases=tuple(CasePlan(case_id=each) for each in cases),
        trials_per_case=trials_per_case,
        window=window,
        wire_audit=WireAudit(status="not_audited"),
        concurrency=concurrency,
        timeout_s=timeout_s,
    )


def in_order_of_start(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Return the attempts at one task as trials numbered from 0, by their starts and ids."""
    in_order = sorted(attempts, key=_start)
    return [
        msgspec.structs.replace(attempt, repeat_index=index)
        for index, attempt in enumerate(in_order)
    ]


def _start(attempt: Attempt) -> tuple[bool, int, str]:
    return attempt.started_at is None, attempt.started_at or 0, attempt.attempt_id


def missing_trials(run: Run, attempts: Sequence[Attempt], file: Path) -> Iterator[Problem]:
    """Yield the warning that trials which were to be are not here, if any are not."""
    made = Counter(each.case_id for each in attempts)
    lacking = sum(max(run.trials_per_case - made[case.case_id], 0) for case in run.cases)
    if lacking:
        yield Problem(
            "INCOMPLETE_RUN",
            f"{lacking} of {len(run.cases) * run.trials_per_case} planned trials are not here: "
            "they count as missing.",
            "Let the run be finished, or leave it so: the report says what is missing.",
            file,
        )
