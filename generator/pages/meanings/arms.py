"""The fields of a report, of its arms, their comparisons and their past."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.meanings.meaning import Meaning

_WITHHELD = "it is withheld below confirmation size, or would give a withheld count back"

ARMS: Mapping[str, Meaning] = {
    "Report.schema": Meaning("The number of the schema."),
    "Report.version": Meaning("The version of the report."),
    "Report.published_on": Meaning(
        "The date of the report.", null="no date was given, and the input has none"
    ),
    "Report.notes": Meaning("Sentences that the spec publishes with the report."),
    "Report.limits": Meaning("The limits that were found to apply somewhere in the report."),
    "Provenance.spec_sha256": Meaning("The digest of the spec."),
    "Provenance.inputs_sha256": Meaning("The keyed digest of all artifacts."),
    "Provenance.seed": Meaning("The number that random draws start from."),
    "Generator.name": Meaning("The program."),
    "Generator.version": Meaning("The version of the program."),
    "CellsRead.duplicates": Meaning("Cells that repeat another one and agree with it.", "cells"),
    "CellCounts.cells": Meaning("All cells.", "cells"),
    "CellCounts.passed": Meaning("Cells that say passed.", "cells"),
    "CellCounts.failed": Meaning("Cells that say failed.", "cells"),
    "CellCounts.unscored": Meaning("Cells without an outcome.", "cells"),
    "CellCounts.missing": Meaning("Cells of an attempt that was not there.", "cells"),
    "CellCounts.harness_timeout": Meaning("Cells of an attempt killed at its cap.", "cells"),
    "CellCounts.model_delivery_budget_burn": Meaning(
        "Cells of an attempt that used up its budget before anything was delivered.", "cells"
    ),
    "Rules.protocol": Meaning("The protocol that the report follows."),
    "Rules.protocol_version": Meaning("The version of that protocol."),
    "Rules.screen": Meaning("The size of a screen.", "valid trials"),
    "Rules.confirmation": Meaning("The size of a confirmation.", "valid trials"),
    "Rules.pass_k": Meaning("The k of pass@k and pass^k.", "trials"),
    "Rules.case_rule": Meaning("How many variants must pass for a trial of a case to pass."),
    "Rules.minimum_tasks": Meaning("A rate over fewer is not published.", "cases"),
    "Rules.interval_method": Meaning("The method of intervals of a proportion."),
    "Rules.level": Meaning("The level of two-sided intervals.", "share"),
    "Rules.one_sided_level": Meaning("The level of one-sided bounds.", "share"),
    "Rules.boundary_margin": Meaning("How near to its threshold a boundary case scores.", "points"),
    "Rules.order_alpha": Meaning("Up to this p value, failures are said to cluster.", "share"),
    "Rules.order_minimum_trials": Meaning("Fewer are not tested for order.", "valid trials"),
    "Rules.masquerade_max_wall_s": Meaning(
        "After an account ran out, attempts that end as fast as this count as spoiled by it.", "s"
    ),
    "Rules.identity_public": Meaning("The fields of the identity that are public."),
    "Rules.side_effect_classes": Meaning("The classes of side effects that were declared."),
    "Citation.title": Meaning("The title to cite.", null="the spec states none"),
    "Citation.authors": Meaning("The authors to cite."),
    "Citation.url": Meaning("The address to cite.", null="the spec states none"),
    # -- an arm
    "Arm.identity": Meaning("The public fields of the arm's identity and their values."),
    "identity.field": Meaning("The field of the identity."),
    "identity.value": Meaning("Its value.", null="no run states it"),
    "Arm.driver_exceptions": Meaning("Crashes of the harness itself, which are no attempts."),
    "Arm.claimed_deliveries": Meaning(
        "Trials that say they delivered although nothing was there to judge.",
        "trials",
        "it would give a withheld count back",
    ),
    "Arm.reset_per_trial": Meaning(
        "Whether every valid trial had an environment reset of its own.",
        null="there is no valid trial",
    ),
    "Arm.resets_unrecorded": Meaning(
        "Valid trials, first passes included, that name no reset.", "trials"
    ),
    "Arm.policies_withheld": Meaning(
        "That attempts are contested and no reading of them is told.",
        null="nothing is withheld here, or nothing is contested",
    ),
    "Arm.limits": Meaning("The limits that were found to apply to the arm."),
    "Primary.passed": Meaning("Cases that passed on the first pass.", "cases"),
    "Primary.cases": Meaning("Cases with a valid outcome on the first pass.", "cases"),
    "Primary.rate": Meaning("The headline score.", "share", "no case has a valid outcome"),
    "Primary.fail_set": Meaning("The cases that failed on the first pass, by their aliases."),
    "States.protocol_violation": Meaning("Attempts that broke the rules.", "attempts"),
    "States.missing": Meaning("Planned trials that left nothing behind.", "trials"),
    "States.owed": Meaning("Trials whose makeup has not run yet.", "trials"),
    "InvalidCauses.infrastructure_missing": Meaning(
        "Attempts that lacked something that they need.", "attempts"
    ),
    "InvalidCauses.harness_timeout": Meaning("Attempts that were killed at their cap.", "attempts"),
    "InvalidCauses.billing_exhausted": Meaning("Attempts whose account ran out.", "attempts"),
    "InvalidCauses.model_delivery_budget_burn": Meaning(
        "Attempts that used up their budget before anything was delivered.", "attempts"
    ),
    "InvalidBurden.invalid": Meaning("Attempts that infrastructure spoiled.", "attempts"),
    "InvalidBurden.rate": Meaning("The invalid burden.", "share", "no attempt was made"),
    "FailureModes.no_deliverable": Meaning(
        "Valid failures with nothing delivered.", "attempts", "it would give a withheld count back"
    ),
    "FailureModes.oracle_judged": Meaning(
        "Valid failures that were delivered and judged.",
        "attempts",
        "it would give a withheld count back",
    ),
    "EvidenceCounts.same_day": Meaning("Trials of the day of the first pass.", "trials"),
    "EvidenceCounts.cross_day": Meaning("Trials of another day.", "trials"),
    "EvidenceCounts.cross_arm": Meaning("Trials of another arm, left out.", "trials"),
    "EvidenceCounts.cross_time": Meaning("Trials at other settings, left out.", "trials"),
    "EvidenceCounts.contaminated": Meaning(
        "Trials of runs with substitute calls, left out.", "trials"
    ),
    "EvidenceCounts.excluded_attempts": Meaning("All attempts of excluded runs.", "attempts"),
    "EvidenceCounts.undated": Meaning("Trials of no known day.", "trials"),
    "EvidenceCounts.excluded_driver_exceptions": Meaning(
        "Crashes of the harness itself in excluded runs."
    ),
    "Plan.valid": Meaning("Planned repeat trials with a valid outcome.", "trials"),
    "Plan.protocol_violation": Meaning("Planned repeat trials that broke the rules.", "trials"),
    "Plan.pending": Meaning("Planned repeat trials that await their judgement.", "trials"),
    "Plan.missing": Meaning("Planned repeat trials that left nothing behind.", "trials"),
    "Plan.owed": Meaning("Planned repeat trials whose makeup has not run yet.", "trials"),
    "Makeups.count": Meaning("Attempts that make up an invalid one.", "attempts"),
    "Makeups.doubled_cap": Meaning("Makeups that ran at a doubled time cap.", "attempts"),
    "CapRow.cap_s": Meaning("The time cap.", "s", "no cap is stated"),
    "CapRow.attempts": Meaning("Attempts at the case under this cap.", "attempts"),
    "CapRow.killed": Meaning("Attempts that the cap killed.", "attempts"),
    "SideEffects.per_class": Meaning("Side effects by their class."),
    "SideEffects.per_case": Meaning("Side effects by the case's alias."),
    "SideEffects.per_run": Meaning("Side effects by the run's alias."),
    "side-effects.counted_by": Meaning("Whether the row counts by class, by case or by run."),
    "side-effects.name": Meaning("The class, or the alias of the case or run."),
    "side-effects.count": Meaning("How many there were."),
    "Tokens.in": Meaning("Tokens read, over attempts that say.", "tokens", "no attempt says"),
    "Tokens.out": Meaning("Tokens written, over attempts that say.", "tokens", "no attempt says"),
    "Cost.wall_s": Meaning("Wall-clock time, over attempts that say.", "s", "no attempt says"),
    "Cost.cost_usd": Meaning("Money, over attempts that say.", "US dollars", "no attempt says"),
    "Cost.window_share": Meaning(
        "Quota windows used up, over attempts that say.", "windows", "no attempt says"
    ),
    "Cost.trials_by_tier": Meaning("Valid repeat trials by the tier of their account.", "trials"),
    "Cost.outcomes": Meaning(
        "Valid case-level outcomes, first passes included.",
        "trials",
        "it would give a withheld count back, or the report is older than the field",
    ),
    "tiers.tier": Meaning("The tier of the account, or that none is recorded."),
    "Without.tokens": Meaning("Attempts that state no tokens.", "attempts"),
    "Without.wall_s": Meaning("Attempts that state no time.", "attempts"),
    "Without.cost_usd": Meaning("Attempts that state no money.", "attempts"),
    "Without.window_share": Meaning("Attempts that state no window share.", "attempts"),
    # -- estimates
    "Recovery.cases": Meaning("Confirmed cases whose first pass failed.", "cases"),
    "Recovery.trials": Meaning("Their valid repeat trials.", "trials"),
    "Recovery.recovered": Meaning("Their repeat trials that passed.", "trials"),
    "Recovery.rate": Meaning("Recovery after fail, the mean over cases.", "share"),
    "FreshRecovery.trials": Meaning("Valid trials after the screen.", "trials"),
    "FreshRecovery.recovered": Meaning("Those of them that passed.", "trials"),
    "FreshRecovery.rate": Meaning(
        "Recovery by them, the mean over cases.", "share", "there are none, or it is withheld"
    ),
    "Screened.cases": Meaning("Cases that failed first and were tried again.", "cases"),
    "Screened.recovery_capable": Meaning("Those that passed at least once.", "cases"),
    "Screened.no_recovery_observed": Meaning("Those that never passed.", "cases"),
    "Screened.screen_incomplete": Meaning("Those with too few trials to say.", "cases"),
    "Regression.cases": Meaning("Confirmed cases whose first pass passed.", "cases"),
    "Regression.trials": Meaning("Their valid repeat trials.", "trials"),
    "Regression.failed": Meaning("Their repeat trials that failed.", "trials"),
    "Regression.rate": Meaning("Regression after pass, the mean over cases.", "share"),
    "PassRow.estimate": Meaning("The probability, the mean over tasks.", "share"),
    "PassRow.tasks": Meaning("The cases with at least k valid trials.", "cases"),
    "Overdispersion.estimate": Meaning("Pearson's statistic over its degrees of freedom."),
    "Overdispersion.tarone_z": Meaning("Tarone's statistic."),
    "Overdispersion.tarone_p": Meaning("The p value of Tarone's test.", "share"),
    "IntraClassCorrelation.estimate": Meaning("The intra-class correlation."),
    "IntraClassCorrelation.design_effect": Meaning(
        "By how much it inflates the variance of the pooled rate."
    ),
    "OrderClustering.p_value": Meaning("The pooled p value of so few runs.", "share"),
    "OrderClustering.cases": Meaning("The cases whose order can be tested.", "cases"),
    "OrderClustering.late_p_value": Meaning(
        "The pooled p value of failures that come so late.", "share"
    ),
    "OrderClustering.clustered_cases": Meaning(
        "The cases whose own test rejects under Holm's method, by their aliases."
    ),
    "Policies.contested": Meaning("The attempts that may be read either way.", "attempts"),
    "contested.contested": Meaning("The attempts that may be read either way.", "attempts"),
    "PolicyReading.trials": Meaning("Valid trials under this reading.", "trials"),
    "PolicyReading.passed": Meaning("Those of them that passed.", "trials", _WITHHELD),
    "policies.trials": Meaning("Valid trials under this reading.", "trials"),
    "policies.passed": Meaning("Those of them that passed.", "trials", _WITHHELD),
    "policies.used": Meaning("Whether the arm's other figures use this reading."),
    "policies-first-pass.used": Meaning("Whether the arm's other figures use this reading."),
    "PolicyFirstPass.passed": Meaning("Cases that passed under this reading.", "cases"),
    "ContestedStates.protocol_violation": Meaning("Attempts that broke the rules.", "attempts"),
    # -- a case
    "Case.kind": Meaning("Whether the case passes or fails, or is scored in parts."),
    "Case.decision_critical": Meaning("Whether some decision depends on the case."),
    "Case.primary_outcome": Meaning("Its outcome on the first pass."),
    "Case.stage": Meaning(
        "How far it was tried again: to a screen, or to confirmation.",
        null="it was not tried again",
    ),
    "Case.valid": Meaning("Valid repeat trials.", "trials"),
    "Case.passed": Meaning("Valid repeat trials that passed.", "trials", _WITHHELD),
    "Case.invalid": Meaning("Attempts that infrastructure spoiled.", "attempts"),
    "Case.protocol_violation": Meaning("Repeat trials that broke the rules.", "trials"),
    "Case.pending": Meaning("Repeat trials that await their judgement.", "trials"),
    "Case.missing": Meaning("Planned repeat trials that left nothing behind.", "trials"),
    "Case.owed": Meaning("Repeat trials whose makeup has not run yet.", "trials"),
    "Case.verdict": Meaning(
        "What the repeat trials say of a case that failed.", null="its first pass did not fail"
    ),
    "Case.rate": Meaning(
        "Passed by valid trials.",
        "share",
        "the case is not at confirmation size, or is a boundary case",
    ),
    "Case.upper_bound": Meaning(
        "The one-sided upper bound of the true rate.",
        "share",
        "a trial passed, there is none, or the case is a boundary case",
    ),
    "Case.escalate": Meaning("Whether it should be taken to confirmation size."),
    "Case.escalate_reasons": Meaning("Why."),
    "Boundary.margin": Meaning(
        "How far its usual score lies from the threshold.", "points", "no score is stated"
    ),
    "Boundary.modal_score": Meaning("Its usual score.", "points", "no score is stated"),
    "Boundary.threshold": Meaning(
        "The score from which it passes.", "points", "no threshold is stated"
    ),
    "Boundary.distinct_hit_vectors": Meaning(
        "How many different sets of criteria were met.", null="it is not recorded, or withheld"
    ),
    "Boundary.modal_hit_vector_share": Meaning(
        "The share of the usual set.", "share", "it is not recorded, or withheld"
    ),
    "ScoreCount.score": Meaning("The score.", "points"),
    "ScoreCount.count": Meaning("The trials that reached it.", "trials"),
    "Variant.valid": Meaning("Valid trials of the variant.", "trials"),
    "Variant.passed": Meaning("Those of them that passed.", "trials", _WITHHELD),
    "Variant.moved": Meaning("Whether it had both outcomes.", null="it has too few valid trials"),
    "Order.pattern": Meaning("The outcomes in the order of their start, P and F."),
    "Order.runs": Meaning("Unbroken blocks of equal outcomes."),
    "Order.p_value": Meaning(
        "One-sided p value of so few blocks.", "share", "the order could not be tested"
    ),
    "Delta.expected_moves": Meaning("Moves that chance alone would make.", "cases"),
    "RunRow.stage": Meaning(
        "The stage that the run was designed for: 0, 1 or 2.", null="the run states none"
    ),
    "RunRow.scope": Meaning("Which cases the run was over."),
    "RunRow.concurrency": Meaning("How many attempts ran at once.", null="the run states none"),
    "RunRow.wire_audit": Meaning("Whether a check of the calls found substitutes."),
    "BudgetRow.account_tier": Meaning("The tier of the account.", null="none is stated"),
    "BudgetRow.owner_approved": Meaning("Whether the owner approved the run before it began."),
    "BudgetRow.expected_window_share": Meaning(
        "The share of the quota window that was expected.", "windows", "none is stated"
    ),
    "BudgetRow.actual_window_share": Meaning(
        "The share that was used.", "windows", "none is stated"
    ),
    "BudgetRow.breaches": Meaning("What the budget gate asks for and was not there."),
    # -- comparisons
    "Comparison.verdict": Meaning("Which arm is higher, or that they are not told apart."),
    "Comparison.same": Meaning("The parts of the identity that are equal."),
    "Comparison.cases": Meaning("The cases that are compared.", "cases"),
    "PairedTable.both_passed": Meaning("Cases that both arms passed.", "cases"),
    "PairedTable.only_a": Meaning("Cases that the first arm alone passed.", "cases"),
    "PairedTable.only_b": Meaning("Cases that the second arm alone passed.", "cases"),
    "PairedTable.neither": Meaning("Cases that both arms failed.", "cases"),
    "PairedTest.p_exact": Meaning("The p value of McNemar's exact test.", "share"),
    "PairedTest.p_mid": Meaning("Its mid-p form.", "share"),
    "PairedTest.p_holm": Meaning("The exact p value by Holm's method.", "share"),
    "PairedTest.family": Meaning("The pairs that Holm's method allows for.", "pairs"),
    "Difference.estimate": Meaning("The rate of the first arm less that of the second.", "share"),
    "Difference.standard_error": Meaning("The standard error over cases.", "share"),
    "Difference.tasks": Meaning("The cases it is over.", "cases"),
    "OddsRatio.estimate": Meaning("The conditional odds ratio of the discordant cases."),
    "LeftOut.reason": Meaning("Why the comparison leaves it out."),
    # -- the past
    "AuditRun.passed": Meaning("Cases that passed.", "cases"),
    "AuditRun.cases": Meaning("Cases with an outcome.", "cases"),
    "AuditRun.made_up": Meaning("The cases whose outcome is a makeup's, by their aliases."),
    "AuditRun.outcomes": Meaning("The outcome of every case, by its alias."),
    "matrix.outcome": Meaning("The outcome of the case in the run."),
    "matrix.made_up": Meaning("Whether the outcome is that of a makeup."),
    "AuditDelta.only_from": Meaning("Cases of the earlier run alone, by their aliases."),
    "AuditDelta.only_to": Meaning("Cases of the later run alone, by their aliases."),
    "Score.passed": Meaning("Cases of the run that passed.", "cases"),
    "Score.cases": Meaning("Cases of the run with an outcome.", "cases"),
    "Score.failed": Meaning("Cases of the run that failed.", "cases"),
    "Flip.pattern": Meaning("The outcomes in the order of the runs, P and F."),
    "Flip.fail_to_pass": Meaning("Changes from fail to pass.", "changes"),
    "Flip.pass_to_fail": Meaning("Changes from pass to fail.", "changes"),
    "SeverityDrift.outcome": Meaning("The outcome in both runs."),
    "ShownScore.score": Meaning("The score that is shown.", "points"),
    "ShownScore.out_of": Meaning("Of how much it is.", "points", "it is not stated"),
    "AuditInvalid.cause": Meaning("Why the attempts were no outcome."),
    "AuditInvalid.outcome": Meaning("What stands for the case now."),
    "AuditArm.repeated": Meaning("Cases with two outcomes or more.", "cases"),
    "AuditArm.boundary": Meaning("Boundary cases, which are left out of deltas and flips."),
    "AuditArm.unplaced_makeups": Meaning("Makeups without a single cell to stand in for."),
    "RelatedArms.differs": Meaning("In which part the two arms differ."),
    "RelatedArms.passed_a": Meaning("Compared cases that the first arm passed.", "cases"),
    "RelatedArms.passed_b": Meaning("Compared cases that the second arm passed.", "cases"),
}
