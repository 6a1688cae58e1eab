"""How the property tests of statistics are run: without a clock, as all tests are."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
