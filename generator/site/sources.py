"""What is wrong with the versions' folders themselves, told in place of what follows from it.

One stray or stale file in `site_src` makes findings all over the built site: the file, the pages
and the search index that quote it, the record of the build. Whoever reads them wants the one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import UnusableInput
from generator.pages.render import render
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.publication.scan.finding import UNEXPLAINED_FILE, Finding
from generator.site.differences import Differences, differences, follows, source_of
from generator.site.store import REPORT, earlier, read_versions
from generator.site.versions import Entry

_RENDER = "Render it again: stability render --version {version}"
_REMOVE = "Remove it: everything in this folder is made by the program."
_MEND = (
    "If a template says it, mend that and render again: stability render --version {version}. If "
    "the version's own report says it, take the version away: stability withdraw {version}"
)
_REBUILD = (
    "Restore the version's folder from the repository's history, or build it again: "
    "stability build --version {version}"
)
_MOST_STRAY = 20


@dataclass(frozen=True)
class _Version:
    """One version's folder, and how it differs from the files that its report gives.

    What the report gives is not known where a version that it is compared with cannot be read.
    """

    name: str
    folder: Path
    report: Report | None
    found: Differences | None

    def causes(self) -> Iterator[Finding]:
        """Yield what is wrong with the folder."""
        if self.report is None:
            what = "The report is missing or not of its closed types."
            yield self._finding("UNEXPLAINED", REPORT, what, _REBUILD)
        elif self.report.version != self.name:
            what = "The report is of another version than its folder."
            yield self._finding("UNEXPLAINED", REPORT, what, _REBUILD)
        elif self.found is not None:
            for name in sorted(self.found.extra)[:_MOST_STRAY]:
                what = "The version's report gives no file of this name."
                yield self._finding(UNEXPLAINED_FILE, name, what, _REMOVE)
            stale = sorted(self.found.missing | self.found.changed)
            if stale:
                more = f"; there are {len(stale)} such files" if len(stale) > 1 else ""
                what = f"The file is not as the version's report gives it{more}."
                yield self._finding("UNEXPLAINED", stale[0], what, _RENDER)

    def wrong(self) -> frozenset[str] | None:
        """Return the files of the folder that are wrong; None where nothing tells which are."""
        if self.report is None or self.report.version != self.name or self.found is None:
            return None
        return self.found.names

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


def at_source(findings: Sequence[Finding], site_src: Path, templates: Path) -> list[Finding]:
    """Return findings in a site built from `site_src`, each where it can be mended."""
    read = [_version(site_src, entry, templates) for entry in read_versions(site_src)]
    newest = read[0].name if read else ""
    wrong = {each.name: names for each in read if (names := each.wrong()) is None or names}
    causes = [cause for version in read for cause in version.causes()]
    rest = [
        _at_its_source(each, site_src, newest)
        for each in findings
        if not (each.gate == "positive" and follows(each.file, wrong, newest))
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
    found = differences(folder, render(report, templates, compared))
    return _Version(entry.version, folder, report, found)


def _at_its_source(finding: Finding, site_src: Path, newest: str) -> Finding:
    """Name the source of a private text; of an older version another remedy helps."""
    source = site_src / source_of(finding.file)
    if finding.gate == "positive" or not source.is_file():
        return finding
    version = finding.file.partition("/")[0]
    remedy = finding.remedy if version == newest else _MEND.format(version=version)
    return replace(finding, source=source, remedy=remedy)
