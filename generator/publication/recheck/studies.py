"""Studies from their tasks' counts: effects, exact p values, Holm, decisions, the rows' sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from generator.measures.study_comparison import ArmCounts, Comparison, Hypothesis, TaskPair
from generator.measures.study_exact import (
    TaskEffects,
    baseline_failures,
    failure_effects,
    pass_effects,
    steps_effects,
)
from generator.publication.recheck.checked import Checked
from generator.publication.study import Study, StudyThresholds
from generator.publication.study_effects import (
    HolmEntry,
    RecomputedPrimary,
    StudyComparison,
    TaskEffect,
)
from generator.publication.study_words import StudyHypothesis
from generator.statistics import (
    LatticeTooWideError,
    compound_p,
    decide_content,
    decide_study,
    decide_timing,
    equivalence,
    holm,
    inside_margin,
    signflip_exact,
)

_HYPOTHESES = {
    "TIMING": Hypothesis.TIMING,
    "CONTENT": Hypothesis.CONTENT,
    "NO_TRAP": Hypothesis.NO_TRAP,
}


def recheck_study(place: str, study: Study) -> Iterator[Checked]:
    """Yield a check of every number of a study that its published counts determine."""
    yield from _rows(place, study)
    recomputed = study.recomputed
    for name, stated, exact in (
        ("timing", study.timing, recomputed.timing if recomputed else None),
        ("content", study.content, recomputed.content if recomputed else None),
    ):
        if stated is not None and exact is not None:
            yield from _primary(f"{place}.{name}", stated, exact, _comparison(study, name.upper()))
    yield from _no_trap(f"{place}.no_trap", study)
    yield from _family(place, study)
    if study.thresholds is not None:
        yield from _decisions(place, study, study.thresholds)


def _rows(place: str, study: Study) -> Iterator[Checked]:
    rows, design = study.completeness, study.design
    planned = rows.valid + rows.invalid + rows.missing
    terminal = rows.valid + rows.invalid + rows.duplicate + rows.unexpected
    as_planned = not (rows.missing or rows.duplicate or rows.unexpected or rows.unlisted)
    yield Checked(f"{place}.design.expected_rows", design.expected_rows, planned)
    yield Checked(f"{place}.design.terminal_rows", design.terminal_rows, terminal)
    yield Checked(f"{place}.design.exact", design.exact, as_planned)
    arms = study.arm_outcomes
    yield Checked(f"{place}.arm_outcomes.expected", sum(a.expected for a in arms), planned)
    yield Checked(f"{place}.arm_outcomes.valid", sum(a.valid for a in arms), rows.valid)
    yield Checked(f"{place}.arm_outcomes.invalid", sum(a.invalid for a in arms), rows.invalid)


def _comparison(study: Study, name: str) -> Comparison:
    """Return the published tasks of a comparison as they are counted."""
    effects = [effect for effect in study.task_effects if effect.comparison == name]
    hypothesis = _HYPOTHESES[name]
    return Comparison(hypothesis, *_ANY_ARMS, tuple(map(_pair, effects)), (), ())


def _pair(effect: TaskEffect) -> TaskPair:
    return TaskPair(
        effect.task,
        ArmCounts(
            effect.baseline_rows,
            effect.baseline_repeated_failures,
            effect.baseline_passes,
            (effect.baseline_steps,),
        ),
        ArmCounts(
            effect.candidate_rows,
            effect.candidate_repeated_failures,
            effect.candidate_passes,
            (effect.candidate_steps,),
        ),
    )
