"""What an arm's attempts cost, and whether the spending was agreed beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.table import Table, numeric, row_anchor, text, without_empty
from generator.pages.words import BREACHES, TIERS
from generator.publication.arm import Arm, BudgetRow


@dataclass(frozen=True, slots=True)
class CostTables:
    """What was spent, on which accounts, and the budget gate of each designed run.

    `unstated` names the kinds of cost that no attempt states.
    """

    spent: Table
    unstated: Markdown | None
    tiers: Table
    budget: Table
    breaches: list[tuple[Markdown, Markdown]]


def cost(arm: Arm, links: Links) -> CostTables:
    """Return the costs of an arm."""
    unstated = [name for name, _, without in _kinds(arm, links) if without == arm.cost.attempts]
    return CostTables(
        spent=_spent(arm, links),
        unstated=md_join(", ", unstated) if unstated and arm.cost.attempts else None,
        tiers=_tiers(arm),
        budget=_budget(arm),
        breaches=[
            (md("{}", row.run), md_join("; ", [BREACHES[code].label for code in row.breaches]))
            for row in arm.budget
            if row.breaches
        ],
    )


def _kinds(arm: Arm, links: Links) -> tuple[tuple[Markdown, Markdown, int], ...]:
    """Return each kind of cost with its sum and the number of attempts that state none."""
    spent, without = arm.cost, arm.cost.without
    return (
        (Markdown("tokens in"), numbers.integer(spent.tokens.into), without.tokens),
        (Markdown("tokens out"), numbers.integer(spent.tokens.out), without.tokens),
        (Markdown("wall clock"), numbers.seconds(spent.wall_s), without.wall_s),
        (Markdown("money"), numbers.dollars(spent.cost_usd), without.cost_usd),
        (links.term("window-share"), numbers.windows(spent.window_share), without.window_share),
    )


def _spent(arm: Arm, links: Links) -> Table:
    attempts = arm.cost.attempts
    return Table(
        "cost",
        (*text("Cost"), *numeric("Sum", "Attempts without a figure")),
        tuple(
            (name, total, md("{} of {}", numbers.integer(without), numbers.integer(attempts)))
            for name, total, without in _kinds(arm, links)
            if without < attempts
        ),
    )


def _tiers(arm: Arm) -> Table:
    counts = {tier: count for tier, count in arm.cost.trials_by_tier.items() if count}
    if set(counts) <= {"not_recorded"}:
        return Table("tiers", (), ())
    rows = tuple((TIERS[tier].label, numbers.integer(count)) for tier, count in counts.items())
    return Table("tiers", (*text("Account tier"), *numeric("Valid trials")), rows)


def _budget(arm: Arm) -> Table:
    columns = (
        *text("Run", "Account tier", "Owner approved"),
        *numeric("Expected window share", "Actual window share", "Breaches"),
    )
    return without_empty(Table("budget", columns, tuple(_budget_row(row) for row in arm.budget)))


def _budget_row(row: BudgetRow) -> tuple[object, ...]:
    return (
        row_anchor(f"budget-{row.run}", row.run),
        TIERS[row.account_tier].label if row.account_tier else Markdown("not stated"),
        Markdown("yes" if row.owner_approved else "**no**"),
        numbers.windows(row.expected_window_share),
        numbers.windows(row.actual_window_share),
        numbers.integer(len(row.breaches)),
    )
