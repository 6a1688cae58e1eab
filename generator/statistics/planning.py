"""Planning: how many trials a question needs, by every convention that answers it.

One function for each rule of thumb of the protocol's section on sample sizes. A row names its
convention, because the same question has several right answers and the protocol's own numbers are
reached by some of them only; `rules_of_thumb` sets each beside the exact number and says why they
differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.statistics.exact_power import (
    PairedTest,
    TwoProportionTest,
    min_n_two_prop_exact,
    power_mcnemar_exact,
    power_two_prop_exact,
)
from generator.statistics.proportions import (
    clopper_pearson,
    min_n_zero_failures,
    reliability_lower_zero_failures,
    zero_success_upper,
)
from generator.statistics.sample_size import (
    TwoProportionMethod,
    ss_halfwidth,
    ss_halfwidth_clopper_pearson,
    ss_halfwidth_wilson,
    ss_paired,
    ss_two_prop,
)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One answer: what is asked, by which convention, the number, and the formula's own if real."""

    quantity: str
    convention: str
    value: float | int
    unrounded: float | None = None


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """A number of the protocol beside the exact one, and why they differ."""

    goal: str
    stated: str
    exact: str
    why: str


METHOD_WORDS: dict[TwoProportionMethod, str] = {
    "unpooled": "unpooled variance",
    "pooled": "pooled variance under no difference",
    "pooled_both": "pooled variance throughout",
    "arcsine": "arcsine",
    "pooled_cc": "pooled variance under no difference, continuity corrected",
    "unpooled_cc": "unpooled variance, continuity corrected",
    "arcsine_cc": "arcsine, continuity corrected",
    "log_odds": "log odds ratio",
    "log_rr": "log rate ratio",
    "larger_rate": "variance of the larger rate for both arms",
}
TEST_WORDS: dict[TwoProportionTest, str] = {
    "z_pooled": "the pooled z test",
    "z_unpooled": "the unpooled z test",
    "z_pooled_cc": "the pooled z test, continuity corrected",
    "arcsine": "the arcsine test",
    "fisher": "Fisher's exact test",
    "fisher_midp": "Fisher's mid-p test",
}
EXACT_SEARCH = 500
PAIRED_WORDS: dict[PairedTest, str] = {"exact": "exact", "midp": "mid-p"}


def plan_screen(n: int, rate: float, confidence: float = 0.95) -> tuple[PlanRow, ...]:
    """Return what a screen of n trials can say about a case that passes with chance `rate`.

    The chance that it sees no pass, the bounds it leaves then, and the trials that would see a
    pass with the wanted confidence. ValueError unless n >= 1, 0 < rate < 1, 0.5 <= confidence < 1.
    """
    if n < 1 or not 0 < rate < 1:
        raise ValueError("n must be at least 1 and rate must lie inside (0, 1)")
    missed = (1 - rate) ** n
    return (
        PlanRow("chance that no trial passes", "exact binomial", missed),
        *_upper_bounds(n, confidence),
        PlanRow(
            "trials that hold a pass with the wanted confidence",
            "exact binomial",
            min_n_zero_failures(1 - rate, 1 - confidence),
        ),
    )


def plan_bound(bound: float, confidence: float = 0.95) -> tuple[PlanRow, ...]:
    """Return the trials, none passed, that bound the pass rate to at most `bound`.

    ValueError unless 0 < bound < 1 and 0.5 <= confidence < 1.
    """
    alpha = 1 - confidence
    one, two = (min_n_zero_failures(1 - bound, alpha / sides) for sides in (1, 2))
    rough = -math.log(alpha) / bound
    return (
        PlanRow("trials", "one-sided exact", one),
        PlanRow("trials", "two-sided Clopper-Pearson", two),
        PlanRow("trials", "one-sided, -ln alpha / bound", math.ceil(rough), rough),
    )


def plan_certify(p0: float, confidence: float = 0.95) -> tuple[PlanRow, ...]:
    """Return the trials, all passed, that show a pass rate of at least p0.

    ValueError unless 0 < p0 < 1 and 0.5 <= confidence < 1.
    """
    n = min_n_zero_failures(p0, 1 - confidence)
    shown = reliability_lower_zero_failures(n, 1 - confidence)
    real = math.log(1 - confidence) / math.log(p0)
    return (
        PlanRow("trials, all passed", "one-sided exact", n, real),
        PlanRow("pass rate then shown", "one-sided exact", shown or 0.0),
    )


def plan_estimate(p: float, d: float, confidence: float = 0.95) -> tuple[PlanRow, ...]:
    """Return the trials that estimate a rate near p within d, by the interval to be shown.

    ValueError unless 0 < p < 1, 0 < d < 1 and 0 < confidence < 1.
    """
    wald = ss_halfwidth(p, d, confidence)
    exact = ss_halfwidth_clopper_pearson(p, d, confidence)
    each = ss_halfwidth_clopper_pearson(p, d, confidence, each_side=True)
    return (
        PlanRow("trials", "Wald half-width", math.ceil(wald), wald),
        PlanRow("trials", "Wilson half-width", ss_halfwidth_wilson(p, d, confidence)),
        PlanRow("trials", "Clopper-Pearson, half its width", exact),
        PlanRow("trials", "Clopper-Pearson, each side", each),
    )


def plan_compare(
    p1: float, p2: float, alpha: float = 0.05, power: float = 0.8, discordant: float | None = None
) -> tuple[PlanRow, ...]:
    """Return the trials an arm, or pairs, that tell pass rates p1 and p2 apart.

    Two independent arms by every formula and by exact power, two- and one-sided; and pairs of the
    same cases, of which the share `discordant` separates the arms (None: as if independent). Exact
    power is searched for up to 500 trials an arm: beyond, it would take minutes and the formulas
    agree with it to a few trials. ValueError as for `ss_two_prop` and `ss_paired`.
    """
    rows = []
    tests = TEST_WORDS if ss_two_prop(p1, p2, alpha, power) <= EXACT_SEARCH else {}
    for sides, words in ((2, "two-sided"), (1, "one-sided")):
        for method, formula in METHOD_WORDS.items():
            size = ss_two_prop(p1, p2, alpha, power, sides=sides, method=method)
            rows.append(PlanRow("trials per arm", f"{words}, {formula}", math.ceil(size), size))
        for test, name in tests.items():
            n = min_n_two_prop_exact(p1, p2, alpha, power, sides=sides, test=test)
            rows.append(PlanRow("trials per arm", f"{words}, exact power of {name}", n))
    return (*rows, *_paired_rows(p1, p2, alpha, power, discordant))


def _paired_rows(
    p1: float, p2: float, alpha: float, power: float, discordant: float | None
) -> tuple[PlanRow, ...]:
    apart = p1 * (1 - p2) + p2 * (1 - p1) if discordant is None else discordant
    one, other = (apart + abs(p1 - p2)) / 2, (apart - abs(p1 - p2)) / 2
    size = ss_paired(one, other, alpha, power)
    pairs = math.ceil(size)
    return (
        PlanRow("pairs", "two-sided, McNemar by formula", pairs, size),
        *(
            PlanRow(
                "power at that many pairs",
                f"two-sided, McNemar {words}",
                power_mcnemar_exact(pairs, one, other, alpha, test),
            )
            for test, words in PAIRED_WORDS.items()
        ),
    )


def _upper_bounds(n: int, confidence: float) -> tuple[PlanRow, ...]:
    one = zero_success_upper(n, 1 - confidence)
    _, two = clopper_pearson(0, n, confidence)
    return (
        PlanRow("upper bound after no pass", "one-sided exact", one or 0.0),
        PlanRow("upper bound after no pass", "two-sided Clopper-Pearson", two or 0.0),
    )


def rules_of_thumb() -> tuple[RuleOfThumb, ...]:
    """Return the protocol's rules of thumb, each beside the exact number computed here."""
    upper_5, upper_20 = (_percent(zero_success_upper(n)) for n in (5, 20))
    two_5, two_20 = (_percent(clopper_pearson(0, n)[1]) for n in (5, 20))
    half, eighty = ss_halfwidth(0.5, 0.1), ss_halfwidth(0.8, 0.1)
    exact_half = ss_halfwidth_clopper_pearson(0.5, 0.1)
    exact_eighty = ss_halfwidth_clopper_pearson(0.8, 0.1, each_side=True)
    pooled = ss_two_prop(0.5, 0.7)
    larger = ss_two_prop(0.5, 0.7, method="larger_rate")
    exact, fisher = (min_n_two_prop_exact(0.5, 0.7, test=t) for t in ("z_pooled", "fisher"))
    power = _percent(power_two_prop_exact(82, 0.5, 0.7))
    return (
        RuleOfThumb(
            goal="Screen for any recovery",
            stated="n = 5: 0/5 is weak evidence, the upper bound is still wide",
            exact=f"0/5 bounds the rate to {upper_5} one-sided, {two_5} two-sided",
            why=f"Right. A case that passes one time in five is missed {_percent(0.8**5)} of the "
            "time.",
        ),
        RuleOfThumb(
            goal="Bound an unobserved recovery rate",
            stated="0/20 gives a one-sided 95% upper bound of about 14%",
            exact=f"0/20 bounds the rate to {upper_20} one-sided, {two_20} two-sided",
            why="Right, one-sided. Beside two-sided intervals the two-sided bound must be shown.",
        ),
        RuleOfThumb(
            goal="Certify high repeatability with zero failures",
            stated="n = 29 for 90% at one-sided 95%; n = 33 is about 91%",
            exact=f"n = {min_n_zero_failures(0.9)} for 90%; 33/33 shows "
            f"{_percent(reliability_lower_zero_failures(33))}",
            why="Right.",
        ),
        RuleOfThumb(
            goal="Estimate a rate within ten percentage points",
            stated="about n = 96 near p = 0.5, about n = 61 at p = 0.8",
            exact=f"n = {math.ceil(half)} and {math.ceil(eighty)} (Wald); "
            f"{ss_halfwidth_wilson(0.5, 0.1)} and {ss_halfwidth_wilson(0.8, 0.1)} (Wilson); "
            f"{exact_half} and {exact_eighty} (Clopper-Pearson, each side)",
            why=f"The formula gives {half:.2f} and {eighty:.2f}, which were rounded down: at 96 "
            "and 61 the half-width is still above ten points.",
        ),
        RuleOfThumb(
            goal="Compare two arms",
            stated="50% against 70% at 80% power needs about n = 82 per arm",
            exact=f"n = {math.ceil(pooled)} per arm (two-sided, pooled); {exact} by exact power of "
            f"the z test, {fisher} of Fisher's",
            why=f"82 gives a power of {power}. No standard two-sided formula gives it; using the "
            f"variance of the 70% arm for both arms does ({larger:.2f}, rounded down).",
        ),
    )


def _percent(share: float | None) -> str:
    return "undefined" if share is None else f"{100 * share:.1f}%"
