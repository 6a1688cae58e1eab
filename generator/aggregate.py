"""From a folder of results to the public report: read, account, measure, publish."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import date
from multiprocessing import get_context
from pathlib import Path

from generator.accounting.account import account
from generator.accounting.cells import account_cells
from generator.artifacts.discovery import discover
from generator.artifacts.reading import Progress, read_all
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.twins import id_twins
from generator.errors import Problem, UnusableInput
from generator.measures.arm import measure_arm
from generator.measures.audit import measure_audit
from generator.measures.comparison import measure_comparisons
from generator.measures.ledger import measure_ledger
from generator.measures.ledger_pairing import pair_ledgers
from generator.measures.study import measure_study
from generator.publication.aliases import Aliases
from generator.publication.disclosure.report import Measures, last_day, publish
from generator.publication.key import is_demo, load_alias_map, load_key
from generator.publication.report import Report, checked
from generator.publication.strings import VERSION_NAME
from generator.spec.load import load_spec


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
    jobs: int = 1,
    progress: Progress | None = None,
) -> Aggregated:
    """Compute the public report of everything under `results`, under the spec of `spec_file`.

    Without a version the report is named after its date. The key is loaded first: without one
    nothing can be published, and nobody should wait to be told so.
    """
    _check_names(version, published_on)
    loaded = load_spec(spec_file)
    home = Path.cwd()
    key = load_key(loaded, home)
    aliases = Aliases(key, loaded.spec.alias, load_alias_map(loaded, home))
    limits = loaded.spec.limits
    found = discover(results, limits)
    with _executor(jobs, len(found.runs)) as executor:
        artifacts = read_all(found.runs, limits, executor, progress)
        pages = read_all(found.cells, limits, executor)
        ledger_files = read_all(found.ledgers, limits, executor)
        study_runs = unlike_runs(read_all(found.studies, limits, executor))
    accounted = account(artifacts, loaded.spec)
    cells = account_cells(pages)
    arms = [measure_arm(arm, loaded.spec) for arm in accounted.arms]
    comparisons = measure_comparisons(arms, loaded.spec)
    audit = measure_audit(arms, cells)
    paired, about_ledgers = pair_ledgers(ledger_files)
    ledgers = [measure_ledger(ledger, loaded.spec) for ledger in paired]
    studies = [measure_study(study) for study in study_runs]
    day = published_on or last_day(artifacts, ledger_files)
    report = publish(
        Measures(
            artifacts,
            pages,
            ledger_files,
            study_runs,
            cells,
            arms,
            comparisons,
            ledgers,
            studies,
            audit,
        ),
        loaded,
        aliases,
        version or _named_after(day),
        day,
    )
    said = [problem for artifact in artifacts for problem in artifact.warnings]
    said += [problem for page in pages for problem in page.warnings]
    said += [problem for ledger in ledger_files for problem in ledger.warnings]
    said += [problem for study in study_runs for problem in study.warnings]
    warnings = (
        *found.warnings,
        *said,
        *id_twins(artifacts),
        *accounted.warnings,
        *about_ledgers,
        *_about_key(key),
        *_about_date(day, artifacts=bool(artifacts)),
    )
    return Aggregated(checked(report), warnings)


def _check_names(version: str | None, published_on: str | None) -> None:
    """Refuse a version or a date that a report cannot bear before anything is read."""
    if version is not None and not VERSION_NAME.match(version):
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


def _executor(jobs: int, tasks: int) -> AbstractContextManager[Executor | None]:
    workers = min(jobs, tasks)
    if workers < 2:
        return nullcontext()
    # Spawned workers start from a clean interpreter on every platform.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def _named_after(day: str | None) -> str:
    if day is None:
        raise UnusableInput(
            Problem(
                "NO_VERSION",
                "No run states its time, so the version cannot be named after a date.",
                "Name it with --version.",
                field="--version",
            )
        )
    return day.replace("-", ".")


def _about_key(key: bytes) -> list[Problem]:
    if not is_demo(key):
        return []
    what = (
        "Aliases are made with the public demonstration key: anyone can find the ids behind them."
    )
    remedy = "Use a random key of your own for anything but the demonstration."
    return [Problem("DEMO_KEY", what, remedy, field="alias.key_file")]


def _about_date(day: str | None, *, artifacts: bool) -> list[Problem]:
    if day is not None or not artifacts:
        return []
    remedy = "Give the report's date with --date."
    return [Problem("NO_DATE", "No run states its time: the report has no date.", remedy)]
