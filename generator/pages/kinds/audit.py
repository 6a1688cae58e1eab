"""The audit page: what the results that are there already say, before new runs are bought."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.page import Page, PageKind, View
from generator.pages.sections import history
from generator.pages.sentences import Statement, many
from generator.pages.table import Table, numeric, text, without_empty
from generator.pages.words import ARM_PARTS
from generator.publication.audit import (
    AuditArm,
    AuditDelta,
    Basis,
    CellCounts,
    CellsRead,
    RelatedArms,
)

PATH = "audit.md"
MATRIX_CASES = 200
"""A matrix of more cases than this is left to the downloads."""


def build(view: View) -> list[Page]:
    """Return the page; none where no arm has a past."""
    audit, links = view.report.audit, view.links(PATH)
    if audit is None:
        return []
    arms = audit.arms
    context = {
        "findings": [Statement(history.arm_name(arm, links), _said(arm)) for arm in _moved(arms)],
        "read": _read(view.report.provenance.cells),
        "duplicates": view.report.provenance.cells and view.report.provenance.cells.duplicates,
        "undated": any(arm.basis == "cells" for arm in arms),
        "runs": history.runs(arms, links),
        "deltas": history.deltas(arms, links),
        "partial": sum(history.partial_retests(arm) for arm in arms),
        "flips": history.flips(arms, links),
        "repeated": sum(arm.repeated for arm in arms),
        "boundary": history.boundary(arms, links),
        "other_deltas": history.other_deltas(arms, links),
        "other_moves": history.other_moves(arms, links),
        "versions": _related(audit.related_arms, version=True),
        "lanes": _related(audit.related_arms, version=False),
        "invalid": history.invalid(arms, links),
        "unplaced": sum(arm.unplaced_makeups for arm in arms),
        "drift": history.drift(arms, links),
        "matrices": [
            (title, table, len(table.rows) <= MATRIX_CASES)
            for title, table in _matrices(arms)
            if table
        ],
    }
    title = "Historical audit"
    description = "What the results that are there already say: repeats, flips and what is none."
    return [Page(PATH, title, title, description, "audit.md.j2", context, wide=True)]


def _moved(arms: Sequence[AuditArm]) -> list[AuditArm]:
    return [arm for arm in arms if arm.repeated]


def _said(arm: AuditArm) -> Markdown:
    """Say how many cases moved, and where a score hides or feigns it."""
    up = sum(flip.fail_to_pass for flip in arm.flips)
    down = sum(flip.pass_to_fail for flip in arm.flips)
    runs = many(len(arm.runs), "run", "runs")
    if not arm.flips:
        several = many(arm.repeated, "case", "cases")
        return md("in {}, none of the {} with more than one outcome moved.", runs, several)
    said = md(
        "in {}, **{} of {}** with more than one outcome moved: {} from fail to pass, {} from pass "
        "to fail.",
        runs,
        numbers.integer(len(arm.flips)),
        many(arm.repeated, "case", "cases"),
        many(up, "move", "moves"),
        numbers.integer(down),
    )
    return md_join(" ", [said, *(_hidden(delta) for delta in arm.deltas if _hides(delta))])


def _hides(delta: AuditDelta) -> bool:
    """Whether the runs' own scores do not tell what moved between them."""
    moved = bool(delta.fail_to_pass or delta.pass_to_fail)
    added = bool(delta.only_from or delta.only_to)
    return added or (moved and delta.passed_from == delta.passed_to)


def _hidden(delta: AuditDelta) -> Markdown:
    scores = history.score(delta.score_from), history.score(delta.score_to)
    if delta.only_from or delta.only_to:
        return md(
            "The score went from {} to {}, but not over the same cases: of the {} valid in both, "
            "{} passed and then {}.",
            *scores,
            numbers.integer(delta.compared),
            numbers.integer(delta.passed_from),
            numbers.integer(delta.passed_to),
        )
    return md("The score is {} and then {}, yet other cases failed.", *scores)


def _read(cells: CellsRead | None) -> Table:
    """How many published cells there are, and how many of them are reprints."""
    columns = (
        *text("Cells"),
        *numeric("All", "Pass", "Fail", "Invalid or pending", "Missing"),
        *numeric("Killed at the time cap", "Model over-ran"),
    )
    if cells is None:
        return Table("cells", columns, ())
    home, reprints = _listed(cells.home), _listed(cells.reprints)
    together = [one + other for one, other in zip(home, reprints, strict=True)]
    rows = (
        (Markdown("at home: counted"), *map(numbers.integer, home)),
        (Markdown("reprints: not counted"), *map(numbers.integer, reprints)),
        (Markdown("together"), *map(numbers.integer, together)),
    )
    return Table("cells", columns, rows)


def _listed(counts: CellCounts) -> tuple[int, ...]:
    return (
        counts.cells,
        counts.passed,
        counts.failed,
        counts.unscored,
        counts.missing,
        counts.harness_timeout,
        counts.model_delivery_budget_burn,
    )


def _related(pairs: Sequence[RelatedArms], *, version: bool) -> Table:
    """Pairs of arms under one label: another version on the same lane, or another lane."""
    columns = (
        *text("First arm", "Second arm", "Differs in"),
        *numeric("Compared", "First passed", "Second passed", "Only first", "Only second"),
        *text("Passed by the first only", "Passed by the second only"),
    )
    rows = tuple(
        (
            pair.a,
            pair.b,
            md_join(", ", [ARM_PARTS[part].label for part in pair.differs]),
            numbers.integer(pair.compared),
            numbers.integer(pair.passed_a),
            numbers.integer(pair.passed_b),
            numbers.integer(len(pair.only_a)),
            numbers.integer(len(pair.only_b)),
            ", ".join(pair.only_a),
            ", ".join(pair.only_b),
        )
        for pair in pairs
        if (pair.differs == ["model"]) == version
    )
    return without_empty(Table("versions" if version else "lanes", columns, rows))


def _matrices(arms: Sequence[AuditArm]) -> list[tuple[Markdown, Table]]:
    titles: tuple[tuple[Basis, str], ...] = (
        ("runs", "Run directories"),
        ("cells", "Published pages"),
    )
    return [(Markdown(title), history.matrix(arms, basis)) for basis, title in titles]


KIND = PageKind("audit", 35, build)
