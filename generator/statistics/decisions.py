"""The registered decisions of a paired study: each primary, then the study.

Every threshold is an argument. The defaults are those of the published rule (version 12), which
the reference cases leave out; a study passes those of its own decision-rule.json. Numbers compare
as the decimals they are written as, and fractions exactly, so that a reduction of 3 in 10 reaches
a threshold of 0.3 and a float a digit below it does not.
"""

from __future__ import annotations

from enum import StrEnum

from generator.statistics.exact import Exact, exact
from generator.statistics.method import Method


class PrimaryDecision(StrEnum):
    """What may be said of one primary hypothesis."""

    SUPPORTED = "SUPPORTED"
    REJECTED = "REJECTED"
    NOT_ESTIMABLE = "NOT_ESTIMABLE"


class StudyDecision(StrEnum):
    """What may be said of the study."""

    PASS = "PASS"  # noqa: S105 - a decision, no password
    PARTIAL = "PARTIAL"
    REJECT = "REJECT"
    NOT_ESTIMABLE = "NOT_ESTIMABLE"


def rrr(b: float, c: float) -> float | None:
    """Return the relative risk reduction (b - c)/b of baseline failures b and candidate's c.

    Counts over one denominator, or risks. None where b = 0: there was nothing to reduce. Negative
    where the candidate failed more. ValueError for a negative or non-finite count.
    """
    baseline, candidate = exact(b), exact(c)
    if baseline < 0 or candidate < 0:
        raise ValueError("failures must not be negative")
    return None if baseline == 0 else float((baseline - candidate) / baseline)


def decide_timing(
    benefit: Exact | None,
    rrr: Exact | None,
    ci_low: Exact | None,
    adj_p: Exact | None,
    complete: bool,  # noqa: FBT001 - the reference cases name it
    *,
    minimum_benefit: Exact = 0.05,
    minimum_rrr: Exact = 0.3,
    lower_above: Exact = 0,
    alpha: Exact = 0.05,
) -> PrimaryDecision:
    """Decide the timing primary.

    NOT_ESTIMABLE unless `complete` (no task cut, no unexpected, duplicate or unlisted row) and the
    benefit, its reduction (null at a zero baseline), its lower limit and its adjusted p are there.
    Else SUPPORTED if benefit >= minimum_benefit, rrr >= minimum_rrr, ci_low > lower_above and
    adj_p < alpha; else REJECTED. ValueError for NaN.
    """
    if not complete or benefit is None or rrr is None or ci_low is None or adj_p is None:
        return PrimaryDecision.NOT_ESTIMABLE
    return _decision(
        exact(benefit) >= exact(minimum_benefit),
        exact(rrr) >= exact(minimum_rrr),
        exact(ci_low) > exact(lower_above),
        exact(adj_p) < exact(alpha),
    )


def decide_content(
    rf_low: Exact | None,
    tp_low: Exact | None,
    adj_p: Exact | None,
    complete: bool,  # noqa: FBT001 - the reference cases name it
    *,
    rf_above: Exact = 0,
    tp_above: Exact = 0,
    alpha: Exact = 0.05,
) -> PrimaryDecision:
    """Decide the content primary.

    NOT_ESTIMABLE unless `complete` (as for timing, and every required pair matched) and both lower
    limits and the adjusted compound p are there. Else SUPPORTED if rf_low > rf_above,
    tp_low > tp_above and adj_p < alpha; else REJECTED. No ratio is needed, so a zero baseline is
    not fatal. ValueError for NaN.
    """
    if not complete or rf_low is None or tp_low is None or adj_p is None:
        return PrimaryDecision.NOT_ESTIMABLE
    return _decision(
        exact(rf_low) > exact(rf_above),
        exact(tp_low) > exact(tp_above),
        exact(adj_p) < exact(alpha),
    )


def decide_study(t: str, c: str | None) -> StudyDecision:
    """Map the primaries' decisions to the study's.

    PASS if every primary is SUPPORTED, REJECT if every one is REJECTED, PARTIAL if one of each,
    NOT_ESTIMABLE if any is. `c` is None where only timing was registered. ValueError for another
    word.
    """
    primaries = [PrimaryDecision(t)] if c is None else [PrimaryDecision(t), PrimaryDecision(c)]
    if PrimaryDecision.NOT_ESTIMABLE in primaries:
        return StudyDecision.NOT_ESTIMABLE
    if PrimaryDecision.REJECTED not in primaries:
        return StudyDecision.PASS
    if PrimaryDecision.SUPPORTED not in primaries:
        return StudyDecision.REJECT
    return StudyDecision.PARTIAL


def _decision(*conditions: bool) -> PrimaryDecision:
    return PrimaryDecision.SUPPORTED if all(conditions) else PrimaryDecision.REJECTED


METHODS = (
    Method(
        name="rrr",
        title="Relative risk reduction",
        formula="(B - C)/B, failures of the baseline and of the candidate",
        unit="rows of complete tasks",
        undefined_when="The baseline never failed.",
        source="The registered analysis of the paired study",
        agrees_with=("fractions", "R gmp"),
        function=rrr,
    ),
    Method(
        name="decide_timing",
        title="Decision on timing",
        formula="benefit and reduction at least their minima, lower limit above 0, p below alpha",
        unit="the study",
        undefined_when="A task was cut, the baseline never failed, or a part has no value.",
        source="The study's decision-rule.json",
        agrees_with=("the harness's own test cases",),
        function=decide_timing,
        caution="Minima are reached by equality; the limit and the p value are strict.",
    ),
    Method(
        name="decide_content",
        title="Decision on content",
        formula="both lower limits above 0, adjusted compound p below alpha",
        unit="the study",
        undefined_when="A task was cut, a pair unmatched, or a part has no value.",
        source="The study's decision-rule.json",
        agrees_with=("the harness's own test cases",),
        function=decide_content,
    ),
    Method(
        name="decide_study",
        title="Decision of the study",
        formula="all supported: PASS; one: PARTIAL; none: REJECT",
        unit="the study",
        undefined_when="A primary is not estimable.",
        source="The study's decision-rule.json",
        agrees_with=("the harness's own test cases",),
        function=decide_study,
    ),
)
