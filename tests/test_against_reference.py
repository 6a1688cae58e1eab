"""The program against the plain-loop reference, on seeded random trees, field by field."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.aggregate import aggregate
from generator.errors import UnusableInput
from generator.publication.report import encode
from tests.reference.conflicts import KINDS, write_conflict
from tests.reference.plain import expected_report
from tests.reference.tree import KEY, write_tree

Json = dict[str, Any]

SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_report_is_that_of_the_plain_loops(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = write_tree(tmp_path / "results", seed)
    expected = expected_report(tmp_path / "results", spec, KEY)
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    found = program_report(tmp_path / "results", spec, tmp_path / "stability.yml")
    differences = list(compared(expected, found))
    assert not differences, f"seed {seed}:\n" + "\n".join(differences)


def program_report(results: Path, spec: Json, spec_file: Path) -> Json:
    """The program's report as JSON."""
    spec_file.write_text(yaml.safe_dump(spec), encoding="utf-8")
    report: Json = json.loads(encode(aggregate(results, spec_file, "1.0").report))
    return report


def compared(expected: Json, found: Json) -> Iterator[str]:
    """One line a difference: arm, case, field, both values."""
    yield from differing("published_on", expected["published_on"], found["published_on"])
    arms = {arm["arm"]: arm for arm in found["arms"]}
    yield from differing("arms", sorted(a["arm"] for a in expected["arms"]), sorted(arms))
    for arm in expected["arms"]:
        if arm["arm"] in arms:
            yield from differing_arm(arm, arms[arm["arm"]])


def differing_arm(expected: Json, found: Json) -> Iterator[str]:
    """The differences of one arm; what the texts leave open is made alike first."""
    name = expected["arm"]
    yield from differing(f"arm {name}", *(without(each, "cases") for each in (expected, found)))
    rows = {case["case"]: case for case in found["cases"]}
    wanted = {case["case"]: case for case in expected["cases"]}
    yield from differing(f"arm {name}: cases", sorted(wanted), sorted(rows))
    for case in wanted.keys() & rows.keys():
        yield from differing(f"arm {name}: case {case}", wanted[case], rows[case])


def without(arm: Json, name: str) -> Json:
    """The arm without one field, its unordered lists in one order, and without zero counts."""
    arm = {**arm, "side_effects": dict(arm["side_effects"]), "cost": dict(arm["cost"])}
    del arm[name]
    for each in ("per_class", "per_case", "per_run"):
        arm["side_effects"][each] = present(arm["side_effects"][each])
    arm["cost"]["trials_by_tier"] = present(arm["cost"]["trials_by_tier"])
    arm["runs"] = sorted(arm["runs"], key=lambda run: str(run["run"]))
    arm["deltas"] = sorted(arm["deltas"], key=lambda row: str(row["to"]))
    stated = [row for row in arm["budget"] if row["account_tier"] is not None]
    arm["budget"] = sorted(stated, key=lambda row: str(row["run"]))
    return arm


def present(counts: Json) -> Json:
    """Counts that are not zero."""
    return {name: count for name, count in counts.items() if count}


def differing(place: str, expected: Any, found: Any) -> Iterator[str]:
    """The differences between two values; fields the reference does not have are not compared."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for field in expected:
            if field in found:
                yield from differing(f"{place}: {field}", expected[field], found[field])
            else:
                yield f"{place}: {field}: expected {expected[field]!r}, and it is not there"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differing(f"{place}[{number}]", one, other)
    elif not alike(expected, found):
        yield f"{place}: expected {expected!r}, found {found!r}"


def alike(expected: Any, found: Any) -> bool:
    """Equal; numbers with a fraction to 1e-9."""
    numbers = all(type(each) in (int, float) for each in (expected, found))
    if numbers and float in (type(expected), type(found)):
        return math.isclose(expected, found, rel_tol=1e-9, abs_tol=1e-9)
    return bool(expected == found)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_texts_refuse_is_unusable_input(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = write_conflict(tmp_path / "results", kind)
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    with pytest.raises(UnusableInput):
        program_report(tmp_path / "results", spec, tmp_path / "stability.yml")
