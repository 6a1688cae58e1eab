"""Both readings of contested ends: which one the report uses, and the figures of the other."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.policy_words import POLICIES
from generator.pages.table import Table, interval_column, numeric, row_anchor, text
from generator.pages.words import missing_number
from generator.publication.arm import Arm
from generator.publication.estimates import PassRow
from generator.publication.policies import PolicyReading


@dataclass(frozen=True, slots=True)
class BothReadings:
    """How many attempts are contested and how they are read, and a row for each reading and k."""

    contested: int
    used: Markdown
    table: Table


def both_readings(arm: Arm) -> BothReadings | None:
    """Return the section on contested ends; None where there is none."""
    stated = arm.policies
    if stated is None:
        return None
    rows = [(each, row) for each in stated.readings for row in each.pass_hat_k]
    column, intervals = interval_column([row.interval for _, row in rows], numbers.share_interval)
    columns = (
        *text("Contested ends"),
        *numeric("k", "Cases", "Passed of trials", "pass^k", "Standard error"),
        column,
    )
    cells = tuple(
        _row(reading, row, interval, used=reading.policy == stated.used)
        for (reading, row), interval in zip(rows, intervals, strict=True)
    )
    return BothReadings(
        stated.contested, POLICIES[stated.used].label, Table("policies", columns, cells)
    )


def _row(
    reading: PolicyReading, row: PassRow, interval: Markdown, *, used: bool
) -> tuple[object, ...]:
    reason = missing_number(row.suppressed, row.undefined)
    label = POLICIES[reading.policy].label
    return (
        md("{}, used here", label) if used else label,
        row_anchor(f"policy-{reading.policy.replace('_', '-')}-{row.k}", str(row.k)),
        numbers.integer(row.tasks),
        numbers.DASH
        if row.k > 1 or reading.passed is None
        else numbers.counted(reading.passed, reading.trials, None),
        numbers.share(row.estimate) if row.estimate is not None else reason,
        numbers.share(row.standard_error) if row.standard_error is not None else reason,
        interval if row.interval is not None else reason,
    )
