"""All that stops a release, looked for part by part in the committed sources and a site of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from generator.errors import Problem, UnusableInput
from generator.gates import Gates
from generator.pages.render import render, told_as
from generator.publication.inference.withhold import given_back
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.publication.scan.finding import Finding
from generator.site.build import Known, build_site
from generator.site.check.history import base_of, history_problems
from generator.site.check.pages import number_problems, page_problems
from generator.site.check.sources import source_problems
from generator.site.differences import Wrong, content, follows
from generator.site.follows import Follows
from generator.site.links import link_problems
from generator.site.record import Inputs, memory_of
from generator.site.settings import project_config
from generator.site.store import REPORT, earlier, present, read_versions, report_digests
from generator.site.versions import FILE_NAME, Entry

Progress = Callable[[str], AbstractContextManager[Callable[[int, int], None]]]
"""Told what is being done, gives what is told how many of how many are done."""


_TORN = frozenset({"CHAIN_BROKEN", "PUBLISHED_REMOVED"})
"""Problems of a list that no longer tells which version came before which."""

_OF_THE_SITE = ("links", "leaks")
"""The parts that look at the built site."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a review: what was looked at, and what is wrong there."""

    name: str
    looked_at: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """What is reviewed: versions under a project's settings, and what they are held against.

    `known` is a site whose sound pages need no building again; `shown` is what paths of the site
    are told under. Both may be missing. Versions that `passed` as they are in `known` are neither
    rendered nor explained again, links in them included, and the search holds against them what it
    kept of them.
    """

    sources: Path
    gates: Gates
    known: Known | None
    shown: Path
    base: str | None
    jobs: int
    progress: Progress
    passed: Inputs
    names: bool = True

    def parts(self) -> Iterator[Part]:
        """Look at one part after the other, and yield each with what is wrong there."""
        listed = read_versions(self.sources)
        sources = _part(
            "versions", "the list, its chain, its reports", source_problems(self.sources)
        )
        yield sources
        history = self._history()
        yield history
        reports = list(self._reports())
        torn = any(each.code in _TORN for each in (*sources.problems, *history.problems))
        numbers = (
            problem
            for entry, report in reports
            for problem in number_problems(self.sources / entry.version, report)
        )
        unseen = _not_looked_at(len(listed) - len(reports))
        yield _part("numbers", f"each number against its own counts{unseen}", numbers)
        yield self._withheld(reports, unseen)
        follows = Follows.of(listed, {entry.version for entry, _ in reports}, torn=torn)
        pages = self._pages(reports, follows, unseen)
        yield pages
        yield from self._built(follows.with_files(self._wrong(pages)), follows.said)

    def _history(self) -> Part:
        base = base_of(self.sources, self.base)
        digests = report_digests(self.sources)
        found = history_problems(base.listed, read_versions(self.sources), digests)
        file = self.sources / FILE_NAME
        looked_at = f"published versions as at {self.base or 'the last commit'}"
        if base.unknown:
            looked_at = f"not looked at: {base.unknown}"
        return _part("history", looked_at, (problem.at(file) for problem in found))

    def _reports(self) -> Iterator[tuple[Entry, Report]]:
        """Yield the reports that are the listed ones; of others no page can be expected."""
        digests = report_digests(self.sources)
        for entry in read_versions(self.sources):
            if digests.get(entry.version) == entry.report_sha256:
                try:
                    file = self.sources / entry.version / REPORT
                    yield entry, read_report(file, version=entry.version)
                except UnusableInput:  # named among the versions
                    continue

    def _withheld(self, reports: Sequence[tuple[Entry, Report]], unseen: str) -> Part:
        """Look for withheld counts that all versions together give back."""
        found, unsettled = given_back([report for _, report in reports])
        for version, problem in unsettled:
            self.gates.tell(problem.at(self.sources / version / REPORT))
        left = f"; not settled: {len(unsettled)}" if unsettled else ""
        return _part(
            "withheld",
            f"withheld counts against all versions together{unseen}{left}",
            (problem.at(self.sources / version / REPORT) for version, problem in found),
        )

    def _pages(
        self, reports: Sequence[tuple[Entry, Report]], follows: Follows, unseen: str
    ) -> Part:
        found: list[Problem] = []
        fresh = [each for each in reports if each[0].version not in self.passed]
        with self.progress("rendering") as step:
            for done, (entry, report) in enumerate(fresh, 1):
                files = self._rendered(entry, report, follows.seen.get(entry.version))
                found += page_problems(self.sources / entry.version, files)
                step(done, len(fresh))
        held = f"each page against its report, byte for byte{self._before}"
        looked_at = f"{held}{unseen}{follows.unread}"
        return _part("pages", looked_at, found)

    def _rendered(self, entry: Entry, report: Report, seen: int | None) -> dict[str, bytes]:
        """Return a version's files, which can tell of the first `seen` of its earlier versions.

        What they tell of the others stands as it is in the folder. Without a number all are.
        """
        templates = self.gates.settings.templates
        if seen is None:
            compared = earlier(self.sources, entry.version, entry.corrects)
            return render(report, templates, compared)
        compared = earlier(self.sources, entry.version, entry.corrects, seen)
        folder = self.sources / entry.version
        rendered = render(report, templates, compared)
        return told_as(rendered, lambda name: content(folder / name), seen)

    @property
    def _before(self) -> str:
        """Say of how many versions it is taken that they still pass."""
        counted = f"{len(self.passed)} version{'' if len(self.passed) == 1 else 's'}"
        return f"; {counted} passed before as they are" if self.passed else ""

    def _wrong(self, pages: Part) -> Wrong:
        """Return which files of each version's folder were found wrong."""
        wrong: dict[str, set[str]] = {}
        for problem in pages.problems:
            if problem.file:
                version, *path = problem.file.relative_to(self.sources).parts
                wrong.setdefault(version, set()).add("/".join(path))
        return wrong

    def _built(self, wrong: Wrong, said: str) -> Iterator[Part]:
        """Build the site in a temporary place, and look at what a reader would get."""
        settings = self.gates.settings
        with TemporaryDirectory() as place:
            site = Path(place) / "site"
            sources, missing = present(self.sources, Path(place))
            built = "the site, built in a temporary place"
            if missing:
                built += f"; without {', '.join(missing)}"
            try:
                with self.progress("building") as step:
                    build_site(
                        sources,
                        site,
                        settings,
                        self.jobs,
                        lambda done, of, _: step(done, of),
                        known=self.known,
                    )
            except UnusableInput as unusable:
                at_home = (_moved(each, sources, self.sources) for each in unusable.problems)
                yield _part("site", built, at_home)
                yield from _unseen("the site could not be built", *_OF_THE_SITE)
                return
            yield Part("site", built, ())
            base = urlsplit(project_config(settings.mkdocs_yml).get("site_url") or "/").path
            dead = link_problems(site, f"{base.rstrip('/')}/", self.passed)
            shown = (replace(each, file=self.shown / (each.file or "")) for each in dead)
            yield _part("links", f"every link, and nothing from elsewhere{self._before}", shown)
            yield self._leaks(site, wrong, dead, said)

    def _leaks(self, site: Path, wrong: Wrong, dead: Sequence[Problem], said: str) -> Part:
        """Look for what must not go out, and leave out what is said already where it comes from."""
        listed = read_versions(site)
        newest = listed[0].version if listed else ""
        lines: dict[str, set[int | None]] = {}
        for each in dead:
            lines.setdefault((each.file or Path()).as_posix(), set()).add(each.line)
        told: list[Finding] = []
        again = 0
        memory = memory_of(self.known.site) if self.known and self.passed else None
        for finding in self.gates.findings(site, self.passed, memory):
            named = lines.get(finding.file) if finding.gate == "positive" else None
            if named and finding.line(site) in named:
                again += 1
            elif finding.gate == "negative" or not follows(finding.file, wrong, newest):
                told.append(finding)
        private = "and the private texts of the runs" if self.gates.results else "without runs"
        linked = f"; not said again: what is named under links ({again})" if again else ""
        return _part(
            "leaks",
            f"every byte of the site, {private}{self._before}{said}{linked}",
            (p for each in told for p in each.problems(self.shown, names=self.names)),
        )


def grouped(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield one problem of each wording, with how many more places it was found in."""
    kinds: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        kinds.setdefault((problem.code, problem.what, problem.remedy), []).append(problem)
    for first, *others in kinds.values():
        places = "place" if len(others) == 1 else "places"
        more = f" The same in {len(others)} more {places}." if others else ""
        yield replace(first, what=first.what + more)


def _not_looked_at(versions: int) -> str:
    """Say of how many versions nothing was looked at, for their report is not the listed one."""
    return f"; not looked at: {versions} whose report is not as listed" if versions else ""


def _unseen(why: str, *names: str) -> Iterator[Part]:
    """Yield parts of which nothing was looked at, so that nobody takes silence for a pass."""
    yield from (Part(name, f"not looked at: {why}", ()) for name in names)


def _moved(problem: Problem, place: Path, home: Path) -> Problem:
    """Name a file of one place where it lies in another."""
    if problem.file is None or not problem.file.is_relative_to(place):
        return problem
    return replace(problem, file=home / problem.file.relative_to(place))


def _part(name: str, looked_at: str, problems: Iterable[Problem]) -> Part:
    return Part(name, looked_at, tuple(problems))
