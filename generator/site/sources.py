"""What is wrong with the versions' folders themselves, told in place of what follows from it.

One stray or stale file in `site_src` makes findings all over the built site: the file, the pages
and the search index that quote it, the record of the build. Whoever reads them wants the one file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import UnusableInput
from generator.pages.render import render
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.publication.scan.finding import UNEXPLAINED_FILE, Finding
from generator.site.record import RECORD
from generator.site.store import REPORT, earlier, read_versions
from generator.site.versions import Entry

_DERIVED = ("search/search_index.json", "sitemap.xml", "sitemap.xml.gz")
_RENDER = "Render it again: stability render --version {version}"
_REMOVE = "Remove it: everything in this folder is made by the program."
_MEND = (
    "If a template says it, mend that and render again: stability render --version {version}. If "
    "the version's own report says it, take the version down."
)
_REBUILD = (
    "Restore the version's folder from the repository's history, or build it again: "
    "stability build --version {version}"
)
_MOST_STRAY = 20


@dataclass(frozen=True)
class _Version:
    """One version's folder: the files it has and those that its report gives.

    What the report gives is not known where a version that it is compared with cannot be read.
    """

    name: str
    folder: Path
    report: Report | None
    made: Mapping[str, bytes] | None

    def causes(self) -> Iterator[Finding]:
        """Yield what is wrong with the folder."""
        if self.report is None:
            what = "The report is missing or not of its closed types."
            yield self._finding("UNEXPLAINED", REPORT, what, _REBUILD)
        elif self.report.version != self.name:
            what = "The report is of another version than its folder."
            yield self._finding("UNEXPLAINED", REPORT, what, _REBUILD)
        elif self.made is not None:
            for name in self._stray(self.made)[:_MOST_STRAY]:
                what = "The version's report gives no file of this name."
                yield self._finding(UNEXPLAINED_FILE, name, what, _REMOVE)
            changed = self._changed(self.made)
            if changed:
                more = f", and neither are {len(changed) - 1} more" if len(changed) > 1 else ""
                what = f"The file is not as the version's report gives it{more}."
                yield self._finding("UNEXPLAINED", changed[0], what, _RENDER)

    def follows(self, path: str) -> bool:
        """Whether what is wrong with a built file follows from what is wrong with the folder."""
        if self.report is None or self.report.version != self.name or self.made is None:
            return True
        wrong = {*self._stray(self.made), *self._changed(self.made)}
        return path in wrong or _source(path) in wrong or path in _DERIVED

    def _finding(self, rule: str, name: str, what: str, remedy: str) -> Finding:
        return Finding(
            gate="positive",
            rule=rule,
            file=f"{self.name}/{name}",
            offset=0,
            what=what,
            remedy=remedy.format(version=self.name),
            source=self.folder / name,
        )

    def _stray(self, made: Mapping[str, bytes]) -> list[str]:
        return sorted(set(_files(self.folder)) - made.keys())

    def _changed(self, made: Mapping[str, bytes]) -> list[str]:
        return [name for name, data in made.items() if _read(self.folder / name) != data]


def at_source(findings: Sequence[Finding], site_src: Path, templates: Path) -> list[Finding]:
    """Return findings in a site built from `site_src`, each where it can be mended."""
    read = [_version(site_src, entry, templates) for entry in read_versions(site_src)]
    wrong = {each.name: each for each in read if each.made is None or any(each.causes())}
    causes = [cause for version in wrong.values() for cause in version.causes()]
    rest = [
        _at_its_source(each, site_src, read[0].name if read else "")
        for each in findings
        if not (each.gate == "positive" and _follows(each.file, wrong))
    ]
    return [*causes, *rest]


def _version(site_src: Path, entry: Entry, templates: Path) -> _Version:
    folder = site_src / entry.version
    try:
        report = read_report(folder / REPORT)
    except UnusableInput:
        return _Version(entry.version, folder, None, None)
    try:
        compared = earlier(site_src, entry.version, entry.corrects)
    except UnusableInput:
        return _Version(entry.version, folder, report, None)
    return _Version(entry.version, folder, report, render(report, templates, compared))


def _follows(file: str, wrong: Mapping[str, _Version]) -> bool:
    version, _, path = file.partition("/")
    if file == RECORD:
        return bool(wrong)
    return version in wrong and wrong[version].follows(path)


def _at_its_source(finding: Finding, site_src: Path, newest: str) -> Finding:
    """Name the source of a private text; of an older version another remedy helps."""
    source = site_src / _source(finding.file)
    if finding.gate == "positive" or not source.is_file():
        return finding
    version = finding.file.partition("/")[0]
    remedy = finding.remedy if version == newest else _MEND.format(version=version)
    return replace(finding, source=source, remedy=remedy)


def _source(path: str) -> str:
    """Return where what a built file says is written."""
    return f"{path.removesuffix('.html')}.md" if path.endswith(".html") else path


def _files(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        yield from ((Path(place) / name).relative_to(folder).as_posix() for name in names)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None
