"""The reader of study run directories: digests first, then the rows and all that is said of them.

A digest that does not agree is put down, not raised: the run can still be read, and what it may
claim is decided later, with that digest against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

from generator.artifacts.checks import Check, one_of
from generator.artifacts.files import Limits, is_regular, read_whole, source
from generator.artifacts.gather import said_of
from generator.artifacts.json_document import Document, read_object
from generator.artifacts.records import JsonValue, Source
from generator.artifacts.study_checkpoints import read_checkpoints
from generator.artifacts.study_hashes import canonical_digest, row_key
from generator.artifacts.study_manifest import FILE as MANIFEST_FILE
from generator.artifacts.study_manifest import check_manifest
from generator.artifacts.study_records import HashCheck, PlannedRow, Row, RunHead, StudyArtifact
from generator.artifacts.study_rows import read_rows
from generator.artifacts.study_rule import parse_rule
from generator.artifacts.study_rule_records import Rule
from generator.artifacts.study_run import DESIGN_NAMES, RUN_NAMES, parse_design, parse_run
from generator.artifacts.study_stated import (
    PAIR_NAMES,
    POWER_NAMES,
    count_deviations,
    parse_pairs,
    parse_power,
)
from generator.artifacts.study_traces import Traces
from generator.artifacts.study_words import InvalidReason
from generator.errors import Problem, UnusableInput

T = TypeVar("T")

FORMAT = "h6-study"
RUN_FILE = "run.json"
DESIGN_FILE = "expected-design.json"
ROWS_FILE = "episodes.jsonl"
RULE_FILE, RULE_DIGEST_FILE = "decision-rule.json", "decision-rule.sha256"
DEVIATIONS_FILE = "deviations.jsonl"

_MARK = "expectedDesignHash"
_BEFORE_OBJECT = b"\xef\xbb\xbf \t\r\n"
_DIGEST_LINE = re.compile(rb"\s*([0-9a-f]{64})\b")


class StudyReader:
    """Reads study run directories."""

    format = FORMAT

    def recognise(self, path: Path, limits: Limits) -> bool:
        """Whether the folder's run.json states the digest of an expected design."""
        file = path / RUN_FILE
        if not is_regular(file):
            return False
        data = read_whole(file, limits).data
        if f'"{_MARK}"'.encode() not in data:
            return False
        try:
            value = json.loads(data.lstrip(_BEFORE_OBJECT))
        except (ValueError, RecursionError):
            return True  # reading it then says what is wrong
        return isinstance(value, dict) and _MARK in value

    def read(self, path: Path, limits: Limits, root: Path) -> StudyArtifact:
        """Read one study run directory."""
        return _Reading(path, limits, root).study()


class _Reading:
    """One run directory while it is read, with the digest of every file that was."""

    def __init__(self, run_dir: Path, limits: Limits, root: Path) -> None:
        self._run_dir = run_dir
        self._limits = limits
        self._root = root
        self._sources: list[Source] = []

    def study(self) -> StudyArtifact:
        """Read every file of the run."""
        run_file = self._run_dir / RUN_FILE
        run = self._required(RUN_FILE, parse_run, RUN_NAMES)
        rule, rule_hash = self._rule()
        design_document = self._document(DESIGN_FILE, DESIGN_NAMES)
        if design_document is None:
            raise UnusableInput(_missing(self._run_dir / DESIGN_FILE))
        with said_of(self._run_dir / DESIGN_FILE):
            design = parse_design(design_document.values)
        reason: Check[InvalidReason] = one_of(
            sorted(rule.invalid_reasons) if rule else InvalidReason
        )
        traces = Traces(self._run_dir)
        checkpoints = read_checkpoints(self._run_dir, self._limits, self._root, reason, traces)
        self._sources += checkpoints.sources
        rows = self._rows(reason, traces)
        ended = tuple(each.terminal for each in checkpoints.checkpoints if each.terminal)
        return StudyArtifact(
            format=FORMAT,
            file=run_file,
            run=run,
            rule=rule,
            design=design,
            rows=ended if rows is None else rows,
            finished=rows is not None,
            checkpoints=checkpoints.checkpoints,
            pairs=self._optional("fact-pair-audit.json", parse_pairs, PAIR_NAMES),
            power=self._optional("power.json", parse_power, POWER_NAMES),
            audit=self._optional("audit.json", _as_it_is),
            statistics=self._optional("statistics.json", _as_it_is),
            deviations=self._deviations(),
            hashes=(
                *_head_hashes(run, rule, rule_hash, self._run_dir),
                HashCheck(
                    name="expected_design",
                    agrees=canonical_digest(design_document.values) == run.expected_design_hash,
                    file=self._run_dir / DESIGN_FILE,
                ),
                *_row_keys(ended if rows is None else rows, self._run_dir / ROWS_FILE),
                *_planned_keys(run.planned, run_file),
                *_planned_keys(design.planned, self._run_dir / DESIGN_FILE),
            ),
            manifest=self._optional(
                MANIFEST_FILE, lambda values: check_manifest(values, self._run_dir)
            ),
            sources=tuple(self._sources),
        )

    def _document(self, name: str, names: Collection[str] = frozenset()) -> Document | None:
        """Read a JSON file that may not be there."""
        file = self._run_dir / name
        if not _there(file):
            return None
        document = read_object(file, self._limits, names)
        self._sources.append(source(file, self._root, document.sha256))
        return document

    def _optional(
        self,
        name: str,
        parse: Callable[[dict[str, JsonValue]], T],
        names: Collection[str] = frozenset(),
    ) -> T | None:
        document = self._document(name, names)
        if document is None:
            return None
        with said_of(self._run_dir / name):
            return parse(document.values)

    def _required(
        self, name: str, parse: Callable[[dict[str, JsonValue]], T], names: Collection[str]
    ) -> T:
        found = self._optional(name, parse, names)
        if found is None:
            raise UnusableInput(_missing(self._run_dir / name))
        return found

    def _rule(self) -> tuple[Rule | None, str | None]:
        """Return the rule and the digest of its file; the digest alone where that is all there is.

        A rule beside its own digest file is held against run.json, as the digest file would be.
        """
        document = self._document(RULE_FILE)
        if document is not None:
            with said_of(self._run_dir / RULE_FILE):
                return parse_rule(document.values), document.sha256
        file = self._run_dir / RULE_DIGEST_FILE
        if not _there(file):
            return None, None
        whole = read_whole(file, self._limits)
        self._sources.append(source(file, self._root, whole.sha256))
        match = _DIGEST_LINE.match(whole.data)
        if match is None:
            raise UnusableInput(
                Problem(
                    "BAD_DIGEST",
                    "The file does not begin with 64 digits of lower-case hex.",
                    "Write the SHA-256 of the frozen decision rule.",
                    file,
                    1,
                )
            )
        return None, match[1].decode()

    def _rows(self, reason: Check[InvalidReason], traces: Traces) -> tuple[Row, ...] | None:
        file = self._run_dir / ROWS_FILE
        if not _there(file):
            return None
        read = read_rows(file, self._limits, reason, traces)
        self._sources.append(source(file, self._root, read.sha256))
        return read.rows

    def _deviations(self) -> int | None:
        file = self._run_dir / DEVIATIONS_FILE
        if not _there(file):
            return None
        deviations = count_deviations(file, self._limits)
        self._sources.append(source(file, self._root, deviations.sha256))
        return deviations.lines


def _there(file: Path) -> bool:
    """Whether something lies here: a link or a pipe does, and reading it is refused."""
    return is_regular(file) or file.is_symlink() or file.exists()


def _missing(file: Path) -> Problem:
    return Problem(
        "NO_FILE",
        "The file is not there, and without it nobody can say what was registered.",
        "Put it back beside run.json.",
        file,
    )


def _as_it_is(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return values


def _head_hashes(
    run: RunHead, rule: Rule | None, rule_hash: str | None, run_dir: Path
) -> tuple[HashCheck, ...]:
    """Hold the digests that run.json states against the rule that lies beside it."""
    stated = run.preregistration_hash
    inventory = run.dataset_inventory_hash
    run_file = run_dir / RUN_FILE
    return (
        HashCheck(
            name="decision_rule",
            agrees=None if rule_hash is None else rule_hash == run.decision_rule_hash,
            file=run_dir / (RULE_FILE if rule else RULE_DIGEST_FILE),
        ),
        HashCheck(
            name="preregistration",
            agrees=rule.preregistration_hash == stated if rule and stated else None,
            file=run_file,
        ),
        HashCheck(
            name="dataset_inventory",
            agrees=rule.population.dataset_inventory_hash == inventory
            if rule and inventory
            else None,
            file=run_file,
        ),
    )


def _row_keys(rows: tuple[Row, ...], file: Path) -> tuple[HashCheck, ...]:
    """Compute every row's key again: one check that all agree, or one for each that does not."""
    wrong = [row for row in rows if row.row_key != row_key(row.identity)]
    if not wrong:
        return (HashCheck(name="row_keys", agrees=True, file=file),)
    return tuple(
        HashCheck(name="row_keys", agrees=False, file=file, line=row.line) for row in wrong
    )


def _planned_keys(planned: tuple[PlannedRow, ...] | None, file: Path) -> tuple[HashCheck, ...]:
    """Compute every planned row's key again; nothing is said where all agree."""
    if all(row.row_key == row_key(row.identity) for row in planned or ()):
        return ()
    return (HashCheck(name="row_keys", agrees=False, file=file),)
