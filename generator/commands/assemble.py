"""Pages rendered again, and the site of all versions, as `build` and `render` make them."""

from __future__ import annotations

from pathlib import Path

from generator.console import Console, counted
from generator.gates import Gates, stop_leaks
from generator.site.build import BuildSummary, build_site
from generator.site.record import Inputs, memory_of
from generator.site.sources import at_source
from generator.site.store import rendered, write_version
from generator.site.versions import Entry


def render_again(sources: Path, entry: Entry, templates: Path) -> int:
    """Render a listed version's pages from its report; return how many files it has."""
    report, files = rendered(sources, entry, templates)
    write_version(sources, report, files, corrects=entry.corrects)
    return len(files)


def assemble(console: Console, sources: Path, site: Path, jobs: int, gates: Gates) -> BuildSummary:
    """Build the site of every version behind the gates."""

    def check(staging: Path, passed: Inputs) -> None:
        found = gates.findings(staging, passed, memory_of(site))
        if found:
            found = at_source(found, sources, gates.settings.templates)
        stop_leaks(found, site, names=not console.public_log)

    with console.progress("building") as step:
        return build_site(
            sources, site, gates.settings, jobs, lambda done, of, _: step(done, of), check
        )


def say_assembled(console: Console, summary: BuildSummary) -> None:
    """Say where the site is; it is in its place, whatever comes of saying so."""
    kept = f", {len(summary.kept)} kept" if summary.kept else ""
    console.say(f"site: {counted(len(summary.built), 'version')} built{kept}")
    console.say(f"open {console.name(summary.site / 'index.html')}")
