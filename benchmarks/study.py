"""What it costs to verify a whole preregistered study, and to simulate the power of the next one.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.study

Prints the tables of README.md, "Studies". The run directory is the full main design: 1,350 rows of
the primaries and 540 of the no-trap check, with a checkpoint for each. The plain loop reads the
same files with the standard library, takes the digests that the record states, and draws 10,000
times for each analysis, one task at a time; it checks less. Both must give the recorded statistics
back. Times are processor times, the best of several; the ratios are what to read.
"""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.resampling_speed import EXPERIMENTS, best, numpy_experiment, table
from generator.artifacts.study import StudyReader
from generator.artifacts.study_records import StudyArtifact
from generator.measures.study import StudyMeasure, measure_study
from generator.measures.study_power import Pilot, take_pilot
from generator.measures.study_verification import verify_study
from generator.spec.load import load_spec
from tests.study import harness
from tests.study.documents import canonical_digest, digest
from tests.study.evidence import checkpoint
from tests.study.run_dir import Run, counts, new_run

TASKS = 18
LIMITS = load_spec(None).spec.limits
FAILURES = {
    "TURN_START_FAILURE": [9, 9, 7, 6, 5, 4, 3, 3, *[0] * 10],
    "TURN_START_SUCCESS": [12, 11, 10, 9, 8, 7, 6, 5, *[0] * 10],
    "PRE_ACTION_FAILURE": [0] * TASKS,
}
PASSES = {"TURN_START_FAILURE": [*[9] * 9, *[3] * 9], "TURN_START_SUCCESS": [3] * TASKS}
NO_TRAP = {"NO_MEMORY": [5, 2, *[0] * 16], "PRE_ACTION_FAILURE": [6, 4, *[0] * 16]}


def main_run() -> Run:
    """Return the full main design, every row with its checkpoint."""
    made = new_run(counts(FAILURES, PASSES, NO_TRAP), tasks=TASKS)
    made.checkpoints = [checkpoint(row) for row in made.rows]
    return made


def lines(path: Path) -> list[Any]:
    """Return the documents of a file of lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def loop_statistics(folder: Path, rows: list[Any]) -> Any:
    """Draw, sum, sort and decide, one task at a time."""
    head = json.loads((folder / "run.json").read_text())
    design = json.loads((folder / "expected-design.json").read_text())
    frozen = json.loads((folder / "decision-rule.json").read_text())
    return harness.statistics(
        rows,
        design["primary"]["rows"],
        design["timidity"]["rows"],
        frozen,
        seed=head["statisticsSeed"],
        draws=head["statisticsDraws"],
    )


def loop_verify(folder: Path) -> None:
    """Check what the record states of itself, with the standard library alone."""
    head = json.loads((folder / "run.json").read_text())
    assert digest(folder / "decision-rule.json") == head["decisionRuleHash"]
    design = json.loads((folder / "expected-design.json").read_text())
    assert canonical_digest(design) == head["expectedDesignHash"]
    rows = lines(folder / "episodes.jsonl")
    kept = {}
    for path in (folder / "checkpoints").iterdir():
        document = json.loads(path.read_text())
        kept[document["rowKey"]] = document["terminal"]
    for row in rows:
        assert harness.row_key(row["identity"]) == row["rowKey"]
        assert kept[row["rowKey"]]["identity"] == row["identity"]
    recorded = json.loads((folder / "statistics.json").read_text())
    assert loop_statistics(folder, rows) == recorded


def read(folder: Path) -> StudyArtifact:
    """Return the run as the reader gives it, every check on the way."""
    return StudyReader().read(folder, LIMITS, folder)


def verify(folder: Path) -> StudyMeasure:
    """Do what `stability verify` does."""
    measure = measure_study(read(folder), simulate=False)
    assert all(check.outcome != "differs" for check in verify_study(measure))
    return measure


def verify_table(folder: Path) -> None:
    """Measure the verification and its parts."""
    artifact, rows = read(folder), lines(folder / "episodes.jsonl")
    whole = best(partial(loop_verify, folder), 3)
    drawn = best(partial(loop_statistics, folder, rows), 3)
    ours = best(partial(verify, folder), 5)
    measured = best(partial(measure_study, artifact, simulate=False), 10)
    table(
        "`stability verify` of 1,350 + 540 rows, reading included",
        [("plain loop", whole), ("`verify`, with every check", ours)],
        {"the loop": whole},
    )
    table(
        "Of these the statistics: two primaries and the no-trap check, 10,000 draws each",
        [("plain loop", drawn), ("`measure_study`, replayed and counted exactly", measured)],
        {"the loop": drawn},
    )


def pilot_of(measure: StudyMeasure, frozen: StudyArtifact) -> Pilot:
    """Return the study as the pilot of the next one."""
    assert measure.decided is not None
    assert frozen.rule is not None
    pilot = take_pilot(measure.decided.replay, frozen.rule)
    assert pilot is not None
    return pilot


def power_table(folder: Path) -> None:
    """Measure the power simulation."""
    pilot = pilot_of(verify(folder), read(folder))
    rng = np.random.default_rng(2024)
    numpys = best(partial(numpy_experiment, rng), 20) * EXPERIMENTS
    ours = best(partial(pilot.simulate, TASKS, EXPERIMENTS), 2)
    table(
        f"Power of a study of {TASKS} tasks: {EXPERIMENTS:,} experiments under the whole rule",
        [
            ("plain numpy loop (from one experiment)", numpys),
            ("`Pilot.simulate`", ours),
        ],
        {"the numpy loop": numpys},
    )


def main() -> None:
    """Measure and print every table."""
    with tempfile.TemporaryDirectory() as folder:
        run = main_run().write(Path(folder) / "run")
        verify_table(run)
        power_table(run)


if __name__ == "__main__":
    main()
