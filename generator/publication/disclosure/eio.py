"""One reliability ledger as it is published: ids aliased, and no rate under the floor.

Under the floor every number of the rate is left out, of each kind of trial by its own count of
tasks, and the named lists stand in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from generator.artifacts.eio_predicates import PredicateId
from generator.measures.ledger import LedgerMeasure
from generator.measures.ledger_claims import ClaimMeasure
from generator.measures.ledger_disagreements import Disagreement
from generator.measures.ledger_findings import FindingMeasure
from generator.measures.ledger_flips import FlipMeasure
from generator.measures.ledger_rate import RateMeasure
from generator.measures.ledger_spread import Correlation, Spread
from generator.publication.aliases import Aliases, Kind
from generator.publication.base import Interval
from generator.publication.disclosure.estimates import SUPPRESSED, publish_interval
from generator.publication.eio import (
    Band,
    CountedKind,
    EvaluatorFinding,
    IntraClassCorrelations,
    KindRecurrence,
    Ledger,
    LedgerCorrelation,
    LedgerDisagreement,
    LedgerDispersion,
    LedgerLists,
    LedgerRate,
    LedgerReason,
    LedgerTrials,
    Occurrence,
    Overdispersions,
    PredicateDefect,
    Recurrence,
    StatedWord,
    TrialKind,
)
from generator.spec.model import Spec
from generator.statistics import Estimate


def ledger_ids(measures: Iterable[LedgerMeasure]) -> dict[Kind, set[str]]:
    """Return every id that the ledgers will name, by kind."""
    ids: dict[Kind, set[str]] = {"run": set(), "task": set(), "finding": set(), "claim": set()}
    for measure in measures:
        lists = measure.lists
        ids["run"].add(measure.private_id)
        ids["task"].update(lists.always_fail, lists.sometimes_fail, lists.never_fail)
        ids["finding"].update(finding.finding_id for finding in measure.findings)
        ids["claim"].update(claim.claim_id for claim in measure.claims)
        for flip in (*measure.evaluator_findings, *measure.predicate_defects):
            ids["task"].update(flip.task_ids)
        for each in measure.disagreements:
            ids["task"].update(_named(each.task_id))
            ids["finding"].update(_named(each.finding_id))
    return ids


def _named(private: str | None) -> set[str]:
    return set() if private is None else {private}


def publish_ledger(measure: LedgerMeasure, aliases: Aliases, spec: Spec) -> Ledger:
    """Return one ledger under its alias."""
    occurrence = [_occurrence(finding, aliases) for finding in measure.findings]
    recurrence = [_recurrence(claim, aliases) for claim in measure.claims]
    bands = {aliases.of("finding", each.finding_id): each.band for each in measure.findings}
    return Ledger(
        ledger=aliases.of("run", measure.private_id),
        inputs=list(measure.inputs),
        trial_kinds=[_kind(each.kind) for each in measure.kinds],
        trials=[
            LedgerTrials(kind=_kind(each.kind), valid=each.valid, invalid=each.invalid)
            for each in measure.kinds
        ],
        passes=measure.passes,
        k=measure.k,
        tasks=measure.tasks,
        occurrence=sorted(occurrence, key=lambda row: row.finding),
        recurrence=sorted(recurrence, key=lambda row: row.claim),
        finding_bands={alias: cast("Band", str(bands[alias])) for alias in sorted(bands)},
        rate=_rate(measure.rate, spec) if measure.rate else None,
        rate_by_kind={
            cast("CountedKind", str(kind)): _rate(rate, spec)
            for kind, rate in measure.rate_by_kind.items()
        },
        named_lists=LedgerLists(
            always_fail=_tasks(measure.lists.always_fail, aliases),
            sometimes_fail=_tasks(measure.lists.sometimes_fail, aliases),
            never_fail=_tasks(measure.lists.never_fail, aliases),
        ),
        evaluator_findings=[_evaluator_finding(f, aliases) for f in measure.evaluator_findings],
        predicate_defects=[_predicate_defect(flip, aliases) for flip in measure.predicate_defects],
        disagreements=_disagreements(measure.disagreements, aliases),
    )


def _kind(kind: str) -> TrialKind:
    return cast("TrialKind", str(kind))


def _occurrence(finding: FindingMeasure, aliases: Aliases) -> Occurrence:
    return Occurrence(
        finding=aliases.of("finding", finding.finding_id),
        severity=finding.severity,
        severity_source="NONE" if finding.severity is None else "OBLIGATION",
        proof_status=finding.proof_status,
        occurred=True,
        deduction_retained=True,
    )


def _recurrence(claim: ClaimMeasure, aliases: Aliases) -> Recurrence:
    finding = claim.finding_id
    return Recurrence(
        claim=aliases.of("claim", claim.claim_id),
        finding=None if finding is None else aliases.of("finding", finding),
        band=cast("Band", str(claim.band)),
        reproduced_in=claim.reproduced_in,
        retests=claim.retests,
        by_kind=[
            KindRecurrence(
                kind=cast("CountedKind", str(kind)),
                reproduced_in=tally.reproduced_in,
                retests=tally.retests,
            )
            for kind, tally in sorted(claim.by_kind.items(), key=lambda each: str(each[0]))
        ],
    )


def _rate(rate: RateMeasure, spec: Spec) -> LedgerRate:
    shown = rate.published
    first, all_k = (rate.pass_1, rate.pass_k) if shown else (_NOTHING, _NOTHING)
    return LedgerRate(
        basis="stated" if rate.stated else "computed",
        k=rate.k,
        tasks=rate.tasks,
        floor=rate.floor,
        published=shown,
        suppressed_state=None if shown else SUPPRESSED,
        pass_1=first.value,
        pass_1_standard_error=first.standard_error,
        pass_1_standard_error_trials=first.standard_error_trials,
        pass_1_interval=publish_interval(first.interval),
        pass_k=all_k.value,
        pass_k_standard_error=all_k.standard_error,
        pass_k_standard_error_trials=all_k.standard_error_trials,
        pass_k_interval=publish_interval(all_k.interval),
        overdispersion=_dispersions(rate) if shown else None,
        intra_class_correlation=_correlations(rate, spec.interval.level) if shown else None,
        undefined=_reason(all_k.undefined or first.undefined),
    )


_NOTHING = Estimate(None, None, None, None, None, None, 0, 0, 0)
"""What is said of a rate that is not published."""


def _reason(undefined: str | None) -> LedgerReason | None:
    return None if undefined is None else cast("LedgerReason", str(undefined))


def _dispersions(rate: RateMeasure) -> Overdispersions:
    sessions = rate.by_session
    return Overdispersions(
        by_task=_dispersion(rate.by_task), by_session=_dispersion(sessions) if sessions else None
    )


def _dispersion(spread: Spread | None) -> LedgerDispersion:
    if spread is None:
        return LedgerDispersion(
            estimate=None, degrees_of_freedom=None, p_value=None, undefined="NO_TASK_COUNTS"
        )
    found = spread.dispersion
    return LedgerDispersion(
        estimate=found["phi"],
        degrees_of_freedom=found["df"],
        p_value=found["p"],
        undefined=_reason(found["undefined"]),
    )


def _correlations(rate: RateMeasure, level: float) -> IntraClassCorrelations:
    task, session = rate.by_task, rate.by_session
    return IntraClassCorrelations(
        by_task=_correlation(task.correlation, level)
        if task
        else LedgerCorrelation(estimate=None, interval=None, undefined="NO_TASK_COUNTS"),
        by_session=_correlation(session.correlation, level) if session else None,
    )


def _correlation(found: Correlation, level: float) -> LedgerCorrelation:
    interval = None
    if found.lower is not None and found.upper is not None:
        interval = Interval(lower=found.lower, upper=found.upper, level=level, method="f")
    return LedgerCorrelation(
        estimate=found.estimate, interval=interval, undefined=_reason(found.undefined)
    )


def _tasks(task_ids: Iterable[str], aliases: Aliases) -> list[str]:
    return sorted(aliases.of("task", task_id) for task_id in task_ids)


def _evaluator_finding(flip: FlipMeasure, aliases: Aliases) -> EvaluatorFinding:
    return EvaluatorFinding(
        predicate=cast("PredicateId | None", flip.predicate),
        judged=flip.judged,
        changed=flip.wrong,
        tasks=_tasks(flip.task_ids, aliases),
    )


def _predicate_defect(flip: FlipMeasure, aliases: Aliases) -> PredicateDefect:
    return PredicateDefect(
        predicate=cast("PredicateId | None", flip.predicate),
        judged=flip.judged,
        unchanged=flip.wrong,
        tasks=_tasks(flip.task_ids, aliases),
    )


def _disagreements(found: Sequence[Disagreement], aliases: Aliases) -> list[LedgerDisagreement]:
    rows = [
        LedgerDisagreement(
            where=each.where,
            claim=None if each.claim_id is None else aliases.of("claim", each.claim_id),
            finding=None if each.finding_id is None else aliases.of("finding", each.finding_id),
            task=None if each.task_id is None else aliases.of("task", each.task_id),
            stated=cast("StatedWord", each.stated),
            derived=cast("StatedWord", each.derived),
        )
        for each in found
    ]
    # The report's order may not follow the record's, which follows private ids.
    return sorted(rows, key=lambda row: (row.where, row.claim or row.finding or row.task or ""))
