"""What the spec's `sources:` declare of a run: its arm, its label, how its words are read.

It is applied once, to what the readers yield; nothing downstream knows what a file said of itself.
What a harness says of an arm is no name where it is a place on somebody's disk: it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from generator.artifacts.amber_run import FORMAT
from generator.artifacts.discovery import Discovery
from generator.artifacts.endings import ended, endings_of, mapped
from generator.artifacts.plain_names import plain_name
from generator.artifacts.reading import Reading
from generator.artifacts.records import ArmIdentity, Attempt, RunArtifact
from generator.errors import Problem, UnusableInput, printable
from generator.spec.model import IdentityRule
from generator.spec.sources import IDENTITY, TABLE, Source, filled, nearest, placeholders


@dataclass(frozen=True, slots=True)
class Declared:
    """What was read of every run, as it is declared, and the public labels of arms.

    `problems` are what cannot be so; a run that they are of is here as it was read.
    """

    readings: tuple[Reading[RunArtifact], ...]
    labels: Mapping[str, str]
    problems: tuple[Problem, ...]


def declare(discovery: Discovery, runs: Sequence[Reading[RunArtifact]]) -> Declared:
    """Return every run as the discovery's sources declare it."""
    problems = list(_unknown_words(discovery))
    declared: list[Reading[RunArtifact]] = []
    arms: dict[int, set[str]] = {}
    for reading in map(_named, runs):
        source = discovery.sources.of(reading.found.path, discovery.root)
        if source is None or reading.artifact is None:
            declared.append(reading)
            continue
        try:
            artifact = _declared(reading.artifact, source, reading.found.path, discovery.root)
        except UnusableInput as unusable:
            problems += unusable.problems
            declared.append(reading)
            continue
        declared.append(Reading(reading.found, artifact))
        arms.setdefault(source.index, set()).add(artifact.run.arm.arm_id)
    labels: dict[str, str] = {}
    for source in discovery.sources.entries:
        labels.update(_labels(source, arms.get(source.index, set()), labels, problems))
    return Declared(tuple(declared), labels, tuple(problems))


def _named(reading: Reading[RunArtifact]) -> Reading[RunArtifact]:
    """Return a run with an identity of names alone.

    Runs of this project's own format state theirs to be published; a harness states what it was
    called with, which may be a path.
    """
    artifact = reading.artifact
    if artifact is None or artifact.format == FORMAT:
        return reading
    arm = artifact.run.arm
    stated = {name: value for name in IDENTITY if isinstance(value := getattr(arm, name), str)}
    paths: dict[str, None] = {name: None for name in stated if plain_name(stated[name]) is None}
    if not paths:
        return reading
    run = msgspec.structs.replace(artifact.run, arm=msgspec.structs.replace(arm, **paths))
    return replace(reading, artifact=msgspec.structs.replace(artifact, run=run))


def _declared(artifact: RunArtifact, source: Source, path: Path, root: Path) -> RunArtifact:
    rule = source.rule
    arm = _identity(artifact.run.arm, rule.identity)
    if rule.arm is not None:
        values = _values(arm, path, root)
        if lacking := [name for name in placeholders(rule.arm) if not values.get(name)]:
            what = f"The run states no {', '.join(lacking)} for the arm that the spec makes of it."
            remedy = "State it under the entry's identity, or name the arm in another way."
            raise UnusableInput(
                Problem("NO_ARM", what, remedy, path, field=f"sources[{source.index}].arm")
            )
        arm = msgspec.structs.replace(arm, arm_id=filled(rule.arm, values))
    attempts = artifact.attempts
    if rule.ends and artifact.format != TABLE:  # a table's reader has read its words by them
        attempts = tuple(_as_mapped(each, rule.ends) for each in attempts)
    run = msgspec.structs.replace(artifact.run, arm=arm)
    return msgspec.structs.replace(artifact, run=run, attempts=attempts)


def _identity(arm: ArmIdentity, rule: IdentityRule) -> ArmIdentity:
    stated = {name: value for name, value in msgspec.structs.asdict(rule).items() if value}
    return msgspec.structs.replace(arm, **stated) if stated else arm


def _values(arm: ArmIdentity, path: Path, root: Path) -> dict[str, str]:
    """Return what the names in an arm's template stand for."""
    identity = msgspec.structs.asdict(arm)
    values = {name: value for name, value in identity.items() if isinstance(value, str)}
    return values | {
        "arm": arm.arm_id,
        "model": arm.served_model or "",
        "file": printable(path.name.partition(".")[0] if path.is_file() else path.name),
        "folder": "" if path in (root, root / path.name) else printable(path.parent.name),
    }


def _as_mapped(attempt: Attempt, ends: Mapping[str, str]) -> Attempt:
    """Return an attempt as the spec reads its word; another reading than the usual is contested."""
    reading = None if attempt.end is None else ends.get(attempt.end)
    if attempt.end is None or reading is None:
        return attempt
    ending = mapped(attempt.end, reading, contested=attempt.contested)
    if ending.state is not attempt.state:
        ending = msgspec.structs.replace(ending, contested=True)
    return ended(attempt, ending)


def _unknown_words(discovery: Discovery) -> Iterator[Problem]:
    """Yield the words of `ends` that none of the formats has which an entry speaks for."""
    known: dict[int, list[str]] = {}
    for found in discovery.runs:
        source = discovery.sources.of(found.path, discovery.root)
        if source is not None and found.reader.format != TABLE:  # whose words the spec maps
            words = known.setdefault(source.index, [])
            words += (each.name for each in endings_of(found.reader) if each.name not in words)
    for source in discovery.sources.entries:
        for word in source.rule.ends:
            words = known.get(source.index, [word])  # of what is not there nothing is known
            if word in words:
                continue
            remedy = "`stability inventory` shows the format; its page lists the words."
            what = "The format has no words of its own for how an attempt ended."
            if words:
                near = nearest(word, words)
                what = f"The format has no such word for an end; the nearest is {near}."
            yield source.problem("NO_SUCH_END", what, remedy, "ends")


def _labels(
    source: Source, arms: set[str], before: Mapping[str, str], problems: list[Problem]
) -> dict[str, str]:
    """Return the label of an entry's arm, which must be one, and have no other label."""
    label = source.rule.label
    if label is None or not arms:
        return {}
    if len(arms) > 1:
        what = "The entry has a label, but runs of more than one arm."
        remedy = "Give each arm its label under labels.arms."
        problems.append(source.problem("LABEL_SHARED", what, remedy, "label"))
        return {}
    (arm,) = arms
    if before.get(arm, label) != label:
        what = "An entry above gives the same arm another label."
        problems.append(source.problem("CONTRADICTION", what, "Keep one of them.", "label"))
    return {arm: label}
