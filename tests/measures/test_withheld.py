"""What stands in reports is held against every world that would have given the same reports.

A withheld count is kept if at least two worlds with different counts look alike from outside.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from scipy import optimize

from generator.aggregate import Aggregated, aggregate
from generator.errors import ReleaseStopped
from generator.pages.render import render
from generator.publication.inference.published import Given, published, withheld
from generator.publication.report import Report
from tests.artifacts.samples import case, write_run
from tests.demo_data import PROJECT
from tests.measures.reporting import only_arm
from tests.measures.run_dirs import stated, trials, write_library

DAYS = [f"2026-09-{day}" for day in range(14, 20)]
ONE, TWO, THREE = "A-00000001", "A-00000002", "A-00000003"


def write_first(results: Path, outcomes: dict[str, str]) -> None:
    write_library(results, "first", "primary", DAYS[0], outcomes)


def write_screen(
    results: Path, outcomes: dict[str, str], day: int = 1, scope: str = "fail_set"
) -> None:
    name = f"screen-{day}"
    write_library(results, name, "repeat", DAYS[day], outcomes, scope=scope)


def made(results: Path, version: str = "1", listed: Sequence[Report] = ()) -> Aggregated:
    spec = results.parent / "stability.yml"
    spec.write_text("schema: stability-spec/1\nlabels: {arms: {arm-1: One}}\n")
    return aggregate(results, spec, version, listed=listed)


def codes(found: Aggregated) -> list[str]:
    return [each.code for each in found.warnings]


def total(report: Report) -> int | None:
    return only_arm(report).states.valid_task_success


def public(report: Report) -> bytes:
    """All that a reader sees, but for the digest of the inputs, which tells nothing."""
    provenance = msgspec.structs.replace(report.provenance, inputs_sha256="0" * 64)
    return msgspec.json.encode(msgspec.structs.replace(report, provenance=provenance))


@pytest.mark.parametrize("sizes", [(3, 3), (2, 2), (2, 1), (3, 2), (2, 2, 1)])
def test_no_report_gives_a_withheld_count_back(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    names = [f"A-0000000{number}" for number in range(len(sizes))]
    alike: defaultdict[bytes, list[dict[str, int]]] = defaultdict(list)
    shown = set()
    counts = itertools.product(*(range(1, size + 1) for size in sizes))
    for number, passes in enumerate(counts):
        results = tmp_path / str(number) / "results"
        write_first(results, dict.fromkeys(names, "F") | {THREE: "P"})
        screens = {
            name: "P" * passed + "F" * (size - passed)
            for name, passed, size in zip(names, passes, sizes, strict=True)
        }
        write_screen(results, screens)
        report = made(results).report
        shown.add(total(report))
        alike[public(report)].append(dict(zip(names, passes, strict=True)))
    for worlds in alike.values():
        for name, size in zip(names, sizes, strict=True):
            if size > 1:
                assert len({world[name] for world in worlds}) > 1
    if sizes == (3, 3):
        assert shown == {None, 4, 5, 6}, "only the least and the most give every count back"


def test_what_full_runs_show_leaves_one_count_open_and_the_total_with_it(tmp_path: Path) -> None:
    """Two recoveries are withheld, but all trials of one are full runs, published one by one."""
    results = tmp_path / "results"
    write_first(results, {ONE: "F", TWO: "F", THREE: "P"})
    write_screen(results, {ONE: "P", TWO: "P", THREE: "P"}, 1, "full")
    write_screen(results, {ONE: "P", TWO: "F", THREE: "P"}, 2, "full")
    open_arm = only_arm(made(results).report)
    assert open_arm.states.valid_task_success == 6, "nothing is left to withhold"
    write_screen(results, {ONE: "PFF"}, 3)
    found = made(results)
    assert total(found.report) is None
    states, modes = only_arm(found.report).states, only_arm(found.report).failure_modes
    assert (states.valid_task_failure, modes.no_deliverable, modes.oracle_judged) == (None,) * 3
    assert codes(found) == ["TOTALS_WITHHELD"]


def first_version(results: Path, one: str = "PFF", two: str = "PPF") -> Report:
    write_first(results, {ONE: "F", TWO: "F", THREE: "P"})
    write_screen(results, {ONE: one, TWO: two})
    report = made(results, "1").report
    assert total(report) is not None
    return report


def test_an_earlier_total_that_a_confirmation_opens_stops_the_release(tmp_path: Path) -> None:
    """The confirmed case's order shows its first three trials; the old total shows the other's."""
    results = tmp_path / "results"
    old = first_version(results)
    write_screen(results, {TWO: "PF" * 9}, 2)
    with pytest.raises(ReleaseStopped) as stopped:
        made(results, "2", [old])
    places = {problem.field for problem in stopped.value.problems}
    assert places == {f"arms[One].cases[{ONE}].passed"}
    for problem in stopped.value.problems:
        assert problem.code == "WITHHELD_COUNT_GIVEN_BACK"
        assert "states.valid_task_success of version 1 " in problem.what
    assert total(made(results, "2").report) is None, "by itself the version may go out"


def one_case_more(folder: Path, size: int) -> tuple[Path, Report]:
    """A first version of so many screened cases, and runs of a second with one case more."""
    results = folder / "results"
    names = [f"A-{number:08x}" for number in range(size + 1)]
    write_first(results, dict.fromkeys(names, "F"))
    passes = itertools.cycle(("PFF", "PPF", "FPF", "PPF"))
    write_screen(results, dict(zip(names[:size], passes, strict=False)))
    old = made(results, "1").report
    assert total(old) == sum(("PFF", "PPF", "FPF", "PPF")[n % 4].count("P") for n in range(size))
    write_screen(results, {names[size]: "PPF"}, 2)
    return results, old


@pytest.mark.parametrize("size", [4, 20, 60])
def test_the_difference_to_an_earlier_total_is_withheld_however_many_cases_there_are(
    tmp_path: Path, size: int
) -> None:
    """One case came and nothing else changed: its passes are the new total less the old."""
    results, old = one_case_more(tmp_path, size)
    assert total(made(results, "2").report) is not None, "by itself it leaves all open"
    found = made(results, "2", [old])
    assert total(found.report) is None
    assert codes(found) == ["TOTALS_WITHHELD"]
    assert "would give the count" in found.warnings[0].what


def test_what_cannot_be_settled_is_withheld_or_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new total goes; the old one, which stays with the confirmed case's order, is told of."""
    results, old = one_case_more(tmp_path, 3)
    monkeypatch.setattr(optimize, "milp", lambda *_, **__: SimpleNamespace(x=None, status=1))
    found = made(results, "2", [old])
    assert total(found.report) is None
    told = codes(found)
    assert told == ["TOTALS_WITHHELD"] + ["WITHHELD_COUNT_UNSETTLED"] * (len(told) - 1)
    assert "could not be settled" in found.warnings[0].what
    fields = {each.field for each in found.warnings[1:]}
    assert fields == {f"arms[One].cases[A-{number:08x}].passed" for number in range(3)}


def test_confirming_every_recovery_takes_nothing_back(tmp_path: Path) -> None:
    results = tmp_path / "results"
    old = first_version(results)
    write_screen(results, {ONE: "PF" * 9, TWO: "PF" * 9}, 2)
    found = made(results, "2", [old])
    assert not found.warnings
    assert total(found.report) == 1 + 1 + 2 + 9 + 9


def test_more_trials_of_a_screened_case_give_nothing_back(tmp_path: Path) -> None:
    """The new total less the old is what the new trials passed, not what all of them did."""
    results = tmp_path / "results"
    old = first_version(results)
    write_screen(results, {ONE: "PP"}, 2)
    found = made(results, "2", [old])
    assert (total(found.report), codes(found)) == (6, ["CONFIRM_TOGETHER"])


def test_the_same_runs_again_give_nothing_more_back(tmp_path: Path) -> None:
    results = tmp_path / "results"
    old = first_version(results)
    again = made(results, "2", [old])
    assert total(again.report) == total(old)
    assert codes(again) == ["CONFIRM_TOGETHER"]


def test_a_version_that_is_built_again_is_not_its_own_past(tmp_path: Path) -> None:
    results = tmp_path / "results"
    old = first_version(results)
    write_screen(results, {TWO: "PF" * 9}, 2)
    newer = made(results, "2").report
    assert total(made(results, "2", [newer]).report) is None
    with pytest.raises(ReleaseStopped):
        made(results, "2", [newer, old])


def test_what_verdicts_of_two_versions_tell_stops_nothing_but_opens_no_total(
    tmp_path: Path,
) -> None:
    """No pass in two trials, then a recovery in three: the verdicts themselves say one of three."""
    results = tmp_path / "results"
    write_first(results, {ONE: "F", TWO: "F", THREE: "P"})
    write_screen(results, {ONE: "FF", TWO: "PPF"})
    old = made(results, "1").report
    write_screen(results, {ONE: "P"}, 2)
    assert total(made(results, "2").report) == 4, "by itself it leaves both open"
    found = made(results, "2", [old])
    assert total(found.report) is None
    assert codes(found) == ["TOTALS_WITHHELD"]


def test_an_arm_whose_runs_changed_is_not_linked(tmp_path: Path) -> None:
    """Where a run is gone, no count of the old version is one of the new."""
    results = tmp_path / "results"
    old = first_version(results)
    for file in (results / "screen-1").iterdir():
        file.unlink()
    (results / "screen-1").rmdir()
    write_screen(results, {ONE: "PFF"}, 2)
    write_screen(results, {TWO: "PF" * 10}, 3)
    assert total(made(results, "2", [old]).report) is None


def test_cases_with_variants_are_bounded_by_their_attempts(tmp_path: Path) -> None:
    """Every scored variant must pass: four passed attempts can be one trial or two."""
    results = tmp_path / "results"
    cases = [case(case_id=name, variants=["a", "b"]) for name in (ONE, TWO)]
    for run_id, role, day, letters in (
        ("first", "primary", DAYS[0], {ONE: ("F", "P"), TWO: ("F", "F")}),
        ("screen", "repeat", DAYS[1], {ONE: ("PPF", "PFF"), TWO: ("PPF", "PPP")}),
    ):
        rows = [
            row | {"attempt_id": f"{run_id}-{name}-{variant}-{row['repeat_index']}"}
            for name, both in letters.items()
            for variant, outcomes in zip("ab", both, strict=True)
            for row in trials(name, outcomes, day, variant=variant)
        ]
        planned = len(letters[ONE][0])
        write_run(
            results / run_id, rows, stated(run_id, role, day, [ONE, TWO], planned, cases=cases)
        )
    report = made(results).report
    assert total(report) == 9
    assert len(withheld(report)) == 2 * 3, "each case and its two variants"
    asked = published([report], ["One"], [("1", "One")])
    assert asked.given(withheld(report)) == Given(away=set(), unsettled=set())


def with_variants(results: Path, tried: dict[str, dict[str, str]]) -> Report:
    """Cases by variant that failed first with none passed; `tried` are the repeats of each."""
    listed = [case(case_id=name, variants=list(variants)) for name, variants in tried.items()]
    for run_id, role, day in (("first", "primary", DAYS[0]), ("again", "repeat", DAYS[1])):
        rows = []
        for name, variants in tried.items():
            for variant, letters in variants.items():
                rows += [
                    row | {"variant": variant, "attempt_id": f"{row['attempt_id']}-{variant}"}
                    for row in trials(name, "F" if role == "primary" else letters, day)
                ]
        rows.sort(key=lambda row: (str(row["started_at"]), str(row["attempt_id"])))
        planned = max(len(letters) for each in tried.values() for letters in each.values())
        changes = {"cases": listed, "scope": "full" if role == "primary" else "fail_set"}
        run = stated(run_id, role, day, [], planned if role == "repeat" else 1, **changes)
        write_run(results / run_id, rows, run)
    return made(results).report


def test_a_case_whose_one_variant_did_not_move_leaves_the_others_count_to_the_total(
    tmp_path: Path,
) -> None:
    """One case passed five of five, as its variant shows; the total would show the other's 2."""
    tried = {ONE: {"a": "PPPPP"}, TWO: {"a": "PFPFF"}}
    assert total(with_variants(tmp_path / "one" / "results", tried)) is None
    tried = {ONE: {"a": "PPPFP"}, TWO: {"a": "PFPFF"}}
    assert total(with_variants(tmp_path / "two" / "results", tried)) == 6


def test_a_variant_of_a_case_that_never_passed_keeps_its_count(tmp_path: Path) -> None:
    """The other did not move, so it never passed; one of three passes may be of the first pass."""
    tried = {ONE: {"a": "FFFFF", "b": "PPPFF"}}
    assert total(with_variants(tmp_path / "one" / "results", tried)) == 3
    tried = {ONE: {"a": "FFFFF", "b": "PFFFF"}}
    assert total(with_variants(tmp_path / "two" / "results", tried)) is None, "it moved: one, not 0"


def test_two_variants_that_moved_keep_their_counts_beside_the_total(tmp_path: Path) -> None:
    tried = {ONE: {"a": "FFPPF", "b": "PPFFF"}}
    assert total(with_variants(tmp_path / "one" / "results", tried)) == 4


def test_claims_of_a_withheld_cases_failures_are_withheld_with_them(tmp_path: Path) -> None:
    """Each failure claimed a delivery, so that the claims are the failures."""
    results = tmp_path / "results"
    write_first(results, {ONE: "F", TWO: "P", THREE: "P"})
    claimed = {"failure_mode": "no_deliverable", "claimed_delivery": True}
    rows = [
        row | (claimed if row["state"] == "valid_task_failure" else {})
        for row in trials(ONE, "FPFFF", DAYS[1])
    ]
    run = stated("again", "repeat", DAYS[1], [ONE], 5, scope="fail_set")
    write_run(results / "again", rows, run)
    found = made(results).report
    assert only_arm(found).claimed_deliveries is None
    page = next(
        text.decode()
        for name, text in render(found, PROJECT / "templates").items()
        if name.startswith("arms/")
    )
    assert "claimed to have delivered is withheld, too" in page


@pytest.mark.parametrize(("letters", "shown"), [("FPFFF", None), ("FFFFF", 1)])
def test_a_screened_cases_hits_do_not_tell_its_passes(
    tmp_path: Path, letters: str, shown: int | None
) -> None:
    results = tmp_path / "results"
    listed = [case(case_id=ONE, kind="partial", threshold=6, max_score=10)]
    for run_id, role, day, outcomes in (
        ("first", "primary", DAYS[0], "F"),
        ("again", "repeat", DAYS[1], letters),
    ):
        rows = [
            row
            | (
                {"score": 9, "criteria_hits": [True] * 2}
                if passed == "P"
                else {"score": 1, "criteria_hits": [True, False]}
            )
            for row, passed in zip(trials(ONE, outcomes, day), outcomes, strict=True)
        ]
        scope = "full" if role == "primary" else "fail_set"
        run = stated(run_id, role, day, [], len(outcomes), cases=listed, scope=scope)
        write_run(results / run_id, rows, run)
    (found,) = only_arm(made(results).report).cases
    assert found.boundary is not None
    assert found.boundary.distinct_hit_vectors == shown
    assert found.boundary.modal_hit_vector_share == shown
