"""What the tests of measures share."""

from __future__ import annotations

import pytest

from tests.measures.reporting import KEY


@pytest.fixture(autouse=True)
def _alias_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)
