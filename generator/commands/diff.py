"""`stability diff`: what changed between two versions' public reports."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
import msgspec

from generator.commands.places import FOLDER, here
from generator.console import Console, speaks
from generator.errors import Problem, ReleaseStopped, UnusableInput, printable
from generator.pages.changes.github import github
from generator.pages.changes.names import Plain
from generator.pages.changes.story import story
from generator.pages.changes.text import text
from generator.pages.changes.verdict import summary_line
from generator.publication.changes import changes
from generator.publication.report import Report
from generator.publication.report_file import read_report
from generator.site.store import REPORT, read_versions

Format = Literal["md", "json", "text"]


@click.command(epilog="Example: stability diff 2026.09.15 2026.09.22 --format text")
@click.argument("old")
@click.argument("new")
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "json", "text"]),
    default="md",
    show_default=True,
    help="Markdown for a pull request, JSON for machines, or text for a terminal.",
)
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@click.option("--exit-code", is_flag=True, help="End with 1 if a figure or a decision changed.")
@speaks
def diff(
    *,
    console: Console,
    old: str,
    new: str,
    form: Format,
    site_src: Path | None,
    exit_code: bool,
) -> None:
    """Say what changed between two reports, why, and whether to worry.

    OLD and NEW are names of versions, or paths of a report.json. Private files are not read.
    """
    project = here()
    sources = site_src or (project.site_src if project else None)
    before, after = _find(sources, old), _find(sources, new)
    found = changes(before, after, corrects=_corrects(sources, before, after))
    console.as_json = console.as_json or form == "json"
    console.result({"summary": summary_line(found), **msgspec.to_builtins(found)})
    told = story(found, Plain())
    console.say((text(told) if form == "text" else github(told)).rstrip("\n"))
    if exit_code and found.verdict != "same":
        remedy = "Read what changed before it goes out."
        raise ReleaseStopped(Problem("CHANGED", summary_line(found), remedy))


def _find(sources: Path | None, name: str) -> Report:
    """Return the report of a version's name, of a version's folder, or of a file."""
    if sources and Path(name).name == name and (sources / name / REPORT).is_file():
        return read_report(sources / name / REPORT)
    place = Path(name)
    if place.is_dir():
        return read_report(place / REPORT)
    if place.is_file():
        return read_report(place)
    raise UnusableInput(
        Problem(
            "NO_SUCH_VERSION",
            f"There is no version and no report of the name {printable(name)}.",
            "Name a version that `site_src/versions.json` lists, or a report.json; without a "
            "project around, say where the versions are with --site-src.",
        )
    )


def _corrects(sources: Path | None, old: Report, new: Report) -> bool:
    """Whether the list of versions says that the new version corrects the old one.

    It is asked of reports named by path too: that of the old version may lie anywhere by now.
    """
    return sources is not None and any(
        entry.version == new.version and entry.corrects == old.version
        for entry in read_versions(sources)
    )
