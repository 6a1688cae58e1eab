"""The term that only runs of other harnesses need."""

from __future__ import annotations

from generator.pages.term import Term

POLICY_TERMS = (
    Term(
        "contested-end",
        "contested end",
        "An end that may be read as a failure of the agent or of the infrastructure around it.",
        "A time-out, a crash or a missing verdict says that nothing passed, but not who is to "
        "blame. The spec says how the report reads each; the figures of both are shown.",
    ),
)
