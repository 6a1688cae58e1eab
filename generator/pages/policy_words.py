"""Words for the readings of a contested end."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.words import Word
from generator.publication.policies import PolicyUsed

POLICIES: Mapping[PolicyUsed, Word] = {
    "as_failure": Word(
        "as failures", "A contested end is a failed attempt: whoever cut it off, it did not pass."
    ),
    "as_infrastructure": Word(
        "as infrastructure",
        "A contested end is no outcome: the attempt is invalid and its trial is owed.",
    ),
    "mixed": Word(
        "each by its own end",
        "The report reads some contested ends in one way and some in another, or all of them in "
        "neither of the two.",
    ),
}
