"""Studies from their tasks' counts: effects, exact p values, Holm, decisions, the rows' sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.measures.study_comparison import ArmCounts, TaskPair
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
    StudyDecisions,
    TaskEffect,
)
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


def recheck_study(place: str, study: Study) -> Iterator[Checked]:
    """Yield a check of every number of a study that its published counts determine."""
    yield from _rows(place, study)
    recomputed = study.recomputed
    for name, stated, exact in (
        ("timing", study.timing, recomputed.timing if recomputed else None),
        ("content", study.content, recomputed.content if recomputed else None),
    ):
        if stated is not None and exact is not None:
            tasks = _tasks(study, name.upper())
            yield from _primary(f"{place}.{name}", stated, tasks)
            yield from _exact(f"{place}.recomputed.{name}", exact, tasks)
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


def _tasks(study: Study, comparison: str) -> list[TaskPair]:
    """Return the published tasks of a comparison as they are counted."""
    return [_pair(effect) for effect in study.task_effects if effect.comparison == comparison]


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


def _primary(place: str, stated: StudyComparison, tasks: Sequence[TaskPair]) -> Iterator[Checked]:
    yield Checked(f"{place}.task_count", stated.task_count, len(tasks))
    if not tasks:
        return
    failure, passed = failure_effects(tasks), pass_effects(tasks)
    baseline = baseline_failures(tasks).mean
    reduction = failure.mean / baseline if baseline else None
    for name, said, computed in (
        ("repeated_failure_benefit", stated.repeated_failure_benefit, failure.mean),
        ("relative_risk_reduction", stated.relative_risk_reduction, reduction),
        ("task_pass_benefit", stated.task_pass_benefit, passed.mean),
        ("steps_difference", stated.steps_difference, steps_effects(tasks).mean),
    ):
        yield Checked(f"{place}.{name}", said, None if computed is None else float(computed))


def _exact(place: str, exact: RecomputedPrimary, tasks: Sequence[TaskPair]) -> Iterator[Checked]:
    if tasks:
        failing, passing = failure_effects(tasks), pass_effects(tasks)
        yield from _exact_p(f"{place}.repeated_failure_p", exact.repeated_failure_p, failing)
        yield from _exact_p(f"{place}.task_pass_p", exact.task_pass_p, passing)


def _exact_p(place: str, stated: float | None, effects: TaskEffects) -> Iterator[Checked]:
    """Yield the check of an exact p value; of one that was drawn, for want of room, none."""
    try:
        yield Checked(place, stated, signflip_exact(effects.values)["p"])
    except LatticeTooWideError:
        return


def _no_trap(place: str, study: Study) -> Iterator[Checked]:
    check, tasks = study.no_trap, _tasks(study, "NO_TRAP")
    if check is None:
        return
    yield Checked(f"{place}.task_count", check.task_count, len(tasks))
    if not tasks:
        return
    difference = float(pass_effects(tasks).mean)
    yield Checked(f"{place}.pass_rate_difference", check.pass_rate_difference, difference)
    steps = float(steps_effects(tasks).mean)
    yield Checked(f"{place}.steps_difference", check.steps_difference, steps)
    passing, stepping = check.pass_rate_interval, check.steps_interval
    cut = any(cut.hypothesis == "NO_TRAP" for cut in study.cuts)
    if passing is None or stepping is None or cut:
        yield Checked(f"{place}.equivalent", check.equivalent, None)
        return
    within = inside_margin(passing.lower, passing.upper, check.pass_margin)
    yield Checked(f"{place}.pass_rate_within_margin", check.pass_rate_within_margin, within)
    equivalent = equivalence(
        passing.lower,
        passing.upper,
        stepping.lower,
        stepping.upper,
        pass_margin=check.pass_margin,
        steps_margin=check.steps_margin,
        gate_pass_rate=check.gate_pass_rate,
    )
    yield Checked(f"{place}.equivalent", check.equivalent, equivalent)


def _family(place: str, study: Study) -> Iterator[Checked]:
    """Yield the compound p value and Holm's correction, of the draws and of the exact values."""
    content, recomputed = study.content, study.recomputed
    if content is not None:
        drawn = compound_p([content.repeated_failure_p, content.task_pass_p])
        yield Checked(f"{place}.content_compound_p", study.content_compound_p, drawn)
    yield from _holm(f"{place}.holm", study.holm)
    if recomputed is None:
        return
    if recomputed.content is not None:
        exact = recomputed.content
        counted = compound_p([exact.repeated_failure_p, exact.task_pass_p])
        name = f"{place}.recomputed.content_compound_p"
        yield Checked(name, recomputed.content_compound_p, counted)
    yield from _holm(f"{place}.recomputed.holm", recomputed.holm)


def _holm(place: str, family: Sequence[HolmEntry]) -> Iterator[Checked]:
    adjusted = holm([entry.raw_p for entry in family])
    for entry, found in zip(family, adjusted, strict=True):
        yield Checked(f"{place}.{entry.id}.adjusted_p", entry.adjusted_p, found)


def _decisions(place: str, study: Study, rule: StudyThresholds) -> Iterator[Checked]:
    """Yield the decisions that the published numbers make under the published thresholds."""
    timing, content = study.timing, study.content
    adjusted = {entry.id: entry.adjusted_p for entry in study.holm}
    if timing is not None:
        limits = timing.repeated_failure_benefit_interval
        reducible = timing.relative_risk_reduction_interval is not None
        made = decide_timing(
            timing.repeated_failure_benefit,
            timing.relative_risk_reduction if reducible else None,
            limits.lower if limits else None,
            adjusted.get("TIMING"),
            timing.interpretation == "CONFIRMATORY",
            minimum_benefit=rule.minimum_benefit,
            minimum_rrr=rule.minimum_relative_risk_reduction,
            lower_above=rule.timing_interval_above,
            alpha=rule.timing_adjusted_p_below,
        )
        yield Checked(f"{place}.decisions.timing", study.decisions.timing, str(made))
    if content is not None and rule.content_adjusted_p_below is not None:
        failing, passing = (
            content.repeated_failure_benefit_interval,
            content.task_pass_benefit_interval,
        )
        made = decide_content(
            failing.lower if failing else None,
            passing.lower if passing else None,
            adjusted.get("CONTENT"),
            content.interpretation == "CONFIRMATORY",
            rf_above=rule.content_failure_interval_above or 0,
            tp_above=rule.content_pass_interval_above or 0,
            alpha=rule.content_adjusted_p_below,
        )
        yield Checked(f"{place}.decisions.content", study.decisions.content, str(made))
    yield from _of_study(f"{place}.study_decision", study.study_decision, study.decisions)
    if (exact := study.recomputed) is not None:
        where = f"{place}.recomputed.study_decision"
        yield from _of_study(where, exact.study_decision, exact.decisions)


def _of_study(place: str, stated: str | None, decisions: StudyDecisions) -> Iterator[Checked]:
    if decisions.timing is not None:
        decided = decide_study(decisions.timing, decisions.content)
        yield Checked(place, stated, str(decided))
