"""What two runs, arms or prints of one thing may differ in, and what that must not change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.aggregate import aggregate
from generator.errors import UnusableInput
from generator.pages.render import render
from generator.publication.report import Report
from tests.demo_data import PROJECT
from tests.measures.reporting import KEY, aggregated, only_arm, only_case, reported
from tests.reference.small import IDENTITY, Json, attempts, case, run, write_run


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)


def screen_of(folder: Path, *endings: str) -> Report:
    """An arm whose cases c0, c1, … failed first, each screened with one letter a trial."""
    names = [f"c{place}" for place in range(len(endings))]
    cases = [case(name) for name in names]
    first = [line for name in names for line in attempts(name, "F", 1)]
    again = [
        line
        for hour, (name, letters) in enumerate(zip(names, endings, strict=True), 2)
        for line in attempts(name, letters, hour)
    ]
    write_run(folder / "primary", run("first", "primary", cases), first)
    write_run(folder / "screen", run("screen", "repeat", cases, max(map(len, endings))), again)
    return reported(folder)


def test_two_runs_may_list_the_variants_in_two_orders(tmp_path: Path) -> None:
    for number, order in enumerate((("a", "b"), ("b", "a"))):
        lines = attempts("c", "P" * 12, 2 * number + 1, variant="a")
        lines += attempts("c", "F" * 12, 2 * number + 2, variant="b")
        stated = run(f"run {number}", "observational", [case("c", *order)], 12)
        write_run(tmp_path / str(number), stated, lines)
    counted = only_case(reported(tmp_path))
    assert sorted((each.passed, each.moved) for each in counted.variants) == [
        (0, False),
        (24, False),
    ]


def pair(folder: Path, one: Json, other: Json, endings: tuple[str, str] = ("P", "F")) -> Report:
    for name, identity, letter in zip("ab", (one, other), endings, strict=True):
        listed = [case(f"c{n}") for n in range(8)]
        lines = [line for n in range(8) for line in attempts(f"c{n}", letter, n + 1)]
        arm = IDENTITY | identity | {"arm_id": name}
        write_run(folder / name, run(name, "primary", listed, arm=arm), lines)
    return reported(folder)


def test_two_arms_on_the_same_exam_can_be_told_apart(tmp_path: Path) -> None:
    (found,) = pair(tmp_path, {}, {}).comparisons
    assert found.verdict in ("a_higher", "b_higher")
    assert found.test.p_exact == 2 / 2**8
    assert "index_version" in found.same


def test_another_index_is_another_exam(tmp_path: Path) -> None:
    (found,) = pair(tmp_path, {}, {"index_version": "8"}).comparisons
    assert found.verdict == "not_comparable"
    assert found.test.undefined == "NOT_COMPARABLE"
    assert found.test.p_holm is None


def test_arms_without_a_common_case_are_not_tied(tmp_path: Path) -> None:
    for name in "ab":
        arm = IDENTITY | {"arm_id": name}
        stated = run(name, "primary", [case(f"case of {name}")], arm=arm)
        write_run(tmp_path / name, stated, attempts(f"case of {name}", "P", 1))
    (found,) = reported(tmp_path).comparisons
    assert (found.verdict, found.cases) == ("not_comparable", 0)
    assert {row.reason for row in found.left_out} == {"ONE_ARM_ONLY"}


def test_pairs_stand_in_the_order_of_public_names(tmp_path: Path) -> None:
    report = pair(tmp_path, {}, {})
    (found,) = report.comparisons
    assert found.a < found.b
    assert [arm.arm for arm in report.arms] == [found.a, found.b]


def test_true_is_not_one_in_a_runner_config(tmp_path: Path) -> None:
    for name, role, value in (("one", "primary", 1), ("two", "repeat", True)):
        arm = IDENTITY | {"runner_config": {"retries": value}}
        write_run(tmp_path / name, run(name, role, [case("c")], arm=arm), attempts("c", "F", 1))
    runs = {row.role: row for row in only_arm(reported(tmp_path)).runs}
    assert runs["repeat"].evidence == "cross_arm"
    assert runs["repeat"].differs == ["runner_config"]


@pytest.mark.parametrize(("milliseconds", "masked"), [(4100, True), (4101, False)])
def test_the_masquerade_limit_is_exact(tmp_path: Path, milliseconds: int, masked: bool) -> None:
    lines = attempts("c", "BP", 1)
    lines[1]["ended_at"] = f"2026-09-14T01:01:0{milliseconds // 1000}.{milliseconds % 1000:03}Z"
    write_run(tmp_path / "r", run("r", "observational", [case("c")], 2), lines)
    spec: dict[str, Any] = {"schema": "stability-spec/1", "masquerade": {"max_wall_s": 4.1}}
    states = only_arm(reported(tmp_path, spec)).states
    assert (states.invalid_infrastructure, states.valid_task_success) == (
        (2, 0) if masked else (1, 1)
    )


def test_a_delta_needs_a_case_valid_in_both(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "F", 1))
    write_run(tmp_path / "r", run("r", "repeat", [case("c")]), attempts("c", "T", 2))
    assert only_arm(reported(tmp_path)).deltas == []


def test_of_three_prints_the_two_that_differ_are_named(tmp_path: Path) -> None:
    for name, score in (("a", None), ("b", 1), ("c", 2)):
        lines = attempts("c", "F", 1, score=score)
        write_run(tmp_path / name, run("r", "primary", [case("c")]), lines)
    with pytest.raises(UnusableInput) as refused:
        reported(tmp_path)
    assert [problem.file.parent.name for problem in refused.value.problems if problem.file] == [
        "b",
        "c",
    ]


@pytest.mark.parametrize(
    ("endings", "withheld"),
    [
        (("FFFFP",), True),
        (("FFFFF",), False),
        (("FFFPP", "FFPPP"), False),
        (("FFFFP", "FFFFP"), True),
        (("PPPPP", "PPPPP"), True),
        (("P", "FFFPP"), True),
    ],
    ids=["one", "none", "two", "two-at-the-lower-end", "two-at-the-upper-end", "one-of-one-trial"],
)
def test_totals_that_fit_in_one_way_are_withheld(
    tmp_path: Path, endings: tuple[str, ...], withheld: bool
) -> None:
    arm = only_arm(screen_of(tmp_path, *endings))
    totals = (arm.states.valid_task_success, arm.failure_modes.oracle_judged)
    assert (totals == (None, None)) is withheld
    assert all(row.passed is None for row in arm.cases if row.verdict == "recovery_capable")


def test_an_arm_without_an_outcome_says_nothing_of_what_one_costs(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "T", 1, cost_usd=3))
    cost = only_arm(reported(tmp_path)).cost
    assert (cost.attempts, cost.outcomes, cost.cost_usd) == (1, 0, 3)


def test_a_repeat_that_makes_up_an_excluded_attempt_is_a_trial_of_its_own(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "F", 1))
    audit = {"status": "substitute_calls", "substitute_calls": 1}
    dirty = run("d", "repeat", [case("c")], wire_audit=audit)
    write_run(tmp_path / "d", dirty, attempts("c", "T", 2))
    again = attempts("c", "P", 3, makeup_of="c 2 0")
    write_run(tmp_path / "r", run("r", "repeat", [case("c")]), again)
    plan = only_arm(reported(tmp_path)).plan
    assert (plan.planned, plan.valid, plan.missing) == (1, 1, 0)


@pytest.mark.parametrize(("letter", "said"), [("V", True), ("?", True), ("T", False)])
def test_a_valid_attempt_after_one_that_is_owed_none_is_said(
    tmp_path: Path, letter: str, said: bool
) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "F", 1))
    again = [attempts("c", letter, 2)[0], attempts("c", "P", 3)[0]]
    write_run(tmp_path / "r", run("r", "repeat", [case("c")]), again)
    made = aggregated(tmp_path)
    assert only_arm(made.report).plan.valid == 1
    found = [each for each in made.warnings if each.code == "TRIED_AGAIN"]
    assert [each.line for each in found] == ([2] if said else [])


def test_the_crashes_of_excluded_runs_are_counted_apart(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "F", 1))
    write_run(tmp_path / "r", run("r", "repeat", [case("c")], 3), attempts("c", "XPX", 2))
    audit = {"status": "substitute_calls", "substitute_calls": 1}
    dirty = run("d", "repeat", [case("c")], 4, wire_audit=audit)
    write_run(tmp_path / "d", dirty, attempts("c", "XXXP", 3))
    report = reported(tmp_path)
    arm = only_arm(report)
    assert arm.driver_exceptions == 2
    assert (arm.evidence.excluded_attempts, arm.evidence.excluded_driver_exceptions) == (1, 3)
    (page,) = (
        text.decode()
        for name, text in render(report, PROJECT / "templates").items()
        if name.startswith("arms/") and name.endswith(".md")
    )
    assert "The harness itself crashed 2 times" in page
    assert "In the runs left out the harness itself crashed 3 times" in page


def test_an_arm_of_crashes_alone_says_so(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "X", 1))
    files = render(reported(tmp_path), PROJECT / "templates")
    (page,) = (text.decode() for name, text in files.items() if name.startswith("arms/"))
    assert "The harness itself crashed 1 time" in page


def test_a_makeup_run_that_makes_up_nothing_that_counts_is_said(tmp_path: Path) -> None:
    write_run(tmp_path / "p", run("p", "primary", [case("c")]), attempts("c", "F", 1))
    write_run(tmp_path / "m", run("m", "makeup", [case("c")]), attempts("c", "P", 2))
    made = aggregated(tmp_path)
    assert "MAKEUP_OF_NOTHING" in {warning.code for warning in made.warnings}
    assert only_arm(made.report).states.valid_task_success == 1


def test_without_runs_and_without_a_name_the_report_is_undated(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    file = tmp_path / "stability.yml"
    file.write_text("schema: stability-spec/1\n")
    report = aggregate(tmp_path / "results", file).report
    assert (report.version, report.published_on, report.arms) == ("undated", None, [])
