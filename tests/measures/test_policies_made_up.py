"""Contested ends and makeups: what was tried again is settled, whatever a policy says."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from generator.accounting.account import account
from generator.measures.case import measure_cases
from generator.measures.policies import measure_policies
from generator.spec.load import load_spec
from tests.artifacts.samples import read_run, write_run
from tests.measures.run_dirs import stated, trials


def test_a_contested_attempt_that_was_made_up_is_no_failure_by_any_reading(tmp_path: Path) -> None:
    """Its makeup is the trial's outcome; as a failure it would be a second one."""
    lost = trials("c", "I", "2026-01-01")
    again = trials("c", "P", "2026-01-02", makeup_of=lost[0]["attempt_id"])
    first = write_run(tmp_path / "a", lost, stated("a", "primary", "2026-01-01", ["c"]))
    second = write_run(tmp_path / "b", again, stated("b", "makeup", "2026-01-02", ["c"]))
    artifacts = [read_run(place) for place in (first, second)]
    contested = tuple(replace(each, contested=True) for each in artifacts[0].attempts)
    artifacts[0] = replace(artifacts[0], attempts=contested)
    spec = load_spec(None).spec
    (one,) = account(artifacts, spec).arms
    found = measure_policies(one, measure_cases(one, spec), spec)
    assert found is not None
    firsts = [each.first_pass for each in found.readings]
    assert [each and (each.passed, each.cases) for each in firsts] == [(1, 1)] * 2
