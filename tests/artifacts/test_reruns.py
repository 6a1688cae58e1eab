"""Reruns behind a single run are its fail set; among several runs they stand apart."""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.artifacts.junit import JunitReader
from generator.artifacts.records import ArmIdentity, RunArtifact
from generator.artifacts.reruns import APART, reruns_apart
from tests.artifacts.samples import LIMITS

ONCE = Path(__file__).parent / "fixtures" / "junit" / "runs" / "once" / "surefire-reports"


def run_with_reruns(name: str, arm: str = "arm") -> list[RunArtifact]:
    """The run and its reruns as they are read, as if of another file and arm."""
    return [
        msgspec.structs.replace(
            each,
            run=msgspec.structs.replace(
                each.run, run_id=name + each.run.run_id, arm=ArmIdentity(arm_id=arm)
            ),
        )
        for each in JunitReader().read(ONCE, LIMITS, ONCE)
    ]


def roles(artifacts: list[RunArtifact]) -> list[tuple[str, str, str | None]]:
    runs = [each.run for each in artifacts]
    return [(each.role, each.scope, each.arm.fallback_policy) for each in runs]


def test_behind_one_run_they_are_repeats_of_its_fail_set() -> None:
    assert roles(reruns_apart(run_with_reruns("a"))) == [
        ("primary", "full", None),
        ("repeat", "fail_set", None),
        ("repeat", "fail_set", None),
    ]


def test_a_second_print_of_the_run_is_no_second_run() -> None:
    twice = run_with_reruns("a") * 2
    assert reruns_apart(twice) == twice


def test_runs_of_other_arms_change_nothing() -> None:
    both = run_with_reruns("a") + run_with_reruns("b", arm="other")
    assert reruns_apart(both) == both


def test_among_several_runs_they_differ_from_the_arm() -> None:
    several = reruns_apart(run_with_reruns("a") + run_with_reruns("b"))
    assert (
        roles(several)
        == [
            ("observational", "full", None),
            ("observational", "fail_set", APART),
            ("observational", "fail_set", APART),
        ]
        * 2
    )


def test_runs_of_other_formats_stay_as_they_are() -> None:
    others = [
        msgspec.structs.replace(each, format="other")
        for each in run_with_reruns("a") + run_with_reruns("b")
    ]
    assert reruns_apart(others) == others
