"""The reader of Harbor jobs: a folder a job, in it one a trial, each with its result.json.

A job may hold the trials of several agents and models: it is read as one run for each. Of what
else lies in a trial's folder nothing is opened.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from generator.artifacts.endings import unknown_ends
from generator.artifacts.files import Limits, shown_entries
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.harbor_ends import ENDINGS
from generator.artifacts.harbor_job import RESULT, HarborJob, is_job, read_job
from generator.artifacts.harbor_trials import HarborTrial, is_trial, read_trial
from generator.artifacts.harness_runs import harness_run, in_order_of_start, missing_trials
from generator.artifacts.harness_times import spanned, times_of
from generator.artifacts.records import ArmIdentity, Attempt, RunArtifact
from generator.errors import Problem, UnusableInput


@dataclass(frozen=True, slots=True)
class HarborReader:
    """Reads a job's folder; `arm_id` is which of its arms, None where it holds only one."""

    arm_id: str | None = None
    format = "harbor"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:  # noqa: ARG002 - peeks
        """Whether folders in a folder hold results of trials; a job without any is passed over."""
        if not path.is_dir():
            return False
        if next(_results(path), None) is not None:
            return True
        return _without_trials(path) if is_job(path) else False

    def parts(self, path: Path, limits: Limits) -> tuple[HarborReader, ...]:
        """Return a reader for each arm of a job."""
        try:
            if read_job(path, limits, path).agents == 1:
                return (self,)
            arms = {read_trial(file, limits, path).arm.arm_id for file in _results(path)}
        except UnusableInput:
            return (self,)  # reading says what is wrong
        return tuple(replace(self, arm_id=arm) for arm in sorted(arms))

    def read(self, path: Path, limits: Limits, root: Path) -> RunArtifact:
        """Read the trials of one arm as one run."""
        job = read_job(path, limits, root)
        reading = _Reading(self.arm_id)
        gather(_results(path), lambda file: reading.take(file, limits, root), reading.problems)
        refuse_if_any(reading.problems, path)
        if not reading.trials:
            raise UnusableInput(_without_trials(path))
        attempts = _numbered(reading.trials)
        arm = _arm(reading.trials)
        run = harness_run(
            run_id=f"{job.own_id or _digest(attempts)} {arm.arm_id}",
            arm=arm,
            cases=sorted(reading.tasks),
            trials_per_case=job.attempts or _most(attempts),
            window=spanned(times_of(attempts)),
            concurrency=job.concurrency,
        )
        stated = job.sources[-1].path if job.sources else path
        return RunArtifact(
            format=self.format,
            file=stated,
            attempts_file=path,
            run=run,
            attempts=tuple(attempts),
            sources=(*job.sources, *(trial.source for trial in reading.trials)),
            folded=reading.folded,
            warnings=(
                *_unnamed(job, len(reading.tasks), stated),
                *missing_trials(run, attempts, stated),
                *_unknown(reading.trials),
            ),
        )


class _Reading:
    """The trials of one arm that have been read, and the tasks of all."""

    def __init__(self, arm_id: str | None) -> None:
        self.trials: list[HarborTrial] = []
        self.tasks: set[str] = set()
        self.problems: list[Problem] = []
        self.folded = 0
        self._arm_id = arm_id
        self._seen: dict[str, str] = {}

    def take(self, file: Path, limits: Limits, root: Path) -> None:
        """Read one trial."""
        try:
            trial = read_trial(file, limits, root)
        except UnusableInput as unusable:
            self.problems += unusable.problems
            return
        self.tasks.add(trial.attempt.case_id)
        if self._arm_id not in (None, trial.arm.arm_id) or not self._is_first(trial):
            return
        if self.trials and trial.arm.arm_id != self.trials[0].arm.arm_id:
            what = "The trials are of several agents, and the job's config names one."
            remedy = "Put the trials of each agent into a folder of their own."
            self.problems.append(Problem("SEVERAL_ARMS", what, remedy, file, field="agent_info"))
        self.trials.append(trial)

    def _is_first(self, trial: HarborTrial) -> bool:
        """Whether no trial before this one has its id; a copy is folded."""
        own, sha256 = trial.attempt.attempt_id, trial.source.sha256
        first = self._seen.setdefault(own, sha256)
        if first is sha256:
            return True
        if first == sha256:
            self.folded += 1
        else:
            what = "Two trials have one id and do not say the same."
            remedy = "Remove the wrong one."
            file = trial.source.path
            self.problems.append(Problem("COPIES_DIFFER", what, remedy, file, field="id"))
        return False


def _results(folder: Path) -> Iterator[Path]:
    """Yield the results of the trials in a folder, in the order of the names' bytes."""
    for entry in shown_entries(folder):
        if not entry.is_symlink() and is_trial(entry / RESULT):
            yield entry / RESULT


def _numbered(trials: Sequence[HarborTrial]) -> list[Attempt]:
    """Return the attempts, those of a task numbered from 0 by their starts and ids."""
    by_task: defaultdict[str, list[Attempt]] = defaultdict(list)
    for trial in trials:
        by_task[trial.attempt.case_id].append(trial.attempt)
    return [each for task in sorted(by_task) for each in in_order_of_start(by_task[task])]


def _arm(trials: Sequence[HarborTrial]) -> ArmIdentity:
    """Return whose trials they are; a version in which they differ is none."""
    first = trials[0].arm
    if len({trial.arm.harness_version for trial in trials}) == 1:
        return first
    return msgspec.structs.replace(first, harness_version=None)


def _digest(attempts: Sequence[Attempt]) -> str:
    ids = "\0".join(sorted(attempt.attempt_id for attempt in attempts))
    return hashlib.sha256(ids.encode()).hexdigest()[:16]


def _most(attempts: Sequence[Attempt]) -> int:
    return max(Counter(attempt.case_id for attempt in attempts).values())


def _unknown(trials: Sequence[HarborTrial]) -> Iterator[Problem]:
    unknown = [trial.source.path for trial in trials if trial.unknown_end]
    if unknown:
        yield unknown_ends(len(unknown), 1, "exception_info.exception_type").at(unknown[0])


def _without_trials(folder: Path) -> Problem:
    return Problem(
        "NO_TRIALS",
        "There is no trial here that has a result.",
        "Name the folder of a job; let it be finished, or move it away.",
        folder,
    )


def _unnamed(job: HarborJob, tasks: int, file: Path) -> Iterator[Problem]:
    """Say how many tasks of the job have no trial with a result, so that nothing names them."""
    each = (job.attempts or 0) * (job.agents or 0)
    planned = job.total // each if each else 0
    if planned > tasks:
        yield Problem(
            "UNNAMED_CASES",
            f"The job had {planned} tasks; {tasks} of them have a trial with a result.",
            "The others can be counted nowhere: run them, or say so beside the report.",
            file,
            field="n_total_trials",
        )
