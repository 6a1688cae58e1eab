"""Studies are aggregated under a key of their own."""

from __future__ import annotations

import pytest

from tests.study.reports import KEY


@pytest.fixture(autouse=True)
def alias_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish under the key of these tests."""
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)
