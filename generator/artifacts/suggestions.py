"""What the spec's `sources:` could say of the runs in a folder, as YAML for a person to edit.

It is private like the folder: it names files, arms and columns. Labels are only suggested, in
comments, for whether a name may be public is nothing that a program can know.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.artifacts.amber_run import FORMAT
from generator.artifacts.discovery import Discovery
from generator.artifacts.endings import Ending, endings_of
from generator.artifacts.files import Limits, relative_to
from generator.artifacts.plain_yaml import quoted
from generator.artifacts.reading import Reading, artifacts_of
from generator.artifacts.records import ArmIdentity, RunArtifact
from generator.artifacts.table import is_table
from generator.artifacts.table_suggestions import suggest_table

_LABEL = re.compile(r"[^A-Za-z0-9 ._+/@:()-]")
_MANY_VALUES = 3


def suggest_sources(
    discovery: Discovery,
    runs: Sequence[Reading[RunArtifact]],
    limits: Limits,
    identity_public: Sequence[str] = (),
) -> str:
    """Return the spec's `sources:` for what was found and read.

    `identity_public` are the fields of an arm's identity that the spec makes public.
    """
    lines = [
        *_entries(discovery, runs, identity_public),
        *_tables(discovery, limits),
    ]
    empty = all(line.lstrip().startswith("#") for line in lines)
    first = "sources:"
    if empty:
        first += " []  # write `sources:` alone once an entry below counts" if lines else " []"
    return "\n".join([first, *lines, ""])


def _entries(
    discovery: Discovery, runs: Sequence[Reading[RunArtifact]], identity_public: Sequence[str]
) -> Iterator[str]:
    """Yield an entry for each arm, or for each of its files where they do not lie by themselves.

    Runs of this project's own format say for themselves what arm they are of.
    """
    root = discovery.root
    foreign = [each for each in runs if each.artifact and each.artifact.format != FORMAT]
    arms: defaultdict[str, set[str]] = defaultdict(set)
    for reading in foreign:
        arms[_folder(reading, root)] |= _arms([reading])
    places: defaultdict[str, list[Reading[RunArtifact]]] = defaultdict(list)
    for reading in foreign:
        folder = _folder(reading, root)
        alone = folder and len(arms[folder]) == 1
        places[folder if alone else relative_to(reading.found.path, root)].append(reading)
    for path, readings in sorted(places.items()):
        yield from _entry(path, readings, identity_public)


def _folder(reading: Reading[RunArtifact], root: Path) -> str:
    """Return the folder that a run lies in, or nothing where that is the results themselves."""
    parent = reading.found.path.parent
    return relative_to(parent, root) if parent != root and parent.is_relative_to(root) else ""


def _arms(readings: Sequence[Reading[RunArtifact]]) -> set[str]:
    return {each.run.arm.arm_id for each in artifacts_of(readings)}


def _entry(
    path: str, readings: Sequence[Reading[RunArtifact]], identity_public: Sequence[str]
) -> Iterator[str]:
    artifacts = artifacts_of(readings)
    attempts = [each for artifact in artifacts for each in artifact.attempts]
    tasks = {attempt.case_id for attempt in attempts}
    formats = ", ".join(sorted({each.format for each in artifacts}))
    yield (
        f"  # {formats}: {_many(len(artifacts), 'run')}, {_many(len(tasks), 'task')}, "
        f"{_many(len(attempts), 'attempt')}"
    )
    yield f"  - path: {quoted(_pattern(path))}"
    yield from _whose(sorted(_arms(readings)))
    yield from _shown([each.run.arm for each in artifacts], identity_public)
    known = {each.name: each for reading in readings for each in endings_of(reading.found.reader)}
    seen = Counter(each.end for each in attempts if each.end is not None)
    telling = [each for each in known.values() if seen[each.name] and _tells(each)]
    if telling:
        yield "    ends:"
        for ending in sorted(telling, key=lambda each: each.name):
            also = ", some read it otherwise" if ending.contested else ""
            count = _many(seen[ending.name], "attempt")
            yield f"      {quoted(ending.name)}: {_reading(ending)}  # {count}{also}"


def _whose(arms: Sequence[str]) -> Iterator[str]:
    """Yield whose runs an entry has; of several arms each keeps its name, and may be labelled."""
    if len(arms) > 1:
        yield '    arm: "{arm}"'
        yield f"    # its arms, for labels.arms: {', '.join(map(quoted, arms))}"
        return
    label = _LABEL.sub(" ", arms[0]).strip()[:80]
    yield f"    arm: {_template(arms[0])}"
    yield f"    # label: {quoted(label)}  # public, if you say so"


def _shown(arms: Sequence[ArmIdentity], identity_public: Sequence[str]) -> Iterator[str]:
    """Yield what the pages will say of an entry's arms unless the spec says otherwise."""
    told = []
    for name in identity_public:
        values = sorted({value for arm in arms if (value := getattr(arm, name)) is not None})
        if values:
            more = ", ..." if len(values) > _MANY_VALUES else ""
            told.append(f"{name} ({', '.join(map(quoted, values[:_MANY_VALUES]))}{more})")
    if told:
        yield f"    # public by identity_public: {', '.join(told)}"


def _tells(ending: Ending) -> bool:
    """Whether an ending is more than a plain verdict, so that somebody may want it read anew."""
    return ending.contested or not ending.state.valid


def _reading(ending: Ending) -> str:
    why = ending.cause or ending.mode
    return f"{ending.state}/{why}" if why else str(ending.state)


def _tables(discovery: Discovery, limits: Limits) -> Iterator[str]:
    """Yield, as comments, a mapping for each table that only a mapping can read."""
    for path in discovery.unrecognised:
        if is_table(path):
            name = relative_to(path, discovery.root)
            yield from suggest_table(path, name, _pattern(name), limits)


def _pattern(path: str) -> str:
    """Return a path as an entry states it; a name that cannot be printed is any name."""
    return "/".join("*" if "\\" in part else part for part in path.split("/"))


def _template(arm: str) -> str:
    """Return an arm's id as a template that gives it; braces would stand for something else."""
    return quoted("{arm}" if "{" in arm or "}" in arm else arm)


def _many(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
