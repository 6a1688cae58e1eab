"""pass@k and pass^k over an arm's cases, for every k of the spec that some case has trials for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.measures.case import CaseMeasure
from generator.spec.model import Spec
from generator.statistics import Estimate

OverTasks = Callable[[list[int], list[int], int, float], Estimate]


def estimates_by_k(
    over_tasks: OverTasks, cases: Sequence[CaseMeasure], spec: Spec
) -> dict[int, Estimate]:
    """Return one estimate for every k of the spec that at least one counted case has trials for."""
    counted = [case for case in cases if case.counted]
    n, c = [case.valid for case in counted], [case.passed for case in counted]
    reached = [k for k in spec.pass_k if any(valid >= k for valid in n)]
    return {k: over_tasks(n, c, k, spec.interval.level) for k in reached}
