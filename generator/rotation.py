"""A change of the alias key: every alias under the old key beside the one under the new.

Only who holds both keys and the results can make the table. It holds no id, but it links what the
change of key set apart: it is as private as the keys until its owner decides otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.artifacts.reading import Progress
from generator.artifacts.results import read_results
from generator.errors import Problem, UnusableInput
from generator.measures.results import measure_results
from generator.publication.aliases import Aliases, Kind
from generator.publication.disclosure.labels import label_arms
from generator.publication.disclosure.report import named_ids
from generator.publication.key import load_alias_map, load_key, read_key
from generator.spec.load import load_spec


@dataclass(frozen=True, slots=True)
class Renamed:
    """One id's alias under the old key and under the new."""

    kind: Kind
    old: str
    new: str


def rotation(
    results: Path,
    spec_file: Path | None,
    old_key: Path,
    home: Path,
    progress: Progress | None = None,
) -> list[Renamed]:
    """Return every alias that the new key, which is the project's own, gives another form.

    Aliases that a map states, and case ids that are public aliases already, stay as they are.
    """
    loaded = load_spec(spec_file)
    given = load_alias_map(loaded, home)
    before = Aliases(read_key(old_key), loaded.spec.alias, given)
    after = Aliases(load_key(loaded, home), loaded.spec.alias, given)
    if before.key == after.key:
        what = "The old key is the key that the project has now."
        remedy = "Put the new key where the spec's alias.key_file says, and name the old one here."
        raise UnusableInput(Problem("SAME_KEY", what, remedy, old_key, field="--old-key"))
    read = read_results(results, loaded.spec.limits, 1, progress, loaded.sources)
    labels = label_arms(read.arm_ids, after, loaded, read.labels)
    ids: dict[Kind, set[str]] = {
        "arm": read.arm_ids,
        **named_ids(measure_results(read, loaded.spec, labels.__getitem__)),
    }
    return [each for kind in sorted(ids) for each in _renamed(kind, ids[kind], before, after)]


def _renamed(kind: Kind, ids: set[str], before: Aliases, after: Aliases) -> Iterator[Renamed]:
    before.learn(kind, ids)
    after.learn(kind, ids)
    pairs = sorted((before.of(kind, each), after.of(kind, each)) for each in ids)
    yield from (Renamed(kind, old, new) for old, new in pairs if old != new)
