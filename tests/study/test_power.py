"""The power of a study after its pilot, by the pilot's own rule and effects."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.measures.study_power import Pilot, take_pilot
from tests.study.evidence import invalid
from tests.study.run_dir import Run
from tests.study.scenarios import DRAWS, NONE, decided, frozen, measured, study, supported

EXPERIMENTS = 400


def pilot_of(made: Run, tmp_path: Path) -> Pilot | None:
    found = decided(measured(made, tmp_path))
    return take_pilot(found.replay, found.rule)


def known(made: Run, tmp_path: Path) -> Pilot:
    pilot = pilot_of(made, tmp_path)
    assert pilot is not None
    return pilot


def test_a_pilot_with_a_cut_task_gives_no_power(tmp_path: Path) -> None:
    made = supported(phase="pilot")
    invalid(made.row(0, "BOTH"), "TRACE_GAP")
    assert pilot_of(made.analyse(), tmp_path / "a") is not None
    invalid(made.row(0, "NO_MEMORY", no_trap=True), "TRACE_GAP")
    assert pilot_of(made.analyse(), tmp_path / "b") is None


def test_effects_are_whole_numbers_over_the_rows_of_a_task(tmp_path: Path) -> None:
    pilot = known(supported(phase="pilot"), tmp_path)
    assert pilot.timing.rows == 3
    assert pilot.timing.first.tolist() == [2] * 8 + [0] * 4
    assert pilot.content is not None
    assert pilot.content.first.tolist() == [1] * 12
    assert pilot.content.second.tolist() == [1] * 12


def test_overwhelming_effects_have_all_the_power_and_none_has_none(tmp_path: Path) -> None:
    always = study({"TURN_START_FAILURE": [3] * 12, "TURN_START_SUCCESS": [3] * 12}, phase="pilot")
    power = known(always, tmp_path / "a").simulate(12, EXPERIMENTS)
    assert power.timing.power == 1
    assert power.content is not None
    assert power.content.power == 0
    assert power.no_trap is not None
    assert power.no_trap.power == 1
    never = study({"TURN_START_FAILURE": NONE, "PRE_ACTION_FAILURE": [1] * 12}, phase="pilot")
    assert known(never, tmp_path / "b").simulate(12, EXPERIMENTS).timing.power == 0


def test_every_threshold_of_the_rule_is_felt(tmp_path: Path) -> None:
    made = supported(phase="pilot")
    pilot = known(made, tmp_path)
    timing = msgspec.structs.replace(pilot.rule.timing, minimum_benefit=0.45)
    strict = replace(pilot, rule=msgspec.structs.replace(pilot.rule, timing=timing))
    assert pilot.simulate(12, EXPERIMENTS).timing.power > 0.9
    # Two of three rows of each of eight tasks in twelve: a benefit of 0.444 on average.
    assert 0.3 < strict.simulate(12, EXPERIMENTS).timing.power < 0.7


def test_the_same_pilot_has_the_same_power(tmp_path: Path) -> None:
    pilot = known(supported(phase="pilot"), tmp_path)
    assert pilot.simulate(9, 50) == pilot.simulate(9, 50)


def plan(folder: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["plan", "study", str(folder), *options])
    return done.exit_code, done.output


def test_the_command_tells_power_and_the_tasks_that_reach_it(tmp_path: Path) -> None:
    folder = supported(phase="pilot").write(tmp_path / "pilot")
    options = ("--experiments", "200", "--target", "0.8", "--largest", "24")
    code, said = plan(folder, *options)
    assert code == 0
    assert "power of the timing on 12 tasks" in said
    code, printed = plan(folder, *options, "--json")
    assert code == 0
    found = json.loads(printed[printed.index("{") :])
    assert found["power"]["tasks"] == 12
    assert found["power"]["experiments"] == 200
    needed = found["tasks_reaching_target"]["timing"]
    at = {point["tasks"]: point["timing"]["power"] for point in found["simulated"]}
    assert at[needed] >= 0.8
    assert all(power < 0.8 for tasks, power in at.items() if tasks < needed)


def test_the_command_refuses_a_run_that_is_no_pilot(tmp_path: Path) -> None:
    made = supported()
    made.rows.remove(made.row(0, "PRE_ACTION_FAILURE"))
    folder = made.write(tmp_path / "cut")
    assert plan(folder)[0] == 2
    alone = supported().write(tmp_path / "alone", rule_alone=True)
    assert plan(alone)[0] == 2
    (tmp_path / "empty").mkdir()
    assert plan(tmp_path / "empty")[0] == 2


@pytest.mark.parametrize("target", ["nan", "0", "1"])
def test_a_target_is_a_share(target: str, tmp_path: Path) -> None:
    folder = supported(phase="pilot").write(tmp_path / "pilot")
    assert plan(folder, "--target", target)[0] == 2


def test_power_is_what_a_plain_loop_over_experiments_gives(tmp_path: Path) -> None:
    """The rule on experiments drawn here, one by one; both are simulations with their errors."""
    failures = {"TURN_START_FAILURE": [2] * 4 + [1, 0] + [0] * 6, "PRE_ACTION_FAILURE": NONE}
    pilot = known(study(failures, phase="pilot", frozen=frozen()), tmp_path)
    effects = pilot.timing.first
    rng = np.random.default_rng(5)
    supported_in = 0
    for _ in range(EXPERIMENTS):
        drawn = effects[rng.integers(0, len(effects), size=12)]
        means = np.sort(drawn[rng.integers(0, 12, size=(DRAWS, 12))].mean(axis=1)) / 3
        flips = rng.choice([-1, 1], size=(DRAWS, 12)) @ drawn
        p = (1 + np.count_nonzero(flips >= drawn.sum())) / (DRAWS + 1)
        lower = np.quantile(means, 0.025)
        # Content has no effect, so that of the two p values timing's is the smaller: doubled.
        supported_in += bool(drawn.mean() / 3 >= 0.05 and lower > 0 and 2 * p < 0.05)
    plain = supported_in / EXPERIMENTS
    ours = pilot.simulate(12, 4 * EXPERIMENTS).timing
    assert abs(ours.power - plain) < 4 * np.sqrt(plain * (1 - plain) * 1.25 / EXPERIMENTS)
    assert 0.05 < plain < 0.95
