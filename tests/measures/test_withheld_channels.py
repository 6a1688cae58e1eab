"""Ways in which a withheld count was given back that are no plain total of one version."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.aggregate import Aggregated, aggregate
from generator.errors import ReleaseStopped
from generator.pages.render import render
from generator.publication.inference.withhold import given_back, keep_withheld
from generator.publication.policies import Policies
from generator.publication.report import Report
from tests.artifacts.samples import case, write_run
from tests.demo_data import PROJECT
from tests.measures.reporting import only_arm
from tests.measures.run_dirs import scored, stated, trials, write_library
from tests.measures.test_withheld import codes, made, public, total

ONE, TWO, THREE = "A-00000001", "A-00000002", "A-00000003"
DAYS = [f"2026-09-{day}" for day in range(14, 20)]


def write_scored(
    results: Path, first: dict[str, list[float]], again: dict[str, list[float]], threshold: float
) -> None:
    """A first pass and repeats of partial-credit cases, by score."""
    kinds = [case(case_id=name, kind="partial", threshold=threshold) for name in first]
    for run_id, role, day, scores in (
        ("first", "primary", DAYS[0], first),
        ("again", "repeat", DAYS[1], again),
    ):
        rows = [row for name, each in scores.items() for row in scored(name, each, day, threshold)]
        rows.sort(key=lambda row: (row["started_at"], row["case_id"]))
        planned = max(len(each) for each in scores.values())
        scope = "full" if role == "primary" else "fail_set"
        run = stated(run_id, role, day, [], planned, cases=kinds, scope=scope)
        write_run(results / run_id, rows, run)


def test_a_usual_score_that_fails_leaves_the_total_to_the_other_case(tmp_path: Path) -> None:
    """Of two trials the score nearest to the threshold failed: one passed. 3 less 1 is 2."""
    results = tmp_path / "results"
    first = {ONE: [1.0], TWO: [1.0]}
    write_scored(results, first, {ONE: [3.5, 9.5], TWO: [9.0, 9.0, 1.0]}, 6)
    found = made(results)
    assert only_arm(found.report).cases[0].boundary.modal_score == 3.5  # type: ignore[union-attr]
    assert total(found.report) is None
    assert codes(found) == ["TOTALS_WITHHELD"]


def test_worlds_with_scores_that_look_alike_differ_in_every_withheld_count(tmp_path: Path) -> None:
    """Two trials of each case, with every score below or above the gate, far from it or farther."""
    alike: defaultdict[bytes, list[tuple[int, int]]] = defaultdict(list)
    told: defaultdict[bytes, list[tuple[int, int]]] = defaultdict(list)
    pairs = [(1.0, 9.0), (3.0, 12.0), (9.0, 9.0), (9.0, 12.0)]
    for number, both in enumerate(product(pairs, repeat=2)):
        results = tmp_path / str(number) / "results"
        again = {ONE: list(both[0]), TWO: list(both[1])}
        write_scored(results, {ONE: [1.0], TWO: [1.0]}, again, 6)
        report = made(results).report
        counts = tuple(sum(score >= 6 for score in each) for each in both)
        alike[public(report)].append((counts[0], counts[1]))
        told[public(without_totals(report))].append((counts[0], counts[1]))
    for number in range(2):
        open_by_itself = [w for w in told.values() if len({each[number] for each in w}) > 1]
        kept = [w for w in alike.values() if len({each[number] for each in w}) > 1]
        assert sum(map(len, kept)) == sum(map(len, open_by_itself)) > 0


def without_totals(report: Report) -> Report:
    arm = only_arm(report)
    states = msgspec.structs.replace(arm.states, valid_task_success=None, valid_task_failure=None)
    modes = msgspec.structs.replace(arm.failure_modes, no_deliverable=None, oracle_judged=None)
    arm = msgspec.structs.replace(arm, states=states, failure_modes=modes, claimed_deliveries=None)
    return msgspec.structs.replace(report, arms=[arm])


def later_that_day(results: Path, run_id: str, outcomes: dict[str, str]) -> None:
    """A repeat on the second day, from the evening on."""
    rows = [row for name, each in outcomes.items() for row in trials(name, each, DAYS[1], hour=20)]
    rows.sort(key=lambda row: (row["started_at"], row["case_id"]))
    window = {"start": f"{DAYS[1]}T20:00:00Z", "end": f"{DAYS[1]}T23:59:59Z"}
    planned = max(len(each) for each in outcomes.values())
    run = stated(run_id, "repeat", DAYS[1], list(outcomes), planned, window=window)
    write_run(results / run_id, rows, run | {"scope": "fail_set"})


def first_version(results: Path, **spec: Any) -> Report:
    write_library(results, "first", "primary", DAYS[0], {ONE: "F", TWO: "F", THREE: "P"})
    write_library(results, "screen", "repeat", DAYS[1], {ONE: "PFF", TWO: "PPF"}, scope="fail_set")
    report = aggregated(results, "1", **spec).report
    assert total(report) == 4
    return report


def aggregated(
    results: Path, version: str, listed: tuple[Report, ...] = (), label: str = "One"
) -> Aggregated:
    spec = results.parent / "stability.yml"
    spec.write_text(f"schema: stability-spec/1\nlabels: {{arms: {{arm-1: {label}}}}}\n")
    return aggregate(results, spec, version, listed=listed)


def test_the_order_of_rows_tells_a_later_run_of_the_same_day(tmp_path: Path) -> None:
    results = tmp_path / "results"
    old = first_version(results)
    later_that_day(results, "evening", {TWO: "PF" * 9})
    with pytest.raises(ReleaseStopped):
        aggregated(results, "2", (old,))


def test_an_arm_under_another_label_is_known_by_its_runs(tmp_path: Path) -> None:
    results = tmp_path / "results"
    old = first_version(results, label="Uno")
    write_library(results, "confirmation", "repeat", DAYS[2], {TWO: "PF" * 9}, scope="fail_set")
    with pytest.raises(ReleaseStopped) as stopped:
        aggregated(results, "2", (old,))
    assert {each.field for each in stopped.value.problems} == {f"arms[One].cases[{ONE}].passed"}


def test_fresh_recovery_tells_what_the_screen_saw_where_no_order_does(tmp_path: Path) -> None:
    """Attempts without times have no order; recovery less its fresh part is the screen's passes."""
    results = tmp_path / "results"
    write_library(results, "first", "primary", DAYS[0], {ONE: "F", TWO: "F", THREE: "P"})
    screens = {ONE: "PFFFF", TWO: "PPFFF"}
    write_library(results, "screen", "repeat", DAYS[1], screens, scope="fail_set")
    old = aggregated(results, "1").report
    assert total(old) == 1 + 1 + 2
    write_library(results, "confirmation", "repeat", DAYS[2], {TWO: "PF" * 9}, scope="fail_set")
    new = without_order(aggregated(results, "2").report)
    with pytest.raises(ReleaseStopped):
        keep_withheld(new, [old])


def without_order(report: Report) -> Report:
    arm = only_arm(report)
    cases = [msgspec.structs.replace(each, order=None) for each in arm.cases]
    return msgspec.structs.replace(report, arms=[msgspec.structs.replace(arm, cases=cases)])


def contested(report: Report, attempts: int) -> Report:
    """The report with so many attempts that are read as failures and could be read otherwise."""
    arm = only_arm(report)
    policies = Policies(used="as_failure", contested=attempts, readings=[])
    return msgspec.structs.replace(report, arms=[msgspec.structs.replace(arm, policies=policies)])


def test_contested_failures_are_withheld_where_only_the_screen_has_room_for_them(
    tmp_path: Path,
) -> None:
    """One of two screened trials passed: with the total withheld, two contested failures tell."""
    results = tmp_path / "results"
    write_library(results, "first", "primary", DAYS[0], {ONE: "F", THREE: "P"})
    write_library(results, "screen", "repeat", DAYS[1], {ONE: "PF"}, scope="fail_set")
    report = made(results).report
    assert total(report) is None
    kept, warnings = keep_withheld(contested(report, 1), [])
    assert only_arm(kept).policies is not None
    assert not warnings
    kept, warnings = keep_withheld(contested(report, 2), [])
    assert only_arm(kept).policies is None
    assert [each.code for each in warnings] == ["TOTALS_WITHHELD"]
    assert "both readings of its contested ends" in warnings[0].what
    pages = render(kept, PROJECT / "templates")
    (page,) = (text.decode() for name, text in pages.items() if name.startswith("arms/"))
    assert "both readings, are [withheld]" in page


def test_attempts_that_trials_do_not_leave_room_for_settle_nothing(tmp_path: Path) -> None:
    results = tmp_path / "results"
    report = first_version(results)
    arm = only_arm(report)
    states = msgspec.structs.replace(arm.states, valid_task_failure=0)
    odd = msgspec.structs.replace(report, arms=[msgspec.structs.replace(arm, states=states)])
    kept, warnings = keep_withheld(odd, [])
    assert total(kept) is None
    assert "could not be settled" in warnings[0].what


def test_all_versions_together_are_asked_for_what_the_newest_withholds(tmp_path: Path) -> None:
    """Two versions that were each built alone: together they give the screened case back."""
    results = tmp_path / "results"
    old = first_version(results)
    assert given_back([old]) == ([], [])
    write_library(results, "confirmation", "repeat", DAYS[2], {TWO: "PF" * 9}, scope="fail_set")
    new = aggregated(results, "2").report
    problems, unsettled = given_back([new, old])
    assert not unsettled
    assert [version for version, _ in problems] == ["1", "2"]
    assert {each.field for _, each in problems} == {f"arms[One].cases[{ONE}].passed"}
    assert {each.code for _, each in problems} == {"WITHHELD_COUNT_GIVEN_BACK"}
    assert all("states.valid_task_success of version 1 and" in each.what for _, each in problems)
    write_library(results, "more", "repeat", DAYS[3], {ONE: "PF" * 9}, scope="fail_set")
    last = aggregated(results, "3").report
    assert given_back([last, new, old]) == ([], []), "what was confirmed since is told"


def test_what_is_withheld_is_marked_in_the_report_and_in_its_downloads(tmp_path: Path) -> None:
    results = tmp_path / "results"
    write_library(results, "first", "primary", DAYS[0], {ONE: "F", TWO: "F", THREE: "P"})
    screens = {ONE: "PFF", TWO: "FFFFF"}
    write_library(results, "screen", "repeat", DAYS[1], screens, scope="fail_set")
    report = made(results).report
    arm = only_arm(report)
    assert arm.states.withheld == "WITHHELD_COUNTS"
    assert [each.withheld for each in arm.cases] == ["WITHHELD_COUNTS", None, None]
    files = render(report, PROJECT / "templates")
    rows = list(csv.DictReader(files["data/cases.csv"].decode().splitlines()))
    assert [(each["passed"], each["withheld"]) for each in rows] == [
        ("", "WITHHELD_COUNTS"),
        ("0", ""),
        ("0", ""),
    ]
    (row,) = csv.DictReader(files["data/arms.csv"].decode().splitlines())
    assert (row["states.valid_task_success"], row["states.withheld"]) == ("", "WITHHELD_COUNTS")


def test_no_published_time_is_finer_than_a_day(tmp_path: Path) -> None:
    """Nothing in a version's folder looks like a time of day, though each attempt has one."""
    results = tmp_path / "results"
    first_version(results)
    later_that_day(results, "evening", {ONE: "P", TWO: "PF"})
    files = render(made(results).report, PROJECT / "templates")
    clock = re.compile(rb"\d{1,2}:\d{2}(:\d{2})?\b|\d{4}-\d{2}-\d{2}T|\b1[0-9]{9}\b")
    assert not {name: found for name, data in files.items() if (found := clock.findall(data))}
