"""What must not change the report: how its artifacts are laid out, printed, split and reprinted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from generator.aggregate import aggregate
from generator.publication.report import encode
from tests.reference.printing import copied, split
from tests.reference.reading import attempt_lines, run_folders
from tests.reference.small import write_run
from tests.reference.tree import KEY, write_tree

Json = dict[str, Any]
Print = tuple[Json, list[Json]]


def shuffled(prints: list[Print], rng: Random) -> list[Print]:
    """The lines of every file in another order."""
    return [(stated, rng.sample(lines, k=len(lines))) for stated, lines in prints]


def split_over_two_folders(prints: list[Print], rng: Random) -> list[Print]:
    """Every run printed in two parts."""
    return [
        (stated, part["attempts"])
        for stated, lines in prints
        for part in split({"attempts": lines}, rng)
    ]


def with_reprints(prints: list[Print], rng: Random) -> list[Print]:
    """Every run reprinted in part, under other ids or with fields that are null."""
    again = []
    for stated, lines in prints:
        # One of identical lines, as two of one attempt_id must not differ in one file.
        once = list({line["attempt_id"]: line for line in lines}.values())
        again.append((stated, copied({"attempts": once}, rng)["attempts"]))
    return [*prints, *again]


@pytest.mark.parametrize("change", [shuffled, split_over_two_folders, with_reprints])
@pytest.mark.parametrize("seed", range(8))
def test_the_layout_of_the_artifacts_changes_nothing(
    seed: int,
    change: Callable[[list[Print], Random], list[Print]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    rng = Random(seed)  # noqa: S311 - a seeded layout is the point
    spec_file = seeded_tree(tmp_path, seed)
    prints = [
        (json.loads((folder / "run.json").read_text("utf-8-sig")), attempt_lines(folder))
        for folder in run_folders(tmp_path / "results")
    ]
    prints = change(prints, rng)
    rng.shuffle(prints)
    for number, (stated, lines) in enumerate(prints):
        # Names in another order than the runs', at one depth or another.
        below = rng.choice((".", "a", "z/y"))
        write_run(tmp_path / "other" / below / f"{rng.randrange(10**6)} {number}", stated, lines)
    assert report(tmp_path / "other", spec_file) == report(tmp_path / "results", spec_file)


@pytest.mark.parametrize("seed", [3, 5])
def test_the_number_of_jobs_changes_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    spec_file = seeded_tree(tmp_path, seed)
    one = report(tmp_path / "results", spec_file, keep_inputs=True)
    assert report(tmp_path / "results", spec_file, jobs=2, keep_inputs=True) == one


def test_another_place_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    for name in ("one place", "another"):
        seeded_tree(tmp_path / name, 7)
    one, other = (
        report(tmp_path / name / "results", tmp_path / name / "stability.yml", keep_inputs=True)
        for name in ("one place", "another")
    )
    assert one == other


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_private_ids_is_not_told(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ids of cases and runs sort the other way round, and have the same aliases."""
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    spec = yaml.safe_load(seeded_tree(tmp_path, seed).read_text())
    prints = [
        (json.loads((folder / "run.json").read_text("utf-8-sig")), attempt_lines(folder))
        for folder in run_folders(tmp_path / "results")
    ]
    ids = {case["case_id"] for stated, _ in prints for case in stated["cases"]}
    ids |= {stated["run_id"] for stated, _ in prints}
    told = []
    for name, order in (("forth", sorted(ids)), ("back", sorted(ids, reverse=True))):
        spelled = {each: f"id {number:03}" for number, each in enumerate(order)}
        for number, (stated, lines) in enumerate(prints):
            listed = [{**each, "case_id": spelled[each["case_id"]]} for each in stated["cases"]]
            renamed = [{**line, "case_id": spelled[line["case_id"]]} for line in lines]
            folder = tmp_path / name / "results" / str(number)
            run_id = spelled[stated["run_id"]]
            write_run(folder, {**stated, "cases": listed, "run_id": run_id}, renamed)
        aliases = {spelled[each]: f"A-{number}" for number, each in enumerate(sorted(ids))}
        (tmp_path / name / "map.yml").write_text(yaml.safe_dump(aliases), encoding="utf-8")
        mapped = {**spec, "alias": {**spec["alias"], "map_file": "map.yml"}}
        (tmp_path / name / "stability.yml").write_text(yaml.safe_dump(mapped), encoding="utf-8")
        told.append(report(tmp_path / name / "results", tmp_path / name / "stability.yml"))
    one, other = map(without_variants, told)
    assert one == other


def without_variants(text: str) -> Json:
    """A report apart from what is numbered by a digest of the case's own id, and last digits."""
    told: Json = json.loads(text, parse_float=lambda number: float(f"{float(number):.9g}"))
    for arm in told["arms"]:
        for case in arm["cases"]:
            case["variants"] = []
    return told


def seeded_tree(folder: Path, seed: int) -> Path:
    """A random tree and its spec's file."""
    spec = write_tree(folder / "results", seed)
    (folder / "stability.yml").write_text(yaml.safe_dump(spec), encoding="utf-8")
    return folder / "stability.yml"


def report(results: Path, spec_file: Path, jobs: int = 1, *, keep_inputs: bool = False) -> str:
    """The report's text; without the digest of its inputs unless that is to be equal too."""
    text = encode(aggregate(results, spec_file, "1.0", jobs=jobs).report).decode()
    if keep_inputs:
        return text
    digest = json.loads(text)["provenance"]["inputs_sha256"]
    assert text.count(digest) == 1
    return text.replace(digest, "inputs")
