"""`stability serve`: a live preview on localhost."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from generator.commands.places import project_here, settings_of
from generator.console import Console, speaks
from generator.errors import Problem, UnusableInput
from generator.site.build import job_of
from generator.site.mkdocs import preview
from generator.site.settings import check_settings
from generator.site.store import read_versions
from generator.site.versions import LATEST, Entry, Versions

_HOST = "127.0.0.1"


@click.command(epilog="Example: stability serve --port 8000")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--version", help="The version to show; without one, the newest.")
@speaks
def serve(*, console: Console, port: int, version: str | None) -> None:
    """Preview a version's pages on localhost, and reload when they change."""
    project = project_here()
    check_settings(project.mkdocs_yml)
    listed = read_versions(project.site_src)
    entry = _chosen(listed, version, project.site_src)
    _check_port(port)
    console.say(f"serving {entry.version} on http://{_HOST}:{port}/ (stop with Ctrl-C)")
    job = job_of(entry, listed, project.site_src, settings_of(project))
    with preview(job, f"{_HOST}:{port}") as served:
        try:
            ended = served.wait()
        except KeyboardInterrupt:
            console.say("stopped")
            return
    if ended:
        what = "The preview has ended with an error, which MkDocs names above."
        remedy = "Mend what it names, and start the preview again."
        raise UnusableInput(Problem("PREVIEW_ENDED", what, remedy))


def _chosen(listed: Versions, version: str | None, site_src: Path) -> Entry:
    if listed and version in (None, LATEST):
        return listed[0]
    found = next((entry for entry in listed if entry.version == version), None)
    if found is None:
        what = "There is no such version." if listed else "There is no version to show yet."
        remedy = "Name one of versions.json." if listed else "`stability build` makes one."
        raise UnusableInput(Problem("NO_VERSION", what, remedy, site_src, field="--version"))
    return found


def _check_port(port: int) -> None:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((_HOST, port))
        except OSError as error:
            what = "The port is taken, or not free for everyone."
            remedy = "Name another one, such as --port 8001."
            raise UnusableInput(Problem("PORT_TAKEN", what, remedy, field="--port")) from error
