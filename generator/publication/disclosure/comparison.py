"""A paired comparison as it is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from generator.measures.comparison import ComparisonMeasure, FirstPassTable
from generator.publication.aliases import Aliases
from generator.publication.base import Interval
from generator.publication.comparison import (
    Comparison,
    Difference,
    LeftOut,
    OddsRatio,
    PairedTable,
    PairedTest,
)
from generator.publication.disclosure.estimates import reason
from generator.publication.strings import IdentityField, IntervalMethod, Reason
from generator.spec.model import Spec


def publish_comparison(
    pair: ComparisonMeasure, labels: Mapping[str, str], aliases: Aliases, spec: Spec
) -> Comparison:
    """Return one comparison with arms labelled and cases aliased."""
    table = pair.table
    return Comparison(
        a=labels[pair.a.account.arm_id],
        b=labels[pair.b.account.arm_id],
        verdict=pair.verdict,
        same=cast("list[IdentityField]", list(pair.same)),
        differs=cast("list[IdentityField]", list(pair.differs)),
        cases=_cases(pair),
        left_out=sorted(
            (
                LeftOut(case=aliases.of("case", case_id), reason=why)
                for case_id, why in pair.left_out.items()
            ),
            key=lambda row: row.case,
        ),
        table=_table(table),
        only_a=_aliased(table.only_a if table else (), aliases),
        only_b=_aliased(table.only_b if table else (), aliases),
        test=_test(pair),
        difference=_difference(pair, spec),
        odds_ratio=_odds_ratio(pair, spec),
        trials_difference=_trials_difference(pair, spec),
    )


def _cases(pair: ComparisonMeasure) -> int:
    if pair.table is not None:
        return pair.table.cases
    return pair.trials.over_cases["tasks"] if pair.trials else 0


def _aliased(case_ids: Iterable[str], aliases: Aliases) -> list[str]:
    return sorted(aliases.of("case", each) for each in case_ids)


def _table(table: FirstPassTable | None) -> PairedTable | None:
    if table is None:
        return None
    return PairedTable(
        both_passed=len(table.both),
        only_a=len(table.only_a),
        only_b=len(table.only_b),
        neither=len(table.neither),
    )


def _why_no_tests(pair: ComparisonMeasure) -> Reason | None:
    if pair.tests is not None:
        return None
    return "NO_TRIALS" if pair.comparable else "NOT_COMPARABLE"


def _test(pair: ComparisonMeasure) -> PairedTest:
    return PairedTest(
        p_exact=pair.tests.p_exact if pair.tests else None,
        p_mid=pair.tests.p_mid if pair.tests else None,
        p_holm=pair.p_holm,
        family=pair.family,
        undefined=_why_no_tests(pair),
    )


def _difference(pair: ComparisonMeasure, spec: Spec) -> Difference:
    if pair.tests is None or pair.table is None:
        return _no_difference(0, _why_no_tests(pair))
    found = pair.tests.difference
    return Difference(
        estimate=found["diff"],
        standard_error=None,
        interval=_interval(found["lo"], found["hi"], "tango", spec),
        p_value=pair.tests.p_exact,
        tasks=pair.table.cases,
        undefined=None,
    )


def _odds_ratio(pair: ComparisonMeasure, spec: Spec) -> OddsRatio:
    if pair.tests is None or pair.table is None:
        return OddsRatio(estimate=None, interval=None, undefined=_why_no_tests(pair))
    found = pair.tests.odds_ratio
    if found["undefined"] is not None:
        return OddsRatio(estimate=None, interval=None, undefined=reason(found["undefined"]))
    return OddsRatio(
        estimate=_finite(found["est"]),
        interval=_interval(_finite(found["lo"]), _finite(found["hi"]), "conditional", spec),
        undefined=None if pair.table.only_b else "SEPARATION",
    )


def _finite(value: float | str | None) -> float | None:
    """An end that lies at infinity is open."""
    return value if isinstance(value, float | int) else None


def _trials_difference(pair: ComparisonMeasure, spec: Spec) -> Difference:
    if pair.trials is None:
        return _no_difference(0, "NOT_COMPARABLE")
    over = pair.trials.over_cases
    if over["tasks"] < spec.publication.minimum_tasks:
        return _no_difference(over["tasks"], "TOO_FEW_TASKS" if over["tasks"] else "NO_TRIALS")
    return Difference(
        estimate=over["diff"],
        standard_error=over["se"],
        interval=_interval(over["lo"], over["hi"], "t", spec),
        p_value=pair.trials.p_value,
        tasks=over["tasks"],
        undefined=reason(over["undefined"]),
    )


def _no_difference(tasks: int, why: Reason | None) -> Difference:
    return Difference(
        estimate=None, standard_error=None, interval=None, p_value=None, tasks=tasks, undefined=why
    )


def _interval(
    lower: float | None, upper: float | None, method: IntervalMethod, spec: Spec
) -> Interval | None:
    if lower is None and upper is None:
        return None
    return Interval(lower=lower, upper=upper, level=spec.interval.level, method=method)
