"""A file of published cells with the figures of a real audit of this kind, cell by cell invented.

900 cells of 31 arms: 701 at home and 199 reprints; 566 pass, 326 fail, 4 have no outcome, 4 are
missing. WEEKLY ran its library again a week later, with two cases added; SWAPPED ran it three
times with one and the same score.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

COLUMNS = (
    "source",
    "section",
    "case",
    "face",
    "arm_label",
    "arm_id",
    "run_tag",
    "republished",
    "status",
    "detail",
    "unscored_cause",
)
Row = dict[str, str]

CASES = [f"A-{0x1000_0001 + 0x0101_0101 * number:08x}" for number in range(23)]
WEEKLY, SWAPPED = "weekly-4@quay", "swapped-2@quay:high"
DAYS = ("report-20260901", "report-20260908", "report-20260915")
PRIVATE = "Zwergschnepfe"
"""Stands in every text of the file that is private: nothing published may hold it."""


def row(source: str, case: str, arm_id: str, status: str, **changes: str) -> Row:
    """One cell at home."""
    plain = {
        "source": source,
        "section": f"{PRIVATE} table",
        "case": case,
        "face": "",
        "arm_label": f"{PRIVATE} {arm_id}",
        "arm_id": arm_id,
        "run_tag": "primary",
        "republished": "0",
        "status": status,
        "detail": "",
        "unscored_cause": "",
    }
    return plain | changes


def table(source: str, arm_id: str, outcomes: dict[str, str]) -> list[Row]:
    """One arm's column on one page."""
    return [row(source, case, arm_id, status) for case, status in outcomes.items()]


def outcomes(cases: Sequence[str], failed: Iterable[str]) -> dict[str, str]:
    """Which cases pass and which fail."""
    return {case: "fail" if case in set(failed) else "pass" for case in cases}


def weekly() -> list[Row]:
    """15 of 21, a week later 16 of 23: over the 21 cases one passed no more, and two were added."""
    first = outcomes(CASES[:21], CASES[:6])
    again = outcomes(CASES, CASES[:7])
    return table(DAYS[0], WEEKLY, first) + table(DAYS[1], WEEKLY, again)


def swapped() -> list[Row]:
    """15 of 23 three times, but from the second time on another case failed."""
    before, after = CASES[:8], [*CASES[1:8], CASES[8]]
    return [
        *table(DAYS[0], SWAPPED, outcomes(CASES, before)),
        *table(DAYS[1], SWAPPED, outcomes(CASES, after)),
        *table(DAYS[2], SWAPPED, outcomes(CASES, after)),
    ]


def others() -> list[Row]:
    """29 arms with one run each: 588 cells, eight of which have no outcome."""
    sizes = [21] * 8 + [20] * 21
    cells = [
        row(DAYS[0], case, f"other-{number}@lane-{number % 4}", "pass")
        for number, size in enumerate(sizes)
        for case in CASES[:size]
    ]
    without = [
        ("invalid_or_pending", "infrastructure_timeout"),
        ("invalid_or_pending", "infrastructure_timeout"),
        ("invalid_or_pending", "infrastructure_timeout_owed"),
        ("invalid_or_pending", "model_delivery_budget_burn"),
        *[("missing", "")] * 4,
    ]
    for cell, (status, cause) in zip(cells[::70], without, strict=False):
        cell.update(status=status, unscored_cause=cause)
    return cells


def real_audit() -> list[Row]:
    """The 900 rows: 199 of the other arms' cells stand in a digest as well, and say the same."""
    rest = others()
    scored = [cell for cell in rest if cell["status"] == "pass"]
    # 37 failures are those of the two arms above; 80 of the others are printed twice, 129 once.
    for cell in (*scored[:80], *scored[199 : 199 + 129]):
        cell["status"] = "fail"
    again = [cell | {"source": "monthly-digest", "republished": "1"} for cell in scored[:199]]
    return [*weekly(), *swapped(), *rest, *again]


def written(rows: Sequence[Row], columns: Sequence[str] = COLUMNS) -> str:
    """The rows as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_cells(
    folder: Path, rows: Sequence[Row], name: str = "cells.csv", columns: Sequence[str] = COLUMNS
) -> Path:
    """Write a file of cells into a results folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(written(rows, columns), encoding="utf-8")
    return folder


def shuffled(rows: Sequence[Row], seed: int) -> list[Row]:
    """The rows in another order."""
    mixed = list(rows)
    Random(seed).shuffle(mixed)  # noqa: S311 - a seeded order is the point
    return mixed
