"""`python -m generator.demo [RESULTS]`: write the demonstration data set."""

from __future__ import annotations

from pathlib import Path

import click

from generator.demo.folders import write


@click.command(name="python -m generator.demo")
@click.argument("results", type=click.Path(file_okay=False, path_type=Path), default="results")
def main(results: Path) -> None:
    """Write the synthetic demonstration runs below RESULTS (default: results).

    The same bytes come out each time. Only the demonstration's own files are written; others
    that lie there are left alone.
    """
    click.echo(f"{write(results)} files of the demonstration written below {results}")


if __name__ == "__main__":
    main()
