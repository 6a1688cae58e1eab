"""The one program and its commands."""

from __future__ import annotations

import click

from generator import __version__
from generator.commands.aggregate import aggregate_command
from generator.commands.build import build
from generator.commands.check import check
from generator.commands.diff import diff
from generator.commands.init import init
from generator.commands.inventory import inventory
from generator.commands.plan import plan
from generator.commands.publish import publish
from generator.commands.purge import purge_command
from generator.commands.render import render
from generator.commands.rotate import rotate
from generator.commands.scan import scan
from generator.commands.serve import serve
from generator.commands.verify import verify
from generator.commands.withdraw import withdraw


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="stability")
def main() -> None:
    """Publish how often the outcome of an agent evaluation moves when it is tried again."""


for _command in (
    build,
    aggregate_command,
    render,
    check,
    publish,
    withdraw,
    diff,
    inventory,
    scan,
    purge_command,
    rotate,
    serve,
    init,
    plan,
    verify,
):
    main.add_command(_command)
