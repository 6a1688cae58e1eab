"""One study as it is published: ids aliased, reasons without their cells, deviations counted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from generator.artifacts.study_records import RowIdentity, StudyArtifact
from generator.artifacts.study_rule_records import Rule
from generator.measures.study import Decided, StudyMeasure
from generator.measures.study_comparison import UNKNOWN_REASON
from generator.measures.study_differences import SCHEMA_VERSION, Difference
from generator.publication.aliases import Aliases, Kind, keyed_digest
from generator.publication.disclosure.study_effects import (
    HYPOTHESES,
    publish_arm,
    publish_arm_outcomes,
    publish_comparison,
    publish_decisions,
    publish_holm,
    publish_no_trap,
    publish_recomputed,
    publish_task_effects,
)
from generator.publication.study import (
    ImputedRow,
    PowerPoint,
    ReplayDifference,
    Study,
    StudyAudit,
    StudyCompleteness,
    StudyCut,
    StudyDesign,
    StudyDeviations,
    StudyEligibility,
    StudyPowerRead,
    StudyReplay,
    StudyRetries,
    StudyThresholds,
)
from generator.publication.study_effects import NoTrapCheck, StudyComparison
from generator.publication.study_words import (
    EligibilityReason,
    RecordedWord,
    RowInvalidReason,
    StudyHash,
    StudyWord,
)
from generator.statistics import StudyPower

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


def study_ids(measures: Iterable[StudyMeasure]) -> dict[Kind, set[str]]:
    """Return every id that the studies will name, by kind."""
    ids: dict[Kind, set[str]] = {"run": set(), "task": set()}
    for measure in measures:
        design = measure.study.design
        ids["run"].add(measure.study.run.run_id)
        ids["task"].update(row.task_id for row in (*design.primary, *design.no_trap))
    return ids


def publish_study(measure: StudyMeasure, aliases: Aliases) -> Study:
    """Return one study under its alias."""
    study, decided, rule = measure.study, measure.decided, measure.study.rule
    replay = decided.replay if decided else None
    return Study(
        study=aliases.of("run", study.run.run_id),
        phase=study.run.phase,
        rule_version=rule.version if rule else None,
        schema_version=SCHEMA_VERSION,
        seed=study.run.statistics_seed,
        draws=study.run.statistics_draws,
        level=rule.level if rule else None,
        alpha=rule.alpha if rule else None,
        cuts=_cuts(decided, aliases),
        timing=_timing(decided),
        content=_content(decided),
        content_compound_p=replay.verdict.compound_p if replay else None,
        holm=publish_holm(replay.verdict.family) if replay else [],
        decisions=publish_decisions(decided.decisions if decided else None),
        study_decision=cast("StudyWord", str(decided.decisions.study)) if decided else None,
        no_trap=_no_trap(decided),
        hypothesis_set="timing_only" if rule and rule.timing_only else None,
        imputed_rows=_imputed(decided, study, aliases),
        design=_design(measure),
        completeness=_completeness(measure),
        thresholds=_thresholds(rule) if rule else None,
        recomputed=publish_recomputed(decided.exact, decided.exact_decisions) if decided else None,
        power=_power(study),
        power_curve=[_power_point(point) for point in measure.power_curve],
        audits=_audits(measure),
        deviations=StudyDeviations(count=study.deviations),
        retries=_retries(measure),
        replay=StudyReplay(
            status=measure.replay_status,
            differences=[_difference(each) for each in measure.differences],
        ),
        hashes=_hashes(study),
        eligibility=StudyEligibility(
            status=measure.eligibility.status,
            reasons=cast("list[EligibilityReason]", list(measure.eligibility.reasons)),
        ),
        arm_outcomes=publish_arm_outcomes(measure),
        task_effects=publish_task_effects(replay.comparisons if replay else (), aliases),
    )


def _timing(decided: Decided | None) -> StudyComparison | None:
    if decided is None:
        return None
    withheld = "timing" in decided.withheld
    return publish_comparison(decided.replay.timing, decided.rule.level, withheld=withheld)


def _content(decided: Decided | None) -> StudyComparison | None:
    if decided is None or decided.replay.content is None:
        return None
    withheld = "content" in decided.withheld
    return publish_comparison(decided.replay.content, decided.rule.level, withheld=withheld)


def _no_trap(decided: Decided | None) -> NoTrapCheck | None:
    if decided is None or decided.replay.no_trap is None or decided.rule.no_trap is None:
        return None
    return publish_no_trap(decided.replay.no_trap, decided.rule.no_trap)


def _cuts(decided: Decided | None, aliases: Aliases) -> list[StudyCut]:
    cuts = [
        StudyCut(
            hypothesis=HYPOTHESES[cut.hypothesis],
            task=aliases.of("task", cut.task_id),
            reasons=sorted({reason.public for reason in cut.reasons}),
        )
        for cut in (decided.replay.cuts if decided else ())
    ]
    return sorted(cuts, key=lambda cut: (cut.hypothesis, cut.task))


def _imputed(decided: Decided | None, study: StudyArtifact, aliases: Aliases) -> list[ImputedRow]:
    comparisons = decided.replay.comparisons if decided else ()
    rows = [
        ImputedRow(
            task=aliases.of("task", identity.task_id),
            variant=_variant(identity, study, aliases.key),
            arm=publish_arm(identity.arm),
            seed=identity.seed,
        )
        for comparison in comparisons
        for identity in comparison.imputed
    ]
    return sorted(rows, key=lambda row: (row.task, row.variant, row.arm, row.seed))


def _variant(identity: RowIdentity, study: StudyArtifact, key: bytes) -> str:
    """Return a variant's number, in a keyed order that tells nothing of the data set's own."""
    task = identity.task_id
    variants = {row.variant_id for row in study.design.primary if row.task_id == task}
    ordered = sorted(variants, key=lambda each: keyed_digest(key, "variant", task, each))
    return f"V{ordered.index(identity.variant_id) + 1}"


def _design(measure: StudyMeasure) -> StudyDesign:
    design, rows = measure.study.design, measure.rows
    planned = (*design.primary, *design.no_trap)
    variants: dict[str, set[str]] = {}
    for row in design.primary:
        variants.setdefault(row.task_id, set()).add(row.variant_id)
    return StudyDesign(
        tasks=len({row.task_id for row in planned}),
        variants=max(map(len, variants.values()), default=0),
        seeds=len({row.seed for row in planned}),
        arms=len({row.arm for row in planned}),
        expected_rows=rows.expected,
        terminal_rows=rows.terminal,
        exact=rows.exact,
    )


def _completeness(measure: StudyMeasure) -> StudyCompleteness:
    rows = measure.rows
    first = [found[0].outcome for key, found in rows.by_identity.items() if key in rows.planned]
    reasons = {str(reason or UNKNOWN_REASON): count for reason, count in rows.invalid.items()}
    return StudyCompleteness(
        valid=sum(outcome.valid for outcome in first),
        invalid=sum(not outcome.valid for outcome in first),
        missing=len(rows.missing),
        duplicate=len(rows.duplicates),
        unexpected=len(rows.unexpected),
        unlisted=len(rows.unlisted),
        invalid_reasons={cast("RowInvalidReason", code): reasons[code] for code in sorted(reasons)},
    )


def _thresholds(rule: Rule) -> StudyThresholds:
    timing, content = rule.timing, rule.content
    return StudyThresholds(
        minimum_benefit=timing.minimum_benefit,
        minimum_relative_risk_reduction=timing.minimum_reduction,
        timing_interval_above=timing.benefit_above,
        timing_adjusted_p_below=timing.adjusted_p_below,
        content_failure_interval_above=content.failure_benefit_above if content else None,
        content_pass_interval_above=content.pass_benefit_above if content else None,
        content_adjusted_p_below=content.adjusted_p_below if content else None,
        minimum_timing_power=rule.power.minimum_timing,
        minimum_content_power=rule.power.minimum_content,
        minimum_no_trap_power=rule.no_trap.minimum_power if rule.no_trap else None,
        host_fault_retries=rule.host_fault_retries,
        tasks=rule.population.tasks,
    )


def _power(study: StudyArtifact) -> StudyPowerRead:
    power = study.power
    if power is None:
        return StudyPowerRead(status=None, timing=None, content=None, no_trap=None)
    return StudyPowerRead(
        status=power.status, timing=power.timing, content=power.content, no_trap=power.no_trap
    )


def _power_point(point: StudyPower) -> PowerPoint:
    content, no_trap = point.content, point.no_trap
    return PowerPoint(
        tasks=point.tasks,
        experiments=point.timing.experiments,
        timing=point.timing.power,
        timing_standard_error=point.timing.standard_error,
        content=content.power if content else None,
        content_standard_error=content.standard_error if content else None,
        no_trap=no_trap.power if no_trap else None,
        no_trap_standard_error=no_trap.standard_error if no_trap else None,
    )


def _audits(measure: StudyMeasure) -> list[StudyAudit]:
    def shown(verdict: bool | str | None) -> bool | StudyWord | None:  # noqa: FBT001 - a verdict
        if verdict is None or isinstance(verdict, bool):
            return verdict
        return cast("StudyWord", str(verdict))

    return [
        StudyAudit(
            id=audit.audit,
            recorded=shown(audit.recorded),
            rederived=shown(audit.rederived),
            passed=audit.passed,
        )
        for audit in measure.audits
    ]


def _retries(measure: StudyMeasure) -> StudyRetries:
    retries = measure.retries
    return StudyRetries(
        rows_retried=retries.rows_retried,
        host_faults=retries.host_faults,
        most_tries=retries.most_tries,
        exhausted=retries.exhausted,
        violations=len(retries.breaches),
        paused=retries.paused,
    )


def _difference(each: Difference) -> ReplayDifference:
    return ReplayDifference(
        path=public_path(each.path),
        recorded=cast("RecordedWord | bool | int | float | None", each.recorded),
        replayed=cast("RecordedWord | bool | int | float | None", each.replayed),
    )


def public_path(path: str) -> str:
    """Return a path of statistics.json as this report names it: timidity is the no-trap check."""
    said = path.replace("timidity", "no_trap").replace("TIMIDITY", "NO_TRAP")
    return _HUMP.sub(lambda hump: f"_{hump[1].lower()}", said)


def _hashes(study: StudyArtifact) -> dict[StudyHash, bool | None]:
    """Return whether each digest agrees; of one stated several times, whether all do."""
    hashes: dict[StudyHash, bool | None] = {}
    for check in study.hashes:
        before = hashes.get(check.name, True)
        hashes[check.name] = False if before is False else check.agrees
    listed = study.manifest
    hashes["manifest"] = None if listed is None else all(file.agrees for file in listed)
    return hashes
