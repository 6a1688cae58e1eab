"""Where everything went: attempts by state and cause, the ledger of trials, caps, side effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.quoted import has_primary_run
from generator.pages.table import Table, numeric, text
from generator.pages.words import (
    FAILURE_MODES,
    INVALID_CAUSES,
    REASONS,
    STATES,
    WITHHELD,
    Word,
)
from generator.publication.accounts import FailureModes, InvalidCauses
from generator.publication.arm import Arm

_ATTEMPT_STATES = (
    "valid_task_success",
    "valid_task_failure",
    "invalid_infrastructure",
    "protocol_violation",
    "pending_adjudication",
)


@dataclass(frozen=True, slots=True)
class Accounts:
    """The ledger of an arm, and what its attempts came to."""

    ledger: Markdown
    trials: Table
    attempts: Table
    causes: Table
    failures: Table
    burden: Markdown
    absent: Markdown
    driver_exceptions: int
    claimed_deliveries: int | None
    caps: Table
    makeups: int
    doubled_cap: int


def accounts(arm: Arm, links: Links) -> Accounts:
    """Return the accounts of an arm."""
    return Accounts(
        ledger=_ledger(arm),
        trials=_trials(arm, links),
        attempts=_attempts(arm, links),
        causes=_split("causes", "Cause", INVALID_CAUSES, arm.invalid_causes, links),
        failures=_split("failures", "Failure", FAILURE_MODES, arm.failure_modes, links),
        burden=_burden(arm),
        absent=md(
            "{} missing and {} owed",
            numbers.integer(arm.states.missing),
            numbers.integer(arm.states.owed),
        ),
        driver_exceptions=arm.driver_exceptions,
        claimed_deliveries=arm.claimed_deliveries,
        caps=_caps(arm, links),
        makeups=arm.makeups.count,
        doubled_cap=arm.makeups.doubled_cap,
    )


def _ledger(arm: Arm) -> Markdown:
    plan = arm.plan
    return md(
        "**{} planned** = {} valid + {} protocol violation + {} pending + {} missing + {} owed",
        *(
            numbers.integer(count)
            for count in (
                plan.planned,
                plan.valid,
                plan.protocol_violation,
                plan.pending,
                plan.missing,
                plan.owed,
            )
        ),
    )


def _trials(arm: Arm, links: Links) -> Table:
    plan = arm.plan
    if not plan.planned:
        return Table("ledger", (), ())
    rows = (
        (links.term("valid-trial", "valid"), numbers.integer(plan.valid)),
        (STATES["protocol_violation"].label, numbers.integer(plan.protocol_violation)),
        (STATES["pending_adjudication"].label, numbers.integer(plan.pending)),
        (STATES["missing"].label, numbers.integer(plan.missing)),
        (STATES["owed"].label, numbers.integer(plan.owed)),
        (Markdown("**Planned**"), md("**{}**", numbers.integer(plan.planned))),
    )
    kind = "Repeat trials" if has_primary_run(arm) else "Trials"
    return Table("ledger", (*text(kind), *numeric("Count")), rows)


def _attempts(arm: Arm, links: Links) -> Table:
    counts = [getattr(arm.states, state) for state in _ATTEMPT_STATES]
    total = arm.cost.attempts if None in counts else sum(counts)
    if not total:
        return Table("states", (), ())
    rows = [
        (STATES[state].label, _count(count), STATES[state].say(links.rules))
        for state, count in zip(_ATTEMPT_STATES, counts, strict=True)
    ]
    rows.append((Markdown("**All attempts**"), md("**{}**", numbers.integer(total)), Markdown("")))
    return Table("states", (*text("State"), *numeric("Attempts"), *text("Meaning")), tuple(rows))


def _count(count: int | None) -> Markdown:
    return md("*{}*", WITHHELD.label) if count is None else numbers.integer(count)


def _split(
    anchor: str,
    heading: str,
    said: Mapping[str, Word],
    counts: InvalidCauses | FailureModes,
    links: Links,
) -> Table:
    """Return the parts of a count; nothing where all of them are zero."""
    values = msgspec.structs.asdict(counts)
    if not any(value is None or value for value in values.values()):
        return Table(anchor, (), ())
    rows = tuple(
        (said[code].label, _count(count), said[code].say(links.rules))
        for code, count in values.items()
    )
    return Table(anchor, (*text(heading), *numeric("Attempts"), *text("Meaning")), rows)


def _burden(arm: Arm) -> Markdown:
    burden = arm.invalid_burden
    if not burden.attempts:
        return REASONS["NO_TRIALS"].label
    return md(
        "{} of attempts were invalid, {}",
        numbers.counted(burden.invalid, burden.attempts, burden.rate),
        numbers.with_method(burden.interval),
    )


def _caps(arm: Arm, links: Links) -> Table:
    """Return the caps of every case that one of them killed."""
    killed = {row.case for row in arm.caps if row.killed}
    rows = tuple(
        (
            links.case(arm.arm, row.case),
            numbers.seconds(row.cap_s) if row.cap_s is not None else Markdown("not recorded"),
            numbers.integer(row.attempts),
            numbers.integer(row.killed),
        )
        for row in sorted(arm.caps, key=lambda row: (row.case, row.cap_s or 0.0))
        if row.case in killed
    )
    return Table("caps", (*text("Case"), *numeric("Cap", "Attempts", "Killed at it")), rows)


def side_effects(arm: Arm, links: Links) -> list[Table]:
    """Return side effects by class, by case and by run; nothing where there were none."""
    effects = arm.side_effects
    if not any(effects.per_class.values()):
        return []
    return [
        _counts(
            "side-effects-class", "Class", [(md("{}", k), n) for k, n in _sorted(effects.per_class)]
        ),
        _counts(
            "side-effects-case",
            "Case",
            [(links.case(arm.arm, k), n) for k, n in _sorted(effects.per_case)],
        ),
        _counts("side-effects-run", "Run", [(md("{}", k), n) for k, n in _sorted(effects.per_run)]),
    ]


def _sorted(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items())


def _counts(anchor: str, heading: str, counts: list[tuple[Markdown, int]]) -> Table:
    rows = tuple((name, numbers.integer(count)) for name, count in counts)
    return Table(anchor, (*text(heading), *numeric("Side effects")), rows)
