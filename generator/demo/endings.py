"""How an attempt can end, one letter each, so that a case's rounds read as a line.

P pass                 F fail, judged by the oracle   N fail, no deliverable
C fail, no deliverable although the transcript claims one
0-9 partial credit: so many criteria hit, pass or fail by the case's threshold
T harness_timeout      I infrastructure_missing       R the same, then rerun in its round: pass
B billing_exhausted    Q a quick attempt after it that masquerades as a completed failure
M model_delivery_budget_burn
V protocol_violation   A pending_adjudication         X driver_exception
- no attempt at all
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.artifacts.records import FailureMode, InvalidCause, State
from generator.demo.library import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How one attempt ended. `wall_s` bounds its length where the case's usual one does not."""

    state: State
    cause: InvalidCause | None = None
    mode: FailureMode | None = None
    claimed: bool = False
    wall_s: tuple[int, int] | None = None
    score: int | None = None

    @property
    def killed_at_cap(self) -> bool:
        """Whether the harness killed it when its time was up."""
        return self.cause is InvalidCause.HARNESS_TIMEOUT

    @property
    def worked(self) -> bool:
        """Whether the candidate got as far as working on the task."""
        return self.wall_s is None or self.cause is InvalidCause.DELIVERY_BUDGET


_PASS = Ending(state=State.SUCCESS)
_FAIL = Ending(state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)
_NOTHING = Ending(state=State.FAILURE, mode=FailureMode.NO_DELIVERABLE)
_NO_BROWSER = Ending(
    state=State.INVALID, cause=InvalidCause.INFRASTRUCTURE_MISSING, wall_s=(14, 40)
)

_LETTERS: dict[str, tuple[Ending, ...]] = {
    "P": (_PASS,),
    "F": (_FAIL,),
    "N": (_NOTHING,),
    "C": (replace(_NOTHING, claimed=True),),
    "T": (Ending(state=State.INVALID, cause=InvalidCause.HARNESS_TIMEOUT),),
    "I": (_NO_BROWSER,),
    "R": (_NO_BROWSER, _PASS),
    "B": (Ending(state=State.INVALID, cause=InvalidCause.BILLING_EXHAUSTED, wall_s=(25, 50)),),
    "Q": (replace(_NOTHING, wall_s=(4, 6)),),
    "M": (Ending(state=State.INVALID, cause=InvalidCause.DELIVERY_BUDGET, wall_s=(1200, 1700)),),
    "V": (Ending(state=State.VIOLATION),),
    "A": (Ending(state=State.PENDING),),
    "X": (Ending(state=State.DRIVER_EXCEPTION, wall_s=(1, 3)),),
    "-": (),
}


def endings(letter: str, case: Case) -> tuple[Ending, ...]:
    """Return how the attempts of one round ended: none, one, or an invalid one and its rerun."""
    if letter.isdigit():
        return (_partial(int(letter), case),)
    return tuple(_full_or_no_marks(ending, case) for ending in _LETTERS[letter])


def _partial(hits: int, case: Case) -> Ending:
    return replace(_PASS if hits >= case.threshold else _FAIL, score=hits)


def _full_or_no_marks(ending: Ending, case: Case) -> Ending:
    if case.criteria == 0 or not ending.state.valid:
        return ending
    return replace(ending, score=case.criteria if ending.state is State.SUCCESS else 0)
