"""From a folder of results to the public report: read, account, measure, publish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.artifacts.reading import Progress
from generator.artifacts.results import Results, read_results
from generator.demo.stories import RUNS
from generator.errors import Problem, UnusableInput
from generator.measures.results import measure_results
from generator.publication.aliases import Aliases
from generator.publication.disclosure.labels import label_arms, unused_labels
from generator.publication.disclosure.report import publish
from generator.publication.inference.withhold import keep_withheld
from generator.publication.key import is_demo, load_alias_map, load_key
from generator.publication.report import Report, checked
from generator.publication.strings import VERSION_NAME
from generator.spec.load import load_spec

UNDATED = "undated"
"""What a version is called when neither its artifacts nor anybody gives it a date or a name."""


@dataclass(frozen=True, slots=True)
class Aggregated:
    """A public report, and what must be said of the artifacts it was computed from."""

    report: Report
    warnings: tuple[Problem, ...]


def aggregate(
    results: Path,
    spec_file: Path | None,
    version: str | None = None,
    *,
    published_on: str | None = None,
    home: Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    listed: Sequence[Report] = (),
) -> Aggregated:
    """Compute the public report of everything under `results`, under the spec of `spec_file`.

    Without a version the report is named after its date. `home` is where the key file is looked for
    under the default spec. The key is loaded first: without one nothing can be published, and
    nobody should wait to be told so. `listed` are the reports of the versions there are, newest
    first: together with them nothing may give a withheld count back.
    """
    _check_names(version, published_on)
    loaded = load_spec(spec_file)
    home = home or Path.cwd()
    key = load_key(loaded, home)
    aliases = Aliases(key, loaded.spec.alias, load_alias_map(loaded, home))
    read = read_results(results, loaded.spec.limits, jobs, progress, loaded.sources)
    about_key = _about_key(key, loaded.spec.alias.key_env, read)
    labels = label_arms(read.arm_ids, aliases, loaded, read.labels)
    measures = measure_results(read, loaded.spec, labels.__getitem__)
    day = published_on or read.last_day
    report = publish(
        read,
        measures,
        labels,
        aliases,
        loaded,
        version=version or (day.replace("-", ".") if day else UNDATED),
        published_on=day,
    )
    report, withheld = keep_withheld(checked(report), listed)
    warnings = (
        *read.warnings,
        *measures.warnings,
        *unused_labels(read.arm_ids, loaded),
        *about_key,
        *_about_date(read, day),
        *withheld,
    )
    return Aggregated(report, warnings)


def _check_names(version: str | None, published_on: str | None) -> None:
    """Refuse a version or a date that a report cannot bear before anything is read."""
    if version is not None and not VERSION_NAME.fullmatch(version):
        what = "The version's name is not made of letters and digits, with single . _ - between."
        raise UnusableInput(
            Problem("BAD_VERSION", what, "Name it like 2026.09.22.", field="--version")
        )
    if published_on is not None and not _is_day(published_on):
        what = "The date is no day of the calendar."
        raise UnusableInput(Problem("BAD_DATE", what, "Write it YYYY-MM-DD.", field="--date"))


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _about_key(key: bytes, key_env: str, read: Results) -> list[Problem]:
    """Warn of the demonstration's key; over anything but the demonstration it is refused."""
    if not is_demo(key):
        return []
    what = (
        "Aliases are made with the public demonstration key: anyone can find the ids behind them."
    )
    remedy = "Use a random key of your own for anything but the demonstration."
    if not _is_demonstration(read):
        remedy = (
            f"Set {key_env} to a random key, or start a project of your own, which gets "
            "one: stability init DIR."
        )
        raise UnusableInput(
            Problem(
                "DEMO_KEY",
                "The results are not the demonstration's, but the alias key is, and it is public: "
                "anyone could find the ids behind the aliases.",
                remedy,
                field="alias.key_file",
            )
        )
    return [Problem("DEMO_KEY", what, remedy, field="alias.key_file")]


def _is_demonstration(read: Results) -> bool:
    known = {run.run_id for run in RUNS}
    others = (*read.cells, *read.ledgers, *read.studies)
    return not others and all(artifact.run.run_id in known for artifact in read.runs)


def _about_date(read: Results, day: str | None) -> list[Problem]:
    if day is not None or not read.runs:
        return []
    remedy = "Give the report's date with --date."
    return [Problem("NO_DATE", "No run states its time: the report has no date.", remedy)]
