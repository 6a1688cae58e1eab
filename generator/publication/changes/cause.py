"""Why something changed: what of a report's making differs, and what its counts can rule out.

A report states what it was made from: the digest of its input, the digest of its spec, its
program. What is the same on both sides caused nothing. Where the counts behind a figure stand, new
input did not move it. What neither rules out is named, because it cannot be told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.changes.records import Cause, Kind
from generator.publication.changes.walk import Difference, same
from generator.publication.comparison import Comparison
from generator.publication.report import Report

_CASE_COUNTS = (
    *("primary_outcome", "planned", "valid", "passed", "invalid", "protocol_violation"),
    *("pending", "missing", "owed"),
)
_OVER_CASES: frozenset[Kind] = frozenset(
    {"recovery", "regression", "pass_at_k", "pass_hat_k", "named_lists", "shown"}
)
_OF_SPEC: frozenset[Kind] = frozenset({"rule", "notes"})
_PAIRED = ("cases", "left_out", "table", "only_a", "only_b")


@dataclass(frozen=True, slots=True)
class Grounds:
    """What of two reports' making differs, and the arms in which no case's counts moved."""

    data: bool
    spec: bool
    program: bool
    corrects: bool
    standing: frozenset[str]

    def causes(self, change: Difference) -> list[Cause]:
        """Return the likeliest cause, then those that cannot be told apart from it."""
        if change.respelled:
            return ["representation"]
        match change.kind:
            case "version" | "date" | "version_reused":
                return ["release"]
            case "program" | "spec" as stated:
                return [stated]
            case "inputs":
                return [self._input]
        own: list[Cause] = ["spec"] if self.spec else []
        if self.program:
            own.append("program")
        fresh: list[Cause] = [self._input] if self.data and change.kind not in _OF_SPEC else []
        if self._counts_stand(change) and own:
            return own
        return [*fresh, *own] or ["unexplained"]

    @property
    def _input(self) -> Cause:
        return "correction" if self.corrects else "data"

    def _counts_stand(self, change: Difference) -> bool:
        """Whether all counts that a figure is made from are as they were."""
        fields = set(change.fields)
        match change.kind:
            case "headline":
                return fields <= {"rate", "interval"}
            case "invalid":
                return bool(fields) and fields <= {"rate", "interval"}
            case "case_rate" | "verdict" | "stage":
                return _case_stands(change.old, change.new)
            case "decision" | "comparison":
                return _pairs_stand(change)
            case kind if kind in _OVER_CASES:
                return change.where.arm in self.standing
        return False


def grounds(old: Report, new: Report, *, corrects: bool) -> Grounds:
    """Return what can have caused the changes between two reports."""
    before, after = old.provenance, new.provenance
    arms = {arm.arm: arm for arm in old.arms}
    return Grounds(
        data=before.inputs_sha256 != after.inputs_sha256,
        spec=before.spec_sha256 != after.spec_sha256,
        program=before.generator != after.generator or old.schema != new.schema,
        corrects=corrects,
        standing=frozenset(
            arm.arm for arm in new.arms if arm.arm in arms and _arm_stands(arms[arm.arm], arm)
        ),
    )


def _arm_stands(old: Arm, new: Arm) -> bool:
    before = {case.case: case for case in old.cases}
    return before.keys() == {case.case for case in new.cases} and all(
        _case_stands(before[case.case], case) for case in new.cases
    )


def _case_stands(old: Case, new: Case) -> bool:
    """A count that is withheld may have moved."""
    withheld = old.valid > 0 and old.passed is None
    return not withheld and all(
        same(getattr(old, name), getattr(new, name)) for name in _CASE_COUNTS
    )


def _pairs_stand(change: Difference) -> bool:
    """The paired outcomes stand; what is made of several trials may still have moved."""
    old, new = change.old, change.new
    if not (isinstance(old, Comparison) and isinstance(new, Comparison)):
        return False
    return "trials_difference" not in change.fields and all(
        same(getattr(old, name), getattr(new, name)) for name in _PAIRED
    )
