"""The order of rows tells nothing of private names: other names under the same aliases, same bytes.

What stands in the order of a private id would tell a reader which of two aliases' ids comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.aggregate import aggregate
from generator.publication.report import encode
from tests.artifacts.samples import arm, case, write_run
from tests.measures.run_dirs import ended, stated, trials

ALIASES = {
    "case": [f"A-{0x1E0000D1 * n % 0xFFFFFFFF:08x}" for n in range(3, 9)],
    "run": [f"R-{0x2E0000D1 * n % 0xFFFFFFFF:08x}" for n in range(3, 12)],
    "arm": [f"M-{0x3E0000D1 * n % 0xFFFFFFFF:08x}" for n in range(3, 6)],
}
"""Stated aliases, in an order that is not theirs."""

Name = Callable[[str, int], str]


def upwards(kind: str, number: int) -> str:
    return f"{kind}-private-{number}"


def downwards(kind: str, number: int) -> str:
    return f"{kind}-private-{99 - number}"


def mixed(kind: str, number: int) -> str:
    return f"{kind}-private-{number * 7 % 11:02d}"


def write(results: Path, name: Name) -> None:
    """Runs of two arms: invalid attempts, scores that drift, flips."""
    for which in range(2):
        for number, (role, day, scope) in enumerate(
            (
                ("primary", "2026-09-14", "full"),
                ("repeat", "2026-09-15", "full"),
                ("repeat", "2026-09-15", "full"),
                ("observational", "2026-09-15", "full"),
            )
        ):
            run = name("run", which * 4 + number)
            write_one(results / run, name, which, number, (run, role, day, scope))


def write_one(
    folder: Path, name: Name, which: int, number: int, stated_as: tuple[str, str, str, str]
) -> None:
    run, role, day, scope = stated_as
    listed = [case(case_id=name("case", n)) for n in range(4)]
    listed += [
        case(case_id=name("case", n), kind="partial", threshold=3, max_score=9) for n in (4, 5)
    ]
    rows: list[dict[str, Any]] = []
    for n in range(6):
        letter = "PFTIBF"[(n + number * 2 + which) % 6]
        (row,) = trials(name("case", n), letter, day, hour=8 + number)
        row |= {"attempt_id": f"{n}", "reset_id": f"{n}"}
        if n >= 4:
            score = (8.5, 0.5, 9.0, 0.0)[number]
            state = "P" if score >= 3 else "F"
            row = {key: row[key] for key in row if key not in ("invalid_cause", "failure_mode")}
            row |= ended(state) | {"score": score}
        rows.append(row)
    start = {"start": f"{day}T0{number}:00:00Z", "end": f"{day}T23:59:59Z"}
    made = stated(
        run,
        role,
        day,
        [],
        1,
        cases=listed,
        scope=scope,
        window=start,
        arm=arm(arm_id=name("arm", which), effort=str(which)),
        budget={
            "owner_approved": True,
            "account": "a",
            "account_tier": "bench-dedicated",
            "expected_window_share": 0.1 * number,
        },
    )
    write_run(folder, rows, made)


def published(folder: Path, name: Name) -> bytes:
    write(folder / "results", name)
    listed = [
        f"{name(kind, number)}: {alias}\n"
        for kind, aliases in ALIASES.items()
        for number, alias in enumerate(aliases)
    ]
    (folder / "map.yml").write_text("".join(sorted(listed)))
    spec = folder / "stability.yml"
    spec.write_text("schema: stability-spec/1\nalias: {map_file: map.yml}\n")
    report = aggregate(folder / "results", spec, "1").report
    provenance = msgspec.structs.replace(report.provenance, inputs_sha256="0" * 64)
    return encode(msgspec.structs.replace(report, provenance=provenance))


@pytest.mark.parametrize("other", [downwards, mixed])
def test_other_private_names_under_the_same_aliases_change_no_byte(
    tmp_path: Path, other: Name
) -> None:
    one = published(tmp_path / "one", upwards).decode().splitlines()
    assert published(tmp_path / "other", other).decode().splitlines() == one
    assert any("invalid" in line for line in one)
