"""The honest limits, each looked for in run directories that were made to show it or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publication.arm import Arm
from tests.artifacts.samples import write_run
from tests.measures.reporting import only_arm, reported
from tests.measures.run_dirs import Json, stated, trials, write_library

FIRST, AGAIN = "2026-09-14", "2026-09-15"


def tried(results: Path, first: str, again: dict[str, str], **changes: object) -> Arm:
    """An arm whose cases all ended alike at first and were then tried again as the letters say."""
    write_library(results, "one", "primary", FIRST, dict.fromkeys(again, first))
    rows: list[Json] = []
    for case_id, letters in again.items():
        rows += [row | changes for row in trials(case_id, letters, AGAIN)]
    rows.sort(key=lambda row: (str(row["started_at"]), str(row["case_id"])))
    planned = max(map(len, again.values()))
    run = stated("two", "repeat", AGAIN, list(again), planned, scope="fail_set")
    write_run(results / "two", rows, run)
    return only_arm(reported(results))


def test_one_case_that_clusters_by_itself_is_found_among_steady_ones(tmp_path: Path) -> None:
    # 11 F then 9 P: P(R <= 2) = 2 / C(20, 9) = 1.2e-5, and six tested cases make it 7.1e-5.
    steady = {f"c{number}": "FPFFPFFPFFPFPFFPFFPF" for number in range(5)}
    arm = tried(tmp_path / "r", "F", {"odd": "F" * 11 + "P" * 9, **steady})
    order = arm.dependence.order_clustering
    assert order.clustered is False
    assert order.p_value is not None
    assert order.p_value > 0.05
    odd = next(case for case in arm.cases if case.order and case.order.runs == 2)
    assert order.clustered_cases == [odd.case]
    assert "ORDER_CLUSTERING" in arm.limits


def test_a_chance_find_among_many_cases_is_no_cluster(tmp_path: Path) -> None:
    # 5 P then 5 F: p = 2 / C(10, 5) = 0.0079, and ten tested cases make it 0.079.
    steady = {f"c{number}": "FPFPPFPFPF" for number in range(9)}
    arm = tried(tmp_path / "r", "P", {"odd": "PPPPPFFFFF", **steady})
    odd = next(case for case in arm.cases if case.order and case.order.runs == 2)
    assert odd.order is not None
    assert odd.order.p_value == pytest.approx(2 / 252)
    assert arm.dependence.order_clustering.clustered_cases == []
    assert "ORDER_CLUSTERING" not in arm.limits


def test_a_rate_with_few_cases_is_a_limit_though_others_have_enough(tmp_path: Path) -> None:
    results = tmp_path / "r"
    cases = {"a": "F", "b": "P", "c": "P", "d": "P", "e": "P", "f": "P"}
    write_library(results, "one", "primary", FIRST, cases)
    again = dict.fromkeys(cases, "P") | {"a": "F"}
    write_library(results, "two", "observational", AGAIN, again)
    assert "SMALL_SAMPLE" not in only_arm(reported(results)).limits
    rows = trials("a", "F" * 19, "2026-09-16")
    write_run(results / "three", rows, stated("three", "repeat", "2026-09-16", ["a"], 19))
    arm = only_arm(reported(results))
    assert (arm.recovery.cases, arm.recovery.suppressed) == (1, "RATE_NOT_PUBLISHED")
    assert "SMALL_SAMPLE" in arm.limits


def test_screens_call_for_no_rate_so_none_has_too_few_cases(tmp_path: Path) -> None:
    arm = tried(tmp_path / "r", "F", {f"c{number}": "FFPFF" for number in range(9)})
    assert "SCREEN_ONLY" in arm.limits
    assert "SMALL_SAMPLE" not in arm.limits


def test_resets_that_nobody_recorded_are_not_said_to_be_shared(tmp_path: Path) -> None:
    arm = tried(tmp_path / "r", "F", {"a": "FFFFF", "b": "FFFFF"}, reset_id=None)
    assert arm.reset_per_trial is False
    assert arm.resets_unrecorded == 10
    assert "RESETS_NOT_RECORDED" in arm.limits
    assert "SHARED_RESETS" not in arm.limits


def test_resets_that_two_trials_name_are_shared(tmp_path: Path) -> None:
    arm = tried(tmp_path / "r", "F", {"a": "FFFFF"}, reset_id="the same")
    assert arm.resets_unrecorded == 0
    assert "SHARED_RESETS" in arm.limits
    assert "RESETS_NOT_RECORDED" not in arm.limits


def test_resets_of_their_own_are_no_limit(tmp_path: Path) -> None:
    arm = tried(tmp_path / "r", "F", {"a": "FFFFF"})
    assert arm.reset_per_trial is True
    assert not {"SHARED_RESETS", "RESETS_NOT_RECORDED"} & set(arm.limits)
