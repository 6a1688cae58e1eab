"""`stability plan study`: how likely a study like a pilot is to be supported, and how many tasks.

A simulated experiment draws the study's tasks from the pilot's and decides by the whole registered
rule. The answer is the power at the pilot's own effects; at the registered minimum it would be
about one half, whatever the number of tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import click

from generator.commands.places import FILE
from generator.commands.verify import read_study
from generator.console import Console, Step, speaks
from generator.errors import Problem, UnusableInput
from generator.measures.study import measure_study
from generator.measures.study_power import Pilot, take_pilot
from generator.spec.load import load_spec
from generator.statistics import Power, StudyPower, tasks_reaching

Part = Literal["timing", "content", "no_trap"]
PARTS: tuple[Part, ...] = ("timing", "content", "no_trap")
_WORDS: dict[Part, str] = {"timing": "timing", "content": "content", "no_trap": "no-trap check"}

RUN = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command(epilog="Example: stability plan study results/pilot --target 0.8 --largest 60")
@click.argument("pilot_dir", type=RUN)
@click.option("--tasks", type=click.IntRange(1), help="The study's tasks; else the rule's number.")
@click.option(
    "--experiments", type=click.IntRange(1), help="Simulated experiments; else the rule's number."
)
@click.option(
    "--target",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.8,
    show_default=True,
    help="The power wanted of each part.",
)
@click.option("--largest", type=click.IntRange(1), help="Look for no more tasks than this.")
@click.option("--spec", type=FILE, help="The stability spec, for its bounds on input.")
@speaks
def study(
    *,
    console: Console,
    pilot_dir: Path,
    tasks: int | None,
    experiments: int | None,
    target: float,
    largest: int | None,
    spec: Path | None,
) -> None:
    """Say how likely a study on tasks like a pilot's is to be supported by its rule."""
    if not 0 < target < 1:  # a NaN passes every range
        raise click.UsageError("--target must lie between 0 and 1.")
    console.look_into(pilot_dir)
    pilot = _pilot(pilot_dir, spec)
    size = tasks or pilot.rule.population.tasks
    count = experiments or pilot.rule.power.experiments
    with console.progress("simulating") as step:
        simulation = _Simulation(pilot, count, step)
        at_size = simulation.at(size)
    for part in _parts(at_size):
        console.say(_line(part, at_size))
    found: dict[Part, int | None] = {}
    if largest is not None:
        with console.progress("looking for the number of tasks") as step:
            simulation.tell_of(step, simulations=2 * largest.bit_length() + 1)
            found = {
                part: tasks_reaching(target, largest, simulation.of(part))
                for part in _parts(at_size)
            }
        for part, needed in found.items():
            console.say(_needed(part, needed, target, largest))
    console.say("These are at the pilot's effects; the error of so small a pilot is not in them.")
    console.result(
        {
            "power": _as_json(at_size),
            "target": target,
            "tasks_reaching_target": found if largest is not None else None,
            "simulated": [_as_json(point) for _, point in sorted(simulation.known.items())],
        }
    )


def _pilot(pilot_dir: Path, spec: Path | None) -> Pilot:
    measure = measure_study(read_study(pilot_dir, load_spec(spec).spec.limits), simulate=False)
    decided = measure.decided
    if decided is None:
        what = "The run holds no decision rule, and power is that of a rule."
        remedy = "Put the frozen decision-rule.json beside its run.json."
        raise UnusableInput(Problem("NO_RULE", what, remedy, pilot_dir))
    pilot = take_pilot(decided.replay, decided.rule)
    if pilot is None:
        what = "A task of the run is cut, or it has none: its effects cannot be resampled whole."
        remedy = "Name a run whose every row is there; `stability verify` says what is not."
        raise UnusableInput(Problem("CUT_PILOT", what, remedy, pilot_dir))
    return pilot


@dataclass
class _Simulation:
    """The power at every number of tasks that was asked for, each simulated once."""

    pilot: Pilot
    experiments: int
    tell: Step
    simulations: int = 1
    known: dict[int, StudyPower] = field(default_factory=dict)
    _analysed: int = 0

    def tell_of(self, step: Step, simulations: int) -> None:
        """Tell from here on how much of so many simulations, at the most, is done."""
        self.tell, self.simulations, self._analysed = step, simulations, 0

    def at(self, tasks: int) -> StudyPower:
        """Return the power of a study of so many tasks."""
        if tasks not in self.known:
            self.known[tasks] = self.pilot.simulate(tasks, self.experiments, self._advance)
        return self.known[tasks]

    def _advance(self, analysed: int) -> None:
        self._analysed += analysed
        self.tell(self._analysed, self.experiments * self.pilot.parts * self.simulations)

    def of(self, part: Part) -> Callable[[int], float]:
        """Return the power of one part as a function of the number of tasks."""

        def power_at(tasks: int) -> float:
            power: Power = getattr(self.at(tasks), part)
            return power.power

        return power_at


def _parts(point: StudyPower) -> list[Part]:
    return [part for part in PARTS if getattr(point, part) is not None]


def _line(part: Part, point: StudyPower) -> str:
    power: Power = getattr(point, part)
    return (
        f"{power.power:8.4f}  power of the {_WORDS[part]} on {point.tasks} tasks "
        f"(standard error {power.standard_error:.4f}, {power.experiments:,} experiments)"
    )


def _needed(part: Part, needed: int | None, target: float, largest: int) -> str:
    if needed is None:
        return f"    none  of up to {largest} tasks gives the {_WORDS[part]} a power of {target}"
    return f"{needed:8d}  tasks give the {_WORDS[part]} a power of {target}"


def _as_json(point: StudyPower) -> dict[str, object]:
    values: dict[str, object] = {"tasks": point.tasks, "experiments": point.timing.experiments}
    for part in _parts(point):
        power: Power = getattr(point, part)
        values[part] = {"power": power.power, "standard_error": power.standard_error}
    return values
