"""Small studies that come out one way or another, and how to measure one that was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.artifacts.study import StudyReader
from generator.artifacts.study_records import StudyArtifact
from generator.measures.study import Decided, StudyMeasure, measure_study
from generator.spec.model import Limits
from tests.study.rule_file import rule
from tests.study.run_dir import Run, counts, new_run

LIMITS = Limits(line_mib=1, archive_ratio=100, json_depth=64)
TASKS, DRAWS = 12, 400
SEEDS = (1, 2, 3)

NONE = [0] * TASKS
SOME = [2] * 8 + [0] * 4
MORE = [3] * 8 + [1] * 4
SAME = [1] * TASKS
"""Of three rows a task: repeated failures or passes."""


def frozen(*, both: bool = True, **changes: Any) -> dict[str, Any]:
    """A rule of few tasks and few draws."""
    draws = {"analysis__bootstrap__draws": DRAWS, "analysis__shuffle__draws": DRAWS}
    return rule(both=both, tasks=TASKS, seeds=len(SEEDS), **draws, **changes)


def study(
    failures: dict[str, list[int]], passes: dict[str, list[int]] | None = None, **settings: Any
) -> Run:
    """A run of a small study."""
    small = {"tasks": TASKS, "variants": 1, "seeds": SEEDS, "frozen": frozen()}
    chosen: dict[str, Any] = small | settings
    no_trap = chosen.pop("no_trap", None)
    steps = chosen.pop("steps", None)
    return new_run(counts(failures, passes, no_trap, steps), **chosen)


TIMING_HOLDS = {"TURN_START_FAILURE": SOME, "PRE_ACTION_FAILURE": NONE}
TIMING_FAILS = {"TURN_START_FAILURE": SOME, "PRE_ACTION_FAILURE": SOME}
CONTENT_HOLDS = {"TURN_START_SUCCESS": MORE}
CONTENT_FAILS = {"TURN_START_SUCCESS": SOME}
PASSES_HELP = {"TURN_START_FAILURE": SAME, "TURN_START_SUCCESS": NONE}


def supported(**settings: Any) -> Run:
    """A run that supports both primaries."""
    return study(TIMING_HOLDS | CONTENT_HOLDS, PASSES_HELP, **settings)


def timing_only(failures: dict[str, list[int]], **settings: Any) -> Run:
    """A run of timing alone."""
    return study(failures, **({"frozen": frozen(both=False)} | settings))


def read(folder: Path) -> StudyArtifact:
    """Read a run that was written."""
    return StudyReader().read(folder, LIMITS, folder.parent)


def measured(run: Run, folder: Path, **writing: Any) -> StudyMeasure:
    """Write a run, read it back and measure it."""
    return measure_study(read(run.write(folder / "run", **writing)), simulate=False)


def decided(measure: StudyMeasure) -> Decided:
    """What was decided of a run that has a rule."""
    assert measure.decided is not None
    return measure.decided


def words(measure: StudyMeasure) -> tuple[str, str | None, str]:
    """The decisions on timing and content, and the study's."""
    made = decided(measure).decisions
    return str(made.timing), made.content and str(made.content), str(made.study)
