"""One case as it is published: under confirmation size its verdict and nothing that gives a count.

A screen says only whether a recovery was seen. Its passes, its rate, its order and its variants'
passes are withheld; no pass at all is what its verdict already says.
"""

from __future__ import annotations

from typing import cast

from generator.measures.boundary import BoundaryMeasure
from generator.measures.case import CaseMeasure
from generator.publication.aliases import Aliases, keyed_digest
from generator.publication.case import Boundary, Case, Order, ScoreCount, Variant
from generator.publication.disclosure.estimates import bracket, publish_interval
from generator.publication.strings import EscalateReason, Outcome
from generator.spec.model import Spec


def publish_case(measure: CaseMeasure, aliases: Aliases, spec: Spec) -> Case:
    """Return one case with its id aliased and its withheld counts left out."""
    confirmed = measure.valid >= spec.stages.confirmation
    n, passed, shown = measure.valid, measure.passed, shown_passes(measure)
    absent = measure.missing + measure.owed + measure.pending
    reasons = _escalate_reasons(measure, spec)
    return Case(
        case=aliases.of("case", measure.case.case_id),
        kind=measure.case.kind,
        decision_critical=measure.case.decision_critical,
        primary_outcome=cast("Outcome", measure.primary_outcome),
        stage=measure.stage,
        planned=measure.planned,
        valid=n,
        passed=shown,
        invalid=measure.invalid,
        protocol_violation=measure.protocol_violation,
        pending=measure.pending,
        missing=measure.missing,
        owed=measure.owed,
        verdict=measure.verdict,
        rate=passed / n if confirmed else None,
        interval=publish_interval(measure.interval) if confirmed else None,
        upper_bound=None if measure.on_boundary else measure.upper_bound,
        bracket=bracket(passed, n, absent) if confirmed else None,
        boundary=_boundary(measure),
        variants=_variants(measure, aliases.key, spec),
        order=_order(measure),
        escalate=bool(reasons),
        escalate_reasons=reasons,
        withheld="WITHHELD_COUNTS" if shown is None else None,
    )


def shown_passes(measure: CaseMeasure) -> int | None:
    """Return the passes of a case, None where a screen withholds them."""
    if not measure.screened_only:
        return measure.passed
    return 0 if measure.verdict == "no_recovery_observed" else None


def _escalate_reasons(measure: CaseMeasure, spec: Spec) -> list[EscalateReason]:
    """Why a screened case should be confirmed: a recovery was seen, or a decision hangs on it."""
    if not measure.screened_only or measure.on_boundary:
        return []
    reasons: list[EscalateReason] = []
    if measure.passed:
        reasons.append("RECOVERY_OBSERVED")
    if measure.case.decision_critical and measure.valid >= spec.stages.screen:
        reasons.append("DECISION_CRITICAL")
    return reasons


def _boundary(measure: CaseMeasure) -> Boundary | None:
    """The scores, and how often the same criteria were hit: with a recovery that is a count."""
    found = measure.boundary
    if found is None:
        return None
    hidden = measure.screened_only and not found.near
    hits_hidden = hidden and bool(measure.passed)
    return Boundary(
        margin=found.margin,
        modal_score=found.modal_score,
        threshold=found.threshold,
        score_distribution=_distribution(found, hidden=hidden),
        distinct_hit_vectors=None if hits_hidden else found.distinct_hit_vectors,
        modal_hit_vector_share=None if hits_hidden else found.modal_hit_vector_share,
    )


def _distribution(found: BoundaryMeasure, *, hidden: bool) -> list[ScoreCount] | None:
    """The scores against the threshold give the passes, so a screen withholds them."""
    if hidden:
        return None
    return [ScoreCount(score=score, count=count) for score, count in found.score_distribution]


def _variants(measure: CaseMeasure, key: bytes, spec: Spec) -> list[Variant]:
    """The scored variants in a keyed order that tells nothing of the case set's own."""
    case_id = measure.case.case_id
    ordered = sorted(
        measure.variants, key=lambda each: keyed_digest(key, "variant", case_id, each.variant)
    )
    return [
        Variant(
            variant=f"V{place}",
            valid=each.valid,
            passed=None if measure.screened_only else each.passed,
            moved=each.moved if each.valid >= spec.stages.screen else None,
            withheld="WITHHELD_COUNTS" if measure.screened_only else None,
        )
        for place, each in enumerate(ordered, 1)
    ]


def _order(measure: CaseMeasure) -> Order | None:
    found = measure.order
    if found is None or not measure.counted:
        return None
    return Order(
        pattern="".join("P" if passed else "F" for passed in found.outcomes),
        runs=found.runs,
        p_value=found.p_value,
        late_p_value=found.late_p_value,
    )
