"""What lies in the results, and what is wrong with it: with each artifact, and between them."""

from __future__ import annotations

from pathlib import Path

from generator.accounting.account import account
from generator.artifacts.declared import declare
from generator.artifacts.discovery import discover
from generator.artifacts.inventory import Inventory, take_inventory
from generator.artifacts.reading import Progress, artifacts_of, read_each, read_runs
from generator.artifacts.results import arms_of, held_together
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.twins import id_twins
from generator.errors import Problem, UnusableInput
from generator.publication.disclosure.labels import unused_labels
from generator.spec.load import load_spec


def take_stock(
    results: Path, spec_file: Path | None, progress: Progress | None = None
) -> Inventory:
    """Read everything under `results` that can be read, and hold the runs against each other."""
    loaded = load_spec(spec_file)
    spec = loaded.spec
    found = discover(results, spec.limits, loaded.sources)
    declared = declare(found, read_runs(found.runs, spec.limits, progress=progress))
    runs, refused = declared.readings, declared.problems
    cells = read_each(found.cells, spec.limits)
    ledgers = read_each(found.ledgers, spec.limits)
    studies = read_each(found.studies, spec.limits)
    artifacts, resumed = held_together(artifacts_of(runs))
    warnings: tuple[Problem, ...] = (*resumed, *id_twins(artifacts))
    # Held against each other only if all can be read: one that is not there misleads about others.
    if not refused and not any(reading.problems for reading in runs):
        try:
            warnings += account(artifacts, spec).warnings
        except UnusableInput as unusable:
            refused = unusable.problems
        warnings += tuple(unused_labels(arms_of(artifacts, artifacts_of(cells)), loaded))
    try:
        unlike_runs(artifacts_of(studies))
    except UnusableInput as unusable:
        refused += unusable.problems
    return take_inventory(found, runs, cells, ledgers, studies, warnings=warnings, refused=refused)
