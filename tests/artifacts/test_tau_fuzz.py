"""Whatever the bytes, the τ-bench reader reads them or refuses them, and so does the report."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.aggregate import aggregate
from generator.errors import UnusableInput
from generator.publication.report import encode
from tests.artifacts.spoiling import Place, anything, changed, places

ELEMENT = {"task_id": 1, "reward": 1.0, "trial": 0, "info": {}, "traj": [{"role": "user"}]}
ANYTHING = anything("1")


def use(data: bytes) -> None:
    """Compute the report of one file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        suppress(UnusableInput),
        patch.dict(os.environ, {"STABILITY_ALIAS_KEY": "a key for tests that is no secret"}),
    ):
        (Path(folder) / "model.json").write_bytes(data)
        encode(aggregate(Path(folder), None, "1").report)


@given(st.binary(max_size=100), st.binary(max_size=100))
@settings(max_examples=50)
def test_any_bytes_behind_and_within_a_good_element(behind: bytes, within: bytes) -> None:
    good = json.dumps(ELEMENT).encode()
    use(b"[" + good + behind)
    use(b"[" + good[:-2] + within)


@given(st.sampled_from([*places(ELEMENT)]), ANYTHING, st.integers(0, 3))
@settings(max_examples=80)
def test_an_element_with_anything_in_any_place(place: Place, value: Any, copies: int) -> None:
    use(json.dumps([ELEMENT] + [changed(ELEMENT, place, value)] * copies).encode())
