"""Two arms on the same cases, one trial each: the paired table, its tests, its odds ratio.

The table of N cases: a both pass, b only the first arm passes, c only the second passes, d both
fail. Only the discordant b and c tell the arms apart. Several trials a case and arm are never
pooled into this table: `differences` compares them.
"""

from __future__ import annotations

import math
from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt
from scipy import stats

from generator.statistics.counts import as_counts, as_integers
from generator.statistics.method import Method
from generator.statistics.proportions import clopper_pearson
from generator.statistics.undefined import Undefined


class PairedTable(TypedDict):
    """The concordance table of two arms over the same cases."""

    a: int
    b: int
    c: int
    d: int


class OddsRatio(TypedDict):
    """An odds ratio and its limits; "Infinity" where it has no bound."""

    est: float | Literal["Infinity"] | None
    lo: float | None
    hi: float | Literal["Infinity"] | None
    undefined: Undefined | None


def paired_table(first: npt.ArrayLike, second: npt.ArrayLike) -> PairedTable:
    """Count the cases by the outcomes of two arms.

    `first` and `second` are boolean arrays of shape (cases,), in one order of cases. ValueError
    unless they are boolean and of one shape.
    """
    one, two = np.asarray(first), np.asarray(second)
    if one.ndim != 1 or one.shape != two.shape:
        raise ValueError("both arms need one outcome for each of the same cases")
    if one.size and not one.dtype.kind == two.dtype.kind == "b":
        raise ValueError("outcomes must be boolean")
    passed_both = int((one & two).sum()) if one.size else 0
    only_first, only_second = int(one.sum()) - passed_both, int(two.sum()) - passed_both
    return PairedTable(
        a=passed_both,
        b=only_first,
        c=only_second,
        d=one.size - passed_both - only_first - only_second,
    )


def mcnemar_exact(b: int, c: int) -> float:
    """Return the two-sided p value of the exact conditional McNemar test.

    min(1, 2 P(X <= min(b, c))), X ~ Bin(b + c, 1/2). 1 where b + c = 0: no case speaks against
    equal arms. Unit: cases. ValueError unless b and c are non-negative integers. Source: McNemar
    1947; Fagerland, Lydersen and Laake 2013.
    """
    smaller, discordant = _discordant(b, c)
    return min(1.0, 2 * _tail(smaller, discordant) / (1 << discordant))


def mcnemar_midp(b: int, c: int) -> float:
    """Return the two-sided mid-p value of the McNemar test: less wary than the exact one.

    2 P(X <= m) - P(X = m) with m = min(b, c), X ~ Bin(b + c, 1/2); at b = c that is
    1 - P(X = b) / 2. 1 where b + c = 0. Unit: cases. ValueError unless b and c are non-negative
    integers. Source: Fagerland, Lydersen and Laake 2013.
    """
    smaller, discordant = _discordant(b, c)
    if discordant == 0:
        return 1.0
    point, total = math.comb(discordant, smaller), 1 << discordant
    if b == c:
        return (2 * total - point) / (2 * total)
    return (2 * _tail(smaller, discordant) - point) / total


def _tail(successes: int, trials: int) -> int:
    """How many of the 2^trials patterns hold at most so many successes: an integer, so exact."""
    return sum(math.comb(trials, held) for held in range(successes + 1))


def cond_or_ci(b: int, c: int, confidence: float = 0.95) -> OddsRatio:
    """Return the conditional odds ratio b/c with exact limits.

    L/(1 - L) and U/(1 - U), with [L, U] the Clopper-Pearson limits of b of b + c; 1 - U is taken
    as the lower limit of c of b + c, so that no digits cancel. "Infinity" where c = 0; undefined,
    NO_DISCORDANCE, where b + c = 0. Unit: cases. ValueError unless b and c are non-negative
    integers and 0.5 <= confidence < 1.
    """
    _, discordant = _discordant(b, c)
    first = clopper_pearson(b, discordant, confidence)
    second = clopper_pearson(c, discordant, confidence)
    if first[0] is None or second[0] is None:
        return OddsRatio(est=None, lo=None, hi=None, undefined=Undefined.NO_DISCORDANCE)
    return OddsRatio(
        est=b / c if c else "Infinity",
        lo=first[0] / second[1],
        hi=first[1] / second[0] if c else "Infinity",
        undefined=None,
    )


def fisher_exact(first_c: int, first_n: int, second_c: int, second_n: int) -> float | None:
    """Return the two-sided p value of Fisher's exact test for two unpaired proportions.

    The probability, given the margins, of every table no likelier than the one seen. For arms
    whose cases cannot be paired, and for invalid burden. None where an arm has no trial. Unit:
    trials, which must be independent. ValueError unless 0 <= c <= n are integers. Source: Fisher
    1922, by `scipy.stats.fisher_exact`.
    """
    passes, trials = as_counts([first_c, second_c], [first_n, second_n])
    if not trials.all():
        return None
    table = np.stack([passes, trials - passes], axis=1)
    return float(stats.fisher_exact(table).pvalue)


def _discordant(b: int, c: int) -> tuple[int, int]:
    """Return the smaller of the two counts, and their sum."""
    counts = as_integers([b, c], "b and c")
    return int(counts.min()), int(counts.sum())


METHODS = (
    Method(
        name="mcnemar_exact",
        title="Exact McNemar test",
        formula="p = min(1, 2 P(X <= min(b, c))), X ~ Bin(b + c, 1/2)",
        unit="cases with one trial in each arm",
        undefined_when="Never; it is 1 where no case separates the arms.",
        source="McNemar 1947",
        agrees_with=("scipy.stats.binomtest", "statsmodels mcnemar", "R exact2x2"),
        function=mcnemar_exact,
        caution="Conservative; trials of one case must not be pooled into the table.",
    ),
    Method(
        name="mcnemar_midp",
        title="Mid-p McNemar test",
        formula="p = 2 P(X <= m) - P(X = m), m = min(b, c); 1 - P(X = b)/2 where b = c",
        unit="cases with one trial in each arm",
        undefined_when="Never; it is 1 where no case separates the arms.",
        source="Fagerland, Lydersen and Laake 2013",
        agrees_with=("scipy.stats.binom", "R contingencytables", "R exact2x2 (b != c)"),
        function=mcnemar_midp,
        caution="It can reject a little more often than its level says.",
    ),
    Method(
        name="cond_or_ci",
        title="Conditional odds ratio",
        formula="b/c; L/(1 - L) to U/(1 - U) with the Clopper-Pearson limits of b of b + c",
        unit="cases with one trial in each arm",
        undefined_when="No case separates the arms; unbounded where c = 0.",
        source="Clopper and Pearson 1934, given b + c",
        agrees_with=("scipy.stats.binomtest", "R exact2x2"),
        function=cond_or_ci,
    ),
    Method(
        name="fisher_exact",
        title="Fisher's exact test",
        formula="sum of P(table) over tables no likelier than the one seen, margins given",
        unit="independent trials",
        undefined_when="An arm has no valid trial.",
        source="Fisher 1922",
        agrees_with=("the 60 comparisons published with tau2-bench", "fractions"),
        function=fisher_exact,
        caution="It takes trials as independent: not for several trials of one task.",
    ),
)
