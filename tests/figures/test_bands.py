"""The strips of a ledger: claims under their findings, none for what was not re-tested."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from generator.pages.figures.bands import _LOOKS, bands
from generator.publication.eio import Band, KindRecurrence, Recurrence
from tests.figures.reading import rows, words
from tests.ledgers.sample import sample_ledger


def claim(alias: str, finding: str | None, reproduced: int, retests: int, band: Any) -> Recurrence:
    """One claim's re-tests, all of them repeats."""
    part = KindRecurrence(kind="eio.trial.repeat", reproduced_in=reproduced, retests=retests)
    return Recurrence(
        claim=alias,
        finding=finding,
        band=band,
        reproduced_in=reproduced,
        retests=retests,
        by_kind=[part] if retests else [],
    )


CLAIMS = [
    claim("C-00000001", "F-00000001", 5, 5, "CONFIRMED"),
    claim("C-00000002", "F-00000002", 1, 4, "INTERMITTENT"),
    claim("C-00000003", "F-00000002", 0, 0, "NOT_RETESTED"),
    claim("C-00000004", None, 0, 3, "UNCONFIRMED"),
]
BANDS: dict[str, Band] = {"F-00000002": "NOT_RETESTED", "F-00000001": "CONFIRMED"}


def test_findings_that_recur_stand_first_and_each_claim_under_its_own() -> None:
    figure = bands(sample_ledger(recurrence=CLAIMS, finding_bands=BANDS), "a-ledger")
    assert figure is not None
    shown = words(figure.light)
    order = [
        "Finding F-00000001",
        "C-00000001",
        "Finding F-00000002",
        "C-00000002",
        "C-00000003",
        "Claims that make no finding",
        "C-00000004",
    ]
    assert [text for text in shown if text in order] == order
    assert {"5/5", "1/4", "0/3"} <= set(shown)


def test_what_was_not_re_tested_has_words_and_no_count() -> None:
    alone = claim("C-00000003", None, 0, 0, "NOT_RETESTED")
    figure = bands(sample_ledger(recurrence=[alone], finding_bands={}), "a-ledger")
    assert figure is not None
    shown = words(figure.light)
    assert "not re-tested" in shown
    assert "0/0" not in shown
    assert "unconfirmed" not in shown


def test_the_table_has_every_claim() -> None:
    figure = bands(sample_ledger(recurrence=CLAIMS, finding_bands=BANDS), "a-ledger")
    assert figure is not None
    found = {row["claim"]: row for row in rows(figure)}
    assert set(found) == {each.claim for each in CLAIMS}
    assert found["C-00000002"] == {
        "finding": "F-00000002",
        "finding_band": "NOT_RETESTED",
        "claim": "C-00000002",
        "band": "INTERMITTENT",
        "reproduced_in": "1",
        "retests": "4",
    }


def test_the_description_counts_findings_and_claims() -> None:
    figure = bands(sample_ledger(recurrence=CLAIMS, finding_bands=BANDS), "a-ledger")
    assert figure is not None
    assert figure.description == (
        "2 findings: 1 confirmed, 1 not re-tested. "
        "By claim: 1 confirmed, 1 intermittent, 1 unconfirmed, 1 not re-tested."
    )


def test_many_claims_are_capped_and_the_rest_is_told() -> None:
    many = [claim(f"C-{n:08x}", None, n % 4, 3, "INTERMITTENT") for n in range(100)]
    figure = bands(sample_ledger(recurrence=many, finding_bands={}), "a-ledger")
    assert figure is not None
    assert "and 40 more claims, in the table" in words(figure.light)
    assert len(rows(figure)) == 100
    assert len(figure.light) < 100_000


def test_a_long_strip_is_a_bar() -> None:
    long = [claim("C-00000001", None, 400, 1000, "INTERMITTENT")]
    figure = bands(sample_ledger(recurrence=long, finding_bands={}), "a-ledger")
    assert figure is not None
    assert "400/1000" in words(figure.light)
    assert len(figure.light) < 20_000


def test_no_claim_no_figure() -> None:
    assert bands(sample_ledger(recurrence=[], finding_bands={}), "a-ledger") is None


@pytest.mark.parametrize("band", get_args(Band))
def test_every_band_has_a_shape_of_its_own(band: Band) -> None:
    others = [look.shape for each, look in _LOOKS.items() if each != band]
    assert _LOOKS[band].shape not in others
