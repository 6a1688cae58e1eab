"""The reader of τ²-bench results: one JSON file, or a folder with a file for each simulation.

Simulations are attempts, trials repeats. The run set out to try every task `num_trials` times;
what is not there is missing. A simulation that only the folder's index states is taken from there.
A problem's field is `simulations[number].name`, counted from 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from generator.artifacts.endings import unknown_ends
from generator.artifacts.files import Limits, entries, is_regular, source
from generator.artifacts.gather import copies_differ, gather, refuse_if_any, said_of
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.json_object import JsonObjectFile, Part, read_head
from generator.artifacts.json_shape import names_in
from generator.artifacts.json_walk import Members, exact, one_spelling
from generator.artifacts.records import Attempt, Run, RunArtifact, Source, Window
from generator.artifacts.strict_json import JsonRefused
from generator.artifacts.tau2_info import Info, read_info
from generator.artifacts.tau2_simulations import (
    ENDINGS,
    OTHER,
    SIMULATION_MEMBERS,
    Simulation,
    read_simulation,
    task_id,
)
from generator.errors import Problem, UnusableInput

_RESULTS, _FOLDER = "results.json", "simulations"
_TOP = frozenset({"timestamp", "info"})
_SIMULATIONS, _INDEX, _TASKS = "simulations", "simulation_index", "tasks"
_LISTS = {
    _SIMULATIONS: SIMULATION_MEMBERS,
    _INDEX: SIMULATION_MEMBERS,
    _TASKS: frozenset({"id"}),
}
_NAMES = {("info", name) for name in ("num_trials", "agent_info", "user_info", "environment_info")}


class Tau2Reader:
    """Reads the results of τ²-bench."""

    format = "tau2-bench"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a file begins with the names of τ²-bench results.

        Or a folder holds such a file beside a folder of simulations.
        """
        if path.is_dir():
            inside = path / _RESULTS
            beside = path / _FOLDER
            is_folder = beside.is_dir() and not beside.is_symlink()
            return is_folder and is_regular(inside) and _begins(inside)
        return path.suffix == ".json" and _begins(path)

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read the results as one observational run."""
        file = path / _RESULTS if path.is_dir() else path
        reading = _Reading(limits)
        results = JsonObjectFile(file, limits, _TOP, _LISTS)
        gather(results, reading.take, reading.problems)
        refuse_if_any(reading.problems, file)
        sources = [source(file, root, results.sha256)]
        if path.is_dir():
            sources += reading.take_folder(path / _FOLDER, root)
        simulations = reading.in_order()
        info = reading.info(file)
        attempts = tuple(each.attempt(info.case_id(each.task_id)) for each in simulations)
        run = reading.run(info, results.sha256)
        artifact = RunArtifact(
            format=self.format,
            file=file,
            attempts_file=file,
            run=run,
            attempts=attempts,
            sources=tuple(sources),
            folded=reading.folded,
            warnings=(*missing_trials(run, attempts, file), *_unknown(attempts, path)),
        )
        return (artifact,)


def _begins(file: Path) -> bool:
    return len(_NAMES & names_in(file)) >= 2


class _Reading:
    """What has been read of the results so far."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.folded = 0
        self._limits = limits
        self._top: Members = {}
        self._tasks: set[str] = set()
        self._simulations: dict[tuple[str, int], Simulation] = {}
        self._indexed: dict[tuple[str, int], Simulation] = {}

    def take(self, part: Part) -> None:
        """Read a part of the results."""
        if part.element is None:
            self._top |= part.members
        elif part.name == _TASKS:
            self._tasks.add(_task(part, self._limits.json_depth))
        else:
            self._take_simulation(part.members, part.line, part.field, part.name)

    def take_folder(self, folder: Path, root: Path) -> list[Source]:
        """Read the files of single simulations; return what was parsed."""
        sources = []
        for path in entries(folder):
            if path.suffix != ".json" or not is_regular(path):
                continue
            head = read_head(path, self._limits, SIMULATION_MEMBERS)
            sources.append(source(path, root, head.sha256))
            with said_of(path):
                self._take_simulation(head.members, 1, "simulation", _SIMULATIONS)
        return sources

    def in_order(self) -> list[Simulation]:
        """Return the simulations in an order that the files' order does not change."""
        stated = self._indexed | self._simulations
        return [stated[key] for key in sorted(stated, key=lambda key: (len(key[0]), *key))]

    def info(self, file: Path) -> Info:
        """Return what the results say of the run."""
        with said_of(file):
            return read_info(self._top, self._limits.json_depth)

    def run(self, info: Info, sha256: str) -> Run:
        """Return the run."""
        simulations = self.in_order()
        tasks = {*self._tasks, *(each.task_id for each in simulations)}
        return harness_run(
            run_id=_run_id(self._top, sha256),
            arm=info.arm,
            cases=(
                info.case_id(each) for each in sorted(tasks, key=lambda task: (len(task), task))
            ),
            trials_per_case=max(info.num_trials, *(each.trial + 1 for each in simulations), 1),
            window=_window(simulations),
        )

    def _take_simulation(self, found: Members, line: int, place: str, where: str) -> None:
        simulation = read_simulation(found, self._limits.json_depth, line, place)
        held = self._indexed if where == _INDEX else self._simulations
        first = held.setdefault((simulation.task_id, simulation.trial), simulation)
        if first is simulation:
            return
        if not first.says_the_same(simulation):
            raise copies_differ(f"the task and trial of {first.place}", place, line)
        self.folded += 1


def _task(part: Part, depth: int) -> str:
    """Return the id of a task."""
    try:
        value = exact(part.members, depth).get("id")
        return task_id(value)
    except JsonRefused as refused:
        problem = refused.problem
    except ValueError:
        problem = Problem(
            "WRONG_TYPE", "The field must be text.", "Correct it where the file is written."
        )
    raise UnusableInput(replace(problem, line=part.line, field=f"{part.field}.id"))


def _run_id(top: Members, sha256: str) -> str:
    """Return what names the run: its beginning, to the microsecond, and all that it says of itself.

    The file that a run is resumed into says the same, a copy of it as well. Results that state no
    beginning are one run a file.
    """
    if top.get("timestamp", "null") == "null":
        return f"tau2-{sha256[:16]}"
    said = "\0".join(one_spelling(top[name]) for name in sorted(top))
    return f"tau2-{hashlib.sha256(said.encode()).hexdigest()[:16]}"


def _window(simulations: list[Simulation]) -> Window | None:
    starts = [each.start for each in simulations if each.start is not None]
    ends = [each.end for each in simulations if each.end is not None]
    if not starts or len(starts) < len(simulations) or len(ends) < len(simulations):
        return None
    return Window(start=min(starts), end=max(ends)) if min(starts) <= max(ends) else None


def _unknown(attempts: Sequence[Attempt], path: Path) -> Iterator[Problem]:
    """Say how many simulations ended for a reason that is not known."""
    unknown = [each.line for each in attempts if each.end == OTHER.name]
    if unknown:
        line = None if path.is_dir() else unknown[0]  # in a folder each is of a file of its own
        yield unknown_ends(len(unknown), line, f"{_SIMULATIONS}.termination_reason").at(path)
