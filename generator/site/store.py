"""The committed sources of the site: one folder a version, and the list of versions beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from generator.errors import Problem, UnusableInput
from generator.publication.report import Report, encode
from generator.regular_file import read_regular
from generator.site import versions
from generator.site.swap import replaced
from generator.site.versions import Entry, Versions

REPORT = "report.json"
_LARGEST_LIST = 16 << 20


def read_versions(site_src: Path) -> Versions:
    """Read the list of versions; there is none in an empty project."""
    file = site_src / versions.FILE_NAME
    if not file.exists():
        return ()
    try:
        return versions.loads(read_regular(file, _LARGEST_LIST))
    except UnusableInput as error:
        raise UnusableInput(*(problem.at(file) for problem in error.problems)) from error


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
    if final and final.status == "published" and final.report_sha256 == entry.report_sha256:
        listed = known
    else:
        listed = versions.with_entry(known, entry)
    _check_paths(files)
    site_src.mkdir(parents=True, exist_ok=True)
    with replaced(site_src / report.version) as folder:
        for name, data in sorted(files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    write_versions(site_src, listed)
    return next(old for old in listed if old.version == report.version)


def write_versions(site_src: Path, listed: Versions) -> None:
    """Write the list of versions, and point `latest` to the newest for a plain `mkdocs serve`."""
    _replace_file(site_src / versions.FILE_NAME, versions.dumps(listed))
    link = site_src / versions.LATEST
    if listed and not (link.is_symlink() and link.readlink() == Path(listed[0].version)):
        new = site_src / f".{versions.LATEST}"
        new.unlink(missing_ok=True)
        new.symlink_to(listed[0].version, target_is_directory=True)
        new.replace(link)


def publish(site_src: Path, version: str) -> Entry:
    """Make a draft final; from then on its report may not change."""
    listed = versions.published(read_versions(site_src), version)
    write_versions(site_src, listed)
    return next(entry for entry in listed if entry.version == version)


def chain_problems(site_src: Path) -> list[Problem]:
    """Name every version that changed, or went missing, since it was listed."""
    listed = read_versions(site_src)
    reports = {
        entry.version: hashlib.sha256((site_src / entry.version / REPORT).read_bytes()).hexdigest()
        for entry in listed
        if (site_src / entry.version / REPORT).is_file()
    }
    file = site_src / versions.FILE_NAME
    return [problem.at(file) for problem in versions.problems(listed, reports)]


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


def _replace_file(path: Path, data: bytes) -> None:
    """Write a file whole: a reader sees the old one or the new one."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(data)
    new.replace(path)
