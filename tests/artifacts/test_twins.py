"""Ids that differ only in case or Unicode form are two ids, and a warning."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.twins import id_twins
from tests.artifacts.samples import Said, arm, case, read_run, run, said, write_run


def warned(folder: Path, *runs: dict[str, Any]) -> list[Said]:
    artifacts = [
        read_run(write_run(folder / str(number), stated=stated))
        for number, stated in enumerate(runs)
    ]
    return said(id_twins(artifacts))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ops-1", "OPS-1"),
        ("Straße", "STRASSE"),
        (unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é")),
        ("ops-1", "ｏｐｓ－１"),  # noqa: RUF001 - full width
        ("ops-1", "ops\u200b-1"),
        ("ops-1", "ops-1\ufeff"),
    ],
)
def test_twins_within_a_run_are_said(tmp_path: Path, one: str, other: str) -> None:
    stated = run(cases=[case(case_id=one), case(case_id="else"), case(case_id=other)])
    assert warned(tmp_path, stated) == [Said("ID_TWINS", None, "cases[2].case_id")]


@pytest.mark.parametrize(("one", "other"), [("ops-1", "ops-2"), ("a b", "ab"), ("l", "1")])
def test_other_ids_are_no_twins(tmp_path: Path, one: str, other: str) -> None:
    assert not warned(tmp_path, run(cases=[case(case_id=one), case(case_id=other)]))


def test_twins_among_the_runs_of_an_arm_are_said(tmp_path: Path) -> None:
    assert warned(
        tmp_path,
        run(cases=[case(case_id="ops", variants=["a"])]),
        run(cases=[case(case_id="OPS")]),
        run(run_id="RUN-1", cases=[case(case_id="ops", variants=["A"])]),
    ) == [
        Said("ID_TWINS", None, "cases[0].case_id"),
        Said("ID_TWINS", None, "run_id"),
        Said("ID_TWINS", None, "cases[0].variants"),
    ]


def test_each_spelling_is_said_once(tmp_path: Path) -> None:
    spellings = [run(cases=[case(case_id=name)]) for name in ("ops", "OPS", "OPS", "ops", "Ops")]
    assert len(warned(tmp_path, *spellings)) == 2


def test_cases_of_two_arms_are_no_twins_but_arms_may_be(tmp_path: Path) -> None:
    one = run(arm=arm(arm_id="x"), cases=[case(case_id="ops")])
    other = run(arm=arm(arm_id="X"), cases=[case(case_id="OPS")])
    assert warned(tmp_path, one, other) == [Said("ID_TWINS", None, "arm.arm_id")]
