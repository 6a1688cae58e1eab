"""Why two arms cannot be compared: another exam, one that nobody named, or too few cases."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.sections.evidence import field_names
from generator.pages.sentences import many
from generator.publication.comparison import Comparison
from generator.publication.report import Rules
from generator.publication.strings import IdentityField

EXAM: tuple[IdentityField, ...] = (
    "spec_sha256",
    "base_bundle_sha256",
    "oracle_pack_sha256",
    "index_version",
)
"""What must be stated and equal for two arms to have sat the same exam."""


def why_incomparable(pair: Comparison, rules: Rules) -> Markdown:
    """Say what stands in the way, as far as the public comparison tells it."""
    differs = [pin for pin in EXAM if pin in pair.differs]
    unstated = [pin for pin in EXAM if pin not in pair.differs and pin not in pair.same]
    if differs:
        return md(
            "Nothing shows that the two arms sat the same exam: "
            "different, or stated by one of them only, in {}.",
            field_names(differs),
        )
    if unstated:
        return md(
            "Nothing shows that the two arms sat the same exam: neither states {}.",
            field_names(unstated),
        )
    if not pair.cases:
        return Markdown("The two arms share no case that may be compared.")
    return md(
        "The two arms share {} that may be compared; a test needs {}.",
        many(pair.cases, "case", "cases"),
        numbers.integer(rules.minimum_tasks),
    )
