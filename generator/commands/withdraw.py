"""`stability withdraw`: a version that must not be public any more goes, and its list says so."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.assemble import render_again
from generator.commands.places import FOLDER, here, place_of, templates_of
from generator.console import Console, speaks
from generator.project import Project
from generator.site.lock import alone
from generator.site.record import memory_of
from generator.site.store import read_versions
from generator.site.store import withdraw as withdraw_version


@click.command(epilog="Example: stability withdraw 2026.09.22")
@click.argument("version")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@speaks
def withdraw(*, console: Console, version: str, site_src: Path | None) -> None:
    """Take a version away that must not be public any more, such as one that leaks.

    For a wrong number build a correction instead: then the old version stays, with a notice. This
    removes the report and its pages, links the newer versions anew, and renders those that told of
    it. What was published without a trace of it does not come back: see docs/withdraw.md.
    """
    project = here()
    sources = site_src or place_of(project, "site_src", "--site-src")
    with alone(sources):
        told = withdraw_version(sources, version)
        for entry in told:
            render_again(sources, entry, templates_of(project))
        if project:  # the search keeps the words of what it read
            memory_of(project.site).unlink(missing_ok=True)
        left = read_versions(sources)
    console.say(f"withdrawn: {version}")
    for entry in told:
        console.say(f"pages: {console.name(sources / entry.version)}, without what told of it")
    console.say(
        f"Next: {_off_the_site(console, project, empty=not left)}; then clear the host, its caches "
        "and the repository's history, which still have it."
    )
    console.result({"withdrawn": version, "rendered": [entry.version for entry in told]})


def _off_the_site(console: Console, project: Project | None, *, empty: bool) -> str:
    """Say how the version comes off the site, which is built of the versions that are left."""
    if not empty:
        return "`stability render` takes it off the site"
    site = console.name(project.site) if project else "the built site"
    return f"no version is left, so remove {site}"
