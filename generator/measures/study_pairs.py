"""The content pairs of a study: their match judged again from what was measured of each.

The rows say which pair their facts were of, and rule the analysis. A file of pairs whose verdicts
its own measurements contradict is no evidence that the facts matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.artifacts.study_records import FactPair
from generator.artifacts.study_rule_records import PairRule

_ROUNDED = 1e-4
"""How far a stated ratio may be from the one its own token counts make: it may be rounded."""


@dataclass(frozen=True, slots=True)
class PairsMeasure:
    """All pairs judged again; `judged` is false where a measurement that it takes is missing."""

    pairs: int
    unmatched: int
    contradicted: int
    judged: bool

    @property
    def all_matched(self) -> bool:
        """Whether every pair matches by its measurements, or by its word where there are none."""
        return not self.unmatched and not self.contradicted


def judge_pairs(pairs: Sequence[FactPair], rule: PairRule) -> PairsMeasure:
    """Judge every pair by the rule's limits."""
    verdicts = [_matches(pair, rule) for pair in pairs]
    contradicted = [
        verdict is not None and (verdict != pair.matched or not _adds_up(pair))
        for pair, verdict in zip(pairs, verdicts, strict=True)
    ]
    return PairsMeasure(
        pairs=len(pairs),
        unmatched=sum(not pair.matched for pair in pairs),
        contradicted=sum(contradicted),
        judged=None not in verdicts,
    )


def _matches(pair: FactPair, rule: PairRule) -> bool | None:
    """Return whether a pair meets every limit, None where one of them was not measured."""
    gap, relative = _gaps(pair)
    alike = (pair.path_shapes, pair.action_shapes)
    if pair.jaccard is None or gap is None or relative is None or None in alike:
        return None
    counts = pair.fact_counts
    return (
        rule.minimum_jaccard <= pair.jaccard <= rule.maximum_jaccard
        and gap <= rule.maximum_token_gap
        and relative <= rule.maximum_relative_token_gap
        and all(shapes is not None and shapes[0] == shapes[1] for shapes in alike)
        and (counts is None or set(counts) == {rule.fact_count})
    )


def _gaps(pair: FactPair) -> tuple[float | None, float | None]:
    """Return the gap of tokens and its share of the larger count, from the counts if stated."""
    failure, success = pair.failure_tokens, pair.success_tokens
    if failure is None or success is None:
        return pair.token_gap, pair.relative_token_gap
    gap = abs(failure - success)
    return gap, gap / max(failure, success, 1)


def _adds_up(pair: FactPair) -> bool:
    """Whether the stated gaps are those of the stated counts."""
    gap, relative = _gaps(pair)
    stated = ((pair.token_gap, gap, 0.0), (pair.relative_token_gap, relative, _ROUNDED))
    return all(
        said is None or made is None or abs(said - made) <= slack for said, made, slack in stated
    )
