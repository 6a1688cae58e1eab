"""A small report project with two versions, built once for all tests that only look at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, sync_playwright

from generator.pages.render import render
from generator.publication.report import Report
from generator.site import build
from generator.site.build import build_site
from generator.site.mkdocs import Job
from generator.site.settings import Settings
from generator.site.store import earlier, publish, read_versions, write_version
from generator.site.versions import check_new
from tests.sample_report import sample_report, trials_only_report
from tests.site.browsing import QUIET, Visits, served
from tests.whole_report import whole_report

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Project:
    """A project folder and the places in it."""

    root: Path

    @property
    def site_src(self) -> Path:
        return self.root / "site_src"

    @property
    def site(self) -> Path:
        return self.root / "site"

    @property
    def mkdocs_yml(self) -> Path:
        return self.root / "mkdocs.yml"

    @property
    def settings(self) -> Settings:
        return Settings(self.mkdocs_yml, self.root / "templates")

    def write(self, report: Report, corrects: str | None = None) -> None:
        """Render a report's pages into its version's folder."""
        check_new(read_versions(self.site_src), report.version, corrects)
        compared = earlier(self.site_src, report.version, corrects)
        files = render(report, self.root / "templates", compared)
        write_version(self.site_src, report, files, corrects=corrects)

    def build(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Build the site; say which versions were built and which were kept."""
        summary = build_site(self.site_src, self.site, self.settings, jobs=2)
        return summary.built, summary.kept


def new_project(root: Path) -> Project:
    """An empty project with the program's own templates and settings."""
    root.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "mkdocs.yml", root)
    shutil.copytree(ROOT / "templates", root / "templates")
    return Project(root)


def version(name: str, report: Report | None = None, date: str = "2026-11-09") -> Report:
    """A sample report under a version's name."""
    return msgspec.structs.replace(report or sample_report(), version=name, published_on=date)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return new_project(tmp_path / "project")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A built project: v1 published, v2 a draft with the same pages. Only to be looked at."""
    project = new_project(tmp_path_factory.mktemp("built") / "project")
    project.write(version("v1", date="2026-10-01"))
    publish(project.site_src, "v1")
    project.write(version("v2"))
    project.build()
    return project


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A built project with a page of every kind: v1 published, v2 a draft with more in it."""
    project = new_project(tmp_path_factory.mktemp("whole") / "project")
    project.write(version("v1", date="2026-10-01"))
    publish(project.site_src, "v1")
    project.write(version("v2", whole_report(tmp_path_factory.mktemp("cells"))))
    project.build()
    return project


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's own browser."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium on this machine: the pages were not opened in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def base(built: Project) -> Iterator[str]:
    """The address of the built project's site."""
    with served(built.site) as address:
        yield address


@pytest.fixture
def visits(browser: Browser, base: str) -> Iterator[Visits]:
    """Pages to open; at the end none may have met an error or asked another host."""
    opened = Visits(browser, base)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def whole_base(whole: Project) -> Iterator[str]:
    """The address of the site with a page of every kind."""
    with served(whole.site) as address:
        yield address


@pytest.fixture
def whole_visits(browser: Browser, whole_base: str) -> Iterator[Visits]:
    """Pages of every kind to open, watched like any other."""
    opened = Visits(browser, whole_base)
    yield opened
    opened.close()


@pytest.fixture
def without_mkdocs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a version's build be a copy of its folder: for tests of what is built, not of pages."""

    def copy(job: Job, site_dir: Path) -> None:
        shutil.copytree(job.docs, site_dir)

    monkeypatch.setattr(build, "run", copy)


@pytest.fixture(scope="session")
def small() -> Report:
    """A report with few pages and figures, for tests that build more than once."""
    return trials_only_report()
