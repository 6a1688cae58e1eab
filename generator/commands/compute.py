"""The report of the runs, as `build` and `aggregate` compute it with their shared options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from generator.aggregate import Aggregated, aggregate
from generator.commands.places import ANYWHERE, FILE, JOBS, place_of
from generator.console import Console
from generator.project import Project
from generator.site.listed import read_reports

Command = Callable[..., None]


def inputs_of(command: Command) -> Command:
    """Give a command the options that say what to read and what to call it."""
    for option in (
        click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file."),
        click.option("--spec", type=FILE, help="The stability spec."),
        click.option("--version", help="The version's name; without one, the report's date."),
        click.option("--date", help="The report's date, YYYY-MM-DD; without one, the last run's."),
        JOBS,
    ):
        command = option(command)
    return command


def compute(
    console: Console,
    project: Project | None,
    *,
    results: Path | None,
    spec: Path | None,
    version: str | None,
    date: str | None,
    jobs: int,
    site_src: Path | None,
) -> Aggregated:
    """Compute the public report and say what must be said of it.

    Together with the reports of the versions in `site_src`, if any, it gives no withheld count
    back.
    """
    place = results or place_of(project, "results", "--results")
    spec = spec or (project.spec if project else None)
    console.look_into(place, spec)
    listed = read_reports(site_src) if site_src else ()
    with console.progress("reading") as step:
        made = aggregate(
            place,
            spec,
            version,
            published_on=date,
            home=project.root if project else None,
            jobs=jobs,
            progress=step,
            listed=listed,
        )
    console.warn(made.warnings)
    return made
