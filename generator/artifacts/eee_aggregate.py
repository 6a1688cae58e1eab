"""The aggregate that every_eval_ever keeps beside its instance-level records."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from generator.artifacts.checks import count, text
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import gather, refuse_if_any, said_of
from generator.artifacts.json_level import Level, read_level
from generator.artifacts.json_object import JsonObjectFile, Part
from generator.artifacts.json_walk import Members, one_spelling
from generator.artifacts.records import Source
from generator.errors import Problem

_SUFFIX = "_samples"
_RESULTS, _GENERATION = "evaluation_results", "generation_config"
_WANTED = frozenset({"eval_library", "detailed_evaluation_results"})


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What counts of an aggregate: the harness, its settings as a digest, how many records."""

    harness: str | None = None
    harness_version: str | None = None
    settings_sha256: str | None = None
    rows: int | None = None
    source: Source | None = None


def aggregate_of(path: Path, limits: Limits, root: Path) -> Aggregate:
    """Return what the aggregate beside a file of records says, or nothing if there is none."""
    file = path.with_name(f"{path.stem.removesuffix(_SUFFIX)}.json")
    if not path.stem.endswith(_SUFFIX) or not is_regular(file):
        return Aggregate()
    top: Members = {}
    settings: set[str] = set()
    problems: list[Problem] = []

    def take(part: Part) -> None:
        if part.element is None:
            top.update(part.members)
        elif part.members.get(_GENERATION, "null") != "null":
            settings.add(one_spelling(part.members[_GENERATION]))

    parts = JsonObjectFile(file, limits, _WANTED, {_RESULTS: {_GENERATION}})
    gather(parts, take, problems)
    refuse_if_any(problems, file)
    with said_of(file):
        aggregate = read_level(top, limits.json_depth, _aggregate)
    said = json.dumps(sorted(settings)).encode()
    return replace(
        aggregate,
        settings_sha256=hashlib.sha256(said).hexdigest() if settings else None,
        source=source(file, root, parts.sha256),
    )


def _aggregate(level: Level) -> Aggregate:
    library = level.inner("eval_library").fields(("name", "version"))
    details = level.inner("detailed_evaluation_results").fields(("total_rows",))
    return Aggregate(
        harness=library.nullable("name", text),
        harness_version=library.nullable("version", text),
        rows=details.nullable("total_rows", count),
    )
