"""What an Inspect log says of its run: the arm, the plan, the window and how the run stands.

Of the settings only the numbers that make another arm are kept (sampling and limits), and of the
arguments a digest: two runs that differ in one of them are no repeats of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.artifacts.checks import (
    MOST_TRIALS,
    amount,
    count,
    duration,
    each,
    identifier,
    one_of,
    text,
    whole,
)
from generator.artifacts.fields import Fields
from generator.artifacts.harness_runs import harness_run
from generator.artifacts.inspect_samples import Sample, case_id, inspect_time, sample_id
from generator.artifacts.json_level import Level, read_level
from generator.artifacts.json_walk import Members
from generator.artifacts.records import ArmIdentity, JsonValue, Run, Window
from generator.errors import Problem

HEADER_MEMBERS = frozenset({"version", "status", "eval", "plan", "results", "stats"})
"""All that is taken out of a log's header."""

Status = Literal["started", "success", "cancelled", "error"]
_STATUSES: tuple[Status, ...] = ("started", "success", "cancelled", "error")
_VERSIONS = (1, 2)

_SAMPLING = ("temperature", "top_p", "top_k", "max_tokens", "reasoning_tokens")
_LIMITS = ("message_limit", "token_limit", "turn_limit", "working_limit", "cost_limit")
_SPEC = ("eval_id", "run_id", "task_id", "task", "task_version", "solver", "model")


@dataclass(frozen=True, slots=True)
class Header:
    """A log's header.

    `planned` are the samples that the run set out for, epochs and all; None where the log does not
    say. `task_run` stays the same when a run is retried, which copies the samples that were done
    into a new log.
    """

    run_id: str
    task_run: str | None
    task: str
    status: Status
    arm: ArmIdentity
    sample_ids: tuple[str, ...]
    epochs: int
    timeout_s: float | None
    planned: int | None
    window: Window | None

    def run(self, samples: Sequence[Sample]) -> Run:
        """Return the run, given the samples that the log holds."""
        ids = {*self.sample_ids, *(each.sample_id for each in samples)}
        return harness_run(
            run_id=self.run_id,
            arm=self.arm,
            cases=(case_id(self.task, each) for each in sorted(ids, key=_by_size)),
            trials_per_case=max(self.epochs, *(each.epoch for each in samples), 1),
            window=self.window,
            timeout_s=self.timeout_s,
        )


def _by_size(sample: str) -> tuple[int, str]:
    return len(sample), sample


def read_header(found: Members, depth: int) -> Header:
    """Read a header from its members; all that is wrong is raised together."""
    return read_level(found, depth, _header)


def _header(top: Level) -> Header:
    standing = top.fields(("version", "status"))
    _check_version(standing)
    spec = top.inner("eval").fields(_SPEC)
    config = top.inner("eval").inner("config").fields((*_LIMITS, "epochs", "time_limit"))
    dataset = top.inner("eval").inner("dataset").fields(("sample_ids",))
    results = top.inner("results").fields(("total_samples",))
    task = spec.required("task", identifier)
    ids = dataset.nullable("sample_ids", each(sample_id)) or ()
    epochs = config.nullable("epochs", whole(1, MOST_TRIALS)) or 1
    total = results.nullable("total_samples", count)
    return Header(
        run_id=_run_id(spec),
        task_run=spec.nullable("task_id", text) or None,
        task=task,
        # The first page of a log that is still being written states no status.
        status=standing.nullable("status", one_of(_STATUSES)) or "started",
        arm=_arm(top, task, spec, config),
        sample_ids=ids,
        epochs=epochs,
        timeout_s=config.nullable("time_limit", duration),
        planned=len(ids) * epochs if ids and total is None else total,
        window=_window(top.inner("stats").fields(("started_at", "completed_at"))),
    )


def _check_version(standing: Fields) -> None:
    """Hold a version that is not known against the program, not against whoever wrote the log."""
    version = standing.nullable("version", count)
    if version is None or version in _VERSIONS:
        return
    known = ", ".join(map(str, _VERSIONS))
    standing.problems.append(
        Problem(
            "UNKNOWN_VALUE",
            f"The log is of a version that this program does not read; it reads {known}.",
            "Use a newer version of this program, or leave the file out by an entry with "
            "`skip: true` under `sources` in the spec.",
            field="version",
        )
    )


def _run_id(spec: Fields) -> str:
    """Return what names this run of this task; several tasks may share a run_id."""
    own = spec.nullable("eval_id", text)
    if own:
        return own
    parts = (spec.nullable("run_id", text), spec.nullable("task_id", text))
    return "/".join(part or "" for part in parts)


def _arm(top: Level, task: str, spec: Fields, config: Fields) -> ArmIdentity:
    model, solver = spec.required("model", identifier), spec.nullable("solver", text)
    spec_level = top.inner("eval")
    settings: dict[str, JsonValue] = {}
    effort = None
    # What the task's plan says of generation goes before what was said of the model.
    for level in (spec_level.inner("model_generate_config"), top.inner("plan").inner("config")):
        generation = level.fields((*_SAMPLING, "reasoning_effort"))
        settings |= _numbers(generation, _SAMPLING)
        effort = generation.nullable("reasoning_effort", text) or effort
    settings |= _numbers(config, _LIMITS)
    version = spec.nullable("task_version", _version)
    if version is not None:
        settings["task_version"] = version
    arguments = spec_level.digest("task_args", "solver_args", "model_args")
    if arguments is not None:
        settings["arguments_sha256"] = arguments
    # Tasks are often run in several varieties, told apart by their arguments alone.
    variety = arguments[:8] if arguments is not None else None
    packages = spec_level.inner("packages").fields(("inspect_ai",))
    return ArmIdentity(
        arm_id=" ".join(part for part in (task, model, solver, effort, variety) if part),
        served_model=model,
        effort=effort,
        harness="inspect_ai",
        harness_version=packages.nullable("inspect_ai", text),
        profile=solver,
        runner_config=settings or None,
    )


def _numbers(fields: Fields, names: Sequence[str]) -> dict[str, JsonValue]:
    values = {name: fields.nullable(name, amount) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _version(value: JsonValue) -> JsonValue:
    return count(value) if isinstance(value, int) else text(value)


def _window(stats: Fields) -> Window | None:
    """Return the time that the run took; a time that was never set is an empty text."""
    start, end = (
        stats.nullable(name, lambda value: inspect_time(value) if value != "" else None)
        for name in ("started_at", "completed_at")
    )
    return (
        Window(start=start, end=end)
        if start is not None and end is not None and start <= end
        else None
    )
