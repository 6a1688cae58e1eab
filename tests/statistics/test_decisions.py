from __future__ import annotations

import inspect
import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator.statistics.decisions import (
    PrimaryDecision,
    StudyDecision,
    decide_content,
    decide_study,
    decide_timing,
    rrr,
)
from generator.statistics.equivalence import equivalence
from tests.statistics.golden_cases import check, golden

SUPPORTED, REJECTED, NOT_ESTIMABLE = PrimaryDecision


@pytest.mark.parametrize(
    ("function", "case"), golden(rrr, decide_timing, decide_content, decide_study)
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@pytest.mark.parametrize("tasks", [6, 12, 18])
def test_a_reduction_of_exactly_three_tenths_always_reaches_it(tasks: int) -> None:
    rows = 15 * tasks
    for tens in range(1, rows // 10 + 1):
        baseline, candidate = 10 * tens, 7 * tens
        for reduction in (Fraction(3, 10), rrr(baseline, candidate)):
            assert decide_timing(Fraction(1, 10), reduction, 0.01, 0.01, True) is SUPPORTED


@pytest.mark.parametrize("tasks", [4, 12, 18])
def test_a_benefit_of_exactly_one_twentieth_always_reaches_it(tasks: int) -> None:
    rows = 15 * tasks
    for benefit in (Fraction(rows // 20 * 20, 20 * (rows // 20 * 20)), rows / 20 / rows):
        assert decide_timing(benefit, 0.5, 0.01, 0.01, True) is SUPPORTED


@pytest.mark.parametrize(
    "condition",
    [
        {"benefit": 0.04999999999999999},
        {"rrr": 0.29999999999999993},  # 10 against 7 of 15, in the harness's floats
        {"ci_low": 0},
        {"ci_low": -1e-17},
        {"adj_p": 0.05},
    ],
)
def test_a_float_a_digit_short_falls_short(condition: dict[str, float]) -> None:
    just: dict[str, Any] = {
        "benefit": 0.05,
        "rrr": 0.3,
        "ci_low": 1e-17,
        "adj_p": 0.049999999999999996,
    }
    assert decide_timing(**just, complete=True) is SUPPORTED
    assert decide_timing(**just | condition, complete=True) is REJECTED


def test_what_is_missing_or_incomplete_is_not_estimable_before_anything_is_rejected() -> None:
    refuted: dict[str, Any] = {"benefit": -1.0, "rrr": -1.0, "ci_low": -1.0, "adj_p": 1.0}
    assert decide_timing(**refuted, complete=True) is REJECTED
    assert decide_timing(**refuted, complete=False) is NOT_ESTIMABLE
    for part in refuted:
        assert decide_timing(**refuted | {part: None}, complete=True) is NOT_ESTIMABLE
    content: dict[str, Any] = {"rf_low": -1.0, "tp_low": -1.0, "adj_p": 1.0}
    assert decide_content(**content, complete=True) is REJECTED
    for part in content:
        assert decide_content(**content | {part: None}, complete=True) is NOT_ESTIMABLE


def test_thresholds_are_the_callers() -> None:
    values: dict[str, Any] = {"benefit": 0.06, "rrr": 0.4, "ci_low": 0.02, "adj_p": 0.02}
    for stricter in (
        {"minimum_benefit": 0.061},
        {"minimum_rrr": 0.41},
        {"lower_above": 0.02},
        {"alpha": 0.02},
    ):
        assert decide_timing(**values, complete=True, **stricter) is REJECTED
    for stricter in ({"rf_above": 0.1}, {"tp_above": 0.1}, {"alpha": 0.02}):
        assert decide_content(0.1, 0.1, 0.02, complete=True, **stricter) is REJECTED


def test_the_study_is_not_estimable_as_soon_as_one_primary_is_not() -> None:
    for one, other in itertools.product(PrimaryDecision, repeat=2):
        expected = {
            (SUPPORTED, SUPPORTED): StudyDecision.PASS,
            (REJECTED, REJECTED): StudyDecision.REJECT,
            (SUPPORTED, REJECTED): StudyDecision.PARTIAL,
            (REJECTED, SUPPORTED): StudyDecision.PARTIAL,
        }.get((one, other), StudyDecision.NOT_ESTIMABLE)
        assert decide_study(one, other) is expected


def test_a_study_of_timing_alone_takes_its_decision() -> None:
    assert decide_study("SUPPORTED", None) is StudyDecision.PASS
    assert decide_study("REJECTED", None) is StudyDecision.REJECT
    assert decide_study("NOT_ESTIMABLE", None) is StudyDecision.NOT_ESTIMABLE


def test_nothing_can_be_reduced_where_nothing_failed() -> None:
    assert rrr(0, 0) is None
    assert rrr(0, 4) is None
    assert rrr(4, 6) == -0.5


@pytest.mark.parametrize("bad", [(-1, 0), (1, -1), (float("nan"), 1)])
def test_impossible_counts_are_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"negative|finite"):
        rrr(*bad)
    with pytest.raises(ValueError, match="finite"):
        decide_timing(float("nan"), 0.3, 0.1, 0.1, True)
    with pytest.raises(ValueError, match="MAYBE"):
        decide_study("MAYBE", "SUPPORTED")


@pytest.mark.shared
def test_the_defaults_are_those_of_the_published_rule(shared: Path) -> None:
    rule = json.loads((shared / "real" / "h6" / "decision-rule-v12.json").read_text())
    timing, content = rule["hypotheses"]["H6-timing"], rule["hypotheses"]["H6-content"]
    lower = "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove"

    def defaults(function: Any) -> dict[str, Any]:
        parameters = inspect.signature(function).parameters.values()
        return {p.name: p.default for p in parameters if p.default is not p.empty}

    assert defaults(decide_timing) == {
        "minimum_benefit": timing["minimumAbsoluteRepeatedFailureBenefit"],
        "minimum_rrr": timing["minimumRelativeRiskReduction"],
        "lower_above": timing[lower],
        "alpha": timing["requireHolmAdjustedPStrictlyBelow"],
    }
    assert defaults(decide_content) == {
        "rf_above": content[lower],
        "tp_above": content["requireTaskPassBenefitIntervalLowerStrictlyAbove"],
        "alpha": content["requireHolmAdjustedCompoundPStrictlyBelow"],
    }
    margins = defaults(equivalence)
    assert margins["pass_margin"] == rule["timidity"]["passRateMargin"]
    assert margins["steps_margin"] == rule["timidity"]["stepsMargin"]
