"""Every decision the rule can make, and every way in which it cannot make one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from generator.artifacts.study_rule import parse_rule
from generator.artifacts.study_words import InvalidReason
from generator.measures.study import measure_study
from generator.measures.study_comparison import Hypothesis
from generator.measures.study_decisions import Evidence, decide
from tests.study import harness
from tests.study.evidence import checkpoint, invalid, pair
from tests.study.rule_file import ARMS, TIMING_ARMS, rule
from tests.study.run_dir import Run
from tests.study.scenarios import (
    CONTENT_FAILS,
    CONTENT_HOLDS,
    MORE,
    NONE,
    PASSES_HELP,
    SOME,
    TIMING_FAILS,
    TIMING_HOLDS,
    decided,
    frozen,
    measured,
    read,
    study,
    supported,
    timing_only,
    words,
)

NO_ANSWER = "NOT_ESTIMABLE"
COMPLETE = True


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (supported, ("SUPPORTED", "SUPPORTED", "PASS")),
        (
            lambda: study(TIMING_HOLDS | CONTENT_FAILS, PASSES_HELP),
            ("SUPPORTED", "REJECTED", "PARTIAL"),
        ),
        (
            lambda: study(TIMING_FAILS | CONTENT_HOLDS, PASSES_HELP),
            ("REJECTED", "SUPPORTED", "PARTIAL"),
        ),
        (lambda: study(TIMING_FAILS | CONTENT_FAILS), ("REJECTED", "REJECTED", "REJECT")),
        (lambda: timing_only(TIMING_HOLDS), ("SUPPORTED", None, "PASS")),
        (lambda: timing_only(TIMING_FAILS), ("REJECTED", None, "REJECT")),
        (
            lambda: study({"PRE_ACTION_FAILURE": NONE} | CONTENT_HOLDS, PASSES_HELP),
            (NO_ANSWER, "SUPPORTED", NO_ANSWER),
        ),
    ],
)
def test_a_complete_run_is_decided(
    run: Callable[[], Run], expected: tuple[str, ...], tmp_path: Path
) -> None:
    made = run()
    measure = measured(made, tmp_path)
    assert words(measure) == expected
    assert made.statistics["studyDecision"] == expected[2]
    assert str(decided(measure).exact_decisions.study) == expected[2]
    assert measure.eligibility.status == (
        "EXPLORATORY" if expected[2] == NO_ANSWER else "CONFIRMATORY"
    )


def reason_of(made: Run, tmp_path: Path) -> set[str]:
    """The published reasons of every cut."""
    replay = decided(measured(made.analyse(), tmp_path)).replay
    return {f"{cut.hypothesis}:{reason.public}" for cut in replay.cuts for reason in cut.reasons}


def missing(made: Run) -> None:
    made.rows.remove(made.row(3, "PRE_ACTION_FAILURE", 1))


def duplicated(made: Run) -> None:
    made.rows.append(copy.deepcopy(made.row(3, "PRE_ACTION_FAILURE", 1)))


def without_metric(made: Run) -> None:
    del made.row(3, "PRE_ACTION_FAILURE", 1)["taskPassed"]


def without_pair_in_design(made: Run) -> None:
    identity = made.row(3, "PRE_ACTION_FAILURE", 1)["identity"]
    made.rows.remove(made.row(3, "PRE_ACTION_FAILURE", 1))
    made.primary.remove(identity)
    made.design["runOrder"] = [
        each for each in made.design["runOrder"] if each["identity"] != identity
    ]
    made.run["runOrder"] = made.design["runOrder"]
    made.run["expectedRowCount"] -= 1


def unmatched_rows(made: Run) -> None:
    made.row(3, "TURN_START_SUCCESS", 1)["factPairAudit"] = "UNMATCHED"


@pytest.mark.parametrize(
    ("spoil", "hypothesis", "reason"),
    [
        (missing, "TIMING", "MISSING_ROW:PRE_ACTION_FAILURE"),
        (duplicated, "TIMING", "DUPLICATE_ROW:PRE_ACTION_FAILURE"),
        (without_metric, "TIMING", "MALFORMED_METRICS:PRE_ACTION_FAILURE"),
        (without_pair_in_design, "TIMING", "MISSING_DESIGN_CELL:PRE_ACTION_FAILURE"),
        (unmatched_rows, "CONTENT", "UNMATCHED_FACTS:TURN_START_SUCCESS"),
    ],
)
def test_a_cut_task_leaves_its_primary_without_an_answer(
    spoil: Callable[[Run], None], hypothesis: str, reason: str, tmp_path: Path
) -> None:
    made = supported()
    spoil(made)
    assert reason_of(made, tmp_path) == {f"{hypothesis}:{reason}"}
    measure = measured(made, tmp_path / "again")
    timing, content, whole = words(measure)
    assert (timing == NO_ANSWER) == (hypothesis == "TIMING")
    assert (content == NO_ANSWER) == (hypothesis == "CONTENT")
    assert whole == NO_ANSWER
    assert measure.replay_status == "identical"


@pytest.mark.parametrize("reason", InvalidReason)
def test_an_invalid_row_cuts_its_task_for_its_reason(reason: InvalidReason, tmp_path: Path) -> None:
    made = supported()
    invalid(made.row(3, "TURN_START_FAILURE", 1), str(reason))
    said = f"INVALID_ROW:TURN_START_FAILURE:{reason}"
    assert reason_of(made, tmp_path) == {f"TIMING:{said}", f"CONTENT:{said}"}
    measure = measured(made, tmp_path / "again")
    assert words(measure) == (NO_ANSWER,) * 3
    assert measure.eligibility.status == "EXPLORATORY"
    assert set(measure.eligibility.reasons) == {"INVALID_ROWS", "CUT_ROWS"}


def test_estimates_over_the_complete_tasks_are_left_and_called_exploratory(tmp_path: Path) -> None:
    made = supported()
    missing(made)
    timing = decided(measured(made.analyse(), tmp_path)).replay.timing
    assert len(timing.comparison.tasks) == 11
    assert timing.effects.failure == made.statistics["timing"]["repeatedFailureBenefit"]
    assert made.statistics["timing"]["interpretation"] == "EXPLORATORY_COMPLETE_TASKS"


def stray(made: Run, arm: str, **changes: object) -> None:
    """A row with an identity that nobody planned."""
    row = copy.deepcopy(made.row(0, arm))
    row["identity"] |= {"seed": 99, **changes}
    row["rowKey"] = harness.row_key(row["identity"])
    made.rows.append(row)


@pytest.mark.parametrize(
    ("arm", "unanswered"),
    [
        ("PRE_ACTION_FAILURE", {"timing"}),
        ("TURN_START_FAILURE", {"timing", "content"}),
        ("TURN_START_SUCCESS", {"content"}),
        ("NO_MEMORY", set()),
        ("BOTH", set()),
    ],
)
def test_an_unexpected_row_speaks_against_every_primary_of_its_arm(
    arm: str, unanswered: set[str], tmp_path: Path
) -> None:
    made = supported()
    stray(made, arm)
    measure = measured(made.analyse(), tmp_path)
    timing, content, _ = words(measure)
    assert {
        name for name, word in (("timing", timing), ("content", content)) if word == NO_ANSWER
    } == unanswered
    assert measure.replay_status == "identical"
    assert str(decided(measure).replay.verdict.decisions.timing) == "SUPPORTED"
    assert measure.eligibility.status == "INELIGIBLE"
    assert "INCOMPLETE_ROW_SET" in measure.eligibility.reasons


def test_a_row_that_the_run_order_does_not_list_is_nobodys_plan(tmp_path: Path) -> None:
    made = supported()
    for order in (made.design["runOrder"], made.run["runOrder"]):
        order[:] = [
            each for each in order if each["rowKey"] != made.row(0, "PRE_ACTION_FAILURE")["rowKey"]
        ]
    measure = measured(made, tmp_path)
    assert len(measure.rows.unlisted) == 1
    assert words(measure)[0] == NO_ANSWER


def test_a_row_under_another_key_than_its_own_is_unlisted(tmp_path: Path) -> None:
    made = supported()
    made.row(0, "TURN_START_SUCCESS")["rowKey"] = "h6-row-v1-" + "0" * 64
    measure = measured(made.analyse(), tmp_path)
    assert words(measure)[:2] == ("SUPPORTED", NO_ANSWER)
    wrong = [check for check in measure.study.hashes if check.agrees is False]
    assert [(check.name, check.line) for check in wrong] == [("row_keys", 3)]


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"jaccard": 0.5}, {"UNMATCHED_FACT_PAIRS", "AUDIT_BINDING_MISMATCH", "CUT_ROWS"}),
        ({"tokenGap": 1}, {"UNMATCHED_FACT_PAIRS", "AUDIT_BINDING_MISMATCH", "CUT_ROWS"}),
        ({"jaccard": 0.5, "status": "UNMATCHED"}, {"UNMATCHED_FACT_PAIRS", "CUT_ROWS"}),
    ],
)
def test_a_pair_that_did_not_match_leaves_content_without_an_answer(
    changes: dict[str, object], reasons: set[str], tmp_path: Path
) -> None:
    made = supported()
    made.pairs[4] = pair(made.row(1, "TURN_START_FAILURE", 1)["identity"], **changes)
    measure = measured(made.analyse(), tmp_path)
    assert words(measure) == ("SUPPORTED", NO_ANSWER, NO_ANSWER)
    assert set(measure.eligibility.reasons) == reasons
    assert measure.replay_status == "identical"


def test_a_family_that_lacks_a_p_value_is_adjusted_for_nobody(tmp_path: Path) -> None:
    made = supported()
    made.rows = [row for row in made.rows if row["identity"]["arm"] != "TURN_START_SUCCESS"]
    measure = measured(made.analyse(), tmp_path)
    assert decided(measure).replay.verdict.family == ()
    assert words(measure) == (NO_ANSWER,) * 3


def test_a_run_that_did_not_end_decides_nothing(tmp_path: Path) -> None:
    made = supported()
    made.checkpoints = [checkpoint(row) for row in made.rows]
    folder = made.write(tmp_path / "run")
    (folder / "episodes.jsonl").unlink()
    measure = measure_study(read(folder), simulate=False)
    assert measure.retries.paused
    assert words(measure) == (NO_ANSWER,) * 3


@pytest.mark.parametrize(
    ("raw", "adjusted"),
    [((0.0312, 0.8413), (0.0624, 0.8413)), ((0.0018, 0.9393), (0.0036, 0.9393))],
)
def test_the_published_pairs_of_p_values_are_corrected_as_published(
    raw: tuple[float, float], adjusted: tuple[float, float]
) -> None:
    timing = Evidence(COMPLETE, 0.3167, 1.0, 0.1, raw[0], None, None)
    content = Evidence(COMPLETE, -0.0778, None, -0.222, raw[1], 0.0, raw[1])
    verdict = decide(timing, content, parse_rule(frozen()))
    assert tuple(round(row.adjusted, 4) for row in verdict.family) == adjusted
    assert [row.hypothesis for row in verdict.family] == [Hypothesis.TIMING, Hypothesis.CONTENT]
    expected = "SUPPORTED" if adjusted[0] < 0.05 else "REJECTED"
    assert (verdict.decisions.timing, verdict.decisions.content) == (expected, "REJECTED")


def test_thresholds_are_the_rules_own() -> None:
    evidence = Evidence(COMPLETE, 0.05, 0.3, 0.01, 0.04, None, None)
    given = parse_rule(frozen(both=False))
    assert decide(evidence, None, given).decisions.timing == "SUPPORTED"
    stricter: dict[str, float]
    for stricter in (
        {"minimum_benefit": 0.051},
        {"minimum_reduction": 0.301},
        {"benefit_above": 0.01},
        {"adjusted_p_below": 0.04},
    ):
        timing = msgspec.structs.replace(given.timing, **stricter)
        changed = msgspec.structs.replace(given, timing=timing)
        assert decide(evidence, None, changed).decisions.timing == "REJECTED"


def test_ties_that_floats_lose_can_decide_and_both_decisions_are_kept(tmp_path: Path) -> None:
    """Six tasks gain two of fifteen and one loses two.

    Eight of the 128 patterns of signs reach the sum, seven of them as ties: p = 0.0625. In floats
    five of the ties are lost, for 3/15 - 5/15 is not -(4/15 - 2/15): about 3 of 128.
    """
    made = timing_only(
        {"TURN_START_FAILURE": [2, 4, 5, 3, 4, 5, 7], "PRE_ACTION_FAILURE": [0, 2, 3, 5, 2, 3, 5]},
        tasks=7,
        variants=3,
        seeds=(1, 2, 3, 4, 5),
        frozen=rule(both=False, tasks=7, seeds=5),
    )
    measure = measured(made, tmp_path)
    counted = decided(measure)
    assert counted.exact.timing.failure_p == 8 / 128
    assert counted.replay.timing.effects.failure_p == pytest.approx(3 / 128, abs=0.005)
    assert measure.replay_status == "identical"
    assert str(counted.decisions.timing) == "SUPPORTED"
    assert str(counted.exact_decisions.timing) == "REJECTED"


def test_equal_arms_on_every_task_have_a_p_value_of_one(tmp_path: Path) -> None:
    counted = decided(measured(study(dict.fromkeys(ARMS, SOME)), tmp_path))
    assert counted.exact.timing.failure_p == 1
    assert counted.exact.timing.failure_lower == 0
    assert counted.exact.timing.reduction == 0


def test_invalid_checks_of_a_timing_run_are_scored_against_the_candidate(tmp_path: Path) -> None:
    made = timing_only({"TURN_START_FAILURE": MORE, "PRE_ACTION_FAILURE": NONE})
    invalid(made.row(0, "PRE_ACTION_FAILURE"), "VAGUE_CHECK")
    invalid(made.row(1, "TURN_START_FAILURE"), "VAGUE_CHECK")
    measure = measured(made.analyse(), tmp_path)
    comparison = decided(measure).replay.timing.comparison
    first, second = comparison.tasks[:2]
    assert (first.candidate.failures, first.candidate.passes) == (1, 0)
    assert (second.baseline.failures, second.baseline.passes) == (2, 1)
    assert [row.arm for row in comparison.imputed] == list(TIMING_ARMS[::-1])
    assert measure.eligibility.status == "CONFIRMATORY"
    assert measure.replay_status == "identical"


def test_other_invalid_rows_of_a_timing_run_still_cut(tmp_path: Path) -> None:
    made = timing_only(TIMING_HOLDS)
    invalid(made.row(0, "PRE_ACTION_FAILURE"), "TRACE_GAP")
    assert words(measured(made.analyse(), tmp_path)) == (NO_ANSWER, None, NO_ANSWER)
