"""Occurrence: the findings, each with its severity, its proof status and its weakest band.

What occurred has occurred. Re-tests change how sure one is that it recurs, and nothing here takes
an occurrence or its deduction back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from generator.artifacts.eio_predicates import PREDICATE_KINDS
from generator.artifacts.eio_records import Claim, ProofStatus, Severity, StatedFinding
from generator.measures.ledger_claims import ClaimMeasure, weakest
from generator.statistics import RecurrenceBand

_GRAVEST_FIRST: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True)
class FindingMeasure:
    """One finding; its severity comes from obligations in scope, and from nothing else."""

    finding_id: str
    severity: Severity | None
    proof_status: ProofStatus
    band: RecurrenceBand


def findings_by_claim(
    claims: Iterable[Claim], run_id: str, *, by_predicate: bool
) -> dict[str, str]:
    """Return the finding that each claim is part of, for the claims that make one.

    A bundle names no findings: there the claims on one predicate are one. A trial log's claim
    that names none is one of its own, for what it says occurred.
    """
    return {
        claim.claim_id: f"{run_id}\0{claim.predicate}"
        if by_predicate
        else claim.finding_id or claim.claim_id
        for claim in claims
        if claim.makes_finding
    }


def measure_findings(
    claims: Sequence[Claim], measured: Sequence[ClaimMeasure]
) -> list[FindingMeasure]:
    """Return the findings of a ledger that states its claims, in the order of their ids."""
    stated = {claim.claim_id: claim for claim in claims}
    return [
        _finding(finding_id, [stated[part.claim_id] for part in parts], parts)
        for finding_id, parts in sorted(_parts(measured).items())
    ]


def _parts(measured: Iterable[ClaimMeasure]) -> dict[str, list[ClaimMeasure]]:
    """Return the claims of each finding."""
    parts: dict[str, list[ClaimMeasure]] = defaultdict(list)
    for claim in measured:
        if claim.finding_id is not None:
            parts[claim.finding_id].append(claim)
    return parts


def _finding(
    finding_id: str, claims: Sequence[Claim], measured: Sequence[ClaimMeasure]
) -> FindingMeasure:
    by_obligation = [c.severity for c in claims if c.by_obligation and c.severity is not None]
    bands = [claim.band for claim in measured]
    proven = all(_proven(claim, band) for claim, band in zip(claims, bands, strict=True))
    return FindingMeasure(
        finding_id=finding_id,
        severity=min(by_obligation, key=_GRAVEST_FIRST.index, default=None),
        proof_status="PROVEN" if proven else "UNPROVEN",
        band=weakest(bands),
    )


def _proven(claim: Claim, band: RecurrenceBand) -> bool:
    """Whether a verified citation proves the claim: at once if exact, else if it always recurs."""
    return claim.citation_verified and (claim.exact or band is RecurrenceBand.CONFIRMED)


def occurring(findings: Iterable[StatedFinding]) -> list[StatedFinding]:
    """Return the findings that are no mere observations; what a predicate is, its id says."""
    return [each for each in findings if PREDICATE_KINDS.get(each.predicate or "") != "observation"]


def stated_findings(
    findings: Iterable[StatedFinding], measured: Iterable[ClaimMeasure]
) -> list[FindingMeasure]:
    """Return the findings of a record as it states them, with the bands that its counts make."""
    parts = _parts(measured)
    return [
        FindingMeasure(
            finding_id=finding.finding_id,
            severity=finding.severity if finding.by_obligation else None,
            proof_status=finding.proof_status,
            band=weakest(claim.band for claim in parts.get(finding.finding_id, ())),
        )
        for finding in sorted(findings, key=lambda each: each.finding_id)
    ]
