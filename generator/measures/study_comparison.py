"""Two arms of a study, task by task: complete tasks are counted, others cut with every reason.

A task counts for a hypothesis only if each of its cells has one valid row in both arms. Integers
are kept as integers, so that effects can be compared exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np
import numpy.typing as npt

from generator.artifacts.study_hashes import cell_key
from generator.artifacts.study_records import Cell, Outcome, Row, RowIdentity
from generator.artifacts.study_words import Arm, InvalidReason
from generator.measures.study_rowset import RowSet
from generator.statistics import TaskMeans, left_mean

CutCode = Literal[
    "DUPLICATE_EXPECTED",
    "MISSING_DESIGN_CELL",
    "MISSING_ROW",
    "DUPLICATE_ROW",
    "INVALID_ROW",
    "MALFORMED_METRICS",
    "UNMATCHED_FACTS",
]
_NAMES_CELL = ("DUPLICATE_EXPECTED", "MISSING_DESIGN_CELL", "MISSING_ROW", "DUPLICATE_ROW")
UNKNOWN_REASON = "UNKNOWN"


class Hypothesis(StrEnum):
    """What a comparison is for, in the harness's words."""

    TIMING = "TIMING"
    CONTENT = "CONTENT"
    NO_TRAP = "TIMIDITY"


@dataclass(frozen=True, slots=True)
class CutReason:
    """Why a task was cut; `cell` is private."""

    code: CutCode
    arm: Arm
    invalid_reason: InvalidReason | None = None
    cell: str | None = None

    @property
    def public(self) -> str:
        """The reason without its cell: CODE:ARM, or CODE:ARM:INVALID_REASON."""
        if self.code == "INVALID_ROW":
            return f"{self.code}:{self.arm}:{self.invalid_reason or UNKNOWN_REASON}"
        return f"{self.code}:{self.arm}"

    @property
    def harness(self) -> str:
        """The reason as the harness writes it, with the cell where it names one."""
        return f"{self.public}:{self.cell}" if self.code in _NAMES_CELL else self.public


@dataclass(frozen=True, slots=True)
class Cut:
    """A whole task left out of one comparison."""

    hypothesis: Hypothesis
    task_id: str
    reasons: tuple[CutReason, ...]


@dataclass(frozen=True, slots=True)
class ArmCounts:
    """The rows of one task under one arm."""

    rows: int
    failures: int
    passes: int
    steps: tuple[float, ...]

    @property
    def mean_steps(self) -> float:
        """The mean number of steps, summed in the order of the design."""
        return left_mean(self.steps)


@dataclass(frozen=True, slots=True)
class TaskPair:
    """One complete task: its rows under both arms."""

    task_id: str
    baseline: ArmCounts
    candidate: ArmCounts


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of the study, tasks in the order of their ids."""

    hypothesis: Hypothesis
    baseline: Arm
    candidate: Arm
    tasks: tuple[TaskPair, ...]
    cuts: tuple[Cut, ...]
    imputed: tuple[RowIdentity, ...]

    @property
    def means(self) -> TaskMeans:
        """The means of each task under each arm, as the harness has them."""
        before = [pair.baseline for pair in self.tasks]
        after = [pair.candidate for pair in self.tasks]
        return TaskMeans(
            _array(arm.failures / arm.rows for arm in before),
            _array(arm.failures / arm.rows for arm in after),
            _array(arm.passes / arm.rows for arm in before),
            _array(arm.passes / arm.rows for arm in after),
            _array(arm.mean_steps for arm in before),
            _array(arm.mean_steps for arm in after),
        )


def _array(values: Iterable[float]) -> npt.NDArray[np.float64]:
    return np.array(list(values), dtype=np.float64)


def compare(
    rows: RowSet,
    design: Sequence[RowIdentity],
    hypothesis: Hypothesis,
    arms: tuple[Arm, Arm],
    *,
    imputed: frozenset[InvalidReason] = frozenset(),
) -> Comparison:
    """Compare two arms, the baseline first, over the tasks that are complete for it.

    A row that is invalid for one of the `imputed` reasons is scored against the candidate.
    """
    by_task: dict[str, list[RowIdentity]] = {}
    for identity in design:
        if identity.arm in arms:
            by_task.setdefault(identity.task_id, []).append(identity)
    taking = [
        _Task(task_id, hypothesis, arms, imputed).take(by_task[task_id], rows)
        for task_id in sorted(by_task)
    ]
    return Comparison(
        hypothesis=hypothesis,
        baseline=arms[0],
        candidate=arms[1],
        tasks=tuple(task.pair() for task in taking if not task.reasons),
        cuts=tuple(task.cut() for task in taking if task.reasons),
        imputed=tuple(identity for task in taking for identity in task.imputed_rows),
    )


class _Task:
    """One task while its cells are taken."""

    def __init__(
        self,
        task_id: str,
        hypothesis: Hypothesis,
        arms: tuple[Arm, Arm],
        imputed: frozenset[InvalidReason],
    ) -> None:
        self.reasons: list[CutReason] = []
        self.imputed_rows: list[RowIdentity] = []
        self._task_id = task_id
        self._hypothesis = hypothesis
        self._arms = arms
        self._imputed = imputed
        self._outcomes: dict[Arm, list[Outcome]] = {arm: [] for arm in arms}

    def take(self, expected: Sequence[RowIdentity], rows: RowSet) -> _Task:
        """Take every cell of the task, arm by arm, in the order of the design."""
        for cell in self._cells(expected).values():
            for arm in self._arms:
                identity = cell.get(arm)
                if identity is None:
                    other = next(iter(cell.values()))
                    self._cut("MISSING_DESIGN_CELL", arm, cell=cell_key(other))
                else:
                    self._take_row(identity, rows.of(identity))
        return self

    def _cells(self, expected: Sequence[RowIdentity]) -> Mapping[Cell, Mapping[Arm, RowIdentity]]:
        cells: dict[Cell, dict[Arm, RowIdentity]] = {}
        for identity in expected:
            cell = cells.setdefault(identity.cell, {})
            if identity.arm in cell:
                self._cut("DUPLICATE_EXPECTED", identity.arm, cell=cell_key(identity))
            cell[identity.arm] = identity
        return cells

    def _take_row(self, identity: RowIdentity, found: Sequence[Row]) -> None:
        arm = identity.arm
        if not found:
            self._cut("MISSING_ROW", arm, cell=cell_key(identity))
            return
        if len(found) > 1:
            self._cut("DUPLICATE_ROW", arm, cell=cell_key(identity))
        outcome = found[0].outcome
        if not outcome.valid:
            if outcome.invalid_reason not in self._imputed:
                self._cut("INVALID_ROW", arm, invalid_reason=outcome.invalid_reason)
                return
            self.imputed_rows.append(identity)
            outcome = self._worst(arm)
        if None in (outcome.repeated_failure, outcome.task_passed, outcome.steps):
            self._cut("MALFORMED_METRICS", arm)
        elif self._hypothesis is Hypothesis.CONTENT and outcome.fact_pairs != "MATCHED":
            self._cut("UNMATCHED_FACTS", arm)
        else:
            self._outcomes[arm].append(outcome)

    def _worst(self, arm: Arm) -> Outcome:
        """Return the outcome that speaks most against the candidate."""
        against = arm is self._arms[1]
        return Outcome(
            valid=True,
            final_state="UNFIXED",
            repeated_failure=against,
            task_passed=not against,
            steps=0.0,
        )

    def _cut(
        self,
        code: CutCode,
        arm: Arm,
        *,
        invalid_reason: InvalidReason | None = None,
        cell: str | None = None,
    ) -> None:
        reason = CutReason(code, arm, invalid_reason, cell)
        if reason not in self.reasons:
            self.reasons.append(reason)

    def cut(self) -> Cut:
        """Return the cut, its reasons in the harness's order."""
        ordered = sorted(self.reasons, key=lambda reason: reason.harness)
        return Cut(self._hypothesis, self._task_id, tuple(ordered))

    def pair(self) -> TaskPair:
        """Return the complete task."""
        baseline, candidate = (_counts(self._outcomes[arm]) for arm in self._arms)
        return TaskPair(self._task_id, baseline, candidate)


def _counts(outcomes: Sequence[Outcome]) -> ArmCounts:
    return ArmCounts(
        rows=len(outcomes),
        failures=sum(bool(outcome.repeated_failure) for outcome in outcomes),
        passes=sum(bool(outcome.task_passed) for outcome in outcomes),
        steps=tuple(outcome.steps or 0.0 for outcome in outcomes),
    )
