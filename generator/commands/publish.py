"""`stability publish`: a draft becomes final."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from generator.commands.check import review, stop
from generator.commands.places import FOLDER, PROCESSORS, here, place_of
from generator.console import Console, speaks
from generator.site.lock import alone
from generator.site.store import publish as publish_version
from generator.site.store import read_versions
from generator.site.versions import published


@click.command(epilog="Example: stability publish 2026.09.22")
@click.argument("version")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@speaks
def publish(*, console: Console, version: str, site_src: Path | None) -> None:
    """Make a draft version final: from then on its report may not change.

    What `check` finds wrong stops it. Other versions that stand in the site as they passed are not
    rendered and explained again, as `check` does.
    """
    project = here()
    sources = site_src or place_of(project, "site_src", "--site-src")
    with alone(sources):
        published(read_versions(sources), version)  # a name that is not there is said at once
        parts = review(console, project, sources, jobs=PROCESSORS, published=version)
        stop(parts, " Nothing was published.")
        entry = publish_version(sources, version)
    console.say(f"published: {entry.version}, report SHA-256 {entry.report_sha256}")
    if project and project.site.is_dir():
        site = console.name(project.site)
        console.say(
            f"Next: `stability render`, for {site} was built before and still shows it as a draft; "
            f"then commit {console.name(sources)}."
        )
    else:
        console.say(f"Next: commit {console.name(sources)}.")
    console.result(msgspec.to_builtins(entry))
