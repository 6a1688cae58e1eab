"""`stability serve`: a live preview on localhost."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from generator.commands.places import here, place_of
from generator.console import Console, speaks
from generator.errors import Problem, UnusableInput


@click.command(epilog="Example: stability serve --port 8000")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--version", help="The version to show; without one, the newest.")
@speaks
def serve(*, console: Console, port: int, version: str | None) -> None:
    """Preview a version's pages on localhost, and reload when they change."""
    project = here()
    config = place_of(project, "mkdocs_yml", "mkdocs.yml")
    pages = place_of(project, "site_src", "--site-src") / (version or "latest")
    if not pages.is_dir():
        remedy = "`stability build` makes its pages."
        raise UnusableInput(Problem("NO_VERSION", "There is no such version.", remedy, pages))
    console.say(f"serving {pages.name} on http://127.0.0.1:{port}/ (stop with Ctrl-C)")
    command = [sys.executable, "-m", "mkdocs", "serve", "--config-file", str(config)]
    command += ["--dev-addr", f"127.0.0.1:{port}"]
    environment = os.environ | {"REPORT_DOCS": str(pages.resolve()), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, env=environment, check=False)  # noqa: S603 - our own words
    raise SystemExit(done.returncode)
