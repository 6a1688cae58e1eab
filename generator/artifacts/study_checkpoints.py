"""checkpoints/*.json of a study: every try of every row, host faults and all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.artifacts.checks import Check, flag, identifier, one_of
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import gather, refuse_if_any, said_of
from generator.artifacts.json_document import read_object
from generator.artifacts.records import Source
from generator.artifacts.study_checks import identity
from generator.artifacts.study_records import Checkpoint, Try
from generator.artifacts.study_rows import ROW_NAMES, parse_outcome, parse_row
from generator.artifacts.study_traces import Traces
from generator.artifacts.study_words import InvalidReason
from generator.errors import Problem

FOLDER = "checkpoints"

_NAMES = ROW_NAMES | {"tries", "terminal", "outcome", "kind", "episode", "exhausted", "attempt"}
_KIND: Check[Literal["HOST_API_FAULT", "TASK_RESULT"]] = one_of(("HOST_API_FAULT", "TASK_RESULT"))


@dataclass(frozen=True, slots=True)
class CheckpointFiles:
    """What was read of all checkpoints, in the order of their names."""

    checkpoints: tuple[Checkpoint, ...]
    sources: tuple[Source, ...]


def read_checkpoints(
    run_dir: Path,
    limits: Limits,
    root: Path,
    reason: Check[InvalidReason],
    traces: Traces,
) -> CheckpointFiles:
    """Read every checkpoint of a run; all that is wrong with them is raised together."""
    checkpoints: list[Checkpoint] = []
    sources: list[Source] = []
    problems: list[Problem] = []

    def take(file: Path) -> None:
        document = read_object(file, limits, _NAMES)
        with said_of(file):
            checkpoints.append(_checkpoint(file, Fields(document.values), reason, traces))
        sources.append(source(file, root, document.sha256))

    gather(_files(run_dir / FOLDER), take, problems)
    refuse_if_any(problems, run_dir / FOLDER)
    return CheckpointFiles(tuple(checkpoints), tuple(sources))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the checkpoints by name; locks and half-written files of the harness are none."""
    if folder.is_dir() and not folder.is_symlink():
        for file in sorted(folder.iterdir(), key=bytes):
            if file.suffix == ".json" and not file.name.startswith(".") and is_regular(file):
                yield file


def _checkpoint(
    file: Path, fields: Fields, reason: Check[InvalidReason], traces: Traces
) -> Checkpoint:
    terminal = None
    if fields.states("terminal"):
        terminal = parse_row(fields.inner("terminal"), reason, traces)
    checkpoint = Checkpoint(
        file=file,
        row_key=fields.required("rowKey", identifier),
        identity=identity(fields.inner("identity")),
        tries=tuple(_try(each, reason) for each in fields.objects("tries")),
        terminal=terminal,
    )
    fields.done()
    return checkpoint


def _try(fields: Fields, reason: Check[InvalidReason]) -> Try:
    ended = fields.inner("outcome")
    if ended.required("kind", _KIND) == "HOST_API_FAULT":
        return Try(outcome=None, exhausted=bool(ended.nullable("exhausted", flag)))
    episode = ended.inner("episode")
    # The harness keeps a try's metrics with the evidence for them, where it has evidence.
    apart = not episode.states("taskPassed") and episode.states("evidence")
    metrics = episode.inner("evidence") if apart else None
    return Try(outcome=parse_outcome(episode, reason, metrics))
