"""The fields of preregistered studies."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.meanings.meaning import Meaning

_NO_TASK = "no task is complete"
_NOT_REGISTERED = "the rule does not register it"
_NOT_SAID = "the harness's file says none"
_NOT_SIMULATED = "the study does not register it"
_UNKNOWN_RULE = "the run holds only the digest of its rule"

STUDIES: Mapping[str, Meaning] = {
    "Study.phase": Meaning("Whether it is a pilot or the main run, if that is stated."),
    "Study.rule_version": Meaning("The version of the frozen rule.", null="none is stated"),
    "Study.schema_version": Meaning("The version of the recorded statistics."),
    "Study.draws": Meaning("How often tasks were drawn again.", "draws"),
    "Study.level": Meaning("The level of the intervals.", "share", _UNKNOWN_RULE),
    "Study.alpha": Meaning("The registered level of significance.", "share", _UNKNOWN_RULE),
    "Study.hypothesis_set": Meaning(
        "That only the timing primary was registered.", null="both primaries were registered"
    ),
    "Study.hashes": Meaning("Whether each registered digest is that of its file."),
    "StudyDesign.tasks": Meaning("Registered tasks.", "tasks"),
    "StudyDesign.variants": Meaning("Variants of each task."),
    "StudyDesign.seeds": Meaning("Seeds of each variant."),
    "StudyDesign.arms": Meaning("Registered arms.", "arms"),
    "StudyDesign.expected_rows": Meaning("Rows that the design asks for.", "rows"),
    "StudyDesign.terminal_rows": Meaning("Rows that the run holds.", "rows"),
    "StudyDesign.exact": Meaning("Whether these are exactly the rows of the design."),
    "StudyCompleteness.valid": Meaning("Valid rows.", "rows"),
    "StudyCompleteness.invalid": Meaning("Invalid rows.", "rows"),
    "StudyCompleteness.missing": Meaning("Rows that are not there.", "rows"),
    "StudyCompleteness.duplicate": Meaning("Rows that are there twice.", "rows"),
    "StudyCompleteness.unexpected": Meaning("Rows that the design does not have.", "rows"),
    "StudyCompleteness.unlisted": Meaning("Rows whose key is not in the list of the run.", "rows"),
    "StudyCompleteness.invalid_reasons": Meaning("Invalid rows by their reason.", "rows"),
    "StudyThresholds.minimum_benefit": Meaning("The least benefit.", "share"),
    "StudyThresholds.minimum_relative_risk_reduction": Meaning(
        "The least relative risk reduction.", "share"
    ),
    "StudyThresholds.timing_interval_above": Meaning(
        "Above this the timing primary's interval must lie.", "share"
    ),
    "StudyThresholds.timing_adjusted_p_below": Meaning(
        "Below this the timing primary's adjusted p value must lie.", "share"
    ),
    "StudyThresholds.content_failure_interval_above": Meaning(
        "Above this the content primary's interval of failures must lie.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.content_pass_interval_above": Meaning(
        "Above this the content primary's interval of passes must lie.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.content_adjusted_p_below": Meaning(
        "Below this the content primary's adjusted p value must lie.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.minimum_timing_power": Meaning(
        "The least power for the timing primary.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.minimum_content_power": Meaning(
        "The least power for the content primary.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.minimum_no_trap_power": Meaning(
        "The least power for the no-trap check.", "share", _NOT_REGISTERED
    ),
    "StudyThresholds.host_fault_retries": Meaning("How often a row may be tried again.", "tries"),
    "StudyThresholds.tasks": Meaning("The registered number of tasks.", "tasks"),
    "Recomputed.content_compound_p": Meaning(
        "The larger of the content primary's two exact p values.", "share", _NOT_REGISTERED
    ),
    "Recomputed.study_decision": Meaning("The decision by exact values."),
    "StudyPowerRead.status": Meaning("The status of the simulation.", null=_NOT_SAID),
    "StudyPowerRead.timing": Meaning("Power for the timing primary.", "share", _NOT_SAID),
    "StudyPowerRead.content": Meaning("Power for the content primary.", "share", _NOT_SAID),
    "StudyPowerRead.no_trap": Meaning("Power for the no-trap check.", "share", _NOT_SAID),
    "PowerPoint.tasks": Meaning("The tasks of the study.", "tasks"),
    "PowerPoint.experiments": Meaning("How many studies were simulated.", "studies"),
    "PowerPoint.timing": Meaning("Power for the timing primary.", "share"),
    "PowerPoint.timing_standard_error": Meaning("Its error by the simulation.", "share"),
    "PowerPoint.content": Meaning("Power for the content primary.", "share", _NOT_SIMULATED),
    "PowerPoint.content_standard_error": Meaning(
        "Its error by the simulation.", "share", _NOT_SIMULATED
    ),
    "PowerPoint.no_trap": Meaning("Power for the no-trap check.", "share", _NOT_SIMULATED),
    "PowerPoint.no_trap_standard_error": Meaning(
        "Its error by the simulation.", "share", _NOT_SIMULATED
    ),
    "StudyAudit.id": Meaning("Which audit it is."),
    "StudyAudit.rederived": Meaning(
        "The value that the artifacts give.", null="the artifacts do not hold what it takes"
    ),
    "StudyAudit.passed": Meaning("Whether it passed.", null="it cannot be told"),
    "StudyDeviations.count": Meaning("How many deviations were logged.", null="there is no log"),
    "StudyRetries.rows_retried": Meaning("Rows that were tried more than once.", "rows"),
    "StudyRetries.host_faults": Meaning("Faults of the host.", "tries"),
    "StudyRetries.most_tries": Meaning("The most tries of one row.", "tries"),
    "StudyRetries.exhausted": Meaning("Rows that used up their tries.", "rows"),
    "StudyRetries.violations": Meaning("Breaches of the rule of retries."),
    "StudyRetries.paused": Meaning("Whether the run ended before it wrote its rows."),
    "ReplayDifference.path": Meaning("The path in the recorded statistics."),
    "ReplayDifference.replayed": Meaning("The value that the rows give.", null="they give none"),
    "StudyReplay.status": Meaning("Whether the replay gives the recorded statistics."),
    "StudyEligibility.status": Meaning("What the run may be claimed for."),
    "StudyEligibility.reasons": Meaning("Every reason against more."),
    "StudyCut.hypothesis": Meaning("The comparison that the task is cut from."),
    "StudyCut.reasons": Meaning("Every reason, as CODE, CODE:ARM or CODE:ARM:REASON."),
    "ImputedRow.seed": Meaning("The seed of the row."),
    "StudyComparison.baseline_arm": Meaning("The arm that is compared with."),
    "StudyComparison.candidate_arm": Meaning("The arm that is tried."),
    "StudyComparison.interpretation": Meaning("How the comparison may be read."),
    "StudyComparison.repeated_failure_benefit": Meaning(
        "Repeated failures of the baseline less those of the candidate, mean over tasks.",
        "share",
        _NO_TASK,
    ),
    "StudyComparison.relative_risk_reduction": Meaning(
        "The share of the baseline's repeated failures that the candidate avoids.",
        "share",
        "the baseline never failed",
    ),
    "StudyComparison.non_estimable_rrr_draws": Meaning(
        "Draws without a failure of the baseline, left out of the interval.", "draws"
    ),
    "StudyComparison.task_pass_benefit": Meaning(
        "Passes of the candidate less those of the baseline, mean over tasks.", "share", _NO_TASK
    ),
    "study-effects.hypothesis": Meaning("The primary hypothesis."),
    "NoTrapCheck.interval_level": Meaning("The level of the intervals.", "share"),
    "NoTrapCheck.pass_rate_difference": Meaning(
        "Pass rate of the candidate less that of the baseline, mean over tasks.", "share", _NO_TASK
    ),
    "NoTrapCheck.pass_margin": Meaning("The margin of the pass rates.", "share"),
    "NoTrapCheck.steps_margin": Meaning("The margin of the steps.", "steps"),
    "NoTrapCheck.gate_pass_rate": Meaning("Whether the rule decides by the pass rates as well."),
    "NoTrapCheck.pass_rate_within_margin": Meaning(
        "Whether the interval of pass rates lies inside its margin.", null=_NO_TASK
    ),
    "HolmEntry.id": Meaning("The primary hypothesis."),
    "HolmEntry.raw_p": Meaning("Its p value.", "share"),
    "HolmEntry.adjusted_p": Meaning("Its p value by Holm's method.", "share"),
    "HolmEntry.rank": Meaning("Its rank: the smallest p value has 1."),
    "StudyDecisions.timing": Meaning(
        "The decision on the timing primary.", null="nothing decides it"
    ),
    "StudyDecisions.content": Meaning(
        "The decision on the content primary.", null="it was not registered, or nothing decides it"
    ),
    "TaskEffect.comparison": Meaning("The comparison that the task is complete in."),
    "TaskEffect.baseline_rows": Meaning("Rows of the baseline.", "rows"),
    "TaskEffect.baseline_repeated_failures": Meaning("Repeated failures among them.", "rows"),
    "TaskEffect.baseline_passes": Meaning("Passes among them.", "rows"),
    "TaskEffect.baseline_steps": Meaning("Their mean steps.", "steps"),
    "TaskEffect.candidate_rows": Meaning("Rows of the candidate.", "rows"),
    "TaskEffect.candidate_repeated_failures": Meaning("Repeated failures among them.", "rows"),
    "TaskEffect.candidate_passes": Meaning("Passes among them.", "rows"),
    "TaskEffect.candidate_steps": Meaning("Their mean steps.", "steps"),
    "StudyArmOutcome.analysis": Meaning("The analysis that the rows are of."),
    "StudyArmOutcome.expected": Meaning("Rows that the design asks for.", "rows"),
    "StudyArmOutcome.valid": Meaning("Valid rows.", "rows"),
    "StudyArmOutcome.invalid": Meaning("Invalid rows.", "rows"),
    "StudyArmOutcome.repeated_failures": Meaning("Repeated failures.", "rows"),
    "StudyArmOutcome.passes": Meaning("Passes.", "rows"),
    "StudyArmOutcome.mean_steps": Meaning("Mean steps.", "steps", "no row is valid"),
}
