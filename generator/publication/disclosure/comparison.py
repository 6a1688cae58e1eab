"""A paired comparison as it is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from generator.measures.comparison import (
    ComparisonMeasure,
    FirstPassTable,
    TrialsDifference,
    same_fields,
)
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
from generator.statistics import cond_or_ci, mcnemar_exact, mcnemar_midp, tango


def publish_comparison(
    pair: ComparisonMeasure, labels: Mapping[str, str], aliases: Aliases, spec: Spec
) -> Comparison:
    """Return one comparison with arms labelled and cases aliased."""
    table = pair.table
    return Comparison(
        a=labels[pair.a.account.arm_id],
        b=labels[pair.b.account.arm_id],
        verdict=pair.verdict,
        same=cast("list[IdentityField]", list(same_fields(pair))),
        differs=cast("list[IdentityField]", list(pair.differs)),
        cases=table.cases if table else pair.trials.over_cases["tasks"],
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
        trials_difference=_trials_difference(pair, pair.trials, spec),
    )


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


def _why_no_table(pair: ComparisonMeasure) -> Reason | None:
    if not pair.comparable:
        return "NOT_COMPARABLE"
    return None if pair.table is not None and pair.table.cases else "NO_TRIALS"


def _test(pair: ComparisonMeasure) -> PairedTest:
    why = _why_no_table(pair)
    b, c = _discordant(pair)
    return PairedTest(
        p_exact=None if why else mcnemar_exact(b, c),
        p_mid=None if why else mcnemar_midp(b, c),
        p_holm=pair.p_holm,
        family=pair.family,
        undefined=why,
    )


def _discordant(pair: ComparisonMeasure) -> tuple[int, int]:
    return (len(pair.table.only_a), len(pair.table.only_b)) if pair.table else (0, 0)


def _difference(pair: ComparisonMeasure, spec: Spec) -> Difference:
    why = _why_no_table(pair)
    if why or pair.table is None:
        return _no_difference(why)
    b, c = _discordant(pair)
    found = tango(b, c, pair.table.cases, spec.interval.level)
    return Difference(
        estimate=found["diff"],
        standard_error=None,
        interval=_interval(found["lo"], found["hi"], "tango", spec),
        p_value=mcnemar_exact(b, c),
        tasks=pair.table.cases,
        undefined=None,
    )


def _odds_ratio(pair: ComparisonMeasure, spec: Spec) -> OddsRatio:
    why = _why_no_table(pair)
    b, c = _discordant(pair)
    if why or b + c == 0:
        return OddsRatio(estimate=None, interval=None, undefined=why or "NO_DISCORDANCE")
    found = cond_or_ci(b, c, spec.interval.level)
    return OddsRatio(
        estimate=_finite(found["est"]),
        interval=_interval(_finite(found["lo"]), _finite(found["hi"]), "conditional", spec),
        undefined=None if c else "SEPARATION",
    )


def _finite(value: float | str | None) -> float | None:
    """An end that lies at infinity is open."""
    return value if isinstance(value, float | int) else None


def _trials_difference(pair: ComparisonMeasure, found: TrialsDifference, spec: Spec) -> Difference:
    if not pair.comparable:
        return _no_difference("NOT_COMPARABLE")
    over = found.over_cases
    if over["tasks"] < spec.publication.minimum_tasks:
        return _no_difference("NO_TRIALS" if not over["tasks"] else "TOO_FEW_TRIALS")
    return Difference(
        estimate=over["diff"],
        standard_error=over["se"],
        interval=_interval(over["lo"], over["hi"], "t", spec),
        p_value=found.p_value,
        tasks=over["tasks"],
        undefined=reason(over["undefined"]),
    )


def _no_difference(why: Reason | None) -> Difference:
    return Difference(
        estimate=None, standard_error=None, interval=None, p_value=None, tasks=0, undefined=why
    )


def _interval(
    lower: float | None, upper: float | None, method: IntervalMethod, spec: Spec
) -> Interval | None:
    if lower is None and upper is None:
        return None
    return Interval(lower=lower, upper=upper, level=spec.interval.level, method=method)
