"""The past of every arm as tables: runs, deltas, flips, invalid attempts, drift, and the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.sections.case_list import FOLD_ABOVE, CaseList
from generator.pages.sections.evidence import field_names
from generator.pages.table import Column, Table, numeric, row_anchor, text, without_empty
from generator.pages.words import AUDIT_CAUSES, EVIDENCE, OUTCOMES, PAST_ROLES
from generator.publication.audit import (
    AuditArm,
    AuditDelta,
    AuditRun,
    Basis,
    Score,
    SeverityDrift,
    ShownScore,
)


def arm_name(arm: AuditArm, links: Links) -> Markdown:
    """Return an arm's label, linked to its page where it has one."""
    return links.arm(arm.arm) if arm.basis == "runs" else md("{}", arm.arm)


def _case(arm: AuditArm, alias: str, links: Links) -> Markdown:
    return links.case(arm.arm, alias) if arm.basis == "runs" else md("{}", alias)


def _cases(arm: AuditArm, aliases: Sequence[str], links: Links) -> CaseList:
    named = md_join(", ", [_case(arm, alias, links) for alias in sorted(aliases)])
    return CaseList(len(aliases), named, len(aliases) > FOLD_ABOVE)


def runs(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return every same-arm run with its own score."""
    columns = (
        *text("Arm", "Run", "Date", "Role", "Evidence"),
        *numeric("Passed", "Failed", "Made up", "No outcome"),
    )
    rows = tuple(_run_row(arm, run, links) for arm in arms for run in arm.runs)
    return without_empty(Table("runs", columns, rows))


def _run_row(arm: AuditArm, run: AuditRun, links: Links) -> tuple[object, ...]:
    return (
        arm_name(arm, links),
        row_anchor(f"run-{run.run}", run.run),
        run.date or numbers.DASH,
        PAST_ROLES[run.role].label,
        EVIDENCE[run.evidence].label if run.evidence else numbers.DASH,
        numbers.counted(run.passed, run.cases, None),
        numbers.integer(len(run.fail_set)),
        _or_dash(len(run.made_up)),
        _or_dash(len(run.outcomes) - run.cases),
    )


def _or_dash(count: int) -> Markdown:
    return numbers.integer(count) if count else numbers.DASH


def deltas(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return the fail-set deltas between same-arm runs."""
    return _delta_table("deltas", [(arm, delta) for arm in arms for delta in arm.deltas], links)


def partial_retests(arm: AuditArm) -> int:
    """Return how many retests are no run of a whole case set, and so end no delta."""
    ends = {delta.end for delta in arm.deltas}
    return sum(run.role == "retest" and run.run not in ends for run in arm.runs)


def other_deltas(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return first passes against full runs that are no repeats, with what differs."""
    listed = [(arm, delta) for arm in arms for delta in arm.other_deltas]
    table = _delta_table("other-runs", listed, links)
    differs = {run.run: field_names(run.differs) for arm in arms for run in arm.other_runs}
    return Table(
        table.anchor,
        (*table.columns, Column("Differs in")),
        tuple(
            (*row, differs[delta.end]) for row, (_, delta) in zip(table.rows, listed, strict=True)
        ),
    )


def _delta_table(anchor: str, listed: Sequence[tuple[AuditArm, AuditDelta]], links: Links) -> Table:
    columns = (
        *text("Arm", "From", "To"),
        *numeric("Score", "Fail set", "Compared", "Passed", "Fail → pass", "Pass → fail"),
        *numeric("Failed both", "Only before", "Only after"),
        *text("Evidence"),
    )
    rows = tuple(
        (
            arm_name(arm, links),
            md("{}", delta.start),
            md("{}", delta.end),
            _change(score(delta.score_from), score(delta.score_to)),
            _change(
                numbers.integer(delta.score_from.failed), numbers.integer(delta.score_to.failed)
            ),
            numbers.integer(delta.compared),
            _change(numbers.integer(delta.passed_from), numbers.integer(delta.passed_to)),
            numbers.integer(len(delta.fail_to_pass)),
            numbers.integer(len(delta.pass_to_fail)),
            numbers.integer(delta.stayed_failed),
            _or_dash(len(delta.only_from)),
            _or_dash(len(delta.only_to)),
            EVIDENCE[delta.evidence].label if delta.evidence else numbers.DASH,
        )
        for arm, delta in listed
    )
    return without_empty(Table(anchor, columns, rows))


def _change(before: Markdown, after: Markdown) -> Markdown:
    return md("{} → {}", before, after)


def score(value: Score) -> Markdown:
    """Return a run's own score: `15/21`."""
    return numbers.counted(value.passed, value.cases, None)


def flips(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return the cases whose outcome moved, with their outcomes in the order of the runs."""
    columns = (
        *text("Arm", "Case", "Outcomes in order"),
        *numeric("Fail → pass", "Pass → fail"),
    )
    rows = tuple(
        (
            arm_name(arm, links),
            _case(arm, flip.case, links),
            Markdown(" ".join(flip.pattern)),
            numbers.integer(flip.fail_to_pass),
            numbers.integer(flip.pass_to_fail),
        )
        for arm in arms
        for flip in arm.flips
    )
    return Table("flips", columns, rows)


@dataclass(frozen=True, slots=True)
class NamedCases:
    """Some cases of an arm behind what they have in common."""

    lead: Markdown
    cases: CaseList


def other_moves(arms: Sequence[AuditArm], links: Links) -> list[NamedCases]:
    """Return the cases that a full run which is no repeat ended otherwise than the first pass."""
    return [
        NamedCases(md(said, arm_name(arm, links), delta.end), _cases(arm, cases, links))
        for arm in arms
        for delta in arm.other_deltas
        for said, cases in (
            ("{}, failed first but passed in {}:", delta.fail_to_pass),
            ("{}, passed first but failed in {}:", delta.pass_to_fail),
        )
        if cases
    ]


def boundary(arms: Sequence[AuditArm], links: Links) -> list[NamedCases]:
    """Return the boundary cases of the arms that have any and could have moved."""
    return [
        NamedCases(md("{}:", arm_name(arm, links)), _cases(arm, arm.boundary, links))
        for arm in arms
        if arm.boundary and len(arm.runs) > 1
    ]


def invalid(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return the invalid attempts by run, case and cause, and what stands for the case now."""
    columns = (
        *text("Arm", "Run", "Case", "Cause"),
        *numeric("Attempts"),
        *text("What stands now"),
    )
    made_up = {(run.run, case) for arm in arms for run in arm.runs for case in run.made_up}
    rows = tuple(
        (
            arm_name(arm, links),
            each.run,
            _case(arm, each.case, links),
            AUDIT_CAUSES[each.cause].label,
            numbers.integer(each.attempts),
            md("{}, made up", OUTCOMES[each.outcome].label)
            if (each.run, each.case) in made_up
            else OUTCOMES[each.outcome].label,
        )
        for arm in arms
        for each in arm.invalid
    )
    return Table("invalid", columns, rows)


def drift(arms: Sequence[AuditArm], links: Links) -> Table:
    """Return the cases that ended alike but were scored otherwise."""
    columns = (*text("Arm", "Case", "Outcome", "From", "To"), *numeric("Before", "After"))
    rows = tuple(
        (arm_name(arm, links), _case(arm, each.case, links), *_drift_cells(each))
        for arm in arms
        for each in arm.severity_drift
    )
    return Table("drift", columns, rows)


def _drift_cells(drift: SeverityDrift) -> tuple[object, ...]:
    return (
        OUTCOMES[drift.outcome].label,
        drift.start,
        drift.end,
        _shown(drift.score_from),
        _shown(drift.score_to),
    )


def _shown(value: ShownScore | None) -> Markdown:
    if value is None:
        return Markdown("not shown")
    shown = numbers.score(value.score)
    return shown if value.out_of is None else md("{}/{}", shown, numbers.score(value.out_of))


def matrix(arms: Sequence[AuditArm], basis: Basis) -> Table:
    """Return the outcome of every case in every run: cases down, the runs of the arms across."""
    listed = [(arm, run) for arm in arms if arm.basis == basis for run in arm.runs]
    cases = sorted({case for _, run in listed for case in run.outcomes})
    columns = (
        Column("Case"),
        *(Column(_heading(arm, run)) for arm, run in listed),
    )
    rows = tuple(
        (row_anchor(f"{basis}-{case}", case), *(_outcome(run, case) for _, run in listed))
        for case in cases
    )
    return Table(f"matrix-{basis}", columns, rows)


def _heading(arm: AuditArm, run: AuditRun) -> Markdown:
    lines = [line for line in (arm.arm, run.date, run.run) if line is not None]
    return md_join("<br>", [md('<span class="report-whole">{}</span>', line) for line in lines])


def _outcome(run: AuditRun, case: str) -> Markdown:
    outcome = run.outcomes.get(case)
    if outcome is None:
        return numbers.DASH
    shown = md("**{}**", OUTCOMES[outcome].label) if outcome == "fail" else OUTCOMES[outcome].label
    return md("{}, made up", shown) if case in run.made_up else shown
