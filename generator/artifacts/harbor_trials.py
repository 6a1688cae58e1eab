"""One Harbor trial's result.json: its task, whose it is, its end, its cost, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from generator.artifacts.checks import (
    Wrong,
    amount,
    array,
    count,
    flag,
    identifier,
    mapping,
    number,
    text,
)
from generator.artifacts.endings import ended
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import said_of
from generator.artifacts.harbor_ends import OTHER, ending_of
from generator.artifacts.harness_times import span_of
from generator.artifacts.json_document import read_object
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import ArmIdentity, Attempt, JsonValue, Record, Source, State

N = TypeVar("N", int, float)

_NAMES = {("task_name",), ("verifier_result",), ("exception_info",)}
_FIELDS = frozenset(
    {
        "id",
        "trial_name",
        "task_name",
        "config",
        "agent_info",
        "agent_result",
        "verifier_result",
        "exception_info",
        "step_results",
        "started_at",
        "finished_at",
    }
)
_FULL_REWARD = 1.0
_ROUNDING = 1e-6


class HarborTrial(Record, frozen=True):
    """A trial: one attempt of one arm; `unknown_end` says that its exception is not known."""

    arm: ArmIdentity
    attempt: Attempt
    source: Source
    unknown_end: bool


def is_trial(file: Path) -> bool:
    """Whether a file begins as a trial's result."""
    return is_regular(file) and len(_NAMES & names_in(file)) > 1


def read_trial(file: Path, limits: Limits, root: Path) -> HarborTrial:
    """Read one trial's result."""
    document = read_object(file, limits, _FIELDS)
    made = source(file, root, document.sha256)
    with said_of(file):
        return _trial(document.values, made)


def _trial(values: dict[str, JsonValue], made: Source) -> HarborTrial:
    fields = Fields(values)
    task = fields.required("task_name", identifier)
    own = fields.nullable("id", text) or fields.nullable("trial_name", text)
    started, finished = span_of(fields, "started_at", "finished_at")
    arm = _arm(fields)
    stages = (fields, *_steps(fields))
    ending = ending_of(list(_exceptions(stages)), _passed(fields))
    # A trial of several steps states what each of them cost, and no sum.
    costing = stages[:1] if fields.states("agent_result") else stages[1:]
    costs = [_inside(each, "agent_result") for each in costing]
    attempt = Attempt(
        line=1,
        attempt_id=own or made.sha256,
        case_id=task,
        variant=None,
        repeat_index=0,
        started_at=started,
        ended_at=finished,
        state=State.PENDING,
        tokens_in=_sum([each.nullable("n_input_tokens", count) for each in costs]),
        tokens_out=_sum([each.nullable("n_output_tokens", count) for each in costs]),
        cost_usd=_sum([each.nullable("cost_usd", amount) for each in costs]),
    )
    fields.done()
    return HarborTrial(
        arm=arm, attempt=ended(attempt, ending), source=made, unknown_end=ending is OTHER
    )


def _arm(fields: Fields) -> ArmIdentity:
    """Return whose trial it is; of how the agent was set up only a digest goes into the name."""
    agent = _inside(fields, "agent_info")
    config = _inside(_inside(fields, "config"), "agent")
    name = agent.nullable("name", text) or config.nullable("name", text) or "agent"
    version = agent.nullable("version", text)
    stated = _inside(agent, "model_info")
    model, provider = stated.nullable("name", text), stated.nullable("provider", text)
    if model and provider:
        model = f"{provider}/{model}"
    model = model or config.nullable("model_name", text)
    setup = dict(config.nullable("kwargs", mapping) or {})
    effort = _inside(config, "kwargs").nullable("reasoning_effort", text) if setup else None
    setup.pop("reasoning_effort", None)
    parts = [model, name, effort, _digest(setup) if setup else None]
    return ArmIdentity(
        arm_id=" ".join(part for part in parts if part),
        served_model=model,
        harness=name,
        harness_version=None if version == "unknown" else version,
        effort=effort,
    )


def _digest(setup: dict[str, JsonValue]) -> str:
    return hashlib.sha256(json.dumps(setup, sort_keys=True).encode()).hexdigest()[:8]


def _passed(fields: Fields) -> bool | None:
    """Whether the rewards are full: the one called `reward`, else all; None where there is none."""
    verifier = _inside(fields, "verifier_result")
    rewards = verifier.nullable("rewards", _rewards) or {}
    single = verifier.nullable("reward", number)
    if single is not None and not rewards:
        return _is_full(single)
    if "reward" in rewards:
        return _is_full(rewards["reward"])
    return all(map(_is_full, rewards.values())) if rewards else None


def _rewards(value: JsonValue) -> dict[str, float]:
    """Return rewards by their names, which are a task's own: no message may say one."""
    try:
        return {name: number(each) for name, each in mapping(value).items() if each is not None}
    except Wrong as wrong:
        if not isinstance(value, dict):
            raise
        raise Wrong(wrong.code, f"must hold rewards each of which {wrong}") from None


def _is_full(reward: float) -> bool:
    return reward >= _FULL_REWARD - _ROUNDING


def _exceptions(stages: Iterable[Fields]) -> Iterator[str]:
    """Yield the types of the exceptions that were recorded: the trial's, then those of its steps.

    One of which the job said that a reward beside it is worth something is none.
    """
    for each in stages:
        if not each.states("exception_info"):
            continue
        raised = each.inner("exception_info")
        kind = raised.required("exception_type", identifier)
        override = _inside(raised, "policy_override")
        if not override.nullable("has_valid_reward", flag):
            yield kind


def _steps(fields: Fields) -> list[Fields]:
    return list(fields.objects("step_results")) if fields.nullable("step_results", array) else []


def _inside(fields: Fields, name: str) -> Fields:
    """Return an object, empty where it is not stated."""
    return fields.inner(name) if fields.states(name) else Fields({}, name, [])


def _sum(stated: Sequence[N | None]) -> N | None:
    """Return the sum of what the steps state; without one of them it would be too low."""
    known = [each for each in stated if each is not None]
    return sum(known[1:], known[0]) if known and len(known) == len(stated) else None
