"""One reliability ledger: what occurred, what recurs, and the rate, from whatever states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.artifacts.eio_records import (
    Bundle,
    PortableRecord,
    StatedTrials,
    TaskLists,
    TrialKind,
    TrialLog,
)
from generator.measures.ledger_claims import (
    ClaimMeasure,
    measure_claims,
    tallies_of_retests,
    tallies_of_trials,
)
from generator.measures.ledger_disagreements import (
    Disagreement,
    bundle_disagreements,
    record_disagreements,
    trial_disagreements,
)
from generator.measures.ledger_findings import (
    FindingMeasure,
    findings_by_claim,
    measure_findings,
    occurring,
    stated_findings,
)
from generator.measures.ledger_flips import FlipMeasure, evaluator_findings, predicate_defects
from generator.measures.ledger_pairing import PairedLedger
from generator.measures.ledger_rate import RateMeasure, list_tasks, measure_rate, task_counts
from generator.measures.ledger_stated import stated_rate
from generator.spec.model import Spec

Input = Literal["trial_log", "bundle", "record"]


@dataclass(frozen=True, slots=True)
class KindMeasure:
    """Trials of one kind; the counts are None where only passes are stated."""

    kind: TrialKind
    valid: int | None
    invalid: int | None


@dataclass(frozen=True, slots=True)
class LedgerMeasure:
    """All that is measured of one ledger; `rate` is None if nothing was re-tested."""

    private_id: str
    inputs: tuple[Input, ...]
    kinds: tuple[KindMeasure, ...]
    passes: int | None
    k: int | None
    tasks: int | None
    claims: Sequence[ClaimMeasure]
    findings: Sequence[FindingMeasure]
    rate: RateMeasure | None
    rate_by_kind: Mapping[TrialKind, RateMeasure]
    lists: TaskLists
    evaluator_findings: Sequence[FlipMeasure] = ()
    predicate_defects: Sequence[FlipMeasure] = ()
    disagreements: Sequence[Disagreement] = ()


class _Tables(NamedTuple):
    """The two ledgers of a producer that counted its own trials, and what in them disagrees."""

    claims: Sequence[ClaimMeasure]
    findings: Sequence[FindingMeasure]
    disagreements: Sequence[Disagreement] = ()


def measure_ledger(ledger: PairedLedger, spec: Spec) -> LedgerMeasure:
    """Measure one ledger by the spec's level and floor."""
    source = ledger.source
    if isinstance(source, TrialLog):
        return _of_log(source, ledger.private_id, spec)
    if isinstance(source, Bundle):
        return _of_stated(ledger, source.trials, _of_bundle(source), spec)
    return _of_stated(ledger, source.trials, _of_record(source, ledger.bundle), spec)


def _of_log(log: TrialLog, private_id: str, spec: Spec) -> LedgerMeasure:
    floor, level = max(log.floor, spec.publication.minimum_tasks), spec.interval.level
    kinds = [kind for kind in TrialKind if any(trial.kind is kind for trial in log.trials)]
    counts = task_counts(log.trials)
    sizes = {n for n, _ in counts.values()}
    by_claim = findings_by_claim(log.claims, log.run_id, by_predicate=False)
    claims = measure_claims(log.claims, by_claim, tallies_of_trials(log.trials))
    rate = measure_rate(log.trials, log.k, floor, level) if counts else None
    return LedgerMeasure(
        private_id=private_id,
        inputs=("trial_log",),
        kinds=tuple(_kind(log, kind) for kind in kinds),
        passes=sizes.pop() if len(sizes) == 1 else None,
        k=log.k,
        tasks=rate.tasks if rate else 0,
        claims=claims,
        findings=measure_findings(log.claims, claims),
        rate=rate,
        rate_by_kind={
            kind: measure_rate(
                [trial for trial in log.trials if trial.kind is kind], log.k, floor, level
            )
            for kind in kinds
            if any(trial.kind is kind and trial.counted for trial in log.trials)
        },
        lists=list_tasks(counts),
        evaluator_findings=evaluator_findings(log.trials, log.claims),
        predicate_defects=predicate_defects(log.trials, log.claims),
    )


def _kind(log: TrialLog, kind: TrialKind) -> KindMeasure:
    outcomes = [trial.valid for trial in log.trials if trial.kind is kind]
    return KindMeasure(kind, valid=sum(outcomes), invalid=len(outcomes) - sum(outcomes))


def _of_bundle(bundle: Bundle) -> _Tables:
    by_claim = findings_by_claim(bundle.claims, bundle.run_id, by_predicate=True)
    retests = bundle.trials.retests if bundle.trials else ()
    claims = measure_claims(bundle.claims, by_claim, tallies_of_retests(retests))
    return _Tables(claims, measure_findings(bundle.claims, claims))


def _of_record(record: PortableRecord, bundle: Bundle | None) -> _Tables:
    retests = record.trials.retests if record.trials else ()
    stated = occurring(record.findings)
    known = {finding.finding_id for finding in stated}
    by_claim = {row.claim_id: row.finding_id for row in retests if row.finding_id in known}
    for finding in stated:
        by_claim |= dict.fromkeys(finding.claim_ids, finding.finding_id)
    claims = measure_claims((), by_claim, tallies_of_retests(retests))
    findings = stated_findings(stated, claims)
    disagreements = [*record_disagreements(record, claims, findings)]
    if bundle is not None:
        disagreements += bundle_disagreements(record.trials, bundle.trials)
    return _Tables(claims, findings, disagreements)


def _of_stated(
    ledger: PairedLedger, trials: StatedTrials | None, tables: _Tables, spec: Spec
) -> LedgerMeasure:
    disagreements, level = [*tables.disagreements], spec.interval.level
    rate = None
    if trials is not None and trials.kind.counts:
        rate = stated_rate(trials, spec.publication.minimum_tasks, level)
        disagreements += trial_disagreements(trials, rate, level)
    return LedgerMeasure(
        private_id=ledger.private_id,
        inputs=_inputs(ledger),
        kinds=(KindMeasure(trials.kind, None, None),) if trials else (),
        passes=trials.passes if trials else 0,
        k=trials.k if trials else None,
        tasks=trials.tasks if trials else None,
        claims=tables.claims,
        findings=tables.findings,
        rate=rate,
        rate_by_kind={trials.kind: rate} if trials and rate else {},
        lists=trials.lists if trials and rate else TaskLists(),
        disagreements=disagreements,
    )


def _inputs(ledger: PairedLedger) -> tuple[Input, ...]:
    if isinstance(ledger.source, Bundle):
        return ("bundle",)
    return ("record", "bundle") if ledger.bundle else ("record",)
