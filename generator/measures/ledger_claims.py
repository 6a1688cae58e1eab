"""Recurrence: in how many of its re-tests a claim reproduced, and the band that makes.

A claim without a re-test is NOT_RETESTED, which is not UNCONFIRMED: nobody looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.artifacts.eio_records import Claim, ClaimState, Retest, Trial, TrialKind
from generator.statistics import RecurrenceBand, recurrence_band

_WEAKEST_FIRST = (
    RecurrenceBand.NOT_RETESTED,
    RecurrenceBand.UNCONFIRMED,
    RecurrenceBand.INTERMITTENT,
    RecurrenceBand.CONFIRMED,
)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many re-tests there were, and in how many of them a claim reproduced."""

    reproduced_in: int = 0
    retests: int = 0

    def plus(self, *, reproduced_in: int, retests: int) -> Tally:
        """Return the tally with more re-tests in it."""
        return Tally(self.reproduced_in + reproduced_in, self.retests + retests)


@dataclass(frozen=True, slots=True)
class ClaimMeasure:
    """One claim's re-tests, by the kind of trial; `finding_id` is None where it makes none."""

    claim_id: str
    finding_id: str | None
    by_kind: Mapping[TrialKind, Tally]

    @property
    def reproduced_in(self) -> int:
        """In how many re-tests the claim reproduced."""
        return sum(tally.reproduced_in for tally in self.by_kind.values())

    @property
    def retests(self) -> int:
        """How many trials that count have checked the claim."""
        return sum(tally.retests for tally in self.by_kind.values())

    @property
    def band(self) -> RecurrenceBand:
        """The claim's recurrence band."""
        return recurrence_band(self.reproduced_in, self.retests)


def weakest(bands: Iterable[RecurrenceBand]) -> RecurrenceBand:
    """Return the weakest of some bands: what a finding of several claims is as strong as."""
    return min(bands, key=_WEAKEST_FIRST.index, default=RecurrenceBand.NOT_RETESTED)


def tallies_of_trials(trials: Iterable[Trial]) -> dict[str, dict[TrialKind, Tally]]:
    """Return each checked claim's re-tests: the trials that count and list it."""
    found: dict[str, dict[TrialKind, Tally]] = {}
    for trial in trials:
        if not trial.counted:
            continue
        for check in trial.checks:
            by_kind = found.setdefault(check.claim_id, {})
            before = by_kind.get(trial.kind, Tally())
            by_kind[trial.kind] = before.plus(reproduced_in=int(check.reproduced), retests=1)
    return found


def tallies_of_retests(retests: Iterable[Retest]) -> dict[str, dict[TrialKind, Tally]]:
    """Return each claim's re-tests as a producer counted them."""
    found: dict[str, dict[TrialKind, Tally]] = {}
    for row in retests:
        by_kind = found.setdefault(row.claim_id, {})
        if row.kind.counts:
            by_kind[row.kind] = Tally(row.reproduced_in, row.retests)
    return found


def measure_claims(
    claims: Sequence[Claim],
    findings: Mapping[str, str],
    tallies: Mapping[str, Mapping[TrialKind, Tally]],
) -> list[ClaimMeasure]:
    """Return the recurrence ledger: every claim that failed, or that a trial has checked.

    `findings` maps a claim to the finding it is part of.
    """
    failed = {claim.claim_id for claim in claims if claim.state is ClaimState.FAIL}
    return [
        ClaimMeasure(claim_id, findings.get(claim_id), tallies.get(claim_id, {}))
        for claim_id in sorted(failed | findings.keys() | tallies.keys())
    ]
