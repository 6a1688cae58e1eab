"""The term that only runs of other harnesses need."""

from __future__ import annotations

from generator.pages.term import Term

POLICY_TERMS = (
    Term(
        "contested-end",
        "contested end",
        "An end that may be read as a failure of the agent or of the infrastructure around it.",
        "A time-out, a crash or a missing verdict says that nothing passed, but not who is to "
        "blame. The report uses one reading throughout, and shows the figures of both.",
    ),
)
