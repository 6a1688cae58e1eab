"""`stability init`: a new project, with or without runs to report on."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from generator.artifacts.inventory_text import as_table
from generator.commands.places import ANYWHERE, FOLDER
from generator.console import Console, speaks
from generator.init import init_project
from generator.stock import take_stock


@click.command(epilog="Example: stability init my-report --from runs")
@click.argument("folder", type=FOLDER)
@click.option("--from", "runs", type=ANYWHERE, help="Runs there are: a folder, or one file.")
@speaks
def init(*, console: Console, folder: Path, runs: Path | None) -> None:
    """Start a new, complete report project in an empty folder.

    With --from, its results are a link to the runs, which stay where they are, and its spec says
    under `sources` what was recognised of them, for you to edit.
    """
    if runs is not None:
        console.refuse_public_log("What is found in the runs")
    made = init_project(folder, runs)
    taken = None
    if runs is not None:
        with console.progress("reading") as step:
            taken = take_stock(folder / "results", folder / "stability.yml", step)
        console.say(as_table(taken))
        console.say("")
    console.say(f"made a report project in {console.name(folder)}:")
    for file in made:
        console.say(f"  {file}")
    if taken is None:
        where = console.name(folder / "results")
        console.say(f"Next: put runs into {where}, then `stability build`.")
    else:
        spec = console.name(folder / "stability.yml")
        console.say(f"Next: read `sources` in {spec}, name your arms, then `stability build`.")
    result: dict[str, object] = {"folder": console.name(folder), "files": made}
    console.result(result if taken is None else {**result, "found": msgspec.to_builtins(taken)})
