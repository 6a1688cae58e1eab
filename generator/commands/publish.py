"""`stability publish`: a draft becomes final."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from generator.commands.places import FOLDER, here, place_of
from generator.console import Console, speaks
from generator.site.store import publish as publish_version


@click.command(epilog="Example: stability publish 2026.09.22")
@click.argument("version")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@speaks
def publish(*, console: Console, version: str, site_src: Path | None) -> None:
    """Make a draft version final: from then on its report may not change."""
    entry = publish_version(site_src or place_of(here(), "site_src", "--site-src"), version)
    console.say(f"published: {entry.version}, report SHA-256 {entry.report_sha256}")
    console.result(msgspec.to_builtins(entry))
