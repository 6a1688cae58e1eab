"""What bundles and Portable Evaluation Records say alike of their re-test passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from generator.artifacts.checks import Check as FieldCheck
from generator.artifacts.checks import (
    Wrong,
    amount,
    count,
    each,
    flag,
    identifier,
    one_of,
    text,
    whole,
)
from generator.artifacts.eio_records import (
    Band,
    Claim,
    ClaimState,
    Retest,
    Severity,
    StatedRate,
    StatedTrials,
    TaskLists,
    TrialKind,
    kind_of,
)
from generator.artifacts.fields import Fields
from generator.artifacts.records import JsonValue

KIND = one_of(TrialKind)
SEVERITY: FieldCheck[Severity] = one_of(get_args(Severity))
BAND: FieldCheck[Band] = one_of(get_args(Band))
_STATE = one_of(ClaimState)
_LABELS = each(identifier)


def share(value: JsonValue) -> float:
    """Return a number from 0 to 1."""
    found = amount(value)
    if found > 1:
        raise Wrong("OUT_OF_RANGE", "must not be more than 1")
    return found


def read_claims(fields: Fields) -> Iterator[Claim]:
    """Yield the claims of a bundle or a record; an id stands for one claim."""
    seen: set[str] = set()
    for each_claim in fields.objects("claims"):
        claim_id = each_claim.required("id", identifier)
        if claim_id in seen:
            each_claim.wrong("id", "LISTED_TWICE", "must not be that of another claim")
        seen.add(claim_id)
        predicate = each_claim.required("predicate", identifier)
        yield Claim(
            claim_id=claim_id,
            predicate=predicate,
            kind=kind_of(predicate, risk_named=each_claim.states("risk")),
            state=each_claim.required("state", _STATE),
            exact=_fidelity(each_claim) == "exact",
        )


def _fidelity(claim: Fields) -> str | None:
    if not claim.states("parameters"):
        return None
    return claim.inner("parameters").nullable("fidelity", text)


def read_trials(
    fields: Fields,
    rows: str,
    read_row: Callable[[Fields, TrialKind], Retest],
    *,
    with_floor: bool,
) -> StatedTrials:
    """Return what an object says of re-test passes; `rows` is the list of its claims' re-tests."""
    kind = fields.required("trial_kind", KIND)
    retests: list[Retest] = []
    seen: set[tuple[str, TrialKind]] = set()
    for row in fields.objects(rows):
        retest = read_row(row, kind)
        if (retest.claim_id, retest.kind) in seen:
            row.wrong("claim_id", "LISTED_TWICE", "must not be that of another row")
        seen.add((retest.claim_id, retest.kind))
        retests.append(retest)
    return StatedTrials(
        kind=kind,
        passes=fields.required("passes", whole(1)),
        k=fields.required("k", whole(1)),
        tasks=fields.required("tasks", count),
        retests=tuple(retests),
        rate=_rate(fields, with_floor=with_floor),
        lists=_lists(fields),
    )


def reproduced(fields: Fields, passes: str) -> tuple[int, int]:
    """Return in how many of how many passes a row's claim reproduced."""
    r, n = fields.required("reproduced_in", count), fields.required(passes, count)
    if isinstance(r, int) and isinstance(n, int) and r > n:
        fields.wrong("reproduced_in", "OUT_OF_RANGE", f"must not be more than {passes}")
    return r, n


def task_of(ledger_key: str | None) -> str | None:
    """Return the label of the task before the `::` of a ledger key."""
    return ledger_key.partition("::")[0] if ledger_key and "::" in ledger_key else None


def _rate(fields: Fields, *, with_floor: bool) -> StatedRate:
    if not fields.states("rate"):
        return StatedRate()
    inner = fields.inner("rate")
    return StatedRate(
        pass_1=inner.nullable("pass_1", share),
        pass_k=inner.nullable("pass_k", share),
        pass_1_se=inner.nullable("pass_1_se", amount),
        pass_k_se=inner.nullable("pass_k_se", amount),
        published=inner.required("published", flag) if with_floor else None,
        floor=inner.required("floor", count) if with_floor else None,
    )


def _lists(fields: Fields) -> TaskLists:
    if not fields.states("named_lists"):
        return TaskLists()
    inner = fields.inner("named_lists")
    lists = TaskLists(
        always_fail=inner.required("always_fail", _LABELS),
        sometimes_fail=inner.required("sometimes_fail", _LABELS),
        never_fail=inner.required("never_fail", _LABELS),
    )
    inner.done()
    labels = (*lists.always_fail, *lists.sometimes_fail, *lists.never_fail)
    if len(set(labels)) < len(labels):
        inner.wrong("sometimes_fail", "LISTED_TWICE", "and its siblings must name a task once")
    return lists
