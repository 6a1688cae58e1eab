"""The records of a preregistered paired study: its frozen design and rows, all of it private.

Names follow the study's harness, but for what it calls timidity: that is the no-trap check here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from generator.artifacts.records import JsonValue, Record, Source
from generator.artifacts.study_rule_records import Rule
from generator.artifacts.study_words import (
    Arm,
    FactPairs,
    FinalState,
    HashName,
    InvalidReason,
    Phase,
)
from generator.errors import Problem

Cell = tuple[str, str, str, str, str, int]
"""What two rows must share to be paired: all of an identity but its arm."""


class RowIdentity(Record, frozen=True):
    """The stable identity of a row."""

    suite_version: str
    task_id: str
    variant_id: str
    profile_id: str
    profile_hash: str
    seed: int
    arm: Arm

    @property
    def cell(self) -> Cell:
        """What the row shares with those that it is compared with."""
        return (
            self.suite_version,
            self.task_id,
            self.variant_id,
            self.profile_id,
            self.profile_hash,
            self.seed,
        )

    @property
    def key(self) -> tuple[Cell, Arm]:
        """The whole identity, to look it up by."""
        return self.cell, self.arm


class Outcome(Record, frozen=True):
    """What came of a row, or of the try that ended it; None stands for what it does not state."""

    valid: bool
    final_state: FinalState
    invalid_reason: InvalidReason | None = None
    repeated_failure: bool | None = None
    task_passed: bool | None = None
    steps: float | None = None
    warning_count: int | None = None
    false_warning_count: int | None = None
    fact_pairs: FactPairs | None = None


class Row(Record, frozen=True):
    """One terminal row. `line` is where episodes.jsonl states it, None in a checkpoint.

    `isolation` are the ids that no other row may have. `trace_whole` says whether the trace that
    it names is there and has the digest that it states; None where no traces were kept.
    """

    line: int | None
    row_key: str
    identity: RowIdentity
    outcome: Outcome
    try_count: int | None = None
    isolation: tuple[str, ...] = ()
    start_repo_hash: str | None = None
    trace_whole: bool | None = None


class PlannedRow(Record, frozen=True):
    """One row of the frozen run order."""

    row_key: str
    identity: RowIdentity


class Design(Record, frozen=True):
    """The rows that were registered, in the order of their file.

    `planned` is the run order that the file states, None where it states none.
    """

    primary: tuple[RowIdentity, ...]
    no_trap: tuple[RowIdentity, ...]
    planned: tuple[PlannedRow, ...] | None = None


class RetryRule(Record, frozen=True):
    """What a run says of its own retries."""

    host_fault_retries: int | None
    rerun_task_results: bool | None


class RunHead(Record, frozen=True):
    """What run.json states."""

    run_id: str
    phase: Phase
    expected_design_hash: str
    decision_rule_hash: str
    preregistration_hash: str | None
    dataset_inventory_hash: str | None
    statistics_seed: int
    statistics_draws: int
    arms: tuple[Arm, ...] | None
    seeds: tuple[int, ...] | None
    profiles: tuple[tuple[str, str], ...] | None
    task_ids: tuple[str, ...] | None
    driver_kinds: tuple[str, ...] | None
    retry_rule: RetryRule | None
    planned: tuple[PlannedRow, ...] | None
    expected_rows: int | None


class Try(Record, frozen=True):
    """One try of a row: a fault of the host, or a task result with its outcome."""

    outcome: Outcome | None
    exhausted: bool = False

    @property
    def host_fault(self) -> bool:
        """Whether the host failed, and not the task."""
        return self.outcome is None


class Checkpoint(Record, frozen=True):
    """Every try of one row, and the row that they ended in."""

    file: Path
    row_key: str
    identity: RowIdentity
    tries: tuple[Try, ...]
    terminal: Row | None


class FactPair(Record, frozen=True):
    """The match of one content pair, as it was measured; None for what is not stated."""

    cell: tuple[str, str, int, str]
    matched: bool
    jaccard: float | None
    token_gap: float | None
    relative_token_gap: float | None
    failure_tokens: float | None
    success_tokens: float | None
    path_shapes: tuple[str, str] | None
    action_shapes: tuple[str, str] | None
    fact_counts: tuple[int, int] | None


class StatedPower(Record, frozen=True):
    """What power.json states."""

    status: Literal["COMPUTED", "VERIFIED_PILOT", "NOT_ESTIMABLE", "NOT_RUN"]
    timing: float | None
    content: float | None
    no_trap: float | None


class HashCheck(Record, frozen=True):
    """One digest that was stated, held against what it is of; None where one side is not there."""

    name: HashName
    agrees: bool | None
    file: Path
    line: int | None = None


class ListedFile(Record, frozen=True):
    """A file that MANIFEST.json lists, and whether it has the digest that is listed."""

    file: Path
    agrees: bool


class StudyArtifact(Record, frozen=True):
    """All that was read of one study run directory.

    `rule` is None where the run holds only its digest. `finished` says whether the run wrote its
    rows; of one that did not, they are the checkpoints' terminals. `audit` and `statistics` are as
    the harness recorded them, not yet believed; `deviations` counts lines, None without the file.
    """

    format: str
    file: Path
    run: RunHead
    rule: Rule | None
    design: Design
    rows: tuple[Row, ...]
    finished: bool
    checkpoints: tuple[Checkpoint, ...]
    pairs: tuple[FactPair, ...] | None
    power: StatedPower | None
    audit: dict[str, JsonValue] | None
    statistics: dict[str, JsonValue] | None
    deviations: int | None
    hashes: tuple[HashCheck, ...]
    manifest: tuple[ListedFile, ...] | None
    sources: tuple[Source, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def folder(self) -> Path:
        """The run directory."""
        return self.file.parent
