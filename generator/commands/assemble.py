"""The site of all versions, as `build` and `render` put it together behind the gates."""

from __future__ import annotations

from pathlib import Path

from generator.commands.places import settings_of
from generator.console import Console
from generator.gates import Gates, stop_leaks
from generator.project import Project
from generator.site.build import build_site
from generator.site.sources import at_source


def assemble(
    console: Console, project: Project | None, sources: Path, site: Path, jobs: int, gates: Gates
) -> Path:
    """Build the site of every version behind the gates, and say where it is."""

    def check(staging: Path) -> None:
        found = list(gates.findings(staging))
        if found:
            found = at_source(found, sources, gates.settings.templates)
        stop_leaks(found, site, names=not console.public_log)

    config = settings_of(project).mkdocs_yml
    with console.progress("building") as step:
        summary = build_site(sources, site, config, jobs, lambda done, of, _: step(done, of), check)
    kept = f", {len(summary.kept)} kept as they were" if summary.kept else ""
    console.say(f"site: {len(summary.built)} versions built{kept}")
    console.say(f"open {console.name(site / 'index.html')}")
    return site
