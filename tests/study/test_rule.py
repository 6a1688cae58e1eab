"""A decision rule is understood whole, or refused without a word of what it says."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.study_rule import parse_rule
from generator.artifacts.study_rule_records import Rule
from generator.artifacts.study_words import Arm, InvalidReason
from generator.errors import UnusableInput
from tests.study.rule_file import put, rule


def parsed(document: dict[str, Any]) -> Rule:
    return parse_rule(document)


def problems(document: dict[str, Any]) -> list[tuple[str, str | None]]:
    with pytest.raises(UnusableInput) as caught:
        parse_rule(document)
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_the_frozen_rule_of_both_primaries_is_understood(shared: Path) -> None:
    real = json.loads((shared / "real" / "h6" / "decision-rule-v12.json").read_bytes())
    found = parsed(real)
    assert found.version == 12
    assert (found.draws, found.level, found.alpha) == (10_000, 0.95, 0.05)
    assert (found.timing.baseline, found.timing.candidate) == (
        Arm.TURN_START_FAILURE,
        Arm.PRE_ACTION_FAILURE,
    )
    assert (found.timing.minimum_benefit, found.timing.minimum_reduction) == (0.05, 0.3)
    assert found.content is not None
    assert found.content.baseline == Arm.TURN_START_SUCCESS
    assert found.content.pairs.minimum_jaccard == 0.8
    assert found.no_trap is not None
    assert (found.no_trap.pass_margin, found.no_trap.steps_margin) == (0.02, 2)
    assert found.no_trap.level == 0.9
    assert not found.imputed
    assert found.population.tasks == 18
    assert found.host_fault_retries == real["completeness"]["hostFaultRetriesAfterFirstTry"]


def test_the_frozen_rule_of_timing_alone_is_understood(shared: Path) -> None:
    real = json.loads((shared / "real" / "h6" / "decision-rule-timing-v13.json").read_bytes())
    found = parsed(real)
    assert found.version == 13
    assert found.content is None
    assert found.no_trap is None
    assert found.imputed == {InvalidReason.VAGUE_CHECK}
    assert found.arms == (Arm.TURN_START_FAILURE, Arm.PRE_ACTION_FAILURE)
    assert found.population.seeds == tuple(real["analysisPopulation"]["registeredSeeds"])


def test_the_rules_of_these_tests_have_the_keys_of_the_frozen_ones(shared: Path) -> None:
    def keys(document: Any, place: str = "") -> set[str]:
        if not isinstance(document, dict):
            return {place}
        return {key for name, held in document.items() for key in keys(held, f"{place}.{name}")}

    for name, both in (("decision-rule-v12", True), ("decision-rule-timing-v13", False)):
        real = json.loads((shared / "real" / "h6" / f"{name}.json").read_bytes())
        assert keys(rule(both=both)) <= keys(real)


@pytest.mark.parametrize("version", [0, 11, 14])
def test_a_rule_of_another_version_decides_nothing(version: int) -> None:
    assert problems(rule() | {"version": version}) == [("OTHER_VERSION", "version")]


KEY = "requireSomethingSecret"


@pytest.mark.parametrize(
    ("place", "both"),
    [
        ("", True),
        ("analysis", True),
        ("analysis.bootstrap", True),
        ("hypotheses.H6-timing", True),
        ("hypotheses.H6-content", True),
        ("factMatching.content.tokenCountGap", True),
        ("timidity", True),
        ("", False),
        ("invalidRowPolicy", False),
        ("hypotheses", False),
    ],
)
def test_an_unknown_key_is_refused_by_place_and_never_named(place: str, both: bool) -> None:
    document = copy.deepcopy(rule(both=both))
    put(document, f"{place}.{KEY}".lstrip("."), 0.123)
    with pytest.raises(UnusableInput) as caught:
        parse_rule(document)
    assert [(each.code, each.field) for each in caught.value.problems] == [
        ("UNKNOWN_KEY", place or None)
    ]
    assert KEY not in str(caught.value)
    assert "0.123" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "both"),
    [
        ("analysisPopulation.unit", "row", True),
        ("analysisPopulation.pairingKey", ["taskId"], True),
        ("analysisPopulation.maximumPrimaryTaskCuts", 1, True),
        ("analysis.bootstrap.group", "row", True),
        ("analysis.bootstrap.method", "bca", True),
        ("analysis.shuffle.alternative", "two_sided", True),
        ("analysis.shuffle.plusOneCorrection", False, True),
        ("analysis.multiplicity.method", "BONFERRONI", True),
        ("analysis.multiplicity.family", ["H6_TIMING_REPEATED_FAILURE"], True),
        ("analysis.multiplicity.contentCompoundP", "min", True),
        ("hypotheses.H6-timing.metric", "taskPassed", True),
        ("hypotheses.H6-timing.zeroBaselineDecision", "REJECTED", True),
        ("hypotheses.H6-content.metrics", ["taskPassed"], True),
        ("hypotheses.H6-content.unmatchedPairDecision", "REJECTED", True),
        ("factMatching.content.requireSamePathShape", False, True),
        ("factMatching.content.textSimilarity.metric", "cosine", True),
        ("factMatching.content.tokenCountGap.requireBoth", False, True),
        ("timidity.requireIntervalsStrictlyInsideMargins", False, True),
        ("completeness.rerunTaskResults", True, True),
        ("outcomes.PASS", "timing=SUPPORTED", True),
        ("outcomes.PASS", "always", False),
        ("invalidRowPolicy.VAGUE_CHECK", "DROP", False),
        ("design.armsMode", "full", False),
    ],
)
def test_an_analysis_that_is_done_in_one_way_only_is_not_taken_for_another(
    path: str,
    value: object,
    both: bool,
) -> None:
    document = copy.deepcopy(rule(both=both))
    put(document, path, value)
    assert problems(document) == [("OTHER_ANALYSIS", path)]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("analysis.alpha", 1.5),
        ("analysis.alpha", "0.05"),
        ("analysis.bootstrap.draws", 0),
        ("analysis.bootstrap.confidenceLevel", True),
        ("hypotheses.H6-timing.baselineArm", "private-arm"),
        ("completeness.invalidReasons", ["PRIVATE_REASON"]),
        ("timidity.stepsMargin", -1),
        ("preregistration.sha256", "abc"),
    ],
)
def test_a_value_of_another_kind_is_refused_and_not_repeated(path: str, value: object) -> None:
    document = copy.deepcopy(rule())
    put(document, path, value)
    with pytest.raises(UnusableInput) as caught:
        parse_rule(document)
    fields = [str(each.field).partition("[")[0] for each in caught.value.problems]
    assert path in fields
    assert "rivate" not in str(caught.value)
    assert "PRIVATE" not in str(caught.value)


def test_the_gate_on_pass_rates_is_on_unless_the_rule_says_otherwise() -> None:
    silent = copy.deepcopy(rule())
    del silent["timidity"]["gatePassRate"]
    found = parsed(silent).no_trap
    assert found is not None
    assert found.gate_pass_rate
