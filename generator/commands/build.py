"""`stability build`: from the runs to the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.commands.assemble import assemble, render_again, say_assembled
from generator.commands.compute import compute, inputs_of
from generator.commands.places import FOLDER, gates_of, here, place_of, settings_of, templates_of
from generator.console import Console, as_json, counted, speaks
from generator.gates import stop_leaks
from generator.outputs import check_site, check_site_src
from generator.pages.render import render as render_pages
from generator.site.lock import alone
from generator.site.settings import check_settings
from generator.site.store import (
    compared_later,
    earlier,
    read_versions,
    refuse_changed,
    write_version,
)
from generator.site.undo import taken_back
from generator.site.versions import check_new


@click.command(epilog="Example: stability build --results runs --version 2026.09.22")
@inputs_of
@click.option("--corrects", help="The version that this one corrects.")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@click.option("--site", type=FOLDER, help="Where the site is built.")
@click.option("--no-site", is_flag=True, help="Stop after the pages.")
@speaks
def build(
    *,
    console: Console,
    corrects: str | None,
    site_src: Path | None,
    site: Path | None,
    no_site: bool,
    **inputs: Any,
) -> None:
    """Read the runs, compute the report, write its pages, build the site."""
    project = here()
    sources = site_src or place_of(project, "site_src", "--site-src")
    built = None if no_site else site or place_of(project, "site", "--site")
    read = inputs["results"] or place_of(project, "results", "--results")
    check_site_src(sources, (read, templates_of(project)))
    if built:
        check_site(built, (read, sources, templates_of(project)))
        check_settings(settings_of(project).mkdocs_yml)
    with alone(sources, built):
        # Whatever is wrong with the versions there are is said before anything is computed.
        check_new(read_versions(sources), inputs["version"], corrects)
        made = compute(console, project, **inputs, site_src=sources)
        jobs = inputs["jobs"]
        gates = gates_of(project, inputs["results"], inputs["spec"], console, jobs)
        version, templates = made.report.version, templates_of(project)
        check_new(read_versions(sources), version, corrects)  # it may be named after its date
        refuse_changed(sources, but=version)
        later = compared_later(sources, version)
        files = render_pages(made.report, templates, earlier(sources, version, corrects))
        names = [version, *(each.version for each in later)]
        again = f"pages: {console.name(sources)} is as it was, for the build did not end well"
        with taken_back(sources, names, lambda: console.say(again)):
            entry = write_version(sources, made.report, files, corrects=corrects)
            for each in later:
                render_again(sources, each, templates)
            pages = sources / entry.version
            console.say(f"pages: {console.name(pages)} ({counted(len(files), 'file')})")
            if built:
                summary = assemble(console, sources, built, jobs, gates)
            else:
                stop_leaks(gates.private_texts(pages), pages, names=not console.public_log)
        if built:
            say_assembled(console, summary)
    console.result(
        {
            "version": entry.version,
            "date": entry.date,
            "report_sha256": entry.report_sha256,
            "arms": len(made.report.arms),
            "pages": console.name(pages),
            "site": console.name(built) if built else None,
            "warnings": [as_json(problem, console) for problem in made.warnings],
        }
    )
