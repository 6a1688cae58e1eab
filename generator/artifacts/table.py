"""The reader of tables of trials: CSV, TSV, JSON lines and Parquet, by a mapping in the spec.

A row is one trial. A table with a column of arms holds one run of each of them. Nothing of a row
is kept but the columns that the mapping names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from generator.artifacts.checks import Check, Wrong
from generator.artifacts.endings import Ending, ended
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.harness_runs import harness_run
from generator.artifacts.harness_times import backwards
from generator.artifacts.records import (
    ArmIdentity,
    Attempt,
    Run,
    RunArtifact,
    Window,
)
from generator.artifacts.table_cells import empty, figure, name, tally, time, trial
from generator.artifacts.table_ends import NO_VERDICT, BadEnd, RowEnds
from generator.artifacts.table_file import TABLES, Row, TableFile, kind_of
from generator.errors import Problem, UnusableInput, printable
from generator.spec.model import SourceRule, TableRule
from generator.spec.sources import TABLE, columns_of

T = TypeVar("T")
_REMEDY = "Correct the cell, or the entry's table or ends in the spec."
_WORD_REMEDY = (
    "Correct the cell, or add its word to passes or fails. If it is neither, such as a crash, name "
    "the column under state instead of outcome, and map the word under ends."
)


def is_table(path: Path) -> bool:
    """Whether a file's name says that it is a table, which a mapping can read."""
    return kind_of(path) in TABLES


class TableReader:
    """Reads the tables that one entry of the spec's sources maps."""

    format = TABLE
    endings = (NO_VERDICT,)

    def __init__(self, rule: SourceRule, table: TableRule) -> None:
        self._rule = rule
        self._table = table

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - the name decides
        """Whether a file is named as a table: which columns it has only a mapping can say."""
        return is_table(path)

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one table: a run of each arm in it, in the order of the arms' names."""
        table = TableFile(path, limits, columns_of(self._table))
        reading = _Reading(table, RowEnds(self._table, self._rule.ends), printable(path.stem))
        gather(table, reading.take, reading.problems)
        refuse_if_any(reading.problems, path)
        if not reading.arms:
            what = "The table has no row."
            raise UnusableInput(Problem("NO_ROWS", what, "Take it out of the results.", path, 1))
        warnings = (*table.warnings(), *reading.told())
        read = (source(path, root, table.sha256),)
        stem = f"{printable(path.stem)}-{table.sha256[:16]}"
        return tuple(
            RunArtifact(
                format=TABLE,
                file=path,
                attempts_file=path,
                run=arm.run(arm_id, f"{stem}-{arm_id}", self._table.planned or 1),
                attempts=tuple(arm.numbered()),
                sources=read,
                folded=arm.folded,
                warnings=() if index else warnings,  # of the table, so said once
            )
            for index, (arm_id, arm) in enumerate(sorted(reading.arms.items()))
        )


class _Arm:
    """One arm's trials so far."""

    def __init__(self) -> None:
        self.folded = 0
        self._attempts: list[Attempt] = []
        self._tried: Counter[str] = Counter()
        self._stated: dict[tuple[str, int], Attempt] = {}

    def add(self, attempt: Attempt, stated: int | None) -> Attempt | None:
        """Add an attempt; return the one of the same task and trial that it does not agree with.

        Without a stated number of the trial, rows are trials in their order.
        """
        task = attempt.case_id
        number = self._tried[task] if stated is None else stated
        attempt = msgspec.structs.replace(attempt, repeat_index=number)
        if stated is not None:
            first = self._stated.setdefault((task, stated), attempt)
            if first is not attempt:
                self.folded += 1
                place = {"line": first.line, "attempt_id": first.attempt_id}
                return None if msgspec.structs.replace(attempt, **place) == first else first
        self._attempts.append(attempt)
        self._tried[task] += 1
        return None

    def numbered(self) -> list[Attempt]:
        """Return the attempts; trials that the table numbers, from 1 perhaps, count from 0."""
        if not self._stated:
            return self._attempts
        ranks = {number: rank for rank, number in enumerate(self._numbers())}
        return [
            msgspec.structs.replace(each, repeat_index=ranks[each.repeat_index])
            for each in self._attempts
        ]

    def run(self, arm_id: str, run_id: str, planned: int) -> Run:
        """Return the run: every task, each as often as the one that was tried most."""
        most = len(self._numbers()) or max(self._tried.values())
        starts = [each.started_at for each in self._attempts if each.started_at is not None]
        ends = [each.ended_at for each in self._attempts if each.ended_at is not None]
        return harness_run(
            run_id=run_id,
            arm=ArmIdentity(arm_id=arm_id),
            cases=sorted(self._tried),
            trials_per_case=max(most, planned),
            window=Window(start=min(starts), end=max(starts + ends)) if starts else None,
        )

    def _numbers(self) -> list[int]:
        return sorted({number for _, number in self._stated})


class _Reading:
    """What has been read of a table so far; without a column of arms its name is the arm's."""

    def __init__(self, table: TableFile, ends: RowEnds, stem: str) -> None:
        self.arms: dict[str, _Arm] = {}
        self.problems: list[Problem] = []
        self._table = table
        self._ends = ends
        self._stem = stem

    def take(self, row: Row) -> None:
        """Read one row."""
        before = len(self.problems)
        arm_id = self._cell(row, "arm", name) if "arm" in row.cells else self._stem
        stated = self._cell(row, "trial", trial) if "trial" in row.cells else None
        attempt = Attempt(
            line=row.line,
            attempt_id=str(row.line),
            case_id=self._cell(row, "task", name),
            variant=None,
            repeat_index=0,
            started_at=self._figure(row, "started_at", time),
            ended_at=self._figure(row, "ended_at", time),
            state=NO_VERDICT.state,
            tokens_in=self._figure(row, "tokens_in", tally),
            tokens_out=self._figure(row, "tokens_out", tally),
            cost_usd=self._figure(row, "cost_usd", figure),
            wall_s=self._figure(row, "wall_s", figure),
        )
        ending = self._ending(row)
        if backwards(attempt.started_at, attempt.ended_at):
            self._wrong(row, "ended_at", "BACKWARDS", "must not be before the start")
        if len(self.problems) == before:
            other = self.arms.setdefault(arm_id, _Arm()).add(ended(attempt, ending), stated)
            if other is not None:
                what = f"is that of line {other.line}, for the same task, but the rows differ"
                self._wrong(row, "trial", "COPIES_DIFFER", what)

    def told(self) -> Iterator[Problem]:
        """Yield what must be said of the whole table."""
        if self._ends.beyond is not None:
            yield Problem(
                "SCORES_ABOVE_ONE",
                "Scores above 1 are held against a threshold of at most 1: if they are "
                "percentages, 1 % passes.",
                "Set the threshold of the entry's table in the spec to what passes on the scores' "
                "own scale.",
                self._table.path,
                self._ends.beyond,
                self._table.field("score"),
            )

    def _ending(self, row: Row) -> Ending:
        try:
            return self._ends.of(row)
        except BadEnd as bad:
            remedy = _WORD_REMEDY if bad.code == "UNKNOWN_VALUE" else _REMEDY
            self._wrong(row, bad.held, bad.code, str(bad), remedy)
            return NO_VERDICT

    def _figure(self, row: Row, held: str, check: Check[T]) -> T | None:
        return None if empty(row.cells.get(held)) else self._cell(row, held, check)

    def _cell(self, row: Row, held: str, check: Check[T]) -> T:
        """Return a cell; what stands in for a bad one is never used."""
        try:
            return check(row.cells[held])
        except Wrong as wrong:
            self._wrong(row, held, wrong.code, str(wrong))
            return cast("T", None)

    def _wrong(self, row: Row, held: str, code: str, what: str, remedy: str = _REMEDY) -> None:
        self.problems.append(
            Problem(code, f"The cell {what}.", remedy, line=row.line, field=self._table.field(held))
        )
