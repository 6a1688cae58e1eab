"""The reader of Harbor jobs: a folder a job, in it one a trial, each with its result.json.

A job may hold the trials of several agents and models: it is read as one run for each. Of what
else lies in a trial's folder nothing is opened.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
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


class HarborReader:
    """Reads a job's folder: a run for each arm of it."""

    format = "harbor"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:  # noqa: ARG002 - peeks
        """Whether folders in a folder hold results of trials; a job without any is passed over."""
        if not path.is_dir():
            return False
        if next(_results(path), None) is not None:
            return True
        return _without_trials(path) if is_job(path) else False

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read the trials of each arm as one run."""
        job = read_job(path, limits, root)
        reading = _Reading(one_arm=job.agents == 1)
        gather(_results(path), lambda file: reading.take(file, limits, root), reading.problems)
        refuse_if_any(reading.problems, path)
        if not reading.arms:
            raise UnusableInput(_without_trials(path))
        return tuple(
            self._run(path, job, reading.tasks, reading.arms[arm]) for arm in sorted(reading.arms)
        )

    def _run(self, path: Path, job: HarborJob, tasks: Collection[str], of: _Arm) -> RunArtifact:
        attempts = _numbered(of.trials)
        arm = _arm(of.trials)
        run = harness_run(
            run_id=f"{job.own_id or _digest(attempts)} {arm.arm_id}",
            arm=arm,
            cases=sorted(tasks),
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
            sources=(*job.sources, *(trial.source for trial in of.trials)),
            folded=of.folded,
            warnings=(
                *_unnamed(job, len(tasks), stated),
                *missing_trials(run, attempts, stated),
                *_unknown(of.trials),
            ),
        )


class _Arm:
    """The trials of one arm that have been read, and how many were copies; digests by their ids."""

    def __init__(self) -> None:
        self.trials: list[HarborTrial] = []
        self.folded = 0
        self.seen: dict[str, str] = {}


class _Reading:
    """What has been read of a job: its trials by their arms, which may be said to be one."""

    def __init__(self, *, one_arm: bool) -> None:
        self.arms: dict[str, _Arm] = {}
        self.tasks: set[str] = set()
        self.problems: list[Problem] = []
        self._one_arm = one_arm

    def take(self, file: Path, limits: Limits, root: Path) -> None:
        """Read one trial."""
        trial = read_trial(file, limits, root)
        self.tasks.add(trial.attempt.case_id)
        of = self.arms.setdefault(trial.arm.arm_id, _Arm())
        if not self._is_first(trial, of):
            return
        if self._one_arm and trial.arm.arm_id != next(iter(self.arms)):
            what = "The trials are of several agents, and the job's config names one."
            remedy = "Put the trials of each agent into a folder of their own."
            self.problems.append(Problem("SEVERAL_ARMS", what, remedy, file, field="agent_info"))
        of.trials.append(trial)

    def _is_first(self, trial: HarborTrial, of: _Arm) -> bool:
        """Whether no trial of the arm before this one has its id; a copy is folded."""
        own, sha256 = trial.attempt.attempt_id, trial.source.sha256
        first = of.seen.setdefault(own, sha256)
        if first is sha256:
            return True
        if first == sha256:
            of.folded += 1
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
