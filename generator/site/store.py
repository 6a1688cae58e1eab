"""The committed sources of the site: one folder a version, and the list of versions beside them."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path, PurePosixPath

from generator.errors import Problem, ReleaseStopped, UnusableInput
from generator.pages.page import Earlier
from generator.pages.render import render
from generator.publication.report import Report, encode
from generator.publication.report_file import read_report
from generator.publication.strings import VERSION_NAME
from generator.regular_file import read_regular
from generator.site import versions
from generator.site.swap import replaced
from generator.site.versions import Entry, Versions
from generator.whole_file import write_whole

REPORT = "report.json"
LARGEST_LIST = 16 << 20


def read_versions(site_src: Path) -> Versions:
    """Read the list of versions; there is none in an empty project."""
    file = site_src / versions.FILE_NAME
    if not os.path.lexists(file):
        _check_unlisted(site_src)
        return ()
    try:
        return versions.loads(read_regular(file, LARGEST_LIST))
    except UnusableInput as error:
        raise UnusableInput(*(problem.at(file) for problem in error.problems)) from error


def earlier(
    site_src: Path, version: str, corrects: str | None, first: int | None = None
) -> tuple[Earlier, ...]:
    """Return the reports that a version's page of changes compares it with, or its `first` ones."""
    listed = read_versions(site_src)
    names = versions.compared_with(listed, version, corrects)[:first]
    return tuple(Earlier(_report(site_src, name), name == corrects) for name in names)


def rendered(site_src: Path, entry: Entry, templates: Path) -> tuple[Report, dict[str, bytes]]:
    """Return a listed version's report, and every file that its folder holds for it."""
    report = _report(site_src, entry.version)
    compared = earlier(site_src, entry.version, entry.corrects)
    return report, render(report, templates, compared)


def compared_later(site_src: Path, version: str) -> tuple[Entry, ...]:
    """Return the versions whose pages of changes tell of the given one."""
    listed = read_versions(site_src)
    return tuple(
        entry
        for entry in listed
        if version in versions.compared_with(listed, entry.version, entry.corrects)
    )


def _report(site_src: Path, version: str) -> Report:
    return read_report(site_src / version / REPORT, version=version)


def write_version(
    site_src: Path,
    report: Report,
    files: Mapping[str, bytes],
    *,
    corrects: str | None = None,
) -> Entry:
    """Write one version's folder whole and list it; return its entry.

    `files` are all files of the folder by their path within it; `report.json` must be the
    report's one spelling. A draft is replaced. Of a published version only the pages may be
    rendered again, from the very report that was published.
    """
    known = read_versions(site_src)
    entry = Entry(
        version=report.version,
        title=report.version,
        date=report.published_on,
        status="draft",
        corrects=corrects,
        report_sha256=hashlib.sha256(encode(report)).hexdigest(),
    )
    final = next((old for old in known if old.version == report.version), None)
    if final and final.status == "published" and _is_same(entry, final):
        listed = known
    else:
        listed = versions.with_entry(known, entry)
    _check_paths(files)
    site_src.mkdir(parents=True, exist_ok=True)
    if not known:  # so that no moment shows a version's folder without a list
        write_versions(site_src, ())
    with replaced(site_src / report.version) as folder:
        for name, data in sorted(files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    write_versions(site_src, listed)
    return next(old for old in listed if old.version == report.version)


def write_versions(site_src: Path, listed: Versions) -> None:
    """Write the list of versions, and point `latest` to the newest for a plain `mkdocs serve`."""
    write_whole(site_src / versions.FILE_NAME, versions.dumps(listed))
    link = site_src / versions.LATEST
    if listed and not (link.is_symlink() and link.readlink() == Path(listed[0].version)):
        if link.is_dir() and not link.is_symlink():
            _remove_copy(link)
        new = site_src / f".{versions.LATEST}"
        new.unlink(missing_ok=True)
        new.symlink_to(listed[0].version, target_is_directory=True)
        new.replace(link)


def _remove_copy(link: Path) -> None:
    """Remove a copy of a version in the link's place: a copied checkout has one, not the link."""
    if not (link / REPORT).is_file():
        what = "The folder has the name of the link to the newest version, and is no copy of one."
        raise UnusableInput(Problem("PLACE_TAKEN", what, "Move or remove the folder.", link))
    shutil.rmtree(link)


def publish(site_src: Path, version: str) -> Entry:
    """Make a draft final; from then on its report may not change."""
    listed = versions.published(read_versions(site_src), version)
    write_versions(site_src, listed)
    return next(entry for entry in listed if entry.version == version)


def withdraw(site_src: Path, version: str) -> tuple[Entry, ...]:
    """Take a version off the list, and its folder away; return those whose pages told of it.

    A withdrawal that was cut short is finished: nobody knows any more which pages those were.
    """
    known = read_versions(site_src)
    folder = site_src / version
    if _is_unlisted(site_src, version, known):
        listed = told = known
    else:
        listed = versions.without(known, version)
        names = {entry.version for entry in compared_later(site_src, version)}
        told = tuple(entry for entry in listed if entry.version in names)
    if not listed:
        (site_src / versions.LATEST).unlink(missing_ok=True)
    write_versions(site_src, listed)
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        _remove_version(folder)
    return told


def _is_unlisted(site_src: Path, version: str, known: Versions) -> bool:
    """Whether there is a version's folder, or what is left of one, that the list has not."""
    folder = site_src / version
    return (
        (site_src / versions.FILE_NAME).is_file()
        and VERSION_NAME.fullmatch(version) is not None
        and version not in {versions.LATEST, *(entry.version for entry in known)}
        and folder.is_dir()
        and ((folder / REPORT).is_file() or not any(folder.iterdir()))
    )


def _remove_version(folder: Path) -> None:
    """Remove a version's folder, its report last: as long as that is there, it is known for one."""
    try:
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != REPORT:
                path.unlink()
        shutil.rmtree(folder)
    except OSError:
        what = "The version is off the list, and its folder cannot be removed: it still leaks."
        remedy = "Give this account the right to remove what is in it, and withdraw it again."
        raise UnusableInput(Problem("NOT_REMOVED", what, remedy, folder)) from None


def present(site_src: Path, place: Path) -> tuple[Path, tuple[str, ...]]:
    """Return sources without the listed versions whose report is missing, and their names.

    Where none is, they are the very sources; else links to them in `place`, beside a list that
    leaves out what is missing.
    """
    listed = read_versions(site_src)
    missing = [each.version for each in listed if not (site_src / each.version / REPORT).is_file()]
    if not missing:
        return site_src, ()
    links = place / site_src.name
    links.mkdir()
    left = reduce(versions.without, missing, listed)
    for entry in left:
        (links / entry.version).symlink_to((site_src / entry.version).resolve())
    write_versions(links, left)
    return links, tuple(missing)


def chain_problems(site_src: Path) -> list[Problem]:
    """Name every version that changed, or went missing, since it was listed."""
    file = site_src / versions.FILE_NAME
    found = versions.problems(read_versions(site_src), report_digests(site_src))
    return [
        replace(problem, file=site_src / problem.file / REPORT if problem.file else file)
        for problem in found
    ]


def refuse_changed(site_src: Path, but: str | None = None) -> None:
    """Refuse to go on where the report of a published version changed or went missing.

    What is made of it would be named, file for file, and nothing made again could mend it. Of the
    version `but`, which is being made, nothing is asked.
    """
    published = {e.version for e in read_versions(site_src) if e.status == "published"} - {but}
    files = {site_src / version / REPORT for version in published}
    changed = [each for each in chain_problems(site_src) if each.file in files]
    if changed:
        raise ReleaseStopped(*changed)


def report_digests(site_src: Path) -> dict[str, str]:
    """Return the digest of the report of each listed version that has one."""
    files = {entry.version: site_src / entry.version / REPORT for entry in read_versions(site_src)}
    return {
        version: hashlib.sha256(file.read_bytes()).hexdigest()
        for version, file in files.items()
        if file.is_file()
    }


def _is_same(entry: Entry, final: Entry) -> bool:
    """Whether what would be listed is what was published, so that only pages are made again."""
    corrects = entry.corrects in (None, final.corrects)
    return corrects and entry.report_sha256 == final.report_sha256


def _check_unlisted(site_src: Path) -> None:
    """Refuse to begin a new list beside versions whose list is gone."""
    if any(site_src.glob(f"*/{REPORT}")):
        raise UnusableInput(
            Problem(
                "VERSIONS_MISSING",
                "There are versions here, but the list of them is gone.",
                "Restore it from the repository's history: git checkout -- versions.json.",
                site_src / versions.FILE_NAME,
            )
        )


def _check_paths(files: Mapping[str, bytes]) -> None:
    """Refuse a name that would lie outside the folder or be hidden in it."""
    for name in files:
        parts = PurePosixPath(name).parts
        if not parts or name.startswith("/") or "\\" in name or any(p[0] == "." for p in parts):
            raise UnusableInput(
                Problem(
                    "FILE_NAME",
                    "A file of the version has a name outside its folder.",
                    "Render the pages again with the program's own templates.",
                )
            )
