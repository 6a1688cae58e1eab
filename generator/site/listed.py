"""The reports of the versions that there are, as a new version must be held against them."""

from __future__ import annotations

from pathlib import Path

from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.site.store import REPORT, read_versions


def read_reports(site_src: Path) -> list[Report]:
    """Read the reports of the versions that are there, newest first."""
    files = {each.version: site_src / each.version / REPORT for each in read_versions(site_src)}
    return [read_report(file, version=version) for version, file in files.items() if file.is_file()]
