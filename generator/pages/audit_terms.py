"""The terms that only the historical audit uses."""

from __future__ import annotations

from generator.pages.term import Term

AUDIT_TERMS = (
    Term(
        "flip",
        "flip",
        "A change from fail to pass, or from pass to fail, between two runs of one arm.",
        "Each change between one valid outcome and the next is a flip of its own. Boundary cases "
        "have none, and neither has a change from one arm to another.",
    ),
    Term(
        "reprint",
        "reprint",
        "The same observation, printed again on another page or in another folder.",
        "It is counted once, where it is at home. Counting it again would feign a repeat that "
        "agreed.",
    ),
    Term(
        "severity-drift",
        "severity drift",
        "A change of what is shown of a case, such as its score, without a change of outcome.",
        "It says that the work came out better or worse on the same side of the threshold. It is "
        "listed apart and never counted as instability.",
    ),
    Term(
        "version-drift",
        "version drift",
        "A difference between two models that were published under one label.",
        "Another model makes another arm, whatever it is called. What changes from one to the "
        "other is no flip of either.",
    ),
)
