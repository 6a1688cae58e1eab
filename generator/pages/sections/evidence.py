"""What the evidence of an arm is worth: its runs, their classes, and how dependent trials are."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.table import Table, numeric, row_anchor, text, without_empty
from generator.pages.words import AUDITS, EVIDENCE, IDENTITY, REASONS, ROLES, SCOPES
from generator.publication.arm import Arm, RunRow
from generator.publication.strings import IdentityField

LEFT_OUT_CLASSES = ("cross_arm", "cross_time", "contaminated")


def runs(arm: Arm) -> Table:
    """Return the runs of an arm by date and alias."""
    columns = (
        *text("Run", "Date", "Role", "Stage", "Cases", "Evidence", "Differs in"),
        *numeric("Concurrency", "Time limit"),
        *text("Wire audit"),
    )
    listed = sorted(arm.runs, key=lambda run: (run.date or "", run.run))
    return without_empty(Table("runs", columns, tuple(_run_row(run) for run in listed)))


def _run_row(run: RunRow) -> tuple[object, ...]:
    return (
        row_anchor(f"run-{run.run}", run.run),
        run.date or numbers.DASH,
        ROLES[run.role].label,
        numbers.integer(run.stage),
        SCOPES[run.scope].label,
        EVIDENCE[run.evidence].label,
        field_names(run.differs),
        numbers.integer(run.concurrency),
        numbers.seconds(run.timeout_s),
        AUDITS[run.wire_audit].label,
    )


def field_names(fields: Sequence[IdentityField]) -> Markdown:
    """Return identity fields by name, in the order in which a report lists them."""
    if not fields:
        return numbers.DASH
    return Markdown(", ".join(name.lower() for code, name in IDENTITY.items() if code in fields))


def left_out_runs(arm: Arm) -> list[RunRow]:
    """Return the runs that stand in no rate."""
    return [run for run in arm.runs if run.evidence in LEFT_OUT_CLASSES]


def evidence_classes(arm: Arm, links: Links) -> Table:
    """Return how many valid trials are of which class."""
    counts = arm.evidence
    by_class = (
        (EVIDENCE["same_day"], counts.same_day),
        (EVIDENCE["cross_day"], counts.cross_day),
        (EVIDENCE["cross_arm"], counts.cross_arm),
        (EVIDENCE["cross_time"], counts.cross_time),
        (EVIDENCE["contaminated"], counts.contaminated),
    )
    rows = [
        (word.label, numbers.integer(count), word.say(links.rules))
        for word, count in by_class
        if count
    ]
    if counts.undated:
        undated = Markdown("Repeats that carry no date to compare.")
        rows.append((Markdown("undated"), numbers.integer(counts.undated), undated))
    columns = (*text("Evidence"), *numeric("Valid trials"), *text("Meaning"))
    return Table("evidence", columns, tuple(rows))


def dependence(arm: Arm, links: Links) -> Table:
    """Return what is known of the independence of an arm's trials."""
    found = arm.dependence
    spread, alike, order = (
        found.overdispersion,
        found.intra_class_correlation,
        found.order_clustering,
    )
    alpha = links.rules.order_alpha
    rows = (
        (
            links.term("dispersion", "Overdispersion"),
            numbers.decimal(spread.estimate)
            if spread.undefined is None
            else _why(spread.undefined),
            md("p {}", _compared(numbers.p_value(spread.p_value)))
            if spread.p_value is not None
            else numbers.DASH,
            _over(spread.tasks, spread.trials),
        ),
        (
            links.term("icc", "Intra-class correlation"),
            numbers.decimal(alike.estimate) if alike.undefined is None else _why(alike.undefined),
            md("{} {}", numbers.ratio_interval(alike.interval), numbers.method(alike.interval))
            if alike.interval is not None
            else numbers.DASH,
            _over(alike.tasks, alike.trials),
        ),
        (
            links.term("design-effect", "Design effect"),
            numbers.decimal(alike.design_effect)
            if alike.undefined is None
            else _why(alike.undefined),
            numbers.DASH,
            _over(alike.tasks, alike.trials),
        ),
        (
            links.term("runs-test", "Clustering in the run order"),
            _clustered(order.clustered) if order.undefined is None else _why(order.undefined),
            md("p {}", _compared(numbers.p_value(order.p_value, alpha)))
            if order.p_value is not None
            else numbers.DASH,
            md("{} cases that can tell", numbers.integer(order.cases)),
        ),
        (
            links.term("late-failures", "Failures that come late"),
            _late(order.late_p_value, alpha),
            md("p {}", _compared(numbers.p_value(order.late_p_value, alpha)))
            if order.late_p_value is not None
            else numbers.DASH,
            md("{} cases that can tell", numbers.integer(order.cases)),
        ),
    )
    columns = (*text("Measure"), *numeric("Value"), *text("Test or interval", "Over"))
    return Table("dependence", columns, rows)


def _late(p_value: float | None, alpha: float) -> Markdown:
    if p_value is None:
        return numbers.DASH
    return Markdown("failures come late") if p_value <= alpha else Markdown("not seen")


def _why(reason: str | None) -> Markdown:
    return next((word.label for code, word in REASONS.items() if code == reason), numbers.DASH)


def _compared(p_value: Markdown) -> Markdown:
    """Return a p value behind its sign of comparison."""
    return p_value if p_value.startswith("&lt;") else md("= {}", p_value)


def _over(tasks: int, trials: int) -> Markdown:
    return md("{} cases, {} trials", numbers.integer(tasks), numbers.integer(trials))


def _clustered(clustered: bool | None) -> Markdown:  # noqa: FBT001 - the report's own three states
    if clustered is None:
        return numbers.DASH
    return Markdown("**clustered**" if clustered else "not seen")


def resets(arm: Arm) -> Markdown:
    """Say whether trials shared an environment."""
    if arm.reset_per_trial is None:
        return Markdown("There is no trial whose environment could have been reset.")
    if arm.reset_per_trial:
        return Markdown("Every trial had an environment reset of its own.")
    return Markdown("**Not every trial had an environment reset of its own.**")


def identity_rows(arm: Arm) -> list[tuple[Markdown, Markdown]]:
    """Return the public part of an arm's identity, with what is not stated said so."""
    return [(Markdown(IDENTITY[field]), declared(value)) for field, value in arm.identity.items()]


def declared(value: str | None) -> Markdown:
    """Return a declared value, or that there is none."""
    return Markdown("*not stated*") if not value else md("{}", value)


def identity(arm: Arm) -> Table:
    """Return the public part of an arm's identity as a table."""
    return Table("identity", text("Part of the set-up", "Value"), tuple(identity_rows(arm)))
