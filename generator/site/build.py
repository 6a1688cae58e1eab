"""The site: one MkDocs build a version, assembled beside the old site and swapped in whole.

A version whose inputs are as they were is taken over from the site that is there, so that adding
the hundredth version costs what adding the first did.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import msgspec

from generator.errors import Problem, UnusableInput
from generator.publication.report import decode
from generator.site.history.past import Past
from generator.site.mkdocs import Job, inputs_digest, run
from generator.site.root import write_root
from generator.site.store import REPORT, read_versions
from generator.site.swap import recover, replaced
from generator.site.versions import Entry, Versions, correction_of

Progress = Callable[[int, int, str], None]
"""Told after each version: how many are done, of how many, and which one it was."""

Check = Callable[[Path], None]
"""Shown the whole site where it was built; raises what must keep it from its place."""

RECORD = ".builds.json"
"""Digest of the inputs of each version in the site; all of them are published anyway."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did, version by version, newest first."""

    site: Path
    built: tuple[str, ...]
    kept: tuple[str, ...]


def build_site(
    site_src: Path,
    site: Path,
    mkdocs_yml: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    check: Check | None = None,
) -> BuildSummary:
    """Build every version that changed and put the whole site in its place.

    `mkdocs_yml` is the project's own configuration; its folder is where its paths start from. The
    whole site is shown to `check` before it is put in place; where that raises, it never is.
    """
    listed = read_versions(site_src)
    todo = [_job(entry, listed, site_src, mkdocs_yml) for entry in listed]
    inputs = {job.version: inputs_digest(job) for job in todo}
    recover(site)
    recorded = _read_record(site)
    kept = [
        version
        for version, state in inputs.items()
        if recorded.get(version) == state and (site / version).is_dir()
    ]
    fresh = [job for job in todo if job.version not in kept]
    with replaced(site) as staging:
        for version in kept:
            shutil.copytree(site / version, staging / version, copy_function=_link)
        for done, job in enumerate(_built(fresh, staging, jobs), start=1):
            if progress:
                progress(done, len(fresh), job.version)
        write_root(staging, listed, mkdocs_yml, _past(todo))
        (staging / RECORD).write_bytes(msgspec.json.encode(inputs, order="sorted") + b"\n")
        if check:
            check(staging)
    return BuildSummary(site, tuple(job.version for job in fresh), tuple(kept))


def _job(entry: Entry, listed: Versions, site_src: Path, mkdocs_yml: Path) -> Job:
    folder = site_src / entry.version
    try:
        report = decode((folder / REPORT).read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise UnusableInput(
            Problem(
                "REPORT_UNREADABLE",
                f"The report of version {entry.version} is missing or not in its form.",
                "Restore the version's folder from the repository's history, or build it again.",
                file=folder / REPORT,
            )
        ) from error
    return Job(
        version=entry.version,
        docs=folder,
        mkdocs_yml=mkdocs_yml,
        report=report,
        status=entry.status,
        corrected_by=correction_of(listed, entry.version),
    )


def _past(jobs: list[Job]) -> Past:
    """Gather what is followed from version to version; jobs are newest first."""
    past = Past()
    for job in jobs:
        past.add(job.report)
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


def _read_record(site: Path) -> dict[str, str]:
    """Read which inputs the present site was built from; without a record everything is built."""
    try:
        return msgspec.json.decode((site / RECORD).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def _link(source: str, target: str) -> str:
    """Take a file over without a copy where the file system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
    return target
