"""What lies in the results, and what is wrong with it: with each artifact, and between them."""

from __future__ import annotations

from pathlib import Path

from generator.accounting.account import account
from generator.artifacts.between_reports import settle_between
from generator.artifacts.discovery import discover
from generator.artifacts.inventory import Inventory, take_inventory
from generator.artifacts.reading import Progress, read_each
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.twins import id_twins
from generator.errors import Problem, UnusableInput
from generator.spec.load import load_spec


def take_stock(
    results: Path, spec_file: Path | None, progress: Progress | None = None
) -> Inventory:
    """Read everything under `results` that can be read, and hold the runs against each other."""
    spec = load_spec(spec_file).spec
    found = discover(results, spec.limits)
    runs = read_each(found.runs, spec.limits, progress=progress)
    cells = read_each(found.cells, spec.limits)
    ledgers = read_each(found.ledgers, spec.limits)
    studies = read_each(found.studies, spec.limits)
    read = [reading.artifact for reading in runs if reading.artifact is not None]
    artifacts = settle_between(read)
    warnings: tuple[Problem, ...] = id_twins(artifacts)
    refused: tuple[Problem, ...] = ()
    # Held against each other only if all can be read: one that is not there misleads about others.
    if not any(reading.problems for reading in runs):
        try:
            warnings += account(artifacts, spec).warnings
        except UnusableInput as unusable:
            refused = unusable.problems
    try:
        unlike_runs(reading.artifact for reading in studies if reading.artifact is not None)
    except UnusableInput as unusable:
        refused += unusable.problems
    return take_inventory(found, runs, cells, ledgers, studies, warnings=warnings, refused=refused)
