"""Screens that were really run, written as run directories: what the protocol says of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.publication.case import Case
from tests.artifacts.samples import case, write_run
from tests.measures.reporting import only_arm, only_case, reported
from tests.measures.run_dirs import Json, scored, stated, trials

CASE = "A-d9b79b46"
DAY = "2026-09-14"


def screened(
    results: Path, rows: list[Json], spec: dict[str, Any] | None = None, **definition: Any
) -> Case:
    """A case that failed first, then was tried again as the rows say."""
    cases = [case(case_id=CASE, **definition)]
    partial = definition.get("kind") == "partial"
    first = scored(CASE, [rows[0]["score"]], DAY, 99) if partial else trials(CASE, "F", DAY)
    write_run(results / "one", first, stated("one", "primary", DAY, [CASE], cases=cases))
    planned = len({row["repeat_index"] for row in rows})
    repeat = stated("two", "repeat", DAY, [CASE], planned, cases=cases, scope="fail_set")
    write_run(results / "two", rows, repeat)
    return only_case(reported(results, spec))


def partial(threshold: float, most: float) -> dict[str, Any]:
    return {"kind": "partial", "threshold": threshold, "max_score": most}


def later(rows: list[Json]) -> list[Json]:
    """The rows of a second day, so that no attempt is that of the first pass."""
    return [
        row
        | {
            "attempt_id": f"again-{row['attempt_id']}",
            "started_at": row["started_at"].replace("-14T", "-15T"),
            "ended_at": row["ended_at"].replace("-14T", "-15T"),
        }
        for row in rows
    ]


def distribution(found: Case) -> dict[float, int] | None:
    assert found.boundary is not None
    listed = found.boundary.score_distribution
    return None if listed is None else {each.score: each.count for each in listed}


def test_six_times_the_same_score_is_glued_to_it(tmp_path: Path) -> None:
    rows = later(scored(CASE, [6] * 5, DAY, passing=7))
    found = screened(tmp_path / "r", rows, **partial(7, 8))
    assert found.verdict == "boundary"
    assert found.boundary is not None
    assert (found.boundary.modal_score, found.boundary.margin) == (6, -1)
    assert distribution(found) == {6: 5}


def test_glued_far_from_the_gate_it_is_a_screen_without_a_recovery(tmp_path: Path) -> None:
    found = screened(tmp_path / "r", later(scored(CASE, [6] * 5, DAY, 8)), **partial(8, 8))
    assert (found.verdict, found.valid, found.passed) == ("no_recovery_observed", 5, 0)
    assert found.boundary is not None
    assert (found.boundary.modal_score, found.boundary.margin) == (6, -2)
    assert distribution(found) is None
    assert found.upper_bound == pytest.approx(1 - 0.05 ** (1 / 5))


def test_a_timeout_and_a_spent_account_stand_apart_from_four_scores(tmp_path: Path) -> None:
    rows = later(scored(CASE, [4] * 4, DAY, passing=12))
    spoiled = later(trials(CASE, "----TB", DAY))
    found = screened(tmp_path / "r", [*rows, *spoiled], **partial(12, 12))
    assert (found.verdict, found.valid, found.invalid) == ("screen_incomplete", 4, 2)
    assert found.passed is None
    arm = only_arm(reported(tmp_path / "r"))
    assert arm.invalid_causes.harness_timeout == 1
    assert arm.invalid_causes.billing_exhausted == 1
    assert (arm.plan.planned, arm.plan.valid, arm.plan.owed) == (6, 4, 2)


def test_three_timeouts_at_their_cap_leave_a_screen_of_three(tmp_path: Path) -> None:
    rows = later(scored(CASE, [0, 8, 9], DAY, passing=15))
    killed = later(trials(CASE, "---TTT", DAY, cap_s=1800))
    found = screened(tmp_path / "r", [*rows, *killed], **partial(15, 15))
    assert (found.verdict, found.valid, found.invalid) == ("screen_incomplete", 3, 3)
    arm = only_arm(reported(tmp_path / "r"))
    (cap,) = (cap for cap in arm.caps if cap.cap_s == 1800)
    assert cap.killed == 3


def test_a_declining_score_is_not_glued(tmp_path: Path) -> None:
    rows = later(scored(CASE, [5, 6, 4, 3, 1], DAY, passing=7))
    found = screened(tmp_path / "r", rows, **partial(7, 9))
    assert found.verdict == "boundary"
    assert distribution(found) == {1: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_wild_score_is_a_plain_screen_and_shows_its_spread_to_nobody(tmp_path: Path) -> None:
    rows = later(scored(CASE, [-2, 0, -1, -2, -13], DAY, passing=1))
    found = screened(tmp_path / "r", rows, **partial(1, 5))
    assert (found.verdict, found.valid, found.passed) == ("no_recovery_observed", 5, 0)
    assert found.boundary is not None
    assert (found.boundary.modal_score, found.boundary.margin) == (-2, -3)
    assert distribution(found) is None


def test_a_wild_score_within_a_wider_margin_shows_its_spread(tmp_path: Path) -> None:
    rows = later(scored(CASE, [-2, 0, -1, -2, -13], DAY, passing=1))
    spec = {"schema": "stability-spec/1", "boundary": {"margin": 3}}
    found = screened(tmp_path / "r", rows, spec, **partial(1, 5))
    assert found.verdict == "boundary"
    assert distribution(found) == {-13: 1, -2: 2, -1: 1, 0: 1}


def test_three_of_four_is_a_verdict_and_no_rate(tmp_path: Path) -> None:
    found = screened(tmp_path / "r", later(trials(CASE, "PPFP", DAY)))
    assert found.verdict == "recovery_capable"
    assert found.escalate_reasons == ["RECOVERY_OBSERVED"]
    assert (found.valid, found.passed, found.rate, found.interval) == (4, None, None, None)
    assert found.order is None


@pytest.mark.parametrize(
    ("method", "lower", "upper"),
    [("wilson", 0.145, 0.519), ("clopper-pearson", 0.119, 0.543)],
)
def test_six_of_twenty_is_a_rate_with_the_interval_that_was_asked_for(
    tmp_path: Path, method: str, lower: float, upper: float
) -> None:
    spec = {"schema": "stability-spec/1", "interval": {"method": method}}
    rows = later(trials(CASE, "PPFP" + "FFFPFFFFPFFFFPFF", DAY))
    found = screened(tmp_path / "r", rows, spec)
    assert (found.stage, found.valid, found.passed, found.rate) == ("confirmation", 20, 6, 0.3)
    assert found.interval is not None
    assert found.interval.method == method
    assert found.interval.lower == pytest.approx(lower, abs=5e-4)
    assert found.interval.upper == pytest.approx(upper, abs=5e-4)


def test_no_screen_stands_in_the_audit(tmp_path: Path) -> None:
    screened(tmp_path / "r", later(trials(CASE, "PPFP", DAY)))
    audit = reported(tmp_path / "r").audit
    assert audit is not None
    (arm,) = audit.arms
    assert [run.outcomes for run in arm.runs] == [{CASE: "fail"}]
