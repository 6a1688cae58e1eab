"""The reader of τ-bench result files: a list of {task_id, reward, trial, info, traj}.

Of `info` and `traj`, which hold whole conversations, nothing is kept. The file states no arm but
its own name and no times; its trials are equal repeats without a first pass. A problem's line is
the one on which the element begins, its field is `[element].name`, counted from 0.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from generator.artifacts.checks import MOST_TRIALS, count, identifier, number, whole
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.harness_runs import harness_run
from generator.artifacts.json_list import Element, JsonListFile
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import (
    ArmIdentity,
    Attempt,
    JsonValue,
    Run,
    RunArtifact,
    State,
)
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, printable

# The benchmark's own test of success: rewards are products, and may be rounded.
_FULL_REWARD = 1.0
_ROUNDING = 1e-6

_TRIAL = whole(0, MOST_TRIALS - 1)
_FIELDS = frozenset({"task_id", "reward", "trial"})
_NAMES = {("[]", "task_id"), ("[]", "reward")}
_CONVERSATION = {("[]", "info"), ("[]", "traj")}


class TauBenchReader:
    """Reads the result files of τ-bench."""

    format = "tau-bench"

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .json file begins with an object that has the names of a τ-bench result."""
        if path.suffix != ".json" or path.is_dir():
            return False
        names = names_in(path)
        return names >= _NAMES and not names.isdisjoint(_CONVERSATION)

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one result file as one observational run."""
        elements = JsonListFile(path, limits)
        reading = _Reading(limits)
        gather(enumerate(elements), lambda each: reading.take(*each), reading.problems)
        refuse_if_any(reading.problems, path)
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=reading.run(printable(path.stem), elements.sha256),
            attempts=tuple(reading.attempts),
            sources=(source(path, root, elements.sha256),),
            folded=reading.folded,
        )
        return (artifact,)


def _task_id(value: JsonValue) -> int | str:
    return count(value) if isinstance(value, int) else identifier(value)


def _numbers_by_size(task: str) -> tuple[int, str]:
    return len(task), task


class _Reading:
    """What has been read of a file so far."""

    def __init__(self, limits: Limits) -> None:
        self.attempts: list[Attempt] = []
        self.problems: list[Problem] = []
        self.folded = 0
        self._depth = limits.json_depth
        self._seen: dict[tuple[str, int], tuple[int, bytes]] = {}

    def run(self, name: str, sha256: str) -> Run:
        """Return the run: a copy of the file is the same run, a file that differs another one."""
        tasks = {task for task, _ in self._seen}
        return harness_run(
            run_id=f"{name}-{sha256[:16]}",
            arm=ArmIdentity(arm_id=name),
            cases=sorted(tasks, key=_numbers_by_size),
            trials_per_case=1 + max((trial for _, trial in self._seen), default=0),
        )

    def take(self, index: int, element: Element) -> None:
        """Read one element of the list."""
        try:
            values = parse_object(element.data, self._depth, _FIELDS)
        except JsonRefused as refused:
            field = f"[{index}].{refused.problem.field}" if refused.problem.field else f"[{index}]"
            self.problems.append(replace(refused.problem, line=element.line, field=field))
            return
        fields = Fields(values, f"[{index}]")
        task = fields.required("task_id", _task_id)
        trial = fields.required("trial", _TRIAL)
        reward = fields.required("reward", number)
        if fields.problems:
            self.problems += (each.at(line=element.line) for each in fields.problems)
            return
        if self._is_first(str(task), trial, index, element):
            passed = abs(reward - _FULL_REWARD) <= _ROUNDING
            self.attempts.append(
                Attempt(
                    line=element.line,
                    attempt_id=f"{task}#{trial}",
                    case_id=str(task),
                    variant=None,
                    repeat_index=trial,
                    started_at=None,
                    ended_at=None,
                    state=State.SUCCESS if passed else State.FAILURE,
                )
            )

    def _is_first(self, task: str, trial: int, index: int, element: Element) -> bool:
        """Whether no element before this one is of the same task and trial; a copy is folded."""
        digest = hashlib.sha256(element.data).digest()
        first, first_digest = self._seen.setdefault((task, trial), (index, digest))
        if first == index:
            return True
        if digest == first_digest:
            self.folded += 1
        else:
            self.problems.append(
                Problem(
                    "COPIES_DIFFER",
                    f"Element {index} is of the task and trial of element {first} "
                    "but does not say the same.",
                    "Remove the wrong one.",
                    line=element.line,
                    field=f"[{index}].trial",
                )
            )
        return False
