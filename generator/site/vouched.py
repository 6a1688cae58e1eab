"""What a site may hold, made again from the public reports that lie in it.

Nothing of this looks at the built pages: reports are rendered again, pages converted again, and the
root written again beside. A site that holds anything else holds what nobody can explain.
"""

from __future__ import annotations

import html
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import markdown
import yaml

from generator.errors import UnusableInput
from generator.pages.addresses import built_path
from generator.pages.page import Earlier
from generator.pages.render import navigation, render
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.publication.scan.explain.frame import Frame
from generator.publication.scan.explain.page import Source
from generator.publication.scan.explain.site import Vouched
from generator.publication.scan.finding import Finding
from generator.regular_file import read_regular
from generator.site import versions
from generator.site.build import job_of
from generator.site.history.past import Past
from generator.site.mkdocs import inputs_digests, shared_digest
from generator.site.record import NONE_PASSED, RECORD, Inputs, encode
from generator.site.root import write_root
from generator.site.settings import Settings, project_config
from generator.site.store import LARGEST_LIST, REPORT
from generator.site.theme import pinned_assets, read_theme
from generator.site.versions import Entry, Versions, compared_with

_FRONT = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_TO_PAGE = re.compile(r'(<a\b[^>]*? ?href="[^"#:]*?)\.md((?:#[^"]*)?")')
_NO_HOST = "http://localhost/"
_RESTORE = "Restore the list of versions and the reports from the repository's history."


class Voucher:
    """Vouches for a site folder by folder; `findings` are what is wrong with its own lists.

    `passed` are versions taken over, byte for byte, from a site that passed under the same program,
    settings and templates. They are not made again, but for the newest, which the root repeats.
    """

    def __init__(self, site: Path, project: Settings, passed: Inputs = NONE_PASSED) -> None:
        self._site = site
        self._project = project
        self._config = project_config(project.mkdocs_yml)
        self._theme = read_theme(project.mkdocs_yml)
        self._assets = pinned_assets(project.mkdocs_yml)
        self._shared = shared_digest(project)
        self._records: dict[str, str] = {}
        self._newest: dict[str, bytes] = {}
        self._past = Past()
        self.findings: list[Finding] = []
        self._listed = self._read_list()
        newest = self._listed[0].version if self._listed else None
        self._passed = {name: inputs for name, inputs in passed.items() if name != newest}

    @property
    def passed(self) -> frozenset[str]:
        """The folders that are vouched for without being looked into, each with a slash."""
        return frozenset(f"{version}/" for version in self._passed)

    def folders(self) -> Iterator[Vouched]:
        """Yield what each version's folder may hold, and last what the root may."""
        for entry in self._listed:
            report = self._report(entry.version)
            if report is None:
                continue
            self._past.add(report)
            if entry.version in self._passed:
                self._records[entry.version] = self._passed[entry.version]
            else:
                yield self._version(report, entry)
        yield self._root()

    def _read_list(self) -> Versions:
        """Read the list of versions; one that is not as the program writes it vouches for none."""
        try:
            data = read_regular(self._site / versions.FILE_NAME, LARGEST_LIST)
            listed = versions.loads(data)
        except UnusableInput:
            self._refuse(versions.FILE_NAME, "The list of versions is missing or not in its form.")
            return ()
        named = all(
            entry.title == entry.version and set(entry.aliases) <= {versions.LATEST}
            for entry in listed
        )
        if versions.dumps(listed) != data or not named:
            self._refuse(
                versions.FILE_NAME, "The list of versions is not as the program writes it."
            )
        return listed

    def refuses(self, path: str) -> bool:
        """Whether nothing explains a file because its version's report or its list is refused."""
        refused = {finding.file for finding in self.findings}
        folder = path.partition("/")[0]
        listed = versions.FILE_NAME in refused
        return bool(refused) and (listed or path == RECORD or f"{folder}/{REPORT}" in refused)

    def _refuse(self, file: str, what: str) -> None:
        self.findings.append(Finding("positive", "UNEXPLAINED", file, 0, what, _RESTORE))

    def _decoded(self, version: str) -> Report | None:
        try:
            return read_report(self._site / version / REPORT)
        except UnusableInput:
            return None

    def _earlier(self, entry: Entry) -> tuple[Earlier, ...]:
        """Read the versions that one is compared with; what cannot be read vouches for nothing."""
        names = compared_with(self._listed, entry.version, entry.corrects)
        found = [(self._decoded(name), name == entry.corrects) for name in names]
        return tuple(Earlier(report, corrected) for report, corrected in found if report)

    def _report(self, version: str) -> Report | None:
        """Read a version's report; one that is not of the closed types vouches for nothing."""
        report = self._decoded(version)
        if report is None:
            self._refuse(f"{version}/{REPORT}", "The report is missing or not of its closed types.")
            return None
        if report.version != version:
            self._refuse(f"{version}/{REPORT}", "The report is of another version.")
            return None
        return report

    def _version(self, report: Report, entry: Entry) -> Vouched:
        home = f"{report.version}/"
        files = render(report, self._project.templates, self._earlier(entry))
        exact = {name: data for name, data in files.items() if not name.endswith(".md")}
        built = {
            built_path(name): data.decode() for name, data in files.items() if name.endswith(".md")
        }
        sources = {name: Source(self._article(text)) for name, text in built.items()}
        self._records[report.version] = self._inputs_digest(files, entry)
        if report.version == self._listed[0].version:
            self._newest = {**exact, **dict.fromkeys(built, b"")}
        frame = self._frame(report, home, sources, exact, built)
        return Vouched(
            folder=home,
            exact={home + name: data for name, data in {**exact, **self._assets}.items()},
            pages={home + name: (source, frame) for name, source in sources.items()},
            indexes={f"{home}search/search_index.json": sources},
            sitemaps={f"{home}sitemap.xml": _addresses(built, frame.site_url or _NO_HOST + home)},
        )

    def _article(self, text: str) -> str:
        """Convert a page with the site's own Markdown extensions."""
        names, settings = [], {}
        for each in self._config.get("markdown_extensions", ()):
            name, setting = next(iter(each.items())) if isinstance(each, dict) else (each, {})
            names.append(name)
            settings[name] = setting or {}
        converter = markdown.Markdown(extensions=names, extension_configs=settings)
        return _TO_PAGE.sub(r"\1.html\2", converter.convert(_FRONT.sub("", text, count=1)))

    def _inputs_digest(self, files: Mapping[str, bytes], entry: Entry) -> str:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                _write(Path(folder) / entry.version / name, data)
            job = job_of(entry, self._listed, Path(folder), self._project)
            return inputs_digests([job], self._shared)[entry.version]

    def _frame(
        self,
        report: Report,
        home: str,
        sources: Mapping[str, Source],
        exact: Mapping[str, bytes],
        built: Mapping[str, str],
    ) -> Frame:
        base = str(self._config.get("site_url") or "")
        elsewhere = [f"{entry.version}/index.html" for entry in self._listed]
        anchors: dict[str, frozenset[str]] = dict.fromkeys(
            ["index.html", f"{versions.LATEST}/index.html", *elsewhere], frozenset()
        )
        anchors |= {home + name: frozenset() for name in (*exact, *self._assets)}
        anchors |= {home + name: source.anchors for name, source in sources.items()}
        return Frame(
            theme=self._theme,
            said=frozenset(_said(report, built, self._listed)),
            anchors=anchors,
            home=home,
            site_url=f"{base.rstrip('/')}/{home}" if base else "",
        )

    def _root(self) -> Vouched:
        """Write the root again beside, from the list, the reports and explained files alone."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            newest = self._listed[0].version if self._listed else ""
            for name, data in self._newest.items():
                _write(root / newest / name, data)
            write_root(root, self._listed, self._project.mkdocs_yml, self._past)
            exact = {
                path.relative_to(root).as_posix(): path.read_bytes()
                for path in root.rglob("*")
                if path.is_file() and path.relative_to(root).parts[0] != newest
            }
        return Vouched("", {**exact, RECORD: encode(self._records)}, {}, {}, {})


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _addresses(pages: Mapping[str, str], base: str) -> frozenset[str]:
    return frozenset(base + ("" if name == "index.html" else name) for name in pages)


def _said(report: Report, built: Mapping[str, str], listed: Versions) -> Iterator[str]:
    """Yield what a version's frame fills in: its titles, and the versions and dates there are."""
    for entry in listed:
        yield entry.version
        yield from [entry.date] if entry.date else []
    for front in filter(None, map(_FRONT.match, built.values())):  # a template may have lost it
        said: Any = yaml.safe_load(front[1])
        yield html.unescape(said["title"])
        yield html.unescape(said["description"])
    for title, below in navigation(report):
        named = [title] if isinstance(below, str) else [title, *(each for each, _ in below)]
        for name in named:
            # The theme escapes titles once more where it makes an attribute of them.
            yield from (html.unescape(name), name)
