"""Where a record's stated values are not what its counts make: both values, neither replaced.

Rates that are not published are compared with nothing: a disagreement would tell them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.artifacts.eio_records import (
    PortableRecord,
    Retest,
    StatedFinding,
    StatedTrials,
    TaskLists,
)
from generator.measures.ledger_claims import ClaimMeasure
from generator.measures.ledger_findings import FindingMeasure
from generator.measures.ledger_rate import RateMeasure, list_tasks
from generator.measures.ledger_stated import derived_rate, stated_counts
from generator.statistics import RecurrenceBand

Place = Literal[
    "status",
    "passes",
    "k",
    "tasks",
    "named_lists",
    "recurrence.band",
    "recurrence.reproduced_in",
    "recurrence.retests",
    "findings.recurrence.band",
    "findings.proof_status",
    "findings.severity",
    "occurrence.occurred",
    "rate.published",
    "rate.pass_1",
    "rate.pass_k",
    "rate.pass_1_se",
    "rate.pass_k_se",
]
"""What disagrees, as records name it."""

Value = str | int | float | bool | None

# Records state their rates to four decimals.
_ROUNDING = 0.00005000001


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One stated value beside the derived one, and the claim, finding or task it is of."""

    where: Place
    stated: Value
    derived: Value
    claim_id: str | None = None
    finding_id: str | None = None
    task_id: str | None = None


def record_disagreements(
    record: PortableRecord,
    claims: Sequence[ClaimMeasure],
    findings: Sequence[FindingMeasure],
) -> Iterator[Disagreement]:
    """Yield what a record says of bands, findings and occurrence that its counts do not bear.

    `findings` are those that occurred: one that the record states beside them did not.
    """
    bands = {claim.claim_id: claim.band for claim in claims}
    for row in record.trials.retests if record.trials else ():
        if row.band != bands[row.claim_id]:
            yield Disagreement(
                "recurrence.band", row.band, str(bands[row.claim_id]), claim_id=row.claim_id
            )
    weakest = {finding.finding_id: finding.band for finding in findings}
    for finding in record.findings:
        occurs = finding.finding_id in weakest
        if occurs:
            yield from _finding(finding, weakest[finding.finding_id], bands)
        if finding.occurred is not occurs:
            yield Disagreement(
                "occurrence.occurred", finding.occurred, occurs, finding_id=finding.finding_id
            )


def _finding(
    finding: StatedFinding, band: RecurrenceBand, bands: Mapping[str, RecurrenceBand]
) -> Iterator[Disagreement]:
    finding_id = finding.finding_id
    if finding.band != band:
        yield Disagreement(
            "findings.recurrence.band", finding.band, str(band), finding_id=finding_id
        )
    confirmed = all(bands[each] is RecurrenceBand.CONFIRMED for each in finding.claim_ids)
    if finding.proof_status == "PROVEN" and not (finding.exact or confirmed):
        yield Disagreement("findings.proof_status", "PROVEN", "UNPROVEN", finding_id=finding_id)
    if finding.severity is not None and not finding.by_obligation:
        yield Disagreement("findings.severity", finding.severity, None, finding_id=finding_id)


def trial_disagreements(
    trials: StatedTrials, rate: RateMeasure, level: float
) -> Iterator[Disagreement]:
    """Yield what a bundle or a record says of its passes that its own counts do not bear."""
    listed = _listed(trials.lists)
    if listed and len(listed) != trials.tasks:
        yield Disagreement("tasks", trials.tasks, len(listed))
    counts = stated_counts(trials)
    derived = _listed(list_tasks(counts)) if counts is not None else {}
    for task, name in listed.items():
        if derived.get(task, name) != name:
            yield Disagreement("named_lists", name, derived[task], task_id=task)
    if trials.rate.published is not None and trials.rate.floor is not None:
        enough = trials.tasks >= trials.rate.floor
        if trials.rate.published is not enough:
            yield Disagreement("rate.published", trials.rate.published, enough)
    if rate.published:
        yield from _rates(trials, derived_rate(trials, level))


def _listed(lists: TaskLists) -> dict[str, str]:
    """Return the list that each task is in."""
    named = ("always_fail", "sometimes_fail", "never_fail")
    return {task: name for name in named for task in getattr(lists, name)}


def _rates(trials: StatedTrials, derived: RateMeasure | None) -> Iterator[Disagreement]:
    if derived is None:
        return
    rate = trials.rate
    values: tuple[tuple[Place, float | None, float | None], ...] = (
        ("rate.pass_1", rate.pass_1, derived.pass_1.value),
        ("rate.pass_k", rate.pass_k, derived.pass_k.value),
        ("rate.pass_1_se", rate.pass_1_se, derived.pass_1.standard_error),
        ("rate.pass_k_se", rate.pass_k_se, derived.pass_k.standard_error),
    )
    for where, stated, computed in values:
        if not _agree(stated, computed):
            yield Disagreement(where, stated, computed)


def _agree(stated: float | None, derived: float | None) -> bool:
    if stated is None or derived is None:
        return stated is derived
    return abs(stated - derived) <= _ROUNDING


def bundle_disagreements(
    record: StatedTrials | None, bundle: StatedTrials | None
) -> Iterator[Disagreement]:
    """Yield what a record says otherwise than the bundle that it was made from."""
    if record is None or bundle is None:
        if record is not bundle:
            yield Disagreement("status", _status(record), _status(bundle))
        return
    scalars: tuple[tuple[Place, int, int], ...] = (
        ("passes", record.passes, bundle.passes),
        ("k", record.k, bundle.k),
        ("tasks", record.tasks, bundle.tasks),
    )
    for where, stated, derived in scalars:
        if stated != derived:
            yield Disagreement(where, stated, derived)
    rows = dict(_by_key(bundle.retests))
    for row in record.retests:
        counted = rows.get(row.ledger_key or "", row)
        if row.reproduced_in != counted.reproduced_in:
            yield Disagreement(
                "recurrence.reproduced_in",
                row.reproduced_in,
                counted.reproduced_in,
                claim_id=row.claim_id,
            )
        if row.retests != counted.retests:
            yield Disagreement(
                "recurrence.retests", row.retests, counted.retests, claim_id=row.claim_id
            )


def _status(trials: StatedTrials | None) -> str:
    return "NOT_RETESTED" if trials is None else "EVALUATED"


def _by_key(retests: Iterable[Retest]) -> Iterator[tuple[str, Retest]]:
    """Yield a bundle's rows under the keys that a record gives them: a task's label is hashed."""
    for row in retests:
        if row.task is not None and row.ledger_key is not None:
            hashed = f"sha256-{hashlib.sha256(row.task.encode()).hexdigest()}"
            yield row.ledger_key, row
            yield hashed + row.ledger_key.removeprefix(row.task), row
