"""One run of MkDocs: its configuration, its inputs, and what is cut from its output."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import msgspec
import yaml
from mkdocs.utils.yaml import yaml_load

from generator import __version__
from generator.errors import Problem, UnusableInput
from generator.pages.render import navigation
from generator.publication.report import Report
from generator.site.csp import guard

_NO_DATE = dt.date(2000, 1, 1)
"""Stands in for the date of a report that has none; it shows nowhere but in file headers."""

_TOLD = re.compile(r"^(?:WARNING|ERROR|Aborted|Error)\b.*")
_TOLD_LINES = 20


@dataclass(frozen=True, slots=True)
class Job:
    """One version to build: its folder, its report, and what its pages say about its state."""

    version: str
    docs: Path
    mkdocs_yml: Path
    report: Report
    status: str
    corrected_by: str | None


def project_config(mkdocs_yml: Path) -> dict[str, Any]:
    """Read the project's own configuration."""
    with mkdocs_yml.open("rb") as file:
        config: dict[str, Any] = yaml_load(file)
    return config


def theme_folder(mkdocs_yml: Path) -> Path | None:
    """Return the folder of the project's own theme files."""
    folder = project_config(mkdocs_yml).get("theme", {}).get("custom_dir")
    return mkdocs_yml.parent / folder if folder else None


def configuration(job: Job, site_dir: Path) -> dict[str, Any]:
    """Return what one version's build adds to the project's configuration."""
    base = project_config(job.mkdocs_yml).get("site_url") or ""
    return {
        "INHERIT": job.mkdocs_yml.name,
        "docs_dir": str(job.docs.resolve()),
        "site_dir": str(site_dir.resolve()),
        "site_url": f"{base.rstrip('/')}/{job.version}/" if base else "",
        "nav": [_nav_item(title, target) for title, target in navigation(job.report)],
        "extra": {
            "stability": {
                "version": job.version,
                "date": job.report.published_on,
                "status": job.status,
                "corrected_by": job.corrected_by,
            }
        },
    }


def inputs_digest(job: Job) -> str:
    """Return the digest of everything a version's pages are made from."""
    config = configuration(job, Path("/"))
    del config["docs_dir"], config["site_dir"]
    seen = hashlib.sha256(msgspec.json.encode(config, order="sorted"))
    tools = [__version__, *(installed(name) for name in ("mkdocs", "mkdocs-material", "Markdown"))]
    seen.update("\0".join(tools).encode())
    seen.update(job.mkdocs_yml.read_bytes())
    theme = theme_folder(job.mkdocs_yml)
    for folder in [job.docs, *([theme] if theme else [])]:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            seen.update(f"\0{path.relative_to(folder).as_posix()}\0".encode())
            seen.update(hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()


def run(job: Job, site_dir: Path) -> None:
    """Build one version into a folder; what MkDocs finds wrong is passed on in its own words."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "-"],
        input=yaml.safe_dump(configuration(job, site_dir)),
        cwd=job.mkdocs_yml.parent,
        env=os.environ | _environment(job.report.published_on),
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
