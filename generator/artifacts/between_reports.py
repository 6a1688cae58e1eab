"""What the reports of one benchmark say of each other: names that one leaves out, runs told twice.

Where the reports of one format that count the same number of cases name exactly that many between
them, what one leaves out is what the others name beside it. A report that its harness made of the
logs beside it says more than they do: of a case that both tell of, the report tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from generator.artifacts.records import RunArtifact

_MADE_OF = {"swe-bench-logs": "swe-bench"}
"""The formats of logs, and the format of the report that is made of them."""


def settle_between(artifacts: Sequence[RunArtifact]) -> list[RunArtifact]:
    """Return the artifacts with their cases named, and without what a report tells better."""
    return _told_once(_name_cases(artifacts))


def _told_once(artifacts: Sequence[RunArtifact]) -> list[RunArtifact]:
    told: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for artifact in artifacts:
        key = artifact.format, artifact.run.run_id
        told[key].update(attempt.case_id for attempt in artifact.attempts)
    return [
        _without(artifact, told.get((_MADE_OF[artifact.format], artifact.run.run_id), set()))
        if artifact.format in _MADE_OF
        else artifact
        for artifact in artifacts
    ]


def _without(artifact: RunArtifact, told: set[str]) -> RunArtifact:
    left = tuple(each for each in artifact.attempts if each.case_id not in told)
    folded = artifact.folded + len(artifact.attempts) - len(left)
    return msgspec.structs.replace(artifact, attempts=left, folded=folded)


def _name_cases(artifacts: Sequence[RunArtifact]) -> list[RunArtifact]:
    """Return the artifacts with every unnamed case under its name, where that can be told."""
    known: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for artifact in artifacts:
        known[_benchmark(artifact)] |= _named(artifact)
    return [
        _with_names(artifact, known[_benchmark(artifact)]) if artifact.unnamed else artifact
        for artifact in artifacts
    ]


def _benchmark(artifact: RunArtifact) -> tuple[str, int]:
    return artifact.format, len(artifact.run.cases)


def _named(artifact: RunArtifact) -> set[str]:
    return {case.case_id for case in artifact.run.cases} - set(artifact.unnamed)


def _with_names(artifact: RunArtifact, known: set[str]) -> RunArtifact:
    names = sorted(known - _named(artifact))
    if len(names) != len(artifact.unnamed):
        return artifact
    # What was unnamed ended in one way, so that it does not matter which name goes where.
    named = dict(zip(artifact.unnamed, names, strict=True))
    cases = tuple(
        msgspec.structs.replace(case, case_id=named.get(case.case_id, case.case_id))
        for case in artifact.run.cases
    )
    attempts = tuple(
        msgspec.structs.replace(each, case_id=named.get(each.case_id, each.case_id))
        for each in artifact.attempts
    )
    run = msgspec.structs.replace(artifact.run, cases=cases)
    return msgspec.structs.replace(artifact, run=run, attempts=attempts, unnamed=())
