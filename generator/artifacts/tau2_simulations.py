"""One simulation of τ²-bench: an attempt at a task, and how the harness says that it ended.

The harness gives no reward to what did not come to a stop of its own, so a reward of 0 alone does
not tell a failure from an end that is not the agent's: the termination reason does. Of messages,
ticks, reviews and checks nothing is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from generator.artifacts.checks import (
    MOST_TRIALS,
    Wrong,
    amount,
    count,
    flag,
    identifier,
    instant,
    number,
    text,
    whole,
)
from generator.artifacts.endings import FAILED, PASSED, UNSCORED, Ending, ended
from generator.artifacts.fields import Fields
from generator.artifacts.harness_times import span_of
from generator.artifacts.json_walk import Members, exact, members
from generator.artifacts.records import (
    Attempt,
    FailureMode,
    Instant,
    InvalidCause,
    JsonValue,
    State,
)
from generator.artifacts.strict_json import JsonRefused
from generator.errors import UnusableInput

_PLAIN = (
    "task_id",
    "trial",
    "termination_reason",
    "duration",
    "agent_cost",
    "start_time",
    "end_time",
    "skipped",
    "reward",
)
SIMULATION_MEMBERS = frozenset({*_PLAIN, "reward_info"})
"""All that is taken out of a simulation, or of its line in an index of simulations."""

# The benchmark's own test of success: rewards are products, and may be rounded.
_FULL_REWARD = 1.0
_ROUNDING = 1e-6
_OFFSET = re.compile(r"([Zz]|[+-]\d\d:\d\d)$", re.ASCII)

_SKIPPED = Ending(
    name="skipped",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
OTHER = Ending(
    name="other",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
_STOPS = frozenset({"user_stop", "agent_stop"})


def _cut_short(name: str) -> Ending:
    """The end of a conversation that the agent's own doing cut short, without an evaluation."""
    return Ending(name=name, state=State.FAILURE, mode=FailureMode.NO_DELIVERABLE, contested=True)


def _kept_from(name: str, cause: InvalidCause) -> Ending:
    """The end of a conversation by what is not the agent's."""
    return Ending(name=name, state=State.INVALID, cause=cause, contested=True)


_REASONS = {
    each.name: each
    for each in (
        _cut_short("max_steps"),
        _cut_short("too_many_errors"),
        _cut_short("agent_error"),
        _cut_short("judge_stop"),
        _kept_from("timeout", InvalidCause.HARNESS_TIMEOUT),
        _kept_from("context_window_exceeded", InvalidCause.DELIVERY_BUDGET),
        _kept_from("user_error", InvalidCause.INFRASTRUCTURE_MISSING),
        _kept_from("infrastructure_error", InvalidCause.INFRASTRUCTURE_MISSING),
        _kept_from("unexpected_error", InvalidCause.INFRASTRUCTURE_MISSING),
    )
}

ENDINGS: tuple[Ending, ...] = (PASSED, FAILED, *_REASONS.values(), _SKIPPED, UNSCORED, OTHER)
"""Every end of a simulation."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What counts of one simulation."""

    line: int
    place: str
    task_id: str
    trial: int
    reward: float | None
    reason: str
    skipped: bool
    duration: float | None
    agent_cost: float | None
    start: Instant | None
    end: Instant | None

    def says_the_same(self, other: Simulation) -> bool:
        """Whether another simulation differs in nothing but where it stands."""
        return replace(other, line=self.line, place=self.place) == self

    def attempt(self, case_id: str) -> Attempt:
        """Return the attempt that the simulation is."""
        attempt = Attempt(
            line=self.line,
            attempt_id=f"{self.task_id}#{self.trial}",
            case_id=case_id,
            variant=None,
            repeat_index=self.trial,
            started_at=self.start,
            ended_at=self.end,
            state=State.PENDING,
            score=self.reward,
            cost_usd=self.agent_cost,
            wall_s=self.duration,
        )
        return ended(attempt, self._ending())

    def _ending(self) -> Ending:
        if self.skipped:
            return _SKIPPED
        if self.reason == "infrastructure_error":
            return _REASONS[self.reason]
        if self.reward is not None and abs(self.reward - _FULL_REWARD) <= _ROUNDING:
            return PASSED
        if self.reason not in _STOPS:
            return _REASONS.get(self.reason, OTHER)
        return UNSCORED if self.reward is None else FAILED


def task_id(value: JsonValue) -> str:
    """Return a task's id as text: some domains number their tasks."""
    return str(count(value)) if isinstance(value, int) else identifier(value)


def read_simulation(found: Members, depth: int, line: int, place: str) -> Simulation:
    """Read the members of one simulation; what is wrong is raised with its field."""
    try:
        plain = exact({name: found[name] for name in _PLAIN if name in found}, depth)
        reward_info = found.get("reward_info", "null")
        if reward_info != "null":
            plain |= exact(members(reward_info, {"reward"}), depth)
    except JsonRefused as refused:
        field = f"{place}.{refused.problem.field}" if refused.problem.field else place
        raise UnusableInput(replace(refused.problem, line=line, field=field)) from None
    fields = Fields(plain, place)
    start, end = span_of(fields, "start_time", "end_time", _time)
    simulation = Simulation(
        line=line,
        place=place,
        task_id=fields.required("task_id", task_id),
        trial=fields.nullable("trial", whole(0, MOST_TRIALS - 1)) or 0,
        reward=fields.nullable("reward", number),
        reason=fields.required("termination_reason", text),
        skipped=fields.nullable("skipped", flag) or False,
        duration=fields.nullable("duration", amount),
        agent_cost=fields.nullable("agent_cost", amount),
        start=start,
        end=end,
    )
    if fields.problems:
        raise UnusableInput(*(each.at(line=line) for each in fields.problems))
    return simulation


def _time(value: JsonValue) -> Instant | None:
    """Return a time; of a machine's local time without an offset nobody knows when it was."""
    if not isinstance(value, str):
        raise Wrong("BAD_TIME", "must be a time, as text")
    return instant(value) if _OFFSET.search(value) else None
