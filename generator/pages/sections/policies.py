"""Readings of contested ends: which one the report uses, and the figures of the others."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.policy_rows import pass_rows, policy_readings
from generator.pages.policy_words import POLICIES
from generator.pages.table import Table, interval_column, numeric, row_anchor, text
from generator.pages.words import STATES, WITHHELD, missing_number
from generator.publication.arm import Arm
from generator.publication.estimates import PassRow
from generator.publication.policies import ContestedStates, Policies, PolicyReading


@dataclass(frozen=True, slots=True)
class BothReadings:
    """How many attempts are contested and how they are read, and the figures of each reading."""

    contested: int
    used: Markdown
    mixed: bool
    first_pass: Table
    trials: Table


def both_readings(arm: Arm) -> BothReadings | None:
    """Return the section on contested ends; None where there is none."""
    stated = arm.policies
    if stated is None:
        return None
    return BothReadings(
        contested=stated.contested,
        used=_used(stated),
        mixed=stated.as_read is not None,
        first_pass=_first_passes(stated),
        trials=_trials(arm, stated),
    )


def _used(stated: Policies) -> Markdown:
    label = POLICIES[stated.used].label
    return label if stated.states is None else md("{} ({})", label, _parts(stated.states))


def _parts(states: ContestedStates) -> Markdown:
    """Return how many ends are read as what; what may not be told is told to be withheld."""
    counts = msgspec.structs.asdict(states)
    return md_join(
        ", ",
        [
            md("{}: {}", STATES[state].label, _count(count))
            for state, count in counts.items()
            if count != 0
        ],
    )


def _count(count: int | None) -> Markdown:
    return WITHHELD.label if count is None else numbers.integer(count)


def _name(reading: PolicyReading, stated: Policies) -> Markdown:
    if reading.policy == "mixed":
        return Markdown("as read here")
    label = POLICIES[reading.policy].label
    return md("{}, used here", label) if reading.policy == stated.used else label


def _first_passes(stated: Policies) -> Table:
    """Return the headline under each reading; nothing where there is no first pass."""
    listed = [(each, each.first_pass) for each in policy_readings(stated) if each.first_pass]
    column, intervals = interval_column([first.interval for _, first in listed], numbers.interval)
    rows = tuple(
        (
            _name(reading, stated),
            numbers.counted(first.passed, first.cases, first.rate)
            if first.cases
            else Markdown("no case has an outcome"),
            interval,
        )
        for (reading, first), interval in zip(listed, intervals, strict=True)
    )
    columns = (*text("Contested ends"), *numeric("Passed of cases, first pass"), column)
    return Table("policies-first-pass", columns, rows)


def _trials(arm: Arm, stated: Policies) -> Table:
    """Return pass^k under each reading, or that it has no trial; nothing where none was meant."""
    if not arm.plan.planned:
        return Table("policies", (), ())
    rows = [(each, row) for each in policy_readings(stated) for row in pass_rows(each)]
    column, intervals = interval_column([row.interval for _, row in rows], numbers.interval)
    columns = (
        *text("Contested ends"),
        *numeric("k", "Cases", "Passed of trials", "pass^k", "Standard error"),
        column,
    )
    cells = tuple(
        _row(_name(reading, stated), reading, row, interval)
        for (reading, row), interval in zip(rows, intervals, strict=True)
    )
    return Table("policies", columns, cells)


def _row(
    name: Markdown, reading: PolicyReading, row: PassRow, interval: Markdown
) -> tuple[object, ...]:
    reason = missing_number(row.suppressed, row.undefined)
    return (
        name,
        row_anchor(f"policy-{reading.policy.replace('_', '-')}-{row.k}", str(row.k)),
        numbers.integer(row.tasks),
        numbers.DASH
        if row.k > 1 or reading.passed is None
        else numbers.counted(reading.passed, reading.trials, None),
        numbers.percent(row.estimate) if row.estimate is not None else reason,
        numbers.percent(row.standard_error) if row.standard_error is not None else reason,
        interval if row.interval is not None else reason,
    )
