"""Sums over an arm's counted attempts: states, causes, side effects, makeups, cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from generator.accounting.account import ArmAccount
from generator.accounting.identity import ArmRun
from generator.accounting.masquerade import NANOSECONDS
from generator.accounting.runs import Observation
from generator.artifacts.records import FailureMode, InvalidCause, State
from generator.errors import Problem, UnusableInput
from generator.spec.model import Spec


@dataclass(frozen=True, slots=True)
class CostMeasure:
    """Sums over the attempts that state a figure, and how many do not; None where none does."""

    attempts: int
    tokens_in: int | None
    tokens_out: int | None
    wall_s: float | None
    cost_usd: float | None
    window_share: float | None
    without_tokens: int
    without_wall_s: int
    without_cost_usd: int
    without_window_share: int


def attempt_table(arm: ArmAccount) -> pd.DataFrame:
    """Return the arm's counted attempts, one a row, in canonical order."""
    _check_sums(arm)
    timeouts = {run.run_id: run.timeout_s for run in arm.own_runs}
    rows = [_row(seen, timeouts[seen.run_id]) for seen in arm.attempts]
    # Columns stay objects: an integer beside a None would become a float and lose digits.
    table = pd.DataFrame(rows, columns=_COLUMNS, dtype=object)
    return table.astype(dict.fromkeys(("run", "case", "state", "cause", "mode"), "category"))


def _check_sums(arm: ArmAccount) -> None:
    """Refuse counts of tokens that together are beyond what a report can hold."""
    for name in ("tokens_in", "tokens_out"):
        total = 0
        for seen in arm.attempts:
            total += getattr(seen.attempt, name) or 0
            if total > _LARGEST_SUM:
                raise UnusableInput(_beyond(seen, name))


def _beyond(seen: Observation, field: str) -> Problem:
    what = "With this the sum over the arm's attempts is beyond 64 bits."
    return seen.problem("OUT_OF_RANGE", what, "Correct it where the file is written.", field)


_LARGEST_SUM = 2**63 - 1

_COLUMNS = [
    "run",
    "case",
    "state",
    "cause",
    "mode",
    "claimed",
    "tokens_in",
    "tokens_out",
    "wall_s",
    "cost_usd",
    "window_share",
    "cap_s",
]


def _row(seen: Observation, timeout_s: float | None) -> tuple[object, ...]:
    attempt = seen.attempt
    wall_s = attempt.wall_s
    if wall_s is None and attempt.started_at is not None and attempt.ended_at is not None:
        wall_s = (attempt.ended_at - attempt.started_at) / NANOSECONDS
    return (
        seen.run_id,
        attempt.case_id,
        attempt.state,
        attempt.invalid_cause,
        attempt.failure_mode,
        attempt.claimed_delivery,
        attempt.tokens_in,
        attempt.tokens_out,
        wall_s,
        attempt.cost_usd,
        attempt.window_share,
        attempt.cap_s if attempt.cap_s is not None else timeout_s,
    )


def count_states(table: pd.DataFrame) -> Counter[State]:
    """Return how many attempts ended in each state."""
    return Counter(table["state"].tolist())


def count_causes(table: pd.DataFrame) -> Counter[InvalidCause]:
    """Return why the invalid attempts were invalid."""
    return Counter(table.loc[table["state"] == State.INVALID, "cause"].tolist())


def count_modes(table: pd.DataFrame) -> Counter[FailureMode]:
    """Return how the valid failures failed."""
    return Counter(table.loc[table["state"] == State.FAILURE, "mode"].tolist())


def count_claimed(table: pd.DataFrame) -> int:
    """Return how many failures without a deliverable claimed one in their transcript."""
    empty = (table["state"] == State.FAILURE) & (table["mode"] == FailureMode.NO_DELIVERABLE)
    return int((empty & table["claimed"].astype(bool)).sum())


def measure_cost(table: pd.DataFrame) -> CostMeasure:
    """Return what the attempts cost, as far as they say.

    Sums of floats are exact sums rounded once, so that no order of rows can change them.
    """
    tokens = table[["tokens_in", "tokens_out"]]
    return CostMeasure(
        attempts=len(table),
        tokens_in=_integer_sum(table["tokens_in"]),
        tokens_out=_integer_sum(table["tokens_out"]),
        wall_s=_float_sum(table["wall_s"]),
        cost_usd=_float_sum(table["cost_usd"]),
        window_share=_float_sum(table["window_share"]),
        without_tokens=int(tokens.isna().any(axis=1).sum()),
        without_wall_s=int(table["wall_s"].isna().sum()),
        without_cost_usd=int(table["cost_usd"].isna().sum()),
        without_window_share=int(table["window_share"].isna().sum()),
    )


def _integer_sum(column: pd.Series) -> int | None:
    stated = column.dropna()
    return sum(int(each) for each in stated) if len(stated) else None


def _float_sum(column: pd.Series) -> float | None:
    stated = column.dropna()
    return math.fsum(stated) if len(stated) else None


def window_share_of(run: ArmRun) -> float | None:
    """Return the share of the quota window that one run's attempts burned, None if none says."""
    shares = [
        seen.attempt.window_share
        for seen in run.record.observations
        if seen.attempt.window_share is not None
        and seen.attempt.state is not State.DRIVER_EXCEPTION
    ]
    return math.fsum(shares) if shares else None


@dataclass(frozen=True, slots=True)
class SideEffectMeasure:
    """Counts of side effects by class, by case_id and by run_id."""

    per_class: Counter[str]
    per_case: Counter[str]
    per_run: Counter[str]


def measure_side_effects(arm: ArmAccount, spec: Spec) -> SideEffectMeasure:
    """Count side effects over the counted attempts; an undeclared class is an error."""
    measure = SideEffectMeasure(Counter(), Counter(), Counter())
    for seen in arm.attempts:
        for effect in seen.attempt.side_effects or ():
            if effect.name not in spec.side_effect_classes:
                raise UnusableInput(_undeclared(seen))
            measure.per_class[effect.name] += effect.count
            if measure.per_class[effect.name] > _LARGEST_SUM:
                raise UnusableInput(_beyond(seen, "side_effects.count"))
            measure.per_case[seen.attempt.case_id] += effect.count
            measure.per_run[seen.run_id] += effect.count
    return measure


def _undeclared(seen: Observation) -> Problem:
    return seen.problem(
        "UNDECLARED_SIDE_EFFECT",
        "A side effect is of a class that the spec does not declare.",
        "Declare the class under side_effect_classes before the run.",
        "side_effects.class",
    )


@dataclass(frozen=True, slots=True)
class CapMeasure:
    """One case under one time cap: how many attempts ran under it, how many it killed."""

    case_id: str
    cap_s: float | None
    attempts: int
    killed: int


def measure_caps(table: pd.DataFrame) -> list[CapMeasure]:
    """Return every cap of the cases that a cap has killed at least one attempt of."""
    killed = (table["state"] == State.INVALID) & (table["cause"] == InvalidCause.HARNESS_TIMEOUT)
    hit = set(table.loc[killed, "case"])
    under = table.assign(killed=killed)[["case", "cap_s", "killed"]]
    attempts: Counter[tuple[str, float | None]] = Counter()
    deaths: Counter[tuple[str, float | None]] = Counter()
    for case, cap_s, died in under.itertuples(index=False):
        if case in hit:
            attempts[case, cap_s] += 1
            deaths[case, cap_s] += bool(died)
    return [
        CapMeasure(case, cap_s, attempts[case, cap_s], deaths[case, cap_s])
        for case, cap_s in sorted(attempts, key=lambda key: (key[0], key[1] or 0))
    ]


def count_doubled(arm: ArmAccount) -> int:
    """Return how many makeups ran under twice the cap of the attempt they make up."""
    timeouts = {run.run.run_id: run.run.timeout_s for run in arm.runs}

    def cap(seen: Observation) -> float | None:
        """Return an attempt's own cap, else the timeout of its run."""
        own = seen.attempt.cap_s
        return own if own is not None else timeouts[seen.run_id]

    caps = [(cap(makeup), cap(named)) for makeup, named in _makeups(arm)]
    return sum(mine is not None and base is not None and mine == 2 * base for mine, base in caps)


def count_makeups(arm: ArmAccount) -> int:
    """Return how many of the arm's counted attempts are makeups."""
    return sum(1 for _ in _makeups(arm))


def _makeups(arm: ArmAccount) -> Iterable[tuple[Observation, Observation]]:
    for seen in arm.attempts:
        if seen.names[0] in arm.makeups:
            yield seen, arm.makeups[seen.names[0]].named
