"""Whatever the bytes, the reader of cells reads them or refuses them, and so does the report."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.aggregate import aggregate
from generator.artifacts.cells import COLUMNS
from generator.errors import UnusableInput
from generator.publication.report import encode

ROW = {
    "source": "page",
    "section": "table",
    "case": "A-00000001",
    "face": "ops",
    "arm_label": "Heading",
    "arm_id": "model@lane",
    "run_tag": "primary",
    "republished": "0",
    "status": "pass",
    "detail": "6/8",
    "unscored_cause": "",
}
WORDS = st.sampled_from(
    (
        *("fail", "missing", "invalid_or_pending", "makeup", "retest", "1", "other@lane:high"),
        *("infrastructure_timeout", "A-00000002", "9" * 400, "1e400", "-2", "0/0"),
        "\N{MINUS SIGN}999999999999999/0",
    )
)


def use(data: bytes) -> None:
    """Compute the report of one file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        suppress(UnusableInput),
        patch.dict(os.environ, {"STABILITY_ALIAS_KEY": "a key for tests that is no secret"}),
    ):
        (Path(folder) / "cells.csv").write_bytes(data)
        encode(aggregate(Path(folder), None, "1").report)


def written(*rows: dict[str, str]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8", "surrogatepass")


@given(st.binary(max_size=150))
@settings(max_examples=50)
def test_any_bytes(data: bytes) -> None:
    use(data)
    use(written(ROW) + data)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(COLUMNS), WORDS | st.text(max_size=30), max_size=4),
        max_size=6,
    )
)
@settings(max_examples=80)
def test_rows_with_anything_in_any_column(changes: list[dict[str, str]]) -> None:
    use(written(ROW, *(ROW | change for change in changes)))
