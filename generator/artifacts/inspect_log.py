"""The reader of Inspect AI's evaluation logs: `.eval` archives and `.json` files.

Of an archive single members are read, in memory, one sample at a time; of a JSON file one sample
after the other. Samples are attempts, epochs repeats. The log of a run that was stopped is read
like any other: what was planned and is not there is missing. A problem's field is
`samples[number].name`, counted from 0 in the file's own order.
"""

from __future__ import annotations

from pathlib import Path

from generator.artifacts.files import Limits, peek, source
from generator.artifacts.gather import copies_differ, gather, refuse_if_any
from generator.artifacts.inspect_endings import ENDINGS
from generator.artifacts.inspect_files import ArchiveLog, JsonLog, RawSample, holds_log
from generator.artifacts.inspect_samples import Sample, read_sample
from generator.artifacts.inspect_scores import deciding_scorer
from generator.artifacts.inspect_warnings import log_warnings
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import RunArtifact
from generator.artifacts.zip_members import is_zip
from generator.errors import Problem

_MARK = 4
_NAMES = {("version",), ("status",), ("eval", "task")}


class InspectReader:
    """Reads Inspect logs."""

    format = "inspect-ai"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:
        """Whether a file is an archive with a log's header in it, or begins as a JSON log does."""
        if path.is_dir():
            return False
        if is_zip(peek(path, _MARK)):
            return path.suffix == ".eval" or holds_log(path, limits)
        if path.suffix != ".json":
            return False
        return names_in(path) >= _NAMES

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one log as one observational run."""
        log = (ArchiveLog if is_zip(peek(path, _MARK)) else JsonLog)(path, limits)
        reading = _Reading(limits)
        gather(log, reading.take, reading.problems)
        refuse_if_any(reading.problems, path)
        samples = reading.in_order()
        decision = deciding_scorer(each.readings for each in samples)
        attempts = tuple(each.attempt(log.header.task, decision.scorer) for each in samples)
        run = log.header.run(samples)
        warnings = log_warnings(log.header, run, attempts, decision)
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=run,
            attempts=attempts,
            sources=(source(path, root, log.sha256),),
            folded=reading.folded,
            warnings=tuple(each.at(path) for each in warnings),
            continues=log.header.task_run,
        )
        return (artifact,)


class _Reading:
    """The samples that have been read of a log so far."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.folded = 0
        self._depth = limits.json_depth
        self._samples: dict[tuple[str, int], Sample] = {}

    def take(self, raw: RawSample) -> None:
        """Read one sample; a copy of one that is there already is folded."""
        sample = read_sample(raw.members, self._depth, raw.line, raw.field)
        first = self._samples.setdefault((sample.sample_id, sample.epoch), sample)
        if first is sample:
            return
        if not first.says_the_same(sample):
            raise copies_differ(f"the id and epoch of {first.place}", raw.field, raw.line)
        self.folded += 1

    def in_order(self) -> list[Sample]:
        """Return the samples in an order that the file's order does not change."""
        keys = sorted(self._samples, key=lambda key: (len(key[0]), *key))
        return [self._samples[key] for key in keys]
