"""`stability aggregate`: the public report only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.commands.compute import compute, inputs_of
from generator.commands.places import FILE, here, place_of
from generator.console import Console, as_json, speaks
from generator.outputs import check_report
from generator.publication.report import encode
from generator.whole_file import write_whole


@click.command("aggregate", epilog="Example: stability aggregate --version 1 --out report.json")
@inputs_of
@click.option("--out", type=FILE, help="Where to write the report; without one, standard output.")
@speaks
def aggregate_command(*, console: Console, out: Path | None, **inputs: Any) -> None:
    """Compute the public report only."""
    project = here()
    if out is not None:
        check_report(out, (inputs["results"] or place_of(project, "results", "--results"),))
    made = compute(console, project, **inputs, site_src=project.site_src if project else None)
    data = encode(made.report)
    if out is None:
        click.echo(data.decode(), nl=False)
        return
    write_whole(out, data)
    console.say(f"report: {console.name(out)}")
    console.result(
        {
            "report": console.name(out),
            "warnings": [as_json(problem, console) for problem in made.warnings],
        }
    )
