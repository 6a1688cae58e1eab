"""`stability purge`: a copy of a run without its driver exceptions."""

from __future__ import annotations

from pathlib import Path

import click

from generator.artifacts.purge import purge
from generator.commands.places import FILE, FOLDER, here
from generator.console import Console, speaks
from generator.outputs import check_private_place
from generator.spec.load import load_spec


@click.command("purge", epilog="Example: stability purge results/run-7 --to purged/run-7")
@click.argument("run_dir", type=FOLDER)
@click.option("--to", type=FOLDER, required=True, help="Where to write the copy.")
@click.option("--spec", type=FILE, help="The stability spec, for its bounds on input.")
@speaks
def purge_command(*, console: Console, run_dir: Path, to: Path, spec: Path | None) -> None:
    """Copy a run without its driver exceptions; the originals stay in the copy as .bak."""
    console.look_into(run_dir)
    project = here()
    places = (project.results, project.site_src, project.site) if project else ()
    check_private_place(to, (run_dir, *places), "--to")
    kept, left_out = purge(run_dir, to, load_spec(spec).spec.limits)
    console.say(f"{console.name(to)}: {kept} attempts kept, {left_out} driver exceptions left out")
    console.result({"copy": console.name(to), "kept": kept, "left_out": left_out})
