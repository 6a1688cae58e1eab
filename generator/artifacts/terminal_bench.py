"""The reader of Terminal-Bench results: a run's results.json, or one trial's.

A run's folder is read as one run: its results.json holds all of its trials, and the files of the
single trials below it say the same again. A run's trials are equal repeats without a first pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from generator.artifacts.arm_names import arm_name, named_by_path
from generator.artifacts.checks import array, text
from generator.artifacts.fields import Fields
from generator.artifacts.files import (
    Limits,
    is_regular,
    shown_entries,
    source,
)
from generator.artifacts.gather import gather, refuse_if_any, said_of
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.harness_times import spanned, times_of
from generator.artifacts.json_object import JsonObjectFile, Part, read_head
from generator.artifacts.json_shape import names_in
from generator.artifacts.json_walk import Members, exact
from generator.artifacts.records import ArmIdentity, Attempt, Run, RunArtifact, Source
from generator.artifacts.terminal_bench_ends import ENDINGS
from generator.artifacts.terminal_bench_run import (
    METADATA,
    RunMetadata,
    is_metadata,
    read_metadata,
)
from generator.artifacts.terminal_bench_trials import FIELDS, Trials
from generator.errors import Problem

_RESULTS = "results.json"
_TRIALS = "results"
_OF_A_RUN_ITSELF = ("id", "uuid")
_OF_A_RUN = {("results", "[]", "task_id"), ("results", "[]", "is_resolved")}
_OF_AN_EMPTY_RUN = {("results",), ("n_resolved",), ("resolved_ids",)}
_OF_A_TRIAL = {("task_id",), ("is_resolved",)}
_BESIDE_A_VERDICT = {("failure_mode",), ("parser_results",), ("trial_name",)}


class TerminalBenchReader:
    """Reads the results of Terminal-Bench: of a run's folder, or of a file by itself."""

    format = "terminal-bench"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a file holds a run's trials or one trial, or a folder is that of one run."""
        if path.is_dir():
            return _is_run_folder(path)
        return path.suffix == ".json" and (_holds_run(path) or _holds_trial(path))

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one run, or what one file has of it."""
        if not path.is_dir():
            beside = path.name == _RESULTS and _holds_run(path)
            told = read_metadata(path.parent, limits, root) if beside else None
            return (self._artifact((path,), told, path, limits, root),)
        metadata = read_metadata(path, limits, root)
        whole = path / _RESULTS
        files = (whole,) if is_regular(whole) else tuple(_trial_files(path))
        return (self._artifact(files, metadata, path, limits, root),)

    def _artifact(
        self,
        files: Sequence[Path],
        metadata: RunMetadata | None,
        place: Path,
        limits: Limits,
        root: Path,
    ) -> RunArtifact:
        reading = _Reading(limits, root)
        for file in files:
            reading.take(file)
        attempts = reading.trials.attempts()
        # A trial's file by itself tells of its run, but not of all of it.
        part = reading.own_id is None and not place.is_dir()
        stated = metadata.source.path if metadata else files[0]
        if metadata is None:
            named = _above_task(place, attempts, root) if part else place
            run = _run_without_metadata(reading, attempts, arm_name(named, root, self.format))
            about_run = [named_by_path(stated)]
        else:
            run = _run(attempts, metadata)
            about_run = list(_unnamed(run, metadata))
        if part:
            run = msgspec.structs.replace(run, window=None)
        else:
            about_run += missing_trials(run, attempts, stated)
        return RunArtifact(
            format=self.format,
            file=stated,
            attempts_file=files[0] if files else stated,
            run=run,
            attempts=tuple(attempts),
            sources=(*((metadata.source,) if metadata else ()), *reading.sources),
            folded=reading.trials.folded,
            warnings=(*about_run, *reading.warnings),
        )


class _Reading:
    """What has been read of a run's files so far.

    `own_id` is what the run's file calls itself, None where only files of trials were read.
    """

    def __init__(self, limits: Limits, root: Path) -> None:
        self.trials = Trials(limits)
        self.sources: list[Source] = []
        self.warnings: list[Problem] = []
        self.own_id: str | None = None
        self._head: Members = {}
        self._limits = limits
        self._root = root

    def take(self, file: Path) -> None:
        """Read one file, of a run or of a trial."""
        found = self._trial(file) if _holds_trial(file) else self._run(file)
        refuse_if_any(self.trials.problems, file)
        self.warnings += (each.at(file) for each in self.trials.told())
        self.sources.append(source(file, self._root, found))

    def _run(self, file: Path) -> str:
        parts = JsonObjectFile(file, self._limits, _OF_A_RUN_ITSELF, {_TRIALS: FIELDS})
        gather(parts, self._take, self.trials.problems)
        refuse_if_any(self.trials.problems, file)
        with said_of(file):
            fields = Fields(exact(self._head, self._limits.json_depth))
            if _TRIALS in self._head or _TRIALS not in parts.found:
                fields.required(_TRIALS, array)
            own = fields.nullable("id", text) or fields.nullable("uuid", text)
            fields.done()
        self.own_id = own or parts.sha256[:16]
        return parts.sha256

    def _take(self, part: Part) -> None:
        if part.element is None:
            self._head |= part.members
        else:
            self.trials.take(part.members, part.line, part.field)

    def _trial(self, file: Path) -> str:
        head = read_head(file, self._limits, FIELDS)
        self.trials.take(head.members, 1, "")
        return head.sha256


def _run(attempts: Sequence[Attempt], metadata: RunMetadata) -> Run:
    return harness_run(
        run_id=metadata.run_id,
        arm=metadata.arm,
        cases=sorted({*metadata.tasks, *(each.case_id for each in attempts)}),
        trials_per_case=metadata.attempts,
        window=spanned((*metadata.times, *times_of(attempts))),
        concurrency=metadata.concurrency,
    )


def _run_without_metadata(reading: _Reading, attempts: Sequence[Attempt], arm: str) -> Run:
    own_id = reading.own_id or reading.trials.run_name() or reading.sources[0].sha256[:16]
    return harness_run(
        run_id=f"{arm} {own_id}",
        arm=ArmIdentity(arm_id=arm),
        cases=sorted({each.case_id for each in attempts}),
        trials_per_case=reading.trials.planned(),
        window=spanned(times_of(attempts)),
    )


def _above_task(file: Path, attempts: Sequence[Attempt], root: Path) -> Path:
    """Return the folder of a run, of whose trials this is one's file: those of tasks lie below."""
    task = attempts[0].case_id
    folder = file.parent
    while folder != root and (folder.name == task or folder.name.startswith(f"{task}.")):
        folder = folder.parent
    return folder


def _unnamed(run: Run, metadata: RunMetadata) -> Iterable[Problem]:
    if len(run.cases) < metadata.dataset_size:
        yield Problem(
            "UNNAMED_CASES",
            f"The run had {metadata.dataset_size} tasks; {len(run.cases)} of them are named here.",
            "The others can be counted nowhere: run them, or say so beside the report.",
            metadata.source.path,
            field="dataset_size",
        )


def _is_run_folder(folder: Path) -> bool:
    """Whether a folder is one run's: it says so, and no other run lies in it or just below."""
    whole = folder / _RESULTS
    if is_regular(whole):
        return _holds_run(whole) and not any(_other_runs(folder, whole))
    metadata = folder / METADATA
    if is_regular(metadata) and is_metadata(metadata):
        return True
    # The harness names a trial's folder by the task's, which it lies in.
    file = next(iter(_trial_files(folder)), None)
    return file is not None and file.parent.name.startswith(f"{file.parent.parent.name}.")


def _other_runs(folder: Path, whole: Path) -> Iterable[Path]:
    for entry in shown_entries(folder):
        below = entry / _RESULTS
        if is_regular(below) and _holds_run(below):
            yield below
        elif entry.suffix == ".json" and entry != whole and is_regular(entry) and _holds_run(entry):
            yield entry


def _trial_files(folder: Path) -> Iterable[Path]:
    """Yield the results of single trials that lie below a run's folder, by task and trial."""
    for task in shown_entries(folder):
        for trial in shown_entries(task) if task.is_dir() and not task.is_symlink() else ():
            file = trial / _RESULTS
            if is_regular(file) and _holds_trial(file):
                yield file


def _holds_run(file: Path) -> bool:
    names = names_in(file)
    return names >= _OF_A_RUN or names >= _OF_AN_EMPTY_RUN


def _holds_trial(file: Path) -> bool:
    names = names_in(file)
    return names >= _OF_A_TRIAL and not names.isdisjoint(_BESIDE_A_VERDICT)
