"""Makeups: which attempt stands in for which.

An invalid attempt is owed another one. The makeup names it; it is looked up in the same file, then
in the other prints of the run, then in the arm's other runs, and must be found exactly once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.accounting.runs import AttemptName, Observation
from generator.artifacts.records import State
from generator.errors import Problem, UnusableInput


@dataclass(frozen=True, slots=True)
class StandIn:
    """What a makeup makes up: the attempt it names, and the one it stands for in the end."""

    named: Observation
    root: Observation


Makeups = Mapping[AttemptName, StandIn]
"""From a makeup, by its first name, to what it makes up."""


_MADE_UP = (State.INVALID, State.DRIVER_EXCEPTION)
_REMEDY = "Let makeup_of name one invalid attempt at the same case and variant of the same arm."


def resolve_makeups(observations: Iterable[Observation]) -> dict[AttemptName, StandIn]:
    """Find what every makeup of one arm makes up; a makeup of a makeup stands for the first."""
    everything = list(observations)
    named: defaultdict[tuple[str, str, str | None], list[Observation]] = defaultdict(list)
    for seen in everything:
        for attempt_id in dict.fromkeys(name for _, name in seen.names):
            named[attempt_id, seen.attempt.case_id, seen.attempt.variant].append(seen)
    direct = {seen.names[0]: _target(seen, named) for seen in everything if seen.makeup_of}
    return {name: StandIn(target, _root(name, direct)) for name, target in direct.items()}


def _target(
    makeup: Observation,
    named: Mapping[tuple[str, str, str | None], list[Observation]],
) -> Observation:
    targets = [_look_up(makeup, name, named) for name in makeup.makeup_of]
    if any(target is not targets[0] for target in targets):
        raise UnusableInput(_problem(makeup, "Two prints of this makeup name different attempts."))
    if targets[0].attempt.state not in _MADE_UP:
        raise UnusableInput(_problem(makeup, "The attempt it makes up is not an invalid one."))
    return targets[0]


def _look_up(
    makeup: Observation,
    name: AttemptName,
    named: Mapping[tuple[str, str, str | None], list[Observation]],
) -> Observation:
    file, attempt_id = name
    found = named.get((attempt_id, makeup.attempt.case_id, makeup.attempt.variant), [])
    in_file = [seen for seen in found if (file, attempt_id) in seen.names]
    in_run = [seen for seen in found if seen.run_id == makeup.run_id]
    nearest = in_file or in_run or found
    if len(nearest) != 1:
        many = "more than one attempt" if nearest else "no attempt"
        raise UnusableInput(_problem(makeup, f"It makes up {many} of its arm."))
    return nearest[0]


def _root(name: AttemptName, direct: Mapping[AttemptName, Observation]) -> Observation:
    passed = {name}
    target = direct[name]
    while target.names[0] in direct:
        if target.names[0] in passed:
            raise UnusableInput(_problem(target, "Its chain of makeups leads back to itself."))
        passed.add(target.names[0])
        target = direct[target.names[0]]
    return target


def _problem(makeup: Observation, what: str) -> Problem:
    return makeup.problem("MAKEUP_UNRESOLVED", what, _REMEDY, "makeup_of")
