"""Reading what was found: one task an artifact, on any executor, in the order of discovery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

from generator.artifacts.discovery import Found
from generator.artifacts.files import Limits
from generator.artifacts.records import RunArtifact
from generator.artifacts.workers import interrupts_held
from generator.errors import Problem, UnusableInput

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Progress = Callable[[int, int], None]
"""Called with how many artifacts are read, and how many there are."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[A_co]):
    """What came of reading one artifact: itself, or why it is unusable."""

    found: Found[object]
    artifact: A_co | None
    problems: tuple[Problem, ...] = ()


def artifacts_of(readings: Iterable[Reading[A]]) -> list[A]:
    """Return what could be read."""
    return [reading.artifact for reading in readings if reading.artifact is not None]


def refuse_if_unread(*readings: Iterable[Reading[object]], also: Iterable[Problem] = ()) -> None:
    """Raise all that makes any artifact unusable together, with what else is wrong."""
    unread = (problem for reading in chain(*readings) for problem in reading.problems)
    if problems := (*also, *unread):
        raise UnusableInput(*problems)


def read_each(
    found: Sequence[Found[A]],
    limits: Limits,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Reading[A]]:
    """Read every artifact that can be read, and say of every other why not."""
    tell = progress or _silent
    if executor is None:
        readings = []
        for each in found:
            readings.append(_read(each, limits))
            tell(len(readings), len(found))
        return readings
    with interrupts_held():  # submitting starts the processes
        futures = [executor.submit(_read, each, limits) for each in found]
    for done, _ in enumerate(as_completed(futures), start=1):
        tell(done, len(found))
    return [future.result() for future in futures]


def read_runs(
    found: Sequence[Found[tuple[RunArtifact, ...]]],
    limits: Limits,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Reading[RunArtifact]]:
    """Read every place that holds runs, once; return what came of each run."""
    return list(_one_by_one(read_each(found, limits, executor, progress)))


def _one_by_one(
    places: Sequence[Reading[tuple[RunArtifact, ...]]],
) -> Iterator[Reading[RunArtifact]]:
    """Yield a reading for each run, and one for each place that cannot be read."""
    for place in places:
        if place.artifact is None:
            yield Reading(place.found, None, place.problems)
        for run in place.artifact or ():
            yield Reading(place.found, run)


def _silent(_done: int, _total: int) -> None:
    """Tell nobody."""


def _read(found: Found[A], limits: Limits) -> Reading[A]:
    # Problems are returned, not raised: they cross from one process to another as plain data.
    try:
        return Reading(found, found.reader.read(found.path, limits, found.root))
    except UnusableInput as unusable:
        return Reading(found, None, unusable.problems)
