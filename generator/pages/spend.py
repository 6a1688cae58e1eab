"""What a trial costs under an arm, as observed, and so what a plan of more trials will cost."""

from __future__ import annotations

from dataclasses import dataclass

from generator.publication.arm import Arm

HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class Spend:
    """An amount of trials and what they cost; None where no attempt states a figure."""

    trials: int
    tokens: float | None
    hours: float | None
    cost_usd: float | None
    window_share: float | None


def expected_spend(arm: Arm, trials: int) -> Spend:
    """Return what so many more valid trials will cost under an arm.

    An attempt costs the mean over the attempts that state a figure; a valid outcome takes as many
    attempts as the arm made for each so far, its variants and its invalid attempts included. An arm
    without a valid outcome says nothing of what one costs.
    """
    cost = arm.cost
    if not cost.outcomes:
        return Spend(trials, None, None, None, None)
    attempts = trials * cost.attempts / cost.outcomes
    tokens = None
    if cost.tokens.into is not None and cost.tokens.out is not None:
        tokens = float(cost.tokens.into + cost.tokens.out)
    return Spend(
        trials=trials,
        tokens=_scaled(tokens, cost.attempts - cost.without.tokens, attempts),
        hours=_scaled(
            None if cost.wall_s is None else cost.wall_s / HOUR_S,
            cost.attempts - cost.without.wall_s,
            attempts,
        ),
        cost_usd=_scaled(cost.cost_usd, cost.attempts - cost.without.cost_usd, attempts),
        window_share=_scaled(
            cost.window_share, cost.attempts - cost.without.window_share, attempts
        ),
    )


def _scaled(total: float | None, stated: int, attempts: float) -> float | None:
    return None if total is None or stated <= 0 else total / stated * attempts


def open_trials(arm: Arm, confirmation: int) -> int:
    """Return how many trials would confirm every case of the arm that is to be escalated."""
    return sum(confirmation - case.valid for case in arm.cases if case.escalate)
