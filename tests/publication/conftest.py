"""A built site whose reports are known, to plant things in."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.publication.scan.explain.site import Vouched, explain
from generator.publication.scan.finding import Finding
from generator.site.settings import Settings
from generator.site.store import publish
from generator.site.vouched import Voucher
from tests.sample_report import trials_only_report
from tests.site.conftest import Project, new_project, version


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A built project: v1 published, v2 a draft. Only to be looked at, or copied."""
    project = new_project(tmp_path_factory.mktemp("clean") / "project")
    project.write(version("v1", trials_only_report(), "2026-10-01"))
    publish(project.site_src, "v1")
    project.write(version("v2"))
    project.build()
    return project


@pytest.fixture
def site(clean: Project, tmp_path: Path) -> Path:
    """A copy of the built site that a test may change."""
    copy = tmp_path / "site"
    shutil.copytree(clean.site, copy)
    return copy


Vouching = tuple[list[Vouched], list[Finding]]


@pytest.fixture(scope="session")
def vouched(clean: Project) -> Callable[[Path], Vouching]:
    """What vouches for a site; made once for all sites of the same list and reports."""
    known: dict[bytes, Vouching] = {}

    def vouch(place: Path) -> Vouching:
        read = [place / "versions.json", *sorted(place.glob("*/report.json"))]
        key = b"\0".join(file.read_bytes() if file.exists() else b"" for file in read)
        if key not in known:
            voucher = Voucher(place, Settings(clean.mkdocs_yml, clean.root / "templates"))
            known[key] = list(voucher.folders()), voucher.findings
        return known[key]

    return vouch


@pytest.fixture
def explained(vouched: Callable[[Path], Vouching]) -> Callable[[Path], list[Finding]]:
    """The positive gate over a site."""

    def check(place: Path) -> list[Finding]:
        folders, findings = vouched(place)
        return [*explain(place, folders), *findings]

    return check
