"""Ledgers from their counts: every band from the re-tests it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publication.eio import Ledger
from generator.publication.recheck.checked import Checked
from generator.statistics import recurrence_band


def recheck_ledger(place: str, ledger: Ledger) -> Iterator[Checked]:
    """Yield a check of every band, and of the re-tests by kind that add up to it."""
    for row in ledger.recurrence:
        here = f"{place}.recurrence.{row.claim}"
        band = str(recurrence_band(row.reproduced_in, row.retests))
        yield Checked(f"{here}.band", row.band, band)
        retests = sum(kind.retests for kind in row.by_kind)
        reproduced = sum(kind.reproduced_in for kind in row.by_kind)
        yield Checked(f"{here}.retests", row.retests, retests)
        yield Checked(f"{here}.reproduced_in", row.reproduced_in, reproduced)
    for occurrence in ledger.occurrence:
        banded = occurrence.finding in ledger.finding_bands
        yield Checked(f"{place}.finding_bands.{occurrence.finding}", banded, computed=True)
