"""Two arms on the same cases: concordance, discordance, and whether they can be told apart.

Pairs need the same case hashes and index version, and cases defined alike in both arms. Where both
arms have a first pass, that is what is paired; arms that only tried n times are paired by the pass
rates of their cases.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np

from generator.accounting.account import definition
from generator.accounting.identity import differing
from generator.artifacts.records import IDENTITY_FIELDS
from generator.measures.arm import ArmMeasure
from generator.measures.case import CaseMeasure
from generator.spec.model import Spec
from generator.statistics import (
    OddsRatio,
    PairedDifference,
    PairedInterval,
    cond_or_ci,
    holm,
    mcnemar_exact,
    mcnemar_midp,
    paired_difference,
    signflip_two_sided,
    tango,
    task_effects,
)

PINS = ("spec_sha256", "base_bundle_sha256", "oracle_pack_sha256", "index_version")
"""What must be equal for two arms to have sat the same exam."""

LeftOutReason = Literal["ONE_ARM_ONLY", "DEFINED_DIFFERENTLY", "NOT_VALID_IN_BOTH", "BOUNDARY"]
Verdict = Literal["a_higher", "b_higher", "tied", "not_comparable"]


@dataclass(frozen=True, slots=True)
class FirstPassTable:
    """The cases by their first-pass outcomes under the two arms."""

    both: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    neither: tuple[str, ...]

    @property
    def cases(self) -> int:
        """How many cases are paired."""
        return len(self.both) + len(self.only_a) + len(self.only_b) + len(self.neither)


@dataclass(frozen=True, slots=True)
class FirstPassTests:
    """What the discordant first passes say: McNemar's test, the difference, the odds ratio."""

    p_exact: float
    p_mid: float
    difference: PairedInterval
    odds_ratio: OddsRatio


@dataclass(frozen=True, slots=True)
class TrialsDifference:
    """The mean difference of pass rates over the cases that both arms tried again."""

    over_cases: PairedDifference
    p_value: float | None


@dataclass(frozen=True, slots=True)
class ComparisonMeasure:
    """One pair of arms.

    `p_value` is what the two are told apart by, `p_holm` the same within the family of all pairs
    of the report that have one.
    """

    a: ArmMeasure
    b: ArmMeasure
    same: tuple[str, ...]
    differs: tuple[str, ...]
    comparable: bool
    left_out: Mapping[str, LeftOutReason]
    table: FirstPassTable | None
    tests: FirstPassTests | None
    trials: TrialsDifference | None
    p_value: float | None
    p_holm: float | None = None
    family: int = 0
    verdict: Verdict = "not_comparable"


def measure_comparisons(arms: Sequence[ArmMeasure], spec: Spec) -> list[ComparisonMeasure]:
    """Compare every two arms, the earlier one first; their p values are one family for Holm."""
    pairs = [_compare(a, b, spec) for a, b in combinations(arms, 2)]
    tested = [pair for pair in pairs if pair.p_value is not None]
    adjusted = holm([pair.p_value for pair in tested])
    corrected = {id(pair): p for pair, p in zip(tested, adjusted, strict=True)}
    alpha = 1 - spec.interval.level
    return [_decide(pair, corrected.get(id(pair)), len(tested), alpha) for pair in pairs]


def _compare(a: ArmMeasure, b: ArmMeasure, spec: Spec) -> ComparisonMeasure:
    one, other = a.account.reference, b.account.reference
    differs = differing(one, other)
    stated = [f for f in IDENTITY_FIELDS if getattr(one.arm, f) is not None and f not in differs]
    # A pin that neither arm states is no evidence that both sat the same exam.
    comparable = all(pin in stated for pin in PINS)
    first = a.account.has_primary and b.account.has_primary
    left_out, common = _pair_cases(a, b, first_pass=first)
    table = _table(common) if first and comparable else None
    tests = _first_pass_tests(table, spec) if table is not None and table.cases else None
    trials = _trials_difference(common, spec) if comparable else None
    decisive = tests.p_exact if tests else None
    if table is None and trials is not None:
        decisive = trials.p_value
    return ComparisonMeasure(
        a, b, tuple(stated), differs, comparable, left_out, table, tests, trials, decisive
    )


def _first_pass_tests(table: FirstPassTable, spec: Spec) -> FirstPassTests:
    b, c = len(table.only_a), len(table.only_b)
    return FirstPassTests(
        p_exact=mcnemar_exact(b, c),
        p_mid=mcnemar_midp(b, c),
        difference=tango(b, c, table.cases, spec.interval.level),
        odds_ratio=cond_or_ci(b, c, spec.interval.level),
    )


def _pair_cases(
    a: ArmMeasure, b: ArmMeasure, *, first_pass: bool
) -> tuple[dict[str, LeftOutReason], list[tuple[CaseMeasure, CaseMeasure]]]:
    of_a = {case.case.case_id: case for case in a.cases}
    of_b = {case.case.case_id: case for case in b.cases}
    left_out: dict[str, LeftOutReason] = {}
    common = []
    for case_id in sorted(of_a.keys() | of_b.keys()):
        if case_id not in of_a or case_id not in of_b:
            left_out[case_id] = "ONE_ARM_ONLY"
        elif definition(of_a[case_id].case) != definition(of_b[case_id].case):
            left_out[case_id] = "DEFINED_DIFFERENTLY"
        elif of_a[case_id].on_boundary or of_b[case_id].on_boundary:
            left_out[case_id] = "BOUNDARY"
        elif not (_usable(of_a[case_id], first_pass) and _usable(of_b[case_id], first_pass)):
            left_out[case_id] = "NOT_VALID_IN_BOTH"
        else:
            common.append((of_a[case_id], of_b[case_id]))
    return left_out, common


def _usable(case: CaseMeasure, first_pass: bool) -> bool:  # noqa: FBT001 - private, named at both calls
    return case.primary_outcome in ("pass", "fail") if first_pass else case.counted


def _table(common: Sequence[tuple[CaseMeasure, CaseMeasure]]) -> FirstPassTable:
    def cases(*, a: bool, b: bool) -> tuple[str, ...]:
        return tuple(
            one.case.case_id
            for one, two in common
            if (one.primary_outcome == "pass") is a and (two.primary_outcome == "pass") is b
        )

    return FirstPassTable(
        both=cases(a=True, b=True),
        only_a=cases(a=True, b=False),
        only_b=cases(a=False, b=True),
        neither=cases(a=False, b=False),
    )


def _trials_difference(
    common: Sequence[tuple[CaseMeasure, CaseMeasure]], spec: Spec
) -> TrialsDifference:
    """Compare by trials; under the task floor there is a difference but no test of it."""
    counted = [(one, two) for one, two in common if one.counted and two.counted]
    if not counted:
        return TrialsDifference(paired_difference([], 1, spec.interval.level), None)
    effects = task_effects(
        [one.passed for one, _ in counted],
        [one.valid for one, _ in counted],
        [two.passed for _, two in counted],
        [two.valid for _, two in counted],
    )
    p_value = None
    if len(counted) >= spec.publication.minimum_tasks:
        rng = named_generator(spec, "trials_difference")
        p_value = signflip_two_sided(effects.d, spec.resampling.draws, rng)["p"]
    difference = paired_difference(effects.d, effects.denom, spec.interval.level)
    return TrialsDifference(difference, p_value)


def named_generator(spec: Spec, estimate: str) -> np.random.Generator:
    """Return the random generator of one named estimate: adding an estimate changes no other."""
    name = int.from_bytes(hashlib.sha256(estimate.encode()).digest()[:8], "big")
    return np.random.default_rng([spec.random_seed, name])


def _decide(
    pair: ComparisonMeasure, p_holm: float | None, family: int, alpha: float
) -> ComparisonMeasure:
    verdict: Verdict = "not_comparable"
    if p_holm is not None:
        verdict = "tied"
        if p_holm < alpha and (lead := _lead(pair)):
            verdict = "a_higher" if lead > 0 else "b_higher"
    return replace(pair, p_holm=p_holm, family=family, verdict=verdict)


def _lead(pair: ComparisonMeasure) -> float:
    """By how much a is ahead of b, on what the test was taken of."""
    if pair.table is not None:
        return len(pair.table.only_a) - len(pair.table.only_b)
    return (pair.trials.over_cases["diff"] if pair.trials else None) or 0.0
