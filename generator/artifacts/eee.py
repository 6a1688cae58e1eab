"""The reader of every_eval_ever's instance-level records: one JSON object a line.

An evaluation of a model is a run, a sample a case. Epochs, where the records name them, are its
trials; without them, records of one sample are trials in their order. The aggregate beside the
records says with what they were made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.artifacts.eee_aggregate import Aggregate, aggregate_of
from generator.artifacts.eee_samples import Evaluated, Sample, read_sample
from generator.artifacts.endings import JUDGED, UNSCORED
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import copies_differ, refuse_if_any
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.json_rows import read_rows
from generator.artifacts.json_shape import names_in
from generator.artifacts.lines import LineFile
from generator.artifacts.records import ArmIdentity, Attempt, RunArtifact
from generator.errors import Problem, UnusableInput

_NAMES = {
    *(("schema_version",), ("evaluation_id",), ("model_id",)),
    *(("evaluation_name",), ("sample_id",)),
}
_UNNAMED = "every_eval_ever"


class InstanceReader:
    """Reads instance-level records: a run for each evaluation in a file."""

    format = "every-eval-ever"
    endings = JUDGED

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .jsonl file begins with the names of a record."""
        if path.suffix != ".jsonl" or path.is_dir():
            return False
        return names_in(path) >= _NAMES

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read the records of each evaluation as one observational run."""
        reading = _Reading(path, limits)
        if not reading.evaluations:
            what = "The file holds no record."
            raise UnusableInput(Problem("NO_ROWS", what, "Take it out of the results.", path))
        aggregate = aggregate_of(path, limits, root)
        return tuple(self._run(path, root, reading, of, aggregate) for of in reading.evaluations)

    def _run(
        self, path: Path, root: Path, reading: _Reading, of: Evaluated, aggregate: Aggregate
    ) -> RunArtifact:
        samples, metrics = _deciding([each for each in reading.samples if each.of == of])
        attempts = tuple(_trials(samples))
        run = harness_run(
            run_id=f"{of.evaluation_id} {of.model_id}",
            arm=_arm(of, samples, aggregate),
            cases=sorted({each.case_id for each in samples}),
            trials_per_case=1 + max(each.repeat_index for each in attempts),
        )
        read = source(path, root, reading.sha256)
        warnings = [
            *reading.warnings,
            *_warnings(samples, metrics, attempts),
            *_fewer(reading.rows, aggregate),
            *missing_trials(run, attempts, path),
        ]
        return RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=run,
            attempts=attempts,
            sources=(read, aggregate.source) if aggregate.source else (read,),
            folded=reading.folded[of],
            warnings=tuple(each.at(path) for each in warnings),
        )


_Key = tuple[Evaluated, str, str, int | None]


class _Reading:
    """What a file holds; all that is wrong with it is raised."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.rows = 0
        self.folded: defaultdict[Evaluated, int] = defaultdict(int)
        self._held: defaultdict[_Key, list[Sample]] = defaultdict(list)
        self._depth = limits.json_depth
        lines = LineFile(path, limits)
        problems: list[Problem] = []
        self.warnings = read_rows(lines, self._take, problems)
        refuse_if_any(problems, path)
        self.sha256 = lines.sha256
        self.samples = [each for held in self._held.values() for each in held]
        names = {(each.of.evaluation_id, each.of.model_id) for each in self.samples}
        self.evaluations = [Evaluated(*each) for each in sorted(names)]

    def _take(self, row: str, line: int) -> None:
        self.rows += 1
        sample = read_sample(row, line, self._depth)
        held = self._held[sample.of, sample.case_id, sample.result_id, sample.epoch]
        if any(each.says_the_same(sample) for each in held):
            self.folded[sample.of] += 1
        elif held and sample.epoch is not None:
            raise copies_differ(f"the sample and epoch of line {held[0].line}", "sample_id")
        else:
            held.append(sample)


def _deciding(samples: Sequence[Sample]) -> tuple[list[Sample], int]:
    """Return the records of the result that decides for each evaluation, and the most results.

    A sample that several results judge has a record for each. The one decides of which every score
    is 0 or 1; of several the first by its id.
    """
    results: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for each in samples:
        binary = results[each.name].get(each.result_id, True) and each.score in (None, 0, 1)
        results[each.name][each.result_id] = binary
    chosen = {
        name: min(found, key=lambda result: (not found[result], result))
        for name, found in results.items()
    }
    most = max(len(found) for found in results.values())
    return [each for each in samples if each.result_id == chosen[each.name]], most


def _trials(samples: Sequence[Sample]) -> Iterator[Attempt]:
    """Yield the attempts, of each case in the order of its epochs, or else of its lines."""
    counted: defaultdict[str, int] = defaultdict(int)
    for each in sorted(samples, key=lambda each: (each.case_id, each.epoch or 0, each.line)):
        trial = counted[each.case_id] if each.epoch is None else each.epoch - 1
        counted[each.case_id] += 1
        yield each.attempt(trial)


def _arm(of: Evaluated, samples: Sequence[Sample], aggregate: Aggregate) -> ArmIdentity:
    """Return the arm: the model at the benchmark, which an evaluation's id begins with."""
    benchmark, slash, _ = of.evaluation_id.partition("/")
    names = {each.name for each in samples}
    if not slash:
        benchmark = next(iter(names)) if len(names) == 1 else ""
    digest = aggregate.settings_sha256
    parts = (benchmark, of.model_id, (digest or "")[:8])
    return ArmIdentity(
        arm_id=" ".join(part for part in parts if part),
        served_model=of.model_id,
        harness=aggregate.harness or _UNNAMED,
        harness_version=aggregate.harness_version,
        runner_config=None if digest is None else {"settings_sha256": digest},
    )


def _warnings(
    samples: Sequence[Sample], metrics: int, attempts: Sequence[Attempt]
) -> Iterator[Problem]:
    if metrics > 1:
        what = f"Up to {metrics} results judge one sample; the one that is 0 or 1 decides."
        remedy = "Nothing is to be done if that is what you meant."
        yield Problem("METRICS", what, remedy, field="evaluation_result_id")
    if partial := sum(each.score not in (None, 0, 1) for each in samples):
        what = f"Records with scores other than 0 and 1: {partial}. Their is_correct decides."
        remedy = "Nothing is to be done if that is what you meant."
        yield Problem("PARTIAL_CREDIT", what, remedy, field="evaluation.score")
    if unscored := sum(each.end == UNSCORED.name for each in attempts):
        what = f"Records without a verdict: {unscored}. They are pending."
        remedy = "Score them, or say in the spec how they are to be read."
        yield Problem("NOT_SCORED", what, remedy, field="evaluation.is_correct")


def _fewer(rows: int, aggregate: Aggregate) -> Iterator[Problem]:
    if aggregate.rows is not None and rows != aggregate.rows:
        yield Problem(
            "ROWS_DIFFER",
            f"The file holds {rows} records, and the aggregate says {aggregate.rows}; records that "
            "are not here cannot be counted as missing.",
            "Copy both files again from where they were written.",
            field="detailed_evaluation_results.total_rows",
        )
