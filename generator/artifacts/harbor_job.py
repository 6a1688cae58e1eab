"""What Harbor writes of a job as a whole: config.json with the plan, result.json with its id."""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.artifacts.checks import MOST_TRIALS, array, count, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import said_of
from generator.artifacts.json_document import read_object
from generator.artifacts.json_object import read_head
from generator.artifacts.json_shape import NamePath, names_in
from generator.artifacts.json_walk import exact
from generator.artifacts.records import JsonValue, Record, Source

RESULT = "result.json"
_CONFIG = "config.json"
_OF_A_CONFIG = frozenset({("n_attempts",), ("agents",)})
_OF_A_RESULT = frozenset({("n_total_trials",), ("stats",)})
_CONFIG_FIELDS = frozenset({"n_attempts", "n_concurrent_trials", "agents", "orchestrator"})
_RESULT_FIELDS = ("id", "n_total_trials")


class HarborJob(Record, frozen=True):
    """A job's plan, as far as it is stated: attempts a task and agent, agents, trials in all."""

    own_id: str | None = None
    attempts: int | None = None
    agents: int | None = None
    concurrency: int | None = None
    total: int = 0
    sources: tuple[Source, ...] = ()


def is_job(folder: Path) -> bool:
    """Whether a folder holds the result of a job, finished or not."""
    return _begins(folder / RESULT, _OF_A_RESULT)


def read_job(folder: Path, limits: Limits, root: Path) -> HarborJob:
    """Read what is stated of a job."""
    job = HarborJob()
    if _begins(folder / _CONFIG, _OF_A_CONFIG):
        job = _config(folder / _CONFIG, limits, root)
    if is_job(folder):
        job = _result(folder / RESULT, limits, root, job)
    return job


def _begins(file: Path, names: frozenset[NamePath]) -> bool:
    return is_regular(file) and names_in(file) >= names


def _config(file: Path, limits: Limits, root: Path) -> HarborJob:
    document = read_object(file, limits, _CONFIG_FIELDS)
    made = source(file, root, document.sha256)
    with said_of(file):
        return _plan(document.values, made)


def _plan(values: dict[str, JsonValue], made: Source) -> HarborJob:
    fields = Fields(values)
    within = fields.inner("orchestrator") if fields.states("orchestrator") else fields
    job = HarborJob(
        attempts=fields.nullable("n_attempts", whole(1, MOST_TRIALS)),
        agents=len(fields.nullable("agents", array) or ()) or None,
        concurrency=within.nullable("n_concurrent_trials", whole(1)),
        sources=(made,),
    )
    fields.done()
    return job


def _result(file: Path, limits: Limits, root: Path, plan: HarborJob) -> HarborJob:
    # Some versions repeat every trial here. Each has a file of its own, which is read instead.
    head = read_head(file, limits, _RESULT_FIELDS, passed_over=("trial_results",))
    with said_of(file):
        fields = Fields(exact(head.members, limits.json_depth))
        own_id, total = fields.nullable("id", text), fields.nullable("n_total_trials", count)
        fields.done()
    return msgspec.structs.replace(
        plan,
        own_id=own_id,
        total=total or 0,
        sources=(*plan.sources, source(file, root, head.sha256)),
    )
