"""The site: one MkDocs build a version, assembled beside the old site and swapped in whole.

A version whose inputs are as they were is taken over from the site that is there, so that adding
the hundredth version costs what adding the first did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from generator.errors import Problem, UnusableInput
from generator.publication.report_file import read_report
from generator.site.files import take_over
from generator.site.history.past import Past
from generator.site.mkdocs import Job, inputs_digests, run, shared_digest
from generator.site.record import RECORD, Inputs, encode, made_of, seal, sound
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


def build_site(
    site_src: Path,
    site: Path,
    project: Settings,
    jobs: int = 1,
    progress: Progress | None = None,
    check: Check | None = None,
    *,
    known: Path | None = None,
) -> BuildSummary:
    """Build every version that changed and put the whole site in its place.

    The whole site is shown to `check` before it is put in place; where that raises, it never is.
    Sound versions are taken over from the site that is there, or from the one at `known`.
    """
    listed = read_versions(site_src)
    todo = [job_of(entry, listed, site_src, project) for entry in listed]
    shared = shared_digest(project)
    inputs = inputs_digests(todo, shared)
    recover(site)
    kept = sound(known or site, inputs)
    fresh = [job for job in todo if job.version not in kept]
    with replaced(site) as staging:
        for version in kept:
            take_over((known or site) / version, staging / version)
        for done, job in enumerate(_built(fresh, staging, jobs), start=1):
            if progress:
                progress(done, len(fresh), job.version)
        write_root(staging, listed, project.mkdocs_yml, _past(site_src, listed))
        (staging / RECORD).write_bytes(encode(inputs))
        made = made_of(staging, kept)  # before the check: what changes after it is not sound
        if check:
            check(staging, {version: inputs[version] for version in kept})
        seal(site, made)
    return BuildSummary(site, tuple(job.version for job in fresh), tuple(kept))


def passed_before(site_src: Path, site: Path, project: Settings) -> Inputs:
    """Return the versions that stand in a site as they were checked, with what they are made from.

    One whose sources, settings, program or built pages are not as they were then is not among them.
    """
    listed = read_versions(site_src)
    there = [entry for entry in listed if (site_src / entry.version).is_dir()]
    todo = [job_of(entry, listed, site_src, project) for entry in there]
    inputs = inputs_digests(todo, shared_digest(project))
    return {version: inputs[version] for version in sound(site, inputs)}


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


def _built(fresh: list[Job], staging: Path, jobs: int) -> Iterator[Job]:
    """Run the builds, some at a time, and yield each as it ends."""
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        running = {pool.submit(run, job, staging / job.version): job for job in fresh}
        try:
            for ended in as_completed(running):
                ended.result()
                yield running[ended]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
