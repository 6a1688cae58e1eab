"""`stability rotate`: which new alias stands for which old one, after a change of the key."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from generator.commands.places import ANYWHERE, FILE, here, place_of
from generator.console import Console, speaks
from generator.outputs import check_private_output, check_private_place
from generator.rotation import Renamed, rotation
from generator.whole_file import write_whole


@click.command(epilog="Example: stability rotate --old-key old.key --out renamed.csv")
@click.option("--old-key", type=FILE, required=True, help="The file of the key used so far.")
@click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file.")
@click.option("--spec", type=FILE, help="The stability spec; its key is the new one.")
@click.option("--out", type=FILE, help="Where to write the table, for its owner alone to read.")
@speaks
def rotate(
    *,
    console: Console,
    old_key: Path,
    results: Path | None,
    spec: Path | None,
    out: Path | None,
) -> None:
    """Say which new alias stands for which old one, for who holds both keys. Private."""
    console.refuse_public_log("The table")
    project = here()
    place = results or place_of(project, "results", "--results")
    if out is not None:
        places = (project.site_src, project.site, project.results) if project else ()
        check_private_place(out, (place, *places), "--out")
    if project:
        check_private_output((project.site_src, project.site))
    console.look_into(place)
    with console.progress("reading") as step:
        renamed = rotation(
            place,
            spec or (project.spec if project else None),
            old_key,
            project.root if project else Path.cwd(),
            step,
        )
    table = _table(renamed)
    if out is None:
        console.say(table.rstrip("\n"))
    else:
        write_whole(out, table.encode(), mode=0o600)
        console.say(f"{len(renamed)} aliases renamed: {console.name(out)} (keep it private)")
    console.result({"private": True, "renamed": [asdict(each) for each in renamed]})


def _table(renamed: list[Renamed]) -> str:
    rows = [f"{each.kind},{each.old},{each.new}" for each in renamed]
    return "\n".join(["kind,old,new", *rows]) + "\n"
