"""The paired sign-flip test on integer task effects: exact by counting, or over drawn signs.

If the arms do not differ, each task's effect is as likely to have had the other sign. The p value
is the share of sign patterns whose sum is at least the one seen; equal sums count. With integers
they are equal when they are, which sums of rounded fractions lose.
"""

from __future__ import annotations

import math
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from generator.statistics.counts import IntArray, as_integers
from generator.statistics.exact import as_effects
from generator.statistics.lattice import LatticeTooWideError, subsets_reaching
from generator.statistics.method import Method


class ExactSignFlip(TypedDict):
    """Sign patterns at least as extreme as the one seen, of all 2^T."""

    count: int
    total: int
    p: float


class DrawnSignFlip(TypedDict):
    """Drawn sign patterns at least as extreme as the one seen."""

    count: int
    p: float


class TwoSidedSignFlip(TypedDict):
    """A two-sided p value, and whether every pattern was counted or some were drawn."""

    p: float
    exact: bool


def mc_p(count: int, B: int) -> float:  # noqa: N803 - the draws' usual letter
    """Return the Monte Carlo p value (count + 1)/(B + 1): the pattern seen is one of the draws.

    Never 0; the smallest is 1/(B + 1). ValueError unless 0 <= count <= B are integers. Source:
    Davison and Hinkley 1997, section 4.2.
    """
    extreme, draws = (int(value) for value in as_integers([count, B], "count and B"))
    if extreme > draws:
        raise ValueError("count must not exceed B")
    return (extreme + 1) / (draws + 1)


def signflip_exact(d: npt.ArrayLike) -> ExactSignFlip:
    """Return the exact one-sided sign-flip test: is the effect larger than chance would make it.

    d holds one integer effect a task, positive where the candidate is better. A pattern's sum
    reaches the one seen exactly if the magnitudes it keeps positive sum to at least the sum of the
    positive effects, so the patterns are counted as subsets of the magnitudes; a zero effect
    doubles both counts. p = count / total. With m non-zero effects, all positive, p = 2^-m; all
    zero, or no task, gives 1. Unit: tasks. ValueError unless d are integers; LatticeTooWideError,
    a ValueError, where the sums are too many to count.
    """
    effects: list[int] = as_effects(d).tolist()
    count, total = _tail(effects), 1 << len(effects)
    return ExactSignFlip(count=count, total=total, p=count / total)


def signflip_two_sided(d: npt.ArrayLike, draws: int, rng: np.random.Generator) -> TwoSidedSignFlip:
    """Return the two-sided sign-flip p value: P(|sum of flipped effects| >= |sum of effects|).

    d holds one integer effect a task. Exact where the sums can be counted, by the symmetry of the
    flips twice the smaller tail; else (count + 1)/(draws + 1) over drawn signs. 1 where the sum
    is 0. Unit: tasks. ValueError unless d are integers and draws is positive.
    """
    effects = as_effects(d)
    if effects.sum() < 0:
        effects = -effects
    try:
        count = 2 * _tail(effects.tolist())
    except LatticeTooWideError:
        sums = draw_signs(effects.size, draws, rng) @ effects
        return TwoSidedSignFlip(
            p=mc_p(int((np.abs(sums) >= effects.sum()).sum()), draws), exact=False
        )
    return TwoSidedSignFlip(p=min(1.0, count / (1 << effects.size)), exact=True)


def draw_signs(tasks: int, draws: int, rng: np.random.Generator) -> IntArray:
    """Draw one sign, 1 or -1, for each of `tasks` tasks in each of `draws` patterns.

    ValueError unless draws is positive and tasks is not negative.
    """
    if tasks < 0 or draws < 1:
        raise ValueError("at least one draw is needed")
    return 2 * rng.integers(0, 2, size=(draws, tasks), dtype=np.int64) - 1


def signflip_from_draws(d: npt.ArrayLike, signs: npt.ArrayLike) -> DrawnSignFlip:
    """Return the one-sided sign-flip test over given patterns of signs.

    d holds one integer effect a task; `signs`, of shape (draws, tasks), holds 1 and -1. A pattern
    counts when its sum is at least the one seen, p = (count + 1)/(draws + 1). Unit: tasks. All
    effects zero gives 1. ValueError unless d are integers and signs are 1 or -1, one a task.
    """
    effects = as_effects(d)
    patterns = np.asarray(signs)
    if patterns.ndim != 2 or patterns.shape[1] != effects.size:
        raise ValueError("each pattern needs one sign for each task")
    if patterns.dtype.kind != "i" or not (np.abs(patterns) == 1).all():
        raise ValueError("signs must be 1 or -1")
    count = int((patterns @ effects >= effects.sum()).sum())
    return DrawnSignFlip(count=count, p=mc_p(count, patterns.shape[0]))


def _tail(effects: list[int]) -> int:
    """Return how many sign patterns have a sum of at least the sum of the effects."""
    nonzero = [effect for effect in effects if effect]
    unit = math.gcd(*nonzero) or 1
    magnitudes = [abs(effect) // unit for effect in nonzero]
    kept = sum(effect // unit for effect in nonzero if effect > 0)
    return subsets_reaching(magnitudes, kept) << (len(effects) - len(nonzero))


METHODS = (
    Method(
        name="signflip_exact",
        title="Sign-flip test, exact",
        formula="p = #{s in {-1, 1}^T : sum s_i d_i >= sum d_i} / 2^T",
        unit="tasks",
        undefined_when="Never; it is 1 where no task shows an effect.",
        source="Fisher 1935",
        agrees_with=("full enumeration of the 2^T patterns", "R exactRankTests"),
        function=signflip_exact,
        caution="One-sided; with m tasks that differ it cannot go below 2^-m.",
    ),
    Method(
        name="signflip_from_draws",
        title="Sign-flip test over drawn signs",
        formula="p = (#{draws with sum s_i d_i >= sum d_i} + 1) / (draws + 1)",
        unit="tasks",
        undefined_when="Never; it is 1 where no task shows an effect.",
        source="Davison and Hinkley 1997",
        agrees_with=("fractions", "R"),
        function=signflip_from_draws,
        caution="It never is 0: the smallest value is 1/(draws + 1).",
    ),
    Method(
        name="signflip_two_sided",
        title="Sign-flip test, two-sided",
        formula="p = P(|sum s_i d_i| >= |sum d_i|) over the 2^T patterns",
        unit="tasks",
        undefined_when="Never; it is 1 where the effects sum to zero.",
        source="Fisher 1935",
        agrees_with=("full enumeration of the 2^T patterns",),
        function=signflip_two_sided,
        caution="With m tasks that differ it cannot go below 2^(1-m).",
    ),
)
