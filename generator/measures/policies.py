"""Both readings of contested ends: what an arm's figures are if they failed, and if they are void.

Of an attempt that a harness cut off, some say that the agent failed and others that nothing was
seen of it. Whichever the spec says, a reader of the figure is shown the other one, too. Where the
spec says neither of all of them, the figures as they are read stand beside the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from generator.accounting.account import ArmAccount, account_again
from generator.artifacts.records import Attempt, InvalidCause, State
from generator.measures.by_k import estimates_by_k
from generator.measures.case import CaseMeasure, measure_cases
from generator.measures.proportion import interval_of
from generator.spec.model import Spec
from generator.statistics import Estimate, Interval, pass_hat_k_over_tasks

Policy = Literal["as_failure", "as_infrastructure"]
PolicyUsed = Literal["as_failure", "as_infrastructure", "mixed"]
_STATES: dict[Policy, State] = {"as_failure": State.FAILURE, "as_infrastructure": State.INVALID}


@dataclass(frozen=True, slots=True)
class FirstPassMeasure:
    """The first pass under one reading: what passed of the cases that have a valid outcome."""

    passed: int
    cases: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class PolicyMeasure:
    """One reading: the valid trials of counted cases under it, pass^k, and the first pass.

    `first_pass` is None where the arm has none.
    """

    policy: PolicyUsed
    trials: int
    passed: int
    pass_hat_k: Mapping[int, Estimate]
    first_pass: FirstPassMeasure | None


@dataclass(frozen=True, slots=True)
class PoliciesMeasure:
    """How many attempts are contested, how they are read, and each reading of all of them.

    `as_read` is the reading in use where it is mixed; then `states` says how many are read as what.
    """

    used: PolicyUsed
    contested: int
    readings: tuple[PolicyMeasure, ...]
    as_read: PolicyMeasure | None
    states: Mapping[State, int]


def measure_policies(
    arm: ArmAccount, cases: Sequence[CaseMeasure], spec: Spec
) -> PoliciesMeasure | None:
    """Measure an arm under both readings; None where no attempt that counts is contested.

    `cases` are the arm's as the report reads it. Of those that a screen withholds no reading may
    tell, or the difference to the one in use would.
    """
    states = Counter(seen.attempt.state for seen in arm.attempts if seen.attempt.contested)
    if not states:
        return None
    pure = [policy for policy, state in _STATES.items() if states.keys() == {state}]
    used = pure[0] if pure else "mixed"
    withheld = {case.case.case_id for case in cases if case.screened_only}
    return PoliciesMeasure(
        used=used,
        contested=states.total(),
        readings=tuple(
            _measure(arm, policy, _cases_under(arm, policy, withheld, spec), spec)
            for policy in _STATES
        ),
        as_read=_measure(arm, "mixed", cases, spec) if used == "mixed" else None,
        states=states,
    )


def _cases_under(
    arm: ArmAccount, policy: Policy, withheld: set[str], spec: Spec
) -> list[CaseMeasure]:
    """Return the cases of an arm under a reading, without the trials that are withheld."""

    def read(attempt: Attempt) -> Attempt:
        """Return the attempt under the policy."""
        return _read_as(attempt, _STATES[policy]) if attempt.contested else attempt

    cases = measure_cases(account_again(arm, read, spec), spec)
    return [replace(case, trials=()) if case.case.case_id in withheld else case for case in cases]


def _measure(
    arm: ArmAccount, policy: PolicyUsed, cases: Sequence[CaseMeasure], spec: Spec
) -> PolicyMeasure:
    counted = [case for case in cases if case.counted]
    return PolicyMeasure(
        policy=policy,
        trials=sum(case.valid for case in counted),
        passed=sum(case.passed for case in counted),
        pass_hat_k=estimates_by_k(pass_hat_k_over_tasks, cases, spec),
        first_pass=_first_pass(cases, spec) if arm.has_primary else None,
    )


def _first_pass(cases: Sequence[CaseMeasure], spec: Spec) -> FirstPassMeasure:
    outcomes = Counter(case.primary_outcome for case in cases)
    passed, valid = outcomes["pass"], outcomes["pass"] + outcomes["fail"]
    return FirstPassMeasure(passed, valid, interval_of(passed, valid, spec))


def _read_as(attempt: Attempt, state: State) -> Attempt:
    cause = attempt.invalid_cause or InvalidCause.INFRASTRUCTURE_MISSING
    return msgspec.structs.replace(
        attempt,
        state=state,
        invalid_cause=cause if state is State.INVALID else None,
        failure_mode=attempt.failure_mode if state is State.FAILURE else None,
    )
