"""Whether each trial had an environment of its own, as far as the attempts say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResetMeasure:
    """The resets of an arm's valid trials, first passes included.

    `unrecorded` counts the trials in which an attempt names no reset; `shared` is whether two
    trials name the same one. A reset that nobody wrote down is not a reset that did not happen.
    """

    trials: int
    unrecorded: int
    shared: bool

    @property
    def apart(self) -> bool | None:
        """Whether every trial had resets of its own; None without a trial."""
        return not (self.shared or self.unrecorded) if self.trials else None


def measure_resets(trials: Sequence[Sequence[str | None]]) -> ResetMeasure:
    """Measure resets, given the reset ids of each trial's attempts."""
    named = [{each for each in resets if each is not None} for resets in trials]
    return ResetMeasure(
        trials=len(trials),
        unrecorded=sum(None in resets for resets in trials),
        shared=sum(map(len, named)) != len(set().union(*named)),
    )
