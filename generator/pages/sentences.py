"""What is said of an arm in plain sentences, the same on the overview and on the arm's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import LiteralString

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.quoted import (
    counted_cases,
    has_primary_run,
    quoted_row,
    single_trial,
    uncounted_cases,
)
from generator.pages.words import EVIDENCE
from generator.publication.arm import Arm
from generator.publication.estimates import PassRow
from generator.publication.strings import TrialEvidence


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
        ("Case by case", case_by_case(arm)),
        ("Full repeat", moves(arm, links)),
        ("Evidence", evidence(arm, links)),
        ("Read with", limits(arm, links)),
    )
    return [Statement(Markdown(about), said) for about, said in stated if said is not None]


def headline(arm: Arm, links: Links) -> Markdown:
    """Say what the arm did at first, and how sure that is."""
    first = arm.primary
    if not first.cases:
        return _without_first_pass(arm, links)
    said = md(
        "passed **{}** of cases on the {}, {}.",
        numbers.counted(first.passed, first.cases, first.rate),
        links.term("first-pass"),
        numbers.with_method(first.interval),
    )
    if first.bracket is None or first.bracket.worst == first.bracket.best:
        return said
    violations = sum(case.primary_outcome == "protocol_violation" for case in arm.cases)
    apart = (
        md("; {} in neither", many(violations, "protocol violation is", "protocol violations are"))
        if violations
        else Markdown("")
    )
    return md(
        "{} Cases without an outcome could move it to anything from {} ({}{}).",
        said,
        numbers.bracket(first.bracket),
        links.term("bracket"),
        apart,
    )


def _without_first_pass(arm: Arm, links: Links) -> Markdown:
    """Say what trials came to where no first pass gives a score, and why none does."""
    why = _no_first_pass(arm, links)
    row = single_trial(arm)
    if row is None:
        return why
    if row.estimate is None:
        few = many(row.tasks, "case is", "cases are")
        return md("{} {} too few for a rate ({}).", why, few, links.term("not-published"))
    return md(
        "{} On average over {}, **{}** of the trials of a case passed{}.",
        why,
        many(row.tasks, "case", "cases"),
        numbers.percent(row.estimate),
        _beside(row),
    )


def _no_first_pass(arm: Arm, links: Links) -> Markdown:
    """Say why there is no first pass; nothing where none was meant, as with equal trials."""
    primaries = [run for run in arm.runs if run.role == "primary"]
    if any(run.evidence == "first_pass" for run in primaries):
        return md(
            "no case has a valid outcome in the {}, so there is no headline score.",
            links.term("primary-run"),
        )
    if primaries:
        return md(
            "the {} stands in no rate ({}), so there is no headline score.",
            links.term("primary-run"),
            EVIDENCE[primaries[0].evidence].label,
        )
    return Markdown("no run came before the others, so all trials count alike.")


def _beside(row: PassRow) -> Markdown:
    if row.interval is None:
        return Markdown("")
    return md(", {}", numbers.with_method(row.interval))


def tried_again(arm: Arm, links: Links) -> Markdown | None:
    """Say what came of the cases that failed first."""
    if not arm.plan.valid:
        return Markdown("no case, so nothing is known of its stability yet.")
    parts = [*_screens(arm), *_recovery(arm, links)]
    return md_join(" ", parts) if parts else None


def _screens(arm: Arm) -> Iterator[Markdown]:
    screened = arm.recovery.screened
    failed = [case for case in arm.cases if case.primary_outcome == "fail"]
    if not screened.cases:
        return
    incomplete = screened.screen_incomplete
    parts = [
        said
        for count, said in (
            (screened.recovery_capable, md("{} passed at least once", screened.recovery_capable)),
            (screened.no_recovery_observed, md("{} never did", screened.no_recovery_observed)),
            (incomplete, md("{} too few trials to say", many(incomplete, "has", "have"))),
        )
        if count
    ]
    boundary = sum(case.verdict == "boundary" for case in failed)
    untried = sum(case.verdict == "not_screened" for case in failed)
    rest = [
        said
        for count, said in (
            (
                boundary,
                many(boundary, "boundary case is told apart", "boundary cases are told apart"),
            ),
            (untried, many(untried, "has no valid trial yet", "have no valid trial yet")),
        )
        if count
    ]
    yield md(
        "of {} that failed first, {} tried again: {}{}.",
        many(len(failed), "case", "cases"),
        many(screened.cases, "was", "were"),
        md_join(", ", parts),
        md("; {}", md_join(", ", rest)) if rest else Markdown(""),
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


def all_pass(arm: Arm, links: Links) -> Markdown | None:
    """Say how likely it is that every trial of a case passes, beside that of a single one."""
    row, single = quoted_row(arm), single_trial(arm)
    if row is None or single is None or row.k == 1:
        return None
    return md(
        "a single trial passes with a chance of {}, all {} trials of a case with **{}**{} ({}), "
        "over {}.",
        numbers.percent(single.estimate),
        row.k,
        numbers.percent(row.estimate),
        _beside(row),
        links.term("pass-hat-k"),
        many(row.tasks, "case", "cases"),
    )


def case_by_case(arm: Arm) -> Markdown | None:
    """Say how many cases always, sometimes and never passed; None where none had two trials."""
    lists = arm.named_lists
    named = {*lists.always_fail, *lists.sometimes_fail, *lists.never_fail}
    several = {case.case for case in counted_cases(arm, 2)} & named
    if not several:
        return None
    by_outcome = (lists.never_fail, lists.sometimes_fail, lists.always_fail)
    left_out = uncounted_cases(arm, 2)
    beside = many(left_out, "screened or boundary case is", "screened or boundary cases are")
    return md(
        "of {} with two trials or more, {} passed every trial, **{}** passed some and failed some, "
        "{} failed every trial{}.",
        many(len(several), "case", "cases"),
        *(numbers.integer(len(several.intersection(listed))) for listed in by_outcome),
        md("; {} not counted here", beside) if left_out else Markdown(""),
    )


_WHEN: Mapping[TrialEvidence, Markdown] = {
    "same_day": Markdown("on the same day"),
    "cross_day": Markdown("on another day"),
    "undated": Markdown("between runs without a date to compare,"),
}


def moves(arm: Arm, links: Links) -> Markdown | None:
    """Say who moved between the first pass and the latest full run."""
    if not arm.deltas:
        return None
    delta = arm.deltas[-1]
    up, down = len(delta.fail_to_pass), len(delta.pass_to_fail)
    said = md(
        "{} **{} of {}** {} moved, {} from fail to pass and {} from pass to fail",
        _WHEN[delta.evidence],
        numbers.integer(up + down),
        numbers.integer(delta.compared),
        Markdown("case" if delta.compared == 1 else "cases"),
        *map(numbers.integer, (up, down)),
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
    said = (
        many(arm.plan.valid, "valid repeat trial", "valid repeat trials")
        if has_primary_run(arm)
        else many(arm.plan.valid, "valid trial", "valid trials")
    )
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
