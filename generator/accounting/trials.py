"""Case-level trials: one repeat of one run in which every scored variant has a valid attempt.

A trial that is not valid is of the first class that applies to any scored variant: a protocol
violation, pending adjudication, owed (invalid and not made up), or missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.accounting.makeups import Makeups
from generator.accounting.runs import Observation
from generator.artifacts.records import Attempt, CasePlan, State
from generator.errors import Problem, UnusableInput


class TrialClass(StrEnum):
    """What became of a trial; of the classes that are not valid the earlier one rules."""

    VALID = "valid"
    VIOLATION = "protocol_violation"
    PENDING = "pending"
    OWED = "owed"
    MISSING = "missing"


Slot = tuple[str, str, int]
"""A trial's place: run_id, case_id, repeat_index."""

CaseRule = str | int


@dataclass(frozen=True, slots=True)
class Trial:
    """One case-level trial. `attempts` are the valid ones that count for it, by scored variant."""

    run_id: str
    case_id: str
    repeat_index: int
    state: TrialClass
    passed: bool | None
    attempts: tuple[Attempt, ...]
    first_attempt: int | None

    @property
    def valid(self) -> bool:
        """Whether the trial has an outcome."""
        return self.state is TrialClass.VALID

    @property
    def started_at(self) -> int | None:
        """The start of the earliest attempt that counts for it."""
        starts = [each.started_at for each in self.attempts if each.started_at is not None]
        return min(starts, default=None)


def passes(outcomes: Sequence[bool], rule: CaseRule) -> bool:
    """Whether a trial passes, given its scored variants' outcomes and the spec's case rule."""
    if rule == "any":
        return any(outcomes)
    needed = len(outcomes) if rule == "all" else min(int(rule), len(outcomes))
    return sum(outcomes) >= needed


def place_attempts(
    observations: Iterable[Observation],
    makeups: Makeups,
    excluded: Container[str],
    makeup_runs: Container[str],
) -> dict[Slot, list[Observation]]:
    """Put every attempt into the slot it counts for; a makeup goes where the first one was.

    A makeup of an excluded run stands in for nothing, and an excluded run's attempt is stood in
    for by nothing; both stay in their own run. A makeup run has no trials of its own, so there such
    a makeup has no slot.
    """
    slots: defaultdict[Slot, list[Observation]] = defaultdict(list)
    for seen in observations:
        holder = seen
        makeup = makeups.get(seen.names[0])
        if makeup is not None and seen.run_id not in excluded:
            if makeup.root.run_id not in excluded:
                holder = makeup.root
            elif seen.run_id in makeup_runs:
                continue
        slots[holder.run_id, holder.attempt.case_id, holder.attempt.repeat_index].append(seen)
    return dict(slots)


def judge(slot: Slot, observations: Sequence[Observation], case: CasePlan, rule: CaseRule) -> Trial:
    """Return the trial that a slot's attempts make."""
    by_variant: defaultdict[str | None, list[Observation]] = defaultdict(list)
    for seen in observations:
        by_variant[seen.attempt.variant].append(seen)
    chosen = {variant: _the_valid_one(found) for variant, found in by_variant.items()}
    states = [
        TrialClass.VALID if chosen.get(variant) else _shortfall(by_variant.get(variant, ()))
        for variant in case.scored
    ]
    short = [each for each in TrialClass if each is not TrialClass.VALID and each in states]
    state = short[0] if short else None
    counted = tuple(valid for variant in case.scored if (valid := chosen.get(variant)))
    starts = [
        seen.attempt.started_at
        for seen in observations
        if seen.attempt.started_at is not None and seen.attempt.state is not State.DRIVER_EXCEPTION
    ]
    run_id, case_id, repeat_index = slot
    return Trial(
        run_id=run_id,
        case_id=case_id,
        repeat_index=repeat_index,
        state=state or TrialClass.VALID,
        passed=passes([a.state is State.SUCCESS for a in counted], rule) if not state else None,
        attempts=counted if not state else (),
        first_attempt=min(starts, default=None),
    )


def _the_valid_one(found: Sequence[Observation]) -> Attempt | None:
    valid = [seen for seen in found if seen.attempt.state.valid]
    if len(valid) > 1:
        remedy = "Give each trial a repeat_index of its own, and an invalid attempt one makeup."
        what = "Two valid attempts stand for one trial of one variant."
        raise UnusableInput(
            *(seen.problem("TRIAL_TWICE", what, remedy, "repeat_index") for seen in valid[:2])
        )
    return valid[0].attempt if valid else None


def _shortfall(found: Sequence[Observation]) -> TrialClass:
    states = {seen.attempt.state for seen in found}
    if State.VIOLATION in states:
        return TrialClass.VIOLATION
    if State.PENDING in states:
        return TrialClass.PENDING
    return TrialClass.OWED if State.INVALID in states else TrialClass.MISSING


def tried_again(slots: Mapping[Slot, Sequence[Observation]]) -> list[Problem]:
    """Name the valid attempts at a trial that had an end of its own already.

    Only an invalid attempt is owed another one; the trial counts as valid nevertheless.
    """
    what = "It is valid, but its trial has a protocol violation or a pending attempt as well."
    remedy = (
        "Check that the trial was meant to be tried again: it counts as valid, and the other "
        "attempt among the attempts alone."
    )
    warnings = []
    for slot in sorted(slots):
        ended = {
            seen.attempt.variant
            for seen in slots[slot]
            if seen.attempt.state in (State.VIOLATION, State.PENDING)
        }
        warnings += [
            seen.problem("TRIED_AGAIN", what, remedy, "repeat_index")
            for seen in slots[slot]
            if seen.attempt.state.valid and seen.attempt.variant in ended
        ]
    return warnings


def judge_all(
    slots: Mapping[Slot, Sequence[Observation]],
    cases: Mapping[str, Mapping[str, CasePlan]],
    rule: CaseRule,
) -> list[Trial]:
    """Return the trials of all slots in the order of run, case and repeat.

    `cases` holds, per run_id, the cases as that run defines them.
    """
    return [judge(slot, slots[slot], cases[slot[0]][slot[1]], rule) for slot in sorted(slots)]
