"""The plain-loop reference itself, on small trees whose numbers were computed by hand."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.reference.figures import blocks, blocks_p_value
from tests.reference.plain import expected_report
from tests.reference.small import IDENTITY, attempts, case, run, write_run
from tests.reference.tree import KEY

Json = dict[str, Any]


def report(tmp_path: Path, runs: list[tuple[Json, list[Json]]], **spec: Any) -> Json:
    """The reference's only arm for some runs."""
    for number, (stated, lines) in enumerate(runs):
        write_run(tmp_path / "results" / f"{number}", stated, lines)
    arms = expected_report(tmp_path / "results", spec, KEY)["arms"]
    assert len(arms) == 1
    arm: Json = arms[0]
    return arm


def screened(tmp_path: Path, endings: str, *more: str, planned: int | None = None) -> Json:
    """The arm whose only case failed first and was then tried again."""
    cases = [case("c")]
    runs = [(run("first", "primary", cases), attempts("c", "F", 1))]
    for number, each in enumerate((endings, *more)):
        again = run(f"again {number}", "repeat", cases, planned or len(each), scope="fail_set")
        runs.append((again, attempts("c", each, 2 + number)))
    return report(tmp_path, runs)


def test_three_of_four_is_a_verdict_and_no_count(tmp_path: Path) -> None:
    arm = screened(tmp_path, "PPFP")
    row = arm["cases"][0]
    assert row["verdict"] == "recovery_capable"
    assert row["stage"] == "screen"
    assert row["valid"] == 4
    assert [row[name] for name in ("passed", "rate", "interval", "order")] == [None] * 4
    # Its only withheld case would come back from the totals.
    assert arm["states"]["valid_task_success"] is None
    assert arm["failure_modes"] == {"no_deliverable": None, "oracle_judged": None}
    # A recovery escalates even an incomplete screen.
    assert row["escalate_reasons"] == ["RECOVERY_OBSERVED"]
    assert arm["recovery"]["screened"] == {
        "cases": 1,
        "recovery_capable": 1,
        "no_recovery_observed": 0,
        "screen_incomplete": 0,
    }


def test_six_of_twenty_is_a_rate_with_its_interval(tmp_path: Path) -> None:
    arm = screened(tmp_path, "PPFP", "PFFFPFFFFPFFFFFF")
    row = arm["cases"][0]
    assert (row["valid"], row["passed"], row["rate"]) == (20, 6, 0.3)
    assert row["interval"]["lower"] == pytest.approx(0.119, abs=5e-4)
    assert row["interval"]["upper"] == pytest.approx(0.543, abs=5e-4)
    assert row["order"]["pattern"] == "PPFPPFFFPFFFFPFFFFFF"
    assert row["order"]["runs"] == 8
    assert (arm["recovery"]["cases"], arm["recovery"]["suppressed"]) == (1, "RATE_NOT_PUBLISHED")
    # Without the five trials that chose the case: PPFPP leaves 2 passes of 15.
    assert arm["recovery"]["fresh"] == {"trials": 15, "recovered": 2, "rate": None}


def test_zero_of_twenty_and_zero_of_five_have_upper_bounds(tmp_path: Path) -> None:
    twenty = screened(tmp_path / "a", "F" * 20)["cases"][0]
    assert (twenty["verdict"], twenty["passed"]) == ("no_recovery_observed", 0)
    assert twenty["upper_bound"] == pytest.approx(0.139108, abs=5e-7)
    assert twenty["interval"]["upper"] == pytest.approx(0.16843, abs=5e-6)
    five = screened(tmp_path / "b", "F" * 5)["cases"][0]
    assert (five["verdict"], five["passed"], five["rate"]) == ("no_recovery_observed", 0, None)
    assert five["upper_bound"] == pytest.approx(0.45072, abs=5e-6)
    four = screened(tmp_path / "c", "F" * 4)["cases"][0]
    assert (four["verdict"], four["passed"]) == ("screen_incomplete", None)
    assert four["upper_bound"] is None


def test_wilson_where_the_spec_asks_for_it(tmp_path: Path) -> None:
    cases = [case("c")]
    runs = [
        (run("first", "primary", cases), attempts("c", "F", 1)),
        (run("again", "repeat", cases, 20), attempts("c", "PPPPPP" + "F" * 14, 2)),
    ]
    interval = report(tmp_path, runs, interval={"method": "wilson"})["cases"][0]["interval"]
    assert interval["lower"] == pytest.approx(0.145, abs=5e-4)
    assert interval["upper"] == pytest.approx(0.519, abs=5e-4)


def test_the_ledger_adds_up_to_the_plan(tmp_path: Path) -> None:
    arm = screened(tmp_path, "FTV?XF", planned=7)
    row = arm["cases"][0]
    # Two valid, one each of V and ?; the timeout is owed; the crash and the seventh are missing.
    ledger = ("planned", "valid", "protocol_violation", "pending", "owed", "missing", "invalid")
    assert [row[name] for name in ledger] == [7, 2, 1, 1, 1, 2, 1]
    assert arm["states"]["missing"] == 2
    # Three failures, the first pass among them.
    assert arm["states"]["valid_task_failure"] == 3


def test_a_trial_is_owed_only_while_the_plan_falls_short(tmp_path: Path) -> None:
    # Five planned, six started: the timeout did not consume the budget.
    row = screened(tmp_path, "FTFFFF", planned=5)["cases"][0]
    assert [row[name] for name in ("planned", "valid", "owed", "missing", "invalid")] == [
        5,
        5,
        0,
        0,
        1,
    ]


def test_makeups_within_a_run_across_runs_and_of_makeups(tmp_path: Path) -> None:
    cases = [case("c")]
    first = attempts("c", "T", 1)
    lines = attempts("c", "TTF", 2)
    # Within the run: a makeup that is invalid too, and one of that makeup, which fails.
    lines += attempts("c", "T", 3, makeup_of="c 2 0")
    lines += attempts("c", "F", 4, makeup_of="c 3 0")
    # Across runs, at twice the timeout: the first pass passes, trial 1 passes.
    made = attempts("c", "P", 5, makeup_of="c 1 0")
    made += attempts("c", "P", 6, makeup_of="c 2 1", repeat_index=1)
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), first),
            (run("again", "repeat", cases, 3), lines),
            (run("made", "makeup", cases, 1, timeout_s=3600), made),
        ],
    )
    row = arm["cases"][0]
    assert arm["primary"] == {"passed": 1, "cases": 1, "fail_set": []}
    assert [row[name] for name in ("valid", "passed", "invalid", "owed")] == [3, 1, 3, 0]
    # By start: trial 2 at two, trial 0 by its makeup at four, trial 1 by its makeup at six.
    assert row["order"]["pattern"] == "FFP"
    assert arm["makeups"] == {"count": 4, "doubled_cap": 2}
    assert arm["states"]["invalid_infrastructure"] == 4
    assert {each["evidence"] for each in arm["runs"]} == {"first_pass", "same_day"}


def test_a_makeup_at_another_timeout_stands_in_for_nothing(tmp_path: Path) -> None:
    cases = [case("c")]
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), attempts("c", "T", 1)),
            (
                run("made", "makeup", cases, timeout_s=5400),
                attempts("c", "P", 2, makeup_of="c 1 0"),
            ),
        ],
    )
    assert arm["primary"] == {"passed": 0, "cases": 0, "fail_set": []}
    assert arm["cases"][0]["primary_outcome"] == "owed"
    assert arm["states"]["owed"] == 1
    assert arm["states"]["valid_task_success"] == 0
    assert arm["evidence"]["cross_time"] == 1
    assert arm["evidence"]["excluded_attempts"] == 1


def test_attempts_that_masquerade_after_billing_exhausted(tmp_path: Path) -> None:
    lines = attempts("c", "FBPFP", 2)
    # Exactly ten seconds is no completed round; a hair more is.
    lines[2]["ended_at"] = "2026-09-14T02:02:10Z"
    lines[3]["ended_at"] = "2026-09-14T02:03:10.000001Z"
    lines[0]["ended_at"] = "2026-09-14T02:00:05Z"
    cases = [case("c")]
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), attempts("c", "P", 1)),
            (run("again", "repeat", cases, 5), lines),
        ],
    )
    assert arm["invalid_causes"]["billing_exhausted"] == 2
    assert [arm["cases"][0][name] for name in ("valid", "passed", "owed")] == [3, 1, 2]


def test_withheld_totals_stand_again_where_two_cases_are_withheld(tmp_path: Path) -> None:
    cases = [case("c"), case("d")]
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), attempts("c", "F", 1) + attempts("d", "N", 2)),
            (
                run("again", "repeat", cases, 5),
                attempts("c", "FFFFP", 3) + attempts("d", "PPFFF", 4),
            ),
        ],
    )
    assert arm["states"]["valid_task_success"] == 3
    assert arm["failure_modes"] == {"no_deliverable": 1, "oracle_judged": 8}


def test_a_contaminated_primary_gives_no_first_pass(tmp_path: Path) -> None:
    cases = [case("c")]
    audit = {"status": "substitute_calls", "substitute_calls": 2}
    later = {"start": "2026-09-14T05:00:00Z", "end": "2026-09-14T06:00:00Z"}
    arm = report(
        tmp_path,
        [
            (run("foul", "primary", cases, wire_audit=audit), attempts("c", "P", 1)),
            (run("clean", "primary", cases, window=later), attempts("c", "F", 5)),
        ],
    )
    assert arm["primary"]["passed"] == 0
    assert arm["primary"]["cases"] == 1
    assert arm["evidence"]["contaminated"] == 1
    assert arm["evidence"]["excluded_attempts"] == 1
    assert arm["states"]["valid_task_success"] == 0


def test_variants_decide_the_case_and_show_who_moved(tmp_path: Path) -> None:
    cases = [case("c", "x", "y", "z", scored_variants=["x", "y"])]
    lines = [
        {**line, "variant": name, "attempt_id": f"{name} {line['attempt_id']}"}
        for name, endings in (("x", "PPPPP"), ("y", "PPPFF"), ("z", "FFFFF"))
        for line in attempts("c", endings, 2)
    ]
    first = [
        {**attempts("c", letter, 1)[0], "variant": name, "attempt_id": name}
        for name, letter in (("x", "P"), ("y", "F"), ("z", "P"))
    ]
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), first),
            (run("again", "repeat", cases, 5), lines),
        ],
    )
    row = arm["cases"][0]
    assert row["primary_outcome"] == "fail"
    assert row["verdict"] == "recovery_capable"
    assert sorted(each["moved"] for each in row["variants"]) == [False, True]
    assert {each["passed"] for each in row["variants"]} == {None}
    # Attempts at the variant that is not scored are attempts all the same.
    assert arm["cost"]["wall_s"] == 18 * 30


def test_a_modal_score_near_the_gate_is_a_boundary_case(tmp_path: Path) -> None:
    cases = [case("c", kind="partial", threshold=3, max_score=5)]
    scores = [3, 2, 2, 3, 1]
    lines = attempts("c", "PFFPF", 2)
    for line, score in zip(lines, scores, strict=True):
        line["score"] = score
    first = attempts("c", "F", 1, score=2)
    arm = report(
        tmp_path,
        [(run("first", "primary", cases), first), (run("again", "repeat", cases, 5), lines)],
    )
    row = arm["cases"][0]
    assert row["verdict"] == "boundary"
    # Two and three are tied: the nearest to the threshold.
    assert (row["boundary"]["modal_score"], row["boundary"]["margin"]) == (3, 0)
    assert [each["count"] for each in row["boundary"]["score_distribution"]] == [1, 2, 2]
    assert len(arm["primary"]["fail_set"]) == 1
    assert arm["recovery"]["screened"]["cases"] == 0
    assert arm["named_lists"] == {"always_fail": [], "sometimes_fail": [], "never_fail": []}


def test_pass_at_k_and_pass_hat_k_over_tasks(tmp_path: Path) -> None:
    # No primary: n equal trials of two tasks, 2 and 3 passes of 4.
    cases = [case("c"), case("d")]
    lines = attempts("c", "PPFF", 1) + attempts("d", "PPPF", 2)
    arm = report(
        tmp_path,
        [(run("n equal trials", "observational", cases, 4), lines)],
        publication={"minimum_tasks": 2},
        pass_k=[1, 2, 3, 8],
    )
    hat = {row["k"]: row for row in arm["pass_hat_k"]}
    some = {row["k"]: row for row in arm["pass_at_k"]}
    assert sorted(hat) == [1, 2, 3]
    # k = 2: C(2,2)/C(4,2) = 1/6 and C(3,2)/C(4,2) = 3/6; 1 - 1/6 and 1 - 0.
    assert hat[2]["estimate"] == pytest.approx(1 / 3)
    assert some[2]["estimate"] == pytest.approx(11 / 12)
    # Sample deviation of 1/6 and 1/2 is (1/3)/√2, over √2 tasks 1/6.
    assert hat[2]["standard_error"] == pytest.approx(1 / 6)
    # V = U² - C(c,4)/C(4,4): 1/36 and 9/36, so √(10/36)/2; none where n < 2k.
    assert hat[2]["standard_error_trials"] == pytest.approx((10 / 36) ** 0.5 / 2)
    assert hat[3]["standard_error_trials"] is None
    # t with one degree of freedom at 97.5 %: 12.7062, far past both ends.
    assert (hat[2]["interval"]["lower"], hat[2]["interval"]["upper"]) == (0, 1)
    # k = 3: 0 and 1/4 of 4; pass@3 is 1 for both, which is no variance.
    assert hat[3]["estimate"] == pytest.approx(1 / 8)
    assert (some[3]["estimate"], some[3]["undefined"]) == (1, "ZERO_VARIANCE")
    assert arm["primary"] == {"passed": 0, "cases": 0, "fail_set": []}


def test_deltas_name_who_moved_both_ways(tmp_path: Path) -> None:
    cases = [case(each) for each in "abcde"]
    first = [
        line for each, how in zip("abcd", "FPFP", strict=True) for line in attempts(each, how, 1)
    ]
    second = [
        line for each, how in zip("abce", "PFFF", strict=True) for line in attempts(each, how, 2)
    ]
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), first),
            (
                run(
                    "second",
                    "primary",
                    cases,
                    window={"start": "2026-09-14T01:30:00Z", "end": "2026-09-14T03:00:00Z"},
                ),
                second,
            ),
        ],
    )
    (delta,) = arm["deltas"]
    assert (len(delta["fail_to_pass"]), len(delta["pass_to_fail"])) == (1, 1)
    assert (delta["stayed_failed"], delta["compared"], delta["evidence"]) == (1, 3, "same_day")
    # A later primary gives no trials.
    assert all(row["valid"] == 0 for row in arm["cases"])


def test_another_arm_is_evidence_apart(tmp_path: Path) -> None:
    cases = [case("c")]
    other = {**IDENTITY, "runner_config": {"retries": 2}}
    arm = report(
        tmp_path,
        [
            (run("first", "primary", cases), attempts("c", "F", 1)),
            (run("other", "repeat", cases, 2, arm=other), attempts("c", "PTX", 2)),
        ],
    )
    assert arm["evidence"]["cross_arm"] == 1
    assert arm["evidence"]["excluded_attempts"] == 2
    assert arm["cases"][0]["verdict"] == "not_screened"
    assert arm["cases"][0]["planned"] == 0
    assert arm["states"]["invalid_infrastructure"] == 0


@pytest.mark.parametrize("pattern", ["FFFPP", "PPPFF", "PFPFP", "PPFPFF", "FPPPPPF", "PFFFFPFF"])
def test_the_runs_test_against_all_orders(pattern: str) -> None:
    orders = list(permutations(pattern))
    few = sum(blocks("".join(order)) <= blocks(pattern) for order in orders)
    assert blocks_p_value(pattern) == pytest.approx(few / len(orders), abs=1e-15)
