"""What a story states of one run, and of a run that is printed a second time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.demo.arms import Account, Arm
from generator.demo.library import LIBRARY, Case

Packing = Literal["gz", "zst"] | None
"""How the attempts of a run are compressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The budget gate of a designed run; the account is the first that pays for it."""

    approved: bool
    expected_window_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStory:
    """One run: who, what for, when, and how every attempt ended.

    `outcomes` maps a case, or `case/variant` for one variant of it, to one letter a round. What
    differs from the arm's usual settings stands in `differs`; `makes_up` names the run whose
    invalid attempts a makeup run makes up, in their order.
    """

    run_id: str
    folder: str
    arm: Arm
    role: str
    scope: str
    start: str
    outcomes: Mapping[str, str]
    stage: int | None = None
    first_index: int = 1
    differs: Mapping[str, object] = field(default_factory=dict)
    concurrency_factor: int = 1
    timeout_factor: int = 1
    audit: str = "clean"
    substitute_calls: int = 0
    budget: Budget | None = None
    spare_account: Account | None = None
    shares_resets: bool = False
    makes_up: str | None = None
    packed: Packing = None
    with_workspace: bool = False

    @property
    def rounds(self) -> int:
        """How many trials of each case the run set out to make."""
        return len(next(iter(self.outcomes.values())))

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases the run set out to attempt, in the case set's order."""
        return tuple(case for case in LIBRARY if case.case_id in self.outcomes)

    @property
    def concurrency(self) -> int:
        """How many attempts ran at once."""
        return self.arm.concurrency * self.concurrency_factor

    @property
    def timeout_s(self) -> int:
        """The cap at which the harness kills an attempt."""
        return self.arm.timeout_s * self.timeout_factor

    def account(self, turn: int) -> Account:
        """Return the account that pays a round: the arm's own, from halfway on the spare one."""
        if self.spare_account and 2 * turn >= self.rounds:
            return self.spare_account
        return self.arm.account

    def letter(self, case_id: str, variant: str | None, turn: int) -> str:
        """Return how one round of a case, or of one of its variants, ended."""
        return self.outcomes.get(f"{case_id}/{variant}", self.outcomes[case_id])[turn]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reprint:
    """A digest that prints some cells of a run again, under ids and in a time zone of its own."""

    folder: str
    of: str
    cases: tuple[str, ...]
    utc_offset_hours: int


def library_run(exceptions: Mapping[str, str]) -> dict[str, str]:
    """Return the outcomes of one round over the whole library in which the rest passed."""
    return {case.case_id: "P" for case in LIBRARY} | dict(exceptions)
