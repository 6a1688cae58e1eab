"""`stability scan`: the leak gate alone."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.places import ANYWHERE, FILE, FOLDER, JOBS, gates_of, here
from generator.console import Console, as_json, speaks
from generator.errors import Problem, UnusableInput
from generator.gates import stop_leaks
from generator.project import find_project
from generator.publication.scan.finding import Finding


@click.command(epilog="Example: stability scan site --results runs")
@click.argument("site_dir", type=FOLDER)
@click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file.")
@click.option("--spec", type=FILE, help="The stability spec.")
@JOBS
@speaks
def scan(
    *, console: Console, site_dir: Path, results: Path | None, spec: Path | None, jobs: int
) -> None:
    """Look for leaks in a built site: all of it explained, nothing private in it."""
    if not site_dir.is_dir():
        remedy = "Name the folder of a built site."
        raise UnusableInput(Problem("NO_SITE", "There is no such folder.", remedy, site_dir))
    project = find_project(site_dir) or here()
    gates = gates_of(project, results, spec, console, jobs)
    if gates.results:
        console.look_into(gates.results, gates.loaded.path)
    found = gates.findings(site_dir)
    console.say(f"{console.name(site_dir)}: {len(found)} findings")
    console.result({"findings": [_finding(each, site_dir, console) for each in found]})
    stop_leaks(found, site_dir, names=not console.public_log)


def _finding(finding: Finding, site: Path, console: Console) -> dict[str, object]:
    """Return a finding for machines: what a message says of it, and its gate and byte."""
    here, *origin = finding.problems(site, names=not console.public_log)
    return {
        "gate": finding.gate,
        "offset": finding.offset,
        "view": finding.view,
        **as_json(here, console),
        "origin": as_json(origin[0], console) if origin else None,
    }
