"""What trials find of the evaluator and its predicates; none of it is held against an agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_code, md_join
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, text
from generator.publication.eio import Ledger


def counted(ledgers: Sequence[Ledger]) -> Markdown:
    """Say how many decisions were not as they should have been, over all ledgers."""
    findings = sum(each.changed for ledger in ledgers for each in ledger.evaluator_findings)
    defects = sum(each.unchanged for ledger in ledgers for each in ledger.predicate_defects)
    return md(
        "{} that should not have, {} that should have",
        many(findings, "decision changed", "decisions changed"),
        many(defects, "did not change", "did not change"),
    )


def evaluator_findings(ledgers: Sequence[Ledger], places: Mapping[str, Markdown]) -> Table:
    """Return the predicates whose decision changed across a metamorphic variant."""
    rows = tuple(
        _row(each.predicate, places[ledger.ledger], each.tasks, each.changed, each.judged)
        for ledger in ledgers
        for each in ledger.evaluator_findings
    )
    return Table("findings", (*_COLUMNS, *numeric("Changed", "Trials judged")), rows)


def predicate_defects(ledgers: Sequence[Ledger], places: Mapping[str, Markdown]) -> Table:
    """Return the predicates whose decision did not change with its decisive fact."""
    rows = tuple(
        _row(each.predicate, places[ledger.ledger], each.tasks, each.unchanged, each.judged)
        for ledger in ledgers
        for each in ledger.predicate_defects
    )
    return Table("defects", (*_COLUMNS, *numeric("Unchanged", "Trials judged")), rows)


_COLUMNS = text("Predicate", "Ledger", "Tasks")


def _row(
    predicate: str | None, ledger: Markdown, tasks: Sequence[str], wrong: int, judged: int
) -> tuple[object, ...]:
    return (
        md_code(predicate) if predicate else Markdown("private, or several at once"),
        ledger,
        md_join(", ", tasks),
        numbers.integer(wrong),
        numbers.integer(judged),
    )
