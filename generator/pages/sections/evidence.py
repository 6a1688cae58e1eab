"""What the evidence of an arm is worth: its runs, their classes, and how dependent trials are."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.quoted import has_primary_run
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, row_anchor, text, without_empty
from generator.pages.words import AUDITS, EVIDENCE, IDENTITY, REASONS, ROLES, SCOPES, Word
from generator.publication.arm import Arm, RunRow
from generator.publication.estimates import OrderClustering
from generator.publication.report import Rules
from generator.publication.strings import IdentityField

_UNDATED = EVIDENCE["undated"].label
_WITHOUT_FIRST_PASS = {
    EVIDENCE["same_day"]: Markdown("A trial on the UTC date of the arm's earliest run."),
    EVIDENCE["cross_day"]: Markdown("A trial on another UTC date than the arm's earliest run."),
}
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
        _UNDATED
        if run.date is None and run.evidence in ("same_day", "cross_day")
        else EVIDENCE[run.evidence].label,
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
        (word.label, numbers.integer(count), class_meaning(word, [arm], links.rules))
        for word, count in by_class
        if count
    ]
    if counts.undated:
        undated = Markdown("Trials that carry no date to compare.")
        rows.append((_UNDATED, numbers.integer(counts.undated), undated))
    columns = (*text("Evidence"), *numeric("Valid trials"), *text("Meaning"))
    return Table("evidence", columns, tuple(rows))


def class_meaning(word: Word, arms: Sequence[Arm], rules: Rules) -> Markdown:
    """Return what a class means; without a first pass days are told from the earliest run's."""
    said, without = word.say(rules), _WITHOUT_FIRST_PASS.get(word)
    with_first = [has_primary_run(arm) for arm in arms]
    if without is None or all(with_first):
        return said
    return md("{} Without a first pass: {}", said, without) if any(with_first) else without


def dependence(arm: Arm, links: Links) -> Table:
    """Return what is known of the independence of an arm's trials."""
    found = arm.dependence
    spread, alike, order = (
        found.overdispersion,
        found.intra_class_correlation,
        found.order_clustering,
    )
    rows = (
        (
            links.term("dispersion", "Overdispersion"),
            numbers.decimal(spread.estimate)
            if spread.undefined is None
            else _why(spread.undefined),
            md("p {}", numbers.compared(numbers.p_value(spread.p_value)))
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
        *_order_rows(order, links),
    )
    columns = (*text("Measure"), *numeric("Value"), *text("Test or interval", "Over"))
    return Table("dependence", columns, rows)


def _order_rows(order: OrderClustering, links: Links) -> list[tuple[object, ...]]:
    """Return the two tests of the order in time; the second only where it could be made."""
    alpha = links.rules.order_alpha
    telling = md("{} can tell", many(order.cases, "case", "cases")) if order.cases else numbers.DASH
    rows: list[tuple[object, ...]] = [
        (
            links.term("runs-test", "Clustering in the run order"),
            _clustered(order) if order.undefined is None else _why(order.undefined),
            md(
                "p {}{}",
                numbers.compared(numbers.p_value(order.p_value, alpha)),
                Markdown(" over all cases" if order.clustered_cases else ""),
            )
            if order.p_value is not None
            else numbers.DASH,
            telling,
        )
    ]
    if order.late_p_value is not None:
        rows.append(
            (
                links.term("late-failures", "Failures that come late"),
                _late(order.late_p_value, alpha),
                md("p {}", numbers.compared(numbers.p_value(order.late_p_value, alpha))),
                telling,
            )
        )
    return rows


def _late(p_value: float, alpha: float) -> Markdown:
    return Markdown("failures come late") if p_value <= alpha else Markdown("not seen")


def _why(reason: str | None) -> Markdown:
    return next((word.label for code, word in REASONS.items() if code == reason), numbers.DASH)


def _over(tasks: int, trials: int) -> Markdown:
    return md("{}, {}", many(tasks, "case", "cases"), many(trials, "trial", "trials"))


def _clustered(order: OrderClustering) -> Markdown:
    alone = len(order.clustered_cases)
    if order.clustered:
        return Markdown("**clustered**")
    if alone:
        return md("**clustered in {}**", many(alone, "case", "cases"))
    return numbers.DASH if order.clustered is None else Markdown("not seen")


def resets(arm: Arm) -> Markdown:
    """Say whether trials shared an environment, as far as it was recorded."""
    if arm.reset_per_trial is None:
        return Markdown("There is no trial whose environment could have been reset.")
    if arm.reset_per_trial:
        return Markdown("Every trial had an environment reset of its own.")
    if not arm.resets_unrecorded:
        return Markdown("**Not every trial had an environment reset of its own.**")
    without = md(
        "For {} no environment reset is recorded",
        many(arm.resets_unrecorded, "trial", "trials"),
    )
    if "SHARED_RESETS" in arm.limits:
        return md("**{}, and others shared one.**", without)
    return md("{}, so whether they shared one cannot be told.", without)


def declared(value: str | None) -> Markdown:
    """Return a declared value, or that there is none."""
    return Markdown("*not stated*") if not value else md("{}", value)


def identity(arm: Arm) -> Table:
    """Return what an arm states of the public part of its identity as a table."""
    rows = tuple(
        (Markdown(IDENTITY[field]), declared(value))
        for field, value in arm.identity.items()
        if value
    )
    return Table("identity", text("Part of the set-up", "Value"), rows)


def not_stated(arm: Arm) -> Markdown | None:
    """Return the public fields of identity that an arm does not state; None where it states all."""
    fields = [field for field, value in arm.identity.items() if not value]
    return field_names(fields) if fields else None
