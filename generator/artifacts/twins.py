"""Ids that differ only in case or Unicode form: two ids, and a warning.

A case renamed from one run to the next would otherwise become two cases without a word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.artifacts.records import RunArtifact
from generator.errors import Problem


def id_twins(artifacts: Iterable[RunArtifact]) -> tuple[Problem, ...]:
    """Return a warning for every id that is another's twin: of runs, arms, cases and variants."""
    return tuple(_twins(artifacts))


def _twins(artifacts: Iterable[RunArtifact]) -> Iterator[Problem]:
    # Ids of one kind in one scope, by their folded form: the first spelling, and those warned of.
    seen: dict[tuple[str, ...], tuple[Path, set[str]]] = {}
    for artifact in artifacts:
        for scope, spelling, field in _ids(artifact):
            first, spellings = seen.setdefault(
                (*scope, fold(spelling)), (artifact.file, {spelling})
            )
            if spelling not in spellings:
                spellings.add(spelling)
                yield _warning(artifact.file, field, first)


def _ids(artifact: RunArtifact) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield every id with what it is unique in and where it stands."""
    run = artifact.run
    yield ("run",), run.run_id, "run_id"
    yield ("arm",), run.arm.arm_id, "arm.arm_id"
    for index, case in enumerate(run.cases):
        yield ("case", run.arm.arm_id), case.case_id, f"cases[{index}].case_id"
        for variant in case.variants:
            scope = ("variant", run.arm.arm_id, case.case_id)
            yield scope, variant, f"cases[{index}].variants"


def fold(identifier: str) -> str:
    """Return what an id and its twins have in common: no case, no width, nothing invisible."""
    compatible = unicodedata.normalize("NFKC", identifier).casefold()
    visible = "".join(each for each in compatible if unicodedata.category(each) != "Cf")
    return unicodedata.normalize("NFKC", visible)


def _warning(file: Path, field: str, first: Path) -> Problem:
    where = "the same file" if first == file else "another run's file"
    return Problem(
        "ID_TWINS",
        f"The id differs from one in {where} only in case or Unicode form.",
        "They count as two; if they are one, write it in one way.",
        file,
        field=field,
    )
