"""What Terminal-Bench writes beside a run's results: run_metadata.json."""

from __future__ import annotations

from pathlib import Path

from generator.artifacts.checks import MOST_TRIALS, count, each, identifier, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import said_of
from generator.artifacts.harness_times import zoned
from generator.artifacts.json_document import read_object
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import ArmIdentity, Instant, JsonValue, Record, Source

METADATA = "run_metadata.json"
_FIELDS = frozenset(
    {
        "run_id",
        "uuid",
        "agent_name",
        "model_name",
        "dataset_name",
        "dataset_version",
        "dataset_size",
        "task_ids",
        "n_attempts",
        "n_concurrent_trials",
        "start_time",
        "end_time",
    }
)
_GLOB = frozenset("*?[")


class RunMetadata(Record, frozen=True):
    """Whose run it is, and what it set out to do. `tasks` are those that it names itself."""

    run_id: str
    arm: ArmIdentity
    attempts: int
    concurrency: int | None
    tasks: tuple[str, ...]
    dataset_size: int
    times: tuple[Instant | None, Instant | None]
    source: Source


def is_metadata(file: Path) -> bool:
    """Whether a file begins as a run's metadata."""
    return {("run_id",), ("agent_name",), ("n_attempts",)} <= names_in(file)


def read_metadata(folder: Path, limits: Limits, root: Path) -> RunMetadata | None:
    """Read a run's metadata, None where there is none."""
    path = folder / METADATA
    if not is_regular(path):
        return None
    document = read_object(path, limits, _FIELDS)
    made = source(path, root, document.sha256)
    with said_of(path):
        return _metadata(document.values, made)


def _metadata(values: dict[str, JsonValue], made: Source) -> RunMetadata:
    fields = Fields(values)
    run_id = fields.required("run_id", identifier)
    run_uuid = fields.nullable("uuid", text)
    agent = fields.required("agent_name", identifier)
    model = fields.nullable("model_name", text)
    dataset = fields.nullable("dataset_name", text)
    version = fields.nullable("dataset_version", text)
    tasks = fields.nullable("task_ids", each(identifier)) or ()
    metadata = RunMetadata(
        run_id=f"{run_id} {run_uuid}" if run_uuid else run_id,
        arm=ArmIdentity(
            arm_id=f"{model} {agent}" if model else agent,
            served_model=model,
            harness=agent,
            index_version=f"{dataset} {version}" if dataset and version else dataset,
        ),
        attempts=fields.nullable("n_attempts", whole(1, MOST_TRIALS)) or 1,
        concurrency=fields.nullable("n_concurrent_trials", whole(1)),
        # Patterns are no tasks: with one among them the results alone say which there were.
        tasks=() if any(_GLOB.intersection(task) for task in tasks) else tasks,
        dataset_size=fields.nullable("dataset_size", count) or 0,
        times=(fields.nullable("start_time", zoned), fields.nullable("end_time", zoned)),
        source=made,
    )
    fields.done()
    return metadata
