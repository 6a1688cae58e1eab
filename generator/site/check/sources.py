"""The sources as they are listed: the chain, each entry against its report, no stray file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generator.errors import Problem, UnusableInput
from generator.publication.report import Report, encode
from generator.publication.report_file import read_report
from generator.regular_file import read_regular
from generator.site import versions
from generator.site.store import LARGEST_LIST, REPORT, chain_problems, read_versions
from generator.site.versions import Entry, Versions

_HISTORY = "Restore it from the repository's history."


def source_problems(site_src: Path) -> Iterator[Problem]:
    """Name what is wrong with the list of versions, and what lies beside them unlisted."""
    listed = read_versions(site_src)
    file = site_src / versions.FILE_NAME
    yield from (_spelled(problem, listed) for problem in chain_problems(site_src))
    if listed and read_regular(file, LARGEST_LIST) != versions.dumps(listed):
        what = "The list of versions is not spelled as the program writes it."
        yield Problem("LIST_EDITED", what, _HISTORY, file)
    for entry in listed:
        if not os.path.lexists(site_src / entry.version / REPORT):
            continue  # the chain says that it is missing
        try:
            report = read_report(site_src / entry.version / REPORT, version=entry.version)
        except UnusableInput as unusable:
            yield from unusable.problems
        else:
            yield from (each.at(file) for each in _entry_problems(entry, report))
    yield from (each.at(file) for each in _alias_problems(listed))
    yield from _stray(site_src, listed)


def _spelled(problem: Problem, listed: Versions) -> Problem:
    """Say of a changed report where it is only spelled otherwise."""
    if problem.code != "REPORT_CHANGED" or problem.file is None:
        return problem
    (entry, *_) = (each for each in listed if each.version == problem.file.parent.name)
    try:
        report = read_report(problem.file, version=entry.version)
    except UnusableInput:  # named after the chain
        return problem
    if hashlib.sha256(encode(report)).hexdigest() != entry.report_sha256:
        return problem
    same = "Its values are the same, in another spelling: order of fields, spaces or line ends."
    return replace(problem, what=f"{problem.what} {same}")


def _entry_problems(entry: Entry, report: Report) -> Iterator[Problem]:
    for field, stated, reported in (
        ("title", entry.title, report.version),
        ("date", entry.date, report.published_on),
    ):
        if stated != reported:
            what = f"The entry of version {entry.version} states what its report does not."
            yield Problem("ENTRY_CHANGED", what, _HISTORY, field=field)


def _alias_problems(listed: Versions) -> Iterator[Problem]:
    for at, entry in enumerate(listed):
        if entry.aliases != (() if at else (versions.LATEST,)):
            what = f"The aliases of version {entry.version} are not those of its place in the list."
            yield Problem("ENTRY_CHANGED", what, _HISTORY, field="aliases")


def _stray(site_src: Path, listed: Versions) -> Iterator[Problem]:
    """Name what nobody listed, and a `latest` that leads elsewhere than to the newest version."""
    known = {versions.FILE_NAME, versions.LATEST, *(entry.version for entry in listed)}
    for path in sorted(site_src.iterdir()) if site_src.is_dir() else ():
        if path.name not in known and not path.name.startswith("."):
            what = "This is no version of the list, and no file of the program."
            remedy = "Remove it, or restore the list of versions that has it."
            yield Problem("UNLISTED", what, remedy, path)
    latest = site_src / versions.LATEST
    if listed and not (latest.is_symlink() and latest.readlink() == Path(listed[0].version)):
        remedy = "`stability render --no-site` writes it again."
        yield Problem("LATEST", "This is no link to the newest version.", remedy, latest)
