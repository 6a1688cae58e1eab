"""From two public reports to the records of what changed between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import msgspec

from generator.publication.arm import Arm, Delta, Primary
from generator.publication.changes.cause import Grounds, grounds
from generator.publication.changes.noise import (
    delta_noise,
    headline_noise,
    moved_cases,
    rate_noise,
    rates,
)
from generator.publication.changes.records import (
    FRAME,
    Cause,
    Change,
    Changes,
    Compared,
    Kind,
    Moved,
    Noise,
    Side,
    Where,
)
from generator.publication.changes.renamed import named_as, renamed_arms
from generator.publication.changes.walk import Difference, differences
from generator.publication.relabelled import Labels
from generator.publication.report import Report

_ORDER = {kind: at for at, kind in enumerate(get_args(Kind))}
_CAUSES = {cause: at for at, cause in enumerate(get_args(Cause))}

_LOOK: frozenset[Kind] = frozenset(
    {
        *("version_reused", "aliases_replaced", "rule", "arm_renamed", "identity"),
        "run_reclassified",
        *("arm_removed", "case_removed", "comparison_removed", "ledger_removed", "study_removed"),
        *("arm_added", "case_added", "comparison_added", "ledger_added", "study_added"),
        *("case_definition", "decision", "eligibility", "first_outcome", "verdict", "band"),
        *("shown", "limits"),
    }
)
"""What asks for a reviewer whatever its cause and its size."""

_RATES: frozenset[Kind] = frozenset(
    {"recovery", "regression", "pass_at_k", "pass_hat_k", "ledger_rate"}
)
"""Rates that are withheld, or not there, until enough stands behind them."""


def changes(old: Report, new: Report, *, corrects: bool = False) -> Changes:
    """Return all that changed from one report to another, what to look at first coming first.

    `corrects` says that the new version names the old one as the one it corrects.
    """
    labels = renamed_arms(old, new)
    old = named_as(old, new, labels)
    why = grounds(old, new, corrects=corrects)
    arms = ({arm.arm: arm for arm in old.arms}, {arm.arm: arm for arm in new.arms})
    different = [*_found(old, new), *_renamed(labels)]
    found = [_change(each, why, arms, new.rules.level) for each in different]
    found = [_seen_together(change, found) for change in found]
    found.sort(key=lambda change: (not change.look, _CAUSES[change.cause[0]] > 0, _place(change)))
    told = [change for change in found if change.kind not in FRAME]
    return Changes(
        old=_side(old),
        new=_side(new),
        corrects=corrects,
        verdict="look" if any(each.look for each in found) else "routine" if told else "same",
        sources=sorted({cause for each in told for cause in each.cause}, key=_CAUSES.__getitem__),
        compared=_compared(old, new),
        changes=found,
    )


def _found(old: Report, new: Report) -> Iterator[Difference]:
    found = [_shown(each) for each in differences(old, new)]
    yield from found
    if old.version == new.version and any(each.kind not in FRAME for each in found):
        where = Where(field="version")
        yield Difference("version_reused", where, (), old.version, new.version)
    before, after = _aliases(old), _aliases(new)
    if before and after and not before & after:
        where = Where(field="arms[].cases[]")
        yield Difference("aliases_replaced", where, (), len(before), len(after))


def _renamed(labels: Labels) -> Iterator[Difference]:
    for before, after in labels.items():
        yield Difference("arm_renamed", Where(field="arms[].arm", arm=after), (), before, after)


def _shown(found: Difference) -> Difference:
    """Tell a rate that is published on one side only from one that moved."""
    if found.kind not in _RATES:
        return found
    there = [any(rate is not None for rate, _ in rates(side)) for side in (found.old, found.new)]
    return replace(found, kind="shown") if there[0] != there[1] else found


def _change(
    found: Difference,
    why: Grounds,
    arms: tuple[dict[str, Arm], dict[str, Arm]],
    level: float,
) -> Change:
    cause = why.causes(found)
    moved = _moved(found, arms)
    judged = cause[0] in ("data", "unexplained")
    noise = _noise(found, moved, level) if judged else None
    told_wrong = cause[0] == "correction" and found.kind in {"headline", *_RATES}
    look = found.kind in _LOOK or noise == "beyond" or cause[0] == "unexplained" or told_wrong
    return Change(
        kind=found.kind,
        where=found.where,
        fields=list(found.fields),
        old=found.old,
        new=found.new,
        cause=cause,
        noise=noise,
        look=look and not found.respelled,
        moved=moved,
    )


def _moved(found: Difference, arms: tuple[dict[str, Arm], dict[str, Arm]]) -> Moved | None:
    if found.kind != "headline" or found.where.arm is None:
        return None
    return moved_cases(arms[0][found.where.arm], arms[1][found.where.arm])


def _noise(found: Difference, moved: Moved | None, level: float) -> Noise | None:
    old, new = found.old, found.new
    if moved is not None and isinstance(old, Primary) and isinstance(new, Primary):
        return headline_noise(old, new, moved, level)
    if found.kind == "delta" and isinstance(new, Delta):
        return delta_noise(new, level)
    return rate_noise(old, new) if found.kind in {*_RATES, "case_rate"} else None


def _seen_together(change: Change, found: list[Change]) -> Change:
    """Ask for a look at a change for what others there are beside it.

    A changed spec or program is looked at where a figure is another for it alone, and no rule that
    changed says so already.
    """
    if change.kind not in ("spec", "program"):
        return change
    told = {each.kind for each in found if each.cause[0] == change.kind} - FRAME - {"arm_renamed"}
    return msgspec.structs.replace(change, look=bool(told) and "rule" not in told)


def _place(change: Change) -> tuple[int, str, str, str, str]:
    where = change.where
    named = (where.arm or where.ledger or where.study or "", where.other_arm or "")
    return (_ORDER[change.kind], *named, where.case or where.item or "", where.field)


def _side(report: Report) -> Side:
    return Side(
        version=report.version,
        published_on=report.published_on,
        arms=len(report.arms),
        cases=len(_aliases(report)),
        runs=len({run.run for arm in report.arms for run in arm.runs}),
        trials=sum(arm.plan.valid for arm in report.arms),
    )


def _aliases(report: Report) -> set[str]:
    return {case.case for arm in report.arms for case in arm.cases}


def _compared(old: Report, new: Report) -> Compared:
    before = {arm.arm: {case.case for case in arm.cases} for arm in old.arms}
    return Compared(
        arms=sum(arm.arm in before for arm in new.arms),
        cases=sum(case.case in before.get(arm.arm, ()) for arm in new.arms for case in arm.cases),
        comparisons=len(
            {(each.a, each.b) for each in old.comparisons}
            & {(each.a, each.b) for each in new.comparisons}
        ),
        ledgers=len({each.ledger for each in old.ledgers} & {each.ledger for each in new.ledgers}),
        studies=len({each.study for each in old.studies} & {each.study for each in new.studies}),
    )
