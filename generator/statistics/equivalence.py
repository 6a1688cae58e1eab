"""Equivalence: an interval that lies strictly inside a margin, in both directions.

That nothing was found is no evidence that there is nothing; equivalence is claimed only where the
whole interval is smaller than what would matter.
"""

from __future__ import annotations

from generator.statistics.exact import Exact, exact
from generator.statistics.method import Method


def inside_margin(lower: Exact | None, upper: Exact | None, margin: Exact) -> bool | None:
    """Return whether -margin < lower and upper < margin, strictly; a limit on the margin fails.

    Numbers compare as the decimals they are written as. None where a limit is. ValueError unless
    lower <= upper and the margin is positive.
    """
    wanted = exact(margin)
    if wanted <= 0:
        raise ValueError("a margin must be positive")
    if lower is None or upper is None:
        return None
    low, high = exact(lower), exact(upper)
    if low > high:
        raise ValueError("the lower limit must not exceed the upper")
    return -wanted < low and high < wanted


def equivalence(
    pass_lo: Exact | None,
    pass_hi: Exact | None,
    steps_lo: Exact | None,
    steps_hi: Exact | None,
    *,
    pass_margin: Exact = 0.02,
    steps_margin: Exact = 2,
    gate_pass_rate: bool = True,
) -> bool | None:
    """Return whether the arms are equivalent: both 90% intervals strictly inside their margins.

    The limits are of the pass-rate difference and of the difference in steps. With
    `gate_pass_rate` false the pass rate is reported but does not decide. The margins default to
    those of the registered rule that the reference cases use; a study passes its own. None where a
    limit is: a cut task, or no task. An interval [0, 0] is inside any margin: call it degenerate.
    ValueError as for `inside_margin`. Source: Schuirmann 1987.
    """
    passing = inside_margin(pass_lo, pass_hi, pass_margin)
    stepping = inside_margin(steps_lo, steps_hi, steps_margin)
    if passing is None or stepping is None:
        return None
    return stepping and (passing or not gate_pass_rate)


METHODS = (
    Method(
        name="equivalence",
        title="Equivalence",
        formula="-margin < L and U < margin for the 90% intervals of pass rate and steps",
        unit="tasks",
        undefined_when="A task was cut, or there is none.",
        source="Schuirmann 1987, two one-sided tests at 5%",
        agrees_with=("the harness's own test cases",),
        function=equivalence,
        caution="Equal arms on every task give the interval [0, 0]: equivalent, but degenerate.",
    ),
)
