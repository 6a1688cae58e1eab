"""The overview's first table: what each arm scored, how stable that is, and how sure."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.quoted import (
    common_k,
    counted_cases,
    has_primary_run,
    quoted_row,
    single_trial,
    uncounted_cases,
)
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, text, without_empty
from generator.pages.words import missing_number
from generator.publication.arm import Arm

SCORE = "Score"
RECOVERY = "Recovery after fail"
EVERY_ONE = "All of k trials pass"
UNSTEADY = "Sometimes pass, sometimes fail"
MOVED = "Moved in a full repeat"
TRIALS = "Valid repeat trials"


def glance(arms: Sequence[Arm], links: Links) -> Table:
    """Return a row for every arm; columns in which no arm has anything to say are left out."""
    trials = TRIALS if any(map(has_primary_run, arms)) else "Valid trials"
    columns = (*text("Arm", SCORE, RECOVERY, EVERY_ONE, UNSTEADY, MOVED), *numeric(trials))
    shared = common_k(arms)
    rows = tuple(
        (
            links.arm(arm.arm),
            _score(arm),
            _recovery(arm),
            _all_pass(arm, shared),
            _unsteady(arm, links),
            _moved(arm),
            numbers.integer(arm.plan.valid),
        )
        for arm in arms
    )
    return without_empty(Table("glance", columns, rows))


def explained(table: Table, arms: Sequence[Arm], links: Links) -> list[tuple[str, Markdown]]:
    """Return what each column of the table tells, for those that are there."""
    said = {
        SCORE: _score_explained(arms, links),
        RECOVERY: md(
            "how often a case that {} passes when it is tried again ({}). From a {} only yes or no "
            "is told.",
            links.term("fail-set", "failed first"),
            links.term("recovery", "how it is computed"),
            links.term("screen"),
        ),
        EVERY_ONE: md(
            "the chance that k trials of a case all pass ({}), beside that of a single trial of "
            "the same cases.{}",
            links.term("pass-hat-k"),
            _mix_explained(arms),
        ),
        UNSTEADY: md(
            "cases with both outcomes among their trials, of the cases with at least two trials.{}",
            Markdown(" Screened and boundary cases are left out.")
            if any(uncounted_cases(arm, 2) for arm in arms)
            else Markdown(""),
        ),
        MOVED: md(
            "cases that changed between the first pass and the latest full run, in either "
            "direction ({}).",
            links.term("fail-set-delta"),
        ),
        TRIALS: md(
            "later attempts at the same cases that have an outcome ({}).",
            links.term("repeat-trial", "what counts as one"),
        ),
        "Valid trials": md("attempts that have an outcome ({}).", links.term("valid-trial")),
    }
    return [(column.heading, said[column.heading]) for column in table.columns[1:]]


def _score_explained(arms: Sequence[Arm], links: Links) -> Markdown:
    parts = []
    if any(arm.primary.cases for arm in arms):
        parts.append(
            md(
                "{} passed on the {}, with its {}. What happens later never changes it.",
                links.term("case", "cases"),
                links.term("first-pass"),
                links.term("interval"),
            )
        )
    if any(not arm.primary.cases for arm in arms):
        parts.append(
            md(
                "{} the mean over {} of the share of trials that passed, with its {}.",
                Markdown("Of an arm without a first pass," if parts else "no run came first, so"),
                links.term("case", "cases"),
                links.term("interval"),
            )
        )
    return md_join(" ", parts)


def _mix_explained(arms: Sequence[Arm]) -> Markdown:
    quoted = [row for arm in arms if (row := quoted_row(arm, common_k(arms))) is not None]
    if len({(row.k, row.tasks) for row in quoted}) <= 1 and not any(map(_mix, arms)):
        return Markdown("")
    return Markdown(
        " It is over the cases that were tried often enough, not over the whole case set: compare "
        "arms only at the same k and over the same cases."
    )


def _score(arm: Arm) -> Markdown:
    first = arm.primary
    if first.cases:
        score = numbers.counted(first.passed, first.cases, first.rate)
        return md("**{}**<br>{}", score, numbers.interval(first.interval))
    row = single_trial(arm)
    if row is None:
        return numbers.DASH
    if row.estimate is None:
        return missing_number(row.suppressed, row.undefined)
    return md(
        "**{}**<br>{}<br>mean over {}",
        numbers.percent(row.estimate),
        numbers.interval(row.interval),
        many(row.tasks, "case", "cases"),
    )


def _recovery(arm: Arm) -> Markdown:
    recovery = arm.recovery
    failed = numbers.integer(len(arm.primary.fail_set))
    if recovery.rate is not None:
        return md(
            "**{}**<br>{}<br>over {} of {} that failed",
            numbers.percent(recovery.rate),
            numbers.interval(recovery.interval),
            numbers.integer(recovery.cases),
            failed,
        )
    screened = recovery.screened
    if not screened.cases:
        return missing_number(recovery.suppressed, None) if recovery.cases else numbers.DASH
    told = md("{} of {} passed<br>at least once", screened.recovery_capable, screened.cases)
    if screened.cases == len(arm.primary.fail_set):
        return told
    return md("{}<br>{} failed first", told, failed)


def _all_pass(arm: Arm, shared: int | None) -> Markdown:
    row = quoted_row(arm, shared) or quoted_row(arm)
    single = single_trial(arm)
    if row is None or single is None:
        return numbers.DASH
    if row.k == 1:
        return md(
            "{} at k = 1<br>{}<br>{}",
            numbers.percent(row.estimate),
            numbers.interval(row.interval),
            _over(arm, row.tasks),
        )
    return md(
        "**{}** at k = {}<br>{}<br>{} at k = 1<br>{}",
        numbers.percent(row.estimate),
        row.k,
        numbers.interval(row.interval),
        numbers.percent(single.estimate),
        _over(arm, row.tasks),
    )


def _over(arm: Arm, tasks: int) -> Markdown:
    failed = _mix(arm)
    cases = many(tasks, "case", "cases")
    return md("{}, {} failed first", cases, numbers.integer(failed)) if failed else cases


def _mix(arm: Arm) -> int:
    """Return how many of the cases behind pass^k failed first; none have where no run was first."""
    return sum(case.primary_outcome == "fail" for case in counted_cases(arm))


def _unsteady(arm: Arm, links: Links) -> Markdown:
    several = len(counted_cases(arm, 2))
    if not several:
        return numbers.DASH
    return md(
        "[{} of {}]({})",
        len(arm.named_lists.sometimes_fail),
        numbers.integer(several),
        links.to(f"{links.arms[arm.arm].path}#named-lists"),
    )


def _moved(arm: Arm) -> Markdown:
    if not arm.deltas:
        return numbers.DASH
    delta = arm.deltas[-1]
    return md(
        "**{} of {}**<br>{} up, {} down",
        len(delta.fail_to_pass) + len(delta.pass_to_fail),
        numbers.integer(delta.compared),
        len(delta.fail_to_pass),
        len(delta.pass_to_fail),
    )
