"""Numbers that stand for files where strangers read a log; the inventory says which is which."""

from __future__ import annotations

from pathlib import Path

from generator.artifacts.discovery import Discovery

_FIXED_NAMES = frozenset(
    {
        *("run.json", "attempts.jsonl", "attempts.jsonl.gz", "attempts.jsonl.zst"),
        *("result.json", "results.json", "config.json", "run_metadata.json"),
        *("ledger.json", "trials.jsonl", "claims.jsonl"),
        *("expected-design.json", "episodes.jsonl", "decision-rule.json", "decision-rule.sha256"),
        *("deviations.jsonl", "fact-pair-audit.json", "power.json", "audit.json"),
        *("statistics.json", "MANIFEST.json"),
    }
)
"""The names that formats fix for files of a run; every other name may be a private id."""


class Ordinals:
    """Numbers for everything that lies in a results folder, the same for every command."""

    def __init__(self, discovery: Discovery) -> None:
        named = set(discovery.unrecognised)
        named.update(run.path for run in discovery.runs)
        named.update(cells.path for cells in discovery.cells)
        named.update(ledger.path for ledger in discovery.ledgers)
        named.update(study.path for study in discovery.studies)
        named.update(
            warning.file
            for warning in discovery.warnings
            if warning.file is not None and warning.file.is_relative_to(discovery.root)
        )
        in_order = sorted(named, key=bytes)
        self._numbers = {path: f"#{number}" for number, path in enumerate(in_order, start=1)}
        self._below: dict[Path, dict[Path, int]] = {}

    def shown(self, file: Path) -> str:
        """Return what stands for a file; one below what is numbered has a number of its own there.

        A harness names the files and folders of a run after its tasks. Only names that a format
        itself fixes, for files that lie directly in the run, tell nothing.
        """
        if file in self._numbers:
            return self._numbers[file]
        place = next((each for each in file.parents if each in self._numbers), None)
        if place is None:
            return "#?"
        fixed = file.parent == place and file.name in _FIXED_NAMES
        return f"{self._numbers[place]}/{file.name if fixed else self._rank(place, file)}"

    def _rank(self, place: Path, file: Path) -> str:
        """Return which of all files and folders below a place a file is."""
        if place not in self._below:
            below = sorted(place.rglob("*"), key=bytes)
            self._below[place] = {each: rank for rank, each in enumerate(below, start=1)}
        return str(self._below[place].get(file, "?"))
