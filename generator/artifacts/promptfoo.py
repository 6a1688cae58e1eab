"""The reader of promptfoo's output: the JSON file of `promptfoo eval --output`.

A provider with one of the prompts is an arm, so that one file may hold the runs of several. A test
is a case; `--repeat` makes trials of it. A problem's field is `results.results[number].name`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.artifacts.checks import MOST_TRIALS, amount, identifier, instant, text, whole
from generator.artifacts.endings import JUDGED, UNSCORED
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import copies_differ, gather, refuse_if_any, said_of
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.json_level import Level, read_level
from generator.artifacts.json_object import JsonObjectFile, Part
from generator.artifacts.json_shape import names_in
from generator.artifacts.json_walk import Members
from generator.artifacts.promptfoo_results import (
    RESULT_MEMBERS,
    Column,
    Result,
    read_result,
)
from generator.artifacts.records import ArmIdentity, Attempt, RunArtifact, Window
from generator.errors import Problem, UnusableInput

_MILLISECOND = 1_000_000
_RESULTS = "results.results"
_NAMES = {("evalId",), ("results", "version"), ("results", "timestamp")}
_TOP = frozenset({"evalId", "metadata", "runtimeOptions", "results.timestamp", "results.stats"})


class PromptfooReader:
    """Reads promptfoo's output: a run for each provider and prompt."""

    format = "promptfoo"
    endings = JUDGED

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .json file begins with the names of an evaluation's output."""
        if path.suffix != ".json" or path.is_dir():
            return False
        return names_in(path) >= _NAMES

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read the results of each provider and prompt as one observational run."""
        reading = _Reading(path, limits)
        if not reading.columns:
            what = "The file holds no result."
            raise UnusableInput(Problem("NO_ROWS", what, "Take it out of the results.", path))
        with said_of(path):
            said = read_level(reading.top, limits.json_depth, _said)
        return tuple(
            self._run(path, root, reading, said, column) for column in sorted(reading.columns)
        )

    def _run(
        self, path: Path, root: Path, reading: _Reading, said: _Said, column: int
    ) -> RunArtifact:
        results = [each for each in reading.results if each.column_index == column]
        attempts = tuple(_trials(results, said.repeat))
        run = harness_run(
            run_id=f"{said.eval_id or f'promptfoo-{reading.sha256[:16]}'} {column}",
            arm=_arm(results[0], reading.columns, said.version),
            cases=sorted({each.case_id for each in attempts}),
            trials_per_case=said.repeat or max(each.repeat_index + 1 for each in attempts),
            window=said.window,
            concurrency=said.concurrency,
        )
        warnings = (*_warnings(results, attempts), *missing_trials(run, attempts, path))
        return RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=run,
            attempts=attempts,
            sources=(source(path, root, reading.sha256),),
            folded=reading.folded[column],
            warnings=tuple(each.at(path) for each in warnings),
        )


class _Reading:
    """What a file holds; all that is wrong with it is raised."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.top: Members = {}
        self.folded: Counter[int] = Counter()
        self._held: dict[tuple[int, int], Result] = {}
        self._depth = limits.json_depth
        problems: list[Problem] = []
        file = JsonObjectFile(path, limits, _TOP, {_RESULTS: RESULT_MEMBERS}, {"results"})
        gather(file, self._take, problems)
        refuse_if_any(problems, path)
        self.sha256 = file.sha256
        self.results = [self._held[each] for each in sorted(self._held)]
        self.columns = {each.column_index: each.column for each in self.results}

    def _take(self, part: Part) -> None:
        if part.element is None:
            self.top |= part.members
            return
        result = read_result(part.members, self._depth, part.line, part.field)
        first = self._held.setdefault((result.test_index, result.column_index), result)
        if first is result:
            return
        if not first.says_the_same(result):
            raise copies_differ(f"the test and prompt of {first.place}", part.field, part.line)
        self.folded[result.column_index] += 1


@dataclass(frozen=True, slots=True)
class _Said:
    """What the file says of the evaluation."""

    eval_id: str | None
    version: str | None
    repeat: int | None
    concurrency: int | None
    window: Window | None


def _said(level: Level) -> _Said:
    own = level.fields(("evalId", "results.timestamp"))
    options = level.inner("runtimeOptions").fields(("repeat", "maxConcurrency"))
    lasted = level.inner("results.stats").fields(("durationMs",)).nullable("durationMs", amount)
    version = level.inner("metadata").fields(("promptfooVersion",))
    begun = own.nullable("results.timestamp", instant)
    return _Said(
        eval_id=own.nullable("evalId", identifier),
        version=version.nullable("promptfooVersion", text),
        repeat=options.nullable("repeat", whole(1, MOST_TRIALS)),
        concurrency=options.nullable("maxConcurrency", whole(1)),
        window=None
        if begun is None or lasted is None
        else Window(start=begun, end=begun + round(lasted) * _MILLISECOND),
    )


def _trials(results: Sequence[Result], repeat: int | None) -> Iterator[Attempt]:
    """Yield the attempts: the results of one test are its trials, in the order of their numbers.

    A test that stands in the evaluation twice comes to more trials than there are repeats, and is
    two cases.
    """
    seen: defaultdict[str, int] = defaultdict(int)
    for result in results:
        number = seen[result.test]
        seen[result.test] += 1
        again, trial = divmod(number, repeat) if repeat else (0, number)
        yield result.attempt(f"{result.test}#{again + 1}" if again else result.test, trial)


def _arm(result: Result, columns: Mapping[int, Column], version: str | None) -> ArmIdentity:
    """Return the arm; where two columns bear the same names, their numbers tell them apart."""
    own = result.column
    alike = [index for index, each in columns.items() if each == own]
    number = f"#{result.column_index}" if len(alike) > 1 else ""
    return ArmIdentity(
        arm_id=" ".join(filter(None, (own.label or own.provider, own.prompt[:8], number))),
        served_model=own.provider,
        harness="promptfoo",
        harness_version=version,
        runner_config={"prompt_sha256": own.prompt},
    )


def _warnings(results: Sequence[Result], attempts: Sequence[Attempt]) -> Iterator[Problem]:
    if cached := sum(each.cached for each in results):
        yield Problem(
            "CACHED",
            f"Results that were answered from the cache: {cached}. They are no trials of their "
            "own, and make the arm look steadier than it is.",
            "Run the evaluation with --no-cache.",
            field=f"{_RESULTS}.response.cached",
        )
    if unscored := sum(each.end == UNSCORED.name for each in attempts):
        yield Problem(
            "NOT_SCORED",
            f"Results without a verdict: {unscored}. They are pending.",
            "Let the evaluation be finished, or say in the spec how they are to be read.",
            field=f"{_RESULTS}.success",
        )
