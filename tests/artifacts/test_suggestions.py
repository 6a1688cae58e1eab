"""What the spec could say of runs: one entry a path, with the ends that were seen there."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from generator.artifacts.discovery import Discovery, Found, discover
from generator.artifacts.endings import Ending, ended
from generator.artifacts.reading import Reading
from generator.artifacts.records import InvalidCause, RunArtifact, State
from generator.artifacts.suggestions import suggest_sources
from generator.artifacts.tau_bench import TauBenchReader
from generator.spec.load import load_spec
from generator.spec.model import SourceRule
from tests.artifacts.samples import LIMITS, read_one, write_run

TAU = [{"task_id": 0, "reward": 1.0, "info": {}, "traj": [], "trial": 0}]
ENDS = (
    Ending(name="won", state=State.SUCCESS),
    Ending(name="cut off", state=State.FAILURE, contested=True),
    Ending(name="lost", state=State.INVALID, cause=InvalidCause.HARNESS_TIMEOUT),
    Ending(name="never", state=State.PENDING),
)


class Harness(TauBenchReader):
    """A harness that has words for how attempts end."""

    endings = ENDS


def reading(root: Path, name: str, arm: str, ends: tuple[Ending, ...] = ()) -> Reading[RunArtifact]:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(TAU))
    artifact = read_one(TauBenchReader(), path, root)
    (attempt,) = artifact.attempts
    named = msgspec.structs.replace(artifact.run.arm, arm_id=arm)
    artifact = msgspec.structs.replace(
        artifact,
        run=msgspec.structs.replace(artifact.run, arm=named),
        attempts=tuple(ended(attempt, end) for end in ends) or artifact.attempts,
    )
    return Reading(Found(path, root, Harness()), artifact)


def suggested(root: Path, *readings: Reading[RunArtifact]) -> tuple[str, tuple[SourceRule, ...]]:
    """The suggestion, and the entries that the spec's own loader reads from it."""
    empty = Discovery(root, (), (), (), (), (), ())
    text = suggest_sources(empty, readings, LIMITS)
    spec = root / "stability.yml"
    spec.write_text(text)
    return text, load_spec(spec).spec.sources


def test_files_of_one_arm_in_a_folder_of_their_own_are_one_entry(tmp_path: Path) -> None:
    _, entries = suggested(
        tmp_path,
        reading(tmp_path, "a/1.json", "A"),
        reading(tmp_path, "a/2.json", "A"),
        reading(tmp_path, "b/1.json", "B"),
        reading(tmp_path, "b/2.json", "C"),
        reading(tmp_path, "top.json", "D"),
    )
    assert [(each.path, each.arm) for each in entries] == [
        ("a", "A"),
        ("b/1.json", "B"),
        ("b/2.json", "C"),
        ("top.json", "D"),
    ]


def test_several_arms_at_one_path_are_one_entry_that_keeps_them_apart(tmp_path: Path) -> None:
    text, (entry,) = suggested(
        tmp_path, reading(tmp_path, "job", "A one"), reading(tmp_path, "job", "B")
    )
    assert (entry.path, entry.arm) == ("job", "{arm}")
    assert 'labels.arms: "A one", B' in text


def test_ends_that_were_seen_and_tell_something_have_their_usual_reading(tmp_path: Path) -> None:
    won, cut, lost, _ = ENDS
    text, (entry,) = suggested(tmp_path, reading(tmp_path, "r.json", "A", (won, cut, cut, lost)))
    assert entry.ends == {
        "cut off": "valid_task_failure",
        "lost": "invalid_infrastructure/harness_timeout",
    }
    assert "# 2 attempts, some read it otherwise" in text
    assert "# 1 attempt\n" in text


@pytest.mark.parametrize("arm", ["a: b", "{x}", "#", "a" * 300, "né\u202e"])
def test_any_arm_can_be_written(tmp_path: Path, arm: str) -> None:
    _, (entry,) = suggested(tmp_path, reading(tmp_path, "r.json", arm))
    assert entry.arm == ("{arm}" if "{" in arm else arm)


def test_runs_that_say_what_they_are_need_no_entry(tmp_path: Path) -> None:
    write_run(tmp_path / "run")
    found = discover(tmp_path, LIMITS)
    assert suggest_sources(found, [], LIMITS) == "sources: []\n"


def test_it_says_what_of_an_arm_will_be_public(tmp_path: Path) -> None:
    readings = []
    for name, profile in (("1", "secret solver"), ("2", None)):
        each = reading(tmp_path, f"a/{name}.json", "A")
        assert each.artifact is not None
        arm = msgspec.structs.replace(
            each.artifact.run.arm, profile=profile, served_model="m", lane="l"
        )
        run = msgspec.structs.replace(each.artifact.run, arm=arm)
        readings.append(Reading(each.found, msgspec.structs.replace(each.artifact, run=run)))
    empty = Discovery(tmp_path, (), (), (), (), (), ())
    text = suggest_sources(empty, readings, LIMITS, ("served_model", "effort", "profile"))
    assert '    # public by identity_public: served_model (m), profile ("secret solver")\n' in text
