"""`stability render`: pages from public reports, with no access to raw artifacts."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.assemble import assemble, render_again, say_assembled
from generator.commands.places import FOLDER, JOBS, here, place_of, settings_of, templates_of
from generator.console import Console, counted, speaks
from generator.errors import Problem, UnusableInput
from generator.gates import Gates
from generator.outputs import check_site
from generator.site.lock import alone
from generator.site.settings import check_settings
from generator.site.store import read_versions, refuse_changed
from generator.site.versions import Versions
from generator.spec.load import load_spec


@click.command(epilog="Example: stability render --version 2026.09.22")
@click.option("--version", help="Only this version; without one, all.")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@click.option("--site", type=FOLDER, help="Where the site is built.")
@JOBS
@click.option("--no-site", is_flag=True, help="Stop after the pages.")
@speaks
def render(
    *,
    console: Console,
    version: str | None,
    site_src: Path | None,
    site: Path | None,
    jobs: int,
    no_site: bool,
) -> None:
    """Render pages again from the public reports, without any raw artifact."""
    project = here()
    sources = site_src or place_of(project, "site_src", "--site-src")
    place = None if no_site else site or place_of(project, "site", "--site")
    if place:
        check_site(place, (sources, templates_of(project), project.results if project else None))
        check_settings(settings_of(project).mkdocs_yml)
    with alone(sources, place):
        entries = _chosen(sources, version)
        refuse_changed(sources)
        for entry in entries:
            files = render_again(sources, entry, templates_of(project))
            pages = console.name(sources / entry.version)
            console.say(f"pages: {pages} ({counted(files, 'file')})")
        if place:
            gates = Gates(settings_of(project), load_spec(None), None)
            say_assembled(console, assemble(console, sources, place, jobs, gates))
    console.result({"rendered": [entry.version for entry in entries]})


def _chosen(sources: Path, version: str | None) -> Versions:
    entries = tuple(e for e in read_versions(sources) if version in (None, e.version))
    if not entries:
        what = "There is no such version." if version else "There is no version to render."
        remedy = "`stability build` makes one."
        raise UnusableInput(Problem("NO_VERSION", what, remedy, sources, field="--version"))
    return entries
