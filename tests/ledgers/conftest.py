"""The key of the tests is in force wherever a ledger is published."""

from __future__ import annotations

import pytest

from tests.ledgers.report import KEY


@pytest.fixture(autouse=True)
def _alias_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)
