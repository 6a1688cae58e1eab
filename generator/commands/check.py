"""`stability check`: everything a reviewer would want to be stopped for."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.places import ANYWHERE, FILE, FOLDER, JOBS, here, place_of, settings_of
from generator.console import Console, as_json, counted, speaks
from generator.errors import Problem, ReleaseStopped
from generator.gates import Gates
from generator.project import Project
from generator.review import Part, Review, grouped
from generator.site.build import known_of
from generator.site.record import NONE_PASSED
from generator.site.settings import check_settings
from generator.spec.load import load_spec


@click.command(epilog="Example: stability check --base origin/main")
@click.option("--base", help="The commit to hold published versions against; without one, HEAD.")
@click.option("--results", type=ANYWHERE, help="The runs, where they are at hand.")
@click.option("--spec", type=FILE, help="The stability spec.")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@JOBS
@speaks
def check(
    *,
    console: Console,
    base: str | None,
    results: Path | None,
    spec: Path | None,
    site_src: Path | None,
    jobs: int,
) -> None:
    """Look for all that must stop a release: in versions, numbers, pages, links; and for leaks.

    No run is needed, and nothing is written: the site is built in a temporary place.
    """
    project = here()
    sources = site_src or place_of(project, "site_src", "--site-src")
    parts = review(console, project, sources, base=base, results=results, spec=spec, jobs=jobs)
    console.result(
        {
            "passed": not any(part.problems for part in parts),
            "parts": [
                {
                    "part": part.name,
                    "looked_at": part.looked_at,
                    "problems": [as_json(problem, console) for problem in part.problems],
                }
                for part in parts
            ],
        }
    )
    stop(parts)


def review(
    console: Console,
    project: Project | None,
    sources: Path,
    *,
    base: str | None = None,
    results: Path | None = None,
    spec: Path | None = None,
    jobs: int,
    published: str | None = None,
) -> list[Part]:
    """Review the versions of a project, and say part by part what was looked at.

    Where one of them is being `published`, others that stand in the project's site as they passed
    there are not all looked into again.
    """
    settings = settings_of(project)
    check_settings(settings.mkdocs_yml)
    known = known_of(sources, project.site, settings) if project else None
    passed = known.inputs if known and published else NONE_PASSED
    runs = results or _runs_of(project)
    if runs:
        console.look_into(runs)
    reviewed = Review(
        sources=sources,
        gates=Gates(
            settings=settings,
            loaded=load_spec(spec or (project.spec if project else None)),
            results=runs,
            tell=lambda problem: console.warn([problem]),
            jobs=jobs,
        ),
        known=known,
        shown=project.site if project else Path("site"),
        base=base,
        jobs=jobs,
        progress=console.progress,
        names=not console.public_log,
        passed={each: inputs for each, inputs in passed.items() if each != published},
    )
    parts = []
    for part in reviewed.parts():
        console.say(f"{part.name + ':':<10}{_outcome(part)}")
        parts.append(part)
    return parts


def _outcome(part: Part) -> str:
    """Return what came of a part; nobody may take what was not looked at for a pass."""
    if part.looked_at.startswith("not looked at"):
        return part.looked_at
    outcome = counted(len(part.problems), "problem") if part.problems else "ok"
    return f"{outcome} ({part.looked_at})"


def stop(parts: list[Part], then: str = "") -> None:
    """Stop the release if anything was found, saying each thing once and which parts failed.

    `then` is what else has to be known of a release that is stopped.
    """
    failed = [part for part in parts if part.problems]
    if failed:
        problems = [problem for part in failed for problem in part.problems]
        named = ", ".join(
            f"{part.name} ({counted(len(part.problems), 'problem')})" for part in failed
        )
        what = f"The check failed in: {named}."
        remedy = f"Mend what is named above, and check again.{then}"
        raise ReleaseStopped(*grouped(problems), Problem("CHECK_FAILED", what, remedy))


def _runs_of(project: Project | None) -> Path | None:
    """Return the project's runs, where there are any."""
    results = project.results if project else None
    return results if results and results.is_dir() and any(results.iterdir()) else None
