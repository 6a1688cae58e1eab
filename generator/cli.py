"""The commands: parse, call one function, print."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from generator import __version__
from generator.aggregate import Aggregated, aggregate
from generator.artifacts.inventory import as_table
from generator.artifacts.purge import purge
from generator.console import Console, as_json, speaks
from generator.errors import ExitCode, Problem, UnusableInput
from generator.gates import Gates, stop_leaks
from generator.init import init_project
from generator.outputs import check_report, check_site, check_site_src
from generator.pages.render import render as render_pages
from generator.planning import plan
from generator.project import MARKER, Project, find_project, shipped
from generator.publication.report import decode, encode
from generator.publication.scan.finding import Finding
from generator.site.build import build_site
from generator.site.store import publish as publish_version
from generator.site.store import read_versions, write_version
from generator.site.undo import taken_back
from generator.site.vouched import Settings
from generator.spec.load import load_spec
from generator.stock import take_stock
from generator.verifying import verify

Command = Callable[..., None]

FOLDER = click.Path(path_type=Path, file_okay=False)
ANYWHERE = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)


def _inputs(command: Command) -> Command:
    """Give a command the options that say what to read and what to call it."""
    for option in (
        click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file."),
        click.option("--spec", type=FILE, help="The stability spec."),
        click.option("--version", help="The version's name; without one, the report's date."),
        click.option("--date", help="The report's date, YYYY-MM-DD; without one, the last run's."),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            default=os.cpu_count() or 1,
            show_default="all processors",
            help="How many processes read.",
        ),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="stability")
def main() -> None:
    """Publish how often the outcome of an agent evaluation moves when it is tried again."""


@main.command(epilog="Example: stability build --results runs --version 2026.09.22")
@_inputs
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
    project = _project()
    sources = site_src or _of(project, "site_src", "--site-src")
    built = None if no_site else site or _of(project, "site", "--site")
    read = inputs["results"] or _of(project, "results", "--results")
    check_site_src(sources, (read, _templates(project)))
    if built:
        check_site(built, (read, sources, _templates(project)))
    made = _aggregate(console, project, **inputs)
    gates = _gates(project, inputs["results"], inputs["spec"])
    files = render_pages(made.report, _templates(project))
    with taken_back(sources, made.report.version):
        entry = write_version(sources, made.report, files, corrects=corrects)
        pages = sources / entry.version
        console.say(f"pages: {console.name(pages)} ({len(files)} files)")
        if built:
            _build_site(console, project, sources, built, inputs["jobs"], gates)
        else:
            stop_leaks(gates.private_texts(pages), pages, names=not console.public_log)
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


@main.command("aggregate", epilog="Example: stability aggregate --version 1 --out report.json")
@_inputs
@click.option("--out", type=FILE, help="Where to write the report; without one, standard output.")
@speaks
def aggregate_command(*, console: Console, out: Path | None, **inputs: Any) -> None:
    """Compute the public report only."""
    project = _project()
    if out is not None:
        check_report(out, (inputs["results"] or _of(project, "results", "--results"),))
    made = _aggregate(console, project, **inputs)
    data = encode(made.report)
    if out is None:
        click.echo(data.decode(), nl=False)
        return
    _write_whole(out, data)
    console.say(f"report: {console.name(out)}")
    console.result(
        {
            "report": console.name(out),
            "warnings": [as_json(problem, console) for problem in made.warnings],
        }
    )


@main.command(epilog="Example: stability render --version 2026.09.22")
@click.option("--version", help="Only this version; without one, all.")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@click.option("--site", type=FOLDER, help="Where the site is built.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many versions build at once.")
@click.option("--no-site", is_flag=True, help="Stop after the pages.")
@speaks
def render(
    *,
    console: Console,
    version: str | None,
    site_src: Path | None,
    site: Path | None,
    jobs: int,
    no_site: bool,
) -> None:
    """Render pages again from the public reports, without any raw artifact."""
    project = _project()
    sources = site_src or _of(project, "site_src", "--site-src")
    place = None if no_site else site or _of(project, "site", "--site")
    if place:
        check_site(place, (sources, _templates(project), project.results if project else None))
    entries = [e for e in read_versions(sources) if version in (None, e.version)]
    if not entries:
        what = "There is no such version." if version else "There is no version to render."
        remedy = "`stability build` makes one."
        raise UnusableInput(Problem("NO_VERSION", what, remedy, sources, field="--version"))
    for entry in entries:
        report = decode((sources / entry.version / "report.json").read_bytes())
        files = render_pages(report, _templates(project))
        write_version(sources, report, files, corrects=entry.corrects)
        console.say(f"pages: {console.name(sources / entry.version)} ({len(files)} files)")
    if place:
        gates = Gates(_settings(project), load_spec(None), None)
        _build_site(console, project, sources, place, jobs, gates)
    console.result({"rendered": [entry.version for entry in entries]})


@main.command(epilog="Example: stability publish 2026.09.22")
@click.argument("version")
@click.option("--site-src", type=FOLDER, help="Where the versions' pages are kept.")
@speaks
def publish(*, console: Console, version: str, site_src: Path | None) -> None:
    """Make a draft version final: from then on its report may not change."""
    entry = publish_version(site_src or _of(_project(), "site_src", "--site-src"), version)
    console.say(f"published: {entry.version}, report SHA-256 {entry.report_sha256}")
    console.result(msgspec.to_builtins(entry))


@main.command(epilog="Example: stability inventory --results runs --json")
@click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file.")
@click.option("--spec", type=FILE, help="The stability spec.")
@speaks
def inventory(*, console: Console, results: Path | None, spec: Path | None) -> None:
    """List what lies in the results: runs, arms, states, and every problem. Private."""
    project = _project()
    place = results or _of(project, "results", "--results")
    with console.progress("reading") as step:
        taken = take_stock(place, spec or (project.spec if project else None), step)
    console.say(as_table(taken))
    console.result(msgspec.to_builtins(taken))
    if taken.problems:
        raise SystemExit(ExitCode.UNUSABLE)


@main.command(epilog="Example: stability scan site --results runs")
@click.argument("site_dir", type=FOLDER)
@click.option("--results", type=ANYWHERE, help="The runs: a folder, or one file.")
@click.option("--spec", type=FILE, help="The stability spec.")
@speaks
def scan(*, console: Console, site_dir: Path, results: Path | None, spec: Path | None) -> None:
    """Look for leaks in a built site: all of it explained, nothing private in it."""
    if not site_dir.is_dir():
        remedy = "Name the folder of a built site."
        raise UnusableInput(Problem("NO_SITE", "There is no such folder.", remedy, site_dir))
    project = find_project(site_dir) or _project()
    gates = _gates(project, results, spec)
    if gates.results:
        console.look_into(gates.results)
    found = list(gates.findings(site_dir))
    console.say(f"{console.name(site_dir)}: {len(found)} findings")
    console.result({"findings": [_finding(each, site_dir, console) for each in found]})
    stop_leaks(found, site_dir, names=not console.public_log)


@main.command("purge", epilog="Example: stability purge results/run-7 --to purged/run-7")
@click.argument("run_dir", type=FOLDER)
@click.option("--to", type=FOLDER, required=True, help="Where to write the copy.")
@click.option("--spec", type=FILE, help="The stability spec, for its bounds on input.")
@speaks
def purge_command(*, console: Console, run_dir: Path, to: Path, spec: Path | None) -> None:
    """Copy a run without its driver exceptions; the originals stay in the copy as .bak."""
    console.look_into(run_dir)
    project = _project()
    if project and to.resolve().is_relative_to(project.results.resolve()):
        remedy = "Name a place outside the results: they are never changed."
        raise UnusableInput(
            Problem("PLACE_INSIDE", "It lies in the results.", remedy, field="--to")
        )
    kept, left_out = purge(run_dir, to, load_spec(spec).spec.limits)
    console.say(f"{console.name(to)}: {kept} attempts kept, {left_out} driver exceptions left out")
    console.result({"copy": console.name(to), "kept": kept, "left_out": left_out})


@main.command(epilog="Example: stability serve --port 8000")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--version", help="The version to show; without one, the newest.")
@speaks
def serve(*, console: Console, port: int, version: str | None) -> None:
    """Preview a version's pages on localhost, and reload when they change."""
    project = _project()
    config = _of(project, "mkdocs_yml", "mkdocs.yml")
    pages = _of(project, "site_src", "--site-src") / (version or "latest")
    if not pages.is_dir():
        remedy = "`stability build` makes its pages."
        raise UnusableInput(Problem("NO_VERSION", "There is no such version.", remedy, pages))
    console.say(f"serving {pages.name} on http://127.0.0.1:{port}/ (stop with Ctrl-C)")
    command = [sys.executable, "-m", "mkdocs", "serve", "--config-file", str(config)]
    command += ["--dev-addr", f"127.0.0.1:{port}"]
    environment = os.environ | {"REPORT_DOCS": str(pages.resolve()), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, env=environment, check=False)  # noqa: S603 - our own words
    raise SystemExit(done.returncode)


@main.command(epilog="Example: stability init my-report && cd my-report && stability build")
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


def _project() -> Project | None:
    return find_project(Path.cwd())


def _of(project: Project | None, place: str, option: str) -> Path:
    """Return a place of the project; without a project it has to be named."""
    if project is None:
        raise UnusableInput(
            Problem(
                "NO_PROJECT",
                "There is no report project here: no mkdocs.yml in this folder or above it.",
                f"Change into a project, name the place with {option}, or start one: "
                "stability init DIR.",
                field=option,
            )
        )
    found: Path = getattr(project, place)
    return found


def _templates(project: Project | None) -> Path:
    return project.templates if project else shipped("templates")


def _aggregate(
    console: Console,
    project: Project | None,
    *,
    results: Path | None,
    spec: Path | None,
    version: str | None,
    date: str | None,
    jobs: int,
) -> Aggregated:
    place = results or _of(project, "results", "--results")
    console.look_into(place)
    with console.progress("reading") as step:
        made = aggregate(
            place,
            spec or (project.spec if project else None),
            version,
            published_on=date,
            home=project.root if project else None,
            jobs=jobs,
            progress=step,
        )
    console.warn(made.warnings)
    return made


def _settings(project: Project | None) -> Settings:
    return Settings(project.mkdocs_yml if project else shipped(MARKER), _templates(project))


def _gates(project: Project | None, results: Path | None, spec: Path | None) -> Gates:
    return Gates(
        settings=_settings(project),
        loaded=load_spec(spec or (project.spec if project else None)),
        results=results or _of(project, "results", "--results"),
    )


def _build_site(
    console: Console, project: Project | None, sources: Path, site: Path, jobs: int, gates: Gates
) -> Path:
    def check(staging: Path) -> None:
        stop_leaks(gates.findings(staging), site, names=not console.public_log)

    config = _settings(project).mkdocs_yml
    with console.progress("building") as step:
        summary = build_site(sources, site, config, jobs, lambda done, of, _: step(done, of), check)
    kept = f", {len(summary.kept)} kept as they were" if summary.kept else ""
    console.say(f"site: {len(summary.built)} versions built{kept}")
    console.say(f"open {console.name(site / 'index.html')}")
    return site


def _finding(finding: Finding, site: Path, console: Console) -> dict[str, object]:
    """Return a finding for machines: what a message says of it, and its gate and byte."""
    here, *origin = finding.problems(site, names=not console.public_log)
    return {
        "gate": finding.gate,
        "offset": finding.offset,
        "view": finding.view,
        **as_json(here, console),
        "origin": as_json(origin[0], console) if origin else None,
    }


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


main.add_command(plan)
main.add_command(verify)
