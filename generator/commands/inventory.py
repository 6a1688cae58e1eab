"""`stability inventory`: what lies in the results."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from generator.artifacts.inventory_text import as_table
from generator.commands.places import ANYWHERE, FILE, here, place_of
from generator.console import Console, speaks
from generator.errors import ExitCode
from generator.outputs import check_private_output
from generator.stock import take_stock


@click.command(epilog="Example: stability inventory --results runs --json")
@click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file.")
@click.option("--spec", type=FILE, help="The stability spec.")
@speaks
def inventory(*, console: Console, results: Path | None, spec: Path | None) -> None:
    """List what lies in the results: runs, arms, states, and every problem. Private."""
    console.refuse_public_log("The inventory")
    project = here()
    place = results or place_of(project, "results", "--results")
    if project:
        check_private_output((project.site_src, project.site))
    with console.progress("reading") as step:
        taken = take_stock(place, spec or (project.spec if project else None), step)
    console.say(as_table(taken))
    console.result({"private": True, **msgspec.to_builtins(taken)})
    if taken.problems:
        raise SystemExit(ExitCode.UNUSABLE)
