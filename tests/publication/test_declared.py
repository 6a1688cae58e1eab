"""A public identity value that cannot be published is told where it is stated."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from generator.errors import UnusableInput
from generator.publication.disclosure.declared import check_declared
from generator.spec.load import load_spec
from tests.artifacts.samples import arm, read_run, run, write_run

SPEC = msgspec.structs.replace(load_spec(None).spec, identity_public=("served_model", "effort"))


@pytest.mark.parametrize("value", ["gpt\u200b4", "gpt\u202e4", "gpt\x1b4", "x" * 201, "gpt\n"])
def test_a_value_that_cannot_be_seen_is_told_by_its_run(tmp_path: Path, value: str) -> None:
    folder = write_run(tmp_path / "run", [], run(arm=arm(served_model=value, lane="a\u200bb")))
    with pytest.raises(UnusableInput) as told:
        check_declared([read_run(folder)], SPEC)
    (problem,) = told.value.problems
    assert (problem.file, problem.field) == (folder / "run.json", "arm.served_model")
    assert value not in problem.message()


def test_other_values_pass(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [], run(arm=arm(served_model="é 名 4", effort="")))
    check_declared([read_run(folder)], SPEC)


@pytest.mark.parametrize("note", ["a\\u200bb", "", "a\\nb", "x" * 2001])
def test_a_note_that_cannot_be_seen_is_told_by_the_spec(tmp_path: Path, note: str) -> None:
    spec = tmp_path / "stability.yml"
    spec.write_text(f'schema: stability-spec/1\nnotes: ["fine", "{note}"]\n')
    with pytest.raises(UnusableInput) as told:
        load_spec(spec)
    (problem,) = told.value.problems
    assert (problem.file, problem.line, problem.field) == (spec, 2, "notes[1]")
