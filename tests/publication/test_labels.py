"""Public names of arms: what cannot be one is said where the spec or the run states it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from generator.aggregate import aggregate
from generator.errors import UnusableInput
from generator.stock import take_stock
from tests.artifacts.samples import Said, arm, attempt, refusal, run, said, write_run


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key for tests that is no secret")


def spec(folder: Path, text: str) -> Path:
    file = folder / "stability.yml"
    file.write_text(text)
    return file


LABELS = "# public\nlabels:\n  arms:\n    arm-1: One\n    arm-canary: Another\n"


def test_a_label_of_an_arm_that_no_run_is_of_is_said_without_its_id(tmp_path: Path) -> None:
    write_run(tmp_path / "results" / "r", [attempt()])
    file = spec(tmp_path, LABELS)
    made = aggregate(tmp_path / "results", file, "1")
    (warning,) = (each for each in made.warnings if each.code == "UNUSED_LABEL")
    assert (warning.file, warning.line, warning.field) == (file, 5, "labels.arms")
    assert "Label 2 " in warning.what
    assert "canary" not in warning.message()
    assert [each.arm for each in made.report.arms] == ["One"]
    listed = take_stock(tmp_path / "results", file).warnings
    assert "UNUSED_LABEL" in [each.code for each in listed]


def test_arms_of_published_cells_bear_labels_too(tmp_path: Path) -> None:
    header = "source,section,case,face,arm_label,arm_id,run_tag,republished,status,detail"
    row = "page,table,A-00000001,ops,Heading,model@lane,primary,0,pass,"
    (tmp_path / "results").mkdir()
    cells = tmp_path / "results" / "cells.csv"
    cells.write_text(f"{header},unscored_cause\n{row},\n")
    file = spec(tmp_path, "labels: {arms: {model@lane: A lane}}\n")
    warnings = aggregate(tmp_path / "results", file, "1").warnings
    assert "UNUSED_LABEL" not in [each.code for each in warnings]


def test_two_arms_under_one_label_are_refused_where_the_label_stands(tmp_path: Path) -> None:
    write_run(tmp_path / "results" / "a", [attempt()])
    other = run(run_id="run-2", arm=arm(arm_id="arm-2"))
    write_run(tmp_path / "results" / "b", [attempt()], other)
    aliases = [each.arm for each in aggregate(tmp_path / "results", None, "1").report.arms]
    # One arm gets as its label what is the other's alias; of the two, one way round is harmless.
    refused = []
    for arm_id in ("arm-1", "arm-2"):
        file = spec(tmp_path, f"labels:\n  arms: {{{arm_id}: {aliases[0]}}}\n")
        with suppress(UnusableInput):
            aggregate(tmp_path / "results", file, "1")
            continue
        refused.append(refusal(lambda: aggregate(tmp_path / "results", file, "1")))  # noqa: B023
    ((problem,),) = refused
    assert (problem.code, problem.file, problem.line) == ("LABEL_SHARED", file, 2)


@pytest.mark.parametrize(
    "value", ["x" * 201, "two\nlines", "ends\n", "nul-ish \x01", "turned \u202e", "zero\u200bwidth"]
)
def test_an_identity_field_that_no_page_can_show_is_named_in_its_run(
    tmp_path: Path, value: str
) -> None:
    folder = write_run(tmp_path / "results" / "r", [attempt()], run(arm=arm(harness=value)))
    place = [Said("NOT_PUBLIC", None, "arm.harness")]
    problems = refusal(lambda: aggregate(tmp_path / "results", None, "1"))
    assert said(problems) == place
    assert problems[0].file == folder / "run.json"
    assert json.dumps(value)[1:-1] not in problems[0].message()
    assert [each.code for each in take_stock(tmp_path / "results", None).problems] == ["NOT_PUBLIC"]
    private = spec(tmp_path, "identity_public: [served_model]\n")
    assert aggregate(tmp_path / "results", private, "1").report.arms
