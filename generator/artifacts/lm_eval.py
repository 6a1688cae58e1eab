"""The reader of lm-evaluation-harness sample files: `samples_<task>_<time>.jsonl`.

A sample file is one run of one task: its documents are the cases, each tried once. The results file
beside it, of the same time, says what model it was and how many documents were planned. Where a
task has several filters the first one decides, of its metrics the one that says passed or failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.artifacts.endings import UNSCORED
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import copies_differ, refuse_if_any
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.inspect_scores import Decision, deciding_scorer
from generator.artifacts.json_rows import read_rows
from generator.artifacts.json_shape import names_in
from generator.artifacts.lines import LineFile
from generator.artifacts.lm_eval_results import Results, read_results_of, time_in_name
from generator.artifacts.lm_eval_samples import (
    ENDINGS,
    PARTIAL,
    Sample,
    case_id,
    read_sample,
)
from generator.artifacts.records import Attempt, RunArtifact
from generator.errors import Problem, UnusableInput, printable

_NAMES = {("doc_id",), ("resps",), ("filtered_resps",)}
_NOTHING_TO_DO = "Nothing is to be done if that is what you meant."


class LmEvalReader:
    """Reads the sample files of the lm-evaluation-harness."""

    format = "lm-evaluation-harness"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .jsonl file begins with the names of a logged sample."""
        if path.suffix != ".jsonl" or path.is_dir():
            return False
        return names_in(path) >= _NAMES

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one sample file as one observational run."""
        lines = LineFile(path, limits)
        reading = _Reading(limits)
        warnings = read_rows(lines, reading.take, reading.problems)
        refuse_if_any(reading.problems, path)
        results = read_results_of(path, limits, root)
        if not reading.filters:
            what = "The file holds no sample."
            raise UnusableInput(Problem("NO_ROWS", what, "Take it out of the results.", path))
        deciding = reading.deciding(results.filters)
        samples = reading.samples(deciding)
        decision = deciding_scorer(each.readings for each in samples)
        attempts = tuple(each.attempt(results.task, decision.scorer) for each in samples)
        run = harness_run(
            # Two runs may come to the same answers, and are then told apart by their time.
            run_id=f"lm-eval-{lines.sha256[:16]}-{printable(time_in_name(path))}",
            arm=results.settled(deciding, decision.scorer),
            cases=sorted(case_id(results.task, each) for each in _planned(samples, results.docs)),
            trials_per_case=1,
            window=results.window,
        )
        said = [
            *warnings,
            *_warnings(results, len(reading.filters), decision, attempts),
            *missing_trials(run, attempts, path),
        ]
        read = [source(path, root, lines.sha256)]
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=run,
            attempts=attempts,
            sources=(*read, *([results.source] if results.source else [])),
            folded=reading.folded,
            warnings=tuple(each.at(path) for each in said),
        )
        return (artifact,)


class _Reading:
    """The samples that have been read, by their filters."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.folded = 0
        self.filters: dict[str, dict[int, Sample]] = {}
        self._depth = limits.json_depth

    def take(self, row: str, line: int) -> None:
        """Read one line; a copy of one that is there already is folded."""
        sample = read_sample(row, line, self._depth)
        first = self.filters.setdefault(sample.filter, {}).setdefault(sample.doc_id, sample)
        if first is sample:
            return
        if not first.says_the_same(sample):
            raise copies_differ(f"the document and filter of line {first.line}", "doc_id")
        self.folded += 1

    def deciding(self, in_order: Sequence[str]) -> str:
        """Return the filter that decides: the task's first, or the first in the file."""
        return next((each for each in in_order if each in self.filters), next(iter(self.filters)))

    def samples(self, name: str) -> list[Sample]:
        """Return the samples of a filter, in the order of their documents."""
        held = self.filters[name]
        return [held[each] for each in sorted(held)]


def _planned(samples: Sequence[Sample], docs: int | None) -> set[int]:
    """Return the documents that were planned: numbers that are not there, if they can be known."""
    held = {each.doc_id for each in samples}
    if docs is not None and all(each < docs for each in held):
        return held | set(range(docs))
    return held


def _warnings(
    results: Results, filters: int, decision: Decision, attempts: Sequence[Attempt]
) -> list[Problem]:
    said = []
    if results.source is None:
        said.append(
            Problem(
                "NO_RESULTS_FILE",
                "No results file of the same time lies beside the samples: the model, the settings "
                "and the planned documents are not known.",
                "Put it beside them, or state the arm in the spec.",
            )
        )
    if filters > 1:
        what = f"Of {filters} filters the task's first one decides."
        said.append(Problem("FILTERS", what, _NOTHING_TO_DO, field="filter"))
    if decision.scorers > 1 and decision.scorer is not None:
        what = f"Of {decision.scorers} metrics the one numbered {decision.number} decides."
        said.append(Problem("METRICS", what, _NOTHING_TO_DO, field="metrics"))
    if results.repeats > 1:
        what = (
            f"The task has {results.repeats} responses to each document and one verdict on all of "
            "them: that is one trial."
        )
        remedy = "For trials run the task several times, with different seeds."
        said.append(Problem("REPEATS", what, remedy, field="resps"))
    ends = [each.end for each in attempts]
    if count := ends.count(PARTIAL.name):
        what = f"Documents with partial credit: {count}. Only full credit passes."
        remedy = "Say in the spec if partial credit is to be read otherwise."
        said.append(Problem("PARTIAL_CREDIT", what, remedy, field="metrics"))
    if count := ends.count(UNSCORED.name):
        what = f"Documents of which no metric says passed or failed: {count}. They are pending."
        remedy = "Report on tasks with a metric from 0 to 1 for each document."
        said.append(Problem("NOT_SCORED", what, remedy, field="metrics"))
    return said
