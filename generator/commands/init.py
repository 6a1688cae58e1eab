"""`stability init`: a new project."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.places import FOLDER
from generator.console import Console, speaks
from generator.init import init_project


@click.command(epilog="Example: stability init my-report && cd my-report && stability build")
@click.argument("folder", type=FOLDER)
@speaks
def init(*, console: Console, folder: Path) -> None:
    """Start a new, complete report project in an empty folder."""
    made = init_project(folder)
    console.say(f"made a report project in {console.name(folder)}:")
    for file in made:
        console.say(f"  {file}")
    console.say(f"Next: put runs into {console.name(folder / 'results')}, then `stability build`.")
    console.result({"folder": console.name(folder), "files": made})
