"""The site: one MkDocs build a version, assembled beside the old site and swapped in whole.

A version whose inputs are as they were is taken over from the site that is there: of a long history
nothing is built again, only looked at and linked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from generator.errors import Problem, UnusableInput
from generator.publication.report_file import read_report
from generator.site.files import take_over
from generator.site.history.past import Past
from generator.site.mkdocs import Job, inputs_digests, run, shared_digest
from generator.site.record import (
    RECORD,
    Inputs,
    Made,
    alike,
    encode,
    made_of,
    recorded,
    seal,
    sound,
)
from generator.site.root import write_root
from generator.site.settings import Settings
from generator.site.store import REPORT, read_versions
from generator.site.swap import recover, replaced
from generator.site.versions import Entry, Versions, correction_of, told_of

Progress = Callable[[int, int, str], None]
"""Told after each version: how many are done, of how many, and which one it was."""

Check = Callable[[Path, Inputs], None]
"""Shown the whole site where it was built, and which versions were taken over from a site that
was shown before; raises what must keep it from its place."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did, version by version, newest first."""

    site: Path
    built: tuple[str, ...]
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A site, and its versions that stand as they were checked.

    `inputs` are the digests of what each is made from, `made` those of what it is.
    """

    site: Path
    inputs: Inputs
    made: Made


def known_of(site_src: Path, site: Path, project: Settings) -> Known:
    """Return the versions that stand in a site as they were checked.

    One whose sources, settings, program or built pages are not as they were then is not among them.
    """
    listed = read_versions(site_src)
    there = [entry for entry in listed if (site_src / entry.version).is_dir()]
    todo = [job_of(entry, listed, site_src, project) for entry in there]
    inputs = inputs_digests(todo, shared_digest(project))
    made = sound(site, alike(recorded(site), inputs))
    return Known(site, {version: inputs[version] for version in made}, made)


def build_site(
    site_src: Path,
    site: Path,
    project: Settings,
    jobs: int = 1,
    progress: Progress | None = None,
    check: Check | None = None,
    *,
    known: Known | None = None,
) -> BuildSummary:
    """Build every version that changed and put the whole site in its place.

    The whole site is shown to `check` before it is put in place; where that raises, it never is.
    Sound versions are taken over from the site that is there, or from the `known` one.
    """
    listed = read_versions(site_src)
    todo = [job_of(entry, listed, site_src, project) for entry in listed]
    inputs = inputs_digests(todo, shared_digest(project))
    recover(site)
    place, made_from = (known.site, known.inputs) if known else (site, recorded(site))
    same = alike(made_from, inputs)
    with replaced(site) as staging:
        # MkDocs is at work on what is new while the rest is looked at, taken over and gathered.
        with _Builds(staging, jobs) as builds:
            builds.start(job for job in todo if job.version not in same)
            kept = {each: known.made[each] for each in same} if known else sound(site, same)
            builds.start(job for job in todo if job.version in same and job.version not in kept)
            for version in kept:
                take_over(place / version, staging / version)
            past = _past(site_src, listed)
            for done, version in enumerate(builds.ended(), start=1):
                if progress:
                    progress(done, len(todo) - len(kept), version)
        write_root(staging, listed, project.mkdocs_yml, past)
        (staging / RECORD).write_bytes(encode(inputs))
        made = made_of(staging, kept)  # before the check: what changes after it is not sound
        if check:
            check(staging, {version: inputs[version] for version in kept})
        seal(site, made)
    built = (job.version for job in todo if job.version not in kept)
    return BuildSummary(site, tuple(built), tuple(kept))


def job_of(entry: Entry, listed: Versions, site_src: Path, project: Settings) -> Job:
    """Return what it takes to build one of the versions."""
    folder = site_src / entry.version
    if not folder.is_dir():
        raise UnusableInput(
            Problem(
                "VERSION_MISSING",
                f"The folder of version {entry.version} is missing.",
                "Restore it from the repository's history.",
                file=folder,
            )
        )
    return Job(
        version=entry.version,
        docs=folder,
        mkdocs_yml=project.mkdocs_yml,
        status=entry.status,
        corrected_by=correction_of(listed, entry.version),
        tells_of=told_of(listed, entry),
    )


def _past(site_src: Path, listed: Versions) -> Past:
    """Gather what is followed from version to version, the newest first."""
    past = Past()
    for entry in listed:
        past.add(read_report(site_src / entry.version / REPORT, version=entry.version))
    return past


class _Builds:
    """Versions that MkDocs builds, some at a time, while other work is done."""

    def __init__(self, staging: Path, jobs: int) -> None:
        self._staging = staging
        self._pool = ThreadPoolExecutor(max_workers=max(1, jobs))
        self._running: dict[str, Future[None]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for what runs; what was not begun, after something went wrong, never is."""
        self._pool.shutdown(cancel_futures=True)

    def start(self, jobs: Iterable[Job]) -> None:
        """Let versions be built."""
        for job in jobs:
            self._running[job.version] = self._pool.submit(run, job, self._staging / job.version)

    def ended(self) -> Iterator[str]:
        """Yield each version once it is built, in the order in which they were started."""
        for version, running in self._running.items():
            running.result()
            yield version
