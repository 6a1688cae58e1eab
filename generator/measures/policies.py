"""Both readings of contested ends: what an arm's figures are if they failed, and if they are void.

Of an attempt that a harness cut off, some say that the agent failed and others that nothing was
seen of it. Whichever the spec says, a reader of the figure is shown the other one, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from generator.accounting.account import ArmAccount, account_again
from generator.artifacts.records import Attempt, InvalidCause, State
from generator.measures.by_k import estimates_by_k
from generator.measures.case import measure_cases
from generator.spec.model import Spec
from generator.statistics import Estimate, pass_hat_k_over_tasks

Policy = Literal["as_failure", "as_infrastructure"]
_STATES: dict[Policy, State] = {"as_failure": State.FAILURE, "as_infrastructure": State.INVALID}


@dataclass(frozen=True, slots=True)
class PolicyMeasure:
    """One reading: the valid trials of counted cases under it, and pass^k over those cases."""

    policy: Policy
    trials: int
    passed: int
    pass_hat_k: Mapping[int, Estimate]


@dataclass(frozen=True, slots=True)
class PoliciesMeasure:
    """How many attempts are contested, how they are read, and each reading of all of them."""

    used: Policy | Literal["mixed"]
    contested: int
    readings: tuple[PolicyMeasure, ...]


def measure_policies(arm: ArmAccount, spec: Spec) -> PoliciesMeasure | None:
    """Measure an arm under both readings; None where no attempt that counts is contested."""
    states = [seen.attempt.state for seen in arm.attempts if seen.attempt.contested]
    if not states:
        return None
    used = [policy for policy, state in _STATES.items() if all(each is state for each in states)]
    return PoliciesMeasure(
        used=used[0] if used else "mixed",
        contested=len(states),
        readings=tuple(_measure(arm, policy, spec) for policy in _STATES),
    )


def _measure(arm: ArmAccount, policy: Policy, spec: Spec) -> PolicyMeasure:
    def read(attempt: Attempt) -> Attempt:
        """Return the attempt under the policy."""
        return _read_as(attempt, _STATES[policy]) if attempt.contested else attempt

    cases = measure_cases(account_again(arm, read, spec), spec)
    counted = [case for case in cases if case.counted]
    return PolicyMeasure(
        policy=policy,
        trials=sum(case.valid for case in counted),
        passed=sum(case.passed for case in counted),
        pass_hat_k=estimates_by_k(pass_hat_k_over_tasks, cases, spec),
    )


def _read_as(attempt: Attempt, state: State) -> Attempt:
    cause = attempt.invalid_cause or InvalidCause.INFRASTRUCTURE_MISSING
    return msgspec.structs.replace(
        attempt,
        state=state,
        invalid_cause=cause if state is State.INVALID else None,
        failure_mode=attempt.failure_mode if state is State.FAILURE else None,
    )
