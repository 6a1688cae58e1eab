"""Reruns of what failed, where they can be counted and where not.

A harness that runs failed tests again, until they pass, makes more trials of what fails, and stops
at the one it wants. Behind a single run that is a first pass and a rerun of its fail set: whether a
failure recovers. Among several runs of one arm, which are equal trials, they would bend every rate:
there they stand apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from generator.artifacts.junit import JunitReader
from generator.artifacts.records import Run, RunArtifact

APART = "rerun of failures"
"""What makes reruns differ from their arm: they are no evidence for it."""


def reruns_apart(artifacts: Sequence[RunArtifact]) -> list[RunArtifact]:
    """Return the artifacts; of arms with several test runs, those as equal trials."""
    runs: defaultdict[str, set[str]] = defaultdict(set)
    for artifact in filter(_of_tests, artifacts):
        if artifact.run.scope == "full":
            runs[artifact.run.arm.arm_id].add(artifact.run.run_id)
    return [
        msgspec.structs.replace(each, run=_equal(each.run))
        if _of_tests(each) and len(runs[each.run.arm.arm_id]) > 1
        else each
        for each in artifacts
    ]


def _of_tests(artifact: RunArtifact) -> bool:
    return artifact.format == JunitReader.format


def _equal(run: Run) -> Run:
    if run.scope == "full":
        return msgspec.structs.replace(run, role="observational")
    arm = msgspec.structs.replace(run.arm, fallback_policy=APART)
    return msgspec.structs.replace(run, arm=arm, role="observational")
