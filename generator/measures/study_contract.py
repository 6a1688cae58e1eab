"""Whether a study's run is the one that its rule registered: population, arms, draws, retries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from generator.artifacts.study_records import RowIdentity, StudyArtifact
from generator.artifacts.study_rule_records import Rule

Clause = Literal[
    "tasks",
    "seeds",
    "profiles",
    "arms",
    "draws",
    "retry_rule",
    "run_order",
    "expected_rows",
    "split_tasks",
]
"""What a run can depart from its registration in."""


def departures(study: StudyArtifact, rule: Rule) -> tuple[Clause, ...]:
    """Return every clause of the registration that the run's own files contradict.

    A pilot has tasks of its own; of it only what it shares with the main run is checked.
    """
    return tuple(dict.fromkeys([*_from_rule(study, rule), *_from_run(study)]))


def _from_rule(study: StudyArtifact, rule: Rule) -> Iterator[Clause]:
    design, population, run = study.design.primary, rule.population, study.run
    if run.phase != "pilot" and len({row.task_id for row in design}) != population.tasks:
        yield "tasks"
    profiles = _profiles(design)
    if len(profiles) != population.profiles:
        yield "profiles"
    for profile in sorted(profiles):
        seeds = {row.seed for row in design if (row.profile_id, row.profile_hash) == profile}
        registered = population.seeds is None or set(population.seeds) == seeds
        if len(seeds) != population.seeds_per_profile or not registered:
            yield "seeds"
    if {row.arm for row in design} != set(rule.arms):
        yield "arms"
    if run.statistics_draws != rule.draws:
        yield "draws"
    retry = run.retry_rule
    if retry is not None and (
        retry.host_fault_retries not in (None, rule.host_fault_retries) or retry.rerun_task_results
    ):
        yield "retry_rule"


def _from_run(study: StudyArtifact) -> Iterator[Clause]:
    """Hold what run.json says of the design against the design."""
    design, run = study.design, study.run
    rows = (*design.primary, *design.no_trap)
    if run.task_ids is not None and set(run.task_ids) != {row.task_id for row in rows}:
        yield "split_tasks"
    if run.seeds is not None and set(run.seeds) != {row.seed for row in rows}:
        yield "seeds"
    if run.profiles is not None and set(run.profiles) != _profiles(rows):
        yield "profiles"
    if run.arms is not None and set(run.arms) != {row.arm for row in rows}:
        yield "arms"
    if run.expected_rows is not None and run.expected_rows != len(rows):
        yield "expected_rows"
    orders = [order for order in (run.planned, design.planned) if order is not None]
    if len(orders) == 2 and orders[0] != orders[1]:
        yield "run_order"
    if orders and {row.identity.key for row in orders[0]} != {row.key for row in rows}:
        yield "run_order"


def _profiles(rows: tuple[RowIdentity, ...]) -> set[tuple[str, str]]:
    return {(row.profile_id, row.profile_hash) for row in rows}
