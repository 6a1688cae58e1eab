"""What is said of an arm in plain sentences, the same on the overview and on the arm's page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import LiteralString

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.publication.arm import Arm
from generator.publication.estimates import PassRow


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing to know: what it is about, and what is said of it."""

    about: Markdown
    said: Markdown


def many(count: int, one: LiteralString, more: LiteralString) -> Markdown:
    """Return a count with its noun."""
    return md("{} {}", numbers.integer(count), Markdown(one if count == 1 else more))


def summary(arm: Arm, links: Links) -> list[Statement]:
    """Return what a reader should know of an arm first, most important first."""
    stated = (
        ("Score", headline(arm, links)),
        ("Tried again", tried_again(arm, links)),
        ("All of k trials", all_pass(arm, links)),
        ("Full repeat", moves(arm, links)),
        ("Evidence", evidence(arm, links)),
        ("Read with", limits(arm, links)),
    )
    return [Statement(Markdown(about), said) for about, said in stated if said is not None]


def headline(arm: Arm, links: Links) -> Markdown:
    """Say what the arm did at first, and how sure that is."""
    first = arm.primary
    if not first.cases:
        return _without_primary(arm, links)
    said = md(
        "passed **{}** of cases on the {}, {}.",
        numbers.counted(first.passed, first.cases, first.rate),
        links.term("first-pass"),
        numbers.with_method(first.interval),
    )
    if first.bracket is None or first.bracket.worst == first.bracket.best:
        return said
    return md(
        "{} Cases without an outcome could move it to anything from {} ({}).",
        said,
        numbers.bracket(first.bracket),
        links.term("bracket"),
    )


def _without_primary(arm: Arm, links: Links) -> Markdown:
    row = next((row for row in arm.pass_hat_k if row.k == 1), None)
    none = md("no {}, so no headline score.", links.term("primary-run"))
    if row is None:
        return none
    if row.estimate is None:
        few = many(row.tasks, "case is", "cases are")
        return md("{} {} too few for a rate ({}).", none, few, links.term("not-published"))
    return md(
        "{} Over {}, a single trial passed with a mean chance of **{}**{}.",
        none,
        many(row.tasks, "case", "cases"),
        numbers.share(row.estimate),
        _beside(row),
    )


def _beside(row: PassRow) -> Markdown:
    if row.interval is None:
        return Markdown("")
    return md(", {} {}", numbers.share_interval(row.interval), numbers.method(row.interval))


def tried_again(arm: Arm, links: Links) -> Markdown | None:
    """Say what came of the cases that failed first."""
    if not arm.plan.valid:
        return Markdown("no case, so nothing is known of its stability yet.")
    parts = [*_screens(arm), *_recovery(arm, links)]
    return md_join(" ", parts) if parts else None


def _screens(arm: Arm) -> Iterator[Markdown]:
    screened = arm.recovery.screened
    if not screened.cases:
        return
    incomplete = screened.screen_incomplete
    parts = [
        said
        for count, said in (
            (screened.recovery_capable, md("{} passed at least once", screened.recovery_capable)),
            (screened.no_recovery_observed, md("{} never did", screened.no_recovery_observed)),
            (incomplete, many(incomplete, "has", "have")),
        )
        if count
    ]
    yield md(
        "of {} that failed first and {} tried again, {}{}.",
        many(screened.cases, "case", "cases"),
        Markdown("was" if screened.cases == 1 else "were"),
        md_join(", ", parts),
        Markdown(" too few trials to say" if incomplete else ""),
    )


def _recovery(arm: Arm, links: Links) -> Iterator[Markdown]:
    recovery = arm.recovery
    if not recovery.cases:
        return
    size = md(
        "{} at {} size ({} trials or more)",
        many(recovery.cases, "of them is", "of them are"),
        links.term("confirmation"),
        numbers.integer(links.rules.confirmation),
    )
    if recovery.rate is None:
        yield md("{}: too few for a rate ({}).", size, links.term("not-published"))
        return
    fresh = (
        md("; in {} alone {}", links.term("fresh"), numbers.percent(recovery.fresh.rate))
        if recovery.fresh.rate is not None
        else Markdown("")
    )
    interval = (
        md(", {}", numbers.with_method(recovery.interval)) if recovery.interval else Markdown("")
    )
    yield md(
        "{}, and on average such a case passed **{}** of its repeat trials{} ({}){}.",
        size,
        numbers.percent(recovery.rate),
        interval,
        links.term("recovery"),
        fresh,
    )


def largest_k(arm: Arm) -> PassRow | None:
    """Return the row of pass^k with the largest k that is published."""
    rows = [row for row in arm.pass_hat_k if row.estimate is not None]
    return max(rows, key=lambda row: row.k, default=None)


def all_pass(arm: Arm, links: Links) -> Markdown | None:
    """Say how likely it is that every trial of a case passes."""
    row = largest_k(arm)
    if row is None or row.k == 1:
        return None
    return md(
        "the chance that all {} trials of a case pass ({}) is **{}**{}, over the {} with enough "
        "trials.",
        row.k,
        links.term("pass-hat-k"),
        numbers.share(row.estimate),
        _beside(row),
        many(row.tasks, "case", "cases"),
    )


def moves(arm: Arm, links: Links) -> Markdown | None:
    """Say who moved between the first pass and the latest full run."""
    if not arm.deltas:
        return None
    delta = arm.deltas[-1]
    up, down = len(delta.fail_to_pass), len(delta.pass_to_fail)
    said = md(
        "on {} **{} of {}** cases moved, {} from fail to pass and {} from pass to fail",
        Markdown("the same day" if delta.evidence == "same_day" else "another day"),
        numbers.integer(up + down),
        numbers.integer(delta.compared),
        numbers.integer(up),
        numbers.integer(down),
    )
    if delta.expected_moves is None:
        return md("{}.", said)
    return md(
        "{}; chance alone would move about {} ({}).",
        said,
        numbers.decimal(delta.expected_moves, 1),
        links.term("expected-moves"),
    )


def evidence(arm: Arm, links: Links) -> Markdown:
    """Say how much there is behind all this."""
    counts = arm.evidence
    kinds = [
        (count, Markdown(words))
        for count, words in (
            (counts.same_day, "of the same day"),
            (counts.cross_day, "of another day"),
            (counts.undated, "without a date"),
        )
        if count
    ]
    said = many(arm.plan.valid, "valid repeat trial", "valid repeat trials")
    if len(kinds) == 1:
        said = md("{}, all {}", said, kinds[0][1])
    elif kinds:
        parts = [md("{} {}", numbers.integer(count), words) for count, words in kinds]
        said = md("{} ({})", said, md_join(", ", parts))
    out = counts.cross_arm + counts.cross_time + counts.contaminated
    if out:
        said = md("{}; {} left out of every rate", said, many(out, "more is", "more are"))
    short = arm.plan.planned - arm.plan.valid
    if short > 0:
        planned = many(short, "planned trial has", "planned trials have")
        said = md("{}; {} no outcome ({})", said, planned, links.term("ledger"))
    return md("{}.", said)


def limits(arm: Arm, links: Links) -> Markdown | None:
    """Name the limits that apply to the arm, each linked to what it means."""
    if not arm.limits:
        return None
    return md("{}.", links.limits(arm.limits))
