"""What a changed decision says: of the evaluator, or of the predicate, and never of the agent.

A metamorphic variant keeps the meaning, so a decision that changes indicts the evaluator. A
counterfactual one changes the decisive fact, so a decision that does not change shows that the
predicate does not tell the two apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.artifacts.eio_predicates import PREDICATE_KINDS
from generator.artifacts.eio_records import Claim, Trial, TrialKind


@dataclass(frozen=True, slots=True)
class FlipMeasure:
    """Trials judged by their decision, and how many were not decided as they should be.

    `predicate` is None where it is private, or where a trial checks several.
    """

    predicate: str | None
    judged: int
    wrong: int
    task_ids: tuple[str, ...]


def evaluator_findings(trials: Iterable[Trial], claims: Iterable[Claim]) -> list[FlipMeasure]:
    """Return the predicates whose decision changed across a metamorphic variant."""
    return _flips(trials, claims, TrialKind.METAMORPHIC)


def predicate_defects(trials: Iterable[Trial], claims: Iterable[Claim]) -> list[FlipMeasure]:
    """Return the predicates whose decision did not change with its decisive fact."""
    return _flips(trials, claims, TrialKind.COUNTERFACTUAL)


def _flips(trials: Iterable[Trial], claims: Iterable[Claim], kind: TrialKind) -> list[FlipMeasure]:
    predicates = {claim.claim_id: claim.predicate for claim in claims}
    judged: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.kind is kind and _is_judged(trial):
            judged[_predicate(trial, predicates) or ""].append(trial)
    found = []
    for predicate, these in judged.items():
        wrong = [trial for trial in these if _is_wrong(trial)]
        if wrong:
            tasks = tuple(sorted({trial.task_id for trial in wrong}))
            found.append(FlipMeasure(predicate or None, len(these), len(wrong), tasks))
    return sorted(found, key=lambda flip: (flip.predicate is None, flip.predicate or ""))


def _is_judged(trial: Trial) -> bool:
    """Whether there are two decisions to compare."""
    return trial.valid and trial.decision is not None and trial.baseline_decision is not None


def _is_wrong(trial: Trial) -> bool:
    changed = trial.decision != trial.baseline_decision
    return changed is (trial.kind is TrialKind.METAMORPHIC)


def _predicate(trial: Trial, predicates: Mapping[str, str]) -> str | None:
    """Return the published predicate that the trial's decision is on, if it can be told."""
    checked = {predicates[check.claim_id] for check in trial.checks}
    predicate = checked.pop() if len(checked) == 1 else None
    return predicate if predicate in PREDICATE_KINDS else None
