"""One run of MkDocs: its configuration, its inputs, and what is cut from its output."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import msgspec
import yaml

import generator
from generator import __version__
from generator.errors import Problem, UnusableInput
from generator.pages.render import navigation
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.site.csp import guard
from generator.site.files import irregular, tree_digest, tree_digests
from generator.site.settings import Settings, project_config, theme_folder
from generator.site.store import REPORT

_NO_DATE = dt.date(2000, 1, 1)
"""Stands in for the date of a report that has none; it shows nowhere but in file headers."""

_PROGRAM = Path(generator.__file__).parent
CACHE = "__pycache__"

_TOLD = re.compile(r"^(?:WARNING|ERROR|Aborted|Error)\b.*")
_TOLD_LINES = 20


@dataclass(frozen=True, slots=True)
class Job:
    """One version to build: its folder, and what its pages say about its state."""

    version: str
    docs: Path
    mkdocs_yml: Path
    status: str
    corrected_by: str | None
    tells_of: tuple[str, ...]
    """Digests of the reports of the versions that its pages compare it with."""


def configuration(job: Job, report: Report, site_dir: Path) -> dict[str, Any]:
    """Return what one version's build adds to the project's configuration."""
    base = project_config(job.mkdocs_yml).get("site_url") or ""
    return {
        "INHERIT": job.mkdocs_yml.name,
        "docs_dir": str(job.docs.resolve()),
        "site_dir": str(site_dir.resolve()),
        "site_url": f"{base.rstrip('/')}/{job.version}/" if base else "",
        "nav": [_nav_item(title, target) for title, target in navigation(report)],
        "extra": {
            "stability": {
                "version": job.version,
                "date": report.published_on,
                "status": job.status,
                "corrected_by": job.corrected_by,
            }
        },
    }


def shared_digest(project: Settings) -> str:
    """Return the digest of what the pages of every version are made by, but not of."""
    config = project_config(project.mkdocs_yml)
    seen = hashlib.sha256(json.dumps(config, sort_keys=True, default=_named).encode())
    tools = [__version__, *(installed(name) for name in ("mkdocs", "mkdocs-material", "Markdown"))]
    seen.update("\0".join(tools).encode())
    theme = theme_folder(project.mkdocs_yml)
    for folder in (_PROGRAM, project.templates, *([theme] if theme else [])):
        seen.update(tree_digest(folder, apart=CACHE).encode())
    return seen.hexdigest()


def inputs_digests(jobs: Sequence[Job], shared: str) -> dict[str, str]:
    """Return the digest of everything the pages of each version are made from."""
    found = {}
    for job, docs in zip(jobs, tree_digests(job.docs for job in jobs), strict=True):
        told = [job.status, job.corrected_by or "", *job.tells_of]
        parts = [job.version, *told, shared, docs]
        found[job.version] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return found


def run(job: Job, site_dir: Path) -> None:
    """Build one version into a folder; what MkDocs finds wrong is passed on in its own words."""
    _check_files(job)
    report = read_report(job.docs / REPORT)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "-"],
        input=yaml.safe_dump(configuration(job, report, site_dir)),
        cwd=job.mkdocs_yml.parent,
        env=os.environ | _environment(report.published_on),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if _TOLD.match(line.strip())]
        told = " ".join(lines[:_TOLD_LINES]) or "MkDocs stopped without a word."
        raise UnusableInput(
            Problem(
                "SITE_BUILD_FAILED",
                f"MkDocs could not build version {job.version}: {told}",
                "Mend the page it names, or the templates the page is rendered from.",
                file=job.docs,
            )
        )
    _trim(site_dir)
    guard(sorted(site_dir.rglob("*.html")))


@contextmanager
def preview(job: Job, address: str) -> Iterator[subprocess.Popen[bytes]]:
    """Serve one version, its pages made again as they change, until the block ends.

    MkDocs reads its settings again each time, from a file that lies where its paths start from.
    """
    report = read_report(job.docs / REPORT)
    file = job.mkdocs_yml.with_name(f".serve-{address.rpartition(':')[2]}.yml")
    file.write_text(yaml.safe_dump(configuration(job, report, Path("/"))), "utf-8")
    watched = ["--watch-theme", "--watch", str(job.mkdocs_yml)]
    try:
        with subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-m", "mkdocs", "serve", "-f", str(file), "-a", address, *watched],
            cwd=job.mkdocs_yml.parent,
            env=os.environ | _environment(report.published_on),
        ) as served:
            try:
                yield served
            finally:
                served.terminate()
    finally:
        file.unlink(missing_ok=True)


def _check_files(job: Job) -> None:
    """Refuse what MkDocs would follow out of the folder, or wait for without end."""
    for name in irregular(job.docs):
        what = "This is a link, a pipe or a device, and no page."
        remedy = "Remove it; `stability render` writes the version's pages again."
        raise UnusableInput(Problem("NO_FILE", what, remedy, job.docs / name))


def _named(value: object) -> str:
    """Stand for a value that is no JSON, such as a function the settings name."""
    return getattr(value, "__qualname__", type(value).__name__)


def _nav_item(title: str, target: str | list[tuple[str, str]]) -> dict[str, Any]:
    if isinstance(target, str):
        return {title: target}
    return {title: [_nav_item(*item) for item in target]}


def _environment(published_on: str | None) -> dict[str, str]:
    """Return the settings under which two builds of one input are the same, byte for byte."""
    try:
        day = dt.date.fromisoformat(published_on) if published_on else _NO_DATE
    except ValueError:  # the report's type asks for the form of a date, not for a day that was
        day = _NO_DATE
    return {
        "SOURCE_DATE_EPOCH": str(max(0, (day - dt.date(1970, 1, 1)).days * 86400)),
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }


def _trim(site_dir: Path) -> None:
    """Cut what no reader needs: source maps, other languages' search, an unreachable 404 page."""
    for path in sorted(site_dir.rglob("*.map")):
        path.unlink()
    index = site_dir / "search" / "search_index.json"
    if index.exists() and msgspec.json.decode(index.read_bytes())["config"]["lang"] == ["en"]:
        shutil.rmtree(site_dir / "assets" / "javascripts" / "lunr", ignore_errors=True)
    (site_dir / "404.html").unlink(missing_ok=True)
