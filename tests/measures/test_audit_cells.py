"""The audit of published cells: the figures of a real one, and the mistakes it made first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.accounting.cells import account_cells
from generator.artifacts.cells import CellsReader
from generator.errors import UnusableInput
from generator.pages.render import render
from generator.publication.audit import AuditArm, Score, ShownScore
from generator.publication.report import Report, encode
from tests.artifacts.samples import LIMITS, Said, refusal, said
from tests.audit_cells import (
    CASES,
    COLUMNS,
    DAYS,
    PRIVATE,
    SWAPPED,
    WEEKLY,
    Row,
    real_audit,
    row,
    shuffled,
    write_cells,
)
from tests.demo_data import PROJECT
from tests.measures.reporting import audit_of, audited, labelled, reported

ARM = "glim-3@ollama"


def of_cells(folder: Path, rows: list[Row], arm_id: str = ARM) -> tuple[Report, AuditArm]:
    """The report of some cells, and the past of one of their arms."""
    report = reported(write_cells(folder / "results", rows), labelled("The arm", arm_id))
    return report, audited(report, "The arm")


# -- a real audit's figures ------------------------------------------------------------------


def test_all_cells_are_accounted_for(tmp_path: Path) -> None:
    report = reported(write_cells(tmp_path / "results", real_audit()))
    read = report.provenance.cells
    assert read is not None
    home, reprints = read.home, read.reprints
    assert (home.cells, reprints.cells, read.duplicates) == (701, 199, 0)
    assert home.cells + reprints.cells == 900
    assert home.passed + reprints.passed == 566
    assert home.failed + reprints.failed == 326
    assert home.unscored + reprints.unscored == 4
    assert home.missing + reprints.missing == 4
    assert (home.harness_timeout, home.model_delivery_budget_burn) == (3, 1)
    arms = audit_of(report).arms
    assert len(arms) == 31
    assert sum(len(run.outcomes) for arm in arms for run in arm.runs) == 701
    assert sum(run.cases for arm in arms for run in arm.runs) == 701 - 8


def test_a_headline_that_rose_hides_a_case_that_fell(tmp_path: Path) -> None:
    _, arm = of_cells(tmp_path, real_audit(), WEEKLY)
    (delta,) = arm.deltas
    assert delta.compared == 21
    assert (delta.passed_from, delta.passed_to) == (15, 14)
    assert (delta.fail_to_pass, delta.pass_to_fail) == ([], [CASES[6]])
    assert delta.stayed_failed == 6
    assert delta.score_from == Score(passed=15, cases=21, failed=6)
    assert delta.score_to == Score(passed=16, cases=23, failed=7)
    assert delta.only_to == sorted(CASES[21:])
    assert delta.only_from == []
    assert [(flip.case, flip.pattern) for flip in arm.flips] == [(CASES[6], "PF")]
    assert arm.repeated == 21


def test_a_score_that_stayed_hides_two_cases_that_swapped(tmp_path: Path) -> None:
    _, arm = of_cells(tmp_path, real_audit(), SWAPPED)
    assert [(run.passed, run.cases) for run in arm.runs] == [(15, 23)] * 3
    assert [(d.fail_to_pass, d.pass_to_fail) for d in arm.deltas] == [
        ([CASES[0]], [CASES[8]]),
        ([], []),
    ]
    assert {flip.case: flip.pattern for flip in arm.flips} == {CASES[0]: "FPP", CASES[8]: "PFF"}
    assert sum(flip.fail_to_pass for flip in arm.flips) == 1
    assert sum(flip.pass_to_fail for flip in arm.flips) == 1


def test_attempts_without_an_outcome_stand_apart_by_cause(tmp_path: Path) -> None:
    report = reported(write_cells(tmp_path / "results", real_audit()))
    causes = [each.cause for arm in audit_of(report).arms for each in arm.invalid]
    assert sorted(causes) == ["harness_timeout"] * 3 + ["model_delivery_budget_burn"]


# -- mistakes that are not made --------------------------------------------------------------


@pytest.mark.parametrize("optional", ["section", "face", "detail", "unscored_cause"])
def test_a_table_without_an_optional_column_loses_no_arm(tmp_path: Path, optional: str) -> None:
    columns = [column for column in COLUMNS if column != optional]
    folder = write_cells(tmp_path / "results", real_audit(), columns=columns)
    (problem,) = refusal(lambda: reported(folder))
    assert (problem.code, problem.line) == ("BAD_HEADER", 1)
    assert optional in problem.what


def test_columns_are_told_by_their_names_and_not_by_their_place(tmp_path: Path) -> None:
    usual = reported(write_cells(tmp_path / "usual", real_audit()))
    turned = reported(write_cells(tmp_path / "turned", real_audit(), columns=COLUMNS[::-1]))
    assert turned.audit == usual.audit


def test_one_name_on_two_lanes_is_two_arms(tmp_path: Path) -> None:
    seven = [
        row(DAYS[0], case, arm_id, status, arm_label="Glim 3")
        for arm_id, status in (("glim-3@ollama", "pass"), ("glim-3@cloud", "fail"))
        for case in CASES[:7]
    ]
    report = reported(write_cells(tmp_path / "results", seven))
    audit = audit_of(report)
    assert len(audit.arms) == 2
    assert not any(arm.flips or arm.deltas for arm in audit.arms)
    (pair,) = audit.related_arms
    assert pair.differs == ["lane"]
    assert (pair.compared, {pair.passed_a, pair.passed_b}) == (7, {0, 7})


def test_a_reprint_is_no_observation(tmp_path: Path) -> None:
    home = [row(DAYS[0], case, ARM, "pass") for case in CASES[:3]]
    again = [each | {"source": "monthly-digest", "republished": "1"} for each in home]
    _, arm = of_cells(tmp_path, home + again)
    assert [run.cases for run in arm.runs] == [3]
    assert arm.repeated == 0


# -- what counts -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_nothing_hangs_on_the_order_of_rows_or_on_the_number_of_files(
    tmp_path: Path, seed: int
) -> None:
    rows = [*real_audit(), *drifting()]
    usual = reported(write_cells(tmp_path / "usual", rows))
    mixed = shuffled(rows, seed)
    split = write_cells(tmp_path / "split", mixed[:400], "one.csv")
    write_cells(split / "deeper", mixed[400:], "two.csv")
    assert reported(split).audit == usual.audit


def test_a_reprint_or_a_second_copy_changes_nothing_but_the_provenance(tmp_path: Path) -> None:
    rows = real_audit()
    usual = reported(write_cells(tmp_path / "usual", rows))
    more = write_cells(tmp_path / "more", [*rows, rows[0] | {"arm_label": "another heading"}])
    write_cells(more, [rows[1], rows[2] | {"source": "digest-2", "republished": "1"}], "also.csv")
    other = reported(more)
    assert other.audit == usual.audit
    read = other.provenance.cells
    assert read is not None
    assert (read.home.cells, read.reprints.cells, read.duplicates) == (701, 200, 2)


def test_two_files_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    folder = write_cells(tmp_path / "results", [row(DAYS[0], CASES[0], ARM, "pass")], "a.csv")
    other = [row(DAYS[0], CASES[1], ARM, "pass"), row(DAYS[0], CASES[0], ARM, "fail")]
    write_cells(folder, other, "b.csv")
    problems = refusal(lambda: reported(folder))
    assert said(problems) == [Said("CELLS_DIFFER", 2, "status"), Said("CELLS_DIFFER", 3, "status")]
    assert [problem.file and problem.file.name for problem in problems] == ["a.csv", "b.csv"]


def test_a_makeup_gives_an_outcome_and_the_invalid_cell_stays_counted(tmp_path: Path) -> None:
    spoiled: dict[str, Any] = {"unscored_cause": "infrastructure_timeout_owed"}
    rows = [
        row(DAYS[0], CASES[0], ARM, "invalid_or_pending", **spoiled),
        row(DAYS[1], CASES[0], ARM, "pass", run_tag="makeup"),
        row(DAYS[0], CASES[1], ARM, "invalid_or_pending", **spoiled),
        row(DAYS[1], CASES[1], ARM, "invalid_or_pending"),
        row(DAYS[1], CASES[1], ARM, "fail", run_tag="makeup"),
        row(DAYS[1], CASES[2], ARM, "pass", run_tag="makeup"),
    ]
    _, arm = of_cells(tmp_path, rows)
    first, second = arm.runs
    assert first.outcomes == {CASES[0]: "pass", CASES[1]: "owed"}
    assert first.made_up == [CASES[0]]
    # Both pages lack the case; the makeup is that of its own page.
    assert second.outcomes == {CASES[1]: "fail"}
    assert second.made_up == [CASES[1]]
    assert arm.unplaced_makeups == 1
    assert sorted((each.case, each.cause, each.outcome) for each in arm.invalid) == [
        (CASES[0], "harness_timeout", "pass"),
        (CASES[1], "harness_timeout", "owed"),
        (CASES[1], "not_stated", "fail"),
    ]
    assert arm.flips == []


def test_a_makeup_on_its_own_page_comes_before_one_of_an_earlier_page(tmp_path: Path) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "fail", run_tag="makeup"),
        row(DAYS[1], CASES[0], ARM, "missing"),
        row(DAYS[1], CASES[0], ARM, "pass", run_tag="makeup"),
    ]
    _, arm = of_cells(tmp_path, rows)
    assert [run.outcomes for run in arm.runs] == [{CASES[0]: "pass"}]
    assert arm.unplaced_makeups == 1


def test_a_makeup_of_one_of_two_cells_stands_for_neither(tmp_path: Path) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "missing"),
        row(DAYS[1], CASES[0], ARM, "missing"),
        row(DAYS[2], CASES[0], ARM, "pass", run_tag="makeup"),
    ]
    _, arm = of_cells(tmp_path, rows)
    assert [run.outcomes for run in arm.runs] == [{CASES[0]: "missing"}] * 2
    assert arm.unplaced_makeups == 1


def test_a_retest_of_a_whole_case_set_has_a_fail_set_delta(tmp_path: Path) -> None:
    """The figures of the real audit's full-library repeat, printed as a retest."""
    rows = [
        *(
            row(DAYS[0], case, ARM, "pass" if at < 15 else "fail")
            for at, case in enumerate(CASES[:21])
        ),
        *(
            row(DAYS[1], case, ARM, "pass" if at < 14 or at > 20 else "fail", run_tag="retest")
            for at, case in enumerate(CASES)
        ),
    ]
    report, arm = of_cells(tmp_path, rows)
    (delta,) = arm.deltas
    assert (delta.score_from, delta.score_to) == (
        Score(passed=15, cases=21, failed=6),
        Score(passed=16, cases=23, failed=7),
    )
    assert (delta.compared, delta.passed_from, delta.passed_to) == (21, 15, 14)
    assert (len(delta.fail_to_pass), len(delta.pass_to_fail)) == (0, 1)
    assert "no fail-set delta" not in render(report, PROJECT / "templates")["audit.md"].decode()


def test_a_retest_before_any_primary_run_is_no_run_of_a_known_set(tmp_path: Path) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "pass", run_tag="retest"),
        row(DAYS[1], CASES[0], ARM, "fail"),
    ]
    _, arm = of_cells(tmp_path, rows)
    assert arm.deltas == []


def test_a_retest_can_flip_but_has_no_fail_set_of_its_own(tmp_path: Path) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "fail"),
        row(DAYS[0], CASES[1], ARM, "pass"),
        row(DAYS[1], CASES[0], ARM, "pass", run_tag="retest"),
        row(DAYS[2], CASES[0], ARM, "fail"),
        row(DAYS[2], CASES[1], ARM, "pass"),
    ]
    report, arm = of_cells(tmp_path, rows)
    (flip,) = arm.flips
    assert (flip.pattern, flip.fail_to_pass, flip.pass_to_fail) == ("FPF", 1, 1)
    (delta,) = arm.deltas
    assert (delta.start, delta.end) == (arm.runs[0].run, arm.runs[2].run)
    assert (delta.fail_to_pass, delta.pass_to_fail, delta.stayed_failed) == ([], [], 1)
    page = render(report, PROJECT / "templates")["audit.md"].decode()
    assert "1 retest has no fail-set delta: only a retest that has every case" in page


def test_a_library_on_two_pages_is_held_against_the_nearest_that_shares_a_case(
    tmp_path: Path,
) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "pass"),
        row(DAYS[1], CASES[1], ARM, "pass"),
        row(DAYS[2], CASES[0], ARM, "fail"),
    ]
    _, arm = of_cells(tmp_path, rows)
    (delta,) = arm.deltas
    assert (delta.start, delta.end) == (arm.runs[0].run, arm.runs[2].run)
    assert delta.pass_to_fail == [CASES[0]]


# -- severity and versions -------------------------------------------------------------------


def drifting() -> list[Row]:
    """Cells whose details move, or only seem to."""
    details = {
        CASES[0]: ("6/8", "5/8"),
        CASES[1]: ("3.0", "3"),
        CASES[2]: ("\u22122", "-2"),
        CASES[3]: ("no build", "no link"),
        CASES[4]: ("", "4/8"),
        CASES[5]: ("6/8", "6/9"),
    }
    return [
        row(day, case, ARM, "fail", detail=detail)
        for case, both in details.items()
        for day, detail in zip(DAYS, both, strict=False)
    ]


def test_a_change_of_detail_is_drift_and_no_flip(tmp_path: Path) -> None:
    _, arm = of_cells(tmp_path, drifting())
    assert arm.flips == []
    shown = {each.case: (each.score_from, each.score_to) for each in arm.severity_drift}
    assert shown == {
        CASES[0]: (ShownScore(score=6, out_of=8), ShownScore(score=5, out_of=8)),
        CASES[3]: (None, None),
        CASES[5]: (ShownScore(score=6, out_of=8), ShownScore(score=6, out_of=9)),
    }


def test_a_change_of_outcome_is_a_flip_and_no_drift(tmp_path: Path) -> None:
    rows = [
        row(DAYS[0], CASES[0], ARM, "fail", detail="6/8"),
        row(DAYS[1], CASES[0], ARM, "pass", detail="8/8"),
    ]
    _, arm = of_cells(tmp_path, rows)
    assert [flip.pattern for flip in arm.flips] == ["FP"]
    assert arm.severity_drift == []


@pytest.mark.parametrize("later_arm", ["aspen-3@ollama", "glim-3.1@ollama", "zinc-3@ollama"])
def test_another_version_under_one_label_is_drift_of_versions(
    tmp_path: Path, later_arm: str
) -> None:
    rows = [
        *(row(DAYS[0], case, "glim-3@ollama", "fail", arm_label="Glim") for case in CASES[:3]),
        *(row(DAYS[1], case, later_arm, "pass", arm_label="Glim") for case in CASES[1:5]),
        *(row(DAYS[1], case, "other@ollama", "pass", arm_label="Other") for case in CASES[:5]),
    ]
    report, arm = of_cells(tmp_path, rows, "glim-3@ollama")
    (pair,) = audit_of(report).related_arms
    assert pair.a == "The arm"
    assert pair.differs == ["model"]
    assert (pair.compared, pair.passed_a, pair.passed_b) == (2, 0, 2)
    assert (pair.only_a, pair.only_b) == ([], CASES[1:3])
    assert arm.flips == []


# -- what stays private ----------------------------------------------------------------------


def test_no_text_of_a_cell_is_published(tmp_path: Path) -> None:
    rows = [each | {"detail": each["detail"] or PRIVATE} for each in [*real_audit(), *drifting()]]
    rows += [row(DAYS[1], CASES[0], "glim-3.1@ollama", "pass", arm_label=f"{PRIVATE} {ARM}")]
    report = reported(write_cells(tmp_path / "results", rows))
    published = [encode(report), *render(report, PROJECT / "templates").values()]
    words = [PRIVATE, *DAYS, "monthly-digest", *{each["arm_id"] for each in rows}, "ollama"]
    for data in published:
        assert [word for word in words if word.encode() in data] == []


def test_an_arm_of_the_pages_cannot_bear_the_name_of_another(tmp_path: Path) -> None:
    write_cells(tmp_path / "one", [row(DAYS[0], CASES[0], "one@lane", "pass")])
    (one,) = audit_of(reported(tmp_path / "one")).arms
    rows = [row(DAYS[0], CASES[0], arm, "pass") for arm in ("one@lane", "two@lane")]
    folder = write_cells(tmp_path / "both", rows)
    problems = refusal(lambda: reported(folder, labelled(one.arm, "two@lane")))
    assert [problem.code for problem in problems] == ["LABEL_SHARED"]


def test_the_digest_of_the_input_covers_the_cells(tmp_path: Path) -> None:
    one = reported(write_cells(tmp_path / "one", [row(DAYS[0], CASES[0], ARM, "pass")]))
    two = reported(write_cells(tmp_path / "two", [row(DAYS[0], CASES[0], ARM, "fail")]))
    assert one.provenance.inputs_sha256 != two.provenance.inputs_sha256


def test_a_reader_keeps_the_headings_of_copies_it_folds(tmp_path: Path) -> None:
    cell = row(DAYS[0], CASES[0], ARM, "pass", arm_label="One")
    folder = write_cells(tmp_path / "results", [cell, cell | {"arm_label": "Two"}])
    page = CellsReader().read(folder / "cells.csv", LIMITS, folder)
    (arm,) = account_cells([page]).arms
    assert arm.labels == {"One", "Two"}


def test_a_cell_that_breaks_the_format_stops_the_report(tmp_path: Path) -> None:
    folder = write_cells(tmp_path / "results", [row(DAYS[0], "not-an-alias", ARM, "pass")])
    with pytest.raises(UnusableInput):
        reported(folder)
