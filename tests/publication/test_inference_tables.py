"""What the solver finds in whole reports, against every way in which all trials could have ended.

A reader's view is made here by plain loops over letters, and shares nothing with the program: what
is withheld has one possible value if and only if it is the same in all worlds that look alike.
"""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product
from typing import Any

import msgspec
import pytest

from generator.publication.audit import Audit, AuditArm, AuditRun
from generator.publication.case import Boundary, Case, ScoreCount, Variant
from generator.publication.inference.published import (
    of_variant,
    published,
    totals_of,
    withheld,
)
from generator.publication.report import Report
from tests import sample_parts
from tests.sample_parts import run_row, sample_arm, sample_case
from tests.sample_report import RULES, report_of

SCREEN, CONFIRMATION = 2, 4
World = tuple[str, ...]
"""All trials of each case, in the order of their start."""

Counts = dict[tuple[str, str], int]
"""Passes by version and what is withheld in it."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens of two trials, confirmations of four: few enough letters to try all."""
    monkeypatch.setattr(sample_parts, "SCREEN", SCREEN)
    monkeypatch.setattr(sample_parts, "CONFIRMATION", CONFIRMATION)


def case_name(number: int) -> str:
    return f"A-0000000{number}"


def worlds_of(sizes: tuple[int, ...]) -> list[World]:
    """Every way in which so many trials of each case can end."""
    letters = [["".join(each) for each in product("PF", repeat=size)] for size in sizes]
    return list(product(*letters))


def determined(alike: list[Counts]) -> set[tuple[str, str]]:
    """What has the same value in every world."""
    return {place for place in alike[0] if len({world[place] for world in alike}) == 1}


def found(reports: list[Report]) -> set[tuple[str, str]]:
    """What the solver says has one possible value, of what the newest version withholds."""
    given = published(reports, ["One"], totals_of(reports)).given(withheld(reports[0]))
    assert not given.unsettled
    return {(version, name) for version, _, name in given.away}


def asked(reports: list[Report]) -> set[tuple[str, str]]:
    """The places of what the newest version withholds, in every version that has them."""
    hidden = {name for _, name in withheld(reports[0])}
    return {
        (report.version, case.case)
        for report in reports
        for arm in report.arms
        for case in arm.cases
        if case.case in hidden
    }


# -- cases of one variant, in several versions, with a full run -------------------------------


class History:
    """The sizes of each case's trials by version, and the cases whose first trial is a full run's.

    Version 1 has the first trials, version 2 more of them, and so on.
    """

    def __init__(self, dice: random.Random) -> None:
        self.versions = dice.choice((1, 1, 2, 2, 3))
        cases = dice.choice((2, 2, 3))
        self.sizes = [[dice.choice((1, 2, 2, 3)) for _ in range(cases)]]
        for _ in range(1, self.versions):
            grown = [size + dice.choice((0, 0, 0, 1, 2)) for size in self.sizes[-1]]
            if len(grown) < 4 and dice.random() < 0.3:
                grown.append(dice.choice((1, 2)))
            self.sizes.append(grown)
        while sum(self.sizes[-1]) > 10:
            self.sizes = [[max(1, size - 1) for size in sizes] for sizes in self.sizes]
        self.shown = {n for n in range(len(self.sizes[0])) if dice.random() < 0.2}
        self.with_total = [dice.random() < 0.85 for _ in self.sizes]

    def view(self, world: World) -> object:
        """What a reader sees of a world."""
        seen: list[object] = []
        for sizes, with_total in zip(self.sizes, self.with_total, strict=True):
            total = 0
            for number, size in enumerate(sizes):
                letters = world[number][:size]
                total += letters.count("P")
                if size >= CONFIRMATION:
                    seen.append(letters)
                elif letters.count("P"):
                    seen.append("recovered")
                else:
                    seen.append("no pass")
                if number in self.shown:
                    seen.append(letters[0])
            seen.append(total if with_total else None)
        return tuple(seen)

    def counts(self, world: World) -> Counts:
        return {
            (str(version), case_name(number)): world[number][:size].count("P")
            for version, sizes in enumerate(self.sizes, 1)
            for number, size in enumerate(sizes)
        }

    def reports(self, world: World) -> list[Report]:
        """The reports, newest first."""
        made = []
        for version, sizes in enumerate(self.sizes, 1):
            letters = [world[number][:size] for number, size in enumerate(sizes)]
            cases = [sample_case(case_name(n), "fail", each) for n, each in enumerate(letters)]
            passed = sum(each.count("P") for each in letters)
            failed = sum(each.count("F") for each in letters) + len(letters)
            runs = [run_row("R-00000001", "primary")]
            runs += [run_row(f"R-1000000{n}", "repeat") for n in range(1, version + 1)]
            arm = sample_arm("One", cases, runs=runs)
            shown = passed if self.with_total[version - 1] else None
            left = failed if self.with_total[version - 1] else None
            states = msgspec.structs.replace(
                arm.states, valid_task_success=shown, valid_task_failure=left
            )
            arm = msgspec.structs.replace(arm, states=states)
            made.append(
                report_of(arm, version=str(version), rules=rules(), audit=self.audit(letters))
            )
        return made[::-1]

    def audit(self, letters: list[str]) -> Audit:
        outcomes = {
            case_name(number): "pass" if letters[number][0] == "P" else "fail"
            for number in sorted(self.shown)
        }
        run = AuditRun(
            run="R-10000001",
            role="repeat",
            evidence="same_day",
            differs=[],
            date="2026-11-03",
            passed=0,
            cases=0,
            fail_set=[],
            made_up=[],
            outcomes=outcomes,  # type: ignore[arg-type]
        )
        arm = AuditArm(
            arm="One",
            basis="runs",
            runs=[run],
            repeated=0,
            unplaced_makeups=0,
            deltas=[],
            flips=[],
            boundary=[],
            invalid=[],
            severity_drift=[],
            other_runs=[],
            other_deltas=[],
        )
        return Audit(arms=[arm], related_arms=[])


def rules(case_rule: Any = "all") -> Any:
    return msgspec.structs.replace(
        RULES, screen=SCREEN, confirmation=CONFIRMATION, case_rule=case_rule
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_count_has_one_value_exactly_if_all_worlds_that_look_alike_agree(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - data for a test
    given_back = 0
    for _ in range(40):
        history = History(dice)
        alike = defaultdict(list)
        for world in worlds_of(tuple(history.sizes[-1])):
            alike[history.view(world)].append(world)
        for view in dice.sample(sorted(alike, key=str), min(3, len(alike))):
            reports = history.reports(dice.choice(alike[view]))
            expected = determined([history.counts(world) for world in alike[view]])
            assert found(reports) == expected & asked(reports), (history.sizes, view)
            given_back += bool(expected & asked(reports))
    assert given_back, "some counts are given back, or nothing was tried"


def test_an_order_that_is_told_reaches_back_over_versions() -> None:
    """The third version shows the second case's four trials, of which the first had two."""
    history = History(random.Random(0))  # noqa: S311 - data for a test
    history.versions, history.shown = 3, set()
    history.sizes, history.with_total = [[2, 2], [3, 3], [3, 4]], [True, False, False]
    assert found(history.reports(("PFF", "PPFF"))) == {("1", "A-00000000")}


# -- variants, moved or not, under every rule of how many must pass --------------------------


def variant_report(world: World, width: int, size: int, need: int) -> Report:
    """One report of cases with variants; a world has the trials of each variant of each case."""
    cases = []
    for number in range(len(world) // width):
        tried = world[number * width : (number + 1) * width]
        trials = "".join(
            "P" if sum(each[n] == "P" for each in tried) >= need else "F" for n in range(size)
        )
        variants = [
            Variant(
                variant=f"V{place}",
                valid=size,
                passed=None,
                moved=0 < each.count("P") < size if size >= SCREEN else None,
            )
            for place, each in enumerate(tried, 1)
        ]
        cases.append(sample_case(case_name(number), "fail", trials, variants=variants))
    arm = sample_arm("One", cases, runs=[run_row("R-00000001", "primary")])
    passed = "".join(world).count("P")
    attempts = (size + 1) * len(world)
    # A first pass that failed may have had passes of all variants but those it lacked.
    states = msgspec.structs.replace(
        arm.states, valid_task_success=passed, valid_task_failure=attempts - passed
    )
    return report_of(msgspec.structs.replace(arm, states=states), rules=rules(need))


def variant_view(world: World, width: int, size: int, need: int) -> tuple[object, ...]:
    seen: list[object] = ["".join(world).count("P")]
    for number in range(len(world) // width):
        tried = world[number * width : (number + 1) * width]
        trials = [sum(each[n] == "P" for each in tried) >= need for n in range(size)]
        seen.append(any(trials))
        seen += [0 < each.count("P") < size for each in tried] if size >= SCREEN else []
    return tuple(seen)


def variant_counts(world: World, width: int, size: int, need: int) -> Counts:
    found = {}
    for number in range(len(world) // width):
        tried = world[number * width : (number + 1) * width]
        found["2026.11", case_name(number)] = sum(
            sum(each[n] == "P" for each in tried) >= need for n in range(size)
        )
        for place, each in enumerate(tried, 1):
            found["2026.11", of_variant(case_name(number), f"V{place}")] = each.count("P")
    return found


@pytest.mark.parametrize(
    ("cases", "width", "size", "need"),
    [
        *((2, 2, 2, 1), (2, 2, 3, 1), (1, 2, 3, 2), (1, 3, 2, 2), (1, 3, 3, 2), (1, 3, 3, 1)),
        *((1, 7, 2, 6), (1, 7, 2, 3)),
    ],
)
def test_variants_give_back_what_all_worlds_agree_on(
    cases: int, width: int, size: int, need: int
) -> None:
    """First passes failed with nothing passed where one is enough, so that nothing is left open."""
    dice = random.Random(need)  # noqa: S311 - data for a test
    alike = defaultdict(list)
    for world in worlds_of((size,) * (cases * width)):
        # What of a failed first pass passed is not told: any number below what was needed.
        for extra in range((need - 1) * cases + 1):
            view = variant_view(world, width, size, need)
            alike[(view[0] + extra, *view[1:])].append((world, extra))  # type: ignore[operator]
    for view in dice.sample(sorted(alike, key=str), min(40, len(alike))):
        world, extra = dice.choice(alike[view])
        report = with_more(variant_report(world, width, size, need), extra)
        expected = determined([variant_counts(each, width, size, need) for each, _ in alike[view]])
        hidden = {("2026.11", name) for _, name in withheld(report)}
        assert found([report]) == expected & hidden, view


def with_more(report: Report, extra: int) -> Report:
    """A report of which so many attempts of the first pass passed."""
    (arm,) = report.arms
    passed, failed = arm.states.valid_task_success or 0, arm.states.valid_task_failure or 0
    states = msgspec.structs.replace(
        arm.states, valid_task_success=passed + extra, valid_task_failure=failed - extra
    )
    return msgspec.structs.replace(report, arms=[msgspec.structs.replace(arm, states=states)])


# -- scores that are shown -------------------------------------------------------------------


def scored_case(name: str, letters: str, variants: Any = (), **shown: Any) -> Case:
    boundary = Boundary(
        margin=None,
        threshold=6.0,
        distinct_hit_vectors=None,
        modal_hit_vector_share=None,
        **{"modal_score": None, "score_distribution": None} | shown,
    )
    return sample_case(
        name, "fail", letters, kind="partial", boundary=boundary, variants=list(variants)
    )


def only_total(passed: int, *cases: Case) -> list[Report]:
    arm = sample_arm("One", cases, runs=[run_row("R-00000001", "primary")])
    tried = sum((case.valid + 1) * max(1, len(case.variants)) for case in cases)
    states = msgspec.structs.replace(
        arm.states, valid_task_success=passed, valid_task_failure=tried - passed
    )
    return [report_of(msgspec.structs.replace(arm, states=states), rules=rules())]


def test_a_usual_score_that_fails_is_a_failure_among_the_trials() -> None:
    """Two trials, one passed and one failed: the other case's two passes are left over."""
    reports = only_total(3, scored_case("A-00000000", "PF", modal_score=4.0),
                         sample_case("A-00000001", "fail", "PPF"))  # fmt: skip
    assert found(reports) == {("2026.11", "A-00000001")}
    reports = only_total(3, scored_case("A-00000000", "PF", modal_score=9.0),
                         sample_case("A-00000001", "fail", "PPF"))  # fmt: skip
    assert not found(reports)


def test_a_distribution_of_scores_is_a_count_of_passes() -> None:
    scores = [ScoreCount(score=5.0, count=2), ScoreCount(score=6.0, count=1)]
    near = scored_case("A-00000000", "PFF", modal_score=5.0, score_distribution=scores)
    near = msgspec.structs.replace(near, verdict="boundary")
    reports = only_total(3, near, sample_case("A-00000001", "fail", "PPF"))
    assert found(reports) == {("2026.11", "A-00000001")}


def test_a_score_of_one_of_several_variants_is_of_any_of_them() -> None:
    """Both moved in two trials, so that each has one pass, whichever it is that the score shows."""
    variants = [Variant(variant=f"V{n}", valid=2, passed=None, moved=True) for n in (1, 2)]
    case = scored_case("A-00000000", "PF", modal_score=4.0, variants=variants)
    names = {of_variant("A-00000000", f"V{n}") for n in (1, 2)}
    assert found(only_total(2, case)) >= {("2026.11", name) for name in names}
    still = [msgspec.structs.replace(each, moved=None) for each in variants]
    assert not found(only_total(3, msgspec.structs.replace(case, variants=still)))


# -- many cases and versions -----------------------------------------------------------------


def test_two_hundred_cases_in_many_versions_are_settled_and_a_new_one_is_found() -> None:
    """Every version adds a trial to a few cases; the last one adds nothing but a case."""
    dice = random.Random(1)  # noqa: S311 - data for a test
    letters = ["P" + dice.choice(("P", "F")) + "F" for _ in range(200)]
    sizes = [2] * 200
    reports: list[Report] = []
    for version in range(8):
        names = [f"A-{number:08x}" for number in range(len(sizes))]
        cases = [
            sample_case(name, "fail", tried[:size])
            for name, tried, size in zip(names, letters, sizes, strict=True)
        ]
        passed = sum(tried[:size].count("P") for tried, size in zip(letters, sizes, strict=True))
        (report,) = only_total(passed, *cases)
        reports.insert(0, msgspec.structs.replace(report, version=str(version)))
        for number in dice.sample(range(200), 20):
            sizes[number] = 3
    assert not found(reports)
    # The runs are the same and so are the trials, but for the new case's.
    last = [*reports[0].arms[0].cases, sample_case("A-000000ff", "fail", "PPF")]
    total = (reports[0].arms[0].states.valid_task_success or 0) + 2
    (report,) = only_total(total, *last)
    reports.insert(0, msgspec.structs.replace(report, version="last"))
    assert found(reports) == {("last", "A-000000ff")}
