"""What the tests share: where the handed reference data lies, and how to say it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with other things is no reason to fail.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def shared_dir() -> Path | None:
    """The folder of reference data beside the checkout, or None where it was not handed."""
    place = os.environ.get("STABILITY_SHARED")
    folder = Path(place) if place else Path(__file__).resolve().parents[2] / "shared"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data; the test is skipped, and says so, where there is none."""
    folder = shared_dir()
    if folder is None:
        pytest.skip("the reference data (../shared, or STABILITY_SHARED) is not on this machine")
    return folder
